"""``finestra bench paper``: measures the papers' experiments and draws their figures.

Each point of a figure is measured by ``finestra bench point`` in a JVM of its own. The data (JSON)
include the commands, and a figure can be drawn from them again. Drawing needs ``finestra[paper]``.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from finestra.bench.figures import FIGURES, Figure, Series
from finestra.bench.figures.figure import RATE
from finestra.bench.readings import readings
from finestra.bench.trips import citi_bike, debs_2012, synthetic
from finestra.core.jars import CHECKOUT, finestra_version

Result = dict[str, Any]

PERCENTILES = {50: "50", 99: "99", 999: "99.9", 99999: "99.999"}
"""Percentiles of latencies: as figures store them, and their names."""


def choose(paper: str | None, numbers: Sequence[int]) -> list[Figure]:
    """The figures of a paper with these numbers.

    Raises:
        ValueError: if there is none; the message lists all figures.
    """
    chosen = [
        figure
        for figure in FIGURES
        if paper in (None, figure.paper) and (not numbers or figure.number in numbers)
    ]
    if not chosen:
        there = ", ".join(f"{figure.paper} {figure.number}{figure.part}" for figure in FIGURES)
        who = f"{paper} has" if paper else "There is"
        raise ValueError(f"{who} no figure {', '.join(map(str, numbers))}; choose from {there}")
    return chosen


def run(
    figures: Sequence[Figure],
    out: Path,
    full: bool,
    seconds: float,
    again: bool,
    recorded: Mapping[str, Path],
) -> bool:
    """Measure figures, draw them, and say what was seen; whether every claim was.

    Args:
        figures: the figures.
        out: the folder for their data and pictures.
        full: use the paper's windows instead of small ones.
        seconds: duration of a run.
        again: measure nothing; use the data in ``out``.
        recorded: files of ``trips`` and ``readings`` to use instead of synthetic data.

    Raises:
        ValueError: if there are no data, or if a file has another layout.
    """
    seen = True
    for figure in figures:
        file = out / f"{figure.name}.json"
        if not again:
            result = _measured(figure, full, seconds, recorded.get(figure.experiment.data))
            file.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
        elif not file.is_file():
            raise ValueError(f"{file} does not exist; measure it first, without --again")
        result = json.loads(file.read_text(encoding="utf-8"))
        if can_draw():
            draw(figure, result, out)
        seen = seen and verdict(figure, result) is True
        print(summary(figure, result), flush=True)
    return seen


def _measured(figure: Figure, full: bool, seconds: float, recorded: Path | None) -> Result:
    """Measure the points of a figure, with a progress bar on a terminal."""
    experiment = figure.experiment
    size = experiment.axis.full if full else experiment.axis.quick
    todo = [
        (curve, aggregation, asked)
        for aggregation in experiment.aggregations
        for curve in experiment.curves
        for value in ([0] if experiment.percentiles else size.values)
        if (asked := experiment.parameters(size, curve, value))
    ]
    points = []
    terminal = Console(stderr=True)
    shown = track(todo, figure.name, console=terminal, disable=not terminal.is_terminal)
    with times(experiment.data, not full, recorded) as given:
        for curve, aggregation, parameters in shown:
            command = ["bench", "point", "--workload", curve.workload or experiment.workload]
            command += ["--algorithm", curve.algorithm, "--aggregation", aggregation]
            command += ["--seconds", str(seconds), "--warm", "0.6"]
            for name, number in parameters.items():
                command += [f"--{name}", str(number)]
            point = _point([*command, *given])
            said = " ".join(["finestra", *command, *(given and ["--times", experiment.data])])
            points.append({"command": said, "curve": curve.name, **point})
    return {
        "figure": figure.name,
        "title": figure.title,
        "size": "full" if full else "quick",
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "version": finestra_version(),
        "machine": f"{platform.machine()}, {platform.system()}",
        "points": points,
        **({"recorded": recorded.name} if recorded else {}),
    }


@contextmanager
def times(data: str, quick: bool, recorded: Path | None = None) -> Iterator[list[str]]:
    """The option ``--times`` with a temporary file of recorded or synthetic times.

    Trips arrive in the order of their ends; their times are their starts.
    """
    if not data:
        yield []
        return
    made: Iterable[int]
    if recorded is not None and data == "trips":
        made = (start for _, start in sorted((t.ended, t.started) for t in citi_bike(recorded)))
    elif recorded is not None:
        made = debs_2012(recorded)
    elif data == "trips":
        made = (trip.started for trip in synthetic(200_000 if quick else 1_000_000, 7))
    else:
        made = readings(120_000 if quick else 4_400_000, 7)
    numbers = array("q", made)
    if sys.byteorder == "little":
        numbers.byteswap()
    with tempfile.TemporaryDirectory(prefix="finestra-") as folder:
        file = Path(folder) / f"{data}.times"
        file.write_bytes(numbers.tobytes())
        yield ["--times", str(file)]


def _point(command: Sequence[str]) -> Result:
    launcher = CHECKOUT / "bin" / "finestra"
    if not launcher.is_file():
        raise FileNotFoundError(
            "the wheel has no benchmarks; run bin/finestra bench paper in a checkout"
        )
    done = subprocess.run([launcher, *command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        return {"failed": said[-1] if said else f"exit status {done.returncode}"}
    point: Result = json.loads(done.stdout)
    return point


def series(figure: Figure, result: Result) -> Series:
    """The curves of a measured figure, without points that failed."""
    all_: dict[tuple[str, str], dict[int, float]] = {}
    experiment = figure.experiment
    for point in result["points"]:
        if "failed" in point:
            continue
        name = point.get("curve", point["algorithm"])
        curve = all_.setdefault((name, point["aggregation"]), {})
        if experiment.percentiles:
            names = {percent: f"{experiment.metric}_p{p}_ns" for percent, p in PERCENTILES.items()}
            curve |= {at: point[name] for at, name in names.items() if name in point}
        else:
            curve[point[experiment.axis.varies]] = experiment.shown.value(point)
    return all_


def verdict(figure: Figure, result: Result) -> bool | None:
    """Whether the paper's claim was seen here; None if points are missing."""
    if _failed(result):
        return None
    try:
        return figure.check(series(figure, result))
    except (KeyError, ValueError):
        return None


