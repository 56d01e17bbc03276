"""The streams of ``finestra bench spark``: windows over files, one file per micro-batch.

There are ten rows of a key per slide, in time order, in ten micro-batches. The last one is far
ahead, so that all windows are emitted. Results are discarded. Besides the rate, a point has the
largest state in rows and in bytes, the size of the checkpoint, and the durations that Spark reports
for the parts of a micro-batch.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import fmean
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 (its usual name)

from finestra.bench.matrix.pairs import Run
from finestra.spark import sliding

BATCHES = 10
KEYS = 100
#: The number of keys of features, and the rows of a key in the longest of their windows.
FEATURE_KEYS, LONGEST_WINDOW = 1_000, 400
#: Six aggregates, on the columns that all streams have.
SIX: Mapping[str, str | tuple[str, str]] = {
    "n": "count",
    **{name: (name, "x") for name in ("sum", "max", "min", "mean", "count_distinct")},
}
#: The most copies of rows (one per window) that Spark's own may make; beyond it, fewer keys.
COPIES = 50_000_000

#: Seconds after which a query is not repeated, even if it may still become faster.
LONGEST = 120.0

SCHEMA = "k LONG, ts TIMESTAMP, x DOUBLE"
PROVIDER = "spark.sql.streaming.stateStore.providerClass"
STORES = {
    "rocksdb": "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider",
    "hdfs": "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider",
}


Aggregates = dict[str, tuple[str, str]]


class Streams:
    """Queries over micro-batches, and their measured points."""

    def __init__(self, spark: SparkSession, rows: int, runs: int = 1) -> None:
        """Each query is repeated until ``1 + runs`` in a row are not 3 % faster."""
        self.spark, self.rows, self.runs = spark, rows, runs
        self.jvm = spark._jvm.dev.finestra.bench.spark.SumAggregator

    def slide(self, overlap: int) -> Iterator[dict[str, Any]]:
        """Measure windows of this many slides; Spark's own with both of its state stores."""
        size, slide = f"{10 * overlap} seconds", "10 seconds"

        def own(df: DataFrame) -> DataFrame:
            return df.groupBy("k", F.window("ts", size, slide)).agg(F.sum("x").alias("s"))

        def ours(df: DataFrame) -> DataFrame:
            aggregates = {"s": ("sum", "x")}
            return sliding(df, by="k", time="ts", size=size, slide=slide, aggregates=aggregates)

        point = {"series": "stream", "overlap": overlap}
        few = max(1, min(KEYS, COPIES // overlap * KEYS // self.rows))
        each = self.rows // KEYS
        yield self._measure(ours, KEYS, "rocksdb", each, by="finestra", **point)
        yield self._measure(own, few, "hdfs", each, by="spark", **point)
        yield self._measure(own, few, "rocksdb", each, by="spark on RocksDB", **point)

    @contextmanager
    def runs_of_both(
        self, keys: int, overlap: int, aggregates: Aggregates
    ) -> Iterator[tuple[Run, Run]]:
        """Spark's query and Finestra's, on the store RocksDB.

        There are up to ten rows of a key per slide, and at most as many keys as rows.
        """
        size, slide = f"{10 * overlap} seconds", "10 seconds"
        keys = min(keys, self.rows)

        def own(df: DataFrame) -> DataFrame:
            calls = [
                getattr(F, call)(column).alias(name) for name, (call, column) in aggregates.items()
            ]
            return df.groupBy("k", F.window("ts", size, slide)).agg(*calls)

        def ours(df: DataFrame) -> DataFrame:
            return sliding(df, by="k", time="ts", size=size, slide=slide, aggregates=aggregates)

        numbers = count()
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self._write_seconds(folder, keys, self.rows // keys)
            yield (
                lambda: float(self.run(own, folder, next(numbers))["cpu"]),
                lambda: float(self.run(ours, folder, next(numbers))["cpu"]),
            )

    def per_row(self, window: int) -> dict[str, Any]:
        """Measure a window per row, for one key; Spark has no such windows on streams."""

        def ours(df: DataFrame) -> DataFrame:
            size, aggregates = f"{window - 1} seconds", {"s": ("sum", "x")}
            return sliding(df, by="k", time="ts", size=size, aggregates=aggregates)

        point = {"by": "finestra", "series": "per-row", "frame": window}
        return self._measure(ours, 1, "rocksdb", self.rows, **point)

    def features(self) -> Iterator[dict[str, Any]]:
        """Measure six aggregates of each row, in four windows at once and in each one."""
        rows = [LONGEST_WINDOW // part for part in (1, 2, 4, 8)]

        def of(windows: Sequence[int]) -> Callable[[DataFrame], DataFrame]:
            sizes = {f"last_{window}": f"{window - 1} seconds" for window in windows}
            return lambda df: sliding(df, by="k", time="ts", size=sizes, aggregates=SIX)

        point = {"series": "features", "frame": LONGEST_WINDOW, "by": "finestra, four windows"}
        each = self.rows // FEATURE_KEYS
        yield self._measure(of(rows), FEATURE_KEYS, "rocksdb", each, **point)
        for window in rows:
            point.update(frame=window, by="finestra, one window")
            yield self._measure(of([window]), FEATURE_KEYS, "rocksdb", each, **point)

    def _measure(
        self,
        windows: Callable[[DataFrame], DataFrame],
        keys: int,
        store: str,
        each: int,
        **point: Any,
    ) -> dict[str, Any]:
        """Measure a query over this many rows of each key several times, and keep the best run."""
        best: dict[str, Any] = {"rate": 0}
        run, since, spent = 0, 0, 0.0
        with tempfile.TemporaryDirectory() as folder:
            self._write_seconds(Path(folder), keys, each)
            while spent < LONGEST and (run < 2 or since < 1 + self.runs):
                took = self.run(windows, Path(folder), run, store)
                took["rate"] = round(keys * each / took.pop("cpu"))
                spent += took["wall"]
                if run > 0 or spent >= LONGEST:
                    since = 0 if took["rate"] > best["rate"] * 1.03 else since + 1
                    best = max(best, took, key=lambda point: point["rate"])
                run += 1
        return {**point, "keys": keys, "rows": keys * each, **best}

    def _write_seconds(self, folder: Path, keys: int, each: int) -> None:
        """A row of each key per second; the last batch has one more of each."""
        key, second = f"id % {keys}", f"id DIV {keys}"
        self.write(folder, keys * each, key, second, f"{second} + {10 * each}", after=keys)

    def write(
        self, folder: Path, rows: int, key: str, second: str, last: str, after: int = 1
    ) -> None:
        """Write one file per micro-batch; their modification times order them.

        ``key`` and ``second`` are SQL over ``id``, the number of the row. ``last`` is the second of
        ``after`` more rows in a batch of their own.
        """
        for batch in range(BATCHES + 1):
            first, end = batch * rows // BATCHES, (batch + 1) * rows // BATCHES
            part = folder / f"part-{batch}"
            self.spark.range(first, end if batch < BATCHES else first + after, 1, 1).selectExpr(
                f"CAST({key} AS BIGINT) AS k",
                f"timestamp_seconds({second if batch < BATCHES else last}) AS ts",
                "CAST(hash(id) % 1000 AS DOUBLE) AS x",
            ).write.parquet(str(part))
            for file in part.glob("*.parquet"):
                os.utime(file, (1_000_000_000 + batch,) * 2)

    def run(
        self,
        windows: Callable[[DataFrame], DataFrame],
        folder: Path,
        run: int,
        store: str = "rocksdb",
    ) -> dict[str, Any]:
        """Run a query over the files of a folder, and return its figures."""
        self.spark.conf.set(PROVIDER, STORES[store])
        rows = self.spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 1)
        df = rows.parquet(str(folder / "part-*")).withWatermark("ts", "10 seconds")
        checkpoint = folder / f"checkpoint-{run}"
        cpu, wall = self.jvm.cpuNanos(), time.perf_counter()
        query = (
            windows(df)
            .writeStream.format("noop")
            .outputMode("append")
            .option("checkpointLocation", str(checkpoint))
            .trigger(availableNow=True)
            .start()
        )
        query.awaitTermination()
        wall = time.perf_counter() - wall
        cpu = (self.jvm.cpuNanos() - cpu) / 1e9
        progress = [p for p in query.recentProgress if "addBatch" in p["durationMs"]]
        states = [p["stateOperators"][0] for p in progress if p["stateOperators"]]
        return {
            "cpu": cpu,
            "wall": round(wall, 3),
            "batches": len(progress),
            "state_rows": max(s["numRowsTotal"] for s in states),
            "state_bytes": max(s["memoryUsedBytes"] for s in states),
            "checkpoint_bytes": sum(f.stat().st_size for f in checkpoint.rglob("*") if f.is_file()),
            "batch_ms": {
                "all": _mean(p["durationMs"]["triggerExecution"] for p in progress),
                "addBatch": _mean(p["durationMs"]["addBatch"] for p in progress),
                "updates": _mean(s["allUpdatesTimeMs"] for s in states),
                "removals": _mean(s["allRemovalsTimeMs"] for s in states),
                "commit": _mean(s["commitTimeMs"] for s in states),
            },
        }


def _mean(values: Iterable[int]) -> int:
    return round(fmean(values))
