"""Plain Spark queries, run by Finestra: frames, and windows that overlap 60 times."""

from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

import finestra.spark

spark = finestra.spark.configure(SparkSession.builder.master("local[2]")).getOrCreate()

trades = spark.range(600).select(
    F.concat(F.lit("user "), F.col("id") % 2).alias("user"),
    F.timestamp_seconds(F.lit(1_800_000_000) + F.col("id") * 30).alias("ts"),
    (F.col("id") * 37 % 101).alias("price"),
)

# page: over
seconds = F.col("ts").cast("long")
last_hour = Window.partitionBy("user").orderBy(seconds).rangeBetween(-3600, Window.currentRow)
of_each_trade = trades.withColumn("top", F.max("price").over(last_hour))
# page: end
of_each_trade.orderBy(F.desc("ts")).show(5, truncate=False)
of_each_trade.explain()  # FinestraWindow

# page: slides
every_minute = trades.groupBy("user", F.window("ts", "1 hour", "1 minute")).agg(
    F.max("price").alias("top"), F.approx_count_distinct("price").alias("prices")
)
# page: end
every_minute.orderBy(F.desc("window"), "user").show(5, truncate=False)
every_minute.explain()  # FinestraSlide

spark.stop()
