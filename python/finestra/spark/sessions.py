"""Switching Finestra on before a session starts."""

import os
import re
import shlex
from collections.abc import Iterable
from pathlib import Path

import pyspark
from pyspark.errors import PySparkRuntimeError
from pyspark.sql import SparkSession

from finestra.core.handshake import has_jar
from finestra.core.jars import jar, jar_of
from finestra.core.lines import line

_EXTENSION = "dev.finestra.spark.FinestraExtensions"

#: Environment variables: the first is set in programs that spark-submit runs, the second may be set
#: by the user for other programs.
_SUBMITTED = "PYSPARK_GATEWAY_PORT"
_ARGUMENTS = "PYSPARK_SUBMIT_ARGS"


def configure(builder: SparkSession.Builder) -> SparkSession.Builder:
    """Add Finestra's jar and extension to a session's builder.

    Spark reads both once, when the session starts, in classic and in Spark Connect. Other jars and
    extensions of the builder, ``spark-submit``, ``PYSPARK_SUBMIT_ARGS`` and ``spark-defaults.conf``
    are kept.

    Args:
        builder: the session's builder; set its other options before or after this call.

    Returns:
        The same builder.

    Raises:
        RuntimeError: when a session is already running, which would ignore both, or when the
            builder is for a remote server.
    """
    options = builder._options
    remote = str(options.get("spark.remote") or os.environ.get("SPARK_REMOTE", ""))
    if remote.startswith("sc://"):
        raise RuntimeError(
            f"The builder connects to the server {remote}, whose jars and extensions cannot "
            f"change any more; start that server with --jars {jar('spark')} "
            f"--conf spark.sql.extensions={_EXTENSION}"
        )
    if _is_running():
        raise RuntimeError(
            "A Spark session is already running and would ignore the jar and the extension; call "
            "finestra.spark.configure before the first getOrCreate(), or stop the session first"
        )
    if _SUBMITTED in os.environ:  # spark-submit has already started the JVM
        from pyspark import SparkContext

        SparkContext._ensure_initialized()
    ours = _jar()
    _add_to_running_jvm(ours)
    for key, value in (("spark.jars", str(ours)), ("spark.sql.extensions", _EXTENSION)):
        # The builder's value replaces all others, so it must contain them.
        set_already = str(options.get(key) or _submitted(key) or _default(key))
        merged = _together(set_already, value)
        builder.config(key, merged)
        if key == "spark.jars":
            _submit_jars(merged)
    return builder


def _submitted(key: str) -> str:
    """The value of a key in ``spark-submit`` or ``PYSPARK_SUBMIT_ARGS``; empty if it has none."""
    if _SUBMITTED in os.environ:
        from pyspark import SparkConf

        return SparkConf().get(key, "") or ""
    found = ""
    for option, value in _pairs(_arguments()):
        if option == "--jars" and key == "spark.jars":
            return value
        if option == "--conf" and value.startswith(f"{key}="):
            found = value.partition("=")[2]
    return found


def _submit_jars(jars: str) -> None:
    """Add jars to the variable's, if it has some: its jars take precedence over the builder's."""
    arguments = _arguments()
    for i, (option, value) in enumerate(_pairs(arguments)):
        if option == "--jars":
            arguments[i + 1] = _together(value, jars)
        elif option == "--conf" and value.startswith("spark.jars="):
            arguments[i + 1] = f"spark.jars={_together(value.partition('=')[2], jars)}"
    if arguments:
        os.environ[_ARGUMENTS] = shlex.join(arguments)


def _together(some: str, others: str) -> str:
    """Join two comma-separated lists, without duplicates."""
    return ",".join(dict.fromkeys(part for part in f"{some},{others}".split(",") if part))


def _arguments() -> list[str]:
    """The words of the variable, with options and values separated."""
    words = shlex.split(os.environ.get(_ARGUMENTS, ""))
    apart = [re.fullmatch(r"(--\w+)=(.*)", word) for word in words]
    parts = [match.groups() if match else (word,) for word, match in zip(words, apart)]
    return ["--conf" if part == "-c" else part for both in parts for part in both]


def _pairs(words: list[str]) -> Iterable[tuple[str, str]]:
    """Each word with the next one."""
    return zip(words, words[1:])


def _jar() -> Path:
    """The jar for the installed Spark, whose Scala a running JVM knows best."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    if gateway is None:
        return jar("spark")
    version = str(gateway.jvm.scala.util.Properties.versionNumberString())
    return jar_of(line("spark", its_scala=".".join(version.split(".")[:2])))


def _add_to_running_jvm(ours: Path) -> None:
    """Add the jar to a JVM that an earlier session left running, which loads no jars again."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    if gateway is not None and not has_jar(gateway.jvm):
        java = gateway.jvm.java
        url = java.io.File(str(ours)).toURI().toURL()
        java.lang.Thread.currentThread().getContextClassLoader().addURL(url)


def _default(key: str) -> str:
    """The value of a key in ``spark-defaults.conf``; empty if it has none."""
    home = os.environ.get("SPARK_HOME") or Path(pyspark.__file__).parent
    folder = os.environ.get("SPARK_CONF_DIR") or Path(home, "conf")
    file = Path(folder, "spark-defaults.conf")
    found = ""
    text = re.sub(r"\\\n\s*", "", file.read_text()) if file.is_file() else ""
    for each in text.splitlines():
        # As Java reads properties: a name ends at a blank, a tab, = or :.
        name, *value = re.split(r"\s*[=:]\s*|\s+", each.strip(), maxsplit=1)
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

        Remote.active()
    except (ImportError, PySparkRuntimeError):  # without Connect's packages, or without a session
        return False
    return True
