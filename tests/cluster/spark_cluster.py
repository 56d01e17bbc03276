"""A standalone cluster of Spark in boxes: a master, two workers, and a driver with a job."""

import json
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cluster.boxes import (
    BASE_IMAGE,
    FORGET_ADDRESSES,
    PATIENCE_SECONDS,
    REPOSITORY,
    Box,
    Boxes,
    installed,
    until,
)
from tests.ports import free_port

from finestra.core.jars import jar

# Spark's source for Kafka, and its dependencies that Spark does not have.
CONNECTORS = REPOSITORY / "java" / "cluster-spark" / "target" / "connectors"

IMAGE = BASE_IMAGE or "apache/spark:4.2.0-scala2.13-java17-python3-ubuntu"

# The brackets keep the pattern from matching the shell that runs grep.
KILL_EXECUTORS = """
for p in /proc/[0-9]*; do
  if tr '\\0' ' ' <$p/cmdline 2>/dev/null | grep -q '[C]oarseGrainedExecutorBackend'; then
    kill -9 ${p#/proc/} && echo killed
  fi
done
"""


class SparkCluster:
    """The boxes, and queries to the driver's REST interface."""

    def __init__(self, boxes: Boxes) -> None:
        """Starts the master and the workers."""
        self.boxes = boxes
        self.ui = free_port()
        self.mounts = {
            jar("spark"): "/job/finestra.jar",
            CONNECTORS: "/job/connectors",
            REPOSITORY / "python": "/job/python",
            # The package of a checkout reads its version there.
            REPOSITORY / "pom.xml": "/job/pom.xml",
            Path(__file__).with_name("spark_job.py"): "/job/spark_job.py",
        }
        if BASE_IMAGE:
            self.mounts[installed("spark", "pyspark")] = "/opt/spark"
        deploy = ("/opt/spark/bin/spark-class", "org.apache.spark.deploy")
        master = [deploy[0], f"{deploy[1]}.master.Master", "--host", "master", "--port", "7077"]
        self.master = self._box("master", master)
        worker = [deploy[0], f"{deploy[1]}.worker.Worker", "-c", "1", "-m", "1g"]
        self.workers = [
            self._box(f"worker{i}", [*worker, "--host", f"worker{i}", "spark://master:7077"])
            for i in (1, 2)
        ]
        self.driver: Box | None = None

    def _box(self, name: str, command: list[str], ports: dict[int, int] | None = None) -> Box:
        environment = {
            "SPARK_HOME": "/opt/spark",
            "SPARK_WORKER_DIR": "/tmp/work",
            "SPARK_MASTER_OPTS": "-Dspark.deploy.maxExecutorRetries=-1",
            "PYSPARK_PYTHON": "python3",
            "PYTHONPATH": "/job/python",
            # No JVM lives long enough here for the second compiler to pay off.
            "JAVA_TOOL_OPTIONS": f"-XX:+UseSerialGC -XX:TieredStopAtLevel=1 {FORGET_ADDRESSES}",
        }
        return self.boxes.add(name, IMAGE, command, environment, self.mounts, ports)

    def submit(self, *arguments: str) -> Box:
        """Runs the job in the driver's box."""
        settings = {
            "spark.driver.host": "driver",
            "spark.driver.bindAddress": "0.0.0.0",
            "spark.executor.memory": "800m",
            "spark.sql.shuffle.partitions": "2",
            # While the broker is down, its name has no address and tasks of a new executor fail.
            "spark.task.maxFailures": "10000",
            "spark.sql.session.timeZone": "UTC",
            "spark.network.timeout": "60s",
        }
        options = [part for item in settings.items() for part in ("--conf", "=".join(item))]
        jars = ["/job/finestra.jar"]
        jars += [f"/job/connectors/{each.name}" for each in sorted(CONNECTORS.glob("*.jar"))]
        self.driver = self._box(
            "driver",
            [
                *("/opt/spark/bin/spark-submit", "--master", "spark://master:7077"),
                *("--driver-memory", "800m", "--jars", ",".join(jars), *options),
                *("/job/spark_job.py", *arguments),
            ],
            {4040: self.ui},
        )
        return self.driver

    def executors(self) -> list[dict[str, Any]]:
        """The live executors, according to the driver."""
        root = f"http://127.0.0.1:{self.ui}/api/v1/applications"
        with urllib.request.urlopen(root, timeout=30) as answer:
            application = json.load(answer)[0]["id"]
        with urllib.request.urlopen(f"{root}/{application}/executors", timeout=30) as answer:
            return [each for each in json.load(answer) if each["id"] != "driver"]

    def works_on(self, worker: Box) -> bool:
        """Whether an executor of this worker is running a task."""
        return any(
            each["hostPort"].startswith(f"{worker.name}:") and each["activeTasks"] > 0
            for each in self.executors()
        )

    def kill_executor(self, worker: Box, go_on: Callable[[], None]) -> None:
        """Kills this worker's executor while it runs a task, until the driver reports a lost task.

        ``go_on`` brings more rows, so that the executor gets a task.
        """
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            go_on()
            lost = self._tasks_lost()
            try:
                # The driver may still report an executor that is gone already.
                until(
                    f"{worker.name}'s executor works on a task and is killed",
                    lambda: self.works_on(worker) and self._kill_executors(worker),
                    60,
                )
            except AssertionError as idle:
                print(idle)
            else:
                if self._misses_more_than(lost):
                    return
                print(f"no task was lost with {worker.name}'s executor; it is killed again")
        raise AssertionError(f"{worker.name} never worked on a task")

    def _misses_more_than(self, lost: int) -> bool:
        """Whether the driver reports more lost tasks within a minute."""
        try:
            until("the driver misses a task", lambda: self._tasks_lost() > lost, 60)
        except AssertionError:
            return False
        return True

    def _tasks_lost(self) -> int:
        """The number of tasks that the driver has reported as lost with their executors."""
        assert self.driver is not None
        return self.driver.log().count("ExecutorLostFailure")

    def kill_all(self, driver: Box) -> None:
        """Kills the driver and its executors, so that no process writes any more."""
        driver.kill()
        until("no executor is left", lambda: not any(map(self._kill_executors, self.workers)))

    def _kill_executors(self, worker: Box) -> bool:
        return "killed" in worker.run("sh", "-c", KILL_EXECUTORS)


def newest_state(checkpoint: Path) -> Path:
    """The file of state from which the next batch begins."""
    batch = 1 + max(int(each.name) for each in (checkpoint / "commits").glob("[0-9]*"))
    # Files of a batch that was not committed have a later version and are written again.
    return max((checkpoint / "state" / "0").rglob(f"{batch}.*"), key=lambda f: f.stat().st_size)


def committed(folder: Path) -> list[str]:
    """The lines of all files that Spark's file sink has committed; other files do not count."""
    log = folder / "_spark_metadata"
    entries = {int(f.name.split(".")[0]): f for f in log.glob("[0-9]*")}
    compacts = [int(f.name.split(".")[0]) for f in log.glob("*.compact")]
    start = max(compacts, default=0)
    lines: list[str] = []
    for number in sorted(entries):
        if number < start:
            continue
        file = log / f"{start}.compact" if number == start and compacts else entries[number]
        for entry in file.read_text(encoding="utf-8").splitlines()[1:]:
            name = json.loads(entry)["path"].rsplit("/", 1)[1]
            lines += (folder / name).read_text(encoding="utf-8").splitlines()
    return lines
