"""Naming a function of one's own choice in a classic session."""

from pyspark.sql import SparkSession

from finestra.core.handshake import check_jar

__all__ = ["register"]


def register(
    spark: SparkSession, name: str, *, aggregation: str, size: str, algorithm: str = "b_fiba4"
) -> None:
    """Make a SQL function ``name(value, time)``: ``finestra_last`` with the rest filled in.

    >>> register(spark, "my_max_1h", aggregation="max", size="1 hour")
    >>> spark.sql("SELECT user, my_max_1h(price, ts) FROM trades GROUP BY user")

    Args:
        spark: a classic session that :func:`finestra.spark.configure` switched Finestra on in.
        name: of the function, for this session.
        aggregation: by its name in the catalog.
        size: as ``"1 hour"``; digits only where the times are integers.
        algorithm: by its name in the catalog; it takes times out of order.

    Raises:
        RuntimeError: in Connect, which has no way to register what runs on the JVM; and where
            the session has no jar of Finestra, or one of another version.
        ValueError: when a name is unknown, with those that are near.
    """
    if not hasattr(spark, "_jsparkSession"):
        raise RuntimeError(
            "a function can be registered in a classic session only; in Connect call "
            f"finestra_last('{aggregation}', value, time, '{size}', '{algorithm}')"
        )
    from pyspark.errors import IllegalArgumentException

    jvm = spark._jvm
    check_jar(jvm, "spark")
    try:
        jvm.dev.finestra.spark.FibaAggregator.register(
            spark._jsparkSession, name, aggregation, size, algorithm
        )
    except IllegalArgumentException as refused:
        raise ValueError(str(refused)) from None
