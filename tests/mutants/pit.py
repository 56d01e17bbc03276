"""Mutates the algorithms, package by package, and counts the mutants that the tests kill (PIT).

Each part runs against its own tests, with few trials, on the algorithms that it can change, so that
all parts take about an hour. One part alone: python3 tests/mutants/pit.py tree
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "java/testing/target/pit-reports"
MAVEN = os.environ.get("MVN", "mvn -B -q").split()
LOG = "-Dorg.slf4j.simpleLogger.log.org.pitest=warn"
LEAST = 85
KILLED = ("KILLED", "TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR")


@dataclass
class Part:
    """Classes to mutate, the algorithms that use them, and the tests that must notice."""

    classes: str
    algorithms: str
    tests: str
    trials: float


PARTS = {
    "tree": Part(
        "tree.* nodes.*",
        "b_fiba[23]|nb_fiba[24]|btree[23]",
        "Recalculation Throwing Paged Visits TreeSpace",
        0.003,
    ),
    "fifo": Part(
        "fifo.* pages.Header*",
        "two_stacks.*|daba.*|subtract_on_evict",
        "Recalculation Throwing SlotQueue OwnSnapshot Space Paged",
        0.003,
    ),
    "flat": Part(
        "flat.*",
        "flatfit|amta|reactive|b_int|subwindow.*",
        "Recalculation Throwing Subwindow FlatSlide FlatFailure FlatCosts Space",
        0.003,
    ),
    "keyed": Part(
        "keyed.*",
        ".*",
        "KeyedWindows KeyedFailures KeyedSpace",
        0.05,
    ),
    "base": Part(
        "Inserts Window LiftedBulk Snapshots SnapshotBytes Envelope Recalculate Wrapper Slicing"
        " ReorderBuffer Auto WholeOnPages SmallInHeader WaitingRows slots.* pages.WindowPages"
        " pages.PagedChunks",
        "b_fiba2|two_stacks_lite|daba|amta|flatfit|subtract_on_evict|auto|recalculate",
        "Recalculation Throwing Equivalence SnapshotBytes"
        " Auto ReorderBuffer Slicing Paged Arguments"
        " BadInput WrapperRefusals SlotQueue Space SmallInHeader YoungestEntry",
        0.003,
    ),
}

# Methods and classes that check invariants, describe a window, or only warm a cache.
NOT_METHODS = "check*,describe*,drawing,require,touchKids,families"
NOT_CLASSES = ["tree.TreeInvariants*", "tree.Drawing", "fifo.Recomputed"]

# SAMPLE=40 takes at most 40 mutants of each class, for a quick look.
SAMPLE = os.environ.get("SAMPLE", "")


def run(name: str, part: Part) -> Counter[str]:
    """Runs PIT on a part; returns the number of mutants by fate."""
    tests = ",".join(f"dev.finestra.*.{t}Test" for t in part.tests.split())
    command = [
        *MAVEN,
        LOG,
        "-Pmutants",
        "-pl",
        "java/testing",
        "-am",
        "test-compile",
        f"-Dmutants.part={name}",
        f"-Dmutants.only={part.algorithms}",
        f"-Dmutants.trials={part.trials}",
        "-DtargetClasses="
        + ",".join(f"dev.finestra.internal.window.{c}" for c in part.classes.split()),
        f"-DtargetTests={tests}",
        f"-DexcludedMethods={NOT_METHODS}",
        "-DexcludedClasses=" + ",".join(f"dev.finestra.internal.window.{c}" for c in NOT_CLASSES),
    ]
    if SAMPLE:
        command.append(f"-Dfeatures=+CLASSLIMIT(limit[{SAMPLE}])")
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return report(name)


def report(name: str) -> Counter[str]:
    """Prints the surviving mutants; returns the number of mutants by fate."""
    fates: Counter[str] = Counter()
    for mutation in ElementTree.parse(REPORTS / name / "mutations.xml").iter("mutation"):
        status = mutation.get("status", "")
        fates[status] += 1
        if status not in KILLED:
            place = f"{mutation.findtext('sourceFile')}:{mutation.findtext('lineNumber')}"
            method = mutation.findtext("mutatedMethod")
            print(f"  {status:12} {place:32} {method}: {mutation.findtext('description')}")
    return fates


def main(names: list[str]) -> int:
    """Runs the parts named, or all."""
    for name in names:
        if name not in PARTS:
            print(f"there is no part '{name}'; the parts: {', '.join(PARTS)}", file=sys.stderr)
            return 2
    total: Counter[str] = Counter()
    for name in names or PARTS:
        start = time.monotonic()
        fates = run(name, PARTS[name])
        total += fates
        print(f"{name}: {summary(fates)} in {time.monotonic() - start:.0f} s", flush=True)
    print(f"all: {summary(total)}")
    return 0 if percent(total) >= LEAST else 1


def percent(fates: Counter[str]) -> float:
    """The percentage of killed mutants."""
    return 100 * sum(fates[k] for k in KILLED) / max(1, sum(fates.values()))


def summary(fates: Counter[str]) -> str:
    """One line of figures."""
    each = ", ".join(f"{count} {fate.lower()}" for fate, count in sorted(fates.items()))
    return f"{percent(fates):.1f} % of {sum(fates.values())} mutants killed ({each})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
