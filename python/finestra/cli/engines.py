"""The Python environments with Spark and with Flink, which cannot share one."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from finestra.cli.status import UnavailableError
from finestra.core.checkout import is_checkout
from finestra.core.jars import CHECKOUT, wheel

_NAMES = {"spark": "PySpark", "flink": "PyFlink"}


def python(engine: str, purpose: str) -> Path:
    """The Python that has an engine: this one, or one that a checkout makes with its jar.

    Raises:
        UnavailableError: if there is none.
    """
    if find_spec(_NAMES[engine].lower()) is not None:
        return Path(sys.executable)
    if is_checkout() and "FINESTRA_PYTHON" not in os.environ:
        needed = [f".venv/{engine}/.ready", f"java/{engine}/target/.jar"]
        command = ["make", "-s", "-C", str(CHECKOUT), *needed]
        if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=2, check=False).returncode:
            raise UnavailableError(
                f"{purpose} needs the environment of {_NAMES[engine]}, and 'make env' failed; its "
                "output is above"
            )
        return CHECKOUT / ".venv" / engine / "bin" / "python"
    raise UnavailableError(
        f"{purpose} needs {_NAMES[engine]}: pip install '{wheel()}[{engine},cli]', or run "
        "'make env' in a checkout"
    )


def spark(name: str, master: str, options: Mapping[str, str]) -> Any:
    """A session of Spark with Finestra that prints nothing to the terminal."""
    from pyspark.sql import SparkSession

    import finestra.spark

    # Without it, Spark's workers run the first python3 of the PATH, which may be another version.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName(f"finestra {name}")
    quiet = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
    }
    for option, value in {**quiet, **options}.items():
        builder = builder.config(option, value)
    return finestra.spark.configure(builder).getOrCreate()


def flink(options: Mapping[str, str]) -> Any:
    """A table environment of Flink with Finestra, in this process."""
    from pyflink.common import Configuration
    from pyflink.datastream import StreamExecutionEnvironment
    from pyflink.table import StreamTableEnvironment

    import finestra.flink

    configuration = Configuration()
    for option, value in options.items():
        configuration.set_string(option, value)
    environment = StreamExecutionEnvironment.get_execution_environment(configuration)
    return StreamTableEnvironment.create(finestra.flink.configure(environment))


def switch(engine: str, purpose: str, arguments: Sequence[str]) -> None:
    """Replace this process by the engine's Python, unless it already is that one."""
    there = python(engine, purpose)
    if there != Path(sys.executable):
        os.execv(there, [str(there), "-m", "finestra", *arguments])
