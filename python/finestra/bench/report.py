"""The report: one static page with the figures of the last run; it needs no network."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

from finestra.bench.figures import FIGURES, Figure
from finestra.bench.figures.figure import Experiment
from finestra.bench.paper import PERCENTILES, series, summary, title

_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;font-size:.85rem}td,th{padding:.15rem .6rem;text-align:right}
th:first-child,td:first-child{text-align:left}tr:nth-child(even){background:#f3f3f3}
svg{max-width:100%;height:auto}code{background:#f3f3f3}"""


def write(folder: Path, results: dict[str, dict[str, Any]], to: Path) -> None:
    """Write one page with the figures of a folder."""
    parts = [
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
        f"<title>Finestra: the papers' figures</title><style>{_STYLE}</style></head><body>",
        "<h1>The papers' figures, measured</h1>",
        "<p>Each figure was measured on one machine with Finestra's own algorithms. Other work on "
        "that machine changes the numbers, so read the shapes and the ratios.</p>",
    ]
    for figure in FIGURES:
        if figure.name in results:
            parts.append(_section(figure, results[figure.name], folder / f"{figure.name}.svg"))
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text("\n".join([*parts, "</body></html>"]) + "\n", encoding="utf-8")


def _section(figure: Figure, result: dict[str, Any], picture: Path) -> str:
    curves = series(figure, result)
    experiment = figure.experiment
    columns = sorted({at for curve in curves.values() for at in curve})
    heads = [
        f"p{PERCENTILES[at]}" if experiment.percentiles else f"{experiment.axis.varies} = {at:,}"
        for at in columns
    ]
    head = "".join(f"<th>{each}</th>" for each in heads)
    rows = []
    for (algorithm, aggregation), curve in curves.items():
        cells = "".join(f"<td>{_number(experiment, curve.get(at))}</td>" for at in columns)
        rows.append(f"<tr><td>{algorithm} {aggregation}</td>{cells}</tr>")
    image = _inline(picture.read_text(encoding="utf-8"), figure.name) if picture.is_file() else ""
    command = result["points"][0]["command"]
    return (
        f'<section id="{figure.name}"><h2>{escape(figure.paper)}, figure {figure.number}: '
        f"{escape(title(figure, result))}</h2><p>{escape(summary(figure, result))}.</p>{image}"
        f"<p>{escape(experiment.unit)}; {escape(result['date'])}, {escape(result['machine'])}; "
        f"the first point: <code>{escape(command)}</code></p>"
        f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table></section>"
    )


def _number(experiment: Experiment, value: float | None) -> str:
    if value is None:
        return "–"
    if experiment.percentiles:
        return f"{value:,.0f}"
    return f"{value:,.2f}" if value >= 1 else f"{value:.3g}"


def _inline(svg: str, name: str) -> str:
    """A picture to embed; its ids get a prefix, so that no two pictures share one."""
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'id="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    return re.sub(r'xlink:href="#([^"]+)"', rf'xlink:href="#{name}-\1"', svg)
