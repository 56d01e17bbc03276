"""For each payment, the sum of its card over the last hour and the last day, in one structure.

python examples/flink/hour_and_day.py
"""

from pyflink.common import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment

import finestra.flink
from finestra.flink import LastWindow


def main() -> None:
    """Payments of 1 every half hour, so that the sums are 3 for an hour and 49 for a day."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql("""
        CREATE TABLE payments (
            n BIGINT, card AS 'c1', amount AS CAST(1 AS BIGINT),
            ts AS TO_TIMESTAMP_LTZ(n * 1800000, 3), WATERMARK FOR ts AS ts
        ) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1',
                'fields.n.end' = '100')
    """)
    payments = tables.to_data_stream(tables.from_path("payments"))
    (
        finestra.flink.keyed(payments, by="card")
        .windows({"1h": LastWindow.of(Time.hours(1)), "1d": LastWindow.of(Time.days(1))})
        .aggregate({"paid": ("sum", "amount")})
        .print()
    )
    env.execute("the last hour and the last day")


if __name__ == "__main__":
    main()
