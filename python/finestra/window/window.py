"""A window in the JVM, as a Python object."""

from __future__ import annotations

import os
import threading
from typing import Any

from finestra.core.errors import FinestraError, WindowClosedError
from finestra.core.names import Aggregation, Algorithm, ValueType
from finestra.window.gateway import remote_window, translated
from finestra.window.messages import VALUES, decode, double, encode, plain, rows, whole

_MOST = 1 << 24


class Window:
    """A window of timed entries and the aggregate of what is in it.

    >>> with finestra.Window("b_fiba4", "max") as w:
    ...     w.insert(1_000, 17)
    ...     w.bulk_insert([2_000, 3_000], [42, 25])
    ...     w.bulk_evict(2_000)
    ...     w.query()
    25

    Times are 64-bit integers in any unit. Entries with equal times are combined into one, in order
    of arrival. A value of ``None`` inserts nothing. An operation that the algorithm does not
    support raises :class:`finestra.window.NotSupportedError`, a bad argument ``ValueError`` or
    ``TypeError``; the window is then unchanged.

    Threads may share a window; their calls run one at a time.
    """

    def __init__(
        self,
        algorithm: Algorithm | str = "auto",
        aggregation: Aggregation | str = "max",
        type: ValueType | str = "long",
    ) -> None:
        """Make a window from names; ``finestra list`` prints all of them.

        Args:
            algorithm: such as ``b_fiba4``, ``daba_lite``, ``auto``.
            aggregation: such as ``max``, ``quantile(0.99)``, ``tuple(sum,max)``.
            type: of the values: ``long``, ``double``, ``string``.

        Raises:
            ValueError: if a name is unknown, or if the algorithm cannot run the aggregation.
            ImportError: without the extra ``finestra[window]``.
        """
        self._lock = threading.RLock()
        self._double = str(type) == "double"
        self._window: Any = None
        self._process = os.getpid()
        remote = remote_window()
        with translated():
            self._window = remote.of(str(algorithm), str(aggregation), str(type))

    def insert(self, time: int, value: Any) -> None:
        """Insert a value at a time. For an aggregation of several columns, it is a tuple."""
        self._call(
            "insert", whole("the time", time), encode(double(value) if self._double else value)
        )

    def bulk_insert(self, times: Any, values: Any) -> None:
        """Insert ``values[i]`` at ``times[i]``; the times must be sorted.

        Arrays of NumPy, pandas and the standard library are the fastest; any sequence works.
        """
        for what, data in (("the times", times), (VALUES, values)):
            if not hasattr(data, "__len__"):
                raise TypeError(
                    f"{what} are of type {type(data).__name__}, which has no length; "
                    "convert them with list(…)"
                )
        if len(times) != len(values):
            raise ValueError(
                f"there are {len(times)} times but {len(values)} values; each time needs one value"
            )
        if len(times) > _MOST:
            raise ValueError(
                f"the bulk has {len(times)} entries; split it into parts of at most {_MOST}"
            )
        at = plain("the times", times, "q")
        if at is None:
            at = plain("the times", [whole("a time", time) for time in times], "q")
        assert at is not None  # whole() rejects all others
        numbers = plain(VALUES, values, "d" if self._double else "q")
        if numbers is None:
            each = rows(values)
            self._call(
                "bulkInsert", at, encode([double(v) for v in each] if self._double else each)
            )
        else:
            self._call("bulkInsertNumbers", at + numbers)

    def evict(self, time: int) -> bool:
        """Remove the entry at a time; False if there is none."""
        return bool(self._call("evict", whole("the time", time)))

    def bulk_evict(self, time: int) -> None:
        """Remove every entry with a time up to and including this one."""
        self._call("bulkEvict", whole("the time", time))

    def query(self, start: int | None = None, end: int | None = None) -> Any:
        """The aggregate of the window, or of its entries with start ≤ time ≤ end."""
        if start is None and end is None:
            return decode(self._call("query"))
        if start is None or end is None:
            raise ValueError("a range needs a start and an end: query(start, end)")
        return decode(self._call("query", whole("the start", start), whole("the end", end)))

    def oldest(self) -> int | None:
        """The first time; None if the window is empty."""
        time: int | None = decode(self._call("oldest"))
        return time

    def youngest(self) -> int | None:
        """The last time; None if the window is empty."""
        time: int | None = decode(self._call("youngest"))
        return time

    def __len__(self) -> int:
        """The number of entries, which is the number of distinct times."""
        return int(self._call("size"))

    def entries(self) -> list[tuple[int, Any]]:
        """All entries in time order, each with its own aggregate."""
        both = decode(self._call("entries"))
        return list(zip(both[::2], both[1::2]))

    def merge(self, other: Window) -> None:
        """Insert all entries of another window with the same aggregation."""
        if not isinstance(other, Window):
            raise TypeError(f"merge needs a finestra.Window, not {type(other).__name__}")
        other._refuse_fork()
        first, second = sorted((self, other), key=id)
        with first._lock, second._lock:
            there = other._open()
            if there._gateway_client is not self._open()._gateway_client:
                raise FinestraError(
                    "the window to merge was lost, because its JVM ended; make it again"
                )
            self._call("merge", there)

    def clear(self) -> None:
        """Remove everything."""
        self._call("clear")

    def snapshot(self) -> bytes:
        """The window as bytes, in the format that the engines use, too."""
        return bytes(self._call("snapshot"))

    def restore(self, snapshot: bytes) -> None:
        """Replace the content of the window by that of a snapshot."""
        self._call("restore", bytes(snapshot))

    @property
    def algorithm(self) -> str:
        """The algorithm's name."""
        return str(self._call("algorithm"))

    @property
    def aggregation(self) -> str:
        """The aggregation's name."""
        return str(self._call("aggregation"))

    @property
    def nbytes(self) -> int:
        """The approximate size of the window in the JVM, in bytes."""
        return int(self._call("bytes"))

    def close(self) -> None:
        """Release the window; every later call raises ``WindowClosedError``."""
        if self._process != os.getpid():
            self._window = None
            return
        with self._lock:
            window, self._window = self._window, None
            if window is not None:
                window._detach()

    def __enter__(self) -> Window:
        """The window itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the window."""
        self.close()

    def __repr__(self) -> str:
        """The names and the number of entries."""
        if self._window is None:
            return "finestra.Window, closed"
        if self._process != os.getpid():
            return "finestra.Window, of another process"
        return f"finestra.Window({self.algorithm!r}, {self.aggregation!r}), {len(self)} entries"

    def _call(self, method: str, *arguments: Any) -> Any:
        self._refuse_fork()
        with self._lock, translated():
            return getattr(self._open(), method)(*arguments)

    def _refuse_fork(self) -> None:
        # Checked before locking: another thread may have held the lock when the process was forked.
        if self._process != os.getpid():
            raise FinestraError(
                "the window belongs to the process that this one was forked from; make another one "
                "here and restore its snapshot"
            )

    def _open(self) -> Any:
        if self._window is None:
            raise WindowClosedError("the window is closed; make another one")
        return self._window
