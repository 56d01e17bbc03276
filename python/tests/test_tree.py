"""The picture of a tree: its text and its SVG show the entries and aggregates of the window."""

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from finestra.cli import tree
from finestra.core.java import class_path


def drawn(operations: str, algorithm: str, aggregation: str = "max", of: str = "long") -> Any:
    """The tree as data, from the class that prints it."""
    command = ["java", "-cp", class_path(), "dev.finestra.tools.cli.FinestraCommand", "show"]
    command += ["--algorithm", algorithm, "--aggregation", aggregation, "--type", of]
    done = subprocess.run(command, input=operations, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def in_order(node: Any) -> Iterator[tuple[int, int]]:
    """The entries below a node."""
    for i, child in enumerate(node["children"]):
        yield from in_order(child)
        if i < len(node["times"]):
            yield node["times"][i], node["values"][i]
    if not node["children"]:
        assert len(node["times"]) == len(node["values"])
        yield from ((time, node["values"][i]) for i, time in enumerate(node["times"]))


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(["b_fiba2", "b_fiba4", "nb_fiba2", "btree2"]),
    st.dictionaries(st.integers(0, 300), st.integers(0, 999), min_size=1, max_size=120),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 999)), max_size=20),
    st.integers(-1, 150),
)
def test_a_drawing_shows_the_entries_and_their_aggregates(
    algorithm: str, bulk: dict[int, int], late: list[tuple[int, int]], until: int
) -> None:
    entries = dict(sorted(bulk.items()))
    lines = ["bulk_insert " + " ".join(f"{t} {v}" for t, v in entries.items())]
    lines.append(f"bulk_evict {until}")
    entries = {t: v for t, v in entries.items() if t > until}
    for t, v in late:
        lines.append(f"insert {t} {v}")
        entries[t] = max(v, entries.get(t, v))
    picture = drawn("\n".join(lines), algorithm)
    assert list(in_order(picture["root"])) == sorted(entries.items())
    assert picture["aggregate"] == max(entries.values(), default=None)
    for node in tree.nodes(picture["root"]):
        assert len(node["times"]) <= picture["most"]
        if node["kind"] == "up" and not node.get("stale"):
            assert node["aggregate"] == max(v for _, v in in_order(node))
    shown = tree.text(picture, False)
    boxes = re.findall(r"(\d+):\d+", shown)
    assert sorted(map(int, boxes)) == sorted(entries)
    image = ET.fromstring(tree.svg(picture))
    groups = image.findall("{http://www.w3.org/2000/svg}g")
    assert len(groups) == sum(1 for _ in tree.nodes(picture["root"]))


def test_a_drawing_shows_stale_aggregates() -> None:
    lines = ["bulk_insert " + " ".join(f"{t} 1" for t in range(0, 600, 2)), "query"]
    lines += [f"insert {t} 1" for t in range(101, 131, 2)]
    picture = drawn("\n".join(lines), "b_fiba4", "sum")
    assert picture["aggregate"] == 315
    assert any(node.get("stale") for node in tree.nodes(picture["root"]))


def test_a_drawing_has_texts_of_any_letters() -> None:
    picture = drawn('insert 1 "a\\u0001b\\n"\n', "b_fiba4", "max", "string")
    assert "a\\x01b\\n" in tree.text(picture, False)
    ET.fromstring(tree.svg(picture))


def test_show_draws_the_algorithm_that_auto_has_chosen() -> None:
    picture = drawn("insert 2 2\ninsert 1 1\n", "auto")
    assert picture["algorithm"].startswith("b_fiba")
    assert list(in_order(picture["root"])) == [(1, 1), (2, 2)]
