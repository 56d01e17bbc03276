"""The programs of docs/spark.md run, in the order of the page, in one session."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "spark.md"
TRADES = """
trades = spark.sql('''
    SELECT id % 2 AS user, id % 2 AS k, timestamp_seconds(1800000000 + id * 30) AS ts,
           id * 37 % 101 AS price, id % 7 AS x, id % 5 AS item, id * 0.5D AS latency
    FROM range(600)''')
trades.createOrReplaceTempView("trades")
"""


@pytest.mark.check
def test_every_program_of_the_guide_runs(run: Callable[[str], str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```(python|sql)\n(.*?)```", text, re.DOTALL)
    assert blocks[0][0] == "python", "the page begins with the session"
    program = [blocks[0][1], TRADES]
    for language, block in blocks[1:]:
        if language == "sql":
            for query in block.split(";"):
                if query.strip():
                    program.append(f"print(len(spark.sql({query!r}).collect()) > 0)")
        else:
            # The last expression of a block makes a table.
            program += ["import ast", f"tree = ast.parse({block!r})", "last = tree.body.pop()"]
            program += ["exec(compile(tree, 'page', 'exec'))"]
            program += ["made = eval(compile(ast.Expression(last.value), 'page', 'eval'))"]
            program += ["print(len(made.collect() if hasattr(made, 'collect') else [0]) > 0)"]
    program.append("spark.stop()")
    printed = run("\n".join(program)).splitlines()
    answers = [line for line in printed if line in ("True", "False")]
    assert answers == ["True"] * len(answers)
    assert len(answers) >= len(blocks) - 1
