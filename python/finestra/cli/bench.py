"""``finestra bench``: the benchmarks of core, Flink and Spark, and the papers' figures.

The benchmarks in Java declare their options themselves. All benchmarks write measurements in one
format (:mod:`finestra.bench.measurements`): JSON, and tables in Markdown next to it.
"""

from __future__ import annotations

import subprocess
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from finestra.bench import flink_matrix, measurements
from finestra.bench.matrix.drawing import GREEN
from finestra.cli import engines, jvm
from finestra.cli.paper import paper
from finestra.cli.status import Status, UnavailableError
from finestra.core.checkout import BENCH, BENCH_FLINK, is_checkout
from finestra.core.jars import CHECKOUT
from finestra.core.java import java, options

F = TypeVar("F", bound=Callable[..., Any])

_JAVA = {
    "core": "Measure core's algorithms.",
    "flink": "Measure Flink's own windows next to Finestra's.",
    "flink-matrix": "Look for windows that are slower with Finestra than with Flink's own.",
    "flink-features": "Measure several features in one declaration, and a result per change.",
    "flink-curves": "Measure windows with 1 to 10,000,000 keys, next to Flink's own.",
    "flink-sql": "Measure HOP and OVER in SQL on Finestra's operators and on Flink's own.",
    "flink-hot": "Measure windows in one and two phases, if half of all rows have one key.",
    "flink-keys": "Measure watermarks, checkpoints, restores and waits with a million keys.",
    "point": "Measure one point in one JVM.",
    "jmh": "Run JMH; its options are JMH's.",
}


def _run_java(name: str, arguments: list[str]) -> int:
    """Run a benchmark in Java, and write the tables of its measurements."""
    if not is_checkout():
        raise UnavailableError(
            f"bench {name} is not in the wheel; run bin/finestra bench in a checkout"
        )
    classes, main = BENCH, "dev.finestra.bench.BenchCommand"
    if name.startswith("flink"):
        classes, main = BENCH_FLINK, "dev.finestra.bench.flink.FlinkBenchmark"
    command = [java(), *options(), f"-Dfinestra.home={CHECKOUT}", "-cp", classes.class_path()]
    command += [main, name, *arguments]
    if name in ("point", "jmh") or {"-h", "--help"} & set(arguments):
        jvm.replace_process(command)
    status = subprocess.run(command, check=False).returncode
    parser = ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--out", nargs="?", type=Path, default=Path("results", f"{name}.json"))
    out = parser.parse_known_args(arguments)[0].out
    if status not in (Status.DONE, Status.CHECK_FAILED) or not out.is_file():
        return status
    if name != "flink-matrix":
        print(f"tables in {measurements.write_tables(out)}")
        return status
    return _with_losses(status, flink_matrix.draw(out), out)


def _with_losses(status: int, losses: list[str], out: Path) -> int:
    """Print the cells of a map that are below the engine's own speed."""
    for loss in losses:
        print(f"below {GREEN}: {loss}")
    print(f"the map is in {out.with_suffix('.md')}", flush=True)
    return Status.CHECK_FAILED if losses else status


