"""The page of ``make bench-lines``."""

import json
from pathlib import Path

from finestra.bench import measurements
from finestra.bench.lines import page
from finestra.bench.measurements import Point


def points(version: str, own: float, ours: float) -> list[Point]:
    """A query on a version."""
    both = [
        measurements.point("groupBy", subject, "sum", ("overlap", 2), rate, "rows/s of CPU")
        for subject, rate in (("spark", own), ("finestra", ours))
    ]
    facts = {"version": version, "date": "2026-11-29T01:00:00Z"}
    return [{**one, **facts} for one in measurements.with_baselines(both, baseline="spark")]


def test_a_query_has_a_row_for_each_version_from_the_oldest_on(tmp_path: Path) -> None:
    given = points("Spark 10.0.1", 10.0, 9.0) + points("Spark 4.0.2", 1_000.0, 2_000.0)
    file = tmp_path / "lines.json"
    measurements.write(file, "make bench-lines", given)
    page.write(file, json.loads(file.read_text(encoding="utf-8")))
    rows = [line for line in file.with_suffix(".md").read_text().splitlines() if "groupBy" in line]
    assert rows == [
        "| groupBy, sum, overlap 2 | Spark 4.0.2 | 1,000 | 2,000 | 🟩 2.00 | 1 | 2026-11-29 |",
        "| groupBy, sum, overlap 2 | Spark 10.0.1 | 10 | 9 | 🟨 0.90 | 1 | 2026-11-29 |",
    ]


def test_losses_name_the_version_and_the_query() -> None:
    given = points("Spark 4.0.2", 10.0, 9.0) + points("Spark 4.1.1", 10.0, 9.6)
    assert page.losses(given) == ["Spark 4.0.2, groupBy, sum, overlap 2: 0.90"]
