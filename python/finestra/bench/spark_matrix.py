"""``finestra bench spark-matrix``: where Finestra gains, and whether it loses anywhere.

Each cell is a query as a user writes it, over rows in a Parquet file, in one session: Finestra
switched off and on in turns. On streams, Spark's ``groupBy(window)`` and ``sliding`` run in turns.
The figure is rows per second of CPU time, of all threads of the JVM, the median of several runs. A
query whose plan has no operator of Finestra is not measured. The cells become a map, and those
whose quotient is below :data:`GREEN` are listed.

If the package ``duckdb`` is installed, DuckDB also computes the 18 features, with one thread.
"""

import json
import platform
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import SparkSession

from finestra.bench import measurements
from finestra.bench.compiled import compiled
from finestra.bench.spark_streams import Aggregates, Streams
from finestra.spark import configure

KEYS = (1, 10_000, 1_000_000)
ROWS = 1_000_000
#: How often a query runs to warm up, and then to be measured, off and on.
WARM_UPS, RUNS = 2, 3
#: Quotients from here on are as good as even; those below the second one must not happen.
GREEN, RED = 0.95, 0.9

EIGHTEEN = [
    f"{call}(x) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL {span} PRECEDING AND "
    f"CURRENT ROW)"
    for span in ("1 HOUR", "1 DAY", "7 DAY")
    for call in ("sum", "count", "avg", "max", "min", "stddev")
]
AGGREGATES = {
    "sum": ["sum(x) #"],
    "sum of BIGINT": ["sum(n) #"],
    "sum of DECIMAL": ["sum(d) #"],
    "max, avg, count": ["max(x) #", "avg(x) #", "count(x) #"],
    "first and last": ["first_value(x) #", "last_value(x) #"],
    "max of strings": ["max(s) #"],
    "count distinct": ["approx_count_distinct(n) #"],
    "percentile": ["percentile(x, 0.5) #"],
    "mode": ["mode(n) #"],
    "lists": ["size(collect_list(x) #)", "size(collect_set(n) #)"],
    "user's function": ["user_sum(x) #"],
}
FEATURES = "18 features"
STREAMED: dict[str, Aggregates] = {
    "sum": {"a0": ("sum", "x")},
    "max, avg, count": {"a0": ("max", "x"), "a1": ("mean", "x"), "a2": ("count", "x")},
}
FRAMES = ("ROWS 2", "ROWS 10", "ROWS 20", "ROWS 100", "RANGE 1 HOUR")
OVERLAPS = (1, 2, 10, 60)
#: The most copies of a key (one per window) that Spark's own state may have.
MOST_COPIES = 1_000_000
STREAM = "sliding on a stream"
SETTINGS = {"OVER": "spark.finestra.over.enabled", "groupBy": "spark.finestra.slide.enabled"}


@dataclass(frozen=True)
class Cell:
    """One query.

    Attributes:
        way: how a user asks, a key of ``SETTINGS`` or ``STREAM``.
        keys: the number of keys.
        aggregate: the row of the map.
        x: the frame or the overlap, the column of the map.
        query: the SQL text; empty for streams.
    """

    way: str
    keys: int
    aggregate: str
    x: str | int
    query: str

    @property
    def name(self) -> str:
        """For a line of output."""
        return f"{self.way}, {self.keys:,} keys, {self.aggregate}, {self.x}"


def cells() -> Iterator[Cell]:
    """All cells of the map."""
    for keys in KEYS:
        for aggregate, calls in AGGREGATES.items():
            for frame in FRAMES:
                yield _over(keys, aggregate, calls, frame)
            for overlap in OVERLAPS:
                yield _group(keys, aggregate, calls, overlap)
        if keys > 1:  # with one key, Spark takes hours
            yield Cell("OVER", keys, FEATURES, "1 h, 1 d, 7 d", _select(keys, EIGHTEEN))
        for aggregate in STREAMED:
            for overlap in OVERLAPS:
                if keys * overlap <= MOST_COPIES:
                    yield Cell(STREAM, keys, aggregate, overlap, "")


