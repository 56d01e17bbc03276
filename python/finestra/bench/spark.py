"""``finestra bench spark``: Finestra and Spark's own operators, in one session.

It measures plain ``OVER`` with frames of 10 to 100,000 rows, sliding ``groupBy`` with size/slide of
1 to 1,000, and streams (:mod:`finestra.bench.spark_streams`), with 1 and 1,000 keys on one local
core. A point is a query over rows in memory, with its analysis and its sort; its results are
discarded. The figure is rows per second of CPU time, of all threads of the JVM but its compiler's.
It is the best of several runs; they end when some in a row bring no improvement, so that the JVM's
warm-up does not count. Where Spark would take minutes, it gets fewer rows; where even those take
too long, it is left out.
"""

from __future__ import annotations

import json
import platform
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import SparkSession

from finestra.bench import measurements
from finestra.bench.compiled import compiled
from finestra.bench.spark_matrix import session
from finestra.bench.spark_streams import Streams

AGGREGATES = {
    "sum": "sum(x)",
    "max": "max(x)",
    "stddev": "stddev(x)",
    "filter": "sum(x) FILTER (WHERE x > 0)",
    "approx_count_distinct": "approx_count_distinct(x)",
    "Aggregator": "user_sum(x)",
}
FRAMES = (10, 100, 1_000, 10_000, 100_000)
OVERLAPS = (1, 10, 100, 1_000)
KEYS = (1, 1_000)
SERIES = ("over", "slide", "stream", "per-row", "features")
PER_ROW = (1_000, 10_000, 100_000)

#: The most rows in all windows of a query of Spark's own; beyond it, the query gets fewer rows.
WORK = 300_000_000
#: The most copies of rows that Spark's own may make; beyond it, the query gets fewer rows.
COPIES = 100_000_000

#: Seconds after which a query is not repeated, even if it may still become faster.
LONGEST = 20.0

OVER, SLIDE = "spark.finestra.over.enabled", "spark.finestra.slide.enabled"
TREE = "spark.sql.window.segmentTree.enabled"
IN_TREE = {"sum", "max", "stddev"}


