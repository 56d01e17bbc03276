"""Each program runs in its own process, because a process keeps its session's jars."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable

import pytest

# Without it, Spark's workers run the first python3 of the PATH, which may be another version.
os.environ["PYSPARK_PYTHON"] = sys.executable


@pytest.fixture
def run() -> Callable[[str], str]:
    """Run a program with this environment's Python and return its output."""

    def run(program: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)],
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run
