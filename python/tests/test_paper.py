"""The papers' figures: chosen by number, judged by their claims, drawn, and put on one page."""

import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from finestra.bench import report
from finestra.bench.figures import FIGURES, Figure
from finestra.bench.paper import choose, draw, series, summary
from finestra.cli import RefusedError, paper


def result(figure: Figure, speed: dict[str, float], failed: int = 0) -> dict[str, Any]:
    """A measured figure as if each algorithm were so fast, faster with what varies."""
    points: list[dict[str, Any]] = [{"command": "none", "failed": "no"}] * failed
    for aggregation in figure.aggregations:
        for algorithm in figure.algorithms:
            base = {"command": "finestra bench point", "algorithm": algorithm}
            base["aggregation"] = aggregation
            fast = speed.get(algorithm, 1.0)
            if figure.percentiles:
                times = {f"{figure.metric}_p{p}_ns": 1e3 / fast for p in ("50", "99", "99.9")}
                points.append({**base, **times})
            else:
                for at in figure.quick.values:
                    rate = 1e6 * fast * (1 + at / 1e6)
                    points.append({**base, figure.varies: at, figure.metric: rate})
    return {
        "title": figure.title,
        "size": "quick",
        "date": "2026-01-01T00:00:00Z",
        "machine": "none",
        "points": points,
    }


def test_figures_are_chosen_by_paper_and_number() -> None:
    assert [figure.name for figure in choose("bulk-fiba", [11])] == ["bulk-fiba-11"]
    assert len(choose(None, [11])) == 3
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


def test_points_that_failed_are_told() -> None:
    (figure,) = choose("bulk-fiba", [13])
    told = summary(figure, {**result(figure, {}), "points": [{"command": "x", "failed": "y"}]})
    assert told.endswith("not told here, for points are missing (quick); 1 points failed")


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_every_figure_can_be_judged_drawn_and_reported(figure: Figure, tmp_path: Path) -> None:
    measured = result(figure, {})
    assert "not told" not in summary(figure, measured)
    assert len(series(figure, measured)) == len(figure.algorithms) * len(figure.aggregations)
    png, svg = draw(figure, measured, tmp_path)
    assert png.read_bytes().startswith(b"\x89PNG")
    drawn = "".join(ET.parse(svg).getroot().itertext())
    for algorithm in figure.algorithms:
        assert algorithm in drawn
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
