"""``finestra features``: files that declare features; their features, and the state of Flink."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from finestra.cli import engines, jvm
from finestra.cli.status import RefusedError, Status
from finestra.core.errors import FinestraError
from finestra.core.names import Aggregation
from finestra.declarations import Features
from finestra.declarations.lengths import as_text

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_SETTINGS = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of Flink, such as parallelism.default=2; may be repeated.",
)


@click.group()
def features() -> None:
    """Check and explain declarations of features, compute them, write savepoints, read state."""


@features.command(epilog="Example: finestra features check cards.yaml")
@click.argument("file", type=_FILE)
def check(file: Path) -> int:
    """Check a declaration, and list the columns of its results.

    FILE is YAML or JSON. An error names the line. An aggregation that is not in the catalog must be
    in a jar of the job that uses the declaration; it is marked.
    """
    declared = _read(file, "check")
    table = Table.grid(padding=(0, 2))
    for name in declared.by:
        table.add_row(Text(name), "key")
    for name in declared.time_columns:
        table.add_row(Text(name), "time")
    windows = [f"the last {as_text(size)}" for size in declared.windows.values()] or ["the session"]
    for name, (parts, window) in zip(
        declared.feature_columns, product(declared.aggregates.values(), windows)
    ):
        aggregation, *columns = parts
        inputs = f" of {', '.join(columns)}" if columns else ""
        title = getattr(aggregation, "name", aggregation)
        table.add_row(Text(name), Text(f"{title}{inputs} over {window}{_note(aggregation)}"))
    Console().print(table)
    return Status.DONE


@features.command(epilog="Example: finestra features explain cards.yaml --rate 10000 --keys 1e6")
@click.argument("file", type=_FILE)
@click.option("--rate", default="1000", show_default=True, help="Rows per second of all keys.")
@click.option("--keys", default="1", show_default=True, help="Number of keys, all equally likely.")
@click.option(
    "--disorder",
    default="0",
    show_default=True,
    help="How late a row may be: a number of rows, or a duration such as 10s.",
)
def explain(file: Path, rate: str, keys: str, disorder: str) -> int:
    """Estimate what the features of a stream will hold and cost, before it runs.

    A key has one structure for all windows and aggregates. It has an entry for each row of the
    longest window. With a slide, rows of a pane share an entry, unless an aggregate depends on
    their order. Bytes are measured for all aggregates on whole numbers, in memory; combines are
    those of 'max' in the longest window.
    """
    declared = _read(file, "explain")
    if not declared.windows:
        raise RefusedError("features explain: sessions have no size from which to estimate")
    sizes = {"--size": max(declared.windows.values()), "--slide": declared.slide}
    lengths = [f"{name}={-(-size // 1000)}ms" for name, size in sizes.items() if size]
    aggregations = ",".join(parts[0] for parts in declared.aggregates.values())
    given = [f"--rate={rate}", f"--keys={keys}", f"--disorder={disorder}"]
    shape = [f"--aggregation=tuple({aggregations})", "--algorithm=b_fiba16"]
    done = jvm.output("explain", ["--json", *lengths, *given, *shape])
    if done.returncode != Status.DONE:
        said = done.stderr.decode().strip().removeprefix("finestra explain: ")
        raise RefusedError(f"features explain: {said}")
    cost = json.loads(done.stdout)["finestra"]
    print(f"{len(declared.feature_columns)} features of a key share one structure.")
    table = Table.grid(padding=(0, 2))
    for what, figure in (
        ("entries of a key", "entries_per_live_key"),
        ("entries of all keys", "entries"),
        ("bytes of an entry", "bytes_per_entry"),
        ("MiB of all keys", "bytes"),
        ("combines per row", "combines_per_event"),
    ):
        value = cost[figure] / (1 << 20 if figure == "bytes" else 1)
        table.add_row(what, f"{value:,.0f}" if value >= 100 else f"{value:.3g}")
    Console().print(table)
    return Status.DONE


@features.command(
    epilog="Example: finestra features run cards.yaml payments.parquet features.parquet"
)
@click.argument("file", type=_FILE)
@click.argument("rows")
@click.argument("out")
@click.option(
    "--columns",
    metavar="SQL",
    help="The columns of ROWS, such as 'card STRING, ts TIMESTAMP'; without it, the types in CSV "
    "and JSON are guessed.",
)
@click.option("--at", "labels", metavar="FILE", help="The features at the times of labels.")
@click.option(
    "--same-time",
    type=click.Choice(["included", "excluded"]),
    help="With --at: whether a row at the time of a label counts.",
)
@click.pass_context
def run(
    context: click.Context,
    file: Path,
    rows: str,
    out: str,
    columns: str | None,
    labels: str | None,
    same_time: str | None,
) -> int:
    """Compute the features of a file with Spark, on all cores of this machine.

    ROWS, OUT and the labels of --at are files or folders of Parquet, CSV with a header, or JSON,
    as their names end. OUT must not exist. In a checkout, Spark's environment is made first.
    """
    declared = _read(file, "run")
    engines.switch("spark", "features run", context.find_root().obj)
    spark = engines.spark("features", "local[*]", {"spark.sql.session.timeZone": "UTC"})
    try:
        with _engine_errors("run"):
            at = None if labels is None else _load(spark, labels)
            result = declared.spark(_load(spark, rows, columns), at=at, same_time=same_time)
            result.write.format(_format(out)).option("header", True).save(out)
    finally:
        spark.stop()
    return Status.DONE


@features.command(
    epilog="Example: finestra features savepoint cards.yaml payments.csv file:///tmp/savepoints "
    "--columns 'card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING' --until 2026-01-31"
)
@click.argument("file", type=_FILE)
@click.argument("history")
@click.argument("out")
@click.option("--columns", required=True, metavar="SQL", help="The columns of HISTORY.")
@click.option(
    "--until",
    required=True,
    metavar="TIME",
    help="The end of the history; without a time zone, in UTC.",
)
@click.option("--uid", default="features", show_default=True, help="The operator's uid in the job.")
@_SETTINGS
@click.pass_context
def savepoint(
    context: click.Context,
    file: Path,
    history: str,
    out: str,
    columns: str,
    until: str,
    uid: str,
    settings: tuple[str, ...],
) -> int:
    """Write a savepoint from which a job of Flink starts with history.

    HISTORY is a file or folder. Its format is the ending of the name: .csv (without a header),
    .json, or .parquet with Flink's jar of that format: --set pipeline.jars=file:///… .
    Write --columns as in CREATE TABLE. OUT is the URI of a folder; the path of the savepoint in it
    is printed.

    The job calls features.flink(rows, until=…, uid=…) with the same time and uid, on rows with the
    same types. It needs the same maximum parallelism: --set pipeline.max-parallelism=… .
    """
    declared = _read(file, "savepoint")
    engines.switch("flink", "features savepoint", context.find_root().obj)
    # A heartbeat tells that all of the history has been processed; the default is 10 s.
    options = {"heartbeat.interval": "1 s", **_options(settings, "savepoint")}
    with _engine_errors("savepoint"):
        tables = engines.flink(options)
        tables.execute_sql(
            f"CREATE TABLE history ({columns}) WITH ('connector' = 'filesystem', "
            f"'path' = '{_quoted(history)}', 'format' = '{_format(history)}')"
        )
        rows = tables.from_path("history")
        print(declared.flink_savepoint(rows, until=until, uid=uid, directory=out))
    return Status.DONE


@features.command(
    epilog="Example: finestra features read cards.yaml file:///tmp/savepoints/savepoint-1 "
    "--columns 'card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING'"
)
@click.argument("file", type=_FILE)
@click.argument("state")
@click.option("--columns", required=True, metavar="SQL", help="The columns of the job's rows.")
@click.option("--uid", default="features", show_default=True, help="The operator's uid in the job.")
@click.option("--until", metavar="TIME", help="The end of the job's history, if it has one.")
@click.option(
    "--at",
    metavar="TIME",
    help="The time of the features; without it, the time that the state has reached.",
)
@_SETTINGS
@click.pass_context
def read(
    context: click.Context,
    file: Path,
    state: str,
    columns: str,
    uid: str,
    until: str | None,
    at: str | None,
    settings: tuple[str, ...],
) -> int:
    """Print the current features of all keys in the state of a job of Flink, as CSV.

    STATE is the path of a savepoint or checkpoint. Write --columns as in CREATE TABLE, with the
    types that the job's rows have. Times without a time zone are in UTC.

    A native savepoint or a checkpoint needs the job's state backend, such as --set
    state.backend.type=rocksdb .
    """
    declared = _read(file, "read")
    engines.switch("flink", "features read", context.find_root().obj)
    options = {
        "execution.state-recovery.path": state,
        "execution.state-recovery.ignore-unclaimed-state": "true",
        "table.local-time-zone": "UTC",
        **_options(settings, "read"),
    }
    with _engine_errors("read"):
        tables = engines.flink(options)
        tables.execute_sql(f"CREATE TABLE no_rows ({columns}) WITH ('connector' = 'datagen')")
        found = declared.flink_state(tables.from_path("no_rows"), uid=uid, until=until, at=at)
        tables.create_temporary_view("found", found)
        # PyFlink cannot collect all types.
        texts = (f"CAST({_identifier(name)} AS STRING)" for name in declared.columns)
        with tables.execute_sql(f"SELECT {', '.join(texts)} FROM found").collect() as rows:
            lines = list(rows)
    printed = csv.writer(sys.stdout, lineterminator="\n")
    printed.writerow(declared.columns)
    printed.writerows(lines)
    return Status.DONE


@contextmanager
def _engine_errors(command: str) -> Iterator[None]:
    """Ends the command with what Finestra or the engine rejects."""
    try:
        yield
    except (ValueError, FinestraError) as wrong:
        raise RefusedError(f"features {command}: {wrong}") from None
    except Exception as failed:
        reason = _reason(failed)
        if reason is None:
            raise
        raise RefusedError(f"features {command}: {reason}") from None


def _reason(failed: Exception) -> str | None:
    """Why an engine rejected something, or why its job failed; None for another exception."""
    cause = getattr(failed, "java_exception", None)
    if cause is not None:
        # py4j has the exception of the JVM.
        while cause.getCause() is not None:
            cause = cause.getCause()
        return _first_line(cause.getMessage() or cause.toString())
    is_of_spark = type(failed).__module__.startswith("pyspark.")
    return _first_line(str(failed)) if is_of_spark else None


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]


def _options(settings: tuple[str, ...], command: str) -> dict[str, str]:
    options = {}
    for given in settings:
        key, equals, value = given.partition("=")
        if not equals:
            raise RefusedError(f"features {command}: --set is '{given}'; write KEY=VALUE")
        options[key] = value
    return options


def _identifier(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _quoted(path: str) -> str:
    return path.replace("'", "''")


def _load(spark: Any, path: str, columns: str | None = None) -> Any:
    reader = spark.read.format(_format(path)).option("header", True)
    if columns is not None:
        # Otherwise Spark ignores the header, and reads values of other types as null.
        strict = {"enforceSchema": False, "mode": "FAILFAST"}
        return reader.schema(columns).options(**strict).load(path)
    return reader.option("inferSchema", True).option("inferTimestamp", True).load(path)


def _format(path: str) -> str:
    kind = path.rstrip("/").rpartition(".")[2]
    if kind not in ("parquet", "csv", "json"):
        raise ValueError(f"the name {path} must end with .parquet, .csv or .json")
    return kind


def _read(file: Path, command: str) -> Features:
    try:
        return Features.read(file)
    except ValueError as wrong:
        raise RefusedError(f"features {command}: {wrong}") from None


def _note(aggregation: str) -> str:
    known = {*(each.value for each in Aggregation), "declared"}
    return "" if aggregation.partition("(")[0].strip() in known else "; not in the catalog"
