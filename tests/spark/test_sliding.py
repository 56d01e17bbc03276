"""Sliding windows give the same results in classic sessions, Connect and streams."""

from collections.abc import Callable

import pytest
from tests.spark.local_connect import LOCAL_CONNECT
from tests.spark.versions import connect

Run = Callable[[str], str]

TRADES = """
import datetime as dt
import hashlib
import tempfile
import finestra.spark
from pyspark.sql import SparkSession, functions as F
from tests.spark.local_connect import free_port
builder = SparkSession.builder.{where}.config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.shuffle.partitions", "1")
builder = builder.config("spark.sql.session.timeZone", "America/New_York")
spark = finestra.spark.configure(builder).getOrCreate()
# Sixty hours, out of order; in the middle the zone's clocks go forward.
batch = spark.range(0, 60, 1, 2).select(
    (F.col("id") % 2).alias("k"),
    F.timestamp_seconds(F.lit(1772953200) + (F.col("id") * 37 % 60 - 30) * 3600).alias("ts"),
    (F.col("id") * 37 % 101).alias("price"),
    (F.col("id") / 7).alias("weight"),
)
"""

CASES = """
AGGREGATES = {
    "n": ("count", "price"),
    "rows": "count",
    "open": ("first", "price"),
    "which": ("arg_max", "price", "weight"),
}
USUAL = {"by": ["k"], "time": "ts", "aggregates": AGGREGATES}
CASES = {
    "rows": dict(size="1 day"),
    "sizes": dict(size={"a": dt.timedelta(hours=5), "b": "1 day"}),
    "slides": dict(size="10 hours", slide="5 hours"),
    "labelled": dict(size={"a": "10 hours"}, slide="5 hours"),
    "sessions": dict(session="3 hours"),
}
def windows(df, case):
    return finestra.spark.sliding(df, **{**USUAL, **case})
def show(rows):
    rows = sorted(map(str, rows))
    return len(rows), rows[0], hashlib.md5("".join(rows).encode()).hexdigest()
"""

BATCH = """
for name, case in CASES.items():
    print(name, *show(windows(batch, case).collect()))
"""

DAYS = """
days = batch.withColumn("day", F.to_date("ts")).withColumn("local", F.to_timestamp_ntz("ts"))
for time, size in {"day": "24 hours", "local": "90 minutes"}.items():
    sizes = {"a": dt.timedelta(days=2), "b": size}
    case = {"time": time, "size": sizes, "aggregates": {"n": ("count", "price")}}
    print(time, *show(windows(days, case).collect()))
"""

STREAM = """
files = tempfile.mkdtemp()
batch.withColumn("k", F.col("k")).repartition(2).write.mode("overwrite").parquet(files)
last = batch.limit(1).select(F.lit(9).cast("long").alias("k"),
    F.timestamp_seconds(F.lit(1900000000)).alias("ts"), "price", "weight")
last.write.mode("append").parquet(files)
stream = spark.readStream.schema(batch.schema).parquet(files)
stream = stream.withWatermark("ts", "2 hours")
for name in STREAMED:
    query = windows(stream, CASES[name]).writeStream.format("memory").queryName(name).start()
    query.processAllAvailable()
    query.stop()
    print(name, *show(spark.table(name).where("k < 9").collect()))
"""

REFUSED = """
def refusal(df, **options):
    try:
        usual = {"time": "ts", "aggregates": {"top": ("max", "price")}}
        finestra.spark.sliding(df, **{**usual, **options})
    except (ValueError, RuntimeError) as refused:
        return refused
print(refusal(batch))
print(refusal(batch, size="1 hour", aggregates={"top": "max"}))
print(refusal(batch, size="1 hour", aggregates={"top": ("maxx", "price")}))
print(refusal(batch.withColumn("t", F.lit(1)), time="t", size="1 hour", slide="1 minute"))
"""

#: On Spark 3.5, a JVM that exits by itself may hang in the destructors of RocksDB's library.
STOP = """
spark.stop()
spark.sparkContext._gateway.proc.kill()
"""


def test_classic_batches_and_streams_have_the_same_results(run: Run) -> None:
    streamed = "STREAMED = ['rows', 'slides', 'sessions']"
    program = TRADES.format(where='master("local[2]")') + CASES + BATCH + streamed + STREAM
    printed = run(program + STOP).splitlines()
    rows, _, slides, _, sessions = printed[:5]
    assert printed[5:] == [rows, slides, sessions]
    assert rows.startswith("rows 60 Row(k=0, ts=")


@connect
@pytest.mark.check
def test_connect_has_the_same_results_and_errors(run: Run) -> None:
    classic = run(TRADES.format(where='master("local[2]")') + CASES + BATCH + DAYS + "spark.stop()")
    printed = run(
        TRADES.format(where=LOCAL_CONNECT)
        + CASES
        + BATCH
        + DAYS
        + "STREAMED = list(CASES)"
        + STREAM
        + """
for wrong in (
    {"emit": "update"},
    {"late": "updat"},
    {"aggregates": {"k": ("max", "price")}},
    {"algorithm": "b_fibe4"},
    {"size": 0},
    {"size": dt.timedelta(0)},
    {"size": "1 month", "time": "local"},
    {"size": "36 hours", "time": "day"},
    {"size": "1 hour", "time": "price"},
):
    try:
        windows(days, {"size": "1 hour", **wrong})
    except ValueError as refused:
        print(refused)
spark.stop()
"""
    ).splitlines()
    assert printed[:7] == classic.splitlines()
    assert printed[7:-9] == printed[:5]
    rejected = printed[-9:]
    assert "it must be 'on_watermark' or 'updates'" in rejected[0]
    assert "it must be 'drop' or 'update'" in rejected[1]
    assert "the column 'k' twice" in rejected[2]
    assert "Unknown algorithm 'b_fibe4'" in rejected[3]
    assert "is no interval" in rejected[4]
    assert "it must be above zero" in rejected[5]
    assert "months differ in length" in rejected[6]
    assert "the times are dates: it must be whole days" in rejected[7]
    assert "the times are integers: it must be a whole number" in rejected[8]


def test_wrong_options_are_refused(run: Run) -> None:
    program = TRADES.format(where='master("local[1]")') + REFUSED + "spark.stop()"
    missing, text, name, time = run(program).splitlines()
    assert "The option size is missing" in missing
    assert "'max' needs 1 column" in text
    assert "Did you mean 'max'" in name
    assert "but the times are integers: it must be a whole number" in time
