"""The job that test_spark submits: readings from Kafka, results into files exactly once.

spark-submit spark_job.py broker topic folder size slide
"""

import sys

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

import finestra.spark

ROWS_EACH_BATCH = 10_000
# Each batch reads the one partition with both executors.
READERS = 2
DELAY = "500 milliseconds"

# Spark's watermark begins at 1970, so a row with that time would already be late.
START = 1_800_000_000_000
# The last line is not a reading: it moves the watermark past all readings.
END = START + 1_000_000_000

AGGREGATES = {"n": ("count", "value"), "sum": ("sum", "value"), "top": ("max", "value")}


def readings(spark: SparkSession, broker: str, topic: str) -> DataFrame:
    """The rows of the topic, with their watermark."""
    lines = (
        spark.readStream.format("kafka")
        .option("kafka.bootstrap.servers", broker)
        .option("subscribe", topic)
        .option("startingOffsets", "earliest")
        .option("maxOffsetsPerTrigger", ROWS_EACH_BATCH)
        .option("minPartitions", READERS)
        .load()
    )
    parts = F.split(F.col("value").cast("string"), ",")
    time = F.when(parts[0] == "", END).otherwise(START + parts[1].cast("long"))
    rows = lines.select(
        parts[0].alias("key"),
        F.timestamp_millis(time).alias("ts"),
        parts[2].cast("long").alias("value"),
    )
    return rows.withWatermark("ts", DELAY)


def main(broker: str, topic: str, folder: str, size: str, slide: str) -> None:
    """Runs both queries until it is killed."""
    spark = SparkSession.builder.getOrCreate()
    size, slide = f"{size} milliseconds", f"{slide} milliseconds"
    rows = readings(spark, broker, topic)
    slides = finestra.spark.sliding(
        rows, by="key", time="ts", size=size, slide=slide, aggregates=AGGREGATES
    )
    last = finestra.spark.sliding(rows, by="key", time="ts", size=size, aggregates=AGGREGATES)
    lines = {
        "slides": slides.select("key", _millis("window.start"), _millis("window.end"), *AGGREGATES),
        "last": last.select("key", _millis("ts"), *AGGREGATES),
    }
    for name, columns in lines.items():
        line = F.concat_ws(",", F.lit(name), *columns.columns)
        (
            columns.select(line.alias("value"))
            .writeStream.format("text")
            .queryName(name)
            .option("path", f"{folder}/{name}")
            .option("checkpointLocation", f"{folder}/checkpoint-{name}")
            .outputMode("append")
            .start()
        )
    spark.streams.awaitAnyTermination()


def _millis(time: str) -> Column:
    return (F.unix_millis(F.col(time)) - START).alias(time.replace("window.", ""))


if __name__ == "__main__":
    main(*sys.argv[1:])
