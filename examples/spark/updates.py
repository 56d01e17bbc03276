"""Results of a stream as they change, with a late trade that corrects some; and sessions."""

import os
import tempfile
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

import finestra.spark

spark = finestra.spark.configure(SparkSession.builder.master("local[2]")).getOrCreate()
spark.conf.set("spark.sql.shuffle.partitions", "2")

files = Path(tempfile.mkdtemp())


def arrive(number: int, *trades: str) -> None:
    """Write a file, which is a micro-batch; Spark reads files in the order of their times."""
    file = files / f"{number}.csv"
    file.write_text("".join(f"{trade}\n" for trade in trades))
    os.utime(file, (number, number))


arrive(1, "user 0,2026-01-01 10:00:00,5", "user 0,2026-01-01 10:30:00,7")
# The trade at 10:20 comes late.
arrive(2, "user 0,2026-01-01 10:20:00,9", "user 0,2026-01-01 10:40:00,1")
arrive(3, "user 1,2026-01-01 10:10:00,3", "user 1,2026-01-01 10:20:00,4")
trades = (
    spark.readStream.schema("user STRING, ts TIMESTAMP, price INT")
    .option("maxFilesPerTrigger", 1)
    .csv(str(files))
    .withWatermark("ts", "1 hour")
)

# page: updates
as_they_change = finestra.spark.sliding(
    trades,
    by="user",
    time="ts",
    size="1 hour",
    aggregates={"top": ("max", "price")},
    emit="updates",
    late="update",
)
# page: end
# page: sessions
visits = finestra.spark.sliding(
    trades,
    by="user",
    time="ts",
    session="15 minutes",
    aggregates={"trades": ("count", "price"), "top": ("max", "price")},
)
# page: end


def run(windows: DataFrame, mode: str) -> None:
    """Show the results of each micro-batch."""

    def show(rows: DataFrame, batch: int) -> None:
        if not rows.isEmpty():
            rows.orderBy("user", rows.columns[1]).show(truncate=False)

    query = (
        windows.writeStream.outputMode(mode)
        .option("checkpointLocation", tempfile.mkdtemp())
        .foreachBatch(show)
        .start()
    )
    query.processAllAvailable()
    query.stop()


# The second batch has the late trade's result, and again that of 10:30, which it raises.
run(as_they_change, "update")

# A trade a day later moves the watermark past all sessions before it.
arrive(4, "user 2,2026-01-02 12:00:00,1")
run(visits, "append")

spark.stop()
