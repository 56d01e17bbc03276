"""Finestra in SQL and the Table API, compared with plain Python and Flink's functions."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import pytest
from pyflink.table import EnvironmentSettings, StreamTableEnvironment, TableEnvironment
from pyflink.table.expressions import call, col
from tests.flink import oracle
from tests.flink.oracle import DELAY, Trade
from tests.flink.versions import (
    FLINK,
    HAS_FUNCTION_ALONE,
    window_function,
    window_function_alone,
)

import finestra

Source = Callable[[], None]


@pytest.fixture
def sql(tables: StreamTableEnvironment, source: Source) -> StreamTableEnvironment:
    """The trades, and Finestra's functions."""
    source()
    tables.execute_sql("LOAD MODULE finestra")
    return tables


def rows(tables: TableEnvironment, query: str) -> list[tuple[object, ...]]:
    with tables.execute_sql(query).collect() as results:
        return [tuple(row) for row in results]


def several(values: list[tuple[object, ...]]) -> tuple[object, ...]:
    prices, quantities = zip(*values, strict=True)
    return max(prices), sum(quantities), len(values)


def values(trades: list[Trade]) -> list[oracle.Row]:
    return [(t.user, t.time, (t.price, t.quantity)) for t in trades]


AGGREGATIONS = "'max(price) AS top, sum(quantity) AS sold, count() AS n'"


def test_the_functions_are_there_after_load_module(sql: StreamTableEnvironment) -> None:
    functions = {row[0] for row in rows(sql, "SHOW FUNCTIONS")}
    assert {"finestra_agg", "finestra_group_agg"} <= functions
    assert ("finestra_window" in functions) == (FLINK >= (2, 1))


@pytest.mark.skipif(HAS_FUNCTION_ALONE or FLINK < (2, 1), reason="only Flink 2.1 and 2.2")
def test_the_window_function_fails_where_flink_loses_results(
    sql: StreamTableEnvironment,
) -> None:
    sql.get_config().set("finestra.sql.enabled", "false")
    with pytest.raises(Exception, match=r"without Finestra in the planner needs Flink 2\.3"):
        rows(
            sql,
            """SELECT * FROM finestra_window(input => TABLE trades PARTITION BY `user`,
               on_time => DESCRIPTOR(ts), aggregations => 'count()', size => INTERVAL '1' DAY)""",
        )


def test_a_function_brings_its_jar() -> None:
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    tables.execute_sql(
        f"""CREATE TEMPORARY FUNCTION geo AS 'dev.finestra.flink.table.FinestraGroupAgg'
            USING JAR '{finestra.jar("flink").absolute().as_uri()}'"""
    )
    query = "SELECT geo('product', x) FROM (VALUES (2), (3), (7)) AS t(x)"
    assert rows(tables, query)[-1] == (42,)


@window_function_alone
def test_the_window_function_brings_its_jar(tmp_path: Path) -> None:
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    file = tmp_path / "times.csv"
    file.write_text("0\n5\n12\n", encoding="utf-8")
    tables.execute_sql(f"""
        CREATE TABLE times (
            millis BIGINT, k AS 'k', ts AS TO_TIMESTAMP_LTZ(millis, 3), WATERMARK FOR ts AS ts
        ) WITH ('connector' = 'filesystem', 'path' = '{file.as_uri()}', 'format' = 'csv')
    """)
    tables.execute_sql(
        f"""CREATE TEMPORARY FUNCTION last_ten AS 'dev.finestra.flink.table.FinestraWindow'
            USING JAR '{finestra.jar("flink").absolute().as_uri()}'"""
    )
    query = """SELECT n FROM last_ten(input => TABLE times PARTITION BY k,
        on_time => DESCRIPTOR(ts), size => INTERVAL '0.01' SECOND, aggregations => 'count() AS n')
        """
    assert sorted(rows(tables, query)) == [(1,), (2,), (2,)]


