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
_TIME, _IS_ROW = f"{_OWN}time", f"{_OWN}is_row"


def features(declared: Features, df: DataFrame) -> DataFrame:
    """The features of each row, window or session."""
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
    united = rows.select(
        *(_column(name).alias(key) for name, key in zip(declared.by, keys)),
        *(_column(name).alias(own) for name, own in inputs.items()),
        _column(declared.time).alias(_TIME),
        sql.lit(True).alias(_IS_ROW),
    ).unionByName(
        questions.select(
            "*",
            *(_column(name).alias(key) for name, key in zip(declared.by, keys)),
            (_asked(declared, questions) - sql.expr(f"INTERVAL '0.00000{tick}' SECOND")).alias(
                _TIME
            ),
        ),
        allowMissingColumns=True,
    )
    aggregates = {
        name: (what, *(inputs[column] for column in columns)) if columns else (what, _IS_ROW)
        for name, (what, *columns) in declared.aggregates.items()
    }
    answered = sliding(
        united, by=keys, time=_TIME, size=_sizes(declared, tick), aggregates=aggregates
    )
    return answered.where(sql.col(_IS_ROW).isNull()).select(
        *(_column(name) for name in (*questions.columns, *declared.names))
    )


def _asked(declared: Features, questions: DataFrame) -> Column:
    """The time of a question. One without a time is asked before all rows."""
    kind = dict(questions.dtypes)[declared.time]
    return sql.coalesce(_column(declared.time), sql.lit("0001-01-02 00:00:00").cast(kind))


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
        kind = dict(df.dtypes)[declared.time]
        if not kind.startswith("timestamp"):
            raise ValueError(f"the time '{declared.time}' of {what} is {kind}; at needs timestamps")


def _sizes(declared: Features, less: int) -> dict[str, str]:
    return {label: text(size - less) for label, size in declared.windows.items()}


def _column(name: str) -> Column:
    return sql.col("`" + name.replace("`", "``") + "`")
