"""``finestra bench spark-matrix``: where Finestra gains, and whether it loses anywhere.

Each cell (:mod:`finestra.bench.matrix.cells`) is a query as a user writes it, over rows in a
Parquet file or in micro-batches, in one session: without and with Finestra in turns
(:mod:`finestra.bench.matrix.pairs`). The figure is rows per second of CPU time, of all threads of
the JVM but those of its compiler. A query whose plan has nothing of Finestra is not measured. The
cells become a map, and those whose quotient is below ``GREEN`` are listed. The file is written anew
after each cell. All cells take half an hour on two cores.

Next to the 18 features, two other subjects are measured: the scan, the shuffle and the sort alone,
and DuckDB with one thread, if the package ``duckdb`` is installed.
"""

from __future__ import annotations

import json
import platform
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import DataFrame, SparkSession

from finestra.bench import measurements
from finestra.bench.compiled import compiled
from finestra.bench.matrix import pairs
from finestra.bench.matrix.cells import FEATURES, NAMED, STREAM, X_NAMES, Cell, cells
from finestra.bench.matrix.drawing import GREEN, LEGEND, drawn
from finestra.bench.matrix.pairs import Pair, Run
from finestra.bench.matrix.queries import sliding_aggregates, table, with_finestra, without
from finestra.bench.spark_streams import Streams
from finestra.spark import configure, sliding

#: How often the first cell of a way to ask runs to warm up the JVM; the others run once.
FIRST_WARM_UPS = 4
SWITCHES = ("spark.finestra.over.enabled", "spark.finestra.slide.enabled")
FINESTRA = re.compile(r"Finestra[A-Z]|finestra_\w+\(")


class Matrix:
    """A session and its tables."""

    def __init__(self, spark: SparkSession, folder: Path) -> None:
        """The folder is for the tables."""
        self.spark, self.folder = spark, folder
        self.jvm = spark._jvm.dev.finestra.bench.spark.SumAggregator
        self.jvm.register(spark._jsparkSession)
        self.ways: set[str] = set()

    def has_finestra(self, cell: Cell) -> bool:
        """Whether Finestra runs any part of a query."""
        if cell.way == STREAM:
            return True
        self._make_table(cell)
        plan = self._with_finestra(cell)._jdf.queryExecution().executedPlan()
        return FINESTRA.search(plan.toString()) is not None

    def measure(self, cell: Cell) -> list[Pair]:
        """Run both queries in turns."""
        warm_ups = 1 if cell.way in self.ways else FIRST_WARM_UPS
        self.ways.add(cell.way)
        with self.runs(cell) as (one, other):
            return pairs.measure(one, other, warm_ups)

    @contextmanager
    def runs(self, cell: Cell) -> Iterator[tuple[Run, Run]]:
        """The query without Finestra and the one with it."""
        if cell.way == STREAM:
            streams = Streams(self.spark, cell.rows)
            aggregates = sliding_aggregates(NAMED[cell.aggregate])
            with streams.runs_of_both(cell.keys, int(cell.x), aggregates) as both:
                yield both
        else:
            yield lambda: self._run(cell, on=False), lambda: self._run(cell, on=True)

    def _run(self, cell: Cell, on: bool) -> float:
        return self._seconds(lambda: self._with_finestra(cell) if on else self._without(cell))

    def _seconds(self, query: Callable[[], DataFrame]) -> float:
        before = self.jvm.cpuNanos()
        query().write.format("noop").mode("overwrite").save()
        return float(self.jvm.cpuNanos() - before) / 1e9

    def sorting_rate(self, cell: Cell) -> float:
        """Rows per second of CPU time of the scan, the shuffle and the sort that OVER needs."""
        query = f"SELECT * FROM {table(cell)} DISTRIBUTE BY k SORT BY k, ts"
        seconds = [self._seconds(lambda: self.spark.sql(query)) for _ in range(4)]
        return cell.rows / statistics.median(seconds[1:])

    def _without(self, cell: Cell) -> DataFrame:
        self._switch("false")
        return self.spark.sql(without(cell))

    def _with_finestra(self, cell: Cell) -> DataFrame:
        self._switch("true")
        query = with_finestra(cell)
        if isinstance(query, str):
            return self.spark.sql(query)
        return sliding(self.spark.table(table(cell)), **query).drop("x", "n", "d", "s")

    def _switch(self, value: str) -> None:
        for switch in SWITCHES:
            self.spark.conf.set(switch, value)

    def _make_table(self, cell: Cell) -> None:
        """A row of a key comes every minute on average; with 1,000,000 keys every 100 minutes.

        No two rows of a key have the same time.
        """
        if self.spark.catalog.tableExists(table(cell)):
            return
        made = self.spark.range(0, cell.rows, 1, 1).selectExpr(
            f"pmod(hash(id), {cell.keys}) AS k",
            f"timestamp_micros(1750000000000000 + id * 60000000 DIV {min(cell.keys, 10_000)}) "
            "AS ts",
            "CAST(hash(id, 1) % 100000 AS DOUBLE) AS x",
            "CAST(hash(id, 2) % 1000 AS BIGINT) AS n",
            "CAST(hash(id, 3) % 100000 AS DECIMAL(12, 2)) AS d",
            "concat('shop ', hash(id, 4) % 1000) AS s",
        )
        file = str(self.folder / table(cell))
        made.write.parquet(file)
        self.spark.read.parquet(file).createOrReplaceTempView(table(cell))


