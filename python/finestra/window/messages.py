"""Values and answers as bytes, the other half of the class ``dev.finestra.gateway.Message``.

Which kinds there are, and how each is laid out, stands there.
"""

import operator
import struct
import sys
from array import array
from typing import Any

__all__ = ["VALUES", "decode", "double", "encode", "plain", "rows", "whole"]

VALUES = "the values"

_SMALLEST = -(1 << 63)
_LARGEST = (1 << 63) - 1
# Values of NumPy that are no numbers here, and of which float() makes one.
_NO_NUMBERS = frozenset(("datetime64", "timedelta64", "complex64", "complex128", "clongdouble"))
_LENGTH = struct.Struct(">i")
_LONG = struct.Struct(">q")
_DOUBLE = struct.Struct(">d")


def whole(what: str, value: Any) -> int:
    """A whole number of 64 bits; refuses everything else by its name."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(
            f"{what} is {value!r}, of type {type(value).__name__}; "
            "it is a whole number, such as milliseconds since 1970"
        ) from None
    if not _SMALLEST <= number <= _LARGEST:
        raise ValueError(f"{what} is {number}; it has 64 bits, from {_SMALLEST} to {_LARGEST}")
    return number


def _is_whole(value: Any) -> bool:
    """Whether it is a whole number of 64 bits, and no array."""
    if hasattr(value, "dtype") or not hasattr(value, "__index__"):
        return False
    return _SMALLEST <= operator.index(value) <= _LARGEST


def encode(value: Any) -> bytes:
    """One value, or a row or list of them, as a message."""
    to = bytearray()
    _encode(value, to)
    return bytes(to)


def rows(values: Any) -> list[Any]:
    """Values that are no plain numbers, one by one; a table's are its rows."""
    if hasattr(values, "itertuples"):  # of pandas, each column as it is
        columns = [rows(values.iloc[:, i]) for i in range(values.shape[1])]
        return list(zip(*columns, strict=True))
    if _lacks_some(values):
        return [None if no else v for v, no in zip(values, values.isna(), strict=True)]
    return list(values)


def _lacks_some(column: Any) -> bool:
    """Whether some values of a column of pandas' own types are missing, which NumPy cannot say."""
    return hasattr(getattr(column, "dtype", None), "na_value") and bool(column.isna().any())


def double(value: Any) -> Any:
    """A number as a double, the nearest there is; everything else as it is.

    Of a row, whose columns may be of other types, what is a whole number of 64 bits stays so.
    """
    if isinstance(value, list | tuple):
        return [one if _is_whole(one) else double(one) for one in value]
    if hasattr(value, "dtype") or not hasattr(value, "__float__"):
        return value
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"the value is {value!r}, which is beyond all doubles") from None


def _encode(value: Any, to: bytearray) -> None:
    if value is None:
        to += b"n"
    elif isinstance(value, str):
        text = value.encode()
        to += b"s" + _LENGTH.pack(len(text)) + text
    elif isinstance(value, float):
        to += b"d" + _DOUBLE.pack(value)
    elif isinstance(value, list | tuple):
        to += b"r" + _LENGTH.pack(len(value))
        for one in value:
            _encode(one, to)
    elif isinstance(value, bytes | bytearray):
        to += b"b" + _LENGTH.pack(len(value)) + value
    elif hasattr(value, "dtype") and hasattr(value, "tolist"):  # of NumPy
        kind = getattr(value.dtype, "kind", None)
        if kind in ("m", "M"):
            raise TypeError(f"a value is {value!r}; astype('int64') makes a number of a time")
        if kind == "c":
            raise _refusal(value)
        # The tolist() of a long double is a long double.
        _encode(float(value) if kind == "f" and value.ndim == 0 else value.tolist(), to)
    elif hasattr(value, "__index__"):
        to += b"l" + _LONG.pack(whole("the value", value))
    else:
        raise _refusal(value)


def _refusal(value: Any) -> TypeError:
    return TypeError(
        f"a value is {value!r}, of type {type(value).__name__}; "
        "a window takes numbers, texts, None, and rows of these as tuples"
    )


def decode(message: bytes) -> Any:
    """The answer that a message is."""
    return _decode(message, 0)[0]


def _decode(message: bytes, at: int) -> tuple[Any, int]:
    kind = message[at : at + 1]
    at += 1
    if kind == b"n":
        return None, at
    if kind in b"tf":
        return kind == b"t", at
    if kind == b"l":
        return _LONG.unpack_from(message, at)[0], at + 8
    if kind == b"d":
        return _DOUBLE.unpack_from(message, at)[0], at + 8
    count = _LENGTH.unpack_from(message, at)[0]
    at += 4
    if kind == b"s":
        return message[at : at + count].decode(), at + count
    if kind == b"b":
        return message[at : at + count], at + count
    parts: list[Any] = []
    for _ in range(2 * count if kind == b"m" else count):
        part, at = _decode(message, at)
        parts.append(part)
    if kind == b"m":
        return dict(zip(parts[::2], parts[1::2], strict=True)), at
    return parts, at


def plain(what: str, data: Any, kind: str) -> bytes | None:
    """Many numbers, bare: of 64 bits whole (``q``) or floating (``d``), little-endian.

    Returns:
        None where the data are no plain numbers of this kind, but None, texts or rows.

    Raises:
        TypeError: for an array of another kind, which a conversion would change silently.
    """
    if hasattr(data, "to_numpy"):  # of pandas
        if hasattr(data, "itertuples") or _lacks_some(data):
            return None
        data = data.to_numpy()
    if hasattr(data, "mask"):  # of NumPy
        raise TypeError(
            f"{what} are a masked array; filled(…) makes it whole, or None stands for none"
        )
    if isinstance(data, bytes | bytearray | memoryview):
        data = list(data)  # numbers, and not the memory of others
    if hasattr(data, "dtype"):
        return _of_numpy(what, data, kind)
    try:
        numbers = data if isinstance(data, array) and data.typecode == kind else _array(kind, data)
    except OverflowError:
        bits = f"64 bits, from {_SMALLEST} to {_LARGEST}"
        raise ValueError(
            f"{what} hold a number beyond {bits if kind == 'q' else 'all doubles'}"
        ) from None
    except TypeError:
        return None
    if sys.byteorder == "big":
        numbers = array(kind, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _array(kind: str, data: Any) -> "array[Any]":
    odd = next((one for one in data if type(one).__name__ in _NO_NUMBERS), None)
    if odd is not None:
        encode(odd)  # which refuses it
    return array(kind, data)


def _of_numpy(what: str, data: Any, kind: str) -> bytes | None:
    if data.ndim != 1 or data.dtype.kind in "OUST":
        return None
    if data.dtype.kind not in ("biu" if kind == "q" else "biuf"):
        fractions = data.dtype.kind == "f" and what == VALUES
        hint = "; a window with type='double' takes fractions" if fractions else ""
        raise TypeError(
            f"{what} are an array of {data.dtype}, where whole numbers are due{hint}; "
            "astype('int64') makes them so"
        )
    if data.dtype.kind == "u" and data.dtype.itemsize == 8 and data.size and kind == "q":
        whole(f"the largest of {what}", data.max())
    return bytes(data.astype("<i8" if kind == "q" else "<f8", copy=False).tobytes())
