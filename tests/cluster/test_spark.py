"""Spark with Kafka, RocksDB and files: executors and the driver are killed, no result is lost."""

import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from tests.cluster import readings
from tests.cluster.boxes import Boxes, kills, until
from tests.cluster.broker import Broker
from tests.cluster.feed import Feed
from tests.cluster.spark_cluster import SparkCluster, committed, newest_state

EVENTS = 300_000

# The delays of late rows, longer than any batch: then the input decides which rows are late.
FAR = range(60_000, 90_000)

QUERIES = ("slides", "last")


def test_nothing_is_lost_when_executors_and_the_driver_die(
    boxes: Boxes, rng: random.Random
) -> None:
    broker, spark = Broker(boxes), SparkCluster(boxes)
    folder = boxes.folder / "spark"
    folder.mkdir(mode=0o777)

    def batches() -> int:
        """The number of the last batch that both queries have committed."""
        done = [folder.glob(f"checkpoint-{query}/commits/[0-9]*") for query in QUERIES]
        return min(max((int(file.name) for file in each), default=-1) for each in done)

    def goes_on(after: int) -> bool:
        driver.check_up()
        return batches() > after

    broker.create("readings", 1)
    sizes = str(readings.SIZE), str(readings.SLIDE)
    driver = spark.submit(broker.inside, "readings", "/shared/spark", *sizes)

    def kill_driver() -> None:
        """Kills the driver and starts it again from its checkpoint."""
        driver.kill()
        driver.start_again()

    def damage_state() -> None:
        """Flips a byte of the newest state while nothing runs; Spark must reject that file."""
        spark.kill_all(driver)
        file = newest_state(folder / "checkpoint-slides")
        inside = f"/shared/{file.relative_to(boxes.folder)}"
        spark.master.run("chmod", "a+w", inside)
        good = file.read_bytes()
        half = len(good) // 2
        file.write_bytes(good[:half] + bytes([good[half] ^ 0x55]) + good[half + 1 :])
        driver.start_again()
        until("Spark names the file", lambda: f"Checksum error: file:{inside}" in driver.log())
        spark.kill_all(driver)
        assert newest_state(folder / "checkpoint-slides") == file, "a batch used the damaged file"
        file.write_bytes(good)
        driver.start_again()

    lines = readings.lines(rng, EVENTS, FAR)
    # A kill of an executor needs three parts, another fault two; the rest is spare.
    feed = Feed(broker, "readings", lines, EVENTS, 5 * kills() + 15)
    others = {0: kill_driver, 1: broker.restart, 2: damage_state}
    plan: list[Callable[[], None]] = []
    for i in range(kills()):
        plan.append(partial(spark.kill_executor, spark.workers[i % 2], feed.go_on))
        if i in others or i % 4 == 0:
            plan.append(others.get(i, kill_driver))
    feed.start()
    feed.go_on()
    until("both queries have begun", partial(goes_on, -1))
    for fault in plan:
        feed.go_on()
        begin = time.monotonic()
        fault()
        before, start = batches(), time.monotonic()
        feed.go_on()
        until("both queries continue after a fault", partial(goes_on, before))
        after = time.monotonic() - start
        print(f"a fault took {start - begin:.0f} s, a batch was done {after:.0f} s later")
    feed.finish()

    written = broker.all_committed("readings")
    assert len(written) == EVENTS + 1
    on_time = [line for line in written if not _is_late(line)]
    late = len(written) - len(on_time)
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
    # A duplicate would be committed with a later batch.
    time.sleep(10)
    assert not any(readings.differences(wanted, got()).values())


def _is_late(line: str) -> bool:
    """Whether the watermark had passed the row's time."""
    key, time, _, passed = line.split(",")
    return key != "" and int(time) <= int(passed)
