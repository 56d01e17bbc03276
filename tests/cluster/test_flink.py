"""T12: Kafka in, windows on RocksDB, files out exactly once, and processes that die meanwhile."""

import os
import random
import time
from collections import Counter
from collections.abc import Callable

from tests.cluster import readings
from tests.cluster.boxes import Boxes, kills, until
from tests.cluster.broker import Broker
from tests.cluster.feed import TopicFeed
from tests.cluster.flink_cluster import HEARTBEAT_SECONDS, FlinkCluster

EVENTS = int(os.environ.get("FINESTRA_EVENTS", "1000000"))


def test_nothing_is_lost_when_processes_die(boxes: Boxes, rng: random.Random) -> None:
    broker = Broker(boxes)
    flink = FlinkCluster(boxes)
    broker.create("readings", 1)
    results = Results(boxes, broker)
    job = flink.submit(
        broker.inside, "readings", results.name, str(readings.SIZE), str(readings.SLIDE)
    )
    faults = Faults(flink, broker, job)
    plan = faults.plan(kills(), rng)
    lines = readings.lines(rng, EVENTS)
    feed = TopicFeed(broker, "readings", lines, EVENTS, len(plan) + 1)
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
    assert len(written) == EVENTS + 1
    wanted = readings.expected(written)
    assert sum(n for line, n in wanted.items() if line.startswith("late")) > EVENTS // 1_000
    end = time.monotonic() + 120
    while len(results.lines()) < wanted.total() and time.monotonic() < end:
        time.sleep(2)
    # What comes twice comes with a later checkpoint.
    flink.await_checkpoints(job, 2)
    got = Counter(results.lines())
    found = readings.differences(wanted, got)
    counts = {what: len(rows) for what, rows in found.items()}
    print(f"{EVENTS} events, {len(plan)} faults, {got.total()} results: {counts}")
    assert not any(counts.values()), {what: rows[:5] for what, rows in found.items()}


class Results:
    """What the job has committed: files, or with ``FINESTRA_SINK=kafka`` a topic."""

    def __init__(self, boxes: Boxes, broker: Broker) -> None:
        """Nothing yet."""
        self._broker = broker
        self._folder = boxes.folder / "windows"
        self._is_topic = os.environ.get("FINESTRA_SINK") == "kafka"
        self.name = "windows" if self._is_topic else "file:///shared/windows"
        if self._is_topic:
            broker.create("windows", 2)

    def lines(self) -> list[str]:
        """All lines that are committed now."""
        if self._is_topic:
            return self._broker.all_committed("windows")
        # A file that is not committed yet begins with a dot.
        files = self._folder.glob("part-*")
        return [line for file in files for line in file.read_text("utf-8").splitlines()]


class Faults:
    """What is done to a job, each time with a proof that it was hit."""

    def __init__(self, flink: FlinkCluster, broker: Broker, job: str) -> None:
        """To this job."""
        self.flink = flink
        self.broker = broker
        self.job = job
        self.killed = 0

    def plan(self, kills: int, rng: random.Random) -> list[Callable[[], None]]:
        """So many kills of task managers, and between them each other fault."""
        others = [self.kill_job_manager, self.restart_broker, self.cut_network]
        plan: list[Callable[[], None]] = []
        for i in range(kills):
            plan.append(self.kill_task_manager)
            if i < len(others):
                plan.append(others[i])
        return plan

    def kill_task_manager(self) -> None:
        """Kill -9 of a task manager that holds tasks, the one and the other in turn."""
        victim = self.flink.tasks[self.killed % 2]
        self.killed += 1
        before = self.flink.restored(self.job)
        held = self.flink.holds(self.job, victim)
        assert held > 0, f"{victim.name} holds no task: to kill it would prove nothing"
        victim.kill()
        print(f"{victim.name} was killed, with {held} tasks")
        victim.start_again()
        until("the job goes back", lambda: self.flink.restored(self.job) > before)

    def kill_job_manager(self) -> None:
        """Kill -9 of the job manager; another takes over what it finds in the shared folder."""
        before = self.flink.last_checkpoint(self.job)
        assert before > 0
        self.flink.jobs.kill()
        self.flink.jobs.start_again()
        until("the job goes back", lambda: self.flink.restored(self.job) > 0)
        assert self.flink.last_checkpoint(self.job) >= before

    def restart_broker(self) -> None:
        """Kill -9 of the broker, with transactions open."""
        self.broker.box.kill()
        time.sleep(3)
        self.broker.box.start_again()
        self.broker.await_answer()

    def cut_network(self) -> None:
        """No network for a task manager that holds tasks, for longer than a heartbeat may take."""
        victim = self.flink.tasks[1]
        before = self.flink.restored(self.job)
        assert self.flink.holds(self.job, victim) > 0
        self.flink.boxes.cut(victim)
        time.sleep(HEARTBEAT_SECONDS + 5)
        until("the job notices the cut", lambda: not self.flink.is_running(self.job))
        self.flink.boxes.mend(victim)
        until("the job goes back", lambda: self.flink.restored(self.job) > before)
