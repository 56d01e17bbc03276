"""Runs Flink's own tests with Finestra switched on, and without: ``make peers-flink``.

Flink publishes the tests of its planner as a jar. Each class of ``CLASSES`` runs once as it is, and
once with Finestra's operators installed in every table environment.

    python3 tests/peers/flink.py all      every class, without Finestra and with it
    python3 tests/peers/flink.py check    the classes for each push, with Finestra only
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "java" / "peers-flink" / "target"
OUT = ROOT / "target" / "peers-flink"
PACKAGE = "org.apache.flink.table.planner.runtime."

#: The classes below ``PACKAGE``, and whether ``make check`` runs them.
CLASSES = {
    "stream.sql.OverAggregateITCase": True,
    "stream.sql.WindowAggregateITCase": True,
    "stream.sql.WindowDistinctAggregateITCase": False,
    "stream.sql.WindowTableFunctionITCase": False,
    "stream.sql.WindowJoinITCase": False,
    "stream.sql.WindowRankITCase": False,
    "stream.sql.WindowDeduplicateITCase": False,
    "stream.sql.GroupWindowITCase": False,
    "stream.table.OverAggregateITCase": False,
    "stream.table.GroupWindowITCase": False,
    "harness.OverAggregateHarnessTest": False,
    "harness.WindowAggregateHarnessTest": False,
    "harness.WindowAggregateUseDaylightTimeHarnessTest": False,
}
#: The tests that fail with Finestra only, with the reason.
DIFFERENCES: dict[str, str] = {}

# As in Flink's own build.
OPENED = (
    *("java.lang", "java.net", "java.io", "java.nio", "sun.nio.ch", "java.lang.reflect"),
    *("java.text", "java.time", "java.util", "java.util.concurrent"),
    *("java.util.concurrent.atomic", "java.util.concurrent.locks"),
)
OPTIONS = {
    # Static methods of a class hide those of its superclass, as in the JUnit of Flink's build.
    "junit.platform.reflection.search.useLegacySemantics": "true",
    # The windows of most tests overlap twice.
    "finestra.sql.min-overlap": "1",
    "log4j2.configurationFile": "log4j2-peers.properties",
}


def main(arguments: list[str]) -> int:
    """Run one of the verbs."""
    if arguments not in (["all"], ["check"]):
        print("usage: flink.py all|check", file=sys.stderr)
        return 2
    is_check = arguments == ["check"]
    chosen = [name for name, is_for_check in CLASSES.items() if is_for_check or not is_check]
    elsewhere = set() if is_check else run(chosen, with_finestra=False)
    failed = run(chosen, with_finestra=True)
    for test in sorted(failed - elsewhere - DIFFERENCES.keys()):
        print(f"FAILED with Finestra only: {test}")
    for test in sorted(elsewhere):
        print(f"fails without Finestra, too: {test}")
    return 1 if failed - elsewhere - DIFFERENCES.keys() else 0


def run(classes: list[str], with_finestra: bool) -> set[str]:
    """Run classes in one JVM; returns the tests that failed."""
    mode = "with" if with_finestra else "without"
    folder = OUT / mode
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tmp").mkdir(parents=True)
    path = [MODULE / "classes", *(MODULE / "classpath.txt").read_text().split(":")]
    if with_finestra:
        path.insert(0, next((ROOT / "java/flink/target").glob("finestra-flink-2-*[0-9].jar")))
    command = ["java", "-Xmx3g", f"-Djava.io.tmpdir={folder / 'tmp'}"]
    command += [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in OPENED]
    command += [f"-D{name}={value}" for name, value in OPTIONS.items()]
    command += ["-cp", ":".join(map(str, path)), "org.junit.platform.console.ConsoleLauncher"]
    command += ["execute", "--include-engine=junit-jupiter", f"--reports-dir={folder}"]
    command += ["--details=none", "--fail-if-no-tests"]
    command += [f"--select-class={PACKAGE}{name}" for name in classes]
    log = folder / "log.txt"
    print(f"Flink's tests {mode} Finestra; the log is {log}", flush=True)
    with log.open("w") as text:
        status = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=text, stderr=subprocess.STDOUT
        ).returncode
    reports = list(folder.glob("TEST-*.xml"))
    # JUnit's launcher ends with 1 if a test failed.
    if status not in (0, 1) or not reports:
        sys.exit(f"The JVM ended with {status}. See {log}.")
    cases = [case for report in reports for case in ElementTree.parse(report).iter("testcase")]
    missing = [name for name in classes if not any(is_of(case, name) for case in cases)]
    lines = log.read_text(errors="replace").splitlines()
    ran = sum("TakeOver - Finestra runs" in line for line in lines)
    failed = [case for case in cases if case.find("failure") is not None]
    failed += [case for case in cases if case.find("error") is not None]
    print(f"{len(cases)} tests, {len(failed)} failed; Finestra ran {ran} windows")
    if missing or (with_finestra and ran == 0):
        sys.exit(f"Without result: {missing}; Finestra ran {ran} windows. See {log}.")
    return {
        f"{case.get('classname', '').removeprefix(PACKAGE)}: {case.get('name')}" for case in failed
    }


def is_of(case: ElementTree.Element, name: str) -> bool:
    """Whether a test is of a class."""
    return case.get("classname") == PACKAGE + name


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
