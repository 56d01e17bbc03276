"""``finestra demo features``: one declaration on Spark and on Flink, with history.

Each engine runs in a process of its own, ``python -m finestra.cli.demo_features ENGINE FOLDER``,
which writes its results as CSV.
"""

from __future__ import annotations

import csv
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import finestra
from finestra.cli import engines
from finestra.cli.status import Status

CARDS = finestra.features(
    by="card",
    time="ts",
    windows={"1h": "1 hour", "1d": "1 day", "7d": "7 days"},
    aggregates={
        "n": "count",
        "spent": ("sum", "cents"),
        "top": ("max", "cents"),
        "shops": ("count_distinct", "shop"),
    },
)
UNTIL = datetime(2026, 1, 9, tzinfo=timezone.utc)
_BEGIN = datetime(2026, 1, 1, tzinfo=timezone.utc)
_DAYS, _COUNT, _CARDS = 10, 40_000, 500
# The payment that moves the watermark of a stream past all others.
_LAST = ("last", "2026-03-01 00:00:00.000", 0, "none")
_RUNS = ("Spark: batch", "Spark: training set", "Spark: stream", "Flink: stream")


def run() -> int:
    """Run the demo; the status."""
    pythons = {each: engines.python(each, "demo features") for each in ("spark", "flink")}
    with tempfile.TemporaryDirectory(prefix="finestra-") as made:
        folder = Path(made)
        (folder / "payments").mkdir()
        with (folder / "payments" / "all.csv").open("w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows([*_payments(random.Random(7)), _LAST])
        print(
            f"{_COUNT:,} random payments of {_CARDS} cards in {_DAYS} days. The streams start on "
            f"day 9, with the 8 days before as history.\n\n{CARDS.to_json()}\n",
            flush=True,
        )
        for engine, python in pythons.items():
            command = [str(python), "-m", __name__, engine, str(folder)]
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
            if done.returncode:
                print(done.stderr, file=sys.stderr)
                return Status.CHECK_FAILED
        results = {name: _read(folder / f"{name}.csv") for name in _RUNS}
    return _compared(results)


def _payments(draw: random.Random) -> Iterator[tuple[str, str, int, str]]:
    """The payments, each at most half an hour late."""
    arrivals = sorted(draw.uniform(0, _DAYS * 86_400) for _ in range(_COUNT))
    for arrival in arrivals:
        at = _BEGIN + timedelta(milliseconds=round(1000 * max(0, arrival - draw.uniform(0, 1800))))
        card = f"card {int(_CARDS * draw.random() ** 2)}"
        shown = at.isoformat(" ", "milliseconds").removesuffix("+00:00")
        yield card, shown, draw.randrange(1, 50_000), f"shop {draw.randrange(40)}"


def _read(file: Path) -> Counter[tuple[str, ...]]:
    """The results from the end of the history on."""
    with file.open(newline="", encoding="utf-8") as lines:
        rows = map(tuple, csv.reader(lines))
        first = UNTIL.timestamp() * 1000
        return Counter(row for row in rows if row[0] != _LAST[0] and int(row[1]) >= first)


def _compared(results: dict[str, Counter[tuple[str, ...]]]) -> int:
    batch = results[_RUNS[0]]
    for name, got in results.items():
        if got != batch:
            missing, more = batch - got, got - batch
            first = next(iter(missing or more))
            print(f"{name} differs from the batch, first in {first}. Please report it.")
            return Status.CHECK_FAILED
    print(
        f"\nAll four gave the same {len(CARDS.feature_columns)} features for each of the "
        f"{sum(batch.values()):,} payments from day 9 on."
    )
    return Status.DONE


def _timed(folder: Path, name: str, rows: Callable[[], Iterable[Iterable[object]]]) -> None:
    began = time.perf_counter()
    with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(rows())
    print(f"  {name:22}{time.perf_counter() - began:6.1f} s", flush=True)


def _on_spark(folder: Path) -> None:
    from pyspark.sql import functions as sql

    options = {"spark.sql.session.timeZone": "UTC", "spark.sql.shuffle.partitions": "2"}
    spark = engines.spark("demo", "local[2]", options)
    columns = "card STRING, ts TIMESTAMP, cents BIGINT, shop STRING"
    payments = spark.read.csv(str(folder / "payments"), columns)
    labels = payments.where(sql.col("ts") >= UNTIL).select("card", "ts")

    def collected(df: Any) -> list[Any]:
        rows: list[Any] = df.withColumn("ts", sql.unix_millis("ts")).collect()
        return rows

    def stream() -> list[Any]:
        files = spark.readStream.schema(columns).csv(str(folder / "payments"))
        features = CARDS.spark(files.withWatermark("ts", "1 hour"), history=payments, until=UNTIL)
        query = features.writeStream.format("memory").queryName("features")
        query.trigger(availableNow=True).start().awaitTermination()
        return collected(spark.table("features"))

    _timed(folder, _RUNS[0], lambda: collected(CARDS.spark(payments)))
    _timed(
        folder,
        _RUNS[1],
        lambda: collected(CARDS.spark(payments, at=labels, same_time="included")),
    )
    _timed(folder, _RUNS[2], stream)
    spark.stop()


def _on_flink(folder: Path) -> None:
    def payments(options: dict[str, str]) -> Any:
        tables = engines.flink({"heartbeat.interval": "1 s", **options})
        tables.execute_sql(f"""
            CREATE TABLE payments (
                card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING,
                WATERMARK FOR ts AS ts - INTERVAL '1' HOUR
            ) WITH ('connector' = 'filesystem', 'format' = 'csv',
                    'path' = '{(folder / "payments").as_uri()}')
        """)
        return tables.from_path("payments")

    def stream() -> Iterator[list[object]]:
        directory = (folder / "savepoints").as_uri()
        savepoint = CARDS.flink_savepoint(
            payments({}), until=UNTIL, uid="cards", directory=directory
        )
        rows = payments({"execution.state-recovery.path": savepoint})
        with CARDS.flink(rows, until=UNTIL, uid="cards").execute().collect() as results:
            for card, ts, *features in results:
                yield [card, round(ts.replace(tzinfo=timezone.utc).timestamp() * 1000), *features]

    _timed(folder, _RUNS[3], stream)


if __name__ == "__main__":
    {"spark": _on_spark, "flink": _on_flink}[sys.argv[1]](Path(sys.argv[2]))
