"""Runs Spark's own tests with Finestra switched on, and without: ``make peers-spark``.

Spark publishes its tests as jars. Each suite of ``suites.py`` runs in the same way as Spark's
build runs it, once as it is and once with Finestra's extension in every session. A test that fails
only with Finestra must be listed there, with the reason.

    python3 tests/peers/spark.py all      every suite, without Finestra and with it
    python3 tests/peers/spark.py check    the suites for each push, with Finestra only
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from suites import DIFFERENCES, SETTINGS, SUITES, Suite

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "java" / "peers-spark" / "target"
OUT = ROOT / "target" / "peers-spark"
HOME = OUT / "home"
RESOURCES = HOME / "sql" / "core" / "src" / "test" / "resources"

# With more failures of Spark alone, the tests' environment is broken.
MOST_FAILURES_OF_SPARK = 5

# As in Spark's own build, and in its scripts that start a JVM.
OPENED = (
    *("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio"),
    *("java.util", "java.util.concurrent", "java.util.concurrent.atomic"),
    *("jdk.internal.ref", "sun.nio.ch", "sun.nio.cs", "sun.security.action", "sun.util.calendar"),
)


@dataclass
class Outcome:
    """What a run of some suites found."""

    tests: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    queries: int = 0
    with_finestra: int = 0


def main(arguments: list[str]) -> int:
    """Runs one of the verbs."""
    if arguments not in (["all"], ["check"]):
        print("usage: spark.py all|check", file=sys.stderr)
        return 2
    is_check = arguments == ["check"]
    chosen = {suite.name: suite for suite in SUITES if suite.check or not is_check}
    suites = list(chosen.values())
    extract_resources()
    without = None if is_check else run(suites, with_finestra=False)
    outcome = run(suites, with_finestra=True)
    return report(outcome, without)


def extract_resources() -> None:
    """Extracts the files that Spark's tests read from its source tree."""
    if not RESOURCES.exists():
        with zipfile.ZipFile(jar("spark-sql_2.13")) as tests:
            tests.extractall(
                RESOURCES, [name for name in tests.namelist() if not name.endswith(".class")]
            )


def classpath() -> list[str]:
    """Spark, its tests and what they need."""
    return (MODULE / "classpath.txt").read_text().split(":")


def jar(artifact: str) -> str:
    """A jar of Spark's tests."""
    return next(
        path
        for path in classpath()
        if Path(path).name.startswith(artifact) and path.endswith("-tests.jar")
    )


def run(suites: list[Suite], with_finestra: bool) -> Outcome:
    """Runs suites in one JVM."""
    mode = "with" if with_finestra else "without"
    folder = OUT / mode
    reports, plans, temporary = folder / "reports", folder / "plans.txt", folder / "tmp"
    for old in [*reports.glob("*.xml"), plans]:
        old.unlink(missing_ok=True)
    shutil.rmtree(temporary, ignore_errors=True)  # tables of an earlier run
    temporary.mkdir(parents=True)
    jars = [str(MODULE / "classes"), str(RESOURCES), *classpath()]
    options = {"spark.sql.queryExecutionListeners": "dev.finestra.peers.PlanCounter"}
    if with_finestra:
        jars.append(next(map(str, (ROOT / "java/spark/target").glob("finestra-spark-*.jar"))))
        options |= SETTINGS
    options |= {
        "finestra.plans": str(plans),
        "java.io.tmpdir": str(temporary),
        "spark.test.home": str(HOME),
        "spark.testing": "1",
        "spark.ui.enabled": "false",
        "spark.unsafe.exceptionOnMemoryLeak": "true",
        "jdk.reflect.useDirectMethodHandle": "false",
        "io.netty.tryReflectionSetAccessible": "true",
    }
    opened = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in OPENED] + [
        "--add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED"
    ]
    command = ["java", "-Xmx4g", "-Xss4m", *opened]
    command += [f"-D{name}={value}" for name, value in options.items()]
    command += ["-cp", ":".join(jars), "org.scalatest.tools.Runner", "-R", jar("spark-sql_2.13")]
    command += ["-oW", "-u", str(reports)]
    for suite in suites:
        command += ["-s", f"org.apache.spark.sql.{suite.name}"]
        command += [word for part in suite.only for word in ("-z", part)]
    log = folder / "log.txt"
    print(f"Spark's tests {mode} Finestra; the log is {log}", flush=True)
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_TESTING": "1"}
    with log.open("w") as text:
        status = subprocess.run(
            command,
            cwd=temporary,
            stdin=subprocess.DEVNULL,
            stdout=text,
            stderr=subprocess.STDOUT,
            env=environment,
        ).returncode
    outcome = read(reports)
    missing = {suite.name for suite in suites if not outcome.tests.get(suite.name)}
    # ScalaTest ends with 1 if a test failed; a JVM that died has written no file of plans.
    if status not in (0, 1) or missing or not plans.exists():
        sys.exit(f"The JVM ended with {status}; without result: {sorted(missing)}. See {log}.")
    outcome.queries, outcome.with_finestra = map(int, plans.read_text().split())
    return outcome


def read(reports: Path) -> Outcome:
    """Reads ScalaTest's reports."""
    outcome = Outcome()
    for file in sorted(reports.glob("*.xml")):
        suite = ElementTree.parse(file).getroot()
        name = suite.get("name", "").removeprefix("org.apache.spark.sql.")
        tests = [case for case in suite.iter("testcase") if case.find("skipped") is None]
        outcome.tests[name] = len(tests)
        outcome.seconds[name] = float(suite.get("time", "0"))
        for case in tests:
            for failure in [*case.iter("failure"), *case.iter("error")]:
                outcome.failures[f"{name}: {case.get('name')}"] = failure.get("message") or ""
    return outcome


def report(outcome: Outcome, without: Outcome | None) -> int:
    """Prints what differs; the exit status."""
    elsewhere = without.failures if without else {}
    for name, tests in outcome.tests.items():
        failed = sum(test.startswith(f"{name}: ") for test in outcome.failures)
        print(f"{name:60} {tests:4} tests, {failed:2} failed, {outcome.seconds[name]:4.0f} s")
    new = {
        test: message
        for test, message in outcome.failures.items()
        if test not in DIFFERENCES and test not in elsewhere
    }
    for test, message in new.items():
        print(f"FAILED with Finestra only: {test}\n    {message[:600]}")
    ran = {test for test in DIFFERENCES if test.partition(": ")[0] in outcome.tests}
    gone = sorted(ran - set(outcome.failures))
    for test in gone:
        print(f"Passes now; remove it from DIFFERENCES in suites.py: {test}")
    total = sum(outcome.tests.values())
    print(
        f"{total} tests; {outcome.queries} queries, of which {outcome.with_finestra} ran in "
        "Finestra's operators"
    )
    if len(elsewhere) > MOST_FAILURES_OF_SPARK:
        print(f"{len(elsewhere)} tests fail without Finestra, too: {sorted(elsewhere)}")
        return 1
    return 1 if new or gone or outcome.with_finestra == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
