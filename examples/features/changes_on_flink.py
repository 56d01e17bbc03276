"""The features of each card on Flink, with a result whenever they change.

.venv/flink/bin/python examples/features/changes_on_flink.py
"""

from pathlib import Path

from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment

import finestra
import finestra.flink

HERE = Path(__file__).parent

env = StreamExecutionEnvironment.get_execution_environment()
tables = StreamTableEnvironment.create(finestra.flink.configure(env))
tables.execute_sql(f"""
    CREATE TABLE payments (
        card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING,
        WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
    ) WITH ('connector' = 'filesystem', 'path' = '{(HERE / "payments.csv").as_uri()}',
            'format' = 'csv')
""")

# page: changes
cards = finestra.features(
    by="card",
    time="ts",
    windows={"1h": "1 hour"},
    aggregates={"n": "count", "spent": ("sum", "cents")},
    emit="changes",
    rate="1 minute",
)
features = cards.flink(tables.from_path("payments"))  # card, ts, n_1h, spent_1h
# page: end
with features.execute().collect() as rows:
    for row in sorted(rows, key=lambda row: row[1]):
        print(*row)
