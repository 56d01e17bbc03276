"""The kinds of windows: Flink's own assigners as they are, and two of Finestra's.

Not supported: assigners of one's own, session windows with a gap by row or in processing time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

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

__all__ = ["CountWindow", "LastWindow", "Length", "milliseconds", "specification"]

Length: TypeAlias = int | timedelta | Time | Duration
"""A length of time; an integer is milliseconds."""


def milliseconds(length: Length, of: str) -> int:
    """A length of time in milliseconds; refuses what is none."""
    if isinstance(length, timedelta):
        if length % timedelta(milliseconds=1):
            raise ValueError(f"{of} is {length!r}; it is of whole milliseconds, as Flink's times")
        return length // timedelta(milliseconds=1)
    if isinstance(length, Time):
        return int(length.to_milliseconds())
    if isinstance(length, Duration):
        return int(length._j_duration.toMillis())
    if isinstance(length, int) and not isinstance(length, bool):
        return length
    raise TypeError(
        f"{of} is {length!r}; give milliseconds as an integer, a timedelta, or Flink's Time"
    )


@dataclass(frozen=True)
class LastWindow:
    """Per-event windows: each row is answered with its own last size, [t − size, t].

    Closed at both ends, as SQL's ``RANGE BETWEEN size PRECEDING AND CURRENT ROW``.
    """

    size: int

    @staticmethod
    def of(size: Length) -> "LastWindow":
        """Windows of this length, milliseconds where it is an integer."""
        return LastWindow(milliseconds(size, "the size of the window"))


@dataclass(frozen=True)
class CountWindow:
    """Count windows: after each ``slide`` rows of a key, its last ``size`` rows."""

    size: int
    slide: int

    @staticmethod
    def of(size: int, slide: int | None = None) -> "CountWindow":
        """Windows of so many rows; without a slide, one after the other."""
        return CountWindow(size, size if slide is None else slide)


def specification(window: object) -> dict[str, object]:
    """The kind and the numbers by which the JVM makes these windows anew; of each by its name."""
    own = type(window)
    if isinstance(window, WindowAssigner) and not own.__module__.startswith("pyflink."):
        flinks = own.__mro__[1].__name__
        raise ValueError(
            f"{own.__name__} extends {flinks}, and what it does otherwise would be left out; take "
            f"{flinks} itself"
        )
    match window:
        case Mapping():
            return {"windows": [[str(name), specification(each)] for name, each in window.items()]}
        case LastWindow():
            return {"kind": "last", "size": window.size}
        case CountWindow():
            return {"kind": "count", "size": window.size, "slide": window.slide}
        case CountTumblingWindowAssigner():
            return {"kind": "count", "size": window._window_size}
        case SlidingEventTimeWindows() | SlidingProcessingTimeWindows():
            spans = {"size": window._size, "slide": window._slide, "offset": window._offset}
            return {"kind": "sliding", **spans, "processing_time": not window.is_event_time()}
        case TumblingEventTimeWindows() | TumblingProcessingTimeWindows():
            spans = {"size": window._size, "offset": window._offset}
            return {"kind": "tumbling", **spans, "processing_time": not window.is_event_time()}
        case EventTimeSessionWindows():
            return {"kind": "session", "gap": window._session_gap}
    if isinstance(window, CountSlidingWindowAssigner):
        raise ValueError(
            "CountSlidingWindowAssigner answers full windows only, from the first row on; take "
            "CountWindow.of(size, slide), which answers after each slide rows the last size"
        )
    known = "SlidingEventTimeWindows, TumblingEventTimeWindows, their processing-time twins, "
    known += "EventTimeSessionWindows, LastWindow and CountWindow"
    if isinstance(window, WindowAssigner):
        raise ValueError(f"{type(window).__name__} is not known here; {known} are")
    raise TypeError(f"{window!r} is no window; {known} are")
