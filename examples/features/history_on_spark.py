"""A stream on Spark that starts with history.

.venv/spark/bin/python examples/features/history_on_spark.py
"""

from pathlib import Path

from pyspark.sql import SparkSession

import finestra
import finestra.spark

HERE = Path(__file__).parent
COLUMNS = "card STRING, ts TIMESTAMP, cents BIGINT, shop STRING"

builder = SparkSession.builder.master("local[2]").config("spark.sql.session.timeZone", "UTC")
spark = finestra.spark.configure(builder).getOrCreate()
payments = spark.read.csv(str(HERE / "payments.csv"), COLUMNS)
files = spark.readStream.schema(COLUMNS).option("pathGlobFilter", "payments.csv")
stream = files.csv(str(HERE)).withWatermark("ts", "1 minute")

cards = finestra.Features.read(HERE / "cards.yaml")
# page: history
features = cards.spark(stream, history=payments, until="2026-01-01 11:00:00")
# page: end
query = features.writeStream.format("memory").queryName("features").trigger(availableNow=True)
query.start().awaitTermination()
for row in spark.table("features").orderBy("ts").collect():
    print(*row)
spark.stop()
