"""Every second, the highest price of the last minute for each user; rows stay in the JVM.

python examples/flink/sliding.py
"""

from pyflink.common import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import SlidingEventTimeWindows
from pyflink.table import StreamTableEnvironment

import finestra.flink


def main() -> None:
    """Trades come from a generator of Flink, so that no row passes through Python."""
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
    trades = tables.to_data_stream(tables.from_path("trades"))
    # page: keyed
    (
        finestra.flink.keyed(trades, by="user")
        .window(SlidingEventTimeWindows.of(Time.minutes(1), Time.seconds(1)))
        .algorithm("b_fiba4")
        .aggregate({"top": ("max", "price"), "n": "count"})
        .print()
    )
    # page: end
    env.execute("the highest price of the last minute")


if __name__ == "__main__":
    main()
