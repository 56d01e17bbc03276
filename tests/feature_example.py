"""The example of features, and the lines that it prints on both engines."""

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "features"
NOTEBOOK = Path(__file__).with_name("notebook.py")
LINES = [
    "ann 2026-01-01 10:00:00 1 1 500 500 1 1",
    "bob 2026-01-01 10:10:00 1 1 900 900 1 1",
    "ann 2026-01-01 10:40:00 2 2 750 750 1 1",
    "ann 2026-01-01 11:30:00 2 3 4250 4750 2 2",
    "bob 2026-01-02 09:00:00 1 2 120 1020 1 2",
]


def printed(program: str) -> list[str]:
    """The lines that a program or notebook of the example prints with this environment's engine."""
    runner = [NOTEBOOK] if program.endswith(".ipynb") else []
    done = subprocess.run(
        [sys.executable, *runner, EXAMPLE / program],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()
