"""A job on Flink that starts from a savepoint with history.

.venv/flink/bin/python examples/features/history_on_flink.py
"""

import tempfile
from pathlib import Path

from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment, Table

import finestra
import finestra.flink

HERE = Path(__file__).parent
UNTIL = "2026-01-01 11:00:00"


def payments(config: Configuration) -> Table:
    """The payments, in a new environment."""
    env = StreamExecutionEnvironment.get_execution_environment(config)
    tables = StreamTableEnvironment.create(finestra.flink.configure(env))
    tables.execute_sql(f"""
        CREATE TABLE payments (
            card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING,
            WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
        ) WITH ('connector' = 'filesystem', 'path' = '{(HERE / "payments.csv").as_uri()}',
                'format' = 'csv')
    """)
    return tables.from_path("payments")


def main() -> None:
    """Print the features of each payment from a time on."""
    cards = finestra.Features.read(HERE / "cards.yaml")
    history = payments(Configuration())
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder).as_uri()
        # page: savepoint
        savepoint = cards.flink_savepoint(history, until=UNTIL, uid="cards", directory=directory)
        # page: end
        # page: start
        config = Configuration()
        config.set_string("execution.state-recovery.path", savepoint)
        features = cards.flink(payments(config), until=UNTIL, uid="cards")
        # page: end
        with features.execute().collect() as rows:
            for row in sorted(rows, key=lambda row: row[1]):
                print(*row)


if __name__ == "__main__":
    main()
