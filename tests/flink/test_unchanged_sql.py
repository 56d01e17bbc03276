"""Plain HOP and OVER run on Finestra's operators, with the results of Flink's own."""

from collections import Counter

import pytest
from pyflink.table import EnvironmentSettings, TableEnvironment
from tests.flink.versions import planned

import finestra.flink

EVENTS = """
    CREATE TABLE events (
      id BIGINT,
      k AS id % 3,
      v AS id * 7 % 11,
      ts AS TO_TIMESTAMP_LTZ(id * 10000, 3),
      WATERMARK FOR ts AS ts
    ) WITH (
      'connector' = 'datagen', 'number-of-rows' = '500',
      'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '500')
"""
HOP = """
    SELECT k, window_start, window_end, COUNT(*), SUM(v), MAX(v)
    FROM HOP(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '10' MINUTE)
    GROUP BY k, window_start, window_end
"""
OVER = """
    SELECT k, id, COUNT(*) OVER w, SUM(v) OVER w, MAX(v) OVER w FROM events
    WINDOW w AS (PARTITION BY k ORDER BY ts
                 RANGE BETWEEN INTERVAL '10' MINUTE PRECEDING AND CURRENT ROW)
"""


def environment() -> TableEnvironment:
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    tables.execute_sql(EVENTS)
    return tables


def results(tables: TableEnvironment, query: str) -> "Counter[str]":
    with tables.execute_sql(query).collect() as rows:
        return Counter(map(str, rows))


@planned
@pytest.mark.parametrize(
    ("query", "node"), [(HOP, "FinestraGlobalWindowAggregate"), (OVER, "FinestraOverAggregate")]
)
def test_one_line_takes_a_query_over(query: str, node: str) -> None:
    tables = environment()
    assert node not in tables.explain_sql(query)
    expected = results(tables, query)
    finestra.flink.configure(tables)
    assert node in tables.explain_sql(query)
    assert results(tables, query) == expected
    tables.get_config().set("finestra.sql.enabled", "false")
    assert node not in tables.explain_sql(query)


@planned
def test_the_module_takes_queries_over() -> None:
    tables = environment()
    finestra.flink.configure(tables)
    other = environment()
    assert "Finestra" not in other.explain_sql(OVER)
    other.execute_sql("LOAD MODULE finestra")
    assert "FinestraOverAggregate" in other.explain_sql(OVER)
