"""Plants known bugs, one at a time, and demands that a test of every push sees each (T17).

The module is copied to a temporary folder; nothing in the checkout changes. First the tests must
hold without a bug. A bug whose lines are no longer in their file is an error, so that the list
stays alive.

    python3 tests/mutants/planted.py [part of a bug's title …]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
BUGS = Path(__file__).with_name("bugs.txt")
SOURCES = Path("java/core/src/main/java/dev/finestra")
MAVEN = [*os.environ.get("MVN", "mvn -B -q").split(), "-f", "java/core/pom.xml"]
TRIALS = os.environ.get("TRIALS", "0.1")


class StaleBugError(Exception):
    """A bug does not fit the source any more."""


@dataclass
class Bug:
    """One block of the list."""

    title: str
    file: str = ""
    test: str = ""
    right: list[str] = field(default_factory=list)
    planted: list[str] = field(default_factory=list)


def read_bugs(text: str) -> list[Bug]:
    """Reads the list."""
    bugs: list[Bug] = []
    for line in text.splitlines():
        if line.startswith("== "):
            bugs.append(Bug(line[3:]))
        elif line.startswith("file: "):
            bugs[-1].file = line[6:]
        elif line.startswith("test: "):
            bugs[-1].test = line[6:]
        elif line.startswith("- "):
            bugs[-1].right.append(line[2:].strip())
        elif line.startswith("+ "):
            bugs[-1].planted.append(line[2:].strip())
        elif line and not line.startswith("#"):
            raise StaleBugError(f"{BUGS.name} has a line that is none of a bug's: {line}")
    return bugs


def plant(bug: Bug, source: str) -> str:
    """The source with the bug in it."""
    lines = source.splitlines()
    bare = [line.strip() for line in lines]
    count = len(bug.right)
    places = [i for i in range(len(lines) - count + 1) if bare[i : i + count] == bug.right]
    if not bug.right or len(places) != 1:
        raise StaleBugError(
            f"'{bug.title}': its lines are {len(places)} times in {bug.file}, not once; "
            f"write the bug anew in {BUGS.relative_to(ROOT)}"
        )
    at = places[0]
    return "\n".join([*lines[:at], *bug.planted, *lines[at + count :]]) + "\n"


def copy_module(to: Path) -> None:
    """Copies what Maven needs to build and test core alone."""
    shutil.copy(ROOT / "pom.xml", to)
    unwanted = shutil.ignore_patterns("target", ".cifuzz-corpus")
    for folder in ("java/core", "tests/compat/core"):
        shutil.copytree(ROOT / folder, to / folder, ignore=unwanted)


def maven(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Maven in the copy."""
    return subprocess.run(
        [*MAVEN, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def compile_file(folder: Path, file: str) -> None:
    """Compiles one file into the module's classes."""
    classes = "java/core/target/classes"
    javac = ["javac", "-nowarn", "-proc:none", "-g", "-cp", classes, "-d", classes]
    done = subprocess.run(
        [*javac, str(SOURCES / file)], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise StaleBugError(f"{file} does not compile with its bug:\n{done.stderr}")


def run_tests(folder: Path, tests: str) -> tuple[int, list[str]]:
    """Runs tests on what is compiled; answers how many ran, and those that failed."""
    reports = folder / "java/core/target/surefire-reports"
    shutil.rmtree(reports, ignore_errors=True)
    maven(folder, "surefire:test", f"-Dtest={tests}", f"-Dfinestra.trials={TRIALS}")
    files = reports.glob("*.xml")
    cases = [case for file in files for case in ElementTree.parse(file).iter("testcase")]
    bad = [c for c in cases if c.find("failure") is not None or c.find("error") is not None]
    names = [f"{c.get('classname', '').rpartition('.')[2]}#{c.get('name', '')}" for c in bad]
    return len(cases), names


def main(chosen: list[str]) -> int:
    """Plants all bugs, or those whose titles hold one of the words given."""
    bugs = read_bugs(BUGS.read_text())
    for bug in bugs:
        plant(bug, (ROOT / SOURCES / bug.file).read_text())
    for word in chosen:
        if not any(word in b.title for b in bugs):
            sentence = f"'{word}' is part of no bug's title, and there are no options; the titles:"
            print(sentence, *(b.title for b in bugs), sep="\n  ", file=sys.stderr)
            return 2
    bugs = [b for b in bugs if not chosen or any(c in b.title for c in chosen)]
    with tempfile.TemporaryDirectory(prefix="finestra-planted-") as name:
        folder = Path(name)
        copy_module(folder)
        built = maven(folder, "test-compile")
        if built.returncode != 0:
            print("it does not compile:\n" + built.stdout[-2000:], file=sys.stderr)
            return 1
        tests = ",".join(sorted({t for b in bugs for t in b.test.split(",")}))
        ran, failed = run_tests(folder, tests)
        if ran == 0 or failed:
            print(f"without a bug, {ran} tests ran and these failed: {failed}", file=sys.stderr)
            return 1
        alive = 0
        for bug in bugs:
            start = time.monotonic()
            path = folder / SOURCES / bug.file
            right = path.read_text()
            path.write_text(plant(bug, right))
            compile_file(folder, bug.file)
            ran, failed = run_tests(folder, bug.test)
            path.write_text(right)
            compile_file(folder, bug.file)
            alive += not failed
            verdict = "seen by " + failed[0] if failed else f"NOT SEEN by {ran} tests of {bug.test}"
            print(f"{bug.title}: {verdict} ({time.monotonic() - start:.0f} s)", flush=True)
        print(f"{len(bugs) - alive} of {len(bugs)} planted bugs were seen")
        return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
