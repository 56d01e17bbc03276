"""Plants known bugs, one at a time, and demands that a test of every push sees each (T17).

The modules are copied to a temporary folder; nothing in the checkout changes. First the tests must
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
SOURCES = Path("src/main/java/dev/finestra")
# Each with the modules that it is built of.
MODULES = {"core": ["core"], "flink": ["core", "sketches", "flink"]}
MAVEN = os.environ.get("MVN", "mvn -B -q").split()
TRIALS = os.environ.get("TRIALS", "0.1")


class StaleBugError(Exception):
    """A bug does not fit the source any more."""


@dataclass
class Bug:
    """One block of the list."""

    title: str
    module: str = "core"
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


def path_of(bug: Bug) -> Path:
    """The file that a bug is in."""
    return Path("java", bug.module) / SOURCES / bug.file


def copy_modules(to: Path) -> None:
    """Copies what Maven needs to build and test the modules."""
    shutil.copy(ROOT / "pom.xml", to)
    unwanted = shutil.ignore_patterns("target", ".cifuzz-corpus")
    for folder in ("java", "tests/compat"):
        shutil.copytree(ROOT / folder, to / folder, ignore=unwanted)


def run_tests(folder: Path, module: str, tests: str, *goals: str) -> tuple[int, list[str]]:
    """Runs tests by Maven's goals; answers how many ran, and those that failed."""
    reports = folder / "java" / module / "target/surefire-reports"
    shutil.rmtree(reports, ignore_errors=True)
    done = subprocess.run(
        [
            *MAVEN,
            *("-pl", ",".join(f"java/{each}" for each in MODULES[module]), *goals),
            *(f"-Dtest={tests}", "-Dsurefire.failIfNoSpecifiedTests=false"),
            f"-Dfinestra.trials={TRIALS}",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    files = list(reports.glob("*.xml"))
    if not files:
        raise StaleBugError("it does not compile, with its bug or without:\n" + done.stdout[-2000:])
    cases = [case for file in files for case in ElementTree.parse(file).iter("testcase")]
    bad = [c for c in cases if c.find("failure") is not None or c.find("error") is not None]
    names = [f"{c.get('classname', '').rpartition('.')[2]}#{c.get('name', '')}" for c in bad]
    return len(cases), names


def main(chosen: list[str]) -> int:
    """Plants all bugs, or those whose titles hold one of the words given."""
    bugs = read_bugs(BUGS.read_text())
    for bug in bugs:
        plant(bug, (ROOT / path_of(bug)).read_text())
    for word in chosen:
        if not any(word in b.title for b in bugs):
            sentence = f"'{word}' is part of no bug's title, and there are no options; the titles:"
            print(sentence, *(b.title for b in bugs), sep="\n  ", file=sys.stderr)
            return 2
    bugs = [b for b in bugs if not chosen or any(c in b.title for c in chosen)]
    with tempfile.TemporaryDirectory(prefix="finestra-planted-") as name:
        folder = Path(name)
        copy_modules(folder)
        for module in sorted({bug.module for bug in bugs}):
            tests = sorted({t for b in bugs if b.module == module for t in b.test.split(",")})
            ran, failed = run_tests(folder, module, ",".join(tests), "test")
            if ran == 0 or failed:
                print(f"without a bug, {ran} tests ran and these failed: {failed}", file=sys.stderr)
                return 1
        alive = 0
        for bug in bugs:
            start = time.monotonic()
            path = folder / path_of(bug)
            right = path.read_text()
            path.write_text(plant(bug, right))
            # Core's tests are compiled already; those of others want core's in the same build.
            goals = ["compile", "surefire:test"] if bug.module == "core" else ["test"]
            ran, failed = run_tests(folder, bug.module, bug.test, *goals)
            path.write_text(right)
            alive += not failed
            verdict = "seen by " + failed[0] if failed else f"NOT SEEN by {ran} tests of {bug.test}"
            print(f"{bug.title}: {verdict} ({time.monotonic() - start:.0f} s)", flush=True)
        print(f"{len(bugs) - alive} of {len(bugs)} planted bugs were seen")
        return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
