"""``finestra show``: the tree that operations leave, in the terminal, as SVG, or as JSON."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from finestra.cli import DONE, RefusedError, jvm
from finestra.cli.options import Options
from finestra.cli.tree import nodes, svg, text

__all__ = ["run"]

DESCRIPTION = """Runs operations, as finestra replay takes them, and draws the tree that they leave,
after the papers' figures: each node with its times, and the aggregate that it keeps at its place:
up off the spines, left and right on them, inner at the root. The left finger's leaf keeps a suffix
for each entry; an aggregate that waits for the next query is stale."""

_MOST = 2_000


def run(arguments: Sequence[str]) -> int:
    """Draw one tree."""
    options = Options("show", DESCRIPTION)
    options.add_argument(
        "file", nargs="?", help="with the operations; standard input when there is none, or -"
    )
    options.add_argument("--algorithm", default="b_fiba2", help="a tree (%(default)s)")
    options.add_argument("--aggregation", default="max", help="by name (%(default)s)")
    options.add_argument("--type", default="long", help="long, double or string (%(default)s)")
    options.add_argument("--svg", metavar="FILE", help="write a picture; - is standard output")
    options.add_argument("--json", action="store_true", help="print the tree as data")
    given = options.parse_args(arguments)
    if given.svg and given.json:
        raise RefusedError("show: --svg and --json are two ways out; give one of them")
    done = jvm.output(
        "show",
        ["--algorithm", given.algorithm, "--aggregation", given.aggregation, "--type", given.type],
        _operations(given.file),
    )
    if done.returncode != 0:
        sys.stderr.buffer.write(done.stderr)
        return done.returncode
    if given.json:
        sys.stdout.buffer.write(done.stdout)
        return DONE
    tree: dict[str, Any] = json.loads(done.stdout)
    count = sum(1 for _ in nodes(tree["root"]))
    if count > _MOST:
        raise RefusedError(
            f"show: the tree has {count} nodes, and more than {_MOST} are no picture; "
            "evict some, or take --json"
        )
    if given.svg and given.svg != "-":
        try:
            Path(given.svg).write_text(svg(tree), encoding="utf-8")
        except FileNotFoundError as missing:
            raise RefusedError(f"show: {given.svg} cannot be written: {missing.strerror}") from None
    else:
        print(svg(tree) if given.svg else text(tree, sys.stdout.isatty()), end="")
    return DONE


def _operations(file: str | None) -> bytes:
    if file is None or file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as failed:
        raise RefusedError(f"show: {file} cannot be read: {failed.strerror}") from None
