"""The page of the comparison: a table for each engine, a row for each query and version."""

import json
import re
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from finestra.bench.matrix.drawing import GREEN, RED, mark
from finestra.bench.measurements import Point

HEAD = f"""# Versions of Spark and Flink

Rows per second of CPU time on each version, with the engine's own operators and with Finestra's,
and the quotient of the two: 🟩 at least {GREEN}, 🟨 at least {RED}, 🟥 less. Compare rates only
within a row: versions were measured one after the other, while other programs used both cores. For
the same reason, runs of one row may differ by a factor of two or three; the JSON file has all.

- Spark: the time is that of all threads of the JVM but those of its compiler. Both queries run in
  one session, in turns. A row shows the pair with the median quotient of 3 to 9 pairs. The queries
  are those of the [map](spark-matrix.md).
- Flink: the time is that of the thread with the windows, which compute sums. A key has ten rows per
  slide. `finestra` is an aggregation by name, `finestra_function` the `AggregateFunction` that
  Flink's own windows run. Each subject runs in JVMs of its own, three times in each. There are
  five JVMs, in turns, unless Finestra is twice as fast in the first one. A row shows the medians.
"""


def show(point: Point, version: str) -> None:
    """Print a point as a line of JSON."""
    date = datetime.now(timezone.utc).isoformat(timespec="seconds").replace("+00:00", "Z")
    print(json.dumps({**point, "version": version, "date": date}), flush=True)


def is_engines(point: Point) -> bool:
    """Whether a point has the engine's own figure."""
    return not point["series"].startswith("finestra")


def compared(points: list[Point]) -> list[Point]:
    """Finestra's points, those of a query together, from the oldest version to the newest."""
    queries = list(dict.fromkeys(map(_query, points)))
    ours = [point for point in points if not is_engines(point)]
    return sorted(ours, key=lambda one: (queries.index(_query(one)), _numbers(one["version"])))


def losses(points: list[Point]) -> list[str]:
    """The queries that are slower with Finestra."""
    return [
        f"{point['version']}, {_query(point)}: {point['y'] / point['baseline']:.2f}"
        for point in compared(points)
        if point["y"] < GREEN * point["baseline"]
    ]


def write(file: Path, data: Mapping[str, Any]) -> None:
    """Write the page next to the file with the measurements."""
    machine = data["machine"]
    parts = [
        HEAD,
        f"`{data['command']}`, {data['date']}, commit {data['commit']}, on {machine['model']} with "
        f"{machine['cores']} cores.",
    ]
    for engine in ("Spark", "Flink"):
        rows = [one for one in compared(data["points"]) if one["version"].startswith(engine)]
        lines = [f"| query | version | {engine} | Finestra | quotient | runs | measured |"]
        lines.append("|---|---|---:|---:|---|---:|---|")
        lines += map(_line, rows)
        parts += ["", f"## {engine}", "", *lines]
    file.with_suffix(".md").write_text("\n".join(parts) + "\n", encoding="utf-8")


def _line(point: Point) -> str:
    version, own, ours = point["version"], point["baseline"], point["y"]
    figures = f"{own:,.0f} | {ours:,.0f} | {mark(ours / own)} | {len(point['runs'])}"
    return f"| {_query(point)} | {version} | {figures} | {point['date'][:10]} |"


def _query(point: Point) -> str:
    """The name of a query; that of Finestra's second way in Flink stands in it."""
    subject, _, aggregate = point["series"].partition(" ")
    way = f"`{subject}`, " if "_" in subject else ""
    return f"{point['chart']}, {way}{aggregate}, {_x(point)}"


def _x(point: Point) -> str:
    return point["x"] if isinstance(point["x"], str) else f"{point['x_name']} {point['x']}"


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
