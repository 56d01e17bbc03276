"""Sliding windows over a table, as another table: also on versions without `finestra_window`.

python examples/flink/table_windows.py
"""

from pyflink.common import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import SlidingEventTimeWindows
from pyflink.table import StreamTableEnvironment

import finestra.flink


def main() -> None:
    """A query in SQL, then windows of a minute, then another query."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql("""
        CREATE TABLE trades (
            n BIGINT, price DOUBLE,
            `user` AS SUBSTRING('annbobcyd' FROM CAST(MOD(n, 3) AS INT) * 3 + 1 FOR 3),
            ts AS TO_TIMESTAMP_LTZ(n * 100, 3), WATERMARK FOR ts AS ts
        ) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '0',
                'fields.n.end' = '999', 'fields.price.min' = '1', 'fields.price.max' = '100')
    """)
    # page: table
    trades = tables.sql_query("SELECT `user`, price, ts FROM trades WHERE price > 0")
    windows = (
        finestra.flink.keyed(tables.to_data_stream(trades), by="user")
        .window(SlidingEventTimeWindows.of(Time.minutes(1), Time.seconds(1)))
        .aggregate({"top": ("max", "price"), "n": "count"})
    )
    tables.create_temporary_view("windows", tables.from_data_stream(windows))
    tables.execute_sql("""
        SELECT `user`, TO_TIMESTAMP_LTZ(window_end, 3) AS window_end, n FROM windows WHERE n = 200
    """).print()
    # page: end


if __name__ == "__main__":
    main()
