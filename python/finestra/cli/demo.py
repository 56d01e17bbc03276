"""``finestra demo``: windows at work, with no engine or on one."""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from finestra.cli import DONE, RefusedError, UnavailableError, jvm
from finestra.core.jars import CHECKOUT

__all__ = ["run"]

HELP = """finestra demo [core|spark|flink]

  core    a minute of temperatures in the terminal, with a late event and a gap; no engine needed
  spark   each rider's last hour, over synthetic trips, by name and by Spark's own OVER, in time
  flink   not built yet
"""


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
    if part == "spark":
        return _spark()
    if part == "flink":
        raise UnavailableError("demo flink is not built yet; demo core and demo spark are")
    raise RefusedError(f"there is no demo {part!r}; there are core, spark and flink")


def _spark() -> int:
    if find_spec("pyspark") is None:
        python = CHECKOUT / ".venv" / "spark" / "bin" / "python"
        if not python.is_file():
            raise UnavailableError(
                "demo spark needs PySpark: pip install 'finestra[spark]', or make env in a checkout"
            )
        os.execv(python, [str(python), "-m", "finestra.cli", "demo", "spark"])
    from finestra.cli import demo_spark

    print("This takes about a minute; Spark's own warnings are left out.", file=sys.stderr)
    return demo_spark.run()
