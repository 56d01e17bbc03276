"""Draws the charts in docs/pictures and writes README.md here, from this folder's measurements.

python docs/measurements/chart.py (make chart). gain.svg shows how many times faster Finestra is
than the engines' own windows, keys.svg the rates on Flink by number of keys. README.md has all
series as tables, with their commands.
"""

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl

from finestra.bench import measurements

mpl.use("svg")
import matplotlib.pyplot as plt

HERE = Path(__file__).parent
PICTURES = HERE.parent / "pictures"
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
BACKENDS = {"heap": "state on heap", "rocksdb": "state on RocksDB"}
OVERLAPS = {1: "#1d4ed8", 10: "#0f766e", 60: "#c2410c", 1440: "#7e22ce"}
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
[a million keys on Flink](flink-keys.md), [Flink by number of keys](flink-curves.md),
[Flink SQL](flink-sql.md), [versions of Spark and Flink](lines.md) and
[long runs of the tests](reliability.md).
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


def draw_gain() -> None:
    """Draw one panel for each engine."""
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
    save(figure, "gain.svg", "Gain over the engines' own windows")


def draw_keys() -> None:
    """Draw one panel for each state backend, with two lines for each overlap."""
    points = load("flink-curves")["points"]
    figure, panels = plt.subplots(1, 2, figsize=(8.2, 4.2), sharey=True, layout="constrained")
    for axes, (backend, title) in zip(panels, BACKENDS.items(), strict=True):
        for overlap, colour in OVERLAPS.items():
            for subject, style in (("finestra", "solid"), ("flink", "dashed")):
                rates = [
                    (point["x"], point["y"])
                    for point in points
                    if point["chart"] == f"{backend}_uniform_{overlap}"
                    and point["series"] == subject
                    and point["unit"] == "events/s"
                ]
                label = f"{subject.title()}, overlap {overlap:,}"
                x, y = zip(*rates, strict=True)
                look = {"color": colour, "linestyle": style, "marker": "o", "markersize": 3}
                axes.plot(x, y, label=label, **look)
        axes.set(xscale="log", yscale="log", title=title, xlabel="keys")
        axes.set_xticks([1, 100, 10_000, 1_000_000], ["1", "100", "10,000", "1,000,000"])
        axes.set_yticks([100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000])
        axes.set_yticklabels(["100", "1,000", "10,000", "100,000", "1 million", "10 million"])
        axes.minorticks_off()
        axes.grid(color="#e2e2e2", linewidth=0.7)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("events per second of CPU")
    lines, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        lines, labels, loc="outside lower center", ncols=len(OVERLAPS), frameon=False, fontsize=9
    )
    save(figure, "keys.svg", "Rates on Flink by number of keys")


def save(figure: Any, name: str, title: str) -> None:
    """Write a chart as SVG, the same bytes for the same data."""
    figure.savefig(PICTURES / name, metadata={"Date": None, "Title": title})


def main() -> None:
    """Draw on a light background that is readable on any page, and write the tables."""
    plt.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "finestra",
            "font.family": "sans-serif",
            "font.size": 11.5,
        }
    )
    draw_gain()
    draw_keys()
    (HERE / "README.md").write_text(page(), encoding="utf-8")
    print(f"wrote {PICTURES} and {HERE / 'README.md'}")


if __name__ == "__main__":
    main()