@pytest.mark.parametrize("function", ["finestra_agg", "finestra_group_agg"])
def test_an_aggregate_in_flinks_own_windows_equals_flinks(
    sql: StreamTableEnvironment, function: str
) -> None:
    found = rows(
        sql,
        f"""SELECT {function}('max', price), MAX(price), {function}('sum', quantity), SUM(quantity),
            {function}('count'), COUNT(*), {function}('mean', price), AVG(price)
            FROM TABLE(
                HOP(TABLE trades, DESCRIPTOR(ts), INTERVAL '0.1' SECOND, INTERVAL '0.3' SECOND))
            GROUP BY `user`, window_start, window_end""",
    )
    assert found
    for row in found:
        assert row[0] == row[1]
        assert row[2] == row[3]
        assert row[4] == row[5]
        assert row[6] == pytest.approx(row[7])


def test_an_aggregate_without_inverse_in_flinks_over_equals_flinks(
    sql: StreamTableEnvironment,
) -> None:
    found = rows(
        sql,
        """SELECT finestra_agg('max', price) OVER w, MAX(price) OVER w,
               finestra_agg('sum', quantity) OVER w, SUM(quantity) OVER w
           FROM trades WINDOW w AS (PARTITION BY `user` ORDER BY ts
           RANGE BETWEEN INTERVAL '0.3' SECOND PRECEDING AND CURRENT ROW)""",
    )
    assert found
    assert [row[::2] for row in found] == [row[1::2] for row in found]


@window_function
def test_the_table_api_can_run_sql(sql: StreamTableEnvironment, trades: list[Trade]) -> None:
    table = sql.sql_query(
        f"""SELECT `user`, n FROM finestra_window(input => TABLE trades PARTITION BY `user`,
            on_time => DESCRIPTOR(ts), aggregations => {AGGREGATIONS}, size => INTERVAL '1' DAY)"""
    ).filter(col("user") == trades[0].user)
    with table.execute().collect() as results:
        assert {row[0] for row in results} == {trades[0].user}


def test_the_table_apis_own_aggregate_is_refused(sql: StreamTableEnvironment) -> None:
    table = sql.from_path("trades").group_by(col("user"))
    with pytest.raises(Exception, match="use sql_query"):
        table.select(call("finestra_group_agg", "max", col("price"))).execute()


@window_function
@pytest.mark.parametrize(
    ("algorithm", "backend"), [("auto", "hashmap"), ("nb_fiba4", "hashmap"), ("auto", "rocksdb")]
)
def test_the_window_function_slides_as_plain_python(
    sql: StreamTableEnvironment,
    trades: list[Trade],
    rng: random.Random,
    algorithm: str,
    backend: str,
) -> None:
    sql.get_config().set("state.backend.type", backend)
    slide = rng.choice([50, 100])
    size = slide * rng.randint(1, 9)
    lateness = rng.choice([0, 400])
    found = rows(
        sql,
        f"""SELECT `user`, CAST(window_start AS TIMESTAMP(3)), CAST(window_end AS TIMESTAMP(3)),
                top, sold, n
            FROM finestra_window(input => TABLE trades PARTITION BY `user`,
                on_time => DESCRIPTOR(ts), aggregations => {AGGREGATIONS},
                size => INTERVAL '{size / 1000}' SECOND, slide => INTERVAL '{slide / 1000}' SECOND,
                allowed_lateness => INTERVAL '{lateness / 1000}' SECOND,
                algorithm => '{algorithm}')""",
    )
    expected, _ = oracle.slides(values(trades), size, slide, DELAY, lateness, several)
    assert Counter((row[0], millis(row[1]), millis(row[2]), *row[3:]) for row in found) == Counter(
        expected
    )


def millis(time: object) -> int:
    """Milliseconds of a timestamp; PyFlink makes it from a float, so it may lack a microsecond."""
    assert isinstance(time, datetime)
    return round((time.replace(tzinfo=None) - datetime(1970, 1, 1)) / timedelta(milliseconds=1))


