"""The highest price of a user's last hour, for each trade and every minute."""

import tempfile

from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

import finestra.spark

# page: session
spark = finestra.spark.configure(SparkSession.builder.master("local[2]")).getOrCreate()
# page: end
spark.conf.set("spark.sql.shuffle.partitions", "2")

files = tempfile.mkdtemp()
prices = spark.range(600).select(
    F.concat(F.lit("user "), F.col("id") % 2).alias("user"),
    F.timestamp_seconds(F.lit(1_800_000_000) + F.col("id") * 30).alias("ts"),
    (F.col("id") * 37 % 101).alias("price"),
)
prices.repartition(3).write.mode("overwrite").parquet(files)

trades = spark.readStream.schema(prices.schema).parquet(files).withWatermark("ts", "10 minutes")

of_each_trade = finestra.spark.sliding(
    trades,
    by="user",
    time="ts",
    size={"1h": "1 hour", "5m": "5 minutes"},
    aggregates={"top": ("max", "price")},
)
# page: slides
every_minute = finestra.spark.sliding(
    trades,
    by="user",
    time="ts",
    size="1 hour",
    slide="1 minute",
    aggregates={"top": ("max", "price"), "trades": ("count", "price")},
)
# page: end

for name, windows in {"of_each_trade": of_each_trade, "every_minute": every_minute}.items():
    query = (
        windows.writeStream.format("memory")
        .queryName(name)
        .outputMode("append")
        .option("checkpointLocation", tempfile.mkdtemp())
        .start()
    )
    query.processAllAvailable()
    query.stop()
    spark.table(name).orderBy(F.desc("ts" if name == "of_each_trade" else "window")).show(5, False)

spark.stop()