def duckdb_rate(cell: Cell, folder: Path) -> float | None:
    """DuckDB's rows per second of CPU time, in one thread, if it is installed."""
    try:
        import duckdb
    except ImportError:
        return None
    seconds = []
    with duckdb.connect(config={"threads": 1}) as connection:
        files = folder / table(cell) / "*.parquet"
        connection.execute(f"CREATE VIEW {table(cell)} AS FROM '{files}'")
        for _ in range(4):
            before = time.process_time()
            connection.execute(f"SELECT max(COLUMNS(*)) FROM ({without(cell)})").fetchall()
            seconds.append(time.process_time() - before)
    return cell.rows / statistics.median(seconds[1:])


@dataclass(frozen=True)
class Measured:
    """The pairs of a cell, in the order of their quotients, and rates of other subjects."""

    cell: Cell
    pairs: list[Pair]
    others: dict[str, float] = field(default_factory=dict)

    @property
    def quotient(self) -> float:
        """How many times as fast the query with Finestra is."""
        return pairs.middle(self.pairs).quotient

    def line(self) -> str:
        """For the output."""
        shown = {"cell": self.cell.name, "rows": self.cell.rows, "pairs": len(self.pairs)}
        figures = {one["subject"]: round(one["y"]) for one in self.points()}
        return json.dumps({**shown, **figures, "quotient": round(self.quotient, 2)})

    def points(self) -> Iterator[measurements.Point]:
        """A point for each engine, with the rates of all pairs."""
        middle, rows = pairs.middle(self.pairs), self.cell.rows
        yield self._point(
            "spark", rows / middle.without, [rows / pair.without for pair in self.pairs]
        )
        yield self._point(
            "finestra",
            rows / middle.with_finestra,
            [rows / pair.with_finestra for pair in self.pairs],
        )
        for subject, rate in self.others.items():
            yield self._point(subject, rate, [rate])

    def _point(self, subject: str, rate: float, rates: list[float]) -> measurements.Point:
        cell = self.cell
        x: tuple[str, Any] = (X_NAMES[cell.way], cell.x)
        point = measurements.point(cell.chart, subject, cell.aggregate, x, rate, "rows/s of CPU")
        return {**point, "runs": rates, "rows": cell.rows}


def run(out: Path, command: str, only: str, most_rows: int) -> list[str]:
    """Measure all cells whose name contains ``only``; return those that are not green."""
    began = time.monotonic()
    chosen = [cell for cell in cells(most_rows) if only in cell.name]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jar = compiled("SumAggregator.java", Path(pyspark.__file__).parent / "jars", folder)
        spark = session(jar)
        matrix = Matrix(spark, folder)
        found: dict[Cell, Measured | None] = {}
        for cell in chosen:
            found[cell] = _measured(matrix, cell)
            _write(out, command, found, round(time.monotonic() - began))
        spark.stop()
    seconds = round(time.monotonic() - began)
    print(f"{len(chosen)} cells took {seconds // 60} min {seconds % 60} s", flush=True)
    return _losses(found.values())


def _measured(matrix: Matrix, cell: Cell) -> Measured | None:
    """None if Finestra leaves the query to Spark."""
    if not matrix.has_finestra(cell):
        return None
    measured = matrix.measure(cell)
    others = {}
    if cell.aggregate == FEATURES:
        others["sorting only"] = matrix.sorting_rate(cell)
        duckdb = duckdb_rate(cell, matrix.folder)
        others |= {"duckdb": duckdb} if duckdb else {}
    one = Measured(cell, measured, others)
    print(one.line(), flush=True)
    return one


def _losses(found: Iterable[Measured | None]) -> list[str]:
    return [f"{one.cell.name}: {one.quotient:.2f}" for one in found if one and one.quotient < GREEN]


def _write(out: Path, command: str, found: dict[Cell, Measured | None], seconds: int) -> None:
    points = [point for one in found.values() if one for point in one.points()]
    versions = {"spark": pyspark.__version__, "python": platform.python_version()}
    measured = measurements.with_baselines(points, baseline="spark")
    losses = _losses(found.values())
    measurements.write(out, command, measured, versions=versions, losses=losses, seconds=seconds)
    quotients = {cell: one.quotient if one else None for cell, one in found.items()}
    measurements.write_tables(out, f"{LEGEND}\n{drawn(quotients)}\n")


#: The JVM would end idle threads of its compiler, and their CPU time would be lost.
KEEP_COMPILERS = "-XX:-UseDynamicNumberOfCompilerThreads"


def session(jar: Path, java_options: str = "") -> SparkSession:
    """One local core, so that a task's work is all that there is."""
    builder = (
        SparkSession.builder.master("local[1]")
        .config("spark.jars", str(jar))
        .config("spark.driver.memory", "6g")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.extraJavaOptions", f"{KEEP_COMPILERS} {java_options}")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.finestra.over.mergeable", "user_sum")
        .config("spark.log.level", "ERROR")
    )
    return configure(builder).getOrCreate()
