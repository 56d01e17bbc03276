"""``finestra bench spark-hot``: queries in which one key has all or half of the rows.

``OVER`` runs whole and in pieces of time (``spark.finestra.over.split``), sliding ``groupBy`` with
Spark's own operators and with Finestra's, in turns, on two local cores, in wall time. For 64 cores
the time is estimated: every task has a core of its own. A stage after the shuffle takes as long as
its longest task, and a scan takes its time on one core divided by 64.
"""

import statistics
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

from finestra.bench import measurements
from finestra.bench.matrix.queries import EIGHTEEN
from finestra.spark import configure

SPLIT = "spark.finestra.over.split"
SLIDE = "spark.finestra.slide.enabled"
PIECE = "spark.sql.adaptive.advisoryPartitionSizeInBytes"
CORES, MANY_CORES = 2, 64
WARM_UPS = 2

DAY = "OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL 1 DAY PRECEDING AND CURRENT ROW)"
COSTLY = [f"approx_count_distinct(x) {DAY}", f"percentile(x, 0.9) {DAY}"]
GROUPS = "sum(x), count(x), avg(x), max(x), min(x), stddev(x)"


@dataclass(frozen=True)
class Chart:
    """A query of a table.

    Args:
        title: the name of the chart.
        key: the SQL of a row's key.
        query: the SQL of the query.
        what: the aggregates.
        subjects: the settings of each subject; the first one is the baseline.
    """

    title: str
    key: str
    query: str
    what: str
    subjects: Mapping[str, Mapping[str, str]]


def _over(title: str, key: str, calls: list[str], what: str = "18 features") -> Chart:
    columns = ", ".join(f"{call} AS a{i}" for i, call in enumerate(calls))
    subjects = {"whole": {SPLIT: "false"}, "pieces": {SPLIT: "true"}}
    return Chart(title, key, f"SELECT k, ts, {columns} FROM hot", what, subjects)


def _group(title: str, key: str, by: str) -> Chart:
    query = f"SELECT {GROUPS} FROM hot GROUP BY {by}window(ts, '1 day', '1 hour')"
    subjects = {"spark": {SLIDE: "false"}, "finestra": {SLIDE: "true"}}
    return Chart(title, key, query, "6 aggregates", subjects)


HALF = "IF(id % 2 = 0, 0, 1 + pmod(hash(id), 10000))"


def charts(rows: int) -> list[Chart]:
    """All charts; two keys, which run in two tasks, show the most that two pieces can gain."""
    return [
        _over("OVER of one key", "0", EIGHTEEN),
        _over("OVER of one key", "0", COSTLY, "distinct and percentile"),
        _over("OVER of two keys", f"IF(id < {rows // 2}, 0, 1)", EIGHTEEN),
        _over("OVER, half of all rows of one key", HALF, EIGHTEEN),
        _group("groupBy(window) without a key", "0", ""),
        _group("groupBy(window), half of all rows of one key", HALF, "k, "),
    ]


@dataclass(frozen=True)
class Run:
    """Seconds of a run on the local cores, and as estimated for many."""

    wall: float
    estimated: float


class HotKey:
    """A session with a table in which one key has most rows, an event each minute."""

    def __init__(self, spark: SparkSession, rows: int, key: str, folder: Path) -> None:
        """The key is an SQL expression over ``id``; the folder is for the table."""
        self.spark = spark
        self.store = spark._jsc.sc().statusStore()
        file = str(folder / "rows")
        spark.range(0, rows, 1, 2 * CORES).selectExpr(
            f"{key} AS k",
            "timestamp_seconds(60 * id) AS ts",
            "CAST(hash(id) % 1000 AS DOUBLE) AS x",
        ).write.parquet(file)
        spark.read.parquet(file).createOrReplaceTempView("hot")

    def run(self, query: str, settings: Mapping[str, str]) -> Run:
        """Run a query with settings of the session."""
        for name, value in settings.items():
            self.spark.conf.set(name, value)
        before, began = self._stages(), time.perf_counter()
        self.spark.sql(query).write.format("noop").mode("overwrite").save()
        wall = time.perf_counter() - began
        self.spark._jsc.sc().listenerBus().waitUntilEmpty()
        new = [stage for stage in self._stages() if stage not in before]
        return Run(wall, max(0.001, sum(self._estimated(stage) for stage in new)))

    def _stages(self) -> list[int]:
        gateway = self.spark._sc._gateway
        quantiles = gateway.new_array(gateway.jvm.double, 0)
        tasks = gateway.jvm.java.util.ArrayList()
        stages = self.store.stageList(None, False, False, quantiles, tasks)
        return [stages.apply(i).stageId() for i in range(stages.size())]

    def _estimated(self, stage: int) -> float:
        """The seconds of a stage on many cores.

        A scan can have as many tasks as there are cores. Else the longest task decides.
        """
        tasks = self.store.taskList(stage, 0, 10_000)
        metrics = [tasks.apply(i).taskMetrics().get() for i in range(tasks.size())]
        seconds: list[float] = [one.executorRunTime() / 1000 for one in metrics]
        is_scan = all(one.shuffleReadMetrics().recordsRead() == 0 for one in metrics)
        return sum(seconds) / MANY_CORES if is_scan else max(seconds, default=0.0)


def run(out: Path, command: str, rows: int, runs: int) -> None:
    """Measure each chart this many times, its subjects in turns, and write the measurements."""
    points = []
    for cores in (CORES, MANY_CORES):
        spark = session(cores)
        # Compressed rows of a key, a time and a double have about 16 bytes. With two cores, a
        # core's share is larger and decides.
        spark.conf.set(PIECE, f"{max(1, rows * 16 // MANY_CORES)}b")
        for chart in charts(rows):
            found = _runs(spark, rows, chart, runs)
            points += _points(chart, cores, found, rows)
        spark.stop()
    points.sort(key=lambda one: [chart.title for chart in charts(rows)].index(one["chart"]))
    measurements.write(out, command, points, versions={"spark": pyspark.__version__})


def _points(
    chart: Chart, cores: int, found: Mapping[str, list[Run]], rows: int
) -> list[measurements.Point]:
    points = []
    for subject, its_runs in found.items():
        seconds = [one.wall if cores == CORES else one.estimated for one in its_runs]
        rate, x = rows / statistics.median(seconds), ("cores", cores)
        point = measurements.point(chart.title, subject, chart.what, x, rate, "rows/s")
        points.append({**point, "runs": [rows / each for each in seconds], "rows": rows})
    return measurements.with_baselines(points, baseline=next(iter(chart.subjects)))


def _runs(spark: SparkSession, rows: int, chart: Chart, runs: int) -> dict[str, list[Run]]:
    """Run the query of each subject, in turns."""
    found: dict[str, list[Run]] = {subject: [] for subject in chart.subjects}
    with tempfile.TemporaryDirectory() as folder:
        hot = HotKey(spark, rows, chart.key, Path(folder))
        for i in range(WARM_UPS + runs):
            for subject, kept in found.items():
                one = hot.run(chart.query, chart.subjects[subject])
                if i >= WARM_UPS:
                    kept.append(one)
    return found


def session(cores: int) -> SparkSession:
    """A session on two local cores that plans queries as for this number of cores."""
    builder = (
        SparkSession.builder.master(f"local[{CORES}]")
        .config("spark.default.parallelism", str(cores))
        .config("spark.driver.memory", "6g")
        .config("spark.ui.enabled", "false")
        .config("spark.log.level", "ERROR")
    )
    return configure(builder).getOrCreate()