def _failed(result: Result) -> list[str]:
    return [point["failed"] for point in result["points"] if "failed" in point]


def summary(figure: Figure, result: Result) -> str:
    """A sentence: the paper's claim, and whether it was seen here."""
    seen = verdict(figure, result)
    said = f"{figure.name}: {figure.claim}: "
    if seen is not None:
        note = f"; {figure.note(series(figure, result))}" if figure.note else ""
        return f"{said}{'seen' if seen else 'not seen'} here ({result['size']}){note}"
    failed = _failed(result)
    why = f"{len(failed)} of {len(result['points'])} points failed: {failed[0]}" if failed else ""
    return f"{said}not judged here ({result['size']}): {why or 'points are missing'}"


def title(figure: Figure, result: Result) -> str:
    """The heading of a figure, with the file of recorded data if there is one."""
    data, file = figure.experiment.data, result.get("recorded")
    return figure.title.replace(f"synthetic {data}", f"{data} of {file}") if file else figure.title


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def draw(figure: Figure, result: Result, folder: Path) -> list[Path]:
    """Draw a figure as PNG and SVG, with the papers' axes: one panel for each aggregation."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = figure.name
    matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
    from matplotlib import pyplot

    curves = series(figure, result)
    experiment = figure.experiment
    panels, varies = list(experiment.aggregations), experiment.axis.varies
    drawing, axes = pyplot.subplots(1, len(panels), figsize=(5 * len(panels), 4), squeeze=False)
    for axis, aggregation in zip(axes[0], panels):
        for name in (curve.name for curve in experiment.curves):
            curve = sorted(curves.get((name, aggregation), {}).items())
            x = [PERCENTILES[at] if experiment.percentiles else at for at, _ in curve]
            size = 6 if experiment.percentiles else 3
            axis.plot(x, [value for _, value in curve], "o-", markersize=size, label=name)
        axis.set(title=aggregation, xlabel=varies, ylabel=experiment.unit)
        if not experiment.percentiles:
            axis.set_xscale("symlog" if varies == "d" else "log", base=2)
        if experiment.percentiles or experiment.shown is not RATE:
            axis.set_yscale("log")
        else:
            axis.set_ylim(bottom=0)
    axes[0][-1].legend(fontsize="small")
    drawing.suptitle(f"{title(figure, result)} ({result['size']})")
    drawing.tight_layout()
    files = [folder / f"{figure.name}.{kind}" for kind in ("png", "svg")]
    for file in files:
        drawing.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
    pyplot.close(drawing)
    return files
