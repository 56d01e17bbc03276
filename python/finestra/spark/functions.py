"""The aggregate functions of a Finestra session as columns, in classic and in Connect.

Each calls the SQL function ``finestra_…``, which checks its arguments when the query is analyzed. A
value is a column or its name, or a list of them for an aggregation of several columns such as
``arg_max``. A size is a string such as ``"1 hour"``, a ``timedelta``, or an integer if the times
are integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union

from pyspark.sql import Column
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

from finestra.spark.sliding import Size, length

__all__ = ["agg", "last", "rolling", "slides"]

ColumnOrName = Union[Column, str]


def agg(aggregation: str, *values: ColumnOrName) -> Column:
    """Aggregate a group's values; ``agg("count")`` counts its rows.

    >>> df.groupBy("user").agg(agg("quantile(0.99)", "latency"))
    """
    return F.call_function("finestra_agg", F.lit(aggregation), *map(_column, values))


def last(
    aggregation: str,
    value: ColumnOrName | Sequence[ColumnOrName],
    time: ColumnOrName,
    size: Size,
    algorithm: str = "auto",
) -> Column:
    """Aggregate the values of the last ``size`` before a group's newest time."""
    return _timed("finestra_last", aggregation, value, time, [size], algorithm)


def rolling(
    aggregation: str,
    value: ColumnOrName | Sequence[ColumnOrName],
    time: ColumnOrName,
    size: Size,
    algorithm: str = "auto",
) -> Column:
    """Aggregate the last ``size`` up to each distinct time; a list of (time, value)."""
    return _timed("finestra_rolling", aggregation, value, time, [size], algorithm)


def slides(
    aggregation: str,
    value: ColumnOrName | Sequence[ColumnOrName],
    time: ColumnOrName,
    size: Size,
    slide: Size,
    algorithm: str = "auto",
    start: Size | None = None,
) -> Column:
    """Aggregate each window of ``size``, one every ``slide``; a list of (start, end, value).

    The windows are those of Spark's ``window(time, size, slide, start)`` that contain an event.
    """
    more = [] if start is None else [_size(start)]
    return _timed("finestra_slides", aggregation, value, time, [size, slide], algorithm, *more)


def _timed(
    function: str,
    aggregation: str,
    value: ColumnOrName | Sequence[ColumnOrName],
    time: ColumnOrName,
    sizes: Sequence[Size],
    algorithm: str,
    *more: Column,
) -> Column:
    row = value if isinstance(value, (Column, str)) else F.struct(*map(_column, value))
    given = [F.lit(aggregation), _column(row), _column(time), *map(_size, sizes)]
    return F.call_function(function, *given, F.lit(algorithm), *more)


def _column(column: ColumnOrName) -> Column:
    return F.col(column) if isinstance(column, str) else column


def _size(size: Size) -> Column:
    return F.lit(length(size))
