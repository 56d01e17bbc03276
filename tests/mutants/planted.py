"""Plants known bugs, one at a time, and runs the tests that must notice each.

Maven compiles the modules once. Then each bug is compiled alone, into a folder before the modules
on the class path, so nothing in the checkout changes and two bugs are tried at once. First the
tests must hold without any bug. A bug whose lines are no longer in its file is an error, so the
list stays up to date.

    python3 tests/mutants/planted.py [--tier short|push] [part of a bug's title …]

At the push's figures (``make check``) every bug must be noticed, at the short tier's (``make
test``) nine of ten.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUGS = Path(__file__).with_name("bugs.txt")
RUNNER = Path(__file__).with_name("RunTests.java")
REPOSITORY = Path.home() / ".m2" / "repository"
MAVEN = shlex.split(os.environ.get("MVN", "mvn -B -q -Dquick"))
# The module whose tests are looked up first for bugs in a module.
JUDGES = {"core": "testing"}
PATIENCE_SECONDS = 400
LEAST = {"short": 0.9, "push": 1.0}


class StaleBugError(Exception):
    """A bug no longer fits the source."""


@dataclass
class Bug:
    """One block of the list."""

    title: str
    module: str = "core"
    file: str = ""
    test: str = ""
    right: list[str] = field(default_factory=list)
    planted: list[str] = field(default_factory=list)

    @property
    def source(self) -> Path:
        """The file that has the bug's lines."""
        found = list((ROOT / "java" / self.module / "src" / "main").rglob(self.file))
        if len(found) != 1:
            raise StaleBugError(
                f"'{self.title}': java/{self.module} has {len(found)} files named {self.file}, "
                f"not one. Correct the bug in {BUGS.relative_to(ROOT)}."
            )
        return found[0]


def read_bugs(text: str) -> list[Bug]:
    """Reads the list."""
    bugs: list[Bug] = []
    for line in text.splitlines():
        if line.startswith("== "):
            bugs.append(Bug(line[3:]))
        elif line.startswith("module: "):
            bugs[-1].module = line[8:]
        elif line.startswith("file: "):
            bugs[-1].file = line[6:]
        elif line.startswith("test: "):
            bugs[-1].test = line[6:]
        elif line.startswith("- "):
            bugs[-1].right.append(line[2:].strip())
        elif line.startswith("+ "):
            bugs[-1].planted.append(line[2:].strip())
        elif line and not line.startswith("#"):
            raise StaleBugError(f"{BUGS.name} has a line that belongs to no bug: {line}")
    return bugs


def plant(bug: Bug) -> str:
    """The source with the bug in it."""
    lines = bug.source.read_text().splitlines()
    bare = [line.strip() for line in lines]
    count = len(bug.right)
    places = [i for i in range(len(lines) - count + 1) if bare[i : i + count] == bug.right]
    if not bug.right or len(places) != 1:
        raise StaleBugError(
            f"'{bug.title}': its lines occur {len(places)} times in {bug.file}, not once. "
            f"Correct the bug in {BUGS.relative_to(ROOT)}."
        )
    at = places[0]
    return "\n".join([*lines[:at], *bug.planted, *lines[at + count :]]) + "\n"


def judge(bug: Bug) -> tuple[str, list[str]]:
    """The module whose tests judge a bug, and their full names."""
    first = JUDGES.get(bug.module, bug.module)
    others = sorted(path.name for path in (ROOT / "java").iterdir() if path.name != first)
    wanted = bug.test.split(",")
    for module in (first, *others):
        tests = ROOT / "java" / module / "src" / "test"
        found = [[*tests.rglob(f"{name.partition('#')[0]}.*")] for name in wanted]
        if all(len(files) == 1 for files in found):
            return module, [
                ".".join([*files[0].relative_to(tests).parts[1:-1], name])
                for files, name in zip(found, wanted, strict=True)
            ]
    raise StaleBugError(f"'{bug.title}': no module has the tests {bug.test}.")


def prepare() -> None:
    """Compiles all modules, and lets each write its class path."""
    goals = ["test-compile", "dependency:build-classpath"]
    path = "-Dmdep.outputFile=target/tests.classpath"
    subprocess.run([*MAVEN, *goals, path], cwd=ROOT, check=True, stdin=subprocess.DEVNULL)


def class_path(module: str) -> list[str]:
    """The class path of a module's tests."""
    target = ROOT / "java" / module / "target"
    paths = (target / "tests.classpath").read_text().strip().split(":")
    return [str(target / "test-classes"), str(target / "classes"), *paths]


def running_class_path(module: str) -> list[str]:
    """The class path that Maven runs the tests with: some jars are only for the compiler."""
    pom = (ROOT / "java" / module / "pom.xml").read_text()
    excluded = re.findall(r"<classpathDependencyExclude>[^:<]*:([^<]*)<", pom)
    return [path for path in class_path(module) if Path(path).parent.parent.name not in excluded]