def _over(keys: int, aggregate: str, calls: list[str], frame: str) -> Cell:
    unit, size = frame.split(" ", 1)
    behind = str(int(size) - 1) if unit == "ROWS" else f"INTERVAL {size}"
    over = f"{unit} BETWEEN {behind} PRECEDING AND CURRENT ROW"
    window = f"OVER (PARTITION BY k ORDER BY ts {over})"
    asked = [call.replace("#", window) for call in calls]
    return Cell("OVER", keys, aggregate, frame, _select(keys, asked))


def _select(keys: int, asked: Sequence[str]) -> str:
    columns = ", ".join(f"{call} AS a{i}" for i, call in enumerate(asked))
    return f"SELECT k, ts, {columns} FROM rows_{keys}"


def _group(keys: int, aggregate: str, calls: list[str], overlap: int) -> Cell:
    window = f"window(ts, '{10 * overlap} minutes', '10 minutes')"
    columns = ", ".join(f"{call.replace('#', '')} AS a{i}" for i, call in enumerate(calls))
    query = f"SELECT k, {window} AS w, {columns} FROM rows_{keys} GROUP BY k, {window}"
    return Cell("groupBy", keys, aggregate, overlap, query)


class Matrix:
    """A session with one table of rows for each number of keys."""

    def __init__(self, spark: SparkSession, folder: Path, rows: int) -> None:
        """A row of a key comes every minute or so; with one row a key, all come within a day."""
        self.spark, self.rows, self.folder = spark, rows, folder
        self.jvm = spark._jvm.dev.finestra.bench.spark.SumAggregator
        self.jvm.register(spark._jsparkSession)
        self.streams = Streams(spark, rows, RUNS)
        for keys in KEYS:
            made = spark.range(0, rows, 1, 1).selectExpr(
                f"hash(id) % {keys} AS k",
                f"timestamp_seconds(1750000000 + id * 60 DIV {min(keys, 10_000)}) AS ts",
                "CAST(hash(id, 1) % 100000 AS DOUBLE) AS x",
                "CAST(hash(id, 2) % 1000 AS BIGINT) AS n",
                "CAST(hash(id, 3) % 100000 AS DECIMAL(12, 2)) AS d",
                "concat('shop ', hash(id, 4) % 1000) AS s",
            )
            file = str(folder / f"rows_{keys}")
            made.write.parquet(file)
            spark.read.parquet(file).createOrReplaceTempView(f"rows_{keys}")

    def is_taken(self, cell: Cell) -> bool:
        """Whether Finestra runs any part of a query."""
        if cell.way == STREAM:
            return True
        self.spark.conf.set(SETTINGS[cell.way], "true")
        plan = self.spark.sql(cell.query)._jdf.queryExecution().executedPlan()
        return "Finestra" in plan.toString()

    def measure(self, cell: Cell) -> tuple[float, float]:
        """Rows per second of CPU time: Spark's, and Finestra's."""
        if cell.way == STREAM:
            assert isinstance(cell.x, int)
            return self.streams.pair(cell.keys, cell.x, STREAMED[cell.aggregate], RUNS)
        seconds: dict[str, list[float]] = {"false": [], "true": []}
        for run in range(WARM_UPS + RUNS):
            for switch in ("false", "true") if run % 2 else ("true", "false"):
                self.spark.conf.set(SETTINGS[cell.way], switch)
                before = self.jvm.cpuNanos()
                self.spark.sql(cell.query).write.format("noop").mode("overwrite").save()
                seconds[switch].append((self.jvm.cpuNanos() - before) / 1e9)
        off, on = (statistics.median(seconds[switch][WARM_UPS:]) for switch in ("false", "true"))
        return self.rows / off, self.rows / on

    def duckdb(self, cell: Cell) -> float | None:
        """DuckDB's rows per second of CPU time, in one thread, if it is installed."""
        try:
            import duckdb
        except ImportError:
            return None
        with duckdb.connect(config={"threads": 1}) as connection:
            files = self.folder / f"rows_{cell.keys}" / "*.parquet"
            connection.execute(f"CREATE VIEW rows_{cell.keys} AS FROM '{files}'")
            used = ", ".join(f"max(a{i})" for i in range(len(EIGHTEEN)))
            seconds = []
            for _ in range(WARM_UPS + RUNS):
                before = time.process_time()
                connection.execute(f"SELECT {used} FROM ({cell.query})").fetchall()
                seconds.append(time.process_time() - before)
        return self.rows / statistics.median(seconds[WARM_UPS:])


