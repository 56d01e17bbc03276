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

import finestra

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
QUOTING = ["choosing", "concepts", "flink", "flink-python-sql", "moving", "operations"]
QUOTING += ["own-aggregation"]
FENCE = re.compile(r"(?:<!-- (.*?) -->\n)?```(\w*)\n(.*?)```\n", re.DOTALL)


def snippets(mark: str) -> list[tuple[str, str, str]]:
    """The page, what its mark says, and the text, of each snippet with such a mark."""
    return [
        (page.name, said.removeprefix(mark).strip(), text)
        for page in [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
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
    for said, language, text in FENCE.findall((DOCS / f"{page}.md").read_text(encoding="utf-8")):
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


def class_path_of_core() -> str:
    """Where the classes of core and the sketches are."""
    done = subprocess.run(
        [ROOT / "bin" / "finestra", "--class-path"],
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    return done.stdout.strip()


def test_an_aggregation_of_ones_own_is_found_by_name(tmp_path: Path) -> None:
    sources = ROOT / "examples" / "core"
    core = class_path_of_core()
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


def blocks(page: str, language: str) -> list[str]:
    """The programs of a page that are in a language and quote no source."""
    found = FENCE.findall((ROOT / page).read_text(encoding="utf-8"))
    return [text for said, what, text in found if what == language and not said]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_windows_in_python_answer_what_the_page_says(page: str) -> None:
    pytest.importorskip("py4j")
    programs = blocks(page, "python")
    assert programs
    for text in programs:
        checked, answers = re.subn(
            r"^( *)(w\.query.*?)  # (-?\d+).*$", r"\1assert \2 == \3", text, flags=re.M
        )
        assert answers
        exec(checked, {"finestra": finestra})


def test_windows_in_java_answer_what_the_readme_says(tmp_path: Path) -> None:
    body = "".join(f"{{\n{text}}}\n" for text in blocks("README.md", "java"))
    body, answers = re.subn(
        r"^(\w+\.query.*?); +// (-?[\d.]+\d).*$", r'same(\1, "\2");', body, flags=re.M
    )
    assert answers == 4
    program = tmp_path / "Readme.java"
    program.write_text(
        f"""
        import dev.finestra.*;
        import dev.finestra.aggregation.Aggregation.ValueType;
        class Readme {{
          static void same(Object answer, String shown) {{
            if (!String.valueOf(answer).equals(shown)) throw new AssertionError(answer + shown);
          }}
          public static void main(String[] args) {{
            {body}
          }}
        }}
        """,
        encoding="utf-8",
    )
    java: list[str | Path] = ["java", "-cp", class_path_of_core(), program]
    done = subprocess.run(java, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr


def test_the_readme_names_artifacts_of_this_version_that_are_built() -> None:
    (snippet,) = blocks("README.md", "xml")
    assert f"<version>{finestra.__version__}</version>" in snippet
    poms = [pom.read_text(encoding="utf-8") for pom in ROOT.glob("java/*/pom.xml")]
    named = re.findall(r"finestra-[\w.-]+", snippet)
    assert len(named) == 4
    for artifact in named:
        assert any(f"\n  <artifactId>{artifact}</artifactId>" in pom for pom in poms), artifact


def test_the_files_that_the_readmes_commands_take_are_there() -> None:
    shown = "".join(blocks("README.md", "console"))
    files = re.findall(r"(?<=[ <])(?:docs|examples)/\S+", shown)
    assert len(files) >= 3
    assert "operations.txt" not in shown
    for file in files:
        assert (ROOT / file).is_file(), file