@click.group(no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def bench(context: click.Context) -> None:
    """Run benchmarks and draw the papers' figures.

    All but 'paper' with --again need a checkout. Measurements are written as JSON to '--out FILE',
    with the command, machine and date inside, and as Markdown tables next to it.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _name, _summary in _JAVA.items():
    bench.add_command(jvm.JavaCommand(_name, _summary, _run_java))
bench.add_command(paper)


def _out(name: str) -> Callable[[F], F]:
    return click.option(
        "--out",
        default=Path(f"results/{name}.json"),
        show_default=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write the measurements to this JSON file, and tables next to it.",
    )


def _runs(default: int) -> Callable[[F], F]:
    return click.option(
        "--runs",
        type=click.IntRange(min=1),
        default=default,
        show_default=True,
        help="Number of runs of each.",
    )


def _names(context: click.Context, option: click.Parameter, value: str | None) -> Any:
    return value and [name.strip() for name in value.split(",")]


def _numbers(context: click.Context, option: click.Parameter, value: str | None) -> Any:
    try:
        return value and [int(number) for number in value.split(",")]
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list of integers; write 10,1000") from None


@bench.command(epilog="Example: finestra bench spark --out results/spark.json --quick")
@_out("spark")
@click.option("--quick", is_flag=True, help="Fewer rows, points and runs.")
@click.option(
    "--series", callback=_names, help="Only these: over, slide, stream, per-row, features."
)
@click.option("--aggregates", callback=_names, help="Only these aggregates, such as sum,max.")
@click.option("--keys", callback=_numbers, help="Only these numbers of keys, such as 1,1000.")
@click.option("--frames", callback=_numbers, help="Only these sizes of frames, such as 10,1000.")
@click.option("--overlaps", callback=_numbers, help="Only these size/slide, such as 1,1000.")
@click.option("--rows", type=click.IntRange(min=1), help="Number of rows of a table.")
@click.option("--java-options", default="", help="More options for Spark's JVM.")
@click.pass_context
def spark(context: click.Context, /, out: Path, **given: Any) -> int:
    """Measure Spark's own OVER, groupBy and streams next to Finestra's.

    Everything runs in one session with one local core. A point is a query over rows in memory. Its
    figure is rows per second of CPU time, of all threads of the JVM but its compiler's: the
    best of several runs.

    In a checkout, Spark's environment is made first.
    """
    command = list(context.find_root().obj)
    engines.switch("spark", "bench spark", command)
    from finestra.bench import spark as benchmark

    try:
        benchmark.run(out, command=" ".join(["finestra", *command]), **given)
    except ValueError as unfit:
        raise click.UsageError(str(unfit)) from None
    print(f"tables in {measurements.write_tables(out)}", flush=True)
    return Status.DONE


@bench.command("spark-matrix", epilog="Example: finestra bench spark-matrix --only percentile")
@_out("spark-matrix")
@click.option("--only", default="", help="Only cells whose name contains this text.")
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    default=1_000_000,
    show_default=True,
    help="The most rows of a cell.",
)
@click.pass_context
def spark_matrix(context: click.Context, /, out: Path, only: str, rows: int) -> int:
    """Look for queries that Finestra makes slower than Spark.

    Each cell of the map is a query as users write it, with 1 to 1,000,000 keys. It runs without
    and with Finestra, in turns, in one session with one local core. Cells below 0.95 of Spark's own
    speed are listed at the end. All cells take half an hour on two cores; lines with their
    figures appear meanwhile.
    """
    command = list(context.find_root().obj)
    engines.switch("spark", "bench spark-matrix", command)
    from finestra.bench.spark_matrix import run

    losses = run(out, " ".join(["finestra", *command]), only, rows)
    return _with_losses(Status.DONE, losses, out)


@bench.command("spark-hot", epilog="Example: finestra bench spark-hot --rows 2000000")
@_out("spark-hot")
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    default=4_000_000,
    show_default=True,
    help="Number of rows.",
)
@_runs(5)
@click.pass_context
def spark_hot(context: click.Context, /, out: Path, rows: int, runs: int) -> int:
    """Measure queries in which one key has all or half of the rows.

    OVER runs whole and in pieces of time; groupBy(window) runs with Spark's operators and with
    Finestra's. They run in turns on two local cores. The rate on 64 cores is estimated.
    """
    command = list(context.find_root().obj)
    engines.switch("spark", "bench spark-hot", command)
    from finestra.bench.spark_hot import run

    run(out, " ".join(["finestra", *command]), rows, runs)
    print(f"tables in {measurements.write_tables(out)}", flush=True)
    return Status.DONE


@bench.command("spark-keys", epilog="Example: finestra bench spark-keys --keys 1000000")
@_out("spark-keys")
@click.option("--keys", callback=_numbers, help="Only these numbers of keys, such as 1000,1000000.")
@click.option("--overlaps", callback=_numbers, help="Only these size/slide, such as 1,10.")
@click.pass_context
def spark_keys(context: click.Context, /, out: Path, **given: Any) -> int:
    """Measure windows on a stream with many keys, next to Spark's own.

    The figures are rows per second of CPU time, the state's rows and bytes, the bytes of the
    checkpoint, and the duration of a micro-batch. State is kept in RocksDB.
    """
    command = list(context.find_root().obj)
    engines.switch("spark", "bench spark-keys", command)
    from finestra.bench.spark_keys import run

    run(out, " ".join(["finestra", *command]), **given)
    print(f"tables in {measurements.write_tables(out)}", flush=True)
    return Status.DONE


@bench.command("flink-python", epilog="Example: finestra bench flink-python --runs 3")
@_out("flink-python")
@_runs(3)
@click.pass_context
def flink_python(context: click.Context, /, out: Path, runs: int) -> int:
    """Measure PyFlink's own windows next to Finestra's, both called from Python.

    The figure is rows per second of wall clock, with the start of the job and of Python workers.
    """
    command = list(context.find_root().obj)
    engines.switch("flink", "bench flink-python", command)
    from finestra.bench.flink_python import run

    run(out, " ".join(["finestra", *command]), runs)
    print(f"tables in {measurements.write_tables(out)}", flush=True)
    return Status.DONE
