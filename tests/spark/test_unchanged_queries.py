"""Plain ``OVER`` and sliding ``groupBy`` run on Finestra's operators, without new queries."""

from collections.abc import Callable

import pytest
from tests.spark.local_connect import LOCAL_CONNECT
from tests.spark.versions import connect

Run = Callable[[str], str]

QUERIES = """
import contextlib, io
import finestra.spark
from pyspark.sql import SparkSession, functions as F
from tests.spark.local_connect import free_port
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
spark.conf.set("spark.finestra.slide.enabled", "true")
for df in (
    events.groupBy("k", F.window("ts", "1 hour", "7 minutes")).agg(F.sum("x")),
    finestra.spark.sliding(
        events, by="k", time="ts", size="1 hour", slide="7 minutes", aggregates={"n": "count"}
    ),
):
    with contextlib.redirect_stdout(io.StringIO()) as plan:
        df.explain()
    print("FinestraSlide" in plan.getvalue())
spark.stop()
"""


@pytest.mark.parametrize(
    "where",
    [
        pytest.param('master("local[2]")', id="classic"),
        pytest.param(LOCAL_CONNECT, id="connect", marks=[pytest.mark.check, connect]),
    ],
)
def test_finestras_operators_give_sparks_results(run: Run, where: str) -> None:
    printed = run(QUERIES.replace("{where}", where))
    assert printed.splitlines() == [*["True True", "False True", "True"] * 2, "True", "True"]


PANDAS = """
import finestra.spark
import pandas as pd
from pyspark.sql import SparkSession, functions as F
builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.shuffle.partitions", "1")
spark = finestra.spark.configure(builder).getOrCreate()

@F.pandas_udf("double")
def spread(x: pd.Series) -> float:
    return float(x.max() - x.min())

spark.udf.register("spread", spread)
events = spark.range(200).selectExpr(
    "id", "id % 3 AS k", "pmod(hash(id), 100) AS x", "timestamp_seconds(id * 37) AS ts"
)
events.createOrReplaceTempView("events")
frame = "OVER (PARTITION BY k ORDER BY id ROWS BETWEEN 9 PRECEDING AND CURRENT ROW)"
window = "window(ts, '1 hour', '20 minutes')"
over = spark.sql(f"SELECT id, k, x, sum(x) {frame} AS total, spread(x) {frame} AS s FROM events")
slide = spark.sql(
    f"SELECT k, {window} AS w, spread(x) AS s FROM events GROUP BY k, {window}"
)
print("FinestraWindow" in over._jdf.queryExecution().toString())
print("FinestraSlide" in slide._jdf.queryExecution().toString())
rows = [row.asDict() for row in events.orderBy("id").collect()]
answers = {row.id: row for row in over.collect()}
def last(row):
    return [r["x"] for r in rows if r["k"] == row["k"] and r["id"] <= row["id"]][-10:]
print(len(answers), all(answers[r["id"]].total == sum(last(r)) for r in rows))
print(all(answers[r["id"]].s == max(last(r)) - min(last(r)) for r in rows))
windows = slide.collect()
def held(w):
    return [r["x"] for r in rows if r["k"] == w.k and w.w.start <= r["ts"] < w.w.end]
print(len(windows) > 20, all(w.s == max(held(w)) - min(held(w)) for w in windows))
spark.stop()
"""


@pytest.mark.check
def test_spark_runs_functions_of_pandas_next_to_finestras_operators(run: Run) -> None:
    printed = run(PANDAS).splitlines()
    assert printed == ["True", "False", "200 True", "True", "True True"]
