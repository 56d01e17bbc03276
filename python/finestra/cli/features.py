"""``finestra features``: declarations of features in files."""

from itertools import product
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from finestra.cli.status import RefusedError, Status
from finestra.core.names import Aggregation
from finestra.declarations import Features
from finestra.declarations.lengths import text


@click.group()
def features() -> None:
    """Check files that declare features."""


@features.command(epilog="Example: finestra features check cards.yaml")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path) -> int:
    """Check a declaration, and list the columns of its results.

    FILE is YAML or JSON. An error names the line. An aggregation that is not in the catalog must be
    in a jar of the job that uses the declaration; it is marked.
    """
    try:
        declared = Features.read(file)
    except ValueError as wrong:
        raise RefusedError(f"features check: {wrong}") from None
    table = Table.grid(padding=(0, 2))
    for name in declared.by:
        table.add_row(Text(name), "key")
    for name in declared.times:
        table.add_row(Text(name), "time")
    windows = [f"the last {text(size)}" for size in declared.windows.values()] or ["the session"]
    for name, (parts, window) in zip(
        declared.names, product(declared.aggregates.values(), windows)
    ):
        what, *columns = parts
        inputs = f" of {', '.join(columns)}" if columns else ""
        table.add_row(Text(name), Text(f"{what}{inputs} over {window}{_note(what)}"))
    Console().print(table)
    return Status.DONE


def _note(aggregation: str) -> str:
    known = {each.value for each in Aggregation}
    return "" if aggregation.partition("(")[0].strip() in known else "; not in the catalog"
