"""One step of ``checkpoints.py``: two streams continue on the Spark of this environment.

The streams read the files in ``FOLDER/in``, and keep their checkpoints and results in ``FOLDER``.
The last line of the output is JSON: the version of Spark, and all results so far.

python tests/lines/checkpoint_step.py FOLDER OPTIONS
"""

import json
import sys
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

import finestra.spark

#: The rows of a stream's results.
Results = list[list[int]]

SCHEMA = "k BIGINT, seconds BIGINT, v BIGINT"


def session() -> SparkSession:
    """A session that listens on loopback only."""
    builder = SparkSession.builder.master("local[1]")
    for key, value in {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
    }.items():
        builder.config(key, value)
    return finestra.spark.configure(builder).getOrCreate()


def results(spark: SparkSession, folder: Path, name: str, windows: dict[str, str]) -> Results:
    """Run a stream over the new files; returns all its results."""
    rows = spark.readStream.schema(SCHEMA).json(str(folder / "in"))
    rows = rows.withColumn("ts", F.timestamp_seconds("seconds")).withWatermark("ts", "1 minute")
    found: DataFrame = finestra.spark.sliding(
        rows,
        by="k",
        time="ts",
        aggregates={"n": "count", "top": ("max", "v"), "opened": ("first", "v")},
        **windows,
    )
    time = F.col("window.start" if "slide" in windows else "ts").cast("long").alias("time")
    query = (
        found.select("k", time, "n", "top", "opened")
        .writeStream.outputMode("append")
        .option("checkpointLocation", str(folder / name / "checkpoint"))
        .trigger(availableNow=True)
        .start(str(folder / name / "results"), format="parquet")
    )
    query.awaitTermination()
    return sorted(map(list, spark.read.parquet(str(folder / name / "results")).collect()))


if __name__ == "__main__":
    folder, options = sys.argv[1:]
    spark = session()
    found = {
        name: results(spark, Path(folder), name, windows)
        for name, windows in json.loads(options).items()
    }
    print(json.dumps({"version": spark.version, **found}))
    spark.stop()
