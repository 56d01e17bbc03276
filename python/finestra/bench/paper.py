"""``finestra bench paper``: the papers' experiments, measured here and drawn.

Each figure is measured point by point with ``finestra bench point``, a JVM each, and kept as data
(JSON) with the commands, so that it can be drawn again. Drawing needs the extra
``finestra[paper]``; the figures' data do not.
"""

import json
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from finestra.bench.figures import FIGURES, Figure, Series
from finestra.core.jars import CHECKOUT, finestra_version

__all__ = ["choose", "measure", "series", "summary"]

Result = dict[str, Any]


def choose(paper: str | None, numbers: Sequence[int]) -> list[Figure]:
    """The figures of a paper, of these numbers.

    Raises:
        ValueError: when there is none, with those that there are.
    """
    chosen = [
        figure
        for figure in FIGURES
        if paper in (None, figure.paper) and (not numbers or figure.number in numbers)
    ]
    if not chosen:
        there = ", ".join(f"{figure.paper} {figure.number}" for figure in FIGURES)
        raise ValueError(f"there is no such figure; there are {there}")
    return chosen


def measure(figure: Figure, quick: bool, seconds: float) -> Result:
    """Measure a figure's points; a bar on the terminal says how far it is."""
    size = figure.quick if quick else figure.full
    values = [0] if figure.percentiles else list(size.values)
    todo = [(a, g, v) for g in figure.aggregations for a in figure.algorithms for v in values]
    points = []
    for done, (algorithm, aggregation, value) in enumerate(todo):
        _progress(figure, done, len(todo), f"{algorithm} {aggregation}")
        parameters = {"n": size.n, "m": figure.m, "d": figure.d}
        if figure.varies in parameters:
            parameters[figure.varies] = value
        command = ["bench", "point", "--workload", figure.workload, "--algorithm", algorithm]
        command += ["--aggregation", aggregation, "--seconds", str(seconds), "--warm", "0.6"]
        for name, number in parameters.items():
            command += [f"--{name}", str(number)]
        points.append({"command": " ".join(["finestra", *command]), **_point(command)})
    _progress(figure, len(todo), len(todo), "")
    return {
        "figure": figure.name,
        "title": figure.title,
        "size": "quick" if quick else "full",
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "version": finestra_version(),
        "machine": f"{platform.machine()}, {platform.system()}",
        "points": points,
    }


def _point(command: Sequence[str]) -> Result:
    launcher = CHECKOUT / "bin" / "finestra"
    if not launcher.is_file():
        raise FileNotFoundError(
            "the benchmarks are not in the wheel; run bin/finestra bench paper in a checkout"
        )
    done = subprocess.run([launcher, *command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return {"failed": done.stderr.strip().splitlines()[-1]}
    point: Result = json.loads(done.stdout)
    return point


def _progress(figure: Figure, done: int, of: int, what: str) -> None:
    if sys.stderr.isatty():
        filled = 30 * done // of
        bar = "█" * filled + "·" * (30 - filled)
        end = "\n" if done == of else ""
        print(f"\r\x1b[K{figure.name:14} {bar} {done}/{of} {what}", end=end, file=sys.stderr)


def series(figure: Figure, result: Result) -> Series:
    """The curves of a measured figure; points that failed are left out, and named in the data."""
    all_: dict[tuple[str, str], dict[int, float]] = {}
    for point in result["points"]:
        if "failed" in point:
            continue
        curve = all_.setdefault((point["algorithm"], point["aggregation"]), {})
        if figure.percentiles:
            for percent, key in ((50, "50"), (99, "99"), (999, "99.9"), (99999, "99.999")):
                name = f"{figure.metric}_p{key}_ns"
                if name in point:
                    curve[percent] = point[name]
        else:
            curve[point[figure.varies]] = point[figure.metric]
    return all_


def summary(figure: Figure, result: Result) -> str:
    """A sentence on what the paper says and whether it was seen here."""
    failed = sum(1 for point in result["points"] if "failed" in point)
    try:
        seen = "seen here" if figure.check(series(figure, result)) else "not seen here"
    except (KeyError, ValueError):
        seen = "not told here, for points are missing"
    more = f"; {failed} points failed" if failed else ""
    return f"{figure.name}: {figure.claim}: {seen} ({result['size']}){more}"


def can_draw() -> bool:
    """Whether the extra for drawing is there."""
    return find_spec("matplotlib") is not None


def draw(figure: Figure, result: Result, folder: Path) -> list[Path]:
    """Draw a figure as PNG and SVG: one panel an aggregation, the papers' axes."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = figure.name
    matplotlib.rcParams["svg.fonttype"] = "none"  # texts stay texts
    from matplotlib import pyplot

    curves = series(figure, result)
    panels = list(figure.aggregations)
    drawing, axes = pyplot.subplots(1, len(panels), figsize=(5 * len(panels), 4), squeeze=False)
    for axis, aggregation in zip(axes[0], panels, strict=True):
        for algorithm in figure.algorithms:
            curve = curves.get((algorithm, aggregation), {})
            if figure.percentiles:
                labels = {50: "50", 99: "99", 999: "99.9", 99999: "99.999"}
                axis.plot([labels[at] for at in curve], list(curve.values()), "o-", label=algorithm)
            else:
                at = sorted(curve)
                rates = [curve[x] / 1e6 for x in at]
                axis.plot(at, rates, "o-", markersize=3, label=algorithm)
        axis.set_title(aggregation)
        if figure.percentiles:
            axis.set_yscale("log")
            axis.set_xlabel("percentile")
            axis.set_ylabel(f"{figure.metric} [ns]")
        else:
            axis.set_xscale("symlog" if figure.varies == "d" else "log", base=2)
            axis.set_xlabel(figure.varies)
            axis.set_ylabel("throughput [million items/s]")
            axis.set_ylim(bottom=0)
    axes[0][-1].legend(fontsize="small")
    drawing.suptitle(f"{figure.title} ({result['size']})")
    drawing.tight_layout()
    files = [folder / f"{figure.name}.{kind}" for kind in ("png", "svg")]
    for file in files:
        metadata = {"Date": None} if file.suffix == ".svg" else None
        drawing.savefig(file, metadata=metadata)
    pyplot.close(drawing)
    return files
