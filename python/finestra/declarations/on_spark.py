"""Features on Spark, by :func:`finestra.spark.sliding`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as sql

from finestra.declarations.lengths import text
from finestra.spark import sliding

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

    from finestra.declarations.features import Features

# Columns of the union of rows and questions.
_OWN = "__finestra_"
_TIME, _HAS_TIME, _IS_ROW = f"{_OWN}time", f"{_OWN}has_time", f"{_OWN}is_row"


def features(declared: Features, df: DataFrame) -> DataFrame:
    """The features of each row, window or session."""
    needed = tuple(dict.fromkeys((*declared.by, declared.time, *declared.inputs)))
    if set(needed) <= set(df.columns):
        # A stream would keep the other columns in its state.
        df = df.select(*map(_column, needed))
    options: dict[str, Any] = {"size": _sizes(declared, 0)}
    if declared.session is not None:
        options = {"session": text(declared.session)}
    elif declared.slide is not None:
        options["slide"] = text(declared.slide)
    answered = sliding(
        df, by=declared.by, time=declared.time, aggregates=declared.aggregates, **options
    )
    windows = {} if declared.is_per_row else {"window_start": "start", "window_end": "end"}
    return answered.select(
        *(
            sql.col(f"window.{windows[name]}").alias(name) if name in windows else _column(name)
            for name in declared.columns
        )
    )


def at(
    declared: Features, rows: DataFrame, questions: DataFrame, same_time: str | None
) -> DataFrame:
    """The features as they were at the time of each question.

    Questions join the rows as rows whose inputs are null, which no aggregate counts. So each row
    is read once, however many questions there are, and the result of a question is that of its own
    window. If rows at a question's time are excluded, the window begins at the same time and ends
    a microsecond earlier.
    """
    _check(declared, rows, questions, same_time)
    tick = 1 if same_time == "excluded" else 0
    keys = [f"{_OWN}key_{i}" for i in range(len(declared.by))]
    inputs = {name: f"{_OWN}input_{i}" for i, name in enumerate(declared.inputs)}
    time = _column(declared.time)
    united = rows.select(
        *(_column(name).alias(key) for name, key in zip(declared.by, keys)),
        *(_column(name).alias(own) for name, own in inputs.items()),
        time.alias(_TIME),
        sql.lit(True).alias(_HAS_TIME),
        sql.lit(True).alias(_IS_ROW),
    ).unionByName(
        questions.select(
            "*",
            *(_column(name).alias(key) for name, key in zip(declared.by, keys)),
            sql.coalesce(
                time - sql.expr(f"INTERVAL '0.00000{tick}' SECOND"),
                sql.lit("2000-01-01 00:00:00").cast(dict(questions.dtypes)[declared.time]),
            ).alias(_TIME),
            time.isNotNull().alias(_HAS_TIME),
        ),
        allowMissingColumns=True,
    )
    aggregates = {
        name: (what, _IS_ROW)
        if what.strip() == "count" and not columns
        # The inputs are nulls in a question, but "count" alone would count it.
        else (what, *(inputs[column] for column in columns))
        for name, (what, *columns) in declared.aggregates.items()
    }
    # A question without a time has a key of its own, which no row has.
    answered = sliding(
        united,
        by=[*keys, _HAS_TIME],
        time=_TIME,
        size=_sizes(declared, tick),
        aggregates=aggregates,
    )
    return answered.where(sql.col(_IS_ROW).isNull()).select(
        *(_column(name) for name in (*questions.columns, *declared.names))
    )


def _check(
    declared: Features, rows: DataFrame, questions: DataFrame, same_time: str | None
) -> None:
    if not declared.is_per_row:
        raise ValueError("at needs windows of each row; leave out slide and session")
    if same_time not in ("included", "excluded"):
        raise ValueError(
            f"same_time is {same_time!r}; with at it must be 'included', if a row at exactly the "
            "time of a question counts, or 'excluded'"
        )
    asked = (*declared.by, declared.time)
    for what, df, needed in (
        ("the questions", questions, asked),
        ("the rows", rows, (*asked, *declared.inputs)),
    ):
        if df.isStreaming:
            raise ValueError(f"{what} are a stream; at needs batches")
        for name in needed:
            if name not in df.columns:
                have = ", ".join(df.columns)
                raise ValueError(f"{what} have no column '{name}'; they have {have}")
    for name in asked:
        kind, other = dict(rows.dtypes)[name], dict(questions.dtypes)[name]
        if kind != other:
            raise ValueError(
                f"'{name}' is {kind} in the rows and {other} in the questions; cast one of them"
            )
    kind = dict(rows.dtypes)[declared.time]
    if not kind.startswith("timestamp"):
        raise ValueError(f"the time '{declared.time}' is {kind}; at needs timestamps")
    for label, size in declared.windows.items():
        if same_time == "excluded" and size == 1:
            raise ValueError(f"the window '{label}' is too short to exclude rows of the same time")


def _sizes(declared: Features, less: int) -> dict[str, str]:
    return {label: text(size - less) for label, size in declared.windows.items()}


def _column(name: str) -> Column:
    return sql.col("`" + name.replace("`", "``") + "`")
