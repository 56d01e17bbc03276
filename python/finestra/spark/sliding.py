"""Sliding windows over DataFrames, batch and streaming alike.

The JVM makes the windows, by ``dev.finestra.spark.FinestraSpark.sliding``. A classic session calls
it through py4j. A client of Spark Connect has no JVM: its query carries the options to the server
as the hint ``finestra_sliding``, which Finestra's analyzer rule there replaces by the windows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Union

from finestra.core.errors import java_errors
from finestra.core.handshake import check_jar

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Size = Union[str, int, timedelta]


def sliding(
    df: DataFrame,
    *,
    by: str | Sequence[str] = (),
    time: str,
    size: Size | Mapping[str, Size] | None = None,
    slide: Size | None = None,
    session: Size | None = None,
    aggregates: Mapping[str, str | Sequence[str]],
    algorithm: str = "auto",
    late: str = "drop",
    emit: str = "on_watermark",
    rate: Size | None = None,
    history: DataFrame | None = None,
    until: str | datetime | None = None,
) -> DataFrame:
    """Aggregate a batch or a stream over sliding windows.

    >>> sliding(trades, by="user", time="ts", size="1 hour",
    ...         aggregates={"n": "count", "top": ("max", "price")})

    The window depends on the options:

    - ``size`` alone: each row has its own window, ``[time - size, time]``, both ends included. The
      result has the input's columns and one column for each aggregate.
    - ``size`` and ``slide``: the windows of Spark's ``window``. The result has the columns of
      ``by``, the column ``window`` and the aggregates.
    - ``session``: a window ends where no row follows for that long. The result has the same
      columns as with a slide.

    Args:
        df: the rows. A stream needs a watermark on ``time``.
        by: the columns of the key; without any, all rows have one key.
        time: the column of the event time.
        size: the window's length, such as ``"1 hour"``. With several lengths, ``{"1h": "1 hour",
            "1d": "1 day"}``, the aggregate ``top`` has the columns ``top_1h`` and ``top_1d``.
        slide: the distance between two windows.
        session: the gap that ends a session.
        aggregates: for each column of the result ``"count"``, or the aggregation and the columns
            that it aggregates, ``("max", "price")``.
        algorithm: the algorithm of a stream's windows, by its name in the catalog.
        late: what happens to rows out of order if ``emit`` is ``"updates"``: ``"drop"``, or
            ``"update"``, which emits the results that such a row changes again.
        emit: ``"on_watermark"`` emits each result once, for output mode append. ``"updates"``
            emits results as they change, for output mode update. ``"changes"``, with ``size``
            alone, emits a key's newest result whenever it changes, also when rows leave its window,
            for output mode append. The result then has the columns of ``by``, the time of the
            change and the aggregates.
        rate: with ``"changes"``, the length of the intervals for which a key has at most one
            result, the newest.
        history: a batch with the rows before the time ``until``, with which a stream starts. Rows
            of the stream before that time are left out, and so are results.
        until: a time such as ``"2026-01-31 00:00:00"``; without a time zone, it is in the
            session's.

    Raises:
        ValueError: when an option is wrong; the message says what would fit.
        RuntimeError: when the session has no jar of Finestra, or one of another version.
    """
    options: dict[str, Any] = {
        "by": [by] if isinstance(by, str) else list(by),
        "time": time,
        "size": _sizes(size),
        "slide": length(slide),
        "session": length(session),
        "aggregates": [
            [name, parts] if isinstance(parts, str) else [name, *parts]
            for name, parts in aggregates.items()
        ],
        "algorithm": algorithm,
        "late": late,
        "emit": emit,
        "rate": length(rate),
        "until": until.isoformat(" ") if isinstance(until, datetime) else until,
    }
    if not hasattr(df, "_jdf"):
        if history is not None or until is not None:
            raise ValueError("history is not supported on Spark Connect; use a classic session")
        return _on_server(df, options)
    if history is not None and not hasattr(history, "_jdf"):
        raise TypeError(f"history is {history!r}; it must be a DataFrame")
    options["history"] = None if history is None else history._jdf
    spark = df.sparkSession
    check_jar(spark._jvm, "spark")
    with java_errors():
        answered = spark._jvm.dev.finestra.spark.FinestraSpark.sliding(df._jdf, options)
    return type(df)(answered, spark)


def _sizes(size: Size | Mapping[str, Size] | None) -> Any:
    if isinstance(size, Mapping):
        return [[label, length(each)] for label, each in size.items()]
    return length(size)


def length(size: Size | None) -> str | int | None:
    """A size as the JVM reads it."""
    if isinstance(size, timedelta):
        return f"{size // timedelta(microseconds=1)} microseconds"
    return size


def _on_server(df: DataFrame, options: dict[str, Any]) -> DataFrame:
    from pyspark.errors import IllegalArgumentException

    # A server without Finestra would ignore the hint, and only log a warning.
    if not df.sparkSession.catalog.functionExists("finestra_version"):
        raise RuntimeError(
            "the Spark Connect server runs without Finestra; start it with --jars and the path "
            "that finestra.jar('spark') returns, or call finestra.spark.configure before a local "
            "session starts"
        )
    # Spark 3.5 reads the text as a column's name, in which dots and backticks have a meaning.
    text = json.dumps(options).replace(".", "\\u002e").replace("`", "\\u0060")
    answered = df.hint("finestra_sliding", text)
    try:
        _ = answered.schema  # the server checks the options now, not when the query runs
    except IllegalArgumentException as rejected:
        message, _, _ = str(rejected).partition("\n\nJVM stacktrace:")
        raise ValueError(message) from None
    return answered
