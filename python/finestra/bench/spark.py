"""``finestra bench spark --out results.json [--quick]``: Finestra and Spark itself, in one session.

Plain ``OVER`` at frames of 10 to 100,000 rows, sliding ``groupBy`` at size/slide of 1 to 1,000, and
streams (:mod:`finestra.bench.spark_streams`); one local core, 1 and 1,000 keys. A point is a query
over rows in memory, its analysis and its sort included, its answers thrown away. The figure is rows
a second of CPU, all threads of the JVM counted, the best of runs that go on until some bring
nothing more, so that those that warm the JVM do not count. Where Spark would take minutes it gets
fewer rows, and where it would take longer still it is left out; each point says how many rows it
had.
"""

import argparse
import json
import os
import platform
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import SparkSession

from finestra.bench.compiled import compiled
from finestra.bench.spark_streams import Streams
from finestra.spark import configure

__all__ = ["main"]

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
SERIES = ("over", "slide", "stream", "per-row")
PER_ROW = (1_000, 10_000, 100_000)

#: Rows that windows of Spark's own may have in all, before it gets fewer rows, or is left out.
WORK = 300_000_000
#: Copies of rows that Spark's own may make, before it gets fewer rows.
COPIES = 100_000_000

#: Seconds after which a query is not run again, though it may still be getting faster.
LONGEST = 20.0

OVER, SLIDE = "spark.finestra.over.enabled", "spark.finestra.slide.enabled"
TREE = "spark.sql.window.segmentTree.enabled"
IN_TREE = {"sum", "max", "stddev"}


class Bench:
    """A session, the tables in its memory, and the points that came out."""

    def __init__(self, spark: SparkSession, rows: int, runs: int) -> None:
        self.spark, self.rows, self.runs = spark, rows, runs
        self.points: list[dict[str, Any]] = []
        self.tables: dict[tuple[int, int], str] = {}
        self.jvm = spark._jvm.dev.finestra.bench.spark.SumAggregator
        self.jvm.register(spark._jsparkSession)
        self.streams = Streams(spark, rows, runs)

    def table(self, keys: int, rows: int) -> str:
        """Rows of ``keys`` keys, a second between two of one key, in one partition."""
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
        """Runs a query and keeps its best rate."""
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
        """Prints a point, and keeps it for the file."""
        self.points.append(point)
        print(json.dumps(point), flush=True)

    def over(self, keys: int, aggregate: str, frames: tuple[int, ...]) -> None:
        """Frames of some rows behind each row, and the growing frame, which needs no window."""
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
            rows = min(self.rows, max(least, WORK // window // self.share(aggregate)))
            if rows * window <= WORK:
                some = self.table(keys, rows)
                span = f"INTERVAL {frame - 1} SECONDS"
                point["frame"] = frame
                self.measure(query(some, span), rows, {OVER: "false"}, by="spark", **point)

    @staticmethod
    def share(aggregate: str) -> int:
        """How much slower than a sum Spark is at this, roughly."""
        return 1 if aggregate in IN_TREE else 4

    def slide(self, keys: int, overlaps: tuple[int, ...]) -> None:
        """Ten rows a slide; also by hand, as panes and a window over panes."""
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


def main(arguments: list[str] | None = None) -> int:
    """Runs the benchmark and writes its points with what they were measured on."""
    options = _parse(arguments)
    with tempfile.TemporaryDirectory() as folder:
        spark = _session(_aggregator(Path(folder)), options.java_options)
        bench = Bench(spark, options.rows, 1 if options.quick else 3)
        frames = options.frames or ((10, 1_000, 100_000) if options.quick else FRAMES)
        overlaps = options.overlaps or ((1, 1_000) if options.quick else OVERLAPS)
        for keys in options.keys:
            if "over" in options.series:
                for aggregate in options.aggregates:
                    bench.over(keys, aggregate, frames)
            if "slide" in options.series:
                bench.slide(keys, overlaps)
        if "stream" in options.series:
            for overlap in overlaps:
                for point in bench.streams.slide(overlap):
                    bench.keep(point)
        if "per-row" in options.series:
            for frame in options.frames or PER_ROW:
                bench.keep(bench.streams.per_row(frame))
        spark.stop()
    result = {"machine": _machine(), "options": vars(options), "points": bench.points}
    Path(options.out).parent.mkdir(parents=True, exist_ok=True)
    Path(options.out).write_text(json.dumps(result, indent=1) + "\n")
    return 0


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="finestra bench spark", description=__doc__)
    parser.add_argument("--out", required=True, help="the file that the figures go to")
    parser.add_argument("--quick", action="store_true", help="fewer rows, points and runs")
    parser.add_argument("--series", nargs="+", default=list(SERIES), choices=SERIES)
    parser.add_argument("--aggregates", nargs="+", default=list(AGGREGATES), choices=AGGREGATES)
    parser.add_argument("--keys", nargs="+", type=int, default=list(KEYS))
    parser.add_argument(
        "--frames", nargs="+", type=int, help="rows of a frame, or of a row's window"
    )
    parser.add_argument("--overlaps", nargs="+", type=int, help="size/slide")
    parser.add_argument("--rows", type=int, help="how many rows a table has (1,000,000)")
    parser.add_argument("--java-options", default="", help="further options of the JVM")
    options = parser.parse_args(arguments)
    options.rows = options.rows or (300_000 if options.quick else 1_000_000)
    return options


def _aggregator(folder: Path) -> Path:
    """The aggregator that a user would write."""
    return compiled("SumAggregator.java", Path(pyspark.__file__).parent / "jars", folder)


def _session(jar: Path, java_options: str) -> SparkSession:
    builder = (
        SparkSession.builder.master("local[1]")
        .config("spark.jars", str(jar))
        .config("spark.driver.memory", "6g")
        .config("spark.driver.extraJavaOptions", java_options)
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.log.level", "ERROR")
    )
    return configure(builder).getOrCreate()


def _machine() -> dict[str, Any]:
    return {
        "date": datetime.now(timezone.utc).date().isoformat(),
        "cores": os.cpu_count(),
        "platform": platform.platform(),
        "python": platform.python_version(),
        "spark": pyspark.__version__,
    }


if __name__ == "__main__":
    raise SystemExit(main())
