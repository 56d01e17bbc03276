"""``finestra demo``: windows at work, with no engine or on one."""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from finestra.cli import DONE, RefusedError, UnavailableError, jvm
from finestra.core.jars import CHECKOUT

__all__ = ["run"]

HELP = """finestra demo [core|spark|flink|all]

  core    a minute of temperatures in the terminal, with a late event and a gap; no engine needed
  spark   each rider's last hour and day, over synthetic trips, by name and by Spark's own OVER
  flink   a day that slides by a second, over synthetic trips, by name and by Flink's own windows
  all     the three, one after the other; the engines' in environments of their own, in a checkout
"""

_PACKAGES = {"spark": "pyspark", "flink": "pyflink"}
_NAMES = {"spark": "PySpark", "flink": "PyFlink"}


def run(arguments: Sequence[str]) -> int:
    """Show windows at work."""
    part = arguments[0] if arguments else "core"
    if part in ("--help", "-h"):
        print(HELP, end="")
        return DONE
    if len(arguments) > 1:
        raise RefusedError(
            f"demo: {arguments[1]!r} is too much; demo takes one part, such as spark"
        )
    if part == "core":
        jvm.become("demo", [])
    if part in _PACKAGES:
        return _engine(part)
    if part == "all":
        return _all()
    raise RefusedError(f"there is no demo {part!r}; there are core, spark, flink and all")


def _engine(engine: str) -> int:
    python = _python(engine)
    if python != Path(sys.executable):
        os.execv(python, [str(python), "-m", "finestra.cli", "demo", engine])
    print("This takes about a minute; the engine's own warnings are left out.", file=sys.stderr)
    if engine == "spark":
        from finestra.cli import demo_spark

        return demo_spark.run()
    from finestra.cli import demo_flink

    return demo_flink.run()


def _python(engine: str) -> Path:
    """The Python that has the engine: this one, or that of the checkout's environment."""
    if find_spec(_PACKAGES[engine]) is not None:
        return Path(sys.executable)
    python = CHECKOUT / ".venv" / engine / "bin" / "python"
    if not python.is_file():
        raise UnavailableError(
            f"demo {engine} needs {_NAMES[engine]}: pip install 'finestra[{engine}]', or make env "
            "in a checkout"
        )
    return python


def _all() -> int:
    """Each part in a process of its own; the first that is not well gives the status."""
    pythons = {"core": Path(sys.executable), **{each: _python(each) for each in _PACKAGES}}
    status = DONE
    for part, python in pythons.items():
        print(f"\n── {part} " + "─" * (70 - len(part)) + "\n", flush=True)
        done = subprocess.run([python, "-m", "finestra.cli", "demo", part], check=False)
        status = status or done.returncode
    return status
