"""``finestra bench spark-keys``: windows on a stream with many keys, Finestra next to Spark.

Each point is a query over ten micro-batches. Finestra's query, with its state in RocksDB, and
Spark's, with its state in RocksDB and in memory, run in turns in one session. The rows cover the
time of two windows, and at least one slide per micro-batch. With Zipf keys, the key of rank *r* has
a share of the rows proportional to 1 / *r*.

The figures are rows per second of CPU time, the largest state in rows and in bytes, the bytes of
the checkpoint per micro-batch, and the milliseconds of a micro-batch. The file is written anew
after each point.
"""

from __future__ import annotations

import json
import platform
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import pyspark
from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

from finestra.bench import measurements
from finestra.bench.compiled import compiled
from finestra.bench.matrix.pairs import PAIRS_IF_UNSURE, needs_another_pair
from finestra.bench.spark_matrix import session
from finestra.bench.spark_streams import BATCHES, Streams
from finestra.spark import sliding

KEYS = (1_000, 10_000, 100_000, 1_000_000)
OVERLAPS = (1, 10, 60, 1_440)
UNIFORM, ZIPF = "uniform", "Zipf"

ROWS = 1_000_000
#: The most pairs of a row and a window. With many keys, each is an update of Spark's state.
UPDATES = 5_000_000
#: Seconds.
SLIDE = 10


@dataclass(frozen=True)
class Point:
    """A query over rows of some keys; without an overlap, a window ends at each row."""

    keys: int
    spread: str
    overlap: int | None

    @property
    def rows(self) -> int:
        """One per key and more, unless windows overlap."""
        if self.overlap is None:
            return ROWS
        if self.overlap == 1:
            return max(ROWS, self.keys)
        return min(ROWS, UPDATES // self.overlap)

    @property
    def size(self) -> int:
        """The size of a window in seconds."""
        return SLIDE * (self.overlap or 10)

    @property
    def seconds(self) -> int:
        """The time that the rows cover."""
        return max(2 * self.size, SLIDE * BATCHES)

    @property
    def key(self) -> str:
        """SQL of a row's key."""
        if self.spread == UNIFORM:
            return f"pmod(id * 1000003, {self.keys})"
        return f"pow({self.keys}, pmod(hash(id), 1000003) / 1000003.0) - 1"

    @property
    def second(self) -> str:
        """SQL of a row's time."""
        return f"id * {self.seconds} DIV {self.rows}"

    def own(self, df: DataFrame) -> DataFrame:
        """Spark's query."""
        window = F.window("ts", f"{self.size} seconds", f"{SLIDE} seconds")
        return df.groupBy("k", window).agg(F.sum("x").alias("s"))

    def ours(self, df: DataFrame) -> DataFrame:
        """Finestra's query."""
        slide = {"slide": f"{SLIDE} seconds"} if self.overlap else {}
        aggregates = {"s": ("sum", "x")}
        size = f"{self.size} seconds"
        return sliding(df, by="k", time="ts", size=size, **slide, aggregates=aggregates)

    def measured(self, streams: Streams) -> dict[str, dict[str, float]]:
        """Run both queries in turns; return the median of each figure, by the query's subject."""
        queries = {"finestra": (self.ours, "rocksdb")}
        if self.overlap:
            queries["spark"] = (self.own, "rocksdb")
            queries["spark, state in memory"] = (self.own, "hdfs")
        runs: dict[str, list[dict[str, float]]] = {subject: [] for subject in queries}
        with tempfile.TemporaryDirectory() as name:
            folder, numbers, seconds = Path(name), count(), 0.0
            last = str(self.seconds + self.size + SLIDE)
            streams.write(folder, self.rows, self.key, self.second, last)
            while self._needs_another_run(runs, seconds):
                turns = list(queries.items())
                for subject, (query, store) in turns if len(runs["finestra"]) % 2 else turns[::-1]:
                    run = streams.run(query, folder, next(numbers), store)
                    seconds += run["cpu"]
                    runs[subject].append(figures(run, self.rows))
        return {
            subject: {unit: median(run[unit] for run in each) for unit in each[0]}
            for subject, each in runs.items()
        }

    def _needs_another_run(self, runs: dict[str, list[dict[str, float]]], seconds: float) -> bool:
        """Whether another run of each query is needed."""
        if not self.overlap:
            return len(runs["finestra"]) < PAIRS_IF_UNSURE
        unit = "rows/s of CPU"
        both = zip(runs["finestra"], runs["spark"])
        return needs_another_pair([ours[unit] / own[unit] for ours, own in both], seconds)


def figures(run: dict[str, Any], rows: int) -> dict[str, float]:
    """The figures of a run, by unit."""
    return {
        "rows/s of CPU": rows / run["cpu"],
        "state rows": run["state_rows"],
        "state bytes": run["state_bytes"],
        "checkpoint bytes per batch": run["checkpoint_bytes"] / run["batches"],
        "ms per batch": run["batch_ms"]["all"],
    }


def points(keys: Sequence[int], overlaps: Sequence[int]) -> Iterator[Point]:
    """The grid, without points of fewer rows than keys; windows that end at a row come last."""
    for overlap in (*overlaps, None):
        for spread in (UNIFORM, ZIPF):
            for number in keys:
                point = Point(number, spread, overlap)
                if point.rows >= number:
                    yield point


def run(out: Path, command: str, keys: Sequence[int], overlaps: Sequence[int]) -> None:
    """Measure the grid, and write the measurements."""
    found: list[measurements.Point] = []
    with tempfile.TemporaryDirectory() as folder:
        jars = Path(pyspark.__file__).parent / "jars"
        spark = session(compiled("SumAggregator.java", jars, Path(folder)))
        streams = Streams(spark, ROWS)
        Point(1_000, UNIFORM, 10).measured(streams)  # warms up the JVM
        for point in points(keys or KEYS, overlaps or OVERLAPS):
            measured = point.measured(streams)
            print(json.dumps({**asdict(point), "rows": point.rows, **measured}), flush=True)
            windows = f"overlap {point.overlap}" if point.overlap else "windows that end at a row"
            for subject, each in measured.items():
                for unit, figure in each.items():
                    x = ("keys", point.keys)
                    one = measurements.point(
                        windows, subject, f"{point.spread} keys", x, figure, unit
                    )
                    found.append({**one, "rows": point.rows})
            versions = {"spark": pyspark.__version__, "python": platform.python_version()}
            with_baselines = measurements.with_baselines(found, baseline="spark")
            measurements.write(out, command, with_baselines, versions=versions)
        spark.stop()
