"""An advisory is reported if it applies to a pinned version, and only then."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import advisories

VERSIONS = {("Maven", "org.example:windows"): {"3.1.2"}, ("PyPI", "windows"): {"3.1.2"}}


def advisory(
    folder: Path, ecosystem: str, name: str, *events: dict[str, str], **more: object
) -> None:
    package = {"ecosystem": ecosystem, "name": name}
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}]
    affected = {"package": package, "ranges": ranges, **more}
    text = json.dumps({"id": "X-1", "summary": "Windows that fall", "affected": [affected]})
    folder.joinpath("X-1.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("ecosystem", "name"), VERSIONS)
@pytest.mark.parametrize(
    ("events", "found"),
    [
        (({"introduced": "0"},), True),
        (({"introduced": "0"}, {"fixed": "3.1.2"}), False),
        (({"introduced": "0"}, {"fixed": "3.1.10"}), True),
        (({"introduced": "0"}, {"last_affected": "3.1.2"}), True),
        (({"introduced": "0"}, {"last_affected": "3.1.2-rc1"}), False),
        (({"introduced": "3.1.2"}, {"fixed": "3.2"}), True),
        (({"introduced": "3.1.3"},), False),
        (({"introduced": "3.0"}, {"fixed": "3.1.1"}, {"introduced": "3.1.2"}), True),
        (({"fixed": "3.0"}, {"introduced": "3.1"}, {"introduced": "0"}), True),
    ],
)
def test_a_version_in_a_range(
    tmp_path: Path, ecosystem: str, name: str, events: tuple[dict[str, str], ...], found: bool
) -> None:
    advisory(tmp_path, ecosystem, name, *events)
    line = f"{name} 3.1.2: X-1: Windows that fall"
    assert advisories.about(tmp_path, VERSIONS) == (1, [line] if found else [])


@pytest.mark.parametrize(
    ("bound", "found"), [("<= 3.0.3", False), ("< 3.1.2", False), ("<= 4", True)]
)
def test_a_range_with_a_textual_bound(tmp_path: Path, bound: str, found: bool) -> None:
    said = {"last_known_affected_version_range": bound}
    advisory(tmp_path, "PyPI", "Windows", {"introduced": "0"}, database_specific=said)
    assert len(advisories.about(tmp_path, VERSIONS)[1]) == found


def test_listed_versions_and_packages_of_other_names(tmp_path: Path) -> None:
    advisory(tmp_path, "PyPI", "windows", versions=["3.1.2"])
    assert len(advisories.about(tmp_path, VERSIONS)[1]) == 1
    advisory(tmp_path, "npm", "windows", {"introduced": "0"})
    assert advisories.about(tmp_path, VERSIONS) == (1, [])
    advisory(tmp_path, "PyPI", "windows-more", {"introduced": "0"})
    assert advisories.about(tmp_path, VERSIONS) == (1, [])


def test_each_version_of_a_package_is_looked_up(tmp_path: Path) -> None:
    advisory(tmp_path, "PyPI", "windows", {"introduced": "0"}, {"fixed": "3"})
    lines = advisories.about(tmp_path, {("PyPI", "windows"): {"1.2", "2.0", "3.0"}})[1]
    assert lines == [f"windows {version}: X-1: Windows that fall" for version in ("1.2", "2.0")]


def test_withdrawn_advisories_and_other_files_are_ignored(tmp_path: Path) -> None:
    advisory(tmp_path, "PyPI", "windows", {"introduced": "0"})
    file = tmp_path / "X-1.json"
    withdrawn = json.loads(file.read_text(encoding="utf-8")) | {"withdrawn": "2026-11-23"}
    file.write_text(json.dumps(withdrawn), encoding="utf-8")
    tmp_path.joinpath("package.json").write_text('{"name": "windows"}', encoding="utf-8")
    commits = {"id": "X-2", "aliases": ["windows"], "affected": [{"ranges": [{"type": "GIT"}]}]}
    tmp_path.joinpath("X-2.json").write_text(json.dumps(commits), encoding="utf-8")
    assert advisories.about(tmp_path, VERSIONS) == (2, [])


def test_maven_sorts_its_versions() -> None:
    rising = ["1-alpha1", "1-rc1", "1", "1-jre", "1.0.1", "1.2", "1.10", "5.0.0-2.2", "5.0.0-2.10"]
    falling = sorted(rising, key=advisories.maven, reverse=True)
    assert falling == rising[::-1]
    assert advisories.maven("1.0.0") == advisories.maven("1")


def test_pinned_versions_are_looked_up() -> None:
    names = {name for _, name in advisories.known()}
    assert {"org.apache.datasketches:datasketches-java", "pyspark", "py4j", "numpy"} <= names
