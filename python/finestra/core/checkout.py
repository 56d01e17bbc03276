"""Building the Java programs of a checkout, when they are missing or older than their sources.

Maven writes to standard error only, so that standard output belongs to the program that is built.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from finestra.core.jars import CHECKOUT


@dataclass(frozen=True)
class Program:
    """Modules that Maven builds together; the last one is the program."""

    modules: tuple[str, ...]
    goals: tuple[str, ...] = ("process-classes",)

    @property
    def target(self) -> Path:
        """The folder that Maven builds into."""
        return CHECKOUT / "java" / self.modules[-1] / "target"

    def class_path(self) -> str:
        """The classes of all modules and the jars that they need; builds them first if necessary.

        Raises:
            RuntimeError: if the build fails.
        """
        self.build()
        classes = [CHECKOUT / "java" / name / "target" / "classes" for name in self.modules]
        return os.pathsep.join(map(str, [*reversed(classes), self.target / "lib" / "*"]))

    def build(self) -> None:
        """Build the program if it is older than its sources. One process builds at a time."""
        if not self._is_stale():
            return
        with _lock():
            if self._is_stale():  # not built by the process that held the lock
                self._run_maven()

    @property
    def _stamp(self) -> Path:
        return self.target / "finestra.stamp"

    def _is_stale(self) -> bool:
        if not (self._stamp.is_file() and (self.target / "classes").is_dir()):
            return True
        built = self._stamp.stat().st_mtime_ns
        # A folder's own time changes when a file in it is removed.
        return any(path.stat().st_mtime_ns > built for path in self._sources())

    def _sources(self) -> Iterator[Path]:
        yield CHECKOUT / "pom.xml"
        for name in self.modules:
            main = CHECKOUT / "java" / name / "src" / "main"
            yield from [main.parents[1] / "pom.xml", main]
            yield from main.rglob("*")

    def _run_maven(self) -> None:
        print("finestra: building …", file=sys.stderr, flush=True)
        self.target.mkdir(parents=True, exist_ok=True)
        began = self.target / "finestra.began"
        began.touch()  # before the build, so that a source changed meanwhile is newer
        command = ["mvn", "-B", "-q", "-Dquick", "-pl"]
        command += [",".join(f"java/{name}" for name in self.modules), *self.goals]
        # Without the option, Maven ends its output with escape sequences for colours.
        quiet = f"{os.environ.get('MAVEN_OPTS', '')} -Djansi.noreset=true"
        env = {**os.environ, "MAVEN_OPTS": quiet}
        run = partial(subprocess.run, cwd=CHECKOUT, env=env, stdin=subprocess.DEVNULL, stdout=2)
        if shutil.which("mvn") is None or run(command, check=False).returncode != 0:
            raise RuntimeError(
                "the build of this checkout failed; it needs Maven 3.8.7 or later and a JDK 17 or "
                "later, and 'finestra doctor' checks both"
            )
        began.replace(self._stamp)


TOOLS = Program(("core", "testing", "sketches", "tools"))
BENCH = Program(("core", "testing", "sketches", "bench"))
BENCH_FLINK = Program(("core", "testing", "windowing", "sketches", "flink", "bench", "bench-flink"))


def is_checkout() -> bool:
    """Whether this package runs from a checkout, not from an installed wheel."""
    return (CHECKOUT / "bin" / "finestra").is_file()


@contextmanager
def _lock() -> Iterator[None]:
    folder = CHECKOUT / "target"
    folder.mkdir(exist_ok=True)
    with (folder / "finestra.lock").open("w") as lock:
        if os.name == "posix":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
