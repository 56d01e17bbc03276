"""``finestra bench paper``: options and files; :mod:`finestra.bench.paper` measures and draws."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from finestra.bench import report
from finestra.bench.figures import FIGURES, Figure
from finestra.bench.paper import can_draw, choose, run
from finestra.cli.status import RefusedError, Status

_NAMES = ", ".join(f"{figure.paper} {figure.number}{figure.part}" for figure in FIGURES)
_PAPERS = sorted({figure.paper for figure in FIGURES})
_SECONDS = click.FloatRange(min=0, min_open=True, max=60)
_FILE = click.Path(path_type=Path)


@click.command(
    epilog=f"Figures: {_NAMES}. Example: finestra bench paper --paper bulk-fiba --figure 7",
    context_settings={"show_default": True},
)
@click.option("--paper", type=click.Choice(_PAPERS), help="Only figures of this paper.")
@click.option("--figure", "numbers", type=int, multiple=True, help="Only this number; repeatable.")
@click.option("--full", is_flag=True, help="Use the papers' sizes, which takes hours.")
@click.option("--seconds", type=_SECONDS, default=0.2, help="Duration of a run in seconds.")
@click.option("--out", type=_FILE, default=Path("results/paper"), help="Folder for all files.")
@click.option("--report", "page", type=_FILE, help="File of the page.  [default: OUT/index.html]")
@click.option("--again", is_flag=True, help="Measure nothing; draw from the data in OUT.")
@click.option("--trips", type=_FILE, help="A Citi Bike file (CSV) instead of synthetic trips.")
@click.option("--readings", type=_FILE, help="A DEBS 2012 file instead of synthetic readings.")
def paper(
    paper: str | None,
    numbers: tuple[int, ...],
    full: bool,
    seconds: float,
    out: Path,
    page: Path | None,
    again: bool,
    **data: Path | None,
) -> int:
    """Repeat the papers' experiments and draw their figures.

    Each figure gets its data (JSON), pictures (PNG and SVG, with finestra[paper]) and a sentence,
    which says what the paper claims and whether it was seen here. One page shows all figures.

    The exit status is 1 if a claim was not seen here, or if a point failed.
    """
    recorded = {name: file for name, file in data.items() if file is not None}
    page = page or out / "index.html"
    try:
        figures = choose(paper, numbers)
        _check(recorded, [] if again else figures)
        for folder in (out, page.parent):
            _make(folder)
        seen = run(figures, out, full, seconds, again, recorded)
    except ValueError as unfit:
        raise RefusedError(f"bench paper: {unfit}") from None
    if not can_draw():
        print("No pictures: pip install 'finestra[paper]'", file=sys.stderr)
    there = {figure.name: out / f"{figure.name}.json" for figure in FIGURES}
    results = {name: json.loads(file.read_text()) for name, file in there.items() if file.is_file()}
    report.write(out, results, page)
    print(f"page: {page}")
    return Status.DONE if seen else Status.CHECK_FAILED


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failed:
        raise ValueError(f"cannot make {folder}: {failed.strerror}; name another folder") from None


def _check(recorded: dict[str, Path], figures: Sequence[Figure]) -> None:
    """Refuse files that do not exist, or that no figure to measure uses."""
    for name, file in recorded.items():
        if all(figure.experiment.data != name for figure in figures):
            raise ValueError(
                f"--{name} was given, but no figure to measure uses {name}; "
                f"these do: {', '.join(f.name for f in FIGURES if f.experiment.data == name)}"
            )
        if not file.is_file():
            raise ValueError(f"--{name}: {file} does not exist")
