"""The features of a declaration on Spark: of each payment, and at the times of some labels.

.venv/spark/bin/python examples/features/on_spark.py
"""

from pathlib import Path

from pyspark.sql import SparkSession

import finestra
import finestra.spark

HERE = Path(__file__).parent

builder = SparkSession.builder.master("local[2]").config("spark.sql.session.timeZone", "UTC")
spark = finestra.spark.configure(builder).getOrCreate()
payments = spark.read.csv(
    str(HERE / "payments.csv"), "card STRING, ts TIMESTAMP, cents BIGINT, shop STRING"
)

# page: features
cards = finestra.Features.read(HERE / "cards.yaml")
features = cards.spark(payments)  # card, ts, n_1h, n_1d, spent_1h, spent_1d, shops_1h, shops_1d
# page: end
for row in features.orderBy("ts").collect():
    print(*row)

labels = spark.sql("SELECT 'ann' AS card, TIMESTAMP '2026-01-01 11:30:00' AS ts, true AS fraud")
# page: training
training = cards.spark(payments, at=labels, same_time="excluded")
# page: end
for row in training.collect():
    print("label:", *row)
spark.stop()