@window_function
def test_the_window_function_emits_a_result_for_each_row(
    sql: StreamTableEnvironment, trades: list[Trade]
) -> None:
    found = rows(
        sql,
        f"""SELECT `user`, CAST(event_time AS TIMESTAMP(3)), top, sold, n,
                CAST(rowtime AS TIMESTAMP(3))
            FROM finestra_window(input => TABLE trades PARTITION BY `user`,
                on_time => DESCRIPTOR(ts), aggregations => {AGGREGATIONS},
                size => INTERVAL '0.3' SECOND)""",
    )
    assert all(row[1] == row[5] for row in found)
    expected, _ = oracle.lasts(values(trades), 300, DELAY, several)
    assert Counter((row[0], millis(row[1]), *row[2:5]) for row in found) == Counter(expected)


@window_function
def test_results_can_be_windowed_again(sql: StreamTableEnvironment, trades: list[Trade]) -> None:
    found = rows(
        sql,
        f"""SELECT CAST(window_end AS TIMESTAMP(3)), SUM(n) FROM TUMBLE(DATA => (
                SELECT `user`, n, rowtime AS due
                FROM finestra_window(input => TABLE trades PARTITION BY `user`,
                    on_time => DESCRIPTOR(ts), aggregations => {AGGREGATIONS},
                    size => INTERVAL '0.1' SECOND, slide => INTERVAL '0.1' SECOND)
            ), TIMECOL => DESCRIPTOR(due), SIZE => INTERVAL '1' SECOND)
            GROUP BY window_start, window_end""",
    )
    slides, _ = oracle.slides(values(trades), 100, 100, DELAY, 0, several)
    expected: Counter[object] = Counter()
    for _, start, _, _, _, n in slides:
        expected[cast(int, start) // 1000 * 1000 + 1000] += cast(int, n)
    assert {millis(end): n for end, n in found} == expected


@window_function
@pytest.mark.parametrize(("time", "zone"), [("ts", "Asia/Kolkata"), ("plain", "UTC")])
def test_an_offset_makes_the_windows_those_of_hop(
    sql: StreamTableEnvironment, tmp_path: Path, time: str, zone: str
) -> None:
    sql.get_config().set("table.local-time-zone", zone)
    file = tmp_path / "times.csv"
    file.write_text("\n".join(str(m * 600_000) for m in range(0, 300, 7)), encoding="utf-8")
    sql.execute_sql(f"""
        CREATE TABLE times (
            millis BIGINT, k AS 'k', ts AS TO_TIMESTAMP_LTZ(millis, 3),
            plain AS TO_TIMESTAMP(FROM_UNIXTIME(millis / 1000)),
            WATERMARK FOR {time} AS {time}
        ) WITH ('connector' = 'filesystem', 'path' = '{file.as_uri()}', 'format' = 'csv')
    """)
    hop = rows(
        sql,
        f"""SELECT window_start, window_end, COUNT(*) FROM HOP(TABLE times,
            DESCRIPTOR({time}), INTERVAL '1' HOUR, INTERVAL '2' HOUR)
            GROUP BY window_start, window_end""",
    )
    offset = "30" if time == "ts" else "0"  # Kolkata is five and a half hours ahead
    ours = rows(
        sql,
        f"""SELECT CAST(window_start AS TIMESTAMP(3)), CAST(window_end AS TIMESTAMP(3)), n
            FROM finestra_window(input => TABLE times PARTITION BY k,
            on_time => DESCRIPTOR({time}), aggregations => 'count(*) AS n',
            size => INTERVAL '2' HOUR, slide => INTERVAL '1' HOUR,
            start_offset => INTERVAL '{offset}' MINUTE)""",
    )
    assert sorted(ours) == sorted(hop)


def test_aggregations_with_parameters_in_parameters(sql: StreamTableEnvironment) -> None:
    found = rows(
        sql,
        """SELECT finestra_agg('tuple(top_k(2),collect_distinct)', x),
                  finestra_group_agg('tuple(top_k(2),collect_distinct)', x)
           FROM (VALUES (2), (7), (2)) AS t(x)""",
    )
    assert found[-1] == ([[7, 2], [2, 7]],) * 2


@window_function
def test_windows_with_parameters_in_parameters(sql: StreamTableEnvironment) -> None:
    found = rows(
        sql,
        """SELECT pair, mid, top FROM finestra_window(input => TABLE trades PARTITION BY `user`,
               on_time => DESCRIPTOR(ts), size => INTERVAL '1' DAY,
               aggregations => 'tuple(quantile(0.5),max)(price) AS pair,
                   quantile(0.5)(price) AS mid, max(price) AS top')""",
    )
    assert found
    assert all(row[0] == [row[1], row[2]] for row in found)


@pytest.mark.parametrize("function", ["finestra_agg", "finestra_group_agg"])
def test_groups_of_nulls_have_the_results_of_sql(
    sql: StreamTableEnvironment, function: str
) -> None:
    names = ("count", "count_distinct", "sum", "max", "collect")
    calls = ", ".join(f"{function}('{name}', x)" for name in names)
    query = f"SELECT {calls} FROM (VALUES (1, CAST(NULL AS BIGINT))) AS t(k, x) GROUP BY k"
    assert rows(sql, query) == [(0, 0, None, None, [])]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("SELECT finestra_agg('maxx', price) FROM trades", "maxx"),
        ("SELECT finestra_agg('max') FROM trades", "needs 1 column"),
        ("SELECT finestra_agg(`user`, price) FROM trades", "must be a literal"),
        ("SELECT finestra_agg('sum', `user`) FROM trades", "sum"),
    ],
)
def test_aggregates_that_do_not_fit_are_refused(
    sql: StreamTableEnvironment, query: str, sentence: str
) -> None:
    with pytest.raises(Exception, match=sentence):
        rows(sql, query)


