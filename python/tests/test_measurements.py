"""Measurements: each point with its baseline, and tables that show both."""

import json
from pathlib import Path

from finestra.bench import measurements


def test_points_find_their_baselines_and_tables_divide_by_them(tmp_path: Path) -> None:
    x = ("frame", 10)
    points = measurements.with_baselines(
        [
            measurements.point("over", "finestra", "sum keys=1", x, 3_000_000, "rows/s"),
            measurements.point("over", "spark", "sum keys=1", x, 1_000_000, "rows/s"),
            measurements.point("over", "finestra", "sum keys=9", x, 5, "rows/s"),
            measurements.point("over", "spark", "sum keys=9", ("frame", "all"), 7, "rows/s"),
        ],
        baseline="spark",
    )
    assert [one["baseline"] for one in points] == [1_000_000, None, None, None]
    file = tmp_path / "results" / "spark.json"
    measurements.write(file, "finestra bench spark", points, versions={"spark": "4.2.0"})
    lines = [line for line in file.read_text("utf-8").splitlines() if '"chart"' in line]
    assert len(lines) == 4
    data = json.loads(file.read_text("utf-8"))
    assert set(data) >= {"format", "command", "date", "commit", "machine", "versions"}
    shown = measurements.write_tables(file).read_text("utf-8")
    assert shown.startswith("`finestra bench spark`, 20")
    assert (
        "\n## over\n\n| rows/s | frame 10 | frame all |\n| --- | ---: | ---: |\n"
        "| finestra sum keys=1 | 3,000,000 (3) |  |\n"
    ) in shown
