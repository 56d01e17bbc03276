"""Drawings of a tree: lines for a terminal, and SVG in the style of the papers' figures."""

import json
from collections.abc import Iterator
from html import escape
from typing import Any

Node = dict[str, Any]

_MARKS = {"up": "Π↑", "left": "Π↙", "right": "Π↘", "inner": "Π", "all": "Π", "suffixes": "Π↙ each"}
_TERMINAL = {"root": "35", "left": "36", "right": "33", "none": "0"}
_FILLS = {"root": "#e8d9f5", "left": "#d3ecf0", "right": "#fbe6c8", "none": "#f3f3f3"}
_PLACES = {"root": "root", "left": "left spine", "right": "right spine", "none": "off the spines"}

_LETTER = 7.5
_HIGH = 46
_STEP = 86
_GAP = 14
_TOP = 60


def nodes(node: Node) -> Iterator[Node]:
    """All nodes of a tree, parents first."""
    yield node
    for child in node["children"]:
        yield from nodes(child)


def title(tree: Node) -> str:
    """One line that describes the tree."""
    return (
        f"{tree['algorithm']} of {tree['aggregation']}: {tree['size']} entries, "
        f"height {tree['height']}, at most {tree['most']} entries per node, "
        f"aggregate {_shown(tree['aggregate'])}"
    )


def _shown(value: Any) -> str:
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in shown)
    return shown if len(shown) <= 16 else shown[:15] + "…"


def _kept(node: Node) -> str:
    mark = _MARKS[node["kind"]]
    if node["kind"] == "suffixes":
        return mark
    return f"{mark} stale" if node.get("stale") else f"{mark} {_shown(node['aggregate'])}"


def _entries(node: Node) -> str:
    return "  ".join(
        f"{time}:{_shown(value)}" for time, value in zip(node["times"], node["values"])
    )


def text(tree: Node, colours: bool) -> str:
    """The tree as indented lines: children below their parent, the oldest first."""
    lines = [title(tree), ""]
    _add(tree["root"], "", "", colours, lines)
    lines += ["", "time:value of each entry; Π↑ up, Π↙ left, Π↘ right, Π at the root"]
    return "\n".join(lines) + "\n"


def _add(node: Node, first: str, further: str, colours: bool, lines: list[str]) -> None:
    box = f"[{_entries(node)}]"
    if colours:
        box = f"\x1b[{_TERMINAL[node['spine']]}m{box}\x1b[0m"
    lines.append(f"{first}{box}  {_kept(node)}  ({_PLACES[node['spine']]})")
    for i, child in enumerate(node["children"]):
        last = i == len(node["children"]) - 1
        bough, space = ("└─ ", "   ") if last else ("├─ ", "│  ")
        _add(child, further + bough, further + space, colours, lines)


def svg(tree: Node) -> str:
    """The tree as a picture: leaves at the bottom in time order, coloured spines."""
    placed: list[tuple[Node, float, float]] = []
    width, _ = _place(tree["root"], 20.0, tree["height"], placed)
    width = max(width + 20, _LETTER * len(title(tree)) + 40)
    height = _TOP + _STEP * tree["height"] + _HIGH + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}" font-family="monospace" font-size="12">',
        f"<title>{escape(title(tree))}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="20" y="28" font-size="13">{escape(title(tree))}</text>',
    ]
    where = {id(node): (x, y) for node, x, y in placed}
    for node, x, y in placed:
        for child in node["children"]:
            to_x, to_y = where[id(child)]
            parts.append(
                f'<line x1="{x:.1f}" y1="{y + _HIGH:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
                'stroke="#888"/>'
            )
    for node, x, y in placed:
        parts.append(_box(node, x, y))
    parts.append(_legend(height - 18))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _wide(node: Node) -> float:
    return _LETTER * max(len(_entries(node)), len(_kept(node)), 3) + 14


def _place(
    node: Node, left: float, height: int, placed: list[tuple[Node, float, float]]
) -> tuple[float, float]:
    """Place a node above the middle of its children; return its right end and its middle."""
    y = _TOP + _STEP * (height - node["level"])
    middles = []
    right = left
    for child in node["children"]:
        right, middle = _place(child, right, height, placed)
        middles.append(middle)
    own = _wide(node)
    middle = (middles[0] + middles[-1]) / 2 if middles else left + own / 2
    middle = max(middle, left + own / 2)
    placed.append((node, middle, y))
    return max(right, middle + own / 2 + _GAP), middle


def _box(node: Node, x: float, y: float) -> str:
    own = _wide(node)
    return (
        f'<g class="{node["spine"]}">'
        f'<rect x="{x - own / 2:.1f}" y="{y:.1f}" width="{own:.1f}" height="{_HIGH}" rx="4" '
        f'fill="{_FILLS[node["spine"]]}" stroke="#555"/>'
        f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{escape(_entries(node))}</text>'
        f'<text x="{x:.1f}" y="{y + 36:.1f}" text-anchor="middle" fill="#555">'
        f"{escape(_kept(node))}</text></g>"
    )


def _legend(y: float) -> str:
    parts = []
    x = 20.0
    for spine, name in _PLACES.items():
        parts.append(
            f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="12" height="12" '
            f'fill="{_FILLS[spine]}" stroke="#555"/>'
            f'<text x="{x + 17:.1f}" y="{y:.1f}" font-size="11">{name}</text>'
        )
        x += 30 + _LETTER * len(name)
    return "".join(parts)
