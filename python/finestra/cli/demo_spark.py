"""``finestra demo spark``: each rider's last hour and day by name, then Spark's own OVER."""

import time
from collections.abc import Sequence
from typing import Any

import finestra.spark
from finestra.bench.trips import Trip
from finestra.cli import engines
from finestra.cli.demo_trips import AGGREGATES, SIZES, Answer, said, table, trips
from finestra.cli.status import Status

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
    """Run the demo; the status, and the results by name."""
    spark = engines.spark("demo", "local[2]", {"spark.sql.shuffle.partitions": "2"})
    try:
        print(said())
        frame = view(spark, trips())
        print("\nBy name: each rider's last hour and last day, at the end of each trip:" + _BY_NAME)
        answers = by_name(frame)
        print(table(answers))
        return _compared_with_spark(spark), answers
    finally:
        spark.stop()


def view(spark: Any, given: Sequence[Trip]) -> Any:
    """The trips as a table; the time of a trip is its end."""
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


def _compared_with_spark(spark: Any) -> int:
    print("\nIn plain SQL, unchanged: longest trip and number of trips of the last day." + _FRAME)
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
        print("\nThe results differ. This is a defect; please report it.")
        return Status.CHECK_FAILED
    print(
        f"\nThe results are the same, {took['spark'] / took['finestra']:.1f} times as fast as with "
        "Spark's own operator. Each figure is the second of two runs."
    )
    return Status.DONE
