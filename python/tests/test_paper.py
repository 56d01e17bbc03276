"""The papers' figures: chosen by number, judged by their claims, drawn, and put on one page."""

import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from array import array
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from finestra.bench import report
from finestra.bench.figures import FIGURES, Figure
from finestra.bench.figures.reactive import break_even
from finestra.bench.paper import choose, draw, series, summary, times, verdict
from finestra.bench.readings import readings
from finestra.cli import RefusedError, commands


def run_paper(arguments: list[str]) -> int:
    """Run ``finestra bench paper`` in this process."""
    return commands.run(["bench", "paper", *arguments])


def result(figure: Figure, speed: dict[str, float], failed: int = 0) -> dict[str, Any]:
    """A measured figure in which each curve has this speed, and gets faster along the x axis."""
    points: list[dict[str, Any]] = [{"command": "none", "failed": "no"}] * failed
    experiment = figure.experiment
    for aggregation in experiment.aggregations:
        for curve in experiment.curves:
            base = {"command": "finestra bench point", "curve": curve.name}
            base |= {"algorithm": curve.algorithm, "aggregation": aggregation}
            fast = speed.get(curve.name, 1.0)
            if experiment.percentiles:
                shares = ("50", "99", "99.9", "99.999")
                points.append(
                    {**base, **{f"{experiment.metric}_p{p}_ns": 1e3 / fast for p in shares}}
                )
                continue
            quick = experiment.axis.quick
            for at in quick.values:
                parameters = experiment.parameters(quick, curve, at)
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
    with pytest.raises(ValueError, match="choose from bulk-fiba 7, "):
        choose("daba", [99])


def test_a_claim_is_seen_only_if_it_holds() -> None:
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


def test_the_summary_of_a_table_has_its_sizes() -> None:
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


def test_times_are_in_a_temporary_file_of_integers() -> None:
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


def test_a_figure_with_failed_points_is_not_judged() -> None:
    (figure,) = choose("bulk-fiba", [13])
    whole = result(figure, {"b_fiba4": 3, "b_fiba8": 3})
    assert verdict(figure, whole) is True
    for some in ({**whole, "points": []}, result(figure, {"b_fiba4": 3, "b_fiba8": 3}, 2)):
        assert verdict(figure, some) is None
        assert "seen" not in summary(figure, some)
    told = summary(figure, some)
    assert told.endswith(": not judged here (quick): 2 of 42 points failed: no")
    assert ": points are missing" in summary(figure, {**whole, "points": []})


def test_a_failed_measurement_is_reported_as_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    launcher = tmp_path / "bin" / "finestra"
    launcher.parent.mkdir()
    launcher.write_text("#!/bin/sh\necho at first >&2\necho 'no memory' >&2\nexit 1\n")
    launcher.chmod(0o755)
    monkeypatch.setattr("finestra.bench.paper.CHECKOUT", tmp_path)
    out = tmp_path / "out"
    arguments = ["--paper", "bulk-fiba", "--figure", "10", "--out", str(out)]
    for again in ([], ["--again"]):
        assert run_paper([*arguments, *again]) == 1
        assert "not judged here (quick): 8 of 8 points failed: no memory" in (
            capsys.readouterr().out
        )
    assert "points failed: no memory" in (out / "index.html").read_text()


TRIPS = """ride_id,started_at,ended_at,start_station_id,end_station_id
1,2018-07-01 10:00:00,2018-07-01 12:00:00,1,2
2,2018-07-01 11:00:00,2018-07-01 11:10:00,1,2
3,2018-07-01 11:30:00,2018-07-01 11:50:00,1,2
"""
READINGS = """2012-02-22T16:46:28.9670000+00:00\t1\t1\t1\t1
2012-02-22T16:46:28.9770000+00:00\t2\t1\t1\t1
"""


def test_recorded_data_are_measured_instead_of_synthetic_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken: list[list[int]] = []

    def point(command: list[str]) -> dict[str, Any]:
        numbers = array("q", Path(command[command.index("--times") + 1]).read_bytes())
        if sys.byteorder == "little":
            numbers.byteswap()
        taken.append(list(numbers))
        return {"failed": "not tried"}

    monkeypatch.setattr("finestra.bench.paper._point", point)
    trips, readings = tmp_path / "july.csv", tmp_path / "debs.txt"
    trips.write_text(TRIPS)
    readings.write_text(READINGS)
    out = ["--out", str(tmp_path / "out")]
    assert run_paper(["--paper", "bulk-fiba", "--figure", "16", "--trips", str(trips), *out]) == 1
    eleven = 1_530_442_800_000
    assert taken[0] == [eleven, eleven + 1_800_000, eleven - 3_600_000]
    page = (tmp_path / "out" / "index.html").read_text()
    assert "Throughput, trips of july.csv, by" in page
    assert "synthetic" not in page
    taken.clear()
    assert run_paper(["--paper", "daba", "--figure", "12", "--readings", str(readings), *out]) == 1
    assert taken[-1] == [1_329_929_188_967, 1_329_929_188_977]
    assert "not tried" in capsys.readouterr().out
    readings.write_text(TRIPS)
    with pytest.raises(
        RefusedError, match=r"debs\.txt, line 1: a reading needs at least 5 fields, not 1"
    ):
        run_paper(["--paper", "daba", "--figure", "12", "--readings", str(readings), *out])


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_every_figure_can_be_judged_drawn_and_reported(figure: Figure, tmp_path: Path) -> None:
    measured = result(figure, {})
    assert "not judged" not in summary(figure, measured)
    assert len(series(figure, measured)) == len(figure.experiment.curves) * len(
        figure.experiment.aggregations
    )
    png, svg = draw(figure, measured, tmp_path)
    assert png.read_bytes().startswith(b"\x89PNG")
    drawn = "".join(ET.parse(svg).getroot().itertext())
    for curve in figure.experiment.curves:
        assert curve.name in drawn
    report.write(tmp_path, {figure.name: measured}, tmp_path / "page" / "index.html")
    page = (tmp_path / "page" / "index.html").read_text()
    assert "<metadata" not in page
    assert 'src="' not in page
    assert 'href="http' not in page
    Balanced().feed(page)
    assert f'<section id="{figure.name}">' in page


