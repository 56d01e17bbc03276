"""The windows on the version of Flink in this environment (``LineWindows`` of bench-flink).

Each subject runs in JVMs of its own, the subjects in turns, because JVMs differ by some 15 %. All
runs of all JVMs count.
"""

import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pyflink
from pyflink.version import __version__ as version

from finestra.bench import measurements
from finestra.bench.compiled import compiled
from finestra.bench.lines.page import show
from finestra.core.jars import CHECKOUT, jar
from finestra.core.java import java

FLINK, NAMED, FUNCTION = "flink", "finestra", "finestra_function"
BACKENDS = {"heap": "hashmap", "rocksdb": "rocksdb"}
MAIN = "dev.finestra.bench.flink.LineWindows"
SOURCES = CHECKOUT / "java" / "bench-flink" / "src" / "main" / "java"
SOURCE = (SOURCES / MAIN.replace(".", "/")).with_suffix(".java")
#: Runs in a JVM.
RUNS = 3
#: JVMs of a subject: if Finestra is clearly faster, and otherwise.
JVMS, JVMS_IF_UNSURE, CLEAR = 1, 5, 2.0
ROWS_PER_SLIDE = 10

#: The packages of the JDK that Flink's own scripts open.
OPEN = ["java.lang", "java.lang.reflect", "java.net", "java.io", "java.nio", "sun.nio.ch"]
OPEN += ["java.text", "java.time", "java.util", "java.util.concurrent"]
OPEN += ["java.util.concurrent.atomic", "java.util.concurrent.locks"]
#: On one core, a JVM would choose the serial collector; engines use G1.
OPTIONS = [
    "-XX:+UseG1GC",
    "-Xmx4g",
    *(f"--add-opens=java.base/{each}=ALL-UNNAMED" for each in OPEN),
]


@dataclass(frozen=True)
class Windows:
    """Sliding sums.

    Attributes:
        backend: where the state is, a key of ``BACKENDS``.
        keys: the number of keys.
        overlap: size / slide.
        subjects: what is measured.
    """

    backend: str
    keys: int
    overlap: int
    subjects: tuple[str, ...] = (FLINK, NAMED)

    def rows(self, subject: str) -> tuple[int, int]:
        """The rows before the first run, until the JIT compiler has finished, and of a run."""
        is_heap, slide = self.backend == "heap", self.keys * ROWS_PER_SLIDE
        if subject == FLINK and self.overlap > 1:
            # Each row updates all of its windows. A run has a whole slide, so that windows end.
            run = max((2_000_000 if is_heap else 200_000) // self.overlap, slide)
            return run, run
        before, run = (3_000_000, 500_000) if is_heap else (200_000, 200_000)
        return max(before, (self.overlap + 2) * slide), run


WINDOWS = [
    windows
    for backend in BACKENDS
    for windows in (
        Windows(backend, 10_000, 1, (FLINK, NAMED, FUNCTION)),
        Windows(backend, 10_000, 10),
        Windows(backend, 100, 100),
    )
]


def rates(windows: Windows, subject: str, class_path: str) -> list[float]:
    """The rows per second of each run in a new JVM."""
    words = [subject, BACKENDS[windows.backend], windows.keys, windows.overlap]
    words += [*windows.rows(subject), RUNS]
    command = [java(), *OPTIONS, "-cp", class_path, MAIN, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [float(line) for line in done.stdout.splitlines() if line[:1].isdigit()]
    if done.returncode or len(found) != RUNS:
        raise RuntimeError(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
    return found


def points(windows: Windows, class_path: str) -> Iterator[measurements.Point]:
    """Measure all subjects."""
    runs: dict[str, list[float]] = {subject: [] for subject in windows.subjects}
    jvms = JVMS
    for number in range(JVMS_IF_UNSURE):
        if number < jvms:
            for subject, found in runs.items():
                found += rates(windows, subject, class_path)
        if min(median(runs[each]) for each in windows.subjects[1:]) < CLEAR * median(runs[FLINK]):
            jvms = JVMS_IF_UNSURE
    chart = f"sliding windows, {windows.backend}, {windows.keys:,} keys"
    measured = []
    for subject, found in runs.items():
        x = ("size / slide", windows.overlap)
        rate = median(found)
        one = measurements.point(chart, subject, "sum", x, rate, "rows/s of CPU")
        measured.append({**one, "runs": found, "rows": windows.rows(subject)[1]})
    yield from measurements.with_baselines(measured, baseline=FLINK)


def main() -> None:
    """Measure all windows."""
    lib = Path(pyflink.__file__).parent / "lib"
    connector = jar("flink", version)
    with tempfile.TemporaryDirectory() as name:
        own = compiled(SOURCE, lib, Path(name), connector, SOURCES)
        class_path = f"{own}:{connector}:{lib / '*'}"
        for windows in WINDOWS:
            for point in points(windows, class_path):
                show(point, f"Flink {version}")


if __name__ == "__main__":
    main()
