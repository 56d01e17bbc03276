"""The kinds of windows: Flink's own assigners, and two of Finestra's.

Not supported: custom assigners, sessions in processing time, sessions with a dynamic gap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Union

from pyflink.common import Duration, Time
from pyflink.datastream.window import (
    CountSlidingWindowAssigner,
    CountTumblingWindowAssigner,
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
    WindowAssigner,
)

Length = Union[int, timedelta, Time, Duration]
"""A length of time; an integer counts milliseconds."""


def milliseconds(length: Length, what: str) -> int:
    """A length of time in milliseconds.

    Args:
        length: to convert.
        what: the argument's name, for the error message.
    """
    if isinstance(length, timedelta):
        if length % timedelta(milliseconds=1):
            raise ValueError(
                f"{what} is {length!r}, but Flink's times are whole milliseconds; round it"
            )
        return length // timedelta(milliseconds=1)
    if isinstance(length, Time):
        return int(length.to_milliseconds())
    if isinstance(length, Duration):
        return int(length._j_duration.toMillis())
    if isinstance(length, int) and not isinstance(length, bool):
        return length
    raise TypeError(
        f"{what} is {length!r}; give milliseconds as an integer, a timedelta, or Flink's Time or "
        "Duration"
    )


@dataclass(frozen=True)
class LastWindow:
    """Per-event windows: the window of each row reaches back by ``size``, [t − size, t].

    Both ends are included, as in SQL's ``RANGE BETWEEN size PRECEDING AND CURRENT ROW``.
    """

    size: int
    is_processing_time: bool = False

    @staticmethod
    def of(size: Length) -> LastWindow:
        """Windows of this length; an integer counts milliseconds."""
        return LastWindow(milliseconds(size, "the size of the window"))

    @staticmethod
    def in_processing_time(size: Length) -> LastWindow:
        """Windows by the clock of the machine on which a row arrives."""
        return LastWindow(milliseconds(size, "the size of the window"), True)


@dataclass(frozen=True)
class CountWindow:
    """Count windows: after every ``slide`` rows of a key, its last ``size`` rows."""

    size: int
    slide: int

    @staticmethod
    def of(size: int, slide: int | None = None) -> CountWindow:
        """Windows of ``size`` rows; without a slide they do not overlap."""
        return CountWindow(size, size if slide is None else slide)


def specifications(windows: object) -> dict[str, object]:
    """Several windows by name, as maps and numbers for Java."""
    if not isinstance(windows, Mapping):
        raise TypeError(
            f"windows takes a mapping of names to windows, as {{'1h': LastWindow.of(…)}}, not "
            f"{windows!r}; for one window call window(…)"
        )
    return {"windows": [[str(name), specification(each)] for name, each in windows.items()]}


def specification(window: object) -> dict[str, object]:
    """One window as a map of its kind and its numbers, from which Java makes it again."""
    own = type(window)
    if isinstance(window, WindowAssigner) and not own.__module__.startswith("pyflink."):
        base = own.__mro__[1].__name__
        raise ValueError(
            f"{own.__name__} extends {base}; custom assigners are not supported, because Java "
            f"would not call what {own.__name__} overrides. Use {base} itself"
        )
    if isinstance(window, LastWindow):
        return {"kind": "last", "size": window.size, "processing_time": window.is_processing_time}
    if isinstance(window, CountWindow):
        return {"kind": "count", "size": window.size, "slide": window.slide}
    if isinstance(window, CountTumblingWindowAssigner):
        return {"kind": "count", "size": window._window_size}
    if isinstance(window, (SlidingEventTimeWindows, SlidingProcessingTimeWindows)):
        spans = {"size": window._size, "slide": window._slide, "offset": window._offset}
        return {"kind": "sliding", **spans, "processing_time": not window.is_event_time()}
    if isinstance(window, (TumblingEventTimeWindows, TumblingProcessingTimeWindows)):
        spans = {"size": window._size, "offset": window._offset}
        return {"kind": "tumbling", **spans, "processing_time": not window.is_event_time()}
    if isinstance(window, EventTimeSessionWindows):
        return {"kind": "session", "gap": window._session_gap}
    if isinstance(window, CountSlidingWindowAssigner):
        raise ValueError(
            "CountSlidingWindowAssigner is not supported: it emits full windows only. Use "
            "CountWindow.of(size, slide), which emits the last size rows after every slide rows"
        )
    if isinstance(window, Mapping):
        raise TypeError(f"window takes one window, not {window!r}; for several call windows(…)")
    known = "SlidingEventTimeWindows, TumblingEventTimeWindows, the same by processing time, "
    known += "EventTimeSessionWindows, LastWindow or CountWindow"
    if isinstance(window, WindowAssigner):
        raise ValueError(f"{type(window).__name__} is not supported; use {known}")
    raise TypeError(f"{window!r} is not a window; use {known}")
