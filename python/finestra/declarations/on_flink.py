"""Features on Flink: the windows of a keyed stream."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

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


def compute(declared: Features, rows: DataStream | Table) -> DataStream | Table:
    """The features of each row, window or session, as a stream or a table, as ``rows`` is."""
    if isinstance(rows, KeyedStream):
        raise ValueError("the stream is keyed already; pass the stream before key_by")
    if isinstance(rows, DataStream):
        return _of_stream(declared, rows)
    if not isinstance(rows, Table):
        raise TypeError(f"flink takes a DataStream or a Table, not {rows!r}")
    tables = rows._t_env
    if not isinstance(tables, StreamTableEnvironment):
        raise ValueError(
            "the table's environment cannot make streams of tables; create a StreamTableEnvironment"
        )
    with java_errors():
        stream = _of_stream(declared, tables.to_data_stream(rows))
    return _as_table(declared, tables, rows, stream)


def _of_stream(declared: Features, stream: DataStream) -> DataStream:
    jvm = get_gateway().jvm
    check_jar(jvm, "flink")
    with java_errors():
        result = jvm.dev.finestra.flink.internal.python.PythonStreams.features(
            stream._j_data_stream,
            list(declared.by),
            declared.time,
            _windows(declared),
            [[name, *parts] for name, parts in declared.aggregates.items()],
        )
    return DataStream(result)


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


def _as_table(
    declared: Features, tables: StreamTableEnvironment, rows: Table, stream: DataStream
) -> Table:
    """The last time of a result, which is its own, is an event-time attribute."""
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