def test_the_report_in_the_repository_needs_no_network_and_names_no_machine() -> None:
    page = (Path(__file__).parents[2] / "docs" / "report" / "index.html").read_text("utf-8")
    Balanced().feed(page)
    sections = re.findall('<section id="([^"]+)">', page)
    assert {name.partition("-")[0] for name in sections} >= {"bulk", "fiba", "daba", "reactive"}
    assert set(sections) <= {figure.name for figure in FIGURES}
    assert sections == re.findall(r"<p>([\w-]+): ", page), "the report does not judge every figure"
    assert not re.search(r'src="|href="http|url\(http|/tmp/|/home/|/root/', page)


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
        (["--figure", "99"], "There is no figure 99; choose from bulk-fiba 7"),
        (["--figure", "x"], "'x' is not a valid integer"),
        (["--seconds", "0"], "0.0 is not in the range 0<x<=60"),
        (["--figure", "12", "--again", "--out", "{}"], "without --again"),
        (["--figure", "7", "--out", "/proc/nope/x"], "cannot make /proc/nope/x: No such file"),
        (["--report", "/proc/nope/x", "--out", "{}"], "cannot make /proc/nope: No such file"),
        (["--figure", "7", "--trips", "x"], "uses trips; these do: bulk-fiba-16"),
        (["--readings", "x"], "--readings: x does not exist"),
    ],
)
def test_bad_options_are_refused(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=sentence):
        run_paper([argument.format(tmp_path) for argument in arguments])


CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

LOOK = """<pre id="seen"></pre><script>
const all = (what, from = document) => [...from.querySelectorAll(what)];
const ids = all("[id]").map(each => each.id);
const box = each => each.getBoundingClientRect();
document.getElementById("seen").textContent = JSON.stringify({
  title: document.title,
  sections: Object.fromEntries(all("section").map(each => [each.id, {
    title: each.querySelector("h2").innerText,
    pictures: all("svg", each).map(svg => Math.round(box(svg).width)),
    strokes: all("svg path", each).filter(path => box(path).width > 20).length,
    cells: all("td", each).length,
  }])),
  twice: ids.filter((id, at) => ids.indexOf(id) < at),
  dangling: all("use").map(use => use.getAttribute("xlink:href") || use.getAttribute("href"))
    .filter(link => !document.getElementById(link.slice(1))),
  cut: all("svg").filter(svg => box(svg).right > window.innerWidth).length,
  asked: performance.getEntriesByType("resource").map(each => each.name),
});
</script>"""


def seen(page: Path) -> Any:
    """The facts about a page after the browser has laid it out."""
    looked = page.with_name("looked.html")
    text = page.read_text(encoding="utf-8").replace("</body>", f"{LOOK}</body>")
    looked.write_text(text, encoding="utf-8")
    assert CHROMIUM is not None
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += ["--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={page.parent / 'own'}"]
    done = subprocess.run(
        [*command, looked.as_uri()], capture_output=True, text=True, check=True, timeout=300
    )
    found = re.search(r'<pre id="seen">(.+?)</pre>', done.stdout, re.DOTALL)
    assert found is not None, done.stdout[-2000:]
    return json.loads(unescape(found[1]))


@pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium here; make browser-test installs Debian's"
)
def test_a_browser_shows_every_figure_whole(tmp_path: Path) -> None:
    figures = [choose(paper, [])[0] for paper in ("bulk-fiba", "fiba", "daba", "reactive")]
    results = {figure.name: result(figure, {}) for figure in figures}
    for figure in figures:
        draw(figure, results[figure.name], tmp_path)
    report.write(tmp_path, results, tmp_path / "index.html")
    page = seen(tmp_path / "index.html")
    assert page["title"] == "Finestra: the papers' figures"
    assert list(page["sections"]) == [figure.name for figure in figures]
    for figure in figures:
        section = page["sections"][figure.name]
        assert figure.title in section["title"]
        assert [width > 300 for width in section["pictures"]] == [True]
        assert section["strokes"] >= len(figure.experiment.curves), "a curve is not drawn"
        assert section["cells"] > len(figure.experiment.curves)
    for wrong in ("twice", "dangling", "cut", "asked"):
        assert not page[wrong], f"{wrong}: {page[wrong]}"
