"""Features on Spark, by :func:`finestra.spark.sliding`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql import functions as sql

from finestra.declarations.lengths import as_text
from finestra.spark import sliding

if TYPE_CHECKING:
    from datetime import datetime

    from pyspark.sql import Column, DataFrame

    from finestra.declarations.features import Features

# Columns of the union of rows and labels.
_OWN = "__finestra_"
_TIME, _HAS_TIME, _IS_ROW = f"{_OWN}time", f"{_OWN}has_time", f"{_OWN}is_row"


def compute(
    declared: Features, df: DataFrame, history: DataFrame | None, until: str | datetime | None
) -> DataFrame:
    """The features of each row, window or session."""
    needed = tuple(dict.fromkeys((*declared.by, declared.time, *declared.input_columns)))
    if set(needed) <= set(df.columns):
        # A stream would keep the other columns in its state. Missing columns are left to sliding,
        # which names the nearest ones.
        df = df.select(*map(_column, needed))
    options: dict[str, Any] = {"size": _sizes(declared, 0)}
    if declared.session is not None:
        options = {"session": as_text(declared.session)}
    elif declared.slide is not None:
        options["slide"] = as_text(declared.slide)
    elif declared.emits_changes and df.isStreaming:
        options["emit"] = declared.emit
        options["rate"] = None if declared.rate is None else as_text(declared.rate)
    answered = sliding(
        df,
        by=declared.by,
        time=declared.time,
        aggregates=declared.aggregates,
        history=history,
        until=until,
        **options,
    )
    windows = {} if declared.is_per_row else {"window_start": "start", "window_end": "end"}
    return answered.select(
        *(
            sql.col(f"window.{windows[name]}").alias(name) if name in windows else _column(name)
            for name in declared.columns
        )
    )


def compute_at(
    declared: Features, rows: DataFrame, labels: DataFrame, same_time: str | None
) -> DataFrame:
    """The features as they were at the time of each label.

    The labels are added to the rows with null inputs, which aggregates skip; a plain ``count``
    becomes a count of ``_IS_ROW``. So each row is read once, however many labels there are. If
    rows at a label's time are excluded, its windows begin at the same time and end a microsecond
    earlier.
    """
    _check(declared, rows, labels, same_time)
    tick = 1 if same_time == "excluded" else 0
    keys = [f"{_OWN}key_{i}" for i in range(len(declared.by))]
    inputs = {name: f"{_OWN}input_{i}" for i, name in enumerate(declared.input_columns)}
    time = _column(declared.time)
    united = rows.select(
        *(_column(name).alias(key) for name, key in zip(declared.by, keys)),
        *(_column(name).alias(own) for name, own in inputs.items()),
        time.alias(_TIME),
        sql.lit(True).alias(_HAS_TIME),
        sql.lit(True).alias(_IS_ROW),
    ).unionByName(
        labels.select(
            "*",
            *(_column(name).alias(key) for name, key in zip(declared.by, keys)),
            # A label without a time has a key of its own, which no row has; any time will do.
            sql.coalesce(
                time - sql.expr(f"INTERVAL '0.00000{tick}' SECOND"),
                sql.lit("2000-01-01 00:00:00").cast(dict(labels.dtypes)[declared.time]),
            ).alias(_TIME),
            time.isNotNull().alias(_HAS_TIME),
        ),
        allowMissingColumns=True,
    )
    aggregates = {
        name: (what, _IS_ROW)
        if what.strip() == "count" and not columns
        else (what, *(inputs[column] for column in columns))
        for name, (what, *columns) in declared.aggregates.items()
    }
    answered = sliding(
        united,
        by=[*keys, _HAS_TIME],
        time=_TIME,
        size=_sizes(declared, tick),
        aggregates=aggregates,
    )
    return answered.where(sql.col(_IS_ROW).isNull()).select(
        *(_column(name) for name in (*labels.columns, *declared.feature_columns))
    )


def _check(declared: Features, rows: DataFrame, labels: DataFrame, same_time: str | None) -> None:
    if not declared.is_per_row:
        raise ValueError("at needs windows of each row; leave out slide and session")
    if same_time not in ("included", "excluded"):
        raise ValueError(
            f"same_time is {same_time!r}; with at it must be 'included', if a row at exactly the "
            "time of a label counts, or 'excluded'"
        )
    asked = (*declared.by, declared.time)
    for what, df, needed in (
        ("the labels", labels, asked),
        ("the rows", rows, (*asked, *declared.input_columns)),
    ):
        if df.isStreaming:
            raise ValueError(f"{what} are a stream; at needs batches")
        for name in needed:
            if name not in df.columns:
                have = ", ".join(df.columns)
                raise ValueError(f"{what} have no column '{name}'; they have {have}")
    for name in asked:
        kind, other = dict(rows.dtypes)[name], dict(labels.dtypes)[name]
        if kind != other:
            raise ValueError(
                f"'{name}' is {kind} in the rows and {other} in the labels; cast one of them"
            )
    kind = dict(rows.dtypes)[declared.time]
    if not kind.startswith("timestamp"):
        raise ValueError(f"the time '{declared.time}' is {kind}; at needs timestamps")
    for name, size in declared.windows.items():
        if same_time == "excluded" and size == 1:
            raise ValueError(
                f"the window '{name}' is too short to exclude rows of the same time; "
                "make it at least 2 microseconds, or use same_time='included'"
            )


def _sizes(declared: Features, less: int) -> dict[str, str]:
    return {name: as_text(size - less) for name, size in declared.windows.items()}


def _column(name: str) -> Column:
    return sql.col("`" + name.replace("`", "``") + "`")
