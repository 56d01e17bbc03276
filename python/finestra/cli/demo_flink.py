"""``finestra demo flink``: a day that slides by a second, by name and by Flink's own windows."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import finestra.flink
from finestra.bench.compiled import compiled
from finestra.bench.trips import SYNTHETIC, synthetic
from finestra.cli import DONE, NOT_WELL

__all__ = ["run"]

_TRIPS = 50_000
_RIDERS = 5
# Each of Flink's trips is copied into 86,400 windows, so that it gets fewer of them.
_FEW = 100
_HOURS = 2_000
_HOUR = 3_600_000
_DAY = 24 * _HOUR


@dataclass(frozen=True)
class Answer:
    """What a job answered, as a number of results and a digest of them, and how long it took."""

    results: int
    digest: int
    seconds: float


def run() -> int:
    """Answer by name and by Flink's own operator, and compare."""
    with _work() as folder:
        demo = Demo(folder)
        print(f"{_TRIPS:,} {SYNTHETIC}, of {_RIDERS} riders.")
        demo.last_hour()
        return demo.day_by_second()


@contextmanager
def _work() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="finestra-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


class Demo:
    """The trips as files, and jobs over them, one slot each."""

    def __init__(self, folder: Path) -> None:
        import pyflink

        self.folder = folder
        self.own = compiled("OwnWindows.java", Path(pyflink.__file__).parent / "lib", folder)
        trips = sorted(synthetic(_TRIPS, 7, _RIDERS), key=lambda trip: trip.ended)
        lines = [f"{trip.rider},{trip.duration},{trip.ended}\n" for trip in trips]
        for count in (20, _FEW, _HOURS, _TRIPS):
            (folder / f"{count}.csv").write_text("".join(lines[:count]), encoding="utf-8")

    def trips(self, count: int) -> tuple[Any, Any]:
        """An environment of its own, and in it the first trips as a stream, by their ends."""
        from pyflink.datastream import StreamExecutionEnvironment
        from pyflink.table import StreamTableEnvironment

        env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
        env.add_jars(self.own.as_uri())
        env.set_parallelism(1)
        tables = StreamTableEnvironment.create(env)
        tables.execute_sql(f"""
            CREATE TABLE trips (
                rider STRING, duration DOUBLE, ended BIGINT,
                ts AS TO_TIMESTAMP_LTZ(ended, 3), WATERMARK FOR ts AS ts
            ) WITH ('connector' = 'filesystem', 'format' = 'csv',
                    'path' = '{(self.folder / f"{count}.csv").as_uri()}')
        """)
        return env, tables.to_data_stream(tables.from_path("trips"))

    def last_hour(self) -> None:
        """Each rider's last hour, as a user asks for it."""
        from finestra.flink import LastWindow

        print("\nBy name: each rider's longest trip of the last hour, in seconds.\n")
        _, trips = self.trips(_HOURS)
        answers = (
            finestra.flink.keyed(trips, by="rider")
            .window(LastWindow.of(_HOUR))
            .aggregate({"trips": "count", "longest": ("max", "duration")})
        )
        last = {}
        with answers.execute_and_collect() as rows:
            for rider, _, count, longest in rows:
                last[rider] = f"  {rider:8} {count:4} trips   longest {longest:8.1f}"
        for rider in sorted(last):
            print(last[rider])

    def day_by_second(self) -> int:
        """The headline: the same results, and how long they took."""
        print(
            "\nA day that slides by a second: each rider's longest trip and their number, at each "
            "second.\n\n"
            '  keyed(trips, by="rider").window(SlidingEventTimeWindows.of(Time.days(1), '
            "Time.seconds(1)))\n\n"
            f"  {'':14}{'trips':>8}{'results':>12}{'seconds':>10}{'trips/s':>10}"
        )
        self.answer("own", 20)
        own = self._line("Flink's own", _FEW, self.answer("own", _FEW))
        self.answer("finestra", 20)
        same = self._line("finestra", _FEW, self.answer("finestra", _FEW))
        self._line("finestra", _TRIPS, self.answer("finestra", _TRIPS))
        if (own.results, own.digest) != (same.results, same.digest):
            print("\nThe answers differ: that is a defect, please report it.")
            return NOT_WELL
        print(
            f"\nFlink's own windows got {_FEW} of the {_TRIPS:,} trips, for each is copied into "
            f"86,400 windows.\nOn those the answers are the same, and came "
            f"{own.seconds / same.seconds:.1f} times as fast from Finestra;\nboth write a result "
            "for each rider and second. On heap, one slot, measured here and now."
        )
        return DONE

    def answer(self, by: str, count: int) -> Answer:
        """Run one job to its end."""
        from pyflink.common import Time
        from pyflink.datastream import DataStream
        from pyflink.datastream.window import SlidingEventTimeWindows
        from pyflink.java_gateway import get_gateway

        env, trips = self.trips(count)
        java = get_gateway().jvm.dev.finestra.bench.flink.OwnWindows
        if by == "own":
            results = DataStream(java.aggregate(trips._j_data_stream, _DAY, 1_000))
        else:
            results = (
                finestra.flink.keyed(trips, by="rider")
                .window(SlidingEventTimeWindows.of(Time.days(1), Time.seconds(1)))
                .aggregate({"longest": ("max", "duration"), "trips": "count"})
            )
        java.digest(results._j_data_stream)
        done = env.execute(f"{by}, {count} trips")
        said = done.get_all_accumulator_results()
        return Answer(said["results"], said["digest"], done.get_net_runtime() / 1000)

    @staticmethod
    def _line(name: str, trips: int, answer: Answer) -> Answer:
        print(
            f"  {name:14}{trips:8,}{answer.results:12,}{answer.seconds:10.2f}"
            f"{trips / answer.seconds:10,.0f}",
            flush=True,
        )
        return answer