class Bench:
    """A session, its cached tables, and the measured points."""

    def __init__(self, spark: SparkSession, rows: int, runs: int) -> None:
        """Each query is repeated until ``1 + runs`` in a row are not 3 % faster."""
        self.spark, self.rows, self.runs = spark, rows, runs
        self.points: list[dict[str, Any]] = []
        self.tables: dict[tuple[int, int], str] = {}
        self.jvm = spark._jvm.dev.finestra.bench.spark.SumAggregator
        self.jvm.register(spark._jsparkSession)
        self.streams = Streams(spark, rows, runs)

    def table(self, keys: int, rows: int) -> str:
        """A cached table in one partition; two rows of a key are a second apart."""
        name = f"rows_{keys}_{rows}"
        if (keys, rows) not in self.tables:
            for old in self.tables.values():
                self.spark.catalog.uncacheTable(old)
            self.tables.clear()
            made = self.spark.range(0, rows, 1, 1).selectExpr(
                f"id % {keys} AS k",
                f"timestamp_seconds(id DIV {keys}) AS ts",
                "CAST(hash(id) % 1000 AS DOUBLE) AS x",
            )
            made.createOrReplaceTempView(name)
            self.spark.catalog.cacheTable(name)
            self.spark.table(name).count()
            self.tables[keys, rows] = name
        return name

    def measure(self, query: str, rows: int, settings: dict[str, str], **point: Any) -> None:
        """Run a query and keep its best rate."""
        for key, value in settings.items():
            self.spark.conf.set(key, value)
        best, since, spent = (float("inf"), float("inf")), 0, 0.0
        while since < 1 + self.runs and spent < LONGEST:
            cpu, wall = self.jvm.cpuNanos(), time.perf_counter()
            self.spark.sql(query).write.format("noop").mode("overwrite").save()
            took = time.perf_counter() - wall
            cpu = (self.jvm.cpuNanos() - cpu) / 1e9
            since = 0 if cpu < best[0] / 1.03 else since + 1
            best, spent = min(best, (cpu, took)), spent + took
        for key in settings:
            self.spark.conf.unset(key)
        rate, wall = round(rows / best[0]), round(best[1], 3)
        self.keep({**point, "rows": rows, "rate": rate, "wall": wall})

    def keep(self, point: dict[str, Any]) -> None:
        """Print a point, and keep it for the file."""
        self.points.append(point)
        print(json.dumps(point), flush=True)

    def over(self, keys: int, aggregate: str, frames: tuple[int, ...]) -> None:
        """Measure frames of preceding rows, and the growing frame, which needs no window."""
        asked = AGGREGATES[aggregate]
        order = "PARTITION BY k ORDER BY ts RANGE BETWEEN"

        def query(table: str, frame: str) -> str:
            over = f"({order} {frame} PRECEDING AND CURRENT ROW)"
            return f"SELECT k, ts, {asked} OVER {over} FROM {table}"

        point: dict[str, Any] = {"series": "over", "aggregate": aggregate, "keys": keys}
        whole = self.table(keys, self.rows)
        self.measure(
            query(whole, "UNBOUNDED"), self.rows, {OVER: "false"}, by="spark", frame=None, **point
        )
        for frame in frames:
            span = f"INTERVAL {frame - 1} SECONDS"
            point["frame"] = frame
            self.measure(query(whole, span), self.rows, {OVER: "true"}, by="finestra", **point)
            if aggregate in IN_TREE:
                settings = {OVER: "false", TREE: "true"}
                self.measure(query(whole, span), self.rows, settings, by="spark's tree", **point)
        for frame in frames:
            window = min(frame, self.rows // keys)
            least = 3 * window * min(keys, 10)
            slower = 1 if aggregate in IN_TREE else 4
            rows = min(self.rows, max(least, WORK // window // slower))
            if rows * window <= WORK:
                some = self.table(keys, rows)
                span = f"INTERVAL {frame - 1} SECONDS"
                point["frame"] = frame
                self.measure(query(some, span), rows, {OVER: "false"}, by="spark", **point)

    def slide(self, keys: int, overlaps: tuple[int, ...]) -> None:
        """Measure ten rows per slide; also panes written by hand, and a window over them."""
        for overlap in overlaps:
            point: dict[str, Any] = {"series": "slide", "keys": keys, "overlap": overlap}
            window = f"window(ts, '{10 * overlap} seconds', '10 seconds')"

            def query(table: str, window: str = window) -> str:
                return f"SELECT k, {window} AS w, sum(x) AS s FROM {table} GROUP BY k, {window}"

            whole = self.table(keys, self.rows)
            self.measure(query(whole), self.rows, {SLIDE: "true"}, by="finestra", **point)
            behind = f"INTERVAL {10 * (overlap - 1)} SECONDS PRECEDING"
            panes = (
                "SELECT k, ts, sum(s) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN "
                f"{behind} AND CURRENT ROW) FROM (SELECT k, window(ts, '10 seconds').start AS ts, "
                f"sum(x) AS s FROM {whole} GROUP BY k, window(ts, '10 seconds'))"
            )
            settings = {OVER: "false", TREE: "true"}
            self.measure(panes, self.rows, settings, by="spark's panes by hand", **point)
            rows = min(self.rows, COPIES // overlap)
            some = self.table(keys, rows)
            self.measure(query(some), rows, {SLIDE: "false"}, by="spark", **point)


def run(
    out: Path,
    command: str,
    quick: bool = False,
    series: Sequence[str] | None = None,
    aggregates: Sequence[str] | None = None,
    keys: Sequence[int] | None = None,
    frames: Sequence[int] | None = None,
    overlaps: Sequence[int] | None = None,
    rows: int | None = None,
    java_options: str = "",
) -> None:
    """Run the benchmark and write its measurements.

    Raises:
        ValueError: for an unknown series or aggregate.
    """
    series = _known("series", series, SERIES)
    aggregates = _known("aggregate", aggregates, AGGREGATES)
    with tempfile.TemporaryDirectory() as folder:
        jars = Path(pyspark.__file__).parent / "jars"
        spark = session(compiled("SumAggregator.java", jars, Path(folder)), java_options)
        bench = Bench(spark, rows or (300_000 if quick else 1_000_000), 1 if quick else 3)
        over = tuple(frames or ((10, 1_000, 100_000) if quick else FRAMES))
        slides = tuple(overlaps or ((1, 1_000) if quick else OVERLAPS))
        for key_count in keys or KEYS:
            if "over" in series:
                for aggregate in aggregates:
                    bench.over(key_count, aggregate, over)
            if "slide" in series:
                bench.slide(key_count, slides)
        if "stream" in series:
            for overlap in slides:
                for point in bench.streams.slide(overlap):
                    bench.keep(point)
        if "per-row" in series:
            for frame in frames or PER_ROW:
                bench.keep(bench.streams.per_row(frame))
        if "features" in series:
            for point in bench.streams.features():
                bench.keep(point)
        spark.stop()
    measured = measurements.with_baselines(map(_measurement, bench.points), baseline="spark")
    versions = {"spark": pyspark.__version__, "python": platform.python_version()}
    measurements.write(out, command, measured, versions=versions, details=bench.points)


def _known(what: str, named: Sequence[str] | None, there: Iterable[str]) -> list[str]:
    for name in named or ():
        if name not in there:
            raise ValueError(f"unknown {what} {name!r}; choose from {', '.join(there)}")
    return list(named or there)


def _measurement(point: dict[str, Any]) -> dict[str, Any]:
    """A point in the format of :mod:`finestra.bench.measurements`."""
    x_name = next(name for name in ("overlap", "frame") if name in point)
    x = "unbounded" if point[x_name] is None else point[x_name]
    is_sum = point["series"] != "features"
    conditions = point.get("aggregate", "sum" if is_sum else "six aggregates")
    if point["series"] in ("over", "slide"):  # streams have as many keys as Spark can bear
        conditions += f" keys={point['keys']}"
    return measurements.point(
        point["series"], point["by"], conditions, (x_name, x), point["rate"], "rows/s of CPU"
    )
