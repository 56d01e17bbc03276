"""Wrong arguments are rejected before a job is built, with a message that says what fits."""

from datetime import timedelta

import pytest
from pyflink.common import Row, Time, Types
from pyflink.datastream import DataStream, OutputTag, StreamExecutionEnvironment
from pyflink.datastream.window import (
    CountSlidingWindowAssigner,
    DynamicEventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)

import finestra.flink
from finestra.flink import (
    CountWindow,
    Emit,
    FinestraKeyedStream,
    FinestraWindowedStream,
    LastWindow,
)

HOUR = SlidingEventTimeWindows.of(Time.hours(1), Time.seconds(1))


@pytest.fixture
def stream(environment: StreamExecutionEnvironment) -> DataStream:
    return environment.from_collection(
        [Row("ann", 1.0)],
        type_info=Types.ROW_NAMED(["user", "price"], [Types.STRING(), Types.DOUBLE()]),
    )


@pytest.fixture
def keyed(stream: DataStream) -> FinestraKeyedStream:
    return finestra.flink.keyed(stream, by="user")


@pytest.fixture
def windows(keyed: FinestraKeyedStream) -> FinestraWindowedStream:
    return keyed.window(HOUR)


def test_an_untyped_stream_is_refused_and_shown_types(
    environment: StreamExecutionEnvironment,
) -> None:
    untyped = environment.from_collection([("ann", 1.0)]).map(lambda row: row)
    with pytest.raises(ValueError, match=r"no types.*output_type=Types\.ROW_NAMED"):
        finestra.flink.keyed(untyped, by="user").window(HOUR).aggregate("count")


def test_an_untyped_key_function_is_refused_and_shown_types(stream: DataStream) -> None:
    with pytest.warns(UserWarning, match="Python worker"):
        keyed = finestra.flink.keyed(stream.key_by(lambda row: row[0]))
    with pytest.raises(ValueError, match=r"key_type=Types\.STRING\(\)"):
        keyed.window(HOUR).aggregate("count")


@pytest.mark.parametrize(
    ("aggregation", "on", "algorithm", "sentence"),
    [
        ("maxx", "price", "auto", "maxx.*max"),
        ("max", "prize", "auto", "no field 'prize'; the elements have 'user', 'price'"),
        ("max", None, "auto", "needs 1 column"),
        ("sum", "user", "auto", "sum"),
        ("max", "price", "b_fibonacci", "b_fibonacci"),
        ("max", "price", "b_fiba1", "b_fiba1"),
        ("max", "price", "two_stacks", "cannot accept times out of order.*b_fiba"),
        ({"user": ("max", "price")}, None, "auto", "Two fields of the result are named 'user'"),
        ({}, None, "auto", "1 to 32"),
        ({"top": "max"}, "price", "auto", "each of them names its own fields"),
    ],
)
def test_names_are_checked_before_a_job(
    windows: FinestraWindowedStream,
    aggregation: object,
    on: str | None,
    algorithm: str,
    sentence: str,
) -> None:
    with pytest.raises(ValueError, match=sentence):
        windows.algorithm(algorithm).aggregate(aggregation, on=on)  # type: ignore[arg-type]


def test_keys_are_checked(stream: DataStream) -> None:
    with pytest.raises(ValueError, match="no field 'usr'; the elements have 'user', 'price'"):
        finestra.flink.keyed(stream, by="usr").window(HOUR).aggregate("count")
    with pytest.raises(ValueError, match="by is missing"):
        finestra.flink.keyed(stream)
    with pytest.raises(TypeError, match="by='user'"):
        finestra.flink.keyed(stream, by=["user", 7])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="by='user'"):
        finestra.flink.keyed(stream, by=lambda row: row[0])  # type: ignore[arg-type]


def test_windows_are_checked(keyed: FinestraKeyedStream) -> None:
    with pytest.raises(ValueError, match="DynamicEventTimeSessionWindows is not supported"):
        keyed.window(DynamicEventTimeSessionWindows.with_dynamic_gap(None))
    with pytest.raises(ValueError, match=r"Use CountWindow\.of\(size, slide\)"):
        keyed.window(CountSlidingWindowAssigner.of(3, 2))

    class Shifts(TumblingEventTimeWindows):  # type: ignore[misc]
        """A window class of a user."""

    with pytest.raises(ValueError, match="Shifts extends TumblingEventTimeWindows"):
        keyed.window(Shifts(28_800_000, 0))
    with pytest.raises(TypeError, match="not a window; use SlidingEventTimeWindows"):
        keyed.window("1 hour")
    with pytest.raises(ValueError, match="The size of the window is 0; it must be from 1"):
        keyed.window(LastWindow.of(0)).aggregate("count")
    with pytest.raises(TypeError, match="the size of the window is '1 hour'"):
        LastWindow.of("1 hour")
    with pytest.raises(ValueError, match="are whole milliseconds"):
        LastWindow.of(timedelta(microseconds=1_900))


@pytest.mark.parametrize("emit", ["on_event", "ON_EVENT", "On_Event", Emit.ON_EVENT])
def test_emit_takes_any_case(windows: FinestraWindowedStream, emit: str) -> None:
    assert windows.emit(emit).options == {"emit": "on_event"}


def test_the_rate_belongs_to_one_emission(windows: FinestraWindowedStream) -> None:
    changes = windows.emit("changes", rate=5)
    assert changes.options == {"emit": "changes", "rate": 5}
    assert changes.emit("on_watermark").options == {"emit": "on_watermark"}


def test_options_are_checked(keyed: FinestraKeyedStream, windows: FinestraWindowedStream) -> None:
    with pytest.raises(ValueError, match="emit is 'often'; use one of on_watermark, on_event"):
        windows.emit("often")
    with pytest.raises(ValueError, match="The allowed lateness is -1"):
        windows.allowed_lateness(-1).aggregate("count")
    with pytest.raises(ValueError, match="no row is late in count"):
        keyed.window(CountWindow.of(3)).allowed_lateness(1).aggregate("count")
    by_the_clock = keyed.window(LastWindow.in_processing_time(9))
    with pytest.raises(ValueError, match=r"no row is late in last\(9,processing\)"):
        by_the_clock.allowed_lateness(1).aggregate("count")
    by_the_clock.emit("changes").aggregate("count")
    with pytest.raises(ValueError, match=r"OutputTag\('late', ds\.get_type\(\)\)"):
        windows.side_output_late_data(OutputTag("late", Types.STRING())).aggregate("count")
