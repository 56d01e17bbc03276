"""Containers on one network, their files on one shared folder, and what is done to them.

Where ``TC_BASE_IMAGE`` names a plain image with a JRE, the engines that pip installed are mounted
into it; else the engines' own images are taken.
"""

import os
import shutil
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.network import Network

REPOSITORY = Path(__file__).parents[2]
# For a machine that is busy with other things; nothing of it is waited for elsewhere.
PATIENCE_SECONDS = 600

BASE_IMAGE = os.environ.get("TC_BASE_IMAGE")

# A box that is started again may have another address; the JVM is not to remember the old one.
FORGET_ADDRESSES = "-Dsun.net.inetaddr.ttl=1 -Dsun.net.inetaddr.negative.ttl=1"


def free_port() -> int:
    """A port that is free now, which a box that is started again can have again."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def kills() -> int:
    """How many task managers, or executors, are to be killed."""
    return int(os.environ.get("FINESTRA_KILLS", "3"))


def until(what: str, is_so: Callable[[], object], seconds: float = PATIENCE_SECONDS) -> None:
    """Waits until it is so; an error that it raises is one more reason to wait."""
    end = time.monotonic() + seconds
    last: Exception | None = None
    while time.monotonic() < end:
        try:
            if is_so():
                return
        except Exception as error:
            last = error
        time.sleep(0.25)
    raise AssertionError(f"in {seconds:.0f} s this did not come to be: {what}") from last


def installed(engine: str, package: str) -> Path:
    """Where pip put an engine."""
    found = list((REPOSITORY / ".venv" / engine).glob(f"lib/python3*/site-packages/{package}"))
    assert found, f".venv/{engine} has no {package}; `make cluster-test` installs it"
    return found[0]


class Box:
    """One container, which can die and be started again with its files and its names."""

    def __init__(self, name: str, container: DockerContainer) -> None:
        """Nothing runs yet."""
        self.name = name
        self.container = container

    def kill(self) -> None:
        """Kills its first process with -9, and with it all others."""
        self.container.get_wrapped_container().kill(signal="SIGKILL")

    def start_again(self) -> None:
        """Runs the same command anew."""
        self.container.get_wrapped_container().start()

    def check_up(self) -> None:
        """Ends the test when its process has ended by itself."""
        container = self.container.get_wrapped_container()
        container.reload()
        if container.status == "exited":
            pytest.fail(f"{self.name} has ended:\n{self.log()[-4000:]}")

    def run(self, *command: str) -> str:
        """What a command in it prints; an error when it fails."""
        code, output = self.container.get_wrapped_container().exec_run(list(command))
        text = bytes(output).decode(errors="replace")
        assert code == 0, f"{self.name}: {' '.join(command)} ended with {code}\n{text[-4000:]}"
        return text

    def log(self) -> str:
        """What it has printed, of all its lives."""
        return bytes(self.container.get_wrapped_container().logs()).decode(errors="replace")


class Boxes:
    """The boxes of one test; all go when it ends."""

    def __init__(self) -> None:
        """A network and a folder; no box."""
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
        """Starts a box that the others know by its name."""
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
        """Takes a box off the network."""
        self.network._network.disconnect(box.container.get_wrapped_container(), force=True)

    def mend(self, box: Box) -> None:
        """Puts a box that was cut off back on."""
        self.network._network.connect(box.container.get_wrapped_container(), aliases=[box.name])

    def close(self) -> None:
        """Removes all of it, whatever state it is in."""
        for box in self._all:
            try:
                # What a box wrote as root, another user may not be allowed to remove.
                box.run("sh", "-c", "rm -rf /shared/*")
                break
            except Exception:
                continue
        with ExitStack() as left:  # does each, whatever the others raise
            left.callback(shutil.rmtree, self.folder, ignore_errors=True)
            left.callback(self.network.remove)
            for box in self._all:
                left.callback(box.container.stop, force=True, delete_volume=True)

    def keep_logs(self, folder: Path) -> None:
        """Writes what each box has printed to a file of its own."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for box in self._all:
            (folder / f"{box.name}.log").write_text(box.log(), encoding="utf-8")
