"""Switching Finestra on in a session that is about to be made."""

import os
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

from finestra.core.handshake import has_jar
from finestra.core.jars import jar

__all__ = ["configure"]

_EXTENSION = "dev.finestra.spark.FinestraExtensions"


def configure(builder: SparkSession.Builder) -> SparkSession.Builder:
    """Add Finestra's jar and its extension to what a builder has already.

    Both are read once, when the session starts, in classic and in Spark Connect alike. Jars and
    extensions that ``spark-defaults.conf`` has are kept.

    Args:
        builder: of the session, with everything else set before or after.

    Returns:
        The same builder.

    Raises:
        RuntimeError: when a session is running, which would ignore both, or when the builder is
            for a server that runs elsewhere.
    """
    options = builder._options
    if str(options.get("spark.remote", "")).startswith("sc://"):
        raise RuntimeError(
            f"the session is to be of the server {options['spark.remote']}, which has its jars and "
            f"extensions already; start that server with --jars {jar('spark')} "
            f"--conf spark.sql.extensions={_EXTENSION}"
        )
    if _is_running():
        raise RuntimeError(
            "a Spark session is running already and would ignore the jar and the extension; call "
            "finestra.spark.configure before the first getOrCreate(), or stop the session first"
        )
    _hand_to_running_jvm()
    for key, value in (("spark.jars", str(jar("spark"))), ("spark.sql.extensions", _EXTENSION)):
        # What a builder sets replaces what the file of defaults has, so that comes along.
        set_already = str(options.get(key) or _default(key))
        given = [part for part in set_already.split(",") if part]
        builder.config(key, ",".join(given if value in given else [*given, value]))
    return builder


def _hand_to_running_jvm() -> None:
    """Give the jar to the JVM that an earlier session has left, which would not look for it."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    if gateway is not None and not has_jar(gateway.jvm):
        java = gateway.jvm.java
        url = java.io.File(str(jar("spark"))).toURI().toURL()
        java.lang.Thread.currentThread().getContextClassLoader().addURL(url)


def _default(key: str) -> str:
    """What Spark's file of defaults says of a key; empty where it says nothing."""
    home = os.environ.get("SPARK_HOME") or Path(pyspark.__file__).parent
    folder = os.environ.get("SPARK_CONF_DIR") or Path(home, "conf")
    file = Path(folder, "spark-defaults.conf")
    found = ""
    for line in file.read_text().splitlines() if file.is_file() else ():
        name, _, value = line.strip().replace("=", " ", 1).partition(" ")
        if name == key:
            found = value.strip()
    return found


def _is_running() -> bool:
    from pyspark import SparkContext

    context = SparkContext._active_spark_context
    if context is not None and context._jsc is not None:
        return True
    try:
        from pyspark.sql.connect.session import SparkSession as Remote
    except ImportError:  # without Connect's packages there is no session of it
        return False
    return Remote._get_default_session() is not None
