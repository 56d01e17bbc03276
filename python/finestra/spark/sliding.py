"""Sliding windows over DataFrames, batch and streaming alike.

In classic sessions all of it runs on the JVM, by ``dev.finestra.spark.Finestra.sliding``. In Spark
Connect, which reaches no JVM, a batch is written as plain SQL here; a stream is refused there.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

from pyspark.sql import functions as F  # noqa: N812 (its usual name)
from pyspark.sql.types import (
    ByteType,
    DateType,
    IntegerType,
    ShortType,
    TimestampNTZType,
    TimestampType,
)

from finestra.core.handshake import check_jar
from finestra.core.names import ORDERED, Aggregation, Algorithm

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["sliding"]

#: The algorithms whose windows are exact, those with an arity at any from 2 to 64.
_ALGORITHM = "|".join(
    re.sub(r"\d+$", r"([2-9]|[1-5]\\d|6[0-4])", name)
    for name in Algorithm
    if name not in (Algorithm.SUBWINDOW, Algorithm.SLICING, Algorithm.REORDER)
)

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
    _check(df, options, sizes)
    if slide is not None and len(sizes) > 1:
        raise ValueError(
            "several sizes with a slide need the JVM, which Spark Connect does not reach; ask for "
            "one size at a time and join the answers by their windows' ends"
        )
    time = _quoted(options["time"])
    df = df.where(F.col(time).isNotNull())
    if slide is None and session is None:
        over = [(label, *_frame(df, options["time"], s)) for label, s in sizes]
        return df.select(
            "*", *[_over(a, options["by"], *frame) for a in options["aggregates"] for frame in over]
        )
    label, size = sizes[0]
    in_order = session is not None
    calls = [
        F.expr(_call(a) if in_order or not _goes_by_order(a[1]) else _last(a, time, size)).alias(
            _column(a, label)
        )
        for a in options["aggregates"]
    ]
    window: Column = (
        F.session_window(time, session).alias("window")
        if session is not None
        else F.window(time, size, slide)
    )
    by = [_quoted(name) for name in options["by"]]
    names = [_quoted(_column(a, label)) for a in options["aggregates"]]
    return df.groupBy(*by, window).agg(*calls).select(*by, "window", *names)


def _check(df: "DataFrame", options: dict[str, Any], sizes: list[Any]) -> None:
    """What the JVM would refuse in a classic session, and SQL would not, or less clearly."""
    for name, known in (("emit", ("on_watermark", "updates")), ("late", ("drop", "update"))):
        if options[name] not in known:
            raise ValueError(f"{name} is '{options[name]}'; it is {known[0]!r} or {known[1]!r}")
    if not re.fullmatch(_ALGORITHM, str(options["algorithm"])):
        raise ValueError(
            f"there is no algorithm '{options['algorithm']}'; the names are those of "
            "finestra.Algorithm, as 'fiba'"
        )
    if options["late"] == "update" and options["emit"] != "updates":
        raise ValueError("late is 'update', which corrects what was emitted; use emit = 'updates'")
    if options["session"] is not None and options["emit"] == "updates":
        raise ValueError("a session is answered when it is over; use emit = 'on_watermark'")
    if not sizes or not options["aggregates"]:
        missing = "size" if not sizes else "aggregate"
        raise ValueError(f"there is no {missing}; name at least one")
    for name, _, *columns in options["aggregates"]:
        if not columns:
            raise ValueError(f'the aggregate \'{name}\' has no column; it is as ("max", "price")')
    is_per_row = options["slide"] is None and options["session"] is None
    taken = df.columns if is_per_row else [*options["by"], "window"]
    names = [*taken, *(_column(a, label) for a in options["aggregates"] for label, _ in sizes)]
    lower = [name.lower() for name in names]
    twice = sorted({name for name in names if lower.count(name.lower()) > 1})
    if twice:
        raise ValueError(
            f"there would be the column '{twice[0]}' twice; name the aggregate otherwise"
        )


def _frame(df: "DataFrame", time: str, size: str | int) -> tuple[str, str]:
    """What rows are ordered by, and how far before that their windows begin.

    A day has 24 hours, whatever the session's zone: Spark's intervals of days go by its clock.
    """
    kind = df.select(_quoted(time)).schema[0].dataType
    if not isinstance(size, str) or size.isdigit():
        _check_above_zero(size, int(size))
        narrow = isinstance(kind, (ByteType, ShortType, IntegerType))
        return f"CAST({_quoted(time)} AS BIGINT)" if narrow else _quoted(time), str(size)
    micros = _micros(df, size)
    if isinstance(kind, TimestampType):
        return f"unix_micros({_quoted(time)})", f"{micros}L"
    if isinstance(kind, TimestampNTZType):
        return _quoted(time), f"INTERVAL '{micros // 10**6}.{micros % 10**6:06}' SECOND"
    if isinstance(kind, DateType):
        days, rest = divmod(micros, 86_400 * 10**6)
        if rest:
            raise ValueError(
                f"the size is '{size}', but the times are dates: it must be whole days, as '7 days'"
            )
        return _quoted(time), str(days)
    raise ValueError(
        f"the size is '{size}', but the times are {kind.simpleString()}: it must be a whole number"
    )


def _micros(df: "DataFrame", size: str) -> int:
    if re.search(r"\b(month|year)", size, re.IGNORECASE):
        raise ValueError(
            f"the size is '{size}', but months differ in length; say it in days, as '30 days'"
        )
    interval = f"CAST(INTERVAL {_text(size)} AS INTERVAL DAY TO SECOND)"
    units = {"DAY": 86_400, "HOUR": 3_600, "MINUTE": 60, "SECOND": 1}
    parts = [f"extract({unit} FROM {interval}) * {n}L" for unit, n in units.items()]
    micros = df.sparkSession.sql(f"SELECT CAST(({' + '.join(parts)}) * 1000000 AS BIGINT)").first()
    assert micros is not None
    _check_above_zero(size, micros[0])
    return int(micros[0])


def _check_above_zero(size: str | int, length: int) -> None:
    if length <= 0:
        raise ValueError(f"the size is {size}; it must be above zero")


def _over(aggregate: list[str], by: list[str], label: str, order: str, length: str) -> "Column":
    partition = f"PARTITION BY {', '.join(map(_quoted, by))} " if by else ""
    return F.expr(
        f"{_call(aggregate)} OVER ({partition}ORDER BY {order} "
        f"RANGE BETWEEN {length} PRECEDING AND CURRENT ROW)"
    ).alias(_column(aggregate, label))


def _column(aggregate: list[str], label: str) -> str:
    return f"{aggregate[0]}_{label}" if label else aggregate[0]


def _goes_by_order(aggregation: str) -> bool:
    """Whether the order of values matters: of some names, and perhaps of those of one's own."""
    names = set(re.findall(r"\b[a-z_]\w*", aggregation))
    return bool(names & ORDERED or names - set(map(str, Aggregation)))


def _call(aggregate: list[str]) -> str:
    _, aggregation, *columns = aggregate
    return f"finestra_agg({_text(aggregation)}, {', '.join(map(_quoted, columns))})"


def _last(aggregate: list[str], time: str, size: str | int) -> str:
    """The same of rows that do not come in the order of their times."""
    _, aggregation, *columns = aggregate
    value = ", ".join(map(_quoted, columns))
    if len(columns) > 1:
        value = f"struct({value})"
    return f"finestra_last({_text(aggregation)}, {value}, {time}, {_text(str(size))})"


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