@window_function
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("aggregations => 'maxx(price)', size => INTERVAL '1' SECOND", "maxx"),
        ("aggregations => 'max(prize)', size => INTERVAL '1' SECOND", "no field 'prize'"),
        ("aggregations => 'price', size => INTERVAL '1' SECOND", "'price' is not an aggregation"),
        ("aggregations => 'count()', size => INTERVAL '0' SECOND", "size of the window"),
        ("aggregations => 'count()', size => INTERVAL '1' SECOND, emit => 'often'", "on_event"),
        ("aggregations => 'count()', size => INTERVAL '1' SECOND, emit => 'corrections'", "change"),
        (
            "aggregations => 'count()', size => INTERVAL '1' SECOND, emit => 'changes'",
            "not support",
        ),
        (
            "aggregations => 'count()', size => INTERVAL '1' SECOND, algorithm => 'daba'",
            "out of order",
        ),
        ("aggregations => 'count() AS rowtime', size => INTERVAL '1' SECOND", "named 'rowtime'"),
        ("aggregations => 'count() AS user', size => INTERVAL '1' SECOND", "named 'user'"),
        (
            "aggregations => 'count()', size => INTERVAL '1' DAY, start_offset => INTERVAL '1' DAY",
            "without a slide",
        ),
    ],
)
def test_windows_that_do_not_fit_are_refused(
    sql: StreamTableEnvironment, arguments: str, sentence: str
) -> None:
    with pytest.raises(Exception, match=sentence):
        rows(
            sql,
            "SELECT * FROM finestra_window(input => TABLE trades PARTITION BY `user`, "
            f"on_time => DESCRIPTOR(ts), {arguments})",
        )


def test_a_changelog_is_refused(sql: StreamTableEnvironment) -> None:
    with pytest.raises(Exception, match="oldest rows only"):
        rows(
            sql,
            """SELECT finestra_agg('max', n)
               FROM (SELECT `user`, COUNT(*) AS n FROM trades GROUP BY `user`)""",
        )
