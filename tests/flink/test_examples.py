"""Every example for Flink runs, each in its own process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pyflink.table import StreamTableEnvironment
from tests.flink.versions import FLINK, planned, window_function

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "flink"


@pytest.mark.check
@pytest.mark.parametrize(
    ("program", "line"),
    [
        (["sliding.py"], "+I[ann,39000,99000,"),
        (["per_event.py"], "+I[ann,450,9]"),
        (["declared.py"], "+I[ann,450,4.527692569068709]"),
        (["hour_and_day.py"], "+I[c1,180000000,3,49]"),
        (["table_windows.py"], "|                  200 |"),
        pytest.param(["unchanged.py"], "FinestraGlobalWindowAggregate", marks=planned),
        pytest.param(["changes.py"], "| -D |           2 |", marks=planned),
        ([ROOT / "tests/notebook.py", "notebook.ipynb"], "1590 windows are full"),
    ],
)
def test_an_example_in_python_prints_its_results(program: list[str | Path], line: str) -> None:
    done = subprocess.run(
        [sys.executable, *(EXAMPLES / each for each in program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={name: value for name, value in os.environ.items() if "GATEWAY" not in name},
    )
    assert done.returncode == 0, done.stderr
    assert line in done.stdout


@pytest.mark.check
@window_function
def test_each_query_of_the_example_in_sql_has_results(tables: StreamTableEnvironment) -> None:
    text = (EXAMPLES / "windows.sql").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    counts = []
    for statement in "\n".join(lines).split(";"):
        if statement.strip():
            if statement.strip().startswith("SELECT"):
                with tables.execute_sql(f"SELECT COUNT(*) FROM ({statement})").collect() as rows:
                    counts.append([row[0] for row in rows][-1])
            else:
                tables.execute_sql(statement)
    # 300 rows of three users over 29.9 s: ends from 1 s to 39 s, each row once, three tumbles;
    # From Flink 2.2 on, OVER leaves out the row at epoch 0.
    assert counts == [3 * 39, 300, 3, 299 if FLINK >= (2, 2) else 300]
