"""``finestra demo``: windows at work, with no engine or on one."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from finestra.cli import DONE, NOT_WELL, RefusedError, UnavailableError, demo_trips, jvm
from finestra.core.jars import CHECKOUT

__all__ = ["run"]

HELP = """finestra demo [core|spark|flink|all] [--out FILE]

  core    a minute of temperatures in the terminal, with a late event and a gap; no engine needed
  spark   each rider's last hour and day, over synthetic trips, by name; then a last day by Spark's
          own OVER, timed with Finestra and without
  flink   the same question of the same trips; then a day that slides by a second, timed with
          Finestra and with Flink's own windows
  all     the three, one after the other, and whether both engines gave the same answers; the
          engines' in environments of their own, in a checkout

  --out FILE   of spark and flink: write each trip's last hour and day there (CSV)
"""

_PACKAGES = {"spark": "pyspark", "flink": "pyflink"}
_NAMES = {"spark": "PySpark", "flink": "PyFlink"}


def run(arguments: Sequence[str]) -> int:
    """Show windows at work."""
    part = arguments[0] if arguments else "core"
    if part in ("--help", "-h"):
        print(HELP, end="")
        return DONE
    more = list(arguments[1:])
    if more and not (part in _PACKAGES and more[0] == "--out" and len(more) == 2):
        raise RefusedError(
            f"demo: {more[0]!r} is too much; demo takes one part, such as spark, and that --out "
            "with a file"
        )
    if part == "core":
        jvm.become("demo", [])
    if part in _PACKAGES:
        return _engine(part, more)
    if part == "all":
        return _all()
    raise RefusedError(f"there is no demo {part!r}; there are core, spark, flink and all")


def _engine(engine: str, more: list[str]) -> int:
    python = _python(engine)
    if python != Path(sys.executable):
        os.execv(python, [str(python), "-m", "finestra.cli", "demo", engine, *more])
    print("This takes about a minute; the engine's own warnings are left out.", file=sys.stderr)
    with _without_warnings():
        if engine == "spark":
            from finestra.cli import demo_spark

            status, answers = demo_spark.run()
        else:
            from finestra.cli import demo_flink

            status, answers = demo_flink.run()
    if more:
        demo_trips.write(answers, Path(more[1]))
    return status


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Standard error, the engine's JVM's too, is kept back, and shown only where the demo fails."""
    sys.stderr.flush()
    terminal = os.dup(2)
    with tempfile.TemporaryFile() as said:
        os.dup2(said.fileno(), 2)
        try:
            yield
        except Exception:
            sys.stderr.flush()
            said.seek(0)
            os.write(terminal, said.read())
            raise
        finally:
            sys.stderr.flush()
            os.dup2(terminal, 2)
            os.close(terminal)


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
    with tempfile.TemporaryDirectory(prefix="finestra-") as folder:
        files = {engine: Path(folder, f"{engine}.csv") for engine in _PACKAGES}
        for part, python in pythons.items():
            print(f"\n── {part} " + "─" * (70 - len(part)) + "\n", flush=True)
            out: list[str | Path] = ["--out", files[part]] if part in files else []
            command: list[str | Path] = [python, "-m", "finestra.cli", "demo", part, *out]
            done = subprocess.run(command, check=False)
            status = status or done.returncode
        return status or _compared(**files)


def _compared(spark: Path, flink: Path) -> int:
    """Whether both engines gave the same answers, said in a sentence."""
    answers = [demo_trips.read(file.read_text("utf-8").splitlines()) for file in (spark, flink)]
    differs = demo_trips.difference(*answers)
    print("\n── both " + "─" * 66 + "\n")
    if differs:
        print(f"PySpark and PyFlink answer differently: {differs}. Please report it.")
        return NOT_WELL
    print(
        f"The same answers on both engines: each rider's last hour and last day, at each of "
        f"{len(set(answers[0])):,} times at which a trip ended."
    )
    return DONE
