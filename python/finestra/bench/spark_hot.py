"""``finestra bench spark-hot``: ``OVER`` if a key has all or half of the rows.

The query has the 18 features of the matrix. It runs whole and in pieces of time
(``spark.finestra.over.split``) in turns, on two local cores, in wall time. For 64 cores the time is
estimated from 64 pieces: each stage after the shuffle takes as long as its longest task, if every
task has a core of its own.
"""

import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import SparkSession

from finestra.bench import measurements
from finestra.bench.matrix.queries import EIGHTEEN
from finestra.spark import configure

SPLIT = "spark.finestra.over.split"
PIECE = "spark.sql.adaptive.advisoryPartitionSizeInBytes"
CORES, MANY_CORES = 2, 64
WARM_UPS = 2

# For each chart, the key of a row: one key has all rows, or half of them.
KEYS = {
    "OVER of one key": "0",
    "OVER, half of all rows of one key": "IF(id % 2 = 0, 0, 1 + pmod(hash(id), 10000))",
}


@dataclass(frozen=True)
class Run:
    """Seconds of a run: all of it, and those of the longest tasks after the shuffle."""

    wall: float
    longest: float


class HotKey:
    """A session with a table in which one key has most rows, an event each minute."""

    def __init__(self, spark: SparkSession, rows: int, key: str, folder: Path) -> None:
        """The key is an SQL expression over ``id``; the folder is for the table."""
        self.spark, self.rows = spark, rows
        self.store = spark._jsc.sc().statusStore()
        file = str(folder / "rows")
        spark.range(0, rows, 1, 2 * CORES).selectExpr(
            f"{key} AS k",
            "timestamp_seconds(60 * id) AS ts",
            "CAST(hash(id) % 1000 AS DOUBLE) AS x",
        ).write.parquet(file)
        spark.read.parquet(file).createOrReplaceTempView("hot")

    def run(self, pieces: int) -> Run:
        """Run the query in this many pieces; one is the whole."""
        self.spark.conf.set(SPLIT, "true" if pieces > 1 else "false")
        self.spark.conf.set(PIECE, f"{max(1, self._bytes() // pieces)}b")
        columns = ", ".join(f"{call} AS a{i}" for i, call in enumerate(EIGHTEEN))
        before, began = self._stages(), time.perf_counter()
        query = self.spark.sql(f"SELECT k, ts, {columns} FROM hot")
        query.write.format("noop").mode("overwrite").save()
        wall = time.perf_counter() - began
        self.spark._jsc.sc().listenerBus().waitUntilEmpty()
        stages = [self._longest(s) for s in self._stages() if s not in before]
        return Run(wall, sum(stages))

    def _bytes(self) -> int:
        """About the bytes of the shuffle: compressed rows of a key, a time and a double."""
        return self.rows * 16

    def _stages(self) -> list[int]:
        gateway = self.spark._sc._gateway
        quantiles = gateway.new_array(gateway.jvm.double, 0)
        tasks = gateway.jvm.java.util.ArrayList()
        stages = self.store.stageList(None, False, False, quantiles, tasks)
        return [stages.apply(i).stageId() for i in range(stages.size())]

    def _longest(self, stage: int) -> float:
        """The seconds of the longest task of a stage, if it reads a shuffle."""
        tasks = self.store.taskList(stage, 0, 10_000)
        metrics = [tasks.apply(i).taskMetrics().get() for i in range(tasks.size())]
        reads = any(m.shuffleReadMetrics().recordsRead() > 0 for m in metrics)
        return max(m.executorRunTime() for m in metrics) / 1000 if reads else 0.0


def run(out: Path, command: str, rows: int, runs: int) -> None:
    """Measure each so many times in turns, and write the measurements."""
    spark = session()
    points = []
    for chart, key in KEYS.items():
        found = _runs(spark, rows, key, runs)
        whole, few, many = found[1], found[2 * CORES], found[MANY_CORES]
        for subject, cores, seconds in (
            ("whole", CORES, [one.wall for one in whole]),
            ("pieces", CORES, [one.wall for one in few]),
            ("whole", MANY_CORES, [one.longest for one in whole]),
            ("pieces", MANY_CORES, [one.longest for one in many]),
        ):
            x: tuple[str, Any] = ("cores", cores)
            rate = rows / statistics.median(seconds)
            point = measurements.point(chart, subject, "18 features", x, rate, "rows/s")
            points.append({**point, "runs": [rows / each for each in seconds], "rows": rows})
    spark.stop()
    measured = measurements.with_baselines(points, baseline="whole")
    versions = {"spark": pyspark.__version__}
    measurements.write(out, command, measured, versions=versions)


def _runs(spark: SparkSession, rows: int, key: str, runs: int) -> dict[int, list[Run]]:
    """Run the query as a whole and in pieces, in turns; the runs by the number of pieces."""
    found: dict[int, list[Run]] = {1: [], 2 * CORES: [], MANY_CORES: []}
    with tempfile.TemporaryDirectory() as folder:
        hot = HotKey(spark, rows, key, Path(folder))
        for i in range(WARM_UPS + runs):
            for pieces, kept in found.items():
                one = hot.run(pieces)
                if i >= WARM_UPS:
                    kept.append(one)
    return found


def session() -> SparkSession:
    """Two local cores."""
    builder = (
        SparkSession.builder.master(f"local[{CORES}]")
        .config("spark.driver.memory", "6g")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
    )
    return configure(builder).getOrCreate()
