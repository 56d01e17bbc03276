"""Writes the table in ``docs/versions.md`` of what each version has, as the tests found it.

A version has a feature if its tests passed there. If the suite skips them, the version lacks it.

    python tests/lines/features.py tests spark    the tests of Spark's features
    python tests/lines/features.py record FOLDER  reads FOLDER/ENGINE-VERSION.xml, pytest's reports
                                                  for each version, and writes data and table
    python tests/lines/features.py table          writes the table from the data
"""

import datetime as dt
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "python")]
from finestra.core.lines import LINES  # noqa: E402

PAGE = ROOT / "docs" / "versions.md"
DATA = ROOT / "docs" / "measurements" / "versions.json"
BEGIN, END = "<!-- `make lines` writes this table -->\n", "<!-- end of the table -->\n"

_SQL, _UNCHANGED = "flink/test_sql.py::test_", "spark/test_unchanged_queries.py::test_"
#: The tests that show each feature; an engine without any has no such feature.
FEATURES = {
    "windows of a stream": [
        "spark/test_examples.py::test_python[streams.py]",
        "spark/test_examples.py::test_python[updates.py]",
        "flink/test_windows.py::test_sliding_windows_with_late_rows_equal_plain_python",
        "flink/test_windows.py::test_per_event_windows_equal_plain_python",
    ],
    "windows of a batch": [
        "spark/test_sliding.py::test_classic_batches_and_streams_have_the_same_results",
        "flink/test_windows.py::test_a_batch_equals_plain_python",
    ],
    "`finestra_agg` and other functions in SQL": [
        "spark/test_functions.py::test_classic",
        f"{_SQL}an_aggregate_in_flinks_own_windows_equals_flinks",
        f"{_SQL}an_aggregate_without_inverse_in_flinks_over_equals_flinks",
    ],
    "plain `OVER`, sliding `groupBy`, the hint": [
        f"{_UNCHANGED}finestras_operators_give_sparks_results[classic]",
        "spark/test_examples.py::test_sql[windows.sql]",
    ],
    "plain `HOP` and `OVER` in SQL": [
        "flink/test_unchanged_sql.py::test_one_line_takes_a_query_over",
        "flink/test_unchanged_sql.py::test_the_module_takes_queries_over",
    ],
    "Spark Connect": [
        f"{_UNCHANGED}finestras_operators_give_sparks_results[connect]",
        "spark/test_functions.py::test_connect_says_why_it_cannot_register",
        "spark/test_sliding.py::test_connect_has_the_same_results_and_errors",
    ],
    "`finestra_window` in SQL": [
        f"{_SQL}the_window_function_slides_as_plain_python",
        f"{_SQL}the_window_function_emits_a_result_for_each_row",
    ],
}


def outcomes(report: Path) -> dict[str, str]:
    """Each test's outcome, ``passed``, or the tag of another one in pytest's report."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.get("classname", "").removeprefix("tests.").replace(".", "/")
        others = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        found[f"{file}.py::{case.get('name')}"] = others[0] if others else "passed"
    return found


def has(engine: str, found: dict[str, str]) -> dict[str, bool]:
    """Whether a version has each feature of its engine; exits if a test failed or is missing."""
    features = {}
    for feature, tests in FEATURES.items():
        results = set()
        for test in tests:
            if test.startswith(f"{engine}/"):
                cases = [found[each] for each in found if each.partition("[")[0] == test]
                results |= set(cases or [found.get(test, "missing")])
        if results - {"passed", "skipped"}:
            sys.exit(f"{feature}: a test is {', '.join(results)}")
        if results:
            features[feature] = results == {"passed"}
    return features


def record(folder: Path) -> None:
    """Write the data of the reports in a folder."""
    versions: dict[str, dict[str, dict[str, bool]]] = {}
    for report in sorted(folder.glob("*-*.xml")):
        engine, _, version = report.stem.partition("-")
        versions.setdefault(engine, {})[version] = has(engine, outcomes(report))
    data = {"date": dt.datetime.now(dt.timezone.utc).date().isoformat(), **versions}
    DATA.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def cell(features: dict[str, dict[str, bool]], feature: str) -> str:
    """For the versions of a line: yes, no, or the versions that have a feature."""
    having = [version for version, found in features.items() if found.get(feature)]
    if not any(feature in found for found in features.values()):
        return "–"
    return "yes" if len(having) == len(features) else ", ".join(having) or "no"


def table(data: dict[str, dict[str, dict[str, bool]]]) -> str:
    """The table: a column for each line, a row for each feature."""
    columns = {}
    for engine, lines in LINES.items():
        for line in reversed(lines):
            tested = data[engine].items()
            columns[f"{engine.title()} {line}"] = {
                version: found
                for version, found in tested
                if version.rpartition(".")[0] in line.versions
            }
    rows = [["", *columns], ["---"] * (len(columns) + 1)]
    rows.append(["tested", *(", ".join(features) for features in columns.values())])
    rows += [[each, *(cell(of, each) for of in columns.values())] for each in FEATURES]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def page(text: str) -> str:
    """The page with the table of the data."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    head, _, rest = text.partition(BEGIN)
    date = f"\nTested {data['date']}.\n"
    return f"{head}{BEGIN}\n{table(data)}{date}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    verb, *arguments = sys.argv[1:]
    if verb == "tests":
        wanted = (test for tests in FEATURES.values() for test in tests)
        print(*(f"tests/{test}" for test in wanted if test.startswith(arguments[0])))
    else:
        if verb == "record":
            record(Path(arguments[0]))
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
