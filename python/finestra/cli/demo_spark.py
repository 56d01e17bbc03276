"""``finestra demo spark``: the same question to Finestra and to Spark's own OVER, timed."""

import time
from typing import Any

import finestra.spark
from finestra.bench.trips import SYNTHETIC, synthetic
from finestra.cli import DONE, NOT_WELL

__all__ = ["run"]

_TRIPS = 60_000
_RIDERS = 20
_FRAME = """
  SELECT rider, ts, max(duration) OVER w AS longest, count(duration) OVER w AS trips
  FROM trips
  WINDOW w AS (
    PARTITION BY rider ORDER BY ts RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW)
"""
_DIGEST = f"SELECT count(*), sum(hash(rider, ts, longest, trips)) FROM ({_FRAME})"


def run() -> int:
    """Answer with Finestra switched on and with Spark's own operator, and compare."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").appName("finestra demo")
    builder = builder.config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
    builder = builder.config("spark.sql.shuffle.partitions", "2")
    spark = finestra.spark.configure(builder).getOrCreate()
    try:
        return _show(spark)
    finally:
        spark.stop()


def _show(spark: Any) -> int:
    print(f"{_TRIPS:,} {SYNTHETIC}, of {_RIDERS} riders.")
    rows = [
        (trip.rider, trip.started // 1000, trip.duration) for trip in synthetic(_TRIPS, 7, _RIDERS)
    ]
    frame = spark.createDataFrame(rows, "rider string, seconds long, duration double")
    frame = frame.selectExpr("rider", "timestamp_seconds(seconds) AS ts", "duration").cache()
    frame.count()
    frame.createOrReplaceTempView("trips")
    print("\nBy name: the longest trip of each rider's last hour, the busiest riders.\n")
    spark.sql(
        "SELECT rider, count(*) AS trips, round(finestra_last('max', duration, ts, '1 hour'), 1)"
        " AS longest FROM trips GROUP BY rider ORDER BY trips DESC LIMIT 5"
    ).show()
    print("In plain SQL: longest and count of each trip's last day, unchanged." + _FRAME)
    took = {}
    answers = {}
    for name, on in (("finestra", True), ("spark", False)):
        spark.conf.set("spark.finestra.over.enabled", str(on).lower())
        spark.sql(_DIGEST).collect()
        began = time.perf_counter()
        answers[name] = spark.sql(_DIGEST).collect()[0]
        took[name] = time.perf_counter() - began
        print(f"  {name:9} {took[name]:7.2f} s")
    if answers["finestra"] != answers["spark"]:
        print("\nThe answers differ: that is a defect, please report it.")
        return NOT_WELL
    print(
        f"\nThe same answers, {took['spark'] / took['finestra']:.1f} times as fast as Spark's own "
        "operator, measured here and now, the second run of each."
    )
    return DONE
