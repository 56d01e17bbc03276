"""``finestra bench paper``: options, files and words; the work is :mod:`finestra.bench.paper`'s."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from finestra.bench import report
from finestra.bench.figures import FIGURES
from finestra.bench.paper import can_draw, choose, draw, measure, summary
from finestra.cli import DONE, NOT_WELL, RefusedError
from finestra.cli.options import Options

__all__ = ["run"]

DESCRIPTION = """Runs the papers' experiments with Finestra's algorithms and draws them: for each
figure its data (JSON), a picture (PNG, SVG; with finestra[paper]) and a sentence on what the paper
says and whether it was seen here; then one page with all of them.

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
    given = options.parse_args(arguments)
    try:
        figures = choose(given.paper, given.figure)
    except ValueError as none:
        raise RefusedError(f"bench paper: {none}") from None
    if not 0 < given.seconds <= 60:
        raise RefusedError(f"bench paper: --seconds is {given.seconds}; more than 0, at most 60")
    given.out.mkdir(parents=True, exist_ok=True)
    well = True
    for figure in figures:
        file = given.out / f"{figure.name}.json"
        if not given.again:
            result = measure(figure, not given.full, given.seconds)
            file.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        elif not file.is_file():
            raise RefusedError(f"bench paper: there is no {file} to draw from; leave out --again")
        result = json.loads(file.read_text(encoding="utf-8"))
        if can_draw():
            draw(figure, result, given.out)
        said = summary(figure, result)
        well = well and "seen here (" in said and "not seen" not in said
        print(said, flush=True)
    if not can_draw():
        print("no pictures: pip install 'finestra[paper]'", file=sys.stderr)
    page = given.report or given.out / "index.html"
    there = {figure.name: given.out / f"{figure.name}.json" for figure in FIGURES}
    results = {name: json.loads(file.read_text()) for name, file in there.items() if file.is_file()}
    report.write(given.out, results, page)
    print(f"the page: {page}")
    return DONE if well else NOT_WELL
