"""``finestra bench paper``: options, files and words; the work is :mod:`finestra.bench.paper`'s."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from finestra.bench import report
from finestra.bench.figures import FIGURES, Figure
from finestra.bench.paper import can_draw, choose, draw, measure, summary, verdict
from finestra.cli import DONE, NOT_WELL, RefusedError
from finestra.cli.options import Options

__all__ = ["run"]

DESCRIPTION = """Runs the papers' experiments with Finestra's algorithms and draws them: for each
figure its data (JSON), a picture (PNG, SVG; with finestra[paper]) and a sentence on what the paper
says and whether it was seen here; then one page with all of them. Trips and readings are synthetic
unless a file is given. Exit status: 0 all was seen here, 1 something was not, or cannot be told.

The figures: """ + ", ".join(f"{figure.paper} {figure.number}{figure.part}" for figure in FIGURES)


def run(arguments: Sequence[str]) -> int:
    """Measure, draw and tell."""
    options = Options("bench paper", DESCRIPTION)
    options.add_argument("--paper", choices=sorted({figure.paper for figure in FIGURES}))
    options.add_argument("--figure", type=int, action="append", default=[], metavar="N")
    options.add_argument(
        "--full", action="store_true", help="the papers' sizes: hours, not minutes"
    )
    options.add_argument("--seconds", type=float, default=0.2, help="of a run (%(default)s)")
    options.add_argument("--out", type=Path, default=Path("results/paper"), help="(%(default)s)")
    options.add_argument("--report", type=Path, help="the page (OUT/index.html)")
    options.add_argument("--again", action="store_true", help="draw from OUT, measure nothing")
    options.add_argument("--trips", type=Path, metavar="FILE", help="a Citi Bike file (CSV)")
    options.add_argument(
        "--readings", type=Path, metavar="FILE", help="the DEBS 2012 manufacturing data"
    )
    given = options.parse_args(arguments)
    try:
        figures = choose(given.paper, given.figure)
    except ValueError as none:
        raise RefusedError(f"bench paper: {none}") from None
    if not 0 < given.seconds <= 60:
        raise RefusedError(f"bench paper: --seconds is {given.seconds}; more than 0, at most 60")
    recorded = _recorded(given, figures)
    page = given.report or given.out / "index.html"
    for folder in (given.out, page.parent):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as failed:
            raise RefusedError(
                f"bench paper: {folder} cannot be made: {failed.strerror}; name another folder"
            ) from None
    well = True
    for figure in figures:
        file = given.out / f"{figure.name}.json"
        if not given.again:
            try:
                result = measure(figure, not given.full, given.seconds, recorded)
            except ValueError as unfit:
                raise RefusedError(f"bench paper: {unfit}") from None
            file.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        elif not file.is_file():
            raise RefusedError(f"bench paper: there is no {file} to draw from; leave out --again")
        result = json.loads(file.read_text(encoding="utf-8"))
        if can_draw():
            draw(figure, result, given.out)
        well = well and verdict(figure, result) is True
        print(summary(figure, result), flush=True)
    if not can_draw():
        print("no pictures: pip install 'finestra[paper]'", file=sys.stderr)
    there = {figure.name: given.out / f"{figure.name}.json" for figure in FIGURES}
    results = {name: json.loads(file.read_text()) for name, file in there.items() if file.is_file()}
    report.write(given.out, results, page)
    print(f"the page: {page}")
    return DONE if well else NOT_WELL


def _recorded(given: Any, figures: Sequence[Figure]) -> dict[str, Path]:
    """The files of recorded data, which are there, and which a figure takes."""
    recorded = {name: getattr(given, name) for name in ("trips", "readings")}
    recorded = {name: file for name, file in recorded.items() if file is not None}
    for name, file in recorded.items():
        if given.again or all(figure.data != name for figure in figures):
            raise RefusedError(
                f"bench paper: --{name} is given, and nothing that is to be measured takes {name}; "
                f"those that do are {', '.join(f.name for f in FIGURES if f.data == name)}"
            )
        if not file.is_file():
            raise RefusedError(f"bench paper: there is no file {file}")
    return recorded
