"""Windows on PyFlink's streams, compared with plain Python."""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from pyflink.common import Row, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    DataStream,
    OutputTag,
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
)
from pyflink.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from pyflink.table import StreamTableEnvironment
from tests.flink import oracle
from tests.flink.oracle import DELAY, Trade

import finestra.flink
from finestra.flink import CountWindow, LastWindow

Source = Callable[[], None]

SEVERAL = {"top": ("max", "price"), "sold": ("sum", "quantity"), "n": "count"}


def several(values: list[tuple[object, ...]]) -> tuple[object, ...]:
    """The results of ``SEVERAL``."""
    prices, quantities = zip(*values, strict=True)
    return max(prices), sum(quantities), len(values)


def rows(trades: list[Trade]) -> list[oracle.Row]:
    return [(t.user, t.time, (t.price, t.quantity)) for t in trades]


def collected(stream: DataStream) -> list[tuple[object, ...]]:
    with stream.execute_and_collect() as results:
        return [tuple(row) for row in results]


def stream(tables: StreamTableEnvironment, source: Source) -> DataStream:
    source()
    return tables.to_data_stream(
        tables.sql_query("SELECT `user`, price, quantity, millis, ts FROM trades")
    )


def named(tables: StreamTableEnvironment, trades: list[Trade]) -> DataStream:
    """Typed rows from a Python collection, without timestamps."""
    return environment_of(tables).from_collection(
        [Row(t.user, t.price, t.quantity) for t in trades],
        type_info=Types.ROW_NAMED(
            ["user", "price", "quantity"], [Types.STRING(), Types.DOUBLE(), Types.LONG()]
        ),
    )


def environment_of(tables: StreamTableEnvironment) -> StreamExecutionEnvironment:
    return StreamExecutionEnvironment(tables._j_tenv.execEnv())


@pytest.mark.parametrize("algorithm", ["auto", "b_fiba4", "nb_fiba8"])
def test_sliding_windows_with_late_rows_equal_plain_python(
    tables: StreamTableEnvironment,
    source: Source,
    trades: list[Trade],
    rng: random.Random,
    algorithm: str,
) -> None:
    slide = rng.choice([10, 70, 100])
    size = slide * rng.randint(1, 12) + rng.choice([0, 5])
    lateness = rng.choice([0, 150, 600])
    windows = (
        finestra.flink.keyed(stream(tables, source), by="user")
        .window(SlidingEventTimeWindows.of(Time.milliseconds(size), Time.milliseconds(slide)))
        .allowed_lateness(lateness)
        .algorithm(algorithm)
    )
    result = (windows.two_phase() if rng.random() < 0.5 else windows).aggregate(SEVERAL)
    assert result.get_type().get_field_names() == [
        "user",
        "window_start",
        "window_end",
        "top",
        "sold",
        "n",
    ]
    expected, _ = oracle.slides(rows(trades), size, slide, DELAY, lateness, several)
    assert Counter(collected(result)) == Counter(expected)


class Millis(TimestampAssigner):  # type: ignore[misc]
    """The time of a row is its last field."""

    def extract_timestamp(self, value: Row, record_timestamp: int) -> int:
        return int(value[3])


def test_a_batch_equals_plain_python(
    environment: StreamExecutionEnvironment, trades: list[Trade]
) -> None:
    environment.set_runtime_mode(RuntimeExecutionMode.BATCH)
    given = environment.from_collection(
        [Row(t.user, t.price, t.quantity, t.time) for t in trades],
        type_info=Types.ROW_NAMED(
            ["user", "price", "quantity", "millis"],
            [Types.STRING(), Types.DOUBLE(), Types.LONG(), Types.LONG()],
        ),
    ).assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Millis())
    )
    result = (
        finestra.flink.keyed(given, by="user")
        .window(SlidingEventTimeWindows.of(Time.milliseconds(500), Time.milliseconds(100)))
        .aggregate(SEVERAL)
    )
    in_order = sorted(rows(trades), key=lambda row: row[1])
    expected, _ = oracle.slides(in_order, 500, 100, DELAY, 0, several)
    assert Counter(collected(result)) == Counter(expected)


