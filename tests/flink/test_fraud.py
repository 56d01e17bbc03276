"""The fraud example gives equal features from a stream on Flink and a batch on Spark."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRAUD = ROOT / "examples" / "fraud"
SPARK = ROOT / ".venv" / "spark" / "bin" / "python"


def run(python: str | Path, program: str, *files: Path) -> None:
    """Run one of the example's programs."""
    command = [python, FRAUD / program, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr


@pytest.mark.check
def test_a_stream_and_a_batch_give_the_same_features(tmp_path: Path) -> None:
    payments, stream, batch = (tmp_path / f"{name}.csv" for name in ("payments", "flink", "spark"))
    run(sys.executable, "payments.py", payments)
    run(sys.executable, "flink_features.py", payments, stream)
    run(SPARK, "spark_features.py", payments, batch)
    with stream.open(newline="") as flink, batch.open(newline="") as spark:
        of_flink, of_spark = list(csv.reader(flink)), list(csv.reader(spark))
    assert len(of_flink) == 1_000
    assert max(int(row[5]) for row in of_flink) > 10, "nobody pays often in 30 days"
    assert of_flink == of_spark
