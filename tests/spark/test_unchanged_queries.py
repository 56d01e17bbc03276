"""Plain ``OVER`` and sliding ``groupBy``: the queries stay, the operators are Finestra's."""

from collections.abc import Callable

import pytest

Run = Callable[[str], str]

QUERIES = """
import finestra.spark
from pyspark.sql import SparkSession
builder = SparkSession.builder.{where}.config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.shuffle.partitions", "2")
spark = finestra.spark.configure(builder).getOrCreate()
events = spark.range(0, 500, 1, 3).selectExpr(
    "id % 3 AS k", "hash(id) % 100 AS x", "timestamp_seconds(id * 37) AS ts"
)
frame = "OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL 1 HOUR PRECEDING AND CURRENT ROW)"
rest = "OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN 2 FOLLOWING AND UNBOUNDED FOLLOWING)"
window = "window(ts, '1 hour', '7 minutes', '30 seconds')"
queries = [
    f"SELECT k, ts, sum(x) {frame}, approx_count_distinct(x) {frame}, max(x) {rest} FROM events",
    f"SELECT k, {window}, sum(x), stddev(x), sort_array(collect_set(x)) "
    f"FROM events GROUP BY k, {window}",
]
events.createOrReplaceTempView("events")
operators = [("FinestraWindow", "over"), ("FinestraSlide", "slide")]
for query, (operator, setting) in zip(queries, operators):
    answers = []
    for on in ("true", "false"):
        spark.conf.set(f"spark.finestra.{setting}.enabled", on)
        rows = spark.sql(query)
        plan = spark.sql("EXPLAIN " + query).head()[0]
        exact = [
            str([round(v, 6) if isinstance(v, float) else v for v in row]) for row in rows.collect()
        ]
        answers.append(sorted(exact))
        print(operator in plan, len(answers[-1]) > 100)
    print(answers[0] == answers[1])
spark.stop()
"""


@pytest.mark.parametrize("where", ['master("local[2]")', 'remote("local[2]")'])
def test_the_operators_are_finestras_and_the_answers_sparks(run: Run, where: str) -> None:
    printed = run(QUERIES.replace("{where}", where))
    assert printed.splitlines() == ["True True", "False True", "True"] * 2
