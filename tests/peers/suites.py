"""The tests of Spark that ``spark.py`` runs, and what is known to differ with Finestra."""

from __future__ import annotations

from typing import NamedTuple


class Suite(NamedTuple):
    """A suite of Spark, below ``org.apache.spark.sql``.

    Attributes:
        name: its class.
        check: whether ``make check`` runs it too.
        only: texts; the tests run whose names contain one of them. All run if there is none.
    """

    name: str
    check: bool = False
    only: tuple[str, ...] = ()


SETTINGS = {
    "spark.sql.extensions": "dev.finestra.spark.FinestraExtensions",
    # Frames of the tests are short; by default Spark would run most of them.
    "spark.finestra.over.minFrameRows": "0",
}

OTHERS = ("having", "listagg", "max-min-by", "order-by", "pipe-operators", "qualify", "hll")

# In a full run, a later entry replaces an earlier one of the same name.
SUITES = [
    Suite("DataFrameWindowFramesSuite", check=True),
    Suite("DataFrameWindowFunctionsSuite", check=True),
    Suite("execution.SQLWindowFunctionSuite", check=True),
    Suite("DataFrameTimeWindowingSuite", check=True),
    Suite("SQLQueryTestSuite", check=True, only=("window",)),
    Suite(
        "SQLQueryTestSuite", only=("window", "aggregate", "group", "percentile", "mode", *OTHERS)
    ),
    Suite("DataFrameSessionWindowingSuite"),
    Suite("execution.RemoveRedundantWindowGroupLimitsSuite"),
    Suite("execution.window.SegmentTreeWindowFunctionSuite"),
    Suite("DataFrameAggregateSuite"),
    Suite("SingleLevelAggregateHashMapSuite"),
    Suite("TwoLevelAggregateHashMapSuite"),
    Suite("TwoLevelAggregateHashMapWithVectorizedMapSuite"),
    Suite("BloomFilterAggregateQuerySuite"),
    Suite("collation.CollationAggregationSuite"),
    Suite("DatasetAggregatorSuite"),
    Suite("DeprecatedDatasetAggregatorSuite"),
    Suite("TypedImperativeAggregateSuite"),
    Suite("expressions.ReduceAggregatorSuite"),
    Suite("execution.AggregatingAccumulatorSuite"),
    Suite("execution.adaptive.AdaptiveQueryExecSuite"),
    Suite("streaming.EventTimeWatermarkSuite"),
    Suite("streaming.StreamingAggregationSuite"),
    Suite("streaming.StreamingSessionWindowSuite"),
]

# "suite: test" -> why it fails with Finestra only.
DIFFERENCES = {
    "SQLQueryTestSuite: postgreSQL/window_part4.sql": (
        "one VAR_POP is 13868.75, which is exact; Spark's is 13868.750000000002"
    ),
}
