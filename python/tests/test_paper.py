"""The papers' figures: chosen by number, judged by their claims, drawn, and put on one page."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from finestra.bench import report
from finestra.bench.figures import FIGURES, Figure
from finestra.bench.figures.reactive import break_even
from finestra.bench.paper import choose, draw, series, summary, times
from finestra.bench.readings import readings
from finestra.cli import RefusedError, paper


def result(figure: Figure, speed: dict[str, float], failed: int = 0) -> dict[str, Any]:
    """A measured figure as if each curve were so fast, faster with what varies."""
    points: list[dict[str, Any]] = [{"command": "none", "failed": "no"}] * failed
    for aggregation in figure.aggregations:
        for curve in figure.curves:
            base = {"command": "finestra bench point", "curve": curve.name}
            base |= {"algorithm": curve.algorithm, "aggregation": aggregation}
            fast = speed.get(curve.name, 1.0)
            if figure.percentiles:
                shares = ("50", "99", "99.9", "99.999")
                points.append({**base, **{f"{figure.metric}_p{p}_ns": 1e3 / fast for p in shares}})
                continue
            for at in figure.quick.values:
                parameters = figure.parameters(figure.quick, curve, at)
                if parameters:
                    rates = {"items_per_s": 1e6 * fast * (1 + at / 1e6)}
                    rates |= {"reads_per_update": at / fast, "writes_per_update": at / fast}
                    points.append({**base, **parameters, **rates})
    return {
        "title": figure.title,
        "size": "quick",
        "date": "2026-01-01T00:00:00Z",
        "machine": "none",
        "points": points,
    }


def test_figures_are_chosen_by_paper_and_number() -> None:
    assert [figure.name for figure in choose("bulk-fiba", [11])] == ["bulk-fiba-11"]
    assert len(choose(None, [11])) == 4
    assert [figure.name for figure in choose("fiba", [12])] == ["fiba-12", "fiba-12-far"]
    assert choose(None, []) == list(FIGURES)
    with pytest.raises(ValueError, match="there are bulk-fiba 7, "):
        choose("daba", [99])


def test_a_claim_is_seen_where_it_holds_and_not_where_it_does_not() -> None:
    (thirteen,) = choose("bulk-fiba", [13])
    assert ": seen here" in summary(thirteen, result(thirteen, {"b_fiba4": 3, "b_fiba8": 3}))
    assert "not seen here" in summary(thirteen, result(thirteen, {"nb_fiba8": 3}))
    (seven,) = choose("bulk-fiba", [7])
    fast = {"b_fiba4": 9.0, "b_fiba8": 9.0, "amta": 9.0}
    assert ": seen here" in summary(seven, result(seven, fast))
    assert "not seen here" in summary(seven, result(seven, {"nb_fiba4": 9}))


def test_break_even_lies_between_the_sizes_that_were_measured() -> None:
    slow = {("recalculate", "max"): {2: 8.0, 8: 2.0, 32: 0.5}}
    assert break_even({("reactive", "max"): {2: 4.0, 8: 4.0, 32: 4.0}, **slow}, "max") == 4
    assert break_even({("reactive", "max"): {2: 9.0, 8: 4.0, 32: 4.0}, **slow}, "max") == 2
    assert break_even({("reactive", "max"): {2: 0.1, 8: 0.1, 32: 0.1}, **slow}, "max") is None
    assert break_even({("reactive", "max"): {2: 4.0, 8: 4.0, 32: 4.0}, **slow}, "max", 8) == 32


def test_the_table_is_told_with_its_sizes() -> None:
    (table,) = choose("reactive", [3])
    measured = result(table, {})
    for point in measured["points"]:
        point["items_per_s"] = 1e6 if point["curve"] == "reactive" else 1e8 / point["n"]
    told = summary(table, measured)
    assert "not seen here (quick); break-even and 10× at: count 100 and 1,000; sum 100" in told
    for point in measured["points"]:
        if point["aggregation"] in ("count", "collect") and point["curve"] == "reactive":
            point["items_per_s"] = 1
    assert ": seen here (quick); break-even and 10× at: count never and never" in summary(
        table, measured
    )


def test_times_are_a_file_of_whole_numbers_that_goes_away() -> None:
    with times("readings", True) as (option, name):
        file = Path(name)
        numbers = [
            int.from_bytes(file.read_bytes()[i : i + 8], "big", signed=True)
            for i in range(0, 8_000, 8)
        ]
        assert numbers == list(readings(1_000, 7))
        assert numbers == sorted(numbers)
        assert option == "--times"
    assert not file.exists()
    with times("", True) as none:
        assert none == []


def test_points_that_failed_are_told() -> None:
    (figure,) = choose("bulk-fiba", [13])
    told = summary(figure, {**result(figure, {}), "points": [{"command": "x", "failed": "y"}]})
    assert told.endswith("not told here, for points are missing (quick); 1 points failed")


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_every_figure_can_be_judged_drawn_and_reported(figure: Figure, tmp_path: Path) -> None:
    measured = result(figure, {})
    assert "not told" not in summary(figure, measured)
    assert len(series(figure, measured)) == len(figure.curves) * len(figure.aggregations)
    png, svg = draw(figure, measured, tmp_path)
    assert png.read_bytes().startswith(b"\x89PNG")
    drawn = "".join(ET.parse(svg).getroot().itertext())
    for curve in figure.curves:
        assert curve.name in drawn
    report.write(tmp_path, {figure.name: measured}, tmp_path / "page" / "index.html")
    page = (tmp_path / "page" / "index.html").read_text()
    assert "<metadata" not in page
    assert 'src="' not in page
    assert 'href="http' not in page
    Balanced().feed(page)
    assert f'<section id="{figure.name}">' in page


class Balanced(HTMLParser):
    """Every section and table that is opened is closed."""

    def __init__(self) -> None:
        """Begin with none open."""
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Note what opens."""
        if tag in ("section", "table", "tr", "svg"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last one."""
        if tag in ("section", "table", "tr", "svg"):
            assert self.open.pop() == tag


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--figure", "99"], "there is no such figure; there are bulk-fiba 7"),
        (["--figure", "x"], "invalid int value: 'x'"),
        (["--seconds", "0"], "more than 0, at most 60"),
        (["--figure", "12", "--again", "--out", "{}"], "leave out --again"),
    ],
)
def test_bad_options_are_refused(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=sentence):
        paper.run([argument.format(tmp_path) for argument in arguments])
