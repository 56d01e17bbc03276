"""The job that test_flink submits with ``flink run -py``: from Kafka through windows to Kafka.

flink run -py flink_job.py broker topic results size slide jar…

The jars are those of the connector for Kafka. No Python runs on the cluster, because SQL converts
the rows.
"""

import sys

from pyflink.common import Time
from pyflink.datastream import DataStream, StreamExecutionEnvironment
from pyflink.datastream.window import SlidingEventTimeWindows
from pyflink.table import StreamTableEnvironment

import finestra.flink
from finestra.flink import LastWindow, keyed

# The row contains the watermark, see readings.py; the last line is not a reading.
READINGS = """
CREATE TABLE readings (
    `key` STRING, `time` BIGINT, `value` BIGINT, passed BIGINT,
    ts AS TO_TIMESTAMP_LTZ(`time`, 3),
    WATERMARK FOR ts AS TO_TIMESTAMP_LTZ(passed, 3)
) WITH (
    'connector' = 'kafka', 'properties.bootstrap.servers' = '{broker}', 'topic' = '{topic}',
    'scan.startup.mode' = 'earliest-offset', 'scan.parallelism' = '1',
    'scan.watermark.emit.strategy' = 'on-event', 'format' = 'csv'
)"""

# The broker's longest timeout for a transaction, longer than any fault lasts.
RESULTS = """
CREATE TABLE results (line STRING) WITH (
    'connector' = 'kafka', 'properties.bootstrap.servers' = '{broker}', 'topic' = '{results}',
    'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'finestra',
    'properties.transaction.timeout.ms' = '900000', 'format' = 'raw'
)"""

AGGREGATES = {"n": "count", "total": ("sum", "value"), "top": ("max", "value")}


def main(broker: str, topic: str, results: str, size: str, slide: str, *jars: str) -> None:
    """Submits the job."""
    env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
    env.add_jars(*jars)
    tables = StreamTableEnvironment.create(env)
    tables.execute_sql(READINGS.format(broker=broker, topic=topic))
    tables.execute_sql(RESULTS.format(broker=broker, results=results))
    rows = tables.to_data_stream(tables.sql_query("SELECT * FROM readings WHERE `key` <> ''"))
    length = Time.milliseconds(int(size))
    windows = {
        "slides": SlidingEventTimeWindows.of(length, Time.milliseconds(int(slide))),
        "last": LastWindow.of(length),
    }
    all_of_them = tables.create_statement_set()
    for name, window in windows.items():
        answers = keyed(rows, by="key").window(window).aggregate(AGGREGATES)
        all_of_them.add_insert_sql(_insert(tables, name, answers))
    all_of_them.execute()


def _insert(tables: StreamTableEnvironment, name: str, answers: DataStream) -> str:
    """A statement that writes each result as a line that begins with the name."""
    table = tables.from_data_stream(answers)
    tables.create_temporary_view(name, table)
    fields = table.get_schema().get_field_names()
    texts = ", ".join(f"CAST(`{each}` AS STRING)" for each in fields)
    return f"INSERT INTO results SELECT CONCAT_WS(',', '{name}', {texts}) FROM `{name}`"


if __name__ == "__main__":
    main(*sys.argv[1:])
