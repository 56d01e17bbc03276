"""A stream of trades from a file, with a watermark after each row, on a MiniCluster."""

import gc
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pyflink = pytest.importorskip("pyflink", reason="make test-flink runs these, in .venv/flink")

from pyflink.common import Configuration  # noqa: E402
from pyflink.datastream import StreamExecutionEnvironment  # noqa: E402
from pyflink.table import StreamTableEnvironment  # noqa: E402
from tests.flink.oracle import DELAY, Trade  # noqa: E402

import finestra.flink  # noqa: E402


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Ignore warnings from libraries under PyFlink."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.filterwarnings("ignore"))


@pytest.fixture(autouse=True)
def collected_between_tests() -> Iterator[None]:
    """Keeps Java's planner on one thread.

    PyFlink's Python workers are threads of this process. If one of them collects Java objects while
    the main thread calls, it opens another connection of py4j, which the main thread may use next.
    That connection has its own Java thread, which lacks the thread-local data of Flink's planner.
    """
    gc.disable()
    yield
    gc.enable()
    gc.collect()


@pytest.fixture
def seed() -> int:
    """A fresh seed, which is printed; FINESTRA_SEED sets it."""
    seed = int(os.environ.get("FINESTRA_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"replay with FINESTRA_SEED={seed}")
    return seed


@pytest.fixture
def rng(seed: int) -> random.Random:
    """Random numbers of the test's seed."""
    return random.Random(seed)


@pytest.fixture
def trades(rng: random.Random) -> list[Trade]:
    """Trades of a few users, some out of order, some later than the allowed lateness."""
    now = 0
    made = []
    # With Python workers, each row takes some 50 ms.
    for _ in range(rng.randint(20, 60)):
        now += rng.choice([0, 10, 10, 20, 50, 300])
        behind = rng.choice([0, 0, 0, 50, 100, 200, 500, 2000])
        made.append(
            Trade(
                rng.choice(["ann", "bob", "cyd"]),
                float(rng.randint(-99, 99)),
                rng.randint(0, 9),
                10_000 + max(0, now - behind),
            )
        )
    return made


@pytest.fixture
def environment() -> StreamExecutionEnvironment:
    """An environment with the jar and a watermark after each row."""
    config = Configuration()
    config.set_string("pipeline.auto-watermark-interval", "1 ms")
    config.set_string("python.executable", sys.executable)
    # A watermark waits for the rows in a Python worker; bundles of one row keep that short.
    config.set_string("python.fn-execution.bundle.size", "1")
    env = StreamExecutionEnvironment.get_execution_environment(config)
    env.set_parallelism(1)
    return finestra.flink.configure(env)


@pytest.fixture
def tables(environment: StreamExecutionEnvironment) -> StreamTableEnvironment:
    """Tables of the environment."""
    tables = StreamTableEnvironment.create(environment)
    tables.get_config().set("table.local-time-zone", "UTC")
    return tables


@pytest.fixture
def source(
    tables: StreamTableEnvironment, trades: list[Trade], tmp_path: Path
) -> Callable[[], None]:
    """Creates the table ``trades`` over a file, with watermarks."""

    def make() -> None:
        file = tmp_path / "trades.csv"
        rows = (f"{t.user},{t.price},{t.quantity},{t.time}\n" for t in trades)
        file.write_text("".join(rows), encoding="utf-8")
        tables.execute_sql(f"""
            CREATE TABLE trades (
                `user` STRING, price DOUBLE, quantity BIGINT, millis BIGINT,
                ts AS TO_TIMESTAMP_LTZ(millis, 3),
                WATERMARK FOR ts AS ts - INTERVAL '0.{DELAY:03}' SECOND
            ) WITH ('connector' = 'filesystem', 'path' = '{file.as_uri()}', 'format' = 'csv')
        """)

    return make