def test_late_rows_go_to_the_side_output(
    tables: StreamTableEnvironment, source: Source, trades: list[Trade]
) -> None:
    given = stream(tables, source).map(
        lambda row: Row(row[0], row[1], row[2]),
        output_type=Types.ROW_NAMED(
            ["user", "price", "quantity"], [Types.STRING(), Types.DOUBLE(), Types.LONG()]
        ),
    )
    tag = OutputTag("late", given.get_type())
    result = (
        finestra.flink.keyed(given, by="user")
        .window(TumblingEventTimeWindows.of(Time.milliseconds(100)))
        .side_output_late_data(tag)
        .aggregate("sum", on="quantity")
    )
    expected, late = oracle.slides(rows(trades), 100, 100, DELAY, 0, several)
    both = result.map(lambda row: str((row[0], *row[1:])), output_type=Types.STRING()).union(
        result.get_side_output(tag).map(
            lambda row: f"late {row[0]} {row[1]} {row[2]}", output_type=Types.STRING()
        )
    )
    with both.execute_and_collect() as found:
        assert Counter(found) == Counter(
            [str((key, start, end, sold)) for key, start, end, _, sold, _ in expected]
            + [f"late {key} {price} {quantity}" for key, _, (price, quantity) in late]
        )


def test_per_event_windows_equal_plain_python(
    tables: StreamTableEnvironment, source: Source, trades: list[Trade], rng: random.Random
) -> None:
    size = rng.choice([1, 50, 300, 2000])
    result = (
        finestra.flink.keyed(stream(tables, source), by="user")
        .window(LastWindow.of(Time.milliseconds(size)))
        .aggregate(SEVERAL)
    )
    assert result.get_type().get_field_names() == ["user", "time", "top", "sold", "n"]
    expected, _ = oracle.lasts(rows(trades), size, DELAY, several)
    assert Counter(collected(result)) == Counter(expected)


def test_a_key_of_two_fields(
    tables: StreamTableEnvironment, source: Source, trades: list[Trade]
) -> None:
    result = (
        finestra.flink.keyed(stream(tables, source), by=["user", "quantity"])
        .window(LastWindow.of(Time.milliseconds(300)))
        .aggregate(SEVERAL)
    )
    assert result.get_type().get_field_names()[:3] == ["user", "quantity", "time"]
    by_both = [(f"{t.user} {t.quantity}", t.time, (t.price, t.quantity)) for t in trades]
    expected, _ = oracle.lasts(by_both, 300, DELAY, several)
    got = ((f"{user} {quantity}", *rest) for user, quantity, *rest in collected(result))
    assert Counter(got) == Counter(expected)


def test_sessions_and_count_windows(
    tables: StreamTableEnvironment, source: Source, trades: list[Trade]
) -> None:
    given = finestra.flink.keyed(stream(tables, source), by="user")
    last = collected(given.window(CountWindow.of(3, 1)).aggregate("sum", on="quantity"))
    for user in {t.user for t in trades}:
        mine = [t.quantity for t in trades if t.user == user]
        assert [row[1] for row in last if row[0] == user] == [
            sum(mine[max(0, i - 2) : i + 1]) for i in range(len(mine))
        ]
    sessions = collected(
        given.window(EventTimeSessionWindows.with_gap(Time.milliseconds(1_000_000)))
        .allowed_lateness(10_000)
        .aggregate("count")
    )
    assert Counter({row[0]: row[3] for row in sessions}) == Counter(t.user for t in trades)


def test_several_windows_at_once(
    tables: StreamTableEnvironment, source: Source, trades: list[Trade]
) -> None:
    result = (
        finestra.flink.keyed(stream(tables, source), by="user")
        .windows({"short": LastWindow.of(150), "long": LastWindow.of(400)})
        .aggregate(SEVERAL)
    )
    names = ["top_short", "top_long", "sold_short", "sold_long", "n_short", "n_long"]
    assert result.get_type().get_field_names() == ["user", "time", *names]
    short, _ = oracle.lasts(rows(trades), 150, DELAY, several)
    long, _ = oracle.lasts(rows(trades), 400, DELAY, several)
    expected = Counter(
        (*a[:2], *(each for pair in zip(a[2:], b[2:], strict=True) for each in pair))
        for a, b in zip(short, long, strict=True)
    )
    assert Counter(collected(result)) == expected


def test_rows_and_a_key_function_from_python(
    tables: StreamTableEnvironment, trades: list[Trade]
) -> None:
    given = named(tables, trades)
    by_field = finestra.flink.keyed(given, by="user").window(CountWindow.of(2, 1))
    with pytest.warns(UserWarning, match="runs in a Python worker"):
        by_function = finestra.flink.keyed(
            given.key_by(lambda row: row[0], key_type=Types.STRING())
        ).window(CountWindow.of(2, 1))
    keyed_by_field = by_field.aggregate("max", on="price")
    keyed_by_function = by_function.aggregate("max", on="price")
    assert keyed_by_field.get_type().get_field_names() == ["user", "max"]
    assert keyed_by_function.get_type().get_field_names() == ["key", "max"]
    of_user: dict[str, list[float]] = defaultdict(list)
    expected: Counter[object] = Counter()
    for trade in trades:
        of_user[trade.user].append(trade.price)
        expected[trade.user, max(of_user[trade.user][-2:])] += 1
    assert Counter(collected(keyed_by_field)) == expected
    assert Counter(collected(keyed_by_function)) == expected


