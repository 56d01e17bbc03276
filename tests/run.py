"""Runs the tests of both languages: ``make test`` and ``make check``.

Lanes run side by side, Java's and Python's, so that two cores stay busy. Each finished class or
file prints a line; a runner that fails prints the errors at once. All output is kept in
``target/tests``. The last lines sum up, one for each runner.

    python3 tests/run.py test     every test, with random suites at a twentieth of a push's figures
    python3 tests/run.py check    the tests that ``test`` skipped or ran with fewer trials, with a
                                  push's trials or until the time limit, and the clusters; runs
                                  ``test`` first unless it has passed on these files
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
OUT = ROOT / "target" / "tests"
STAMP = ROOT / "target" / "tested"
MAVEN = shlex.split(os.environ.get("MVN", "mvn -B -q -Dquick"))
SHOW_CLASSES = "-Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.surefire=info"
JAVA_CLASS = re.compile(r"Tests run: (\d+), .*Time elapsed: ([\d.,]+) s.*-- in (\S+)")
PYTHON_TEST = re.compile(r"^(\S+\.py)::.* (PASSED|FAILED|ERROR|SKIPPED|XFAIL) ")
FAILURES = re.compile(r"^=+ (FAILURES|ERRORS) =+$", re.MULTILINE)

# Most JVMs live for a minute or less. Compiling with C2 takes a third of their CPU time.
ONLY_C1 = "-XX:TieredStopAtLevel=1"

# The files that decide what a run of the tests finds.
INPUTS = "bin docs examples java python tests hatch_build.py pom.xml pyproject.toml README.md"
NOT_INPUTS = {"target", "__pycache__", ".hypothesis", ".pytest_cache"}


@dataclass
class Runner:
    """One command that runs tests, the options of its JVMs, and what its run found."""

    name: str
    command: list[str]
    jvm: str = ""
    lines: list[str] = field(default_factory=list)
    failed: bool = False
    took: float = 0


def main(arguments: list[str]) -> int:
    """Runs one of the verbs."""
    verbs = {"test": test, "check": check}
    if len(arguments) != 1 or arguments[0] not in verbs:
        print(f"usage: run.py {'|'.join(verbs)}", file=sys.stderr)
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    return verbs[arguments[0]]()


def test() -> int:
    """The short tier of every test."""
    STAMP.unlink(missing_ok=True)
    for owed in ROOT.glob("java/*/target/owed-tests.txt"):
        owed.unlink()
    digest = inputs()
    java = [maven("-T2", "-Dfinestra.tier=short", f"-Dtests.jvm={ONLY_C1}")]
    dev = pytest("dev", "not check")
    spark, flink = (pytest(engine, "not check", ONLY_C1) for engine in ("spark", "flink"))
    status = run("make test", [java, [dev, spark], [flink]])
    if status == 0:
        STAMP.write_text(digest)
    return status


def check() -> int:
    """The tests of a push beyond the short tier."""
    if not STAMP.exists() or STAMP.read_text() != inputs():
        status = test()
        if status != 0:
            return status
    owed = sorted(
        {line for file in ROOT.glob("java/*/target/owed-tests.txt") for line in names(file)}
    )
    java = [maven("-Dfinestra.tier=push", f"-Dtest={','.join(owed)}")] if owed else []
    python = [pytest(engine, "check", ONLY_C1) for engine in ("spark", "flink")]
    spark, flink = (
        Runner(f"{engine}'s own", [sys.executable, f"tests/peers/{engine}.py", "check"], ONLY_C1)
        for engine in ("spark", "flink")
    )
    lines = Runner("lines", ["make", "--no-print-directory", "lines-check"])
    clusters = Runner("clusters", ["make", "--no-print-directory", "cluster-test"])
    # Both runners of the first lane run Maven, which must not build the same modules twice at once.
    # The clusters mostly wait, so they have a lane of their own.
    return run("make check", [[*java, lines], python, [clusters]], [flink, spark])


def names(owed: Path) -> list[str]:
    """The tests that a module still has to run, as Maven's ``package.Class#method``."""
    return [line for line in owed.read_text().splitlines() if line != "?"]


def maven(*options: str) -> Runner:
    """All Java modules; a module whose tests fail does not keep the next one from running."""
    each = "-Dmaven.test.failure.ignore=true"
    some = "-Dsurefire.failIfNoSpecifiedTests=false"
    return Runner("java", [*MAVEN, SHOW_CLASSES, "test", each, some, *options])


def pytest(engine: str, marked: str, jvm: str = "") -> Runner:
    """The tests of one environment that a marker selects."""
    folders = {
        "dev": [
            "python",
            "tests/launcher",
            "tests/lines",
            "tests/packaging",
            "--ignore=tests/packaging/shipped",
        ],
        "spark": ["tests/spark"],
        "flink": ["tests/flink"],
    }
    report = f"--junit-xml={OUT / engine}.xml"
    command = [f".venv/{engine}/bin/pytest", "-v", "-m", marked, report, *folders[engine]]
    return Runner(f"python {engine}", command, jvm)


def inputs() -> str:
    """A digest of the names and times of all inputs."""
    digest = hashlib.sha256()
    for path in sorted(files()):
        digest.update(f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}\n".encode())
    return digest.hexdigest()


def files() -> Iterator[Path]:
    """All inputs."""
    for name in INPUTS.split():
        if (ROOT / name).is_file():
            yield ROOT / name
        for folder, folders, found in os.walk(ROOT / name):
            folders[:] = [each for each in folders if each not in NOT_INPUTS]
            yield from (path for each in found if (path := Path(folder, each)).is_file())


