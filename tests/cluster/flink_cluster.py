"""A session cluster of Flink in boxes: ZooKeeper, a job manager, two task managers."""

import json
import os
import re
import subprocess
import urllib.request
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

IMAGE = BASE_IMAGE or "flink:2.3.0-java17"
JOB = REPOSITORY / "java" / "cluster-flink" / "target" / "job.jar"

SLOTS = 1
HEARTBEAT_SECONDS = 20

CLUSTER = {
    "jobmanager.rpc.address": "jobs",
    "jobmanager.bind-host": "0.0.0.0",
    "jobmanager.memory.process.size": "900m",
    "taskmanager.bind-host": "0.0.0.0",
    "taskmanager.numberOfTaskSlots": str(SLOTS),
    "taskmanager.memory.process.size": "1100m",
    "taskmanager.memory.managed.fraction": "0.3",
    "taskmanager.registration.timeout": "10 min",
    "rest.address": "jobs",
    "rest.bind-address": "0.0.0.0",
    "heartbeat.interval": "1000",
    "heartbeat.timeout": str(HEARTBEAT_SECONDS * 1000),
    "high-availability.type": "zookeeper",
    "high-availability.zookeeper.quorum": "keeper:2181",
    "high-availability.cluster-id": "/finestra",
    "high-availability.storageDir": "file:///shared/ha",
    "high-availability.zookeeper.client.session-timeout": "20000",
}

JOBS = {
    "parallelism.default": str(2 * SLOTS),
    "state.backend.type": "rocksdb",
    "execution.checkpointing.interval": "1 s",
    "execution.checkpointing.timeout": "2 min",
    "execution.checkpointing.incremental": "true",
    "execution.checkpointing.storage": "filesystem",
    "execution.checkpointing.dir": "file:///shared/checkpoints",
    "execution.checkpointing.tolerable-failed-checkpoints": "100",
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.attempts": "100000",
    "restart-strategy.fixed-delay.delay": "500 ms",
}


