"""Sliding windows over DataFrames, batch and streaming alike.

In classic sessions all of it runs on the JVM, by ``dev.finestra.spark.Finestra.sliding``. In Spark
Connect, which reaches no JVM, a batch is written as plain SQL here; a stream is refused there.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from pyspark.sql import functions as F  # noqa: N812 (its usual name)

from finestra.core.handshake import check_jar

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["sliding"]

Size: TypeAlias = str | int | timedelta


def sliding(
    df: "DataFrame",
    *,
    by: str | Sequence[str] = (),
    time: str,
    size: Size | Mapping[str, Size] | None = None,
    slide: Size | None = None,
    session: Size | None = None,
    aggregates: Mapping[str, Sequence[str]],
    algorithm: str = "fiba",
    late: str = "drop",
    emit: str = "on_watermark",
) -> "DataFrame":
    """The aggregates of sliding windows, of a batch or of a stream.

    >>> sliding(trades, by="user", time="ts", size="1 hour", aggregates={"top": ("max", "price")})

    Without a slide each row gets the aggregates of its own last ``size``, both ends included: the
    input's columns and one more for each aggregate. With a slide they are those of the windows of
    Spark's ``window``: the columns of ``by``, the ``window``, the aggregates. With a session the
    windows end where a gap of that length begins.

    Args:
        df: with a watermark on ``time`` when it is a stream.
        by: the columns of a key, none for one key of all rows.
        time: the column of the event time.
        size: such as ``"1 hour"``; of several, ``{"1h": "1 hour", "1d": "1 day"}``, there are
            columns ``top_1h`` and ``top_1d``.
        slide: how far the windows are apart; without it each row has its own.
        session: the gap that ends a session, instead of a size and a slide.
        aggregates: by the names of their columns, each an aggregation of the catalog and the
            columns that it takes.
        algorithm: by its name in the catalog; of a stream's windows.
        late: what becomes of rows that are out of order, where results are emitted as they change:
            ``"drop"``, or ``"update"``, which emits the results that they change again.
        emit: ``"on_watermark"``, each result once, for output mode append; or ``"updates"``, as
            they change, for output mode update.

    Raises:
        ValueError: when an option is wrong, with what would fit.
        RuntimeError: when it is a stream of Spark Connect; and where the session has no jar of
            Finestra, or one of another version.
    """
    options: dict[str, Any] = {
        "by": [by] if isinstance(by, str) else list(by),
        "time": time,
        "size": _sizes(size),
        "slide": _length(slide),
        "session": _length(session),
        "aggregates": [[name, *_parts(name, parts)] for name, parts in aggregates.items()],
        "algorithm": algorithm,
        "late": late,
        "emit": emit,
    }
    if not hasattr(df, "_jdf"):
        return _connect(df, options)
    from pyspark.errors import IllegalArgumentException
    from pyspark.sql.classic.dataframe import DataFrame as Classic

    spark = df.sparkSession
    check_jar(spark._jvm, "spark")
    try:
        answered = spark._jvm.dev.finestra.spark.Finestra.sliding(df._jdf, options)
    except IllegalArgumentException as refused:
        raise ValueError(str(refused)) from None
    return Classic(answered, spark)


def _parts(name: str, parts: Sequence[str]) -> list[str]:
    if isinstance(parts, str):
        raise ValueError(
            f"the aggregate '{name}' is '{parts}'; it is an aggregation and the columns that it "
            'takes, as ("max", "price")'
        )
    return list(parts)


def _sizes(size: Size | Mapping[str, Size] | None) -> Any:
    if isinstance(size, Mapping):
        return [[label, _length(each)] for label, each in size.items()]
    return _length(size)


def _length(size: Size | None) -> str | int | None:
    if isinstance(size, timedelta):
        return f"{size // timedelta(microseconds=1)} microseconds"
    return size


def _connect(df: "DataFrame", options: dict[str, Any]) -> "DataFrame":
    """A batch in the words of SQL; the server checks the names in them."""
    if df.isStreaming:
        raise RuntimeError(
            "windows on streams need the JVM, which Spark Connect does not reach; run this query "
            "in a classic session, or from Scala or Java where the server is"
        )
    size, slide, session = options["size"], options["slide"], options["session"]
    if (size is None) == (session is None) or (slide is not None and session is not None):
        raise ValueError("give a size, with a slide or without, or a session, and nothing else")
    sizes = [["", size]] if not isinstance(size, list) else size
    if slide is not None and len(sizes) > 1:
        raise ValueError(
            "several sizes with a slide need the JVM, which Spark Connect does not reach; ask for "
            "one size at a time and join the answers by their windows' ends"
        )
    time = _quoted(options["time"])
    df = df.where(F.col(time).isNotNull())
    if slide is None and session is None:
        return df.select(
            "*", *[_over(a, options, label, s) for a in options["aggregates"] for label, s in sizes]
        )
    calls = [F.expr(_call(a)).alias(a[0]) for a in options["aggregates"]]
    window: Column = (
        F.session_window(time, session).alias("window")
        if session is not None
        else F.window(time, sizes[0][1], slide)
    )
    by = [_quoted(name) for name in options["by"]]
    names = [_quoted(a[0]) for a in options["aggregates"]]
    return df.groupBy(*by, window).agg(*calls).select(*by, "window", *names)


def _over(aggregate: list[str], options: dict[str, Any], label: str, size: str | int) -> "Column":
    length = f"INTERVAL {_text(size)}" if isinstance(size, str) else str(size)
    by = ", ".join(map(_quoted, options["by"]))
    return F.expr(
        f"{_call(aggregate)} OVER ({f'PARTITION BY {by} ' if by else ''}"
        f"ORDER BY {_quoted(options['time'])} RANGE BETWEEN {length} PRECEDING AND CURRENT ROW)"
    ).alias(f"{aggregate[0]}_{label}" if label else aggregate[0])


def _call(aggregate: list[str]) -> str:
    _, aggregation, *columns = aggregate
    return f"finestra_agg({_text(aggregation)}, {', '.join(map(_quoted, columns))})"


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
