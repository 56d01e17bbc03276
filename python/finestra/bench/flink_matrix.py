"""The map of ``finestra bench flink-matrix``, drawn from the measurements that Java wrote."""

import json
from pathlib import Path

from finestra.bench import measurements
from finestra.bench.matrix.drawing import FLINK_LEGEND, GREEN, drawn_points
from finestra.bench.measurements import Point

UNIT = "events/s"

#: See the legend.
UNIT_OF_SQL = "events/s of wall clock"


def is_cell(point: Point) -> bool:
    """Whether a measurement is a cell of the map."""
    unit = UNIT_OF_SQL if point["chart"].endswith("_sql") else UNIT
    return point["unit"] == unit and bool(point["baseline"])


def draw(out: Path) -> list[str]:
    """Write the map and the tables next to a file of measurements; return the losses."""
    points = json.loads(out.read_text(encoding="utf-8"))["points"]
    cells = [point for point in points if is_cell(point)]
    measurements.write_tables(out, f"{FLINK_LEGEND}\n{drawn_points(cells)}\n")
    return [
        f"{one['chart']}, {one['series']}, {one['x_name']} {one['x']}: "
        f"{one['y'] / one['baseline']:.2f}"
        for one in cells
        if one["y"] < GREEN * one["baseline"]
    ]
