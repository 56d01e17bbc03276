"""Registering a windowed aggregate under your own name, in a classic session."""

from pyspark.sql import SparkSession

from finestra.core.errors import java_errors
from finestra.core.handshake import check_jar


def register(
    spark: SparkSession, name: str, *, aggregation: str, size: str, algorithm: str = "auto"
) -> None:
    """Register the SQL function ``name(value, time)``: ``finestra_last`` with the rest filled in.

    >>> register(spark, "my_max_1h", aggregation="max", size="1 hour")
    >>> spark.sql("SELECT user, my_max_1h(price, ts) FROM trades GROUP BY user")

    Args:
        spark: a classic session that :func:`finestra.spark.configure` prepared.
        name: the function's name in this session.
        aggregation: a name of the catalog.
        size: such as ``"1 hour"``; a number if the times are integers.
        algorithm: a name of the catalog; the algorithm must accept times out of order.

    Raises:
        RuntimeError: in Spark Connect, which cannot register functions of the JVM; and when the
            session has no jar of Finestra, or one of another version.
        ValueError: when a name is unknown; the message has the nearest names.
    """
    if not hasattr(spark, "_jsparkSession"):
        raise RuntimeError(
            "A function can be registered in a classic session only; in Spark Connect call "
            f"finestra_last('{aggregation}', value, time, '{size}', '{algorithm}')"
        )
    jvm = spark._jvm
    check_jar(jvm, "spark")
    with java_errors():
        jvm.dev.finestra.spark.FibaAggregator.register(
            spark._jsparkSession, name, aggregation, size, algorithm
        )
