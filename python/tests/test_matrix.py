"""The parts of ``finestra bench spark-matrix`` and ``flink-matrix`` that need no engine."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from finestra.bench import flink_matrix
from finestra.bench.matrix import cells, pairs, queries
from finestra.bench.matrix.cells import Cell
from finestra.bench.matrix.drawing import drawn, mark

MOST_ROWS = 1_000_000
GRID = list(cells.cells(MOST_ROWS))


@pytest.mark.parametrize(
    ("quotients", "seconds", "more"),
    [
        ([], 0, True),
        ([1.6], 1, False),
        ([1.3], 1, True),
        ([1.3], pairs.BUDGET, False),
        ([1.1], pairs.BUDGET, True),
        ([0.7] * 2, 100, True),
        ([0.7] * 3, 20, True),
        ([0.7] * 3, 100, False),
        ([0.97] * 6, 20, True),
        ([0.97] * 7, 20, False),
        ([0.97] * 3, pairs.BUDGET_IF_SLOWER, False),
    ],
)
def test_a_cell_has_as_many_pairs_as_its_quotient_needs(
    quotients: list[float], seconds: float, more: bool
) -> None:
    """One if Finestra is clearly faster, more if it seems to be slower, within the budget."""
    assert pairs.needs_another_pair(quotients, seconds) == more


def test_both_queries_run_in_turns() -> None:
    """Each is the first one in every second pair, and runs to warm up are not measured."""
    order: list[str] = []
    slow: Iterator[float] = iter([9, 2.0, 2.4, 2.2])
    fast: Iterator[float] = iter([9, 2.0, 2.0, 2.0])

    def run(name: str, times: Iterator[float]) -> float:
        order.append(name)
        return next(times)

    measured = pairs.measure(lambda: run("off", slow), lambda: run("on", fast))
    assert order == ["off", "on", "on", "off", "off", "on", "on", "off"]
    assert [pair.quotient for pair in measured] == [1.0, 1.1, 1.2]
    assert pairs.middle(measured).quotient == 1.1


def test_an_obvious_gain_is_measured_once() -> None:
    """The run to warm up says enough."""
    measured = pairs.measure(lambda: 9.0, lambda: 1.0)
    assert measured == [pairs.Pair(9.0, 1.0)]


def test_the_grid_has_each_way_and_each_number_of_keys() -> None:
    """With 10,000 keys, ``OVER`` and ``groupBy`` have every aggregate."""
    assert len({cell.name for cell in GRID}) == len(GRID)
    ways = {(cell.way, cell.keys) for cell in GRID}
    assert ways == {(way, keys) for way in cells.X_NAMES for keys in (1, 10_000, 1_000_000)}
    for way, xs in ((cells.OVER, cells.FRAMES), (cells.GROUP_BY, cells.OVERLAPS)):
        here = {(c.aggregate, c.x) for c in GRID if (c.way, c.keys) == (way, 10_000)}
        assert here >= {(aggregate, x) for aggregate in cells.AGGREGATES for x in xs}


def test_a_cell_has_no_more_rows_than_asked_for() -> None:
    """For a quick look."""
    assert {cell.rows for cell in cells.cells(2000)} == {2000}


def test_over_and_group_by_are_the_same_query_with_finestra() -> None:
    """Only settings differ."""
    for cell in GRID:
        if cell.way in (cells.OVER, cells.GROUP_BY):
            assert queries.with_finestra(cell) == queries.without(cell)


def test_the_map_has_a_color_for_each_cell() -> None:
    """White means that Finestra leaves the query to Spark."""
    assert [mark(q) for q in (0.949, 0.95, 0.9, 0.899, None)] == [
        "🟨 0.95", "🟩 0.95", "🟨 0.90", "🟥 0.90", "⬜",
    ]  # fmt: skip
    one, other = (Cell(cells.OVER, 1, "sum", frame, 1000) for frame in ("ROWS 2", "ROWS 20"))
    assert drawn({one: None, other: 1.5}).splitlines() == [
        "## OVER, 1 key",
        "",
        "| frame | ROWS 2 | ROWS 20 |",
        "|---|---|---|",
        "| sum | ⬜ | 🟩 1.50 |",
        "| rows | 1,000 | 1,000 |",
    ]


def test_the_map_of_flink_has_each_point_next_to_flinks_own(tmp_path: Path) -> None:
    """Other units and points without a baseline are only in the tables."""

    def point(series: str, x: int, y: float, baseline: float | None, unit: str) -> object:
        place = {"chart": "heap_1", "series": series, "x_name": "overlap", "x": x}
        return {**place, "y": y, "baseline": baseline, "unit": unit, "runs": [y]}

    points = [
        point("finestra sum", 1, 80, 100, "events/s"),
        point("finestra sum", 1, 8, 10, "results"),
        point("finestra sum", 10, 300, 100, "events/s"),
        point("flink sum", 1, 100, None, "events/s"),
    ]
    facts = {"command": "", "date": "", "commit": "", "machine": {"model": "", "cores": 2}}
    out = tmp_path / "map.json"
    out.write_text(json.dumps({**facts, "failures": [], "points": points}))
    assert flink_matrix.draw(out) == ["heap_1, finestra sum, overlap 1: 0.80"]
    assert (
        "## heap_1\n\n| overlap | 1 | 10 |\n|---|---|---|\n| finestra sum | 🟥 0.80 | 🟩 3.00 |\n"
        in out.with_suffix(".md").read_text()
    )
