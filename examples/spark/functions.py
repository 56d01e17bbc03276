"""A user's highest prices, by Finestra's functions and by a function under your own name."""

from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

import finestra.spark
from finestra.spark.functions import agg, last, rolling, slides

spark = finestra.spark.configure(SparkSession.builder.master("local[2]")).getOrCreate()

trades = spark.range(600).select(
    F.concat(F.lit("user "), F.col("id") % 2).alias("user"),
    F.timestamp_seconds(F.lit(1_800_000_000) + F.col("id") * 30).alias("ts"),
    (F.col("id") * 37 % 101).alias("price"),
)
trades.createOrReplaceTempView("trades")

trades.groupBy("user").agg(
    agg("quantile(0.9)", "price").alias("p90"),
    last("max", "price", "ts", "1 hour").alias("top of the last hour"),
).orderBy("user").show(truncate=False)

each_trade = trades.groupBy("user").agg(rolling("max", "price", "ts", "1 hour").alias("tops"))
each_trade.selectExpr("user", "inline(tops)").orderBy(F.desc("time")).show(3, truncate=False)

every_minute = trades.groupBy("user").agg(
    slides("max", "price", "ts", "1 hour", "1 minute").alias("tops")
)
every_minute.selectExpr("user", "inline(tops)").orderBy(F.desc("start"), "user").show(
    3, truncate=False
)

finestra.spark.register(spark, "top_1h", aggregation="max", size="1 hour", algorithm="b_fiba4")
spark.sql("SELECT user, top_1h(price, ts) AS top FROM trades GROUP BY user ORDER BY user").show()

spark.stop()
