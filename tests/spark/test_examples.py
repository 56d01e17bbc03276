"""The examples run as they stand."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "spark"


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_python(example: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert sum(done.stdout.count(f"|user {i}|") for i in (0, 1)) == 10, done.stdout


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.sql")), ids=lambda path: path.name)
def test_sql(example: Path, run: Callable[[str], str]) -> None:
    printed = run(f"""
        import finestra.spark
        from pathlib import Path
        from pyspark.sql import SparkSession
        spark = finestra.spark.configure(SparkSession.builder.master("local[1]")).getOrCreate()
        for statement in Path({str(example)!r}).read_text().split(";"):
            if statement.strip():
                print(spark.sql(statement).count())
        spark.stop()
    """).splitlines()
    assert printed == ["0", "5", "5"]
