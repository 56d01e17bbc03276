"""Tables and colours on the terminal, by rich."""

import sys

from rich.console import Console
from rich.table import Table

__all__ = ["print_table"]

_PIPE_WIDTH = 10_000


def print_table(table: Table) -> None:
    """Print a table; colours and line breaks only on a terminal."""
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    if console.is_terminal:
        console.print(table)
        return
    console.width = _PIPE_WIDTH
    with console.capture() as printed:
        console.print(table)
    print("\n".join(line.rstrip() for line in printed.get().splitlines()))
