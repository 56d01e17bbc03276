"""The newest features of each card in PostgreSQL, from a job that starts with history.

.venv/flink/bin/python examples/features/serve.py PAYMENTS SAVEPOINT UNTIL DATABASE JAR…

PAYMENTS is the URI of a CSV file; your job reads a topic instead. SAVEPOINT is what
``finestra features savepoint … --until UNTIL`` printed. DATABASE is a JDBC URL, and the jars are
those of Flink's JDBC connector and of PostgreSQL's driver. The database needs this table:

CREATE TABLE card_features (
    card TEXT PRIMARY KEY, ts TIMESTAMP(3), n_1h BIGINT, n_1d BIGINT,
    spent_1h BIGINT, spent_1d BIGINT, shops_1h BIGINT, shops_1d BIGINT
);
"""

import sys
from pathlib import Path

from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment

import finestra
import finestra.flink


def main(payments: str, savepoint: str, until: str, database: str, *jars: str) -> None:
    """Write the features of each payment from ``until`` on over those of the card before."""
    config = Configuration()
    config.set_string("execution.state-recovery.path", savepoint)
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment(config))
    env.add_jars(*(Path(jar).absolute().as_uri() for jar in jars))
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql(f"""
        CREATE TABLE payments (
            card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING,
            WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE
        ) WITH ('connector' = 'filesystem', 'path' = '{payments}', 'format' = 'csv')
    """)
    cards = finestra.Features.read(Path(__file__).with_name("cards.yaml"))
    # page: serve
    tables.execute_sql(f"""
        CREATE TABLE card_features (
            card STRING, ts TIMESTAMP(3), n_1h BIGINT, n_1d BIGINT,
            spent_1h BIGINT, spent_1d BIGINT, shops_1h BIGINT, shops_1d BIGINT,
            PRIMARY KEY (card) NOT ENFORCED
        ) WITH ('connector' = 'jdbc', 'url' = '{database}', 'table-name' = 'card_features')
    """)
    # A card's results are in the order of their times, so the last one may replace the others.
    tables.get_config().set("table.exec.sink.upsert-materialize", "NONE")
    features = cards.flink(tables.from_path("payments"), until=until, uid="features")
    features.execute_insert("card_features").wait()
    # page: end


if __name__ == "__main__":
    main(*sys.argv[1:])
