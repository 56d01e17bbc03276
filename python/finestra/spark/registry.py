"""Registering functions of SQL under names of your own."""

from __future__ import annotations

from pyspark.sql import SparkSession

from finestra.core.errors import java_errors
from finestra.core.handshake import check_jar


def register(
    spark: SparkSession,
    name: str,
    *,
    aggregation: str,
    size: str | None = None,
    algorithm: str = "auto",
    check: bool = True,
) -> None:
    """Register an aggregate function of SQL for this session.

    Without ``size`` it is ``name(value, …)``: ``finestra_agg`` with the aggregation filled in, also
    for ``OVER``. With ``size`` it is ``name(value, time)``: ``finestra_last`` with the rest filled
    in.

    >>> register(spark, "rms", aggregation=rms)  # declared with @finestra.aggregation
    >>> register(spark, "max_1h", aggregation="max", size="1 hour")
    >>> spark.sql("SELECT user, rms(price), max_1h(price, ts) FROM trades GROUP BY user")

    Args:
        spark: a classic session that :func:`finestra.spark.configure` prepared.
        name: the function's name in this session.
        aggregation: a name of the catalog, or a declared aggregation.
        size: such as ``"1 hour"``; a number if the times are integers.
        algorithm: with ``size``, a name of the catalog; the algorithm must accept times out of
            order.
        check: whether to call :meth:`DeclaredAggregation.check` of a declared aggregation first,
            which starts a JVM. Its samples are integers and fractions; for others, call it yourself
            and pass ``check=False``.

    Raises:
        RuntimeError: in Spark Connect, which cannot register functions of the JVM; and when the
            session has no jar of Finestra, or one of another version.
        ValueError: when a name is unknown; the message has the nearest names. When a declared
            aggregation breaks a law; the message has the values. When there is an algorithm without
            a size.
    """
    if size is None and algorithm != "auto":
        raise ValueError("algorithm is given, but no size; add size, or remove algorithm")
    if not hasattr(spark, "_jsparkSession"):
        call = (
            f"finestra_agg('{aggregation}', value)"
            if size is None
            else f"finestra_last('{aggregation}', value, time, '{size}', '{algorithm}')"
        )
        raise RuntimeError(
            f"A function can be registered in a classic session only; in Spark Connect call {call}"
        )
    check_laws = getattr(aggregation, "check", None)
    if check and check_laws is not None:
        check_laws()
    jvm = spark._jvm
    check_jar(jvm, "spark")
    filled_in = (aggregation,) if size is None else (aggregation, size, algorithm)
    with java_errors():
        jvm.dev.finestra.spark.FibaAggregator.register(spark._jsparkSession, name, *filled_in)
