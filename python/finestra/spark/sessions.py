"""Switching Finestra on in a session that is about to be made."""

import os
import re
import shlex
from itertools import pairwise
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

from finestra.core.handshake import has_jar
from finestra.core.jars import jar

__all__ = ["configure"]

_EXTENSION = "dev.finestra.spark.FinestraExtensions"

#: What is in the environment of a program that spark-submit runs, and what of one that it does not.
_SUBMITTED = "PYSPARK_GATEWAY_PORT"
_ARGUMENTS = "PYSPARK_SUBMIT_ARGS"


def configure(builder: SparkSession.Builder) -> SparkSession.Builder:
    """Add Finestra's jar and its extension to what a builder has already.

    Both are read once, when the session starts, in classic and in Spark Connect alike. Jars and
    extensions of ``spark-submit``, ``PYSPARK_SUBMIT_ARGS`` and ``spark-defaults.conf`` are kept.

    Args:
        builder: of the session, with everything else set before or after.

    Returns:
        The same builder.

    Raises:
        RuntimeError: when a session is running, which would ignore both, or when the builder is
            for a server that runs elsewhere.
    """
    options = builder._options
    remote = str(options.get("spark.remote") or os.environ.get("SPARK_REMOTE", ""))
    if remote.startswith("sc://"):
        raise RuntimeError(
            f"the session is to be of the server {remote}, which has its jars and "
            f"extensions already; start that server with --jars {jar('spark')} "
            f"--conf spark.sql.extensions={_EXTENSION}"
        )
    if _is_running():
        raise RuntimeError(
            "a Spark session is running already and would ignore the jar and the extension; call "
            "finestra.spark.configure before the first getOrCreate(), or stop the session first"
        )
    if _SUBMITTED in os.environ:  # the JVM that submitted the program runs already
        from pyspark import SparkContext

        SparkContext._ensure_initialized()
    _hand_to_running_jvm()
    for key, value in (("spark.jars", str(jar("spark"))), ("spark.sql.extensions", _EXTENSION)):
        # What a builder sets replaces what stands elsewhere, so that comes along.
        set_already = str(options.get(key) or _submitted(key) or _default(key))
        merged = _together(set_already, value)
        builder.config(key, merged)
        if key == "spark.jars":
            _submit_jars(merged)
    return builder


def _submitted(key: str) -> str:
    """What ``spark-submit`` or ``PYSPARK_SUBMIT_ARGS`` says of a key; empty where they do not."""
    if _SUBMITTED in os.environ:
        from pyspark import SparkConf

        return SparkConf().get(key, "") or ""
    found = ""
    for option, value in pairwise(_arguments()):
        if option == "--jars" and key == "spark.jars":
            return value
        if option == "--conf" and value.startswith(f"{key}="):
            found = value.partition("=")[2]
    return found


def _submit_jars(jars: str) -> None:
    """Names these jars, too, where the variable names some, which else go before the builder's."""
    arguments = _arguments()
    for i, (option, value) in enumerate(pairwise(arguments)):
        if option == "--jars":
            arguments[i + 1] = _together(value, jars)
        elif option == "--conf" and value.startswith("spark.jars="):
            arguments[i + 1] = f"spark.jars={_together(value.partition('=')[2], jars)}"
    if arguments:
        os.environ[_ARGUMENTS] = shlex.join(arguments)


def _together(some: str, others: str) -> str:
    """Both comma-separated lists in one, each part once."""
    return ",".join(dict.fromkeys(part for part in f"{some},{others}".split(",") if part))


def _arguments() -> list[str]:
    """The variable's words, options and their values apart."""
    words = shlex.split(os.environ.get(_ARGUMENTS, ""))
    apart = [re.fullmatch(r"(--\w+)=(.*)", word) for word in words]
    parts = [match.groups() if match else (word,) for word, match in zip(words, apart, strict=True)]
    return ["--conf" if part == "-c" else part for both in parts for part in both]


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
    text = re.sub(r"\\\n\s*", "", file.read_text()) if file.is_file() else ""
    for line in text.splitlines():
        # As Java reads properties: a name ends at a blank, a tab, = or :.
        name, *value = re.split(r"\s*[=:]\s*|\s+", line.strip(), maxsplit=1)
        if name == key:
            found = "".join(value).strip()
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
