"""The root mean square of prices: an aggregation that is declared in Python, runs in the JVM."""

from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

import finestra.spark


# page: declaration
@finestra.aggregation(state={"n": "long", "s": "double"}, commutative=True)
class rms:
    """Called once, with values that are not known yet; the results are expressions."""

    def lift(x):
        """A partial result of one row."""
        return {"n": 1, "s": x * x}

    def combine(a, b):
        """A partial result of all rows of both; those of a are older."""
        return {"n": a.n + b.n, "s": a.s + b.s}

    def lower(a):
        """The result."""
        return finestra.sqrt(a.s / a.n)


rms.check()
# page: end

spark = finestra.spark.configure(SparkSession.builder.master("local[2]")).getOrCreate()

trades = spark.range(600).select(
    F.concat(F.lit("user "), F.col("id") % 2).alias("user"),
    F.timestamp_seconds(F.lit(1_800_000_000) + F.col("id") * 30).alias("ts"),
    (F.col("id") * 37 % 101).cast("double").alias("price"),
)
trades.createOrReplaceTempView("trades")

# page: use
last_hour = finestra.spark.sliding(
    trades, by="user", time="ts", size="1 hour", aggregates={"rms": (rms, "price")}
)
finestra.spark.register(spark, "rms", aggregation=rms)
by_user = spark.sql("SELECT user, rms(price) AS rms FROM trades GROUP BY user")
of_ten = spark.sql("""
    SELECT user, ts, rms(price) OVER (PARTITION BY user ORDER BY ts ROWS 9 PRECEDING) AS rms
    FROM trades""")
# page: end
last_hour.orderBy(F.desc("ts"), "user").show(6)
by_user.orderBy("user").show()
of_ten.orderBy(F.desc("ts"), "user").show(2)

spark.stop()
