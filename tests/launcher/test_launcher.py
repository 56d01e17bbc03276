"""``bin/finestra`` runs from any folder and passes its program's streams and exit status on."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAUNCHER = ROOT / "bin" / "finestra"


def run(
    *command: str | Path, cwd: Path = ROOT, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with its streams as text."""
    return subprocess.run(
        command, cwd=cwd, input=stdin, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """Build once, so that the tests run a program that is up to date."""
    assert run(LAUNCHER, "list").returncode == 0


def test_runs_from_another_folder_and_through_links(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(LAUNCHER)
    again = tmp_path / "again"
    again.symlink_to("link")
    here = run(LAUNCHER, "list")
    there = run(again, "list", cwd=tmp_path)
    assert there.returncode == 0
    assert there.stdout == here.stdout
    assert there.stderr == ""


def test_passes_standard_input_on() -> None:
    replay = ("replay", "--algorithm", "recalculate", "--aggregation", "sum", "--type", "long")
    done = run(LAUNCHER, *replay, stdin="insert 1 2\ninsert 2 3\nquery\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "5\n", "")


def test_passes_the_exit_status_on() -> None:
    done = run(LAUNCHER, "replay", "--algorithm", "recalculate", "--aggregation", "sum", stdin="x")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "1" in done.stderr


def test_rebuilds_a_program_that_is_older_than_a_source_and_keeps_stdout_clean() -> None:
    before = run(LAUNCHER, "list").stdout
    stamp = ROOT / "java" / "tools" / "target" / "finestra.stamp"
    stamp.unlink()
    after = run(LAUNCHER, "list")
    assert after.stdout == before
    assert after.stderr == "finestra: building …\n"
    assert stamp.exists()


def test_the_python_command_is_the_same_program() -> None:
    assert run(sys.executable, "-m", "finestra", "list").stdout == run(LAUNCHER, "list").stdout
