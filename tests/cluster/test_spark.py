"""T16: files in, windows on the state store of RocksDB, files out; executors and driver die."""

import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from tests.cluster import readings
from tests.cluster.boxes import Boxes, kills, until
from tests.cluster.feed import FileFeed
from tests.cluster.spark_cluster import SparkCluster, committed

EVENTS = 300_000

# Rows that are late come later than any batch can reach back to: what is late is known then.
FAR = range(60_000, 90_000)

QUERIES = ("slides", "last")


def test_nothing_is_lost_when_executors_and_the_driver_die(
    boxes: Boxes, rng: random.Random
) -> None:
    spark = SparkCluster(boxes)
    folder = boxes.folder / "spark"
    folder.mkdir(mode=0o777)

    def batches() -> int:
        """How many batches both queries have done."""
        done = [folder.glob(f"checkpoint-{query}/commits/[0-9]*") for query in QUERIES]
        return min(max((int(file.name) for file in each), default=-1) for each in done)

    def goes_on(after: int) -> bool:
        driver.check_up()
        return batches() > after

    (boxes.folder / "readings").mkdir()
    driver = spark.submit(
        *("/shared/readings", "/shared/spark", str(readings.SIZE), str(readings.SLIDE))
    )

    def kill_driver() -> None:
        """Kill -9 of the driver, which is then submitted again, to go on from its checkpoint."""
        driver.kill()
        driver.start_again()

    lines = readings.lines(rng, EVENTS, FAR)
    # A kill of an executor takes three parts, one of the driver two; the rest is for waiting.
    feed = FileFeed(boxes.folder / "readings", lines, EVENTS, 5 * kills() + 15)
    plan: list[Callable[[], None]] = []
    for i in range(kills()):
        plan.append(partial(spark.kill_executor, spark.workers[i % 2], feed.go_on))
        if i % 4 == 0:
            plan.append(kill_driver)
    feed.start()
    for fault in plan:
        feed.go_on()
        fault()
        before, start = batches(), time.monotonic()
        feed.go_on()
        until("both queries go on after a fault", partial(goes_on, before))
        print(f"a batch was done {time.monotonic() - start:.0f} s after the fault")
    feed.finish()

    on_time, late = _split(feed.written)
    assert late > EVENTS // 1_000
    wanted = readings.without_newest(readings.expected(on_time))

    def got() -> Counter[str]:
        return Counter(line for query in QUERIES for line in committed(folder / query))

    try:
        until("all results are there", lambda: got().total() >= wanted.total())
    finally:
        found = readings.differences(wanted, got())
        counts = {what: len(rows) for what, rows in found.items()}
        print(f"{EVENTS} events, {late} late, {len(plan)} faults: {counts}")
        print({what: rows[:5] for what, rows in found.items()})
    # What comes twice comes with a later batch.
    time.sleep(10)
    assert not any(readings.differences(wanted, got()).values())


def _split(written: list[str]) -> tuple[list[str], int]:
    """The rows that are on time, as no watermark had passed; and how many are late."""
    on_time = []
    late = 0
    for arrival, line in enumerate(written):
        key, time, value, _ = line.split(",")
        if key and arrival - int(time) > FAR.start:
            late += 1
        else:
            on_time.append(f"{key},{time},{value},{-readings.FAR}")
    return on_time, late
