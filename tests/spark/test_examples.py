"""All examples for Spark run."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyspark
import pytest

import finestra

EXAMPLES = Path(__file__).parents[2] / "examples" / "spark"


def users(printed: str) -> int:
    """The number of printed rows with a user."""
    return sum(printed.count(f"|user {i}|") for i in (0, 1))


PROGRAMS = [[path] for path in sorted(EXAMPLES.glob("*.py"))]
NOTEBOOK = [Path(__file__).parents[1] / "notebook.py", EXAMPLES / "notebook.ipynb"]


@pytest.mark.check
@pytest.mark.parametrize("program", [*PROGRAMS, NOTEBOOK], ids=lambda program: program[-1].name)
def test_python(program: list[Path]) -> None:
    done = subprocess.run(
        [sys.executable, *program], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert users(done.stdout) == 10, done.stdout


@pytest.mark.check
@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.sql")), ids=lambda path: path.name)
def test_sql(example: Path, run: Callable[[str], str]) -> None:
    printed = run(f"""
        import finestra.spark
        from pathlib import Path
        from pyspark.sql import SparkSession
        spark = finestra.spark.configure(SparkSession.builder.master("local[1]")).getOrCreate()
        for statement in Path({str(example)!r}).read_text().split(";"):
            if statement.strip():
                print(len(spark.sql(statement).collect()))
        spark.stop()
    """).splitlines()
    assert printed == ["0", "5", "5", "2", "5", "5", "5"]


@pytest.mark.check
@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.java")), ids=lambda path: path.name)
def test_java(example: Path, tmp_path: Path) -> None:
    home, jar = Path(pyspark.__file__).parent, finestra.jar("spark")
    program = tmp_path / "example.jar"
    commands: tuple[list[str | Path], ...] = (
        ["javac", "-cp", f"{home}/jars/*:{jar}", "-d", tmp_path / "classes", example],
        ["jar", "cf", program, "-C", tmp_path / "classes", "."],
        [
            *(home / "bin" / "spark-submit", "--master", "local[2]", "--jars", jar),
            *("--class", example.stem, program),
        ],
    )
    for command in commands:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
            env={**os.environ, "SPARK_HOME": str(home)},
        )
        assert done.returncode == 0, done.stderr
    assert users(done.stdout) == 10, done.stdout
