"""The grid of ``finestra bench spark-matrix``.

With 10,000 keys the grid has every aggregate, frame and overlap (size / slide). With 1 and with
1,000,000 keys some of them are left out:

- Sums of ``BIGINT`` and ``DECIMAL``, first and last, count distinct, mode and the user's function
  differ from ``sum`` and from each other by their work per value, whatever the number of keys.
- ``ROWS 10`` and ``ROWS 100`` lie between the frames that stay.
- Spark computes overlap 1 whatever the number of keys; overlap 60 only gains more than 10 does, and
  with 1,000,000 keys 10 more than 2 does.
- The 18 features take Spark hours with one key. With 1,000,000 keys each frame has a row or two.
- A stream with 1,000,000 keys takes a minute for each run, so there is one.

``sliding`` on a batch and the functions stop at overlap 10, because beyond it they only gain more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

OVER = "OVER"
GROUP_BY = "groupBy"
BATCH = "sliding on a batch"
FUNCTION = "SQL function"
STREAM = "sliding on a stream"

MANY_KEYS = 10_000
OTHER_KEYS = (1, 1_000_000)

AGGREGATES = {
    "sum": ["sum(x) #"],
    "sum of BIGINT": ["sum(n) #"],
    "sum of DECIMAL": ["sum(d) #"],
    "max, avg, count": ["max(x) #", "avg(x) #", "count(x) #"],
    "first and last": ["first_value(x) #", "last_value(x) #"],
    "max of strings": ["max(s) #"],
    "count distinct": ["approx_count_distinct(n) #"],
    "percentile": ["percentile(x, 0.5) #"],
    "mode": ["mode(n) #"],
    "lists": ["size(collect_list(x) #)", "size(collect_set(n) #)"],
    "user's function": ["user_sum(x) #"],
}
"""SQL, with ``OVER (…)`` in place of ``#``, or nothing in place of `` #``."""
SOME_AGGREGATES = ("sum", "max, avg, count", "max of strings", "percentile", "lists")

FEATURES = "18 features"

FRAMES = ("ROWS 2", "ROWS 10", "ROWS 20", "ROWS 100", "RANGE 1 HOUR")
SOME_FRAMES = ("ROWS 2", "ROWS 20", "RANGE 1 HOUR")

OVERLAPS = (1, 2, 10, 60)
SOME_OVERLAPS = (2, 10)


@dataclass(frozen=True)
class Named:
    """An aggregate in the words of Finestra's catalogue, and in Spark's.

    Attributes:
        column: the column of the values.
        names: in the catalogue.
        grouped: Spark's calls in a ``groupBy``.
        over: Spark's calls in an ``OVER``, with a ``#`` in its place.
    """

    column: str
    names: tuple[str, ...]
    grouped: tuple[str, ...]
    over: tuple[str, ...]


def _named(column: str, names: tuple[str, ...], *calls: str) -> Named:
    return Named(column, names, calls, tuple(f"{call} #" for call in calls))


NAMED = {
    "sum": _named("x", ("sum",), "sum(x)"),
    "sum of BIGINT": _named("n", ("sum",), "sum(n)"),
    "max, avg, count": _named("x", ("max", "mean", "count"), "max(x)", "avg(x)", "count(x)"),
    # Spark rejects DISTINCT in OVER.
    "count distinct": Named(
        "n", ("count_distinct",), ("count(DISTINCT n)",), ("size(collect_set(n) #)",)
    ),
    "quantile": _named("x", ("quantile(0.5)",), "percentile_approx(x, 0.5)"),
}
SOME_NAMED = ("sum", "quantile")
STREAMED = ("sum", "max, avg, count")

ROW = "1 hour up to a row"
WINDOWS: tuple[str | int, ...] = (ROW, 1, 2, 10)
SOME_WINDOWS: tuple[str | int, ...] = (ROW, 10)
FUNCTIONS = ("agg", "last 1 hour", "rolling 1 hour", "slides 1", "slides 2", "slides 10")
SOME_FUNCTIONS = ("agg", "last 1 hour", "rolling 1 hour", "slides 10")

X_NAMES = {
    OVER: "frame",
    GROUP_BY: "size / slide",
    BATCH: "window, or size / slide",
    FUNCTION: "function",
    STREAM: "size / slide",
}


@dataclass(frozen=True)
class Cell:
    """Two queries with the same answer, one of them with Finestra.

    Attributes:
        way: how a user asks, a key of ``X_NAMES``.
        keys: the number of keys.
        aggregate: the row of the map.
        x: the frame, overlap or function, the column of the map.
        rows: the number of rows that both read.
    """

    way: str
    keys: int
    aggregate: str
    x: str | int
    rows: int

    @property
    def name(self) -> str:
        """For a line of output."""
        return f"{self.chart}, {self.aggregate}, {self.x}"

    @property
    def chart(self) -> str:
        """The table of the map that it stands in."""
        return f"{self.way}, {self.keys:,} {'key' if self.keys == 1 else 'keys'}"


def cells(most_rows: int) -> Iterator[Cell]:
    """All cells of the map, each with at most so many rows."""
    for way, keys, aggregate, x in _grid():
        yield Cell(way, keys, aggregate, x, min(most_rows, _rows(way, keys, aggregate, x)))


def _grid() -> Iterator[tuple[str, int, str, str | int]]:
    for keys in (MANY_KEYS, *OTHER_KEYS):
        complete = keys == MANY_KEYS
        for aggregate in AGGREGATES if complete else SOME_AGGREGATES:
            for frame in FRAMES if complete else SOME_FRAMES:
                yield OVER, keys, aggregate, frame
        if complete:
            yield OVER, keys, FEATURES, "1 h, 1 d, 7 d"
        for aggregate in AGGREGATES if complete else SOME_AGGREGATES:
            for overlap in _overlaps(keys, aggregate):
                yield GROUP_BY, keys, aggregate, overlap
        for aggregate in NAMED if complete else SOME_NAMED:
            for window in WINDOWS if complete else SOME_WINDOWS:
                yield BATCH, keys, aggregate, window
        for aggregate in NAMED if complete else SOME_NAMED:
            for function in FUNCTIONS if complete else SOME_FUNCTIONS:
                yield FUNCTION, keys, aggregate, function
        if keys > MANY_KEYS:
            yield STREAM, keys, "sum", 1
        else:
            for aggregate in STREAMED:
                for overlap in OVERLAPS if complete else (1, *SOME_OVERLAPS):
                    yield STREAM, keys, aggregate, overlap


def _overlaps(keys: int, aggregate: str) -> tuple[int, ...]:
    if keys == MANY_KEYS:
        return OVERLAPS
    return SOME_OVERLAPS if keys < MANY_KEYS or aggregate == "sum" else SOME_OVERLAPS[:1]


def _rows(way: str, keys: int, aggregate: str, x: str | int) -> int:
    """Some fifty rows for each of 10,000 keys; fewer where Spark copies each row 60 times."""
    if keys > MANY_KEYS or aggregate == FEATURES:
        return 1_000_000
    if x == 60:
        return 60_000 if way == STREAM else 100_000
    return 300_000 if way == STREAM else 500_000
