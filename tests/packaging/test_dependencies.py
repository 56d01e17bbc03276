"""docs/dependencies.md lists all dependencies of the poms and pyproject.toml, with licences."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import dependencies

# Licences that may be used. Tests and benchmarks are never published.
FREE = ("Apache", "BSD", "MIT", "MPL", "Eclipse", "Python Software", "Classpath exception")
SHIPPED = [
    "com.google.code.gson:gson",
    "info.picocli:picocli",
    "org.apache.datasketches:datasketches-java",
    "org.apache.datasketches:datasketches-memory",
]


def listed(text: str) -> list[list[str]]:
    """The rows of a page: name, version, place, licence."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return [row for row in rows if row[0] not in ("what", "---")]


def test_the_page_is_up_to_date() -> None:
    text = dependencies.PAGE.read_text("utf-8")
    # If no version is pinned, another version may word its licence differently.
    now = [row[:3] for row in listed(dependencies.page(text))]
    assert [row[:3] for row in listed(text)] == now, "run make dependencies"


def test_each_dependency_has_a_free_licence() -> None:
    rows = listed(dependencies.PAGE.read_text("utf-8"))
    assert len(rows) > 20
    for name, _, _, licence in rows:
        assert any(word.lower() in licence.lower() for word in FREE), f"{name}: {licence}"


def test_the_jars_contain_only_listed_libraries() -> None:
    rows = listed(dependencies.PAGE.read_text("utf-8"))
    shipped = [name for name, _, where, _ in rows if "in the jars" in where]
    assert shipped == SHIPPED
