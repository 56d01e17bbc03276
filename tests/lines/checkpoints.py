"""Checkpoints of streams move from one version of Spark to another and back.

Each step runs in the environment of its version, reads more rows, and must have emitted exactly the
results that are due, which plain Python computes over all rows. ``make checkpoints-test`` makes the
environments and runs this.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

#: Versions of Spark, one for each step.
CHAINS = [
    ("3.5.0", "3.5.9", "3.5.0"),
    ("4.0.2", "4.1.1", "4.2.0", "4.3.0", "4.2.0", "4.1.1", "4.0.2"),
]

#: The streams: a result for each row, and one for each slide.
STREAMS = {
    "rows": {"size": "10 minutes"},
    "slides": {"size": "10 minutes", "slide": "30 seconds"},
}
SIZE, SLIDE, DELAY = 600, 30, 60

BEGIN = 1_700_000_000
STEP = 60

#: A key, a time in seconds, and a value.
Row = tuple[int, int, int]


def rows_of(steps: int) -> list[list[Row]]:
    """The rows of each step: a row every five seconds, some of them a step too late."""
    batches: list[list[Row]] = [[] for _ in range(steps)]
    for i in range(steps * STEP):
        step, place = divmod(i, STEP)
        late = place >= STEP - 8 and i % 2 == 1 and step + 1 < steps
        batches[step + late].append((i % 3, BEGIN + i * 5, i * 37 % 101))
    # Its time is far ahead, so that all other results are due.
    batches[-1].append((99, BEGIN + 1_000_000, 0))
    return batches


def due(rows: list[Row], watermark: int) -> dict[str, list[list[int]]]:
    """The results that both streams have emitted when they have reached a watermark."""
    per_row = [
        [k, time, *aggregates(rows, k, time - SIZE, time)]
        for k, time, _ in rows
        if time <= watermark
    ]
    starts = {
        (k, time // SLIDE * SLIDE - back)
        for k, time, _ in rows
        for back in range(0, SIZE, SLIDE)
        if time // SLIDE * SLIDE - back + SIZE <= watermark
    }
    slides = [
        [k, start, *aggregates(rows, k, start, start + SIZE - 1)] for k, start in sorted(starts)
    ]
    return {"rows": sorted(per_row), "slides": slides}


def aggregates(rows: list[Row], key: int, first: int, last: int) -> list[int]:
    """The number of rows in a window, the greatest value, and the value of the earliest row."""
    held = sorted((time, v) for k, time, v in rows if k == key and first <= time <= last)
    return [len(held), max(v for _, v in held), held[0][1]]


def python_of(version: str) -> Path:
    """The interpreter of the environment that has a version of Spark."""
    pattern = f".venv/spark*/lib/python*/site-packages/pyspark-{version}.dist-info"
    found = next(ROOT.glob(pattern), None)
    assert found, f"No environment below .venv has Spark {version}; run make checkpoints-test."
    return found.parents[3] / "bin" / "python"


@pytest.mark.parametrize("chain", CHAINS, ids=", ".join)
def test_each_version_continues_with_the_checkpoint(chain: list[str], tmp_path: Path) -> None:
    """Also with late rows, and with a row so late that it is dropped."""
    pythons = [python_of(version) for version in chain]
    program = Path(__file__).with_name("checkpoint_step.py")
    (tmp_path / "in").mkdir()
    read: list[Row] = []
    batches = rows_of(len(chain))
    for step, (version, python, rows) in enumerate(zip(chain, pythons, batches, strict=True)):
        read += rows
        dropped = [(0, BEGIN + 1, 1000)] if step > 0 else []
        (tmp_path / "in" / f"{step}.json").write_text(
            "".join(
                json.dumps({"k": k, "seconds": time, "v": v}) + "\n"
                for k, time, v in reversed(rows + dropped)
            )
        )
        done = subprocess.run(
            [python, program, tmp_path, json.dumps(STREAMS)],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            timeout=600,
        )
        assert done.returncode == 0, f"step {step} on Spark {version}: {done.stderr[-4000:]}"
        found = json.loads(done.stdout.splitlines()[-1])
        assert found.pop("version") == version
        watermark = max(time for _, time, _ in read) - DELAY
        assert found == due(read, watermark), f"step {step} on Spark {version}"
        print(f"step {step}: Spark {version}, {len(found['slides'])} windows", file=sys.stderr)
    assert len(found["rows"]) == len(chain) * STEP
