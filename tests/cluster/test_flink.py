"""Flink with Kafka and RocksDB: processes are killed, and each result is there exactly once."""

import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from tests.cluster import readings
from tests.cluster.boxes import Boxes, kills, until
from tests.cluster.broker import Broker
from tests.cluster.feed import Feed
from tests.cluster.flink_cluster import HEARTBEAT_SECONDS, FlinkCluster

EVENTS = int(os.environ.get("FINESTRA_EVENTS", "1000000"))

PYTHON_JOB = Path(__file__).with_name("flink_job.py")

# The Python job uses the same operator, so it gets a third of the rows and of the kills.
OF_PYTHON = 3


def test_a_java_job_loses_nothing(boxes: Boxes, rng: random.Random) -> None:
    broker, flink = Broker(boxes), FlinkCluster(boxes)
    results = Files(boxes)
    job = flink.submit_jar(*_arguments(broker, results))
    faults = Faults(flink, broker, job)
    others = [faults.kill_job_manager, faults.restart_broker, faults.cut_network]
    plan = faults.plan(kills(), others)
    lines = readings.lines(rng, EVENTS, readings.LATE)
    written = _fed(flink, broker, job, plan, lines, EVENTS)
    wanted = readings.expected(written)
    assert sum(n for line, n in wanted.items() if line.startswith("late")) > EVENTS // 1_000
    _compare(flink, job, wanted, results)


def test_a_python_job_loses_nothing(boxes: Boxes, rng: random.Random) -> None:
    broker, flink = Broker(boxes), FlinkCluster(boxes)
    results = Topic(broker)
    job = flink.submit_python(PYTHON_JOB, *_arguments(broker, results))
    # No row is late: Flink emits a watermark after a row, so the first row after a restore would
    # never be late.
    faults = Faults(flink, broker, job)
    # The broker first, because only this job writes in transactions.
    others = [faults.restart_broker, faults.kill_job_manager, faults.cut_network]
    plan = faults.plan(max(1, kills() // OF_PYTHON), others)
    events = EVENTS // OF_PYTHON
    written = _fed(flink, broker, job, plan, readings.lines(rng, events, range(0)), events)
    _compare(flink, job, readings.without_newest(readings.expected(written)), results)


def _fed(
    flink: FlinkCluster,
    broker: Broker,
    job: str,
    plan: list[Callable[[], None]],
    lines: Iterator[str],
    count: int,
) -> list[str]:
    """Feeds the job while the faults happen; returns the lines that the broker has."""
    feed = Feed(broker, "readings", lines, count, len(plan) + 1)
    feed.start()
    flink.await_checkpoints(job)
    for fault in plan:
        feed.go_on()
        start = time.monotonic()
        fault()
        flink.await_checkpoints(job, 2)
        print(f"{fault.__name__}: two checkpoints after {time.monotonic() - start:.0f} s")
    feed.finish()
    written = broker.all_committed("readings")
    assert len(written) == count + 1
    return written


def _compare(flink: FlinkCluster, job: str, wanted: Counter[str], results: "Results") -> None:
    """Compares the results with the expected ones."""
    end = time.monotonic() + 120
    while len(results.lines()) < wanted.total() and time.monotonic() < end:
        time.sleep(2)
    # A duplicate would be committed with a later checkpoint.
    flink.await_checkpoints(job, 2)
    got = Counter(results.lines())
    found = readings.differences(wanted, got)
    counts = {what: len(rows) for what, rows in found.items()}
    print(f"{got.total()} results: {counts}")
    assert not any(counts.values()), {what: rows[:5] for what, rows in found.items()}


def _arguments(broker: Broker, results: "Results") -> tuple[str, ...]:
    """The arguments of both jobs."""
    broker.create("readings", 1)
    size, slide = str(readings.SIZE), str(readings.SLIDE)
    return broker.inside, "readings", results.name, size, slide


class Results(Protocol):
    """The committed output of a job."""

    name: str

    def lines(self) -> list[str]:
        """All committed lines."""
        ...


class Files:
    """The files that a job has committed."""

    name = "file:///shared/windows"

    def __init__(self, boxes: Boxes) -> None:
        """Makes no files."""
        self._folder = boxes.folder / "windows"

    def lines(self) -> list[str]:
        """All committed lines."""
        # The name of a file begins with a dot until the file is committed.
        files = self._folder.glob("part-*")
        return [line for file in files for line in file.read_text("utf-8").splitlines()]


class Topic:
    """The rows that a job has committed to a topic."""

    name = "windows"

    def __init__(self, broker: Broker) -> None:
        """Creates the topic."""
        self._broker = broker
        broker.create(self.name, 2)

    def lines(self) -> list[str]:
        """All committed lines."""
        return self._broker.all_committed(self.name)


class Faults:
    """The faults; each checks that it has hit the job."""

    def __init__(self, flink: FlinkCluster, broker: Broker, job: str) -> None:
        """The faults of one job."""
        self.flink = flink
        self.broker = broker
        self.job = job
        self.killed = 0

    def plan(self, kills: int, others: list[Callable[[], None]]) -> list[Callable[[], None]]:
        """Kills of task managers, with each other fault once between them."""
        plan: list[Callable[[], None]] = []
        for i in range(kills):
            plan.append(self.kill_task_manager)
            if i < len(others):
                plan.append(others[i])
        return plan

    def kill_task_manager(self) -> None:
        """Kills a task manager that runs tasks, the two in turn."""
        victim = self.flink.tasks[self.killed % 2]
        self.killed += 1
        before = self.flink.restored(self.job)
        held = self.flink.holds(self.job, victim)
        assert held > 0, f"{victim.name} runs no task, so its kill would prove nothing"
        victim.kill()
        print(f"{victim.name} was killed, with {held} tasks")
        victim.start_again()
        until("the job restores a checkpoint", lambda: self.flink.restored(self.job) > before)

    def kill_job_manager(self) -> None:
        """Kills the job manager; another continues from the shared folder."""
        before = self.flink.last_checkpoint(self.job)
        assert before > 0
        self.flink.jobs.kill()
        self.flink.jobs.start_again()
        until("the job restores a checkpoint", lambda: self.flink.restored(self.job) > 0)
        assert self.flink.last_checkpoint(self.job) >= before

    def restart_broker(self) -> None:
        """Kills the broker while sources read and transactions are open."""
        self.broker.restart()

    def cut_network(self) -> None:
        """Cuts a task manager with tasks from the network for longer than the heartbeat timeout."""
        victim = self.flink.tasks[1]
        before = self.flink.restored(self.job)
        assert self.flink.holds(self.job, victim) > 0
        self.flink.boxes.cut(victim)
        time.sleep(HEARTBEAT_SECONDS + 5)
        until("the job notices the cut", lambda: not self.flink.is_running(self.job))
        self.flink.boxes.mend(victim)
        until("the job restores a checkpoint", lambda: self.flink.restored(self.job) > before)
