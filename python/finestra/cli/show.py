"""``finestra show``: the tree that operations build, in the terminal, as SVG, or as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO

import click

from finestra.cli import jvm
from finestra.cli.status import RefusedError, Status
from finestra.cli.tree import nodes, svg, text

_MOST_NODES = 2_000


@click.command(
    epilog="Example: finestra show docs/pictures/tree.txt --svg tree.svg",
    context_settings={"show_default": True},
)
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--algorithm", default="b_fiba2", help="A tree; 'finestra list' prints all names.")
@click.option("--aggregation", default="max", help="Aggregation, such as max.")
@click.option("--type", "value_type", default="long", help="Values: long, double or string.")
@click.option("--svg", "picture", metavar="FILE", help="Write a picture; - is standard output.")
@click.option("--json", "as_json", is_flag=True, help="Print the tree as JSON.")
def show(
    file: BinaryIO,
    algorithm: str,
    aggregation: str,
    value_type: str,
    picture: str | None,
    as_json: bool,
) -> int:
    """Draw the tree that operations build.

    FILE contains operations of 'finestra replay'; without it they are read from standard input.

    Each node shows its entries and the aggregate that it stores: up (off the spines), left or right
    (on a spine), or inner (at the root). The left finger's leaf stores a suffix for each entry.
    An aggregate that the next query must recompute is stale.
    """
    if picture and as_json:
        raise click.UsageError("--svg and --json exclude each other; give one of them")
    done = jvm.output(
        "show",
        ["--algorithm", algorithm, "--aggregation", aggregation, "--type", value_type],
        file.read(),
    )
    if done.returncode != 0:
        sys.stderr.buffer.write(done.stderr)
        return done.returncode
    if as_json:
        sys.stdout.buffer.write(done.stdout)
        return Status.DONE
    tree: dict[str, Any] = json.loads(done.stdout)
    count = sum(1 for _ in nodes(tree["root"]))
    if count > _MOST_NODES:
        raise RefusedError(
            f"show: the tree has {count} nodes, too many to draw (at most {_MOST_NODES}); evict "
            "some entries, or print it with --json"
        )
    if picture and picture != "-":
        try:
            Path(picture).write_text(svg(tree), encoding="utf-8")
        except FileNotFoundError as missing:
            raise RefusedError(f"show: cannot write {picture}: {missing.strerror}") from None
    else:
        print(svg(tree) if picture else text(tree, sys.stdout.isatty()), end="")
    return Status.DONE
