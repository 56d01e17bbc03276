"""The programs in the docs are programs that tests run.

A comment before a fence names its source. ``<!-- from examples/flink/X.java: name -->`` quotes the
lines between ``page: name`` and ``page: end`` of that file; without a name, the whole file. A fence
after ``<!-- run -->`` shows a command and its output; measured figures may differ.
"""

import re
import runpy
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import finestra
from finestra.core.java import class_path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
QUOTING = ["choosing", "concepts", "features", "flink", "flink-python-sql", "moving", "operations"]
QUOTING += ["own-aggregation", "tutorial-flink", "tutorial-spark"]
# A fence of a tab is indented.
FENCE = re.compile(
    r"^( *)(?:<!-- ([^\n]*?) -->\n\1)?```(\w*)\n(.*?)^\1```$", re.DOTALL | re.MULTILINE
)


def fences(page: Path) -> list[tuple[str, str, str]]:
    """The comment before each fence of a page, its language and its text."""
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return [(said, language, textwrap.dedent(text)) for _, said, language, text in found]


def snippets(mark: str) -> list[tuple[str, str, str]]:
    """The page, the rest of the comment and the text of each fence with such a comment."""
    return [
        (page.name, said.removeprefix(mark).strip(), text)
        for page in [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
        for said, _, text in fences(page)
        if said.startswith(mark)
    ]


def quoted(source: str) -> str:
    """The lines of a file that a comment names."""
    file, _, name = source.partition(": ")
    text = (ROOT / file).read_text(encoding="utf-8")
    if not name:
        return text
    found = re.search(rf"^[^\n]*\bpage: {name}\n(.*?)^[^\n]*\bpage: end$", text, re.S | re.M)
    assert found, f"{file} has no lines between 'page: {name}' and 'page: end'"
    return textwrap.dedent(found[1]).strip("\n") + "\n"


@pytest.mark.parametrize(("page", "source", "text"), snippets("from "))
def test_a_snippet_equals_its_source(page: str, source: str, text: str) -> None:
    assert text == quoted(source), f"{page} and {source} differ; the source is what the tests run"


@pytest.mark.parametrize("page", QUOTING)
def test_every_program_is_quoted(page: str) -> None:
    for said, language, text in fences(DOCS / f"{page}.md"):
        if language in ("java", "python", "scala", "sql"):
            assert said.startswith("from "), f"{page} shows a program that no test runs:\n{text}"


def without_figures(text: str) -> list[str]:
    """The words of an output, without figures and widths of columns, which differ between runs."""
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


def test_the_site_loads_nothing_from_the_network(tmp_path: Path) -> None:
    pytest.importorskip("material")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=300)
    loads = re.compile(r"""<(?:script|link|img|iframe)[^>]*\b(?:src|href)=["']?https?:[^>]*>""")
    for page in tmp_path.glob("*.html"):
        assert not loads.findall(page.read_text(encoding="utf-8")), page.name


def test_the_tables_of_measurements_are_written_from_their_data() -> None:
    pytest.importorskip("matplotlib")
    chart = runpy.run_path(str(DOCS / "measurements" / "chart.py"))
    shown = (DOCS / "measurements" / "README.md").read_text(encoding="utf-8")
    assert shown == chart["page"](), "run make chart"


def test_an_own_aggregation_is_found_by_name(tmp_path: Path) -> None:
    sources = ROOT / "examples" / "core"
    core = class_path()
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
    """The programs of a page in a language, without those that quote a source."""
    found = fences(ROOT / page)
    return [text for said, what, text in found if what == language and not said]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_windows_in_python_have_the_results_on_the_page(page: str) -> None:
    pytest.importorskip("py4j")
    programs = blocks(page, "python")
    assert programs
    for text in programs:
        checked, answers = re.subn(
            r"^( *)(w\.query.*?)  # (-?\d+).*$", r"\1assert \2 == \3", text, flags=re.M
        )
        assert answers
        exec(checked, {"finestra": finestra})


def test_windows_in_java_have_the_results_in_the_readme(tmp_path: Path) -> None:
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
    java: list[str | Path] = ["java", "-cp", class_path(), program]
    done = subprocess.run(java, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr


def test_the_readme_names_artifacts_of_this_version_that_are_built() -> None:
    (snippet,) = blocks("README.md", "xml")
    assert f"<version>{finestra.__version__}</version>" in snippet
    poms = [pom.read_text(encoding="utf-8") for pom in ROOT.glob("java/*/pom.xml")]
    named = re.findall(r"finestra-[\w.-]+", snippet)
    assert len(named) == 6
    for artifact in named:
        assert any(f"\n  <artifactId>{artifact}</artifactId>" in pom for pom in poms), artifact


def test_the_files_in_the_readmes_commands_exist() -> None:
    shown = "".join(blocks("README.md", "console"))
    files = re.findall(r"(?<=[ <])(?:docs|examples)/\S+", shown)
    assert len(files) >= 3
    assert "operations.txt" not in shown
    for file in files:
        assert (ROOT / file).is_file(), file
