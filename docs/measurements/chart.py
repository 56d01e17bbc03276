"""Draws docs/pictures/gain.svg and writes README.md here, from the measurements in this folder.

python docs/measurements/chart.py (make chart). The picture shows how many times faster Finestra is
than the engines' own windows; README.md has all series as tables, with their commands.
"""

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl

from finestra.bench import measurements

mpl.use("svg")
import matplotlib.pyplot as plt

HERE = Path(__file__).parent
PICTURE = HERE.parent / "pictures" / "gain.svg"
PANELS = {
    "spark": ("Spark 4.2", {
        "groupBy(window), sum, 1,000 keys": ("groupBy(window), 1,000 keys", "#c2410c"),
        "OVER, sum, 1 key": ("OVER … RANGE, 1 key", "#0f766e"),
    }),
    "flink": ("Flink 2.3", {
        "sliding windows, RocksDB, 1 key": ("RocksDB, 1 key", "#0f766e"),
        "sliding windows, heap, 1 key": ("heap, 1 key", "#1d4ed8"),
        "sliding windows, heap, 1,000 keys": ("heap, 1,000 keys", "#c2410c"),
    }),
}  # fmt: skip
AXES = {
    "spark": "window size / slide, or rows in a frame",
    "flink": "window size / slide",
}


HEAD = """# Measurements

The data behind [performance](../performance.md) is in `docs/measurements/*.json`. `make chart`
writes this page and the chart. Further pages: [the core](core.md),
[the map of Spark](spark-matrix.md), [streams by number of keys](spark-keys.md),
[a hot key on Spark](spark-hot.md), [the map of Flink](flink-matrix.md),
[PyFlink](flink-python.md), [a hot key on Flink](flink-hot.md),
[a million keys on Flink](flink-keys.md) and [long runs of the tests](reliability.md).
"""


def page() -> str:
    """The tables of all runs."""
    parts = [HEAD]
    for engine, (title, _) in PANELS.items():
        measured = load(engine)
        parts.append(f"\n## {title}\n\n{measured['engine']}; {measured['machine']}.\n")
        parts.append(f"Unit: {measured['unit']}.\n")
        for run in measured["runs"]:
            parts.append("\n" + measurements.tables(run).replace("\n## ", "\n### "))
            parts += [f"\n{note}\n" for note in run["notes"]]
    return "".join(parts)


def load(engine: str) -> dict[str, Any]:
    """The runs on an engine, each in the format of :mod:`finestra.bench.measurements`."""
    data: dict[str, Any] = json.loads((HERE / f"{engine}.json").read_text(encoding="utf-8"))
    return data


def gains(measured: dict[str, Any], chart: str) -> tuple[list[int], list[float]]:
    """The points that both measured, and by how much Finestra was faster.

    A chart may continue in another run, in a chart whose name begins with the same words.
    """
    both = [
        (point["x"], point["y"] / point["baseline"])
        for run in measured["runs"]
        for point in run["points"]
        if point["chart"].startswith(chart) and point["series"] == "finestra" and point["baseline"]
    ]
    return [x for x, _ in both], [gain for _, gain in both]


def main() -> None:
    """Draw one panel for each engine, on a light background that is readable on any page."""
    plt.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "finestra",
            "font.family": "sans-serif",
            "font.size": 11.5,
        }
    )
    figure, panels = plt.subplots(1, 2, figsize=(8.2, 3.7), sharey=True, layout="constrained")
    for axes, (engine, (title, lines)) in zip(panels, PANELS.items(), strict=True):
        measured = load(engine)
        axes.axhline(1, color="#555555", linewidth=1, linestyle=(0, (4, 3)))
        for name, (label, colour) in lines.items():
            x, gain = gains(measured, name)
            axes.plot(x, gain, color=colour, marker="o", markersize=4, linewidth=2, label=label)
        axes.set(xscale="log", yscale="log", ylim=(0.3, 3e6), title=title, xlabel=AXES[engine])
        axes.set_yticks([1, 10, 100, 1_000, 10_000, 100_000])
        axes.set_yticklabels(["1", "10×", "100×", "1,000×", "10,000×", "100,000×"])
        axes.set_xticks([1, 10, 100, 1_000, 10_000], ["1", "10", "100", "1,000", "10,000"])
        axes.minorticks_off()
        axes.grid(color="#e2e2e2", linewidth=0.7)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(loc="upper left", frameon=False)
    panels[0].set_ylabel("times as fast as the engine's own")
    figure.savefig(PICTURE, metadata={"Date": None, "Title": "Gain over the engines' own windows"})
    (HERE / "README.md").write_text(page(), encoding="utf-8")
    print(f"wrote {PICTURE} and {HERE / 'README.md'}")


if __name__ == "__main__":
    main()
