"""``finestra bench flink-python``: PyFlink's own windows next to Finestra's.

Both are programs in Python over the same rows, in turns, on a cluster in one JVM with one slot.
PyFlink's window calls an ``AggregateFunction`` in a Python worker; Finestra's is an aggregation by
name, and stays in the JVM. The figure is rows per second of wall clock, with the start of the job
and of its worker.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pyflink.common import Time, Types
from pyflink.datastream import AggregateFunction, DataStream, StreamExecutionEnvironment
from pyflink.datastream.window import SlidingEventTimeWindows
from pyflink.table import StreamTableEnvironment, TableDescriptor
from pyflink.version import __version__ as version

import finestra.flink
from finestra.bench import measurements

KEYS = 100
#: Rows of a key per slide of a second.
PER_SLIDE = 10
#: The rows of a job by subject and overlap: as many as take some seconds.
ROWS = {"finestra": {1: 1_000_000, 10: 1_000_000}, "flink": {1: 20_000, 10: 5_000}}

EVENTS = """
CREATE TEMPORARY TABLE events (
    n BIGINT, k AS CAST(MOD(n * 7919, {keys}) AS INT), x AS CAST(MOD(n, 1009) AS DOUBLE),
    ts AS TO_TIMESTAMP_LTZ(n * 1000 / {per_slide} / {keys}, 3), WATERMARK FOR ts AS ts
) WITH ('connector' = 'datagen', 'rows-per-second' = '1000000000',
        'fields.n.kind' = 'sequence', 'fields.n.start' = '0', 'fields.n.end' = '{last}')
"""


class Sum(AggregateFunction):  # type: ignore[misc]  # PyFlink's classes have no types
    """A sum as users of PyFlink write it."""

    def create_accumulator(self) -> float:
        """Return the sum of no rows."""
        return 0.0

    def add(self, value: tuple[int, float], accumulator: float) -> float:
        """Add a row."""
        return accumulator + value[1]

    def get_result(self, accumulator: float) -> float:
        """Return the sum."""
        return accumulator

    def merge(self, first: float, second: float) -> float:
        """Add two sums."""
        return first + second


class MaxMeanCount(AggregateFunction):  # type: ignore[misc]
    """A maximum, a mean and a count."""

    def create_accumulator(self) -> tuple[float, float, int]:
        """Return the maximum, the sum and the count of no rows."""
        return float("-inf"), 0.0, 0

    def add(
        self, value: tuple[int, float], accumulator: tuple[float, float, int]
    ) -> tuple[float, float, int]:
        """Add a row."""
        top, total, count = accumulator
        return max(top, value[1]), total + value[1], count + 1

    def get_result(self, accumulator: tuple[float, float, int]) -> tuple[float, float, int]:
        """Return the answers."""
        top, total, count = accumulator
        return top, total / count, count

    def merge(
        self, first: tuple[float, float, int], second: tuple[float, float, int]
    ) -> tuple[float, float, int]:
        """Merge two accumulators."""
        return max(first[0], second[0]), first[1] + second[1], first[2] + second[2]


@dataclass(frozen=True)
class Aggregate:
    """The same answers from both engines: aggregations by name, and a function with its type."""

    name: str
    ours: dict[str, str | tuple[str, str]]
    own: Callable[[], AggregateFunction]
    result: object


AGGREGATES = [
    Aggregate("sum", {"s": ("sum", "x")}, Sum, Types.DOUBLE()),
    Aggregate(
        "maximum, mean and count",
        {"m": ("max", "x"), "a": ("mean", "x"), "n": "count"},
        MaxMeanCount,
        Types.TUPLE([Types.DOUBLE(), Types.DOUBLE(), Types.LONG()]),
    ),
]


def _results(rows: DataStream, subject: str, aggregate: Aggregate, overlap: int) -> DataStream:
    windows = SlidingEventTimeWindows.of(Time.seconds(overlap), Time.seconds(1))
    if subject == "finestra":
        return finestra.flink.keyed(rows, by="k").window(windows).aggregate(aggregate.ours)
    pairs = rows.map(lambda row: (row[0], row[1]), Types.TUPLE([Types.INT(), Types.DOUBLE()]))
    keyed = pairs.key_by(lambda pair: pair[0], Types.INT())
    return keyed.window(windows).aggregate(aggregate.own(), output_type=aggregate.result)


def _seconds(subject: str, aggregate: Aggregate, overlap: int) -> float:
    env = StreamExecutionEnvironment.get_execution_environment()
    finestra.flink.configure(env).set_parallelism(1)
    tables = StreamTableEnvironment.create(env)
    events = EVENTS.format(keys=KEYS, per_slide=PER_SLIDE, last=ROWS[subject][overlap] - 1)
    tables.execute_sql(events)
    rows = tables.to_data_stream(tables.sql_query("SELECT k, x, ts FROM events"))
    results = tables.from_data_stream(_results(rows, subject, aggregate, overlap))
    begin = time.monotonic()
    results.execute_insert(TableDescriptor.for_connector("blackhole").build()).wait()
    return time.monotonic() - begin


def run(out: Path, command: str, runs: int) -> None:
    """Measure each aggregate and overlap, and write the measurements."""
    found: list[measurements.Point] = []
    for aggregate in AGGREGATES:
        for overlap in ROWS["flink"]:
            rates: dict[str, list[float]] = {"finestra": [], "flink": []}
            for _ in range(runs):
                for subject, each in rates.items():
                    seconds = _seconds(subject, aggregate, overlap)
                    each.append(ROWS[subject][overlap] / seconds)
            for subject, each in rates.items():
                print(aggregate.name, overlap, subject, *map(round, each), flush=True)
                x, rate = ("overlap", overlap), statistics.median(each)
                one = measurements.point(
                    "python", subject, aggregate.name, x, rate, "rows/s of wall"
                )
                found.append({**one, "runs": each})
    with_baselines = measurements.with_baselines(found, baseline="flink")
    measurements.write(out, command, with_baselines, versions={"flink": version})
