"""What the pages of docs/ show is what runs: a snippet is quoted from a source that tests run.

A page says where a snippet is from, before its fence: ``<!-- from examples/flink/X.java: name -->``
is what stands in that file between ``page: name`` and ``page: end``, and without a name the whole
file. A command with its output stands behind ``<!-- run -->``; what it measures may differ.
"""

import re
import shlex
import subprocess
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
QUOTING = ["choosing.md", "concepts.md", "moving.md", "operations.md", "own-aggregation.md"]
FENCE = re.compile(r"(?:<!-- (.*?) -->\n)?```(\w*)\n(.*?)```\n", re.DOTALL)


def snippets(mark: str) -> list[tuple[str, str, str]]:
    """The page, what its mark says, and the text, of each snippet with such a mark."""
    return [
        (page.name, said.removeprefix(mark).strip(), text)
        for page in sorted(DOCS.glob("*.md"))
        for said, _, text in FENCE.findall(page.read_text(encoding="utf-8"))
        if said.startswith(mark)
    ]


def quoted(source: str) -> str:
    """What a mark names, as it stands in its file."""
    file, _, name = source.partition(": ")
    text = (ROOT / file).read_text(encoding="utf-8")
    if not name:
        return text
    found = re.search(rf"^[^\n]*\bpage: {name}\n(.*?)^[^\n]*\bpage: end$", text, re.S | re.M)
    assert found, f"{file} has no lines between 'page: {name}' and 'page: end'"
    return textwrap.dedent(found[1]).strip("\n") + "\n"


@pytest.mark.parametrize(("page", "source", "text"), snippets("from "))
def test_a_snippet_is_what_its_source_says(page: str, source: str, text: str) -> None:
    assert text == quoted(source), f"{page} and {source} differ; the source is what the tests run"


@pytest.mark.parametrize("page", QUOTING)
def test_every_program_is_quoted(page: str) -> None:
    for said, language, text in FENCE.findall((DOCS / page).read_text(encoding="utf-8")):
        if language in ("java", "python", "scala", "sql"):
            assert said.startswith("from "), f"{page} shows a program that no test runs:\n{text}"


def without_figures(text: str) -> list[str]:
    """The words: what is measured differs from run to run, and the rows' widths with it."""
    return re.findall(r"[a-z_]{2,}\d*", text)


@pytest.mark.parametrize(("page", "_", "text"), snippets("run"))
def test_a_command_prints_what_the_page_shows(page: str, _: str, text: str) -> None:
    command, shown = text.removeprefix("$ ").split("\n", 1)
    done = subprocess.run(
        [ROOT / "bin" / "finestra", *shlex.split(command)[1:]],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert without_figures(done.stdout) == without_figures(shown), page


def test_the_picture_of_the_tree_is_what_show_draws(tmp_path: Path) -> None:
    pictures, drawn = DOCS / "pictures", tmp_path / "tree.svg"
    command: list[str | Path] = [
        ROOT / "bin" / "finestra",
        "show",
        pictures / "tree.txt",
        "--svg",
        drawn,
    ]
    subprocess.run(command, capture_output=True, check=True, timeout=300)
    assert drawn.read_text(encoding="utf-8") == (pictures / "tree.svg").read_text(encoding="utf-8")


def test_an_aggregation_of_ones_own_is_found_by_name(tmp_path: Path) -> None:
    sources = ROOT / "examples" / "core"
    core = subprocess.run(
        [ROOT / "bin" / "finestra", "--class-path"],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    ).stdout.strip()
    javac: list[str | Path] = [
        "javac",
        "-cp",
        core,
        "-d",
        tmp_path,
        *sorted(sources.glob("*.java")),
    ]
    subprocess.run(javac, check=True, timeout=300)
    java: list[str | Path] = ["java", "-cp", f"{core}:{tmp_path}:{sources}", "OwnAggregation"]
    done = subprocess.run(java, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (0, "6\n30\n6\n"), done.stderr
