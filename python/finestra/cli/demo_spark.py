"""``finestra demo spark``: each rider's last hour and day by name, and beside Spark's own OVER."""

import time
from collections.abc import Sequence
from typing import Any

import finestra.spark
from finestra.bench.trips import Trip
from finestra.cli import DONE, NOT_WELL
from finestra.cli.demo_trips import AGGREGATES, SIZES, Answer, said, table, trips

__all__ = ["by_name", "run"]

_BY_NAME = """
  finestra.spark.sliding(
      trips, by="rider", time="ts", size={"1h": "1 hour", "1d": "1 day"},
      aggregates={"trips": ("count", "duration"), "longest": ("max", "duration")})
"""
_FRAME = """
  SELECT rider, ts, max(duration) OVER w AS longest, count(duration) OVER w AS trips
  FROM trips
  WINDOW w AS (
    PARTITION BY rider ORDER BY ts RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW)
"""
_DIGEST = f"SELECT count(*), sum(hash(rider, ts, longest, trips)) FROM ({_FRAME})"


def run() -> tuple[int, list[Answer]]:
    """The status, and the answers by name."""
    spark = session()
    try:
        print(said())
        frame = view(spark, trips())
        print("\nBy name, each rider's last hour and last day at each trip's end:" + _BY_NAME)
        answers = by_name(frame)
        print(table(answers))
        return _beside_its_own(spark), answers
    finally:
        spark.stop()


def session() -> Any:
    """A session with Finestra, which leaves the terminal to the demo."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").appName("finestra demo")
    for option, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
        "spark.sql.shuffle.partitions": "2",
    }.items():
        builder = builder.config(option, value)
    return finestra.spark.configure(builder).getOrCreate()


def view(spark: Any, given: Sequence[Trip]) -> Any:
    """The trips as a table, their ends as times."""
    rows = [(trip.rider, trip.ended, trip.duration) for trip in given]
    frame = spark.createDataFrame(rows, "rider string, ended long, duration double")
    frame = frame.selectExpr("rider", "ended", "timestamp_millis(ended) AS ts", "duration").cache()
    frame.createOrReplaceTempView("trips")
    return frame


def by_name(frame: Any) -> list[Answer]:
    """Each trip with its rider's last hour and day."""
    answers = finestra.spark.sliding(
        frame, by="rider", time="ts", size=SIZES, aggregates=AGGREGATES
    )
    return [Answer(*row) for row in answers.select(*Answer._fields).collect()]


def _beside_its_own(spark: Any) -> int:
    print("\nIn plain SQL, unchanged: longest and count of each trip's last day." + _FRAME)
    took = {}
    answers = {}
    for name, on in (("finestra", True), ("spark", False)):
        spark.conf.set("spark.finestra.over.enabled", str(on).lower())
        spark.sql(_DIGEST).collect()
        began = time.perf_counter()
        answers[name] = spark.sql(_DIGEST).collect()[0]
        took[name] = time.perf_counter() - began
        print(f"  {name:9} {took[name]:7.2f} s", flush=True)
    if answers["finestra"] != answers["spark"]:
        print("\nThe answers differ: that is a defect, please report it.")
        return NOT_WELL
    print(
        f"\nThe same answers, {took['spark'] / took['finestra']:.1f} times as fast as Spark's own "
        "operator, measured here and now, the second run of each."
    )
    return DONE
