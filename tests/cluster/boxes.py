"""Containers ("boxes") on one network with one shared folder, and the faults that hit them.

If ``TC_BASE_IMAGE`` names a plain image with a JRE, the engines that pip installed are mounted
into it; otherwise the engines' own images are used.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.network import Network

REPOSITORY = Path(__file__).parents[2]
# Generous, because the machine may be busy. A test waits only as long as it must.
PATIENCE_SECONDS = 600

BASE_IMAGE = os.environ.get("TC_BASE_IMAGE")

# A restarted box may have another address, so the JVM must not cache the old one.
FORGET_ADDRESSES = "-Dsun.net.inetaddr.ttl=1 -Dsun.net.inetaddr.negative.ttl=1"


def kills() -> int:
    """The number of task managers, or executors, to kill."""
    return int(os.environ.get("FINESTRA_KILLS", "3"))


def until(what: str, is_so: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    """Waits until the condition is true; errors that it raises count as false."""
    end = time.monotonic() + seconds
    last: Exception | None = None
    while time.monotonic() < end:
        try:
            if is_so():
                return
        except Exception as error:
            last = error
        time.sleep(0.25)
    raise AssertionError(f"after {seconds:.0f} s this is still not true: {what}") from last


def installed(engine: str, package: str) -> Path:
    """The folder into which pip installed an engine."""
    found = list((REPOSITORY / ".venv" / engine).glob(f"lib/python3*/site-packages/{package}"))
    assert found, f".venv/{engine} has no {package}; `make cluster-test` installs it"
    return found[0]


class Box:
    """One container. After a kill it can be started again with its files and names."""

    def __init__(self, name: str, container: DockerContainer) -> None:
        """The container is not started here."""
        self.name = name
        self.container = container

    def kill(self) -> None:
        """Kills its first process with SIGKILL, which ends all others."""
        self.container.get_wrapped_container().kill(signal="SIGKILL")

    def start_again(self) -> None:
        """Starts the same command again."""
        self.container.get_wrapped_container().start()

    def check_up(self) -> None:
        """Fails the test if the process has ended by itself."""
        container = self.container.get_wrapped_container()
        container.reload()
        if container.status == "exited":
            pytest.fail(f"{self.name} has ended:\n{self.log()[-4000:]}")

    def await_end(self) -> None:
        """Waits until its command ends; fails the test if the command fails."""
        code = self.container.get_wrapped_container().wait(timeout=PATIENCE_SECONDS)["StatusCode"]
        assert code == 0, f"{self.name} has ended with {code}:\n{self.log()[-4000:]}"

    def run(self, *command: str) -> str:
        """Runs a command in the box and returns its output; fails if the command fails."""
        code, output = self.container.get_wrapped_container().exec_run(list(command))
        text = bytes(output).decode(errors="replace")
        assert code == 0, f"{self.name}: {' '.join(command)} ended with {code}\n{text[-4000:]}"
        return text

    def log(self) -> str:
        """All its output since the first start."""
        return bytes(self.container.get_wrapped_container().logs()).decode(errors="replace")


class Boxes:
    """The boxes of one test, which are removed when it ends."""

    def __init__(self) -> None:
        """Makes a network and a folder, and no box yet."""
        self.folder = Path(tempfile.mkdtemp(prefix="finestra-cluster-"))
        self.folder.chmod(0o777)
        self.network = Network().create()
        self._all: list[Box] = []

    def add(
        self,
        name: str,
        image: str,
        command: list[str],
        environment: dict[str, str] | None = None,
        mounts: dict[Path, str] | None = None,
        ports: dict[int, int] | None = None,
    ) -> Box:
        """Starts a box; the others reach it by its name."""
        container = (
            DockerContainer(image)
            .with_network(self.network)
            .with_network_aliases(name)
            .with_kwargs(hostname=name, user="root", entrypoint=[""])
            .with_command(command)
            .with_volume_mapping(str(self.folder), "/shared", "rw")
        )
        for key, value in (environment or {}).items():
            container = container.with_env(key, value)
        for path, at in (mounts or {}).items():
            container = container.with_volume_mapping(str(path), at, "ro")
        for inside, outside in (ports or {}).items():
            container = container.with_bind_ports(inside, outside)
        box = Box(name, container)
        container.start()
        self._all.append(box)
        return box

    def cut(self, box: Box) -> None:
        """Disconnects a box from the network."""
        self.network._network.disconnect(box.container.get_wrapped_container(), force=True)

    def mend(self, box: Box) -> None:
        """Connects a box to the network again."""
        self.network._network.connect(box.container.get_wrapped_container(), aliases=[box.name])

    def close(self) -> None:
        """Removes all boxes, the network and the folder, in whatever state they are."""
        for box in self._all:
            try:
                # Files that a box wrote as root may be protected from other users.
                box.run("sh", "-c", "rm -rf /shared/*")
                break
            except Exception:
                continue
        with ExitStack() as left:  # runs all callbacks, even if some raise
            left.callback(shutil.rmtree, self.folder, ignore_errors=True)
            left.callback(self.network.remove)
            for box in self._all:
                left.callback(box.container.stop, force=True, delete_volume=True)

    def keep_logs(self, folder: Path) -> None:
        """Writes the output of each box to its own file."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for box in self._all:
            (folder / f"{box.name}.log").write_text(box.log(), encoding="utf-8")
