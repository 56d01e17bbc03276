"""Each session in a process of its own: a process can have one, and a session keeps its jars."""

import subprocess
import sys
import textwrap
from collections.abc import Callable

import pytest


@pytest.fixture
def run() -> Callable[[str], str]:
    """Run a program with this environment's Python; answer what it prints."""

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
