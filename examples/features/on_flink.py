"""The features of the same declaration on Flink.

.venv/flink/bin/python examples/features/on_flink.py
"""

from pathlib import Path

from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment

import finestra
import finestra.flink

HERE = Path(__file__).parent


def main() -> None:
    """Print the features of each payment."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql(f"""
        CREATE TABLE payments (
            card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING,
            WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
        ) WITH ('connector' = 'filesystem', 'path' = '{(HERE / "payments.csv").as_uri()}',
                'format' = 'csv')
    """)
    # page: features
    cards = finestra.Features.read(HERE / "cards.yaml")
    features = cards.flink(tables.from_path("payments"))  # a Table with the same columns
    # page: end
    with features.execute().collect() as rows:
        for row in sorted(rows, key=lambda row: row[1]):
            print(*row)


if __name__ == "__main__":
    main()
