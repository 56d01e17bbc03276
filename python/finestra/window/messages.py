"""Values and results as bytes, for the JVM.

The class comment of ``dev.finestra.tools.gateway.Message`` in ``java/tools`` defines the format;
this module is its other end. Both ends have the same version, which the gateway checks once.
"""

from __future__ import annotations

import operator
import struct
import sys
from array import array
from collections.abc import Callable
from io import BytesIO
from typing import Any

VALUES = "the values"

_SMALLEST = -(1 << 63)
_LARGEST = (1 << 63) - 1
# NumPy's values that float() converts, although they are no numbers for a window.
_NO_NUMBERS = frozenset(("datetime64", "timedelta64", "complex64", "complex128", "clongdouble"))
_LENGTH = struct.Struct(">i")
_LONG = struct.Struct(">q")
_DOUBLE = struct.Struct(">d")


def whole(what: str, value: Any) -> int:
    """A 64-bit integer; raises an error that names ``what`` for anything else."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(
            f"{what} is {value!r}, of type {type(value).__name__}; "
            "it must be an integer, such as milliseconds since 1970"
        ) from None
    if not _SMALLEST <= number <= _LARGEST:
        raise ValueError(f"{what} is {number}; it must be from {_SMALLEST} to {_LARGEST}")
    return number


def _is_whole(value: Any) -> bool:
    """Whether it is a 64-bit integer, and no array."""
    if hasattr(value, "dtype") or not hasattr(value, "__index__"):
        return False
    return _SMALLEST <= operator.index(value) <= _LARGEST


def rows(values: Any) -> list[Any]:
    """Values of any kind as a list; those of a table are its rows."""
    if hasattr(values, "itertuples"):  # a table of pandas, whose columns keep their types
        columns = [rows(values.iloc[:, i]) for i in range(values.shape[1])]
        return list(zip(*columns))
    if _lacks_some(values):
        return [None if no else v for v, no in zip(values, values.isna())]
    return list(values)


def _lacks_some(column: Any) -> bool:
    """Whether a column of pandas' own types has missing values, which NumPy cannot express."""
    return hasattr(getattr(column, "dtype", None), "na_value") and bool(column.isna().any())


def double(value: Any) -> Any:
    """A number as the nearest double; anything else unchanged.

    A row may have columns of other types, so its 64-bit integers stay integers.
    """
    if isinstance(value, (list, tuple)):
        return [one if _is_whole(one) else double(one) for one in value]
    if hasattr(value, "dtype") or not hasattr(value, "__float__"):
        return value
    try:
        return float(value)
    except OverflowError:
        raise ValueError(
            f"the value is {value!r}, which is beyond the range of doubles; scale it down"
        ) from None


def encode(value: Any) -> bytes:
    """A message with a value, or with a row or list of values."""
    to = bytearray()
    _encode(value, to)
    return bytes(to)


def _encode(value: Any, to: bytearray) -> None:
    if value is None:
        to += b"n"
    elif isinstance(value, str):
        text = value.encode()
        to += b"s" + _LENGTH.pack(len(text)) + text
    elif isinstance(value, float):
        to += b"d" + _DOUBLE.pack(value)
    elif isinstance(value, (list, tuple)):
        to += b"r" + _LENGTH.pack(len(value))
        for one in value:
            _encode(one, to)
    elif isinstance(value, (bytes, bytearray)):
        to += b"b" + _LENGTH.pack(len(value)) + value
    elif hasattr(value, "dtype") and hasattr(value, "tolist"):  # of NumPy
        kind = getattr(value.dtype, "kind", None)
        if kind in ("m", "M"):
            raise TypeError(f"a value is {value!r}; convert times to numbers with astype('int64')")
        if kind == "c":
            raise _refusal(value)
        # tolist() of a long double returns a long double.
        _encode(float(value) if kind == "f" and value.ndim == 0 else value.tolist(), to)
    elif hasattr(value, "__index__"):
        to += b"l" + _LONG.pack(whole("the value", value))
    else:
        raise _refusal(value)


def _refusal(value: Any) -> TypeError:
    return TypeError(
        f"a value is {value!r}, of type {type(value).__name__}; "
        "a value must be a number, a string, None, or a tuple of these"
    )


def decode(message: bytes) -> Any:
    """The value of a message."""
    return _decode(BytesIO(message).read)


def _decode(read: Callable[[int], bytes]) -> Any:
    kind = read(1)
    if kind == b"n":
        return None
    if kind == b"l":
        return _LONG.unpack(read(8))[0]
    if kind == b"d":
        return _DOUBLE.unpack(read(8))[0]
    if kind in b"tf":
        return kind == b"t"
    count = _LENGTH.unpack(read(4))[0]
    if kind == b"s":
        return read(count).decode()
    if kind == b"b":
        return read(count)
    if kind == b"m":
        return {_decode(read): _decode(read) for _ in range(count)}
    return [_decode(read) for _ in range(count)]


def plain(what: str, data: Any, kind: str) -> bytes | None:
    """A bulk of 64-bit numbers, integers (``q``) or floats (``d``), as little-endian bytes.

    Returns:
        None if the data are not only numbers of this kind, but also None, strings or rows.

    Raises:
        TypeError: for an array of another kind, whose conversion would change values silently.
    """
    if hasattr(data, "to_numpy"):  # of pandas
        if hasattr(data, "itertuples") or _lacks_some(data):
            return None
        data = data.to_numpy()
    if hasattr(data, "mask"):  # of NumPy
        raise TypeError(
            f"{what} are a masked array; use filled(…), or a list with None for missing values"
        )
    if isinstance(data, (bytes, bytearray, memoryview)):
        data = list(data)  # the bytes as numbers, not as memory
    if hasattr(data, "dtype"):
        return _of_numpy(what, data, kind)
    try:
        numbers = data if isinstance(data, array) and data.typecode == kind else _array(kind, data)
    except OverflowError:
        limits = f"the range from {_SMALLEST} to {_LARGEST}"
        raise ValueError(
            f"{what} have a number beyond {limits if kind == 'q' else 'the range of doubles'}; "
            "scale the numbers down"
        ) from None
    except TypeError:
        return None
    if sys.byteorder == "big":
        numbers = array(kind, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _array(kind: str, data: Any) -> array[Any]:
    odd = next((one for one in data if type(one).__name__ in _NO_NUMBERS), None)
    if odd is not None:
        encode(odd)  # raises the error
    return array(kind, data)


def _of_numpy(what: str, data: Any, kind: str) -> bytes | None:
    if data.ndim != 1 or data.dtype.kind in "OUST":
        return None
    if data.dtype.kind not in ("biu" if kind == "q" else "biuf"):
        fractions = data.dtype.kind == "f" and what == VALUES
        hint = "; type='double' makes a window of fractions" if fractions else ""
        raise TypeError(
            f"{what} are an array of {data.dtype}, but must be integers{hint}; "
            "convert them with astype('int64')"
        )
    if data.dtype.kind == "u" and data.dtype.itemsize == 8 and data.size and kind == "q":
        whole(f"the largest of {what}", data.max())
    return bytes(data.astype("<i8" if kind == "q" else "<f8", copy=False).tobytes())