def compile_bug(bug: Bug, to: Path) -> None:
    """Compiles the file with the bug, against the classes of its module."""
    source = to / bug.file
    source.write_text(plant(bug))
    path = ":".join(class_path(bug.module))
    if source.suffix == ".scala":
        scala = ":".join(str(jar) for jar in scala_compiler())
        command = ["java", "-cp", scala, "scala.tools.nsc.Main", "-nowarn", "-release:17"]
    else:
        command = ["javac", "-nowarn", "-proc:none", "--release", "17"]
    done = subprocess.run(
        [*command, "-cp", path, "-d", str(to), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise StaleBugError(f"'{bug.title}' does not compile:\n{done.stdout}{done.stderr}")


def scala_compiler() -> list[Path]:
    """The jars of the Scala compiler that Maven has fetched."""
    pom = (ROOT / "pom.xml").read_text()
    version = pom.partition("<scala.version>")[2].partition("<")[0]
    jars = [
        REPOSITORY / "org/scala-lang" / name / version / f"{name}-{version}.jar"
        for name in ("scala-compiler", "scala-library", "scala-reflect")
    ]
    return [*jars, *sorted(REPOSITORY.glob("org/jline/jline/*/*.jar"))]


def launcher() -> str:
    """JUnit's launcher, in the version of the tests' engine."""
    pom = (ROOT / "pom.xml").read_text()
    jupiter = pom.partition("<junit.version>")[2].partition("<")[0]
    version = jupiter.replace("5.", "1.", 1)
    name = "junit-platform-launcher"
    return str(REPOSITORY / "org/junit/platform" / name / version / f"{name}-{version}.jar")


def jvm_options(module: str) -> list[str]:
    """The options that the poms give the tests' JVM."""
    for pom in (ROOT / "java" / module / "pom.xml", ROOT / "pom.xml"):
        found = re.search(r"<surefire.argLine>([^<]*)<", pom.read_text())
        if found:
            return found[1].split()
    return []


def run_tests(module: str, tests: list[str], before: list[Path], tier: str) -> tuple[int, str]:
    """Runs tests with folders before the class path; returns the status and the last line."""
    path = ":".join([*map(str, before), *running_class_path(module), launcher()])
    options = [f"-Dfinestra.tier={tier}", "-Dfinestra.shrink=0"]
    command = ["java", *jvm_options(module), *options, "-cp", path, "RunTests", *tests]
    try:
        done = subprocess.run(
            command,
            cwd=ROOT / "java" / module,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            timeout=PATIENCE_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return 1, f"a test that did not end in {PATIENCE_SECONDS} s"
    lines = done.stdout.strip().splitlines() or [""]
    if done.returncode not in (0, 1, 2):
        return done.returncode, "\n".join(lines[-20:])
    return done.returncode, lines[-1]


def hold(bugs: list[Bug], runner: Path, tier: str) -> bool:
    """Whether all tests pass without a planted bug."""
    tests: dict[str, set[str]] = {}
    for bug in bugs:
        module, names = judge(bug)
        tests.setdefault(module, set()).update(names)
    fine = True
    for module, each in tests.items():
        status, verdict = run_tests(module, sorted(each), [runner], tier)
        print(f"without a bug, {module}: {verdict}", flush=True)
        fine = fine and status == 0
    return fine


def is_seen(bug: Bug, runner: Path, tier: str) -> bool:
    """Whether a test fails with the bug."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="finestra-planted-") as folder:
        compile_bug(bug, Path(folder))
        module, tests = judge(bug)
        status, verdict = run_tests(module, tests, [Path(folder), runner], tier)
    if status not in (0, 1):
        raise StaleBugError(f"'{bug.title}': {bug.test} cannot run: {verdict}")
    said = f"seen by {verdict}" if status == 1 else f"NOT SEEN by {bug.test}"
    print(f"{bug.title}: {said} ({time.monotonic() - start:.0f} s)", flush=True)
    return status == 1


def main() -> int:
    """Plants all bugs, or those whose titles contain one of the words given."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tier", choices=LEAST, default="push")
    parser.add_argument("titles", nargs="*", metavar="part of a bug's title")
    arguments = parser.parse_args()
    bugs = read_bugs(BUGS.read_text())
    for bug in bugs:
        plant(bug)
        judge(bug)
    if arguments.titles:
        bugs = [bug for bug in bugs if any(word in bug.title for word in arguments.titles)]
    if not bugs:
        parser.error(f"no bug's title contains {' or '.join(arguments.titles)}")
    prepare()
    with tempfile.TemporaryDirectory(prefix="finestra-planted-") as folder:
        runner = Path(folder)
        path = ":".join([*class_path("testing"), launcher()])
        subprocess.run(["javac", "-cp", path, "-d", folder, RUNNER], check=True)
        if not hold(bugs, runner, arguments.tier):
            return 1
        with ThreadPoolExecutor(max_workers=2) as workers:
            seen = sum(workers.map(lambda bug: is_seen(bug, runner, arguments.tier), bugs))
    print(f"{seen} of {len(bugs)} planted bugs were seen in tier {arguments.tier}")
    return 0 if seen >= LEAST[arguments.tier] * len(bugs) else 1


if __name__ == "__main__":
    sys.exit(main())
