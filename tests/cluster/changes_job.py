"""The job of test_changes: features with a result whenever they change, to Kafka and PostgreSQL.

flink run -py changes_job.py broker topic features database size rate jar…

The jars are those of the connectors.
"""

import sys

from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment
from tests.cluster.flink_job import READINGS

import finestra
import finestra.flink

COLUMNS = """
    `key` STRING, ts TIMESTAMP(3), n BIGINT, total BIGINT, top BIGINT,
    PRIMARY KEY (`key`) NOT ENFORCED"""

# The newest message of a key replaces the earlier ones.
TOPIC = """
CREATE TABLE to_topic ({columns}) WITH (
    'connector' = 'upsert-kafka', 'properties.bootstrap.servers' = '{broker}',
    'topic' = '{topic}', 'key.format' = 'csv', 'value.format' = 'csv'
)"""

# The server trusts every user, but the connector wants a password.
TABLE = """
CREATE TABLE to_table ({columns}) WITH (
    'connector' = 'jdbc', 'url' = '{database}', 'table-name' = 'features',
    'username' = 'finestra', 'password' = 'unused'
)"""


def main(
    broker: str, topic: str, features: str, database: str, size: str, rate: str, *jars: str
) -> None:
    """Submits the job."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    env.add_jars(*jars)
    tables = StreamTableEnvironment.create(env)
    tables.get_config().set("table.local-time-zone", "UTC")
    # Flink 2.3 otherwise rejects the inserts: it does not know that a key's results are in order.
    tables.get_config().set("table.exec.sink.upsert-materialize", "NONE")
    tables.execute_sql(READINGS.format(broker=broker, topic=topic))
    tables.execute_sql(TOPIC.format(columns=COLUMNS, broker=broker, topic=features))
    tables.execute_sql(TABLE.format(columns=COLUMNS, database=database))
    declared = finestra.features(
        by="key",
        time="ts",
        windows={"w": f"{size} milliseconds"},
        aggregates={"n": "count", "total": ("sum", "value"), "top": ("max", "value")},
        emit="changes",
        rate=f"{rate} milliseconds",
    )
    rows = tables.sql_query("SELECT * FROM readings WHERE `key` <> ''")
    tables.create_temporary_view("features", declared.flink(rows))
    insert = "SELECT `key`, CAST(ts AS TIMESTAMP(3)), n_w, total_w, top_w FROM features"
    both = tables.create_statement_set()
    both.add_insert_sql(f"INSERT INTO to_topic {insert}")
    both.add_insert_sql(f"INSERT INTO to_table {insert}")
    both.execute()


if __name__ == "__main__":
    main(*sys.argv[1:])
