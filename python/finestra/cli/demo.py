"""``finestra demo``: windows at work, in the terminal or on an engine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import click

from finestra.cli import demo_features, demo_trips, engines, jvm
from finestra.cli.status import Status

_ENGINES = ("spark", "flink")


@click.command(epilog="Example: finestra demo spark --out answers.csv")
@click.argument("part", type=click.Choice(["core", *_ENGINES, "all", "features"]), default="core")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="With spark or flink: write each trip's results to this CSV file.",
)
@click.pass_context
def demo(context: click.Context, part: str, out: Path | None) -> int:
    """Show sliding windows at work, in the terminal or on an engine.

    \b
    core      (default) temperatures in the terminal, with a late event and a gap
    spark     synthetic bicycle trips: the last hour and day of each rider; then
              the last day with Spark's OVER, timed with and without Finestra
    flink     the same trips and results; then a day that slides by a second,
              timed with Finestra and with Flink's own windows
    all       all three; compares the results of both engines
    features  one declaration as a batch, a training set and a stream on Spark,
              and as a stream on Flink that starts from a savepoint with history;
              compares all features

    'spark' and 'flink' need the engine. 'all' and 'features' need both, which only
    a checkout has; it makes their environments first.
    """  # noqa: D301 (click keeps the lines of a paragraph after a backspace)
    if out is not None and part not in _ENGINES:
        raise click.UsageError(f"--out is for spark and flink, not for {part}")
    if part == "core":
        jvm.become("demo", [])
    if part == "all":
        return _all()
    if part == "features":
        return demo_features.run()
    engines.switch(part, f"demo {part}", context.find_root().obj)
    return _on_engine(part, out)


def _on_engine(engine: str, out: Path | None) -> int:
    print("This takes about a minute; the engine's own warnings are hidden.", file=sys.stderr)
    with _without_warnings():
        status: int
        status, answers = import_module(f"finestra.cli.demo_{engine}").run()
    if out is not None:
        demo_trips.write(answers, out)
    return status


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Hide standard error, also that of the engine's JVM, unless the demo fails."""
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


def _all() -> int:
    """Run each part in a process of its own; the first failure is the status."""
    pythons = {
        "core": Path(sys.executable),
        **{each: engines.python(each, f"demo {each}") for each in _ENGINES},
    }
    status: int = Status.DONE
    with tempfile.TemporaryDirectory(prefix="finestra-") as folder:
        files = {engine: Path(folder, f"{engine}.csv") for engine in _ENGINES}
        for part, python in pythons.items():
            print(f"\n── {part} " + "─" * (70 - len(part)) + "\n", flush=True)
            out: list[str | Path] = ["--out", files[part]] if part in files else []
            command: list[str | Path] = [python, "-m", "finestra", "demo", part, *out]
            done = subprocess.run(command, check=False)
            status = status or done.returncode
        return status or _compared(**files)


def _compared(spark: Path, flink: Path) -> int:
    """Compare the results of both engines."""
    answers = [demo_trips.read(file.read_text("utf-8").splitlines()) for file in (spark, flink)]
    differs = demo_trips.difference(*answers)
    print("\n── both " + "─" * 66 + "\n")
    if differs:
        print(f"PySpark and PyFlink differ: {differs}. Please report it.")
        return Status.CHECK_FAILED
    print(
        f"Both engines gave the same results: each rider's last hour and last day, at each of "
        f"{len(set(answers[0])):,} times at which a trip ended."
    )
    return Status.DONE
