"""The features of past payments, for training: a batch on Spark.

.venv/spark/bin/python spark_features.py payments.csv features.csv
"""

import csv
import sys
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

import finestra.spark

SIZES = {"1m": "1 minute", "1h": "1 hour", "1d": "1 day", "30d": "30 days"}


def main(payments: str, features: str) -> None:
    """Write the number and sum of a card's payments in the minute, …, 30 days up to each one."""
    spark = finestra.spark.configure(SparkSession.builder.master("local[2]")).getOrCreate()
    rows = spark.read.csv(payments, "card STRING, ms BIGINT, cents BIGINT")
    answers = finestra.spark.sliding(
        rows.withColumn("ts", F.timestamp_millis("ms")),
        by="card",
        time="ts",
        size=SIZES,
        aggregates={"n": ("count", "cents"), "paid": ("sum", "cents")},
    )
    columns = ["card", "ms", *(f"{name}_{size}" for name in ("n", "paid") for size in SIZES)]
    with Path(features).open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(answers.select(columns).orderBy("ms").collect())
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
