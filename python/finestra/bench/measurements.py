"""Measurements as data (JSON) and as tables (Markdown), in one format for all benchmarks.

``finestra bench core|flink|spark --out FILE`` writes::

    {
      "format": 1,
      "command": "finestra bench flink --quick --out results/flink.json",
      "date": "2026-11-23T20:00:00Z",
      "commit": "…",
      "machine": {"model": "…", "cores": 2, …},
      …
      "failures": ["the point: why it failed", …],
      "points": [
        {"chart": "slide_heap_1", "series": "finestra", "x_name": "overlap", "x": 1000,
         "y": 2100000, "unit": "events/s", "baseline": 21000, "runs": [2100000, …]},
        …
      ]
    }

``y`` is the median of ``runs``, ``x`` a number or a word. ``baseline`` is the engine's own figure,
or the reference algorithm's, at the same point; null if there is none. Java's half of this format
is ``dev.finestra.bench.report.Measurements``.
"""

import json
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from finestra.core.jars import CHECKOUT

Point = dict[str, Any]


def point(
    chart: str, subject: str, conditions: str, x: tuple[str, Any], y: float, unit: str
) -> Point:
    """One point. Its series is named by the subject (whose figure it is) and the conditions."""
    return {
        "chart": chart,
        "subject": subject,
        "series": f"{subject} {conditions}".strip(),
        "x_name": x[0],
        "x": x[1],
        "y": y,
        "unit": unit,
        "baseline": None,
        "runs": [y],
    }


def with_baselines(points: Iterable[Point], baseline: str) -> list[Point]:
    """The points without their subjects, each with the baseline's figure at the same point."""

    def place(one: Point) -> tuple[Any, ...]:
        conditions = one["series"].removeprefix(one["subject"])
        return one["chart"], conditions, one["x"], one["unit"]

    all_points = list(points)
    figures = {place(one): one["y"] for one in all_points if one["subject"] == baseline}
    return [
        {
            **{key: value for key, value in one.items() if key != "subject"},
            "baseline": None if one["subject"] == baseline else figures.get(place(one)),
        }
        for one in all_points
    ]


def write(file: Path, command: str, points: Iterable[Point], **facts: Any) -> None:
    """Write measurements of now and of this machine; each point is on a line of its own."""
    header = {
        "format": 1,
        "command": command,
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "commit": _commit(),
        "machine": {"model": _model(), "cores": os.cpu_count(), "os": platform.platform()},
        **facts,
        "failures": [],
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in header.items()]
    lines += ['  "points": [', ",\n".join(f"    {json.dumps(one)}" for one in points), "  ]"]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(["{", *lines, "}"]) + "\n", encoding="utf-8")


def _commit() -> str:
    command = ["git", "-C", str(CHECKOUT), "describe", "--always", "--abbrev=40", "--exclude=*"]
    try:
        done = subprocess.run([*command, "--dirty=+"], capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return done.stdout.strip() or "unknown"


def _model() -> str:
    cpu = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*: (.+)", cpu.read_text() if cpu.is_file() else "", re.M)
    return found[1] if found else platform.processor() or "unknown"


def write_tables(file: Path, head: str = "") -> Path:
    """Write the tables of a file of measurements next to it, and return their file.

    Args:
        file: the measurements.
        head: Markdown that precedes the tables.
    """
    markdown = file.with_suffix(".md")
    data = json.loads(file.read_text(encoding="utf-8"))
    markdown.write_text(head + tables(data), encoding="utf-8")
    return markdown


def tables(data: Mapping[str, Any]) -> str:
    """One Markdown table for each chart and unit: a row per series, a column per x.

    A figure with a baseline is followed by the quotient of the two. ``note`` in the file says what
    differs from its head, such as charts of another day.
    """
    machine = data["machine"]
    parts = [
        f"`{data['command']}`, {data['date']}, commit {data['commit']}, on {machine['model']} "
        f"with {machine['cores']} cores. In brackets: the figure divided by the baseline's.\n"
    ]
    if "note" in data:
        parts.append(f"\n{data['note']}\n")
    for chart in dict.fromkeys(one["chart"] for one in data["points"]):
        parts.append(f"\n## {chart}\n")
        of_chart = [one for one in data["points"] if one["chart"] == chart]
        for unit in dict.fromkeys(one["unit"] for one in of_chart):
            parts.append(_table([one for one in of_chart if one["unit"] == unit]))
    if data["failures"]:
        parts.append("\n## Failures\n\n" + "".join(f"- {why}\n" for why in data["failures"]))
    return "".join(parts)


def _table(points: list[Point]) -> str:
    columns = list(dict.fromkeys(one["x"] for one in points))
    rows: dict[str, dict[Any, str]] = {}
    for one in points:
        rows.setdefault(one["series"], {})[one["x"]] = _cell(one)
    first = points[0]
    lines = [[first["unit"], *(f"{first['x_name']} {_number(x)}" for x in columns)]]
    lines.append(["---", *("---:" for _ in columns)])
    lines += [[name, *(cells.get(x, "") for x in columns)] for name, cells in rows.items()]
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(one: Point) -> str:
    if not one["baseline"]:
        return _number(one["y"])
    return f"{_number(one['y'])} ({_number(one['y'] / one['baseline'])})"


def _number(value: Any) -> str:
    """Three significant digits; words stay as they are."""
    if isinstance(value, str) or value is None:
        return str(value)
    if isinstance(value, int) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
