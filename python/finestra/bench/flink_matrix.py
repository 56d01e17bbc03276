"""The map of ``finestra bench flink-matrix``, drawn from the measurements that Java wrote."""

import json
from pathlib import Path

from finestra.bench import measurements
from finestra.bench.matrix.drawing import FLINK_LEGEND, GREEN, drawn_points

UNIT = "events/s"


def draw(out: Path) -> list[str]:
    """Write the map and the tables next to a file of measurements; return the losses."""
    points = json.loads(out.read_text(encoding="utf-8"))["points"]
    measurements.write_tables(out, f"{FLINK_LEGEND}\n{drawn_points(points, UNIT)}\n")
    return [
        f"{one['chart']}, {one['series']}, {one['x_name']} {one['x']}: "
        f"{one['y'] / one['baseline']:.2f}"
        for one in points
        if one["unit"] == UNIT and one["baseline"] and one["y"] < GREEN * one["baseline"]
    ]
