"""``flink run -py`` submits the examples to a session cluster of real processes."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pyflink
import pytest
from tests.ports import free_port

HOME = Path(pyflink.__file__).parent
EXAMPLES = Path(__file__).parents[2] / "examples" / "flink"
PATIENCE_SECONDS = 500


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str], Path]]:
    """A job manager and a task manager, with their address, options and logs."""
    folder = tmp_path_factory.mktemp("session")
    rest = free_port()
    # The JDK packages that Flink's own configuration opens.
    shipped = (HOME / "conf" / "config.yaml").read_text(encoding="utf-8")
    opens = re.search(r"^ *all: (--add.*)$", shipped, re.MULTILINE)
    assert opens is not None, shipped
    (folder / "config.yaml").write_text(
        f"""
jobmanager.rpc.address: localhost
jobmanager.rpc.port: {free_port()}
jobmanager.bind-host: localhost
jobmanager.memory.process.size: 1000m
taskmanager.host: localhost
taskmanager.bind-host: localhost
taskmanager.numberOfTaskSlots: 4
taskmanager.memory.process.size: 1200m
rest.address: localhost
rest.bind-address: localhost
rest.port: {rest}
io.tmp.dirs: {folder}
env.java.opts.all: -Djava.io.tmpdir={folder} {opens[1]}
""",
        encoding="utf-8",
    )
    console = (HOME / "conf" / "log4j-console.properties").read_text(encoding="utf-8")
    for name in ("log4j-console.properties", "log4j-cli.properties"):
        (folder / name).write_text(console, encoding="utf-8")
    gateway = {name: value for name, value in os.environ.items() if "GATEWAY" not in name}
    environment = {
        **gateway,
        "FLINK_HOME": str(HOME),
        "FLINK_CONF_DIR": str(folder),
        "FLINK_LOG_DIR": str(folder),
        "FLINK_PID_DIR": str(folder),
    }
    started = []
    try:
        for script in ("jobmanager.sh", "taskmanager.sh"):
            with (folder / f"{script}.out").open("w") as out:
                started.append(
                    subprocess.Popen(
                        ["bash", HOME / "bin" / script, "start-foreground"],
                        env=environment,
                        stdout=out,
                        stderr=subprocess.STDOUT,
                        start_new_session=True,
                    )
                )
        await_slots(f"http://localhost:{rest}/overview", folder)
        yield f"localhost:{rest}", environment, folder
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def await_slots(overview: str, folder: Path) -> None:
    """Waits until the task manager offers its slots."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(overview, timeout=5) as answer:
                if b'"slots-available":4' in answer.read():
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.5)
    logs = "\n".join(f.read_text(encoding="utf-8")[-3000:] for f in folder.glob("*.out"))
    raise AssertionError(f"the cluster did not come up in {PATIENCE_SECONDS} s:\n{logs}")


@pytest.mark.check
def test_an_example_runs_on_a_session_cluster(
    session: tuple[str, dict[str, str], Path],
) -> None:
    address, environment, folder = session
    example = EXAMPLES / "sliding.py"
    done = subprocess.run(
        [
            *("bash", HOME / "bin" / "flink", "run", "-m", address),
            *("-pyexec", sys.executable, "-pyclientexec", sys.executable, "-py", example),
        ],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Job has been submitted" in done.stdout, done.stdout
    # The results are printed where the tasks are.
    printed = (folder / "taskmanager.sh.out").read_text(encoding="utf-8")
    assert "+I[ann,39000,99000," in printed, printed[-3000:]
