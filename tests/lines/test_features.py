"""The table of features in docs/versions.md shows the data that ``make lines`` recorded."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import features

REPORT = """<testsuites><testsuite>
<testcase classname="tests.spark.test_examples" name="test_python[streams.py]">{streams}</testcase>
<testcase classname="tests.spark.test_examples" name="test_python[updates.py]"/>
</testsuite></testsuites>"""


def test_the_page_shows_the_data() -> None:
    text = features.PAGE.read_text(encoding="utf-8")
    assert features.page(text) == text, "run python tests/lines/features.py table"


def test_each_feature_has_tests_and_data() -> None:
    data = json.loads(features.DATA.read_text(encoding="utf-8"))
    for feature, tests in features.FEATURES.items():
        for test in tests:
            file, _, name = test.partition("::")
            engine = file.partition("/")[0]
            text = (features.ROOT / "tests" / file).read_text(encoding="utf-8")
            assert f"def {name.partition('[')[0]}(" in text, test
            assert all(feature in found for found in data[engine].values()), feature


@pytest.mark.parametrize(("streams", "outcome"), [("", True), ("<skipped/>", False)])
def test_a_version_has_a_feature_if_its_tests_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, streams: str, outcome: bool
) -> None:
    stream = "windows of a stream"
    monkeypatch.setattr(features, "FEATURES", {stream: features.FEATURES[stream]})
    report = tmp_path / "spark-4.2.0.xml"
    report.write_text(REPORT.format(streams=streams))
    assert features.has("spark", features.outcomes(report)) == {stream: outcome}


@pytest.mark.parametrize("streams", ["<failure/>", "<error/>"])
def test_a_failed_or_missing_test_ends_the_run(tmp_path: Path, streams: str) -> None:
    report = tmp_path / "spark-4.2.0.xml"
    report.write_text(REPORT.format(streams=streams))
    with pytest.raises(SystemExit, match="windows of a stream: a test is"):
        features.has("spark", features.outcomes(report))
    with pytest.raises(SystemExit, match="missing"):
        features.has("flink", features.outcomes(report))


def test_a_cell_names_the_versions_that_have_a_feature() -> None:
    found = {"2.2.1": {"a": False, "b": True}, "2.3.0": {"a": True, "b": True}}
    assert [features.cell(found, each) for each in ("a", "b", "c")] == ["2.3.0", "yes", "–"]