def test_a_table_keyed_by_a_python_function(
    tables: StreamTableEnvironment, source: Source, trades: list[Trade]
) -> None:
    with pytest.warns(UserWarning, match="runs in a Python worker"):
        keyed = finestra.flink.keyed(
            stream(tables, source).key_by(lambda row: row[0], key_type=Types.STRING())
        )
    counted = Counter(collected(keyed.window(CountWindow.of(1)).aggregate("max", on="price")))
    assert counted == Counter((trade.user, trade.price) for trade in trades)


def test_decimals_keep_their_digits(tables: StreamTableEnvironment) -> None:
    prices = (
        "VALUES (CAST('12345678901234567.89' AS DECIMAL(19, 2))), (CAST(0.11 AS DECIMAL(19, 2)))"
    )
    table = tables.sql_query(f"SELECT 'a' AS k, price FROM ({prices}) AS t(price)")
    results = collected(
        finestra.flink.keyed(tables.to_data_stream(table), by="k")
        .window(CountWindow.of(2, 2))
        .aggregate({"top": ("max", "price"), "all": ("sum", "price"), "mean": ("mean", "price")})
    )
    top, total = Decimal("12345678901234567.89"), Decimal("12345678901234568.00")
    assert results == [("a", top, total, Decimal("6172839450617284.000000"))]


def test_the_result_is_an_ordinary_stream(
    tables: StreamTableEnvironment, trades: list[Trade]
) -> None:
    result = (
        finestra.flink.keyed(named(tables, trades), by="user")
        .window(CountWindow.of(1))
        .aggregate("max", on="price")
        .map(lambda row: row["max"] * 2, output_type=Types.DOUBLE())
    )
    with result.execute_and_collect() as doubled:
        assert Counter(doubled) == Counter(t.price * 2 for t in trades)


def test_corrections_are_a_changelog(
    tables: StreamTableEnvironment, source: Source, trades: list[Trade]
) -> None:
    result = (
        finestra.flink.keyed(stream(tables, source), by="user")
        .window(SlidingEventTimeWindows.of(Time.milliseconds(300), Time.milliseconds(100)))
        .allowed_lateness(500)
        .emit("corrections")
        .aggregate(SEVERAL)
    )
    tables.create_temporary_view("corrected", tables.from_changelog_stream(result))
    left: Counter[tuple[object, ...]] = Counter()
    with tables.execute_sql("SELECT * FROM corrected").collect() as changes:
        for row in changes:
            sign = -1 if row.get_row_kind().name in ("UPDATE_BEFORE", "DELETE") else 1
            left[tuple(row)] += sign
    emitted, _ = oracle.slides(rows(trades), 300, 100, DELAY, 500, several)
    last = {row[:3]: row for row in emitted}
    assert +left == Counter(last.values())
    assert not -left


def test_windows_over_changes(tables: StreamTableEnvironment, tmp_path: Path) -> None:
    def order(number: int, price: float, millis: int) -> dict[str, object]:
        return {"user": "ann", "number": number, "price": price, "millis": millis}

    changes = [
        {"op": "c", "before": None, "after": order(1, 20.0, 1_000)},
        {"op": "c", "before": None, "after": order(2, 30.0, 1_500)},
        {"op": "u", "before": order(2, 30.0, 1_500), "after": order(2, 25.0, 1_500)},
        {"op": "c", "before": None, "after": order(3, 50.0, 2_500)},
        {"op": "d", "before": order(3, 50.0, 2_500), "after": None},
    ]
    file = tmp_path / "changes.json"
    file.write_text("\n".join(map(json.dumps, changes)), encoding="utf-8")
    tables.execute_sql(f"""
        CREATE TEMPORARY TABLE orders (
            `user` STRING, `number` INT, price DOUBLE, millis BIGINT,
            ts AS TO_TIMESTAMP_LTZ(millis, 3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
        ) WITH ('connector' = 'filesystem', 'path' = '{file.as_uri()}', 'format' = 'debezium-json')
    """)
    orders = tables.to_changelog_stream(tables.sql_query("SELECT * FROM orders"))
    windows = TumblingEventTimeWindows.of(Time.seconds(1))
    keyed = finestra.flink.keyed(orders, by="user").window(windows)
    result = keyed.accept_changes(fail_on_unknown_row=True).aggregate(
        {"top": ("max", "price"), "n": "count"}
    )
    assert collected(result) == [("ann", 1_000, 2_000, 25.0, 2)]
    with pytest.raises(ValueError, match="twoPhase"):
        keyed.accept_changes().two_phase().aggregate("count")
