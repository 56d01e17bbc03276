"""Features on Flink: the windows of a keyed stream."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from pyflink.common import Time
from pyflink.datastream import DataStream, KeyedStream
from pyflink.datastream.window import EventTimeSessionWindows, SlidingEventTimeWindows
from pyflink.java_gateway import get_gateway
from pyflink.table import Schema, StreamTableEnvironment, Table
from pyflink.table.expressions import col
from pyflink.table.types import LocalZonedTimestampType, TimestampType

from finestra.core.errors import java_errors
from finestra.core.handshake import check_jar
from finestra.flink.windows import LastWindow, milliseconds, specification, specifications

if TYPE_CHECKING:
    from finestra.declarations.features import Features

_OWN_TIME = "__finestra_{}"


def compute(
    declared: Features,
    rows: DataStream | Table,
    history: DataStream | Table | None,
    until: str | datetime | None,
    uid: str | None,
) -> DataStream | Table:
    """The features of each row, window or session, as a stream or a table, as ``rows`` is."""
    options = _emission(declared)
    if history is not None:
        _check_columns(declared, history)
        options["history"] = _stream(declared, history)._j_data_stream
    if until is not None:
        options["until"] = _millis(until)
    if uid is not None:
        options["uid"] = uid
    streams = _python_streams()
    if isinstance(rows, Table):
        _check_time(declared, rows)
    with java_errors():
        result = DataStream(
            streams.features(_stream(declared, rows)._j_data_stream, *_arguments(declared), options)
        )
    return _as_table(declared, rows, result) if isinstance(rows, Table) else result


def savepoint(
    declared: Features,
    history: DataStream | Table,
    until: str | datetime,
    uid: str,
    directory: str,
    savepoint_format: str,
) -> str:
    """Writes a savepoint with the state of a history; returns its path."""
    texts = (("uid", uid, "cards"), ("directory", directory, "file:///tmp/savepoints"))
    for what, text, example in texts:
        if not isinstance(text, str):
            raise TypeError(f"{what} is {text!r}; it must be a string, such as '{example}'")
    _check_columns(declared, history)
    streams = _python_streams()
    with java_errors():
        return str(
            streams.savepoint(
                _stream(declared, history)._j_data_stream,
                *_arguments(declared),
                {**_emission(declared), "until": _millis(until), "uid": uid},
                directory,
                savepoint_format,
            )
        )


def state(
    declared: Features,
    rows: DataStream | Table,
    uid: str,
    until: str | datetime | None,
    at: str | datetime | None,
) -> DataStream | Table:
    """The features in the state that the environment of ``rows`` starts from."""
    options = {**_emission(declared), "uid": uid}
    for name, time in (("until", until), ("at", at)):
        if time is not None:
            options[name] = _millis(time, name)
    streams = _python_streams()
    with java_errors():
        result = DataStream(
            streams.state(_stream(declared, rows)._j_data_stream, *_arguments(declared), options)
        )
    return _as_table(declared, rows, result) if isinstance(rows, Table) else result


def _check_columns(declared: Features, history: DataStream | Table) -> None:
    """Rejects a table without a column; for the rows of the job, the JVM does."""
    if isinstance(history, Table):
        names = history.get_schema().get_field_names()
        for name in _needed(declared):
            if name not in names:
                raise ValueError(f"the history has no column '{name}'; it has {', '.join(names)}")


def _needed(declared: Features) -> list[str]:
    return list(dict.fromkeys((*declared.by, declared.time, *declared.input_columns)))


def _stream(declared: Features, rows: DataStream | Table) -> DataStream:
    """The rows as a stream; of a table, only the columns that the features need."""
    if isinstance(rows, KeyedStream):
        raise ValueError("the stream is keyed already; pass the stream before key_by")
    if isinstance(rows, DataStream):
        return rows
    if not isinstance(rows, Table):
        raise TypeError(f"flink takes a DataStream or a Table, not {rows!r}")
    tables = rows._t_env
    if not isinstance(tables, StreamTableEnvironment):
        raise ValueError(
            "the table's environment cannot make streams of tables; create a StreamTableEnvironment"
        )
    needed = _needed(declared)
    with java_errors():
        # Without the selection, the JVM names the field that is missing.
        if set(needed) <= set(rows.get_schema().get_field_names()):
            rows = rows.select(*map(col, needed))
        return tables.to_data_stream(rows)


def _check_time(declared: Features, rows: Table) -> None:
    """Rejects a table whose records have the timestamp of another column."""
    for column in rows._j_table.getResolvedSchema().getColumns():
        if "*ROWTIME*" in str(column.getDataType()) and column.getName() != declared.time:
            raise ValueError(
                f"the event time of the table is '{column.getName()}', but the time of the "
                f"features is '{declared.time}'; declare that column's WATERMARK FOR, or pass a "
                "stream"
            )


def _python_streams() -> Any:
    jvm = get_gateway().jvm
    check_jar(jvm, "flink")
    return jvm.dev.finestra.flink.internal.python.PythonStreams


def _arguments(declared: Features) -> tuple[object, ...]:
    aggregates = [[name, *parts] for name, parts in declared.aggregates.items()]
    return list(declared.by), declared.time, _windows(declared), aggregates


def _emission(declared: Features) -> dict[str, object]:
    options: dict[str, object] = {}
    if declared.emits_changes:
        options["emit"] = declared.emit
    if declared.rate is not None:
        options["rate"] = milliseconds(timedelta(microseconds=declared.rate), "the rate")
    return options


def _millis(time: str | datetime, name: str = "until") -> int:
    """A time in milliseconds. One without a time zone is in UTC."""
    if isinstance(time, str):
        try:
            time = datetime.fromisoformat(re.sub("Z$", "+00:00", time))  # Z since Python 3.11
        except ValueError:
            raise ValueError(
                f"{name} is '{time}'; it must be a time such as '2026-01-31 00:00:00'"
            ) from None
    if not isinstance(time, datetime):
        raise TypeError(
            f"{name} is {time!r}; it must be a datetime, or a string such as '2026-01-31 00:00:00'"
        )
    if time.tzinfo is None:
        time = time.replace(tzinfo=timezone.utc)
    return (time - datetime.fromtimestamp(0, timezone.utc)) // timedelta(milliseconds=1)


def _windows(declared: Features) -> dict[str, object]:
    if declared.session is not None:
        gap = _flinks("the session", declared.session)
        return specification(EventTimeSessionWindows.with_gap(gap))
    windows: dict[str, object] = {}
    for label, micros in declared.windows.items():
        size = _flinks(f"the window '{label}'", micros)
        if declared.slide is None:
            windows[label] = LastWindow.of(size)
        else:
            slide = _flinks("the slide", declared.slide)
            windows[label] = SlidingEventTimeWindows.of(size, slide)
    return specifications(windows)


def _flinks(what: str, micros: int) -> Time:
    return Time.milliseconds(milliseconds(timedelta(microseconds=micros), what))


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _as_table(declared: Features, rows: Table, stream: DataStream) -> Table:
    """The last time of a result, which is its own, is an event-time attribute."""
    tables = rows._t_env
    times = rows.get_schema().get_field_data_type(declared.time)
    if isinstance(times, LocalZonedTimestampType):
        kind = "TIMESTAMP_LTZ(3)"
    elif isinstance(times, TimestampType):
        kind = "TIMESTAMP(3)"
    else:
        return tables.from_data_stream(stream)
    schema = Schema.new_builder()
    for name in declared.time_columns:
        schema.column_by_expression(_OWN_TIME.format(name), f"CAST({_quoted(name)} AS {kind})")
    schema.watermark(_OWN_TIME.format(declared.time_columns[-1]), "SOURCE_WATERMARK()")
    return tables.from_data_stream(stream, schema.build()).select(
        *(
            col(_OWN_TIME.format(name)).alias(name) if name in declared.time_columns else col(name)
            for name in declared.columns
        )
    )