class FlinkCluster:
    """The boxes, and queries to the job manager's REST interface."""

    def __init__(self, boxes: Boxes) -> None:
        """Starts all processes and waits for all slots."""
        self.boxes = boxes
        self.rest = free_port()
        self.mounts = {installed("flink", "pyflink"): "/opt/flink"} if BASE_IMAGE else {}
        self.mounts[JOB.parent] = "/job"
        (boxes.folder / "zoo.cfg").write_text(
            "tickTime=2000\ninitLimit=10\nsyncLimit=5\nclientPort=2181\n"
            "dataDir=/tmp/zookeeper\nadmin.enableServer=false\nserver.1=keeper:2888:3888\n",
            encoding="utf-8",
        )
        quorum_peer = "org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer"
        keep = f"exec java -Xmx128m -cp '/opt/flink/lib/*' {quorum_peer}"
        self.keeper = self._box(
            "keeper", ["sh", "-c", f"{keep} --zkConfigFile /shared/zoo.cfg --peerId 1"]
        )
        self.jobs = self._box("jobs", self._command("jobmanager.sh"), {8081: self.rest})
        self.tasks = [self._task_manager(f"tasks{i}") for i in (1, 2)]
        until("all slots are offered", lambda: self.slots() == (2 * SLOTS, 2 * SLOTS))

    def _task_manager(self, name: str) -> Box:
        own = {"taskmanager.host": name, "taskmanager.resource-id": name}
        return self._box(name, self._command("taskmanager.sh", own))

    def _command(self, script: str, own: dict[str, str] | None = None) -> list[str]:
        # The scripts take a -D that stands by itself, and another for the name of a host.
        settings = {**CLUSTER, **(own or {})}
        options = [part for item in settings.items() for part in ("-D", "=".join(item))]
        return [f"/opt/flink/bin/{script}", "start-foreground", *options]

    def _box(self, name: str, command: list[str], ports: dict[int, int] | None = None) -> Box:
        environment = {
            "FLINK_LOG_DIR": "/tmp/log",
            "FLINK_PID_DIR": "/tmp",
            "JAVA_TOOL_OPTIONS": f"-XX:+UseSerialGC {FORGET_ADDRESSES}",
        }
        return self.boxes.add(name, IMAGE, command, environment, self.mounts, ports)

    def get(self, path: str) -> Any:
        """The job manager's response, parsed."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.rest}{path}", timeout=30) as answer:
            return json.load(answer)

    def slots(self) -> tuple[int, int]:
        """The numbers of free slots and of all slots."""
        overview = self.get("/overview")
        return overview["slots-available"], overview["slots-total"]

    def submit_jar(self, *arguments: str) -> str:
        """Submits the job in the jar; returns its id."""
        main = ("-c", "dev.finestra.cluster.flink.Main", "/job/job.jar")
        return _job(
            self.jobs.run("/opt/flink/bin/flink", *_run("localhost:8081"), *main, *arguments)
        )

    def submit_python(self, program: Path, *arguments: str) -> str:
        """Submits a job in Python from outside the boxes, as users do; returns its id."""
        client = str(installed("flink", "pyflink") / "bin" / "flink")
        python = str(REPOSITORY / ".venv" / "flink" / "bin" / "python")
        ours = ["-pyexec", python, "-pyclientexec", python, "-py", str(program)]
        jars = [each.as_uri() for each in sorted((JOB.parent / "connectors").glob("*.jar"))]
        done = subprocess.run(
            [client, *_run(f"127.0.0.1:{self.rest}"), *ours, *arguments, *jars],
            env={
                **os.environ,
                "FLINK_LOG_DIR": str(self.boxes.folder),
                "PYTHONPATH": str(REPOSITORY),
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_SECONDS,
        )
        return _job(done.stdout + done.stderr)

    def holds(self, job: str, box: Box) -> int:
        """The number of the job's subtasks that a task manager runs."""
        held = 0
        for vertex in self.get(f"/jobs/{job}")["vertices"]:
            for subtask in self.get(f"/jobs/{job}/vertices/{vertex['id']}")["subtasks"]:
                at = subtask["taskmanager-id"]
                held += subtask["status"] == "RUNNING" and at == box.name
        return held

    def is_running(self, job: str) -> bool:
        """Whether all subtasks are running."""
        said = self.get(f"/jobs/{job}")
        return said["state"] == "RUNNING" and all(
            vertex["tasks"]["RUNNING"] == vertex["parallelism"] for vertex in said["vertices"]
        )

    def last_checkpoint(self, job: str) -> int:
        """The number of the last checkpoint that was completed or restored; 0 for none."""
        latest = self.get(f"/jobs/{job}/checkpoints")["latest"]
        return max(int((latest[kind] or {"id": 0})["id"]) for kind in ("completed", "restored"))

    def restored(self, job: str) -> int:
        """When the job last restored a checkpoint; 0 if it never did."""
        restored = self.get(f"/jobs/{job}/checkpoints")["latest"]["restored"]
        return 0 if restored is None else int(restored["restore_timestamp"])

    def await_checkpoints(self, job: str, count: int = 1) -> None:
        """Waits until the job runs and has completed ``count`` more checkpoints."""
        until("the job runs", lambda: self.is_running(job))
        goal = self.last_checkpoint(job) + count
        until(
            f"checkpoint {goal} is completed",
            lambda: self.is_running(job) and self.last_checkpoint(job) >= goal,
        )


def _run(at: str) -> list[str]:
    """The client's arguments before the job."""
    return ["run", "-d", "-m", at, *(f"-D{key}={value}" for key, value in JOBS.items())]


def _job(printed: str) -> str:
    """The job's id in the client's output."""
    found = re.search(r"JobID ([0-9a-f]{32})", printed)
    assert found is not None, printed
    return found[1]
