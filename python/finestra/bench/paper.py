"""``finestra bench paper``: the papers' experiments, measured here and drawn.

Each figure is measured point by point with ``finestra bench point``, a JVM each, and kept as data
(JSON) with the commands, so that it can be drawn again. Drawing needs the extra
``finestra[paper]``; the figures' data do not.
"""

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

from finestra.bench.figures import FIGURES, Figure, Series
from finestra.bench.figures.figure import RATE
from finestra.bench.readings import readings
from finestra.bench.trips import citi_bike, debs_2012, synthetic
from finestra.core.jars import CHECKOUT, finestra_version

__all__ = ["choose", "measure", "series", "summary", "title", "verdict"]

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
        there = ", ".join(f"{figure.paper} {figure.number}{figure.part}" for figure in FIGURES)
        raise ValueError(f"there is no such figure; there are {there}")
    return chosen


def measure(
    figure: Figure, quick: bool, seconds: float, recorded: Mapping[str, Path] | None = None
) -> Result:
    """Measure a figure's points; a bar on the terminal says how far it is.

    Args:
        figure: which one.
        quick: over small windows, not those of the paper.
        seconds: of a run.
        recorded: files of ``trips`` and ``readings``, taken instead of synthetic ones.

    Raises:
        ValueError: for a file of another layout.
    """
    file = (recorded or {}).get(figure.data)
    with times(figure.data, quick, file) as given:
        measured = _measured(figure, quick, seconds, given)
    return {**measured, "recorded": file.name} if file else measured


def _measured(figure: Figure, quick: bool, seconds: float, given: list[str]) -> Result:
    size = figure.quick if quick else figure.full
    values = [0] if figure.percentiles else list(size.values)
    todo = [
        (curve, aggregation, parameters)
        for aggregation in figure.aggregations
        for curve in figure.curves
        for value in values
        if (parameters := figure.parameters(size, curve, value))
    ]
    points = []
    for done, (curve, aggregation, parameters) in enumerate(todo):
        _progress(figure, done, len(todo), f"{curve.name} {aggregation}")
        command = ["bench", "point", "--workload", curve.workload or figure.workload]
        command += ["--algorithm", curve.algorithm, "--aggregation", aggregation]
        command += ["--seconds", str(seconds), "--warm", "0.6"]
        for name, number in parameters.items():
            command += [f"--{name}", str(number)]
        point = _point([*command, *given])
        said = " ".join(["finestra", *command, *(given and ["--times", figure.data])])
        points.append({"command": said, "curve": curve.name, **point})
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


@contextmanager
def times(data: str, quick: bool, recorded: Path | None = None) -> Iterator[list[str]]:
    """The option that names a file with the times of recorded or synthetic data, while it is there.

    Trips come by their ends and are counted at their starts, whichever they are.
    """
    if not data:
        yield []
        return
    made: Iterable[int]
    if recorded is not None and data == "trips":
        made = (start for _, start in sorted((t.ended, t.started) for t in citi_bike(recorded)))
    elif recorded is not None:
        made = (reading.time for reading in debs_2012(recorded))
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


# The percentiles of latencies: as figures have them, and as they are called.
PERCENTILES = {50: "50", 99: "99", 999: "99.9", 99999: "99.999"}


def _point(command: Sequence[str]) -> Result:
    launcher = CHECKOUT / "bin" / "finestra"
    if not launcher.is_file():
        raise FileNotFoundError(
            "the benchmarks are not in the wheel; run bin/finestra bench paper in a checkout"
        )
    done = subprocess.run([launcher, *command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        return {"failed": said[-1] if said else f"it ended with {done.returncode}"}
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
        name = point.get("curve", point["algorithm"])
        curve = all_.setdefault((name, point["aggregation"]), {})
        if figure.percentiles:
            for percent, key in PERCENTILES.items():
                name = f"{figure.metric}_p{key}_ns"
                if name in point:
                    curve[percent] = point[name]
        else:
            curve[point[figure.varies]] = figure.shown.value(point)
    return all_


def verdict(figure: Figure, result: Result) -> bool | None:
    """Whether what the paper says was seen here; None where it cannot be told."""
    if _failed(result):
        return None
    try:
        return figure.check(series(figure, result))
    except (KeyError, ValueError):
        return None


def _failed(result: Result) -> list[str]:
    return [point["failed"] for point in result["points"] if "failed" in point]


def summary(figure: Figure, result: Result) -> str:
    """A sentence on what the paper says and whether it was seen here."""
    seen = verdict(figure, result)
    said = f"{figure.name}: {figure.claim}: "
    if seen is not None:
        note = f"; {figure.note(series(figure, result))}" if figure.note else ""
        return f"{said}{'seen' if seen else 'not seen'} here ({result['size']}){note}"
    failed = _failed(result)
    why = f"{len(failed)} of {len(result['points'])} points failed: {failed[0]}" if failed else ""
    return f"{said}not told here ({result['size']}), for {why or 'points are missing'}"


def title(figure: Figure, result: Result) -> str:
    """What stands above a figure, with the name of the recorded data that it was measured on."""
    recorded = result.get("recorded")
    return (
        figure.title.replace(f"synthetic {figure.data}", f"{figure.data} of {recorded}")
        if recorded
        else figure.title
    )


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
        for algorithm in (curve.name for curve in figure.curves):
            curve = curves.get((algorithm, aggregation), {})
            if figure.percentiles:
                axis.plot(
                    [PERCENTILES[at] for at in curve], list(curve.values()), "o-", label=algorithm
                )
            else:
                at = sorted(curve)
                axis.plot(at, [curve[x] for x in at], "o-", markersize=3, label=algorithm)
        axis.set_title(aggregation)
        if figure.percentiles:
            axis.set_yscale("log")
            axis.set_xlabel("percentile")
        else:
            axis.set_xscale("symlog" if figure.varies == "d" else "log", base=2)
            axis.set_xlabel(figure.varies)
            if figure.shown is RATE:
                axis.set_ylim(bottom=0)
            else:
                axis.set_yscale("log")
        axis.set_ylabel(figure.unit)
    axes[0][-1].legend(fontsize="small")
    drawing.suptitle(f"{title(figure, result)} ({result['size']})")
    drawing.tight_layout()
    files = [folder / f"{figure.name}.{kind}" for kind in ("png", "svg")]
    for file in files:
        metadata = {"Date": None} if file.suffix == ".svg" else None
        drawing.savefig(file, metadata=metadata)
    pyplot.close(drawing)
    return files
