"""Finestra's functions by their Python names, in classic sessions and in Connect."""

from collections.abc import Callable

import pytest
from tests.spark.local_connect import LOCAL_CONNECT
from tests.spark.versions import connect

Run = Callable[[str], str]

SESSION = """
import datetime as dt
import finestra.spark
from finestra.spark import functions as W
from pyspark.sql import SparkSession, functions as F
from tests.spark.local_connect import free_port
builder = SparkSession.builder.{where}.config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.shuffle.partitions", "2")
spark = finestra.spark.configure(builder).getOrCreate()
hours = spark.range(0, 50, 1, 3).select(
    (F.col("id") % 2).alias("k"), "id", F.timestamp_seconds(F.col("id") * 3600).alias("ts")
)
"""


CALLS = """
by_name = spark.range(1).select(F.call_function("finestra_version")).head()[0]
assert spark.sql("SELECT finestra_version()").head()[0] == by_name == finestra.__version__
rows = hours.groupBy("k").agg(
    W.agg("max", "id"),
    W.agg("corr", "id", F.col("id") * 2),
    W.last("sum", "id", "ts", "4 hours"),
    W.last("arg_min", ["id", "ts"], "ts", dt.timedelta(hours=4), algorithm="nb_fiba4"),
    F.size(W.rolling("count", "id", "id", 10)),
    F.element_at(W.rolling("count", "id", "id", 10), -1)["value"],
    F.size(W.slides("count", "id", "ts", "1 day", "1 hour")),
    F.element_at(W.slides("count", "id", "ts", "1 day", "1 day", start="1 hour"), 1)["value"],
).orderBy("k").collect()
for row in rows:
    print(list(row))
slides = F.size(W.slides("count", "id", "ts", "1 day", "1 hour"))
print([row[1] for row in hours.groupBy("k").agg(slides).orderBy("k").collect()])
try:
    hours.groupBy("k").agg(W.agg("maxx", "id")).collect()
except Exception as refused:
    print("Unknown aggregation 'maxx'. Did you mean 'max'" in str(refused))
"""

ANSWERS = [
    "[0, 48, 1.0, 138, 44, 25, 6, 72, 1]",
    "[1, 49, 1.0, 141, 45, 25, 6, 72, 12]",
    "[72, 72]",
    "True",
]


def test_classic(run: Run) -> None:
    printed = run(
        SESSION.format(where='master("local[2]")')
        + CALLS
        + """
finestra.spark.register(spark, "my_max_1h", aggregation="max", size="1 hour", algorithm="b_fiba4")
hours.createOrReplaceTempView("hours")
print(spark.sql("SELECT my_max_1h(-id, ts) FROM hours").head()[0])
print(hours.agg(F.call_function("my_max_1h", "k", "ts")).head()[0])
try:
    finestra.spark.register(spark, "f", aggregation="max", size="1 hour", algorithm="b_fibe4")
except ValueError as refused:
    print("b_fiba4" in str(refused))
@finestra.aggregation(state={"low": "long"}, commutative=True, exact=True)
class lowest:
    def lift(x): return {"low": x}
    def combine(a, b): return {"low": finestra.minimum(a.low, b.low)}
    def lower(a): return a.low
finestra.spark.register(spark, "lowest", aggregation=lowest)
print(spark.sql("SELECT lowest(-id) FROM hours").head()[0])
over = "SELECT max(lowest(id) OVER (ORDER BY ts ROWS 4 PRECEDING)) OVER () AS most FROM hours"
print(spark.sql(over).head()[0])
class second:
    def lift(x): return {"low": x}
    def combine(a, b): return {"low": a.low - b.low}
    def lower(a): return a.low
try:
    broken = finestra.aggregation(state={"low": "long"})(second)
    finestra.spark.register(spark, "second", aggregation=broken)
except ValueError as refused:
    print("second: (a ⊗ b) ⊗ c = a ⊗ (b ⊗ c) does not hold" in str(refused))
spark.stop()
"""
    )
    assert printed.splitlines() == [*ANSWERS, "-48", "1", "True", "-49", "45", "True"]


@connect
@pytest.mark.check
def test_connect_says_why_it_cannot_register(run: Run) -> None:
    printed = run(
        SESSION.format(where=LOCAL_CONNECT)
        + CALLS
        + """
try:
    finestra.spark.register(spark, "my_max_1h", aggregation="max", size="1 hour")
except RuntimeError as refused:
    print(refused)
spark.stop()
"""
    ).splitlines()
    assert printed[:-1] == ANSWERS
    called = "finestra_last('max', value, time, '1 hour', 'auto')"
    assert f"in Spark Connect call {called}" in printed[-1]
