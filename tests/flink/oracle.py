"""The expected results of windows, in plain Python."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

DELAY = 100
"""How far the watermark is behind the youngest row, in milliseconds."""


@dataclass(frozen=True)
class Trade:
    """A row, in order of arrival."""

    user: str
    price: float
    quantity: int
    time: int


Row: TypeAlias = tuple[str, int, tuple[object, ...]]
"""A key, a time and the values of a row."""

Result: TypeAlias = tuple[object, ...]
Answer: TypeAlias = Callable[[list[tuple[object, ...]]], tuple[object, ...]]

END = 1 << 61


def slides(
    rows: Iterable[Row], size: int, slide: int, delay: int, lateness: int, answer: Answer
) -> tuple[list[Result], list[Row]]:
    """The results of sliding windows in the order of emission, and the rows that were too late."""
    windows: dict[tuple[str, int], list[tuple[object, ...]]] = defaultdict(list)
    results: list[Result] = []
    late: list[Row] = []
    watermark = -END

    def emit(key: str, start: int) -> None:
        results.append((key, start, start + size, *answer(windows[key, start])))

    def advance(to: int) -> None:
        nonlocal watermark
        if to > watermark:
            due = [(k, s) for k, s in windows if watermark < s + size - 1 <= to]
            for key, start in sorted(due, key=lambda each: each[1]):
                emit(key, start)
            watermark = to

    for key, time, values in rows:
        starts = [s for s in range(time - time % slide, time - size, -slide) if s > time - size]
        alive = [s for s in starts if s + size - 1 + lateness > watermark]
        if not alive and time + lateness <= watermark:
            late.append((key, time, values))
        for start in alive:
            windows[key, start].append(values)
            if start + size - 1 <= watermark:
                emit(key, start)
        advance(time - delay)
    advance(END)
    return results, late


def lasts(
    rows: Iterable[Row], size: int, delay: int, answer: Answer
) -> tuple[list[Result], list[Row]]:
    """The result over the last ``size`` for each row that is not late, once it is due."""
    taken: dict[str, list[tuple[int, tuple[object, ...]]]] = defaultdict(list)
    late: list[Row] = []
    watermark = -END
    for key, time, values in rows:
        if time <= watermark:
            late.append((key, time, values))
        else:
            taken[key].append((time, values))
        watermark = max(watermark, time - delay)
    results = [
        (key, time, *answer([v for t, v in mine if time - size <= t <= time]))
        for key, mine in taken.items()
        for time, _ in mine
    ]
    return results, late
