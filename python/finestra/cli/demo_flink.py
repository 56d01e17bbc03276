"""``finestra demo flink``: each rider's last hour and day by name, then Flink's own windows."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import finestra.flink
from finestra.bench.compiled import compiled
from finestra.bench.trips import Trip
from finestra.cli.demo_trips import AGGREGATES, SIZES, Answer, read, said, table, trips
from finestra.cli.status import Status

_BY_NAME = """
  finestra.flink.keyed(trips, by="rider")
      .windows({"1h": LastWindow.of(Time.hours(1)), "1d": LastWindow.of(Time.days(1))})
      .aggregate({"trips": ("count", "duration"), "longest": ("max", "duration")})
"""
# Flink copies each trip into 86,400 windows, so it gets only a few trips.
_FEW = 100
_DAY = 86_400_000


class Outcome(NamedTuple):
    """The number of a job's results, a digest of them, and how long the job took."""

    results: int
    digest: int
    seconds: float


def run() -> tuple[int, list[Answer]]:
    """Run the demo; the status, and the results by name."""
    with tempfile.TemporaryDirectory(prefix="finestra-") as folder:
        print(said())
        demo = Demo(Path(folder), trips())
        print("\nBy name: each rider's last hour and last day, at the end of each trip:" + _BY_NAME)
        answers = demo.by_name()
        print(table(answers), flush=True)
        return demo.day_by_second(), answers


class Demo:
    """Jobs over files of trips, with one slot each."""

    def __init__(self, folder: Path, given: Sequence[Trip]) -> None:
        """Write files with a few trips and with all, and compile the job of Flink's own windows."""
        import pyflink

        self.folder = folder
        self.all = len(given)
        self.own = compiled("OwnWindows.java", Path(pyflink.__file__).parent / "lib", folder)
        lines = [f"{trip.rider},{trip.duration},{trip.ended}\n" for trip in given]
        for count in (20, _FEW, self.all):
            (folder / f"{count}.csv").write_text("".join(lines[:count]), encoding="utf-8")

    def trips(self, count: int) -> tuple[Any, Any, Any]:
        """A new environment, its tables, and the first trips as a stream ordered by their ends."""
        from pyflink.datastream import StreamExecutionEnvironment
        from pyflink.table import StreamTableEnvironment

        env = finestra.flink.configure(StreamExecutionEnvironment.get_execution_environment())
        env.add_jars(self.own.as_uri())
        env.set_parallelism(1)
        tables = StreamTableEnvironment.create(env)
        tables.execute_sql(f"""
            CREATE TABLE trips (
                rider STRING, duration DOUBLE, ended BIGINT,
                ts AS TO_TIMESTAMP_LTZ(ended, 3),
                WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND -- more may end at the same time
            ) WITH ('connector' = 'filesystem', 'format' = 'csv',
                    'path' = '{(self.folder / f"{count}.csv").as_uri()}')
        """)
        return env, tables, tables.to_data_stream(tables.from_path("trips"))

    def by_name(self) -> list[Answer]:
        """Each trip with its rider's last hour and day, through files that Flink writes."""
        from finestra.flink import LastWindow

        _, tables, trips = self.trips(self.all)
        windows = {name: LastWindow.of(size) for name, size in SIZES.items()}
        answers = finestra.flink.keyed(trips, by="rider").windows(windows).aggregate(AGGREGATES)
        tables.create_temporary_view("answers", answers)
        folder = self.folder / "answers"
        tables.execute_sql(f"""
            CREATE TABLE written (
                rider STRING, ended BIGINT, trips_1h BIGINT, longest_1h DOUBLE, trips_1d BIGINT,
                longest_1d DOUBLE
            ) WITH ('connector' = 'filesystem', 'format' = 'csv', 'path' = '{folder.as_uri()}')
        """)
        tables.execute_sql("""
            INSERT INTO written
            SELECT rider, `time`, trips_1h, longest_1h, trips_1d, longest_1d FROM answers
        """).wait()
        files = (file for file in folder.iterdir() if not file.name.startswith("."))
        return [answer for file in files for answer in read(file.read_text().splitlines())]

    def day_by_second(self) -> int:
        """Time both on the same trips, and compare their results."""
        print(
            "\nA day that slides by a second: each rider's longest trip and number of trips, every "
            "second.\n\n"
            '  keyed(trips, by="rider").window(SlidingEventTimeWindows.of(Time.days(1), '
            "Time.seconds(1)))\n\n"
            f"  {'':14}{'trips':>8}{'results':>12}{'seconds':>10}{'trips/s':>10}"
        )
        self.answer("own", 20)
        own = self._line("Flink's own", _FEW, self.answer("own", _FEW))
        self.answer("finestra", 20)
        same = self._line("finestra", _FEW, self.answer("finestra", _FEW))
        self._line("finestra", self.all, self.answer("finestra", self.all))
        if (own.results, own.digest) != (same.results, same.digest):
            print("\nThe results differ. This is a defect; please report it.")
            return Status.CHECK_FAILED
        print(
            f"\nFlink's own windows got {_FEW} of the {self.all:,} trips, each copied into "
            "86,400 windows.\nOn those trips both gave the same results, one for each rider and "
            f"second, Finestra {own.seconds / same.seconds:.1f} times as fast.\nState on heap, one "
            "slot."
        )
        return Status.DONE

    def answer(self, by: str, count: int) -> Outcome:
        """Run one job to its end."""
        from pyflink.common import Time
        from pyflink.datastream import DataStream
        from pyflink.datastream.window import SlidingEventTimeWindows
        from pyflink.java_gateway import get_gateway

        env, _, trips = self.trips(count)
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
        return Outcome(said["results"], said["digest"], done.get_net_runtime() / 1000)

    @staticmethod
    def _line(name: str, trips: int, answer: Outcome) -> Outcome:
        print(
            f"  {name:14}{trips:8,}{answer.results:12,}{answer.seconds:10.2f}"
            f"{trips / answer.seconds:10,.0f}",
            flush=True,
        )
        return answer
