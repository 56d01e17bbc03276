"""The names that Python knows are those of the catalog."""

import json
import subprocess
from pathlib import Path

import finestra

LAUNCHER = Path(__file__).parents[2] / "bin" / "finestra"


def test_the_names_are_those_of_the_catalog() -> None:
    done = subprocess.run([LAUNCHER, "list", "--json"], capture_output=True, check=True)
    catalog = json.loads(done.stdout)
    algorithms = {one["name"] for one in catalog["algorithms"]}
    assert set(map(str, finestra.Algorithm)) == algorithms | {"fiba", "slicing", "reorder"}
    aggregations = {one["name"] for one in catalog["aggregations"]}
    assert set(map(str, finestra.Aggregation)) == aggregations


def test_a_name_is_its_text_and_takes_parameters() -> None:
    assert {"b_fiba4": 1}[finestra.Algorithm.B_FIBA4] == 1
    assert f"{finestra.Aggregation.MAX}" == "max"
    assert finestra.Aggregation.TUPLE("sum", finestra.Aggregation.MAX) == "tuple(sum,max)"
