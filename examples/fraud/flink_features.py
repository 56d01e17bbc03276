"""The same features on a stream on Flink, where late payments correct earlier results.

.venv/flink/bin/python flink_features.py payments.csv features.csv
"""

import csv
import sys
from pathlib import Path

from pyflink.common import RowKind, Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment

import finestra.flink
from finestra.flink import LastWindow

SIZES = {
    "1m": LastWindow.of(Time.minutes(1)),
    "1h": LastWindow.of(Time.hours(1)),
    "1d": LastWindow.of(Time.days(1)),
    "30d": LastWindow.of(Time.days(30)),
}


def main(payments: str, features: str) -> None:
    """Apply all corrections, then write the final features of each payment."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    env.set_parallelism(1)
    env.get_config().set_auto_watermark_interval(1)
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql(f"""
        CREATE TABLE payments (
            card STRING, ms BIGINT, cents BIGINT,
            ts AS TO_TIMESTAMP_LTZ(ms, 3), WATERMARK FOR ts AS ts
        ) WITH ('connector' = 'filesystem', 'path' = '{payments}', 'format' = 'csv')
    """)
    answers = (
        finestra.flink.keyed(tables.to_data_stream(tables.from_path("payments")), by="card")
        .windows(SIZES)
        .allowed_lateness(Time.days(1))
        .emit("corrections")
        .aggregate({"n": ("count", "cents"), "paid": ("sum", "cents")})
    )
    final: dict[tuple[str, int], list[object]] = {}
    with answers.execute_and_collect("fraud features") as changes:
        for change in changes:
            card, ms, *counted = change
            if change.get_row_kind() in (RowKind.INSERT, RowKind.UPDATE_AFTER):
                final[card, ms] = counted
    with Path(features).open("w", newline="", encoding="utf-8") as out:
        rows = sorted(final.items(), key=lambda row: row[0][1])
        csv.writer(out).writerows([card, ms, *counted] for (card, ms), counted in rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