LEGEND = f"""# Spark: where Finestra gains

Finestra's rows per second of CPU time, divided by Spark's: 🟩 at least {GREEN}, 🟨 at least {RED},
🟥 less; ⬜ Finestra leaves the query to Spark.
"""


def _x_name(way: str) -> str:
    return "frame" if way == "OVER" else "size / slide"


def mark(quotient: float | None) -> str:
    """A cell of the map."""
    if quotient is None:
        return "⬜"
    color = "🟩" if quotient >= GREEN else "🟨" if quotient >= RED else "🟥"
    return f"{color} {quotient:.2f}"


def drawn(quotients: dict[Cell, float | None]) -> str:
    """The map: a table for each way to ask and number of keys."""
    lines = []
    for way, keys in dict.fromkeys((cell.way, cell.keys) for cell in quotients):
        here = {cell: q for cell, q in quotients.items() if (cell.way, cell.keys) == (way, keys)}
        columns = list(dict.fromkeys(cell.x for cell in here))
        lines += [f"## {way}, {keys:,} keys", ""]
        lines.append(f"| {_x_name(way)} | " + " | ".join(map(str, columns)) + " |")
        lines.append("|---|" + "---|" * len(columns))
        for aggregate in dict.fromkeys(cell.aggregate for cell in here):
            row = {cell.x: mark(q) for cell, q in here.items() if cell.aggregate == aggregate}
            lines.append(f"| {aggregate} | " + " | ".join(row.get(x, "") for x in columns) + " |")
        lines.append("")
    return "\n".join(lines)


def run(out: Path, command: str, only: str = "", rows: int = ROWS) -> list[str]:
    """Measure all cells whose name contains ``only``; return those that are not green."""
    points, losses = [], []
    quotients: dict[Cell, float | None] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jar = compiled("SumAggregator.java", Path(pyspark.__file__).parent / "jars", folder)
        spark = session(jar)
        matrix = Matrix(spark, folder, rows)
        for cell in cells():
            if only not in cell.name:
                continue
            if not matrix.is_taken(cell):
                quotients[cell] = None
                continue
            off, on = matrix.measure(cell)
            quotients[cell] = on / off
            print(json.dumps({"cell": cell.name, "off": round(off), "on": round(on),
                              "quotient": round(on / off, 2)}), flush=True)  # fmt: skip
            if on / off < GREEN:
                losses.append(f"{cell.name}: {on / off:.2f}")
            x: tuple[str, Any] = (_x_name(cell.way), cell.x)
            rates = {"finestra": on, "spark": off}
            if cell.aggregate == FEATURES and (rate := matrix.duckdb(cell)):
                rates["duckdb"] = rate
            for subject, rate in rates.items():
                chart = f"{cell.way}, {cell.keys:,} keys"
                points.append(
                    measurements.point(chart, subject, cell.aggregate, x, rate, "rows/s of CPU")
                )
        spark.stop()
    versions = {"spark": pyspark.__version__, "python": platform.python_version()}
    measured = measurements.with_baselines(points, baseline="spark")
    measurements.write(out, command, measured, versions=versions, losses=losses)
    tables = measurements.write_tables(out)
    figures = tables.read_text(encoding="utf-8")
    tables.write_text(f"{LEGEND}\n{drawn(quotients)}\n{figures}", encoding="utf-8")
    return losses


def session(jar: Path) -> SparkSession:
    """One local core, so that a task's work is all that there is."""
    builder = (
        SparkSession.builder.master("local[1]")
        .config("spark.jars", str(jar))
        .config("spark.driver.memory", "6g")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.finestra.over.mergeable", "user_sum")
        .config("spark.log.level", "ERROR")
    )
    return configure(builder).getOrCreate()