def run(what: str, lanes: list[list[Runner]], rest: Sequence[Runner] = ()) -> int:
    """Runs the lanes side by side, and sums up. A lane that ends early takes of the rest."""
    screen = Screen()
    waiting = deque(rest)
    threads = [threading.Thread(target=run_lane, args=(lane, waiting, screen)) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    runners = [runner for lane in lanes for runner in lane] + list(rest)
    print()
    for runner in runners:
        print(*(runner.lines or [f"{runner.name:14} found no tests"]), sep="\n")
    failed = any(runner.failed for runner in runners)
    slowest = sorted(screen.times, reverse=True)[:8]
    print("slowest:", ", ".join(f"{name} {seconds:.0f} s" for seconds, name in slowest))
    print(f"{what} {'FAILED' if failed else 'passed'} in {screen.clock()} (logs: {OUT})")
    return 1 if failed else 0


class Screen:
    """Prints lines of several lanes, and keeps how long each class or file took."""

    def __init__(self) -> None:
        """Starts the clock."""
        self.start = time.time()
        self.times: list[tuple[float, str]] = []
        self._lock = threading.Lock()

    def clock(self) -> str:
        """The time since the start."""
        seconds = int(time.time() - self.start)
        return f"{seconds // 60}:{seconds % 60:02}"

    def line(self, runner: str, text: str) -> None:
        """Prints one line."""
        with self._lock:
            print(f"{self.clock():>6}  {runner:13} {text}", flush=True)

    def took(self, runner: str, name: str, tests: int, seconds: float) -> None:
        """Prints that a class or a file has ended."""
        self.times.append((seconds, name))
        self.line(runner, f"{name}: {tests} test{'s' * (tests != 1)} in {seconds:.1f} s")


def run_lane(lane: list[Runner], waiting: deque[Runner], screen: Screen) -> None:
    """Runs one lane's runners, one after the other, and then those that wait."""
    for runner in chain(lane, taken(waiting)):
        began = time.time()
        log = OUT / f"{runner.name.replace(' ', '-')}.log"
        jvm = {"JDK_JAVA_OPTIONS": runner.jvm} if runner.jvm else {}
        with log.open("w") as text:
            process = subprocess.Popen(
                runner.command,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                env={**os.environ, "PYTHONUNBUFFERED": "1", **jvm},
            )
            assert process.stdout is not None
            show = Progress(runner.name, screen)
            for line in process.stdout:
                text.write(line)
                show.line(line)
            show.end()
            status = process.wait()
        runner.took = time.time() - began
        sum_up(runner, began, status, log.read_text(), screen)


def taken(waiting: deque[Runner]) -> Iterator[Runner]:
    """Runners that no other lane has taken."""
    with suppress(IndexError):
        while True:
            yield waiting.popleft()


class Progress:
    """Turns a runner's output into one line for each class or file."""

    def __init__(self, runner: str, screen: Screen) -> None:
        """Nothing has run yet."""
        self._runner = runner
        self._screen = screen
        self._file = ""
        self._tests = 0
        self._seconds = 0.0
        self._last = time.time()

    def line(self, line: str) -> None:
        """Reads a line of output."""
        java, python = JAVA_CLASS.search(line), PYTHON_TEST.search(line)
        if java:
            seconds = float(java[2].replace(",", ""))
            self._screen.took(self._runner, java[3].rpartition(".")[2], int(java[1]), seconds)
        elif python:
            if python[1] != self._file:
                self.end()
                self._file, self._tests, self._seconds = python[1], 0, 0.0
            now = time.time()
            self._tests += 1
            self._seconds += now - self._last
            self._last = now

    def end(self) -> None:
        """The last file of Python has ended."""
        if self._file:
            self._screen.took(self._runner, self._file, self._tests, self._seconds)


def sum_up(runner: Runner, began: float, status: int, log: str, screen: Screen) -> None:
    """Makes a runner's last lines; prints what failed."""
    if runner.name == "java":
        reports = {
            f"java {module.name}": fresh(module.glob("target/surefire-reports/*.xml"), began)
            for module in sorted(ROOT.glob("java/*"))
        }
        # Maven exits with 0 even if a JVM of the tests died; then it has printed an error.
        errors = [line for line in log.splitlines() if line.startswith("[ERROR]")]
        runner.failed = status != 0 or bool(errors)
    else:
        engine = runner.name.rpartition(" ")[2]
        reports = {runner.name: fresh([OUT / f"{engine}.xml"], began)}
        found = FAILURES.search(log)
        errors = log[found.start() if found else -4000 :].splitlines()
        # Pytest's status 5: the marker selects no test.
        runner.failed = status not in (0, 5)
    for name, suites in reports.items():
        if suites:
            runner.lines.append(summary(name, suites))
    if runner.name in ("lines", "clusters", "spark's own", "flink's own"):
        last = log.strip().rpartition("\n")[2].strip("= ")
        runner.lines = [f"{runner.name:14} {last}"]
    if runner.failed:
        screen.line(runner.name, "FAILED")
        print("\n".join(errors[-200:]), flush=True)


def fresh(reports: Iterator[Path] | list[Path], began: float) -> list[ElementTree.Element]:
    """The suites in reports that this run wrote."""
    return [
        suite
        for report in reports
        if report.exists() and report.stat().st_mtime >= began - 1
        for suite in ElementTree.parse(report).iter("testsuite")
    ]


def summary(name: str, suites: list[ElementTree.Element]) -> str:
    """One line of figures."""
    total = {
        key: sum(float(suite.get(key, "0").replace(",", "")) for suite in suites)
        for key in ("tests", "failures", "errors", "skipped", "time")
    }
    failed = int(total["failures"] + total["errors"])
    return (
        f"{name:14} {int(total['tests']):5} tests, {failed} failed, "
        f"{int(total['skipped'])} skipped, {total['time']:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
