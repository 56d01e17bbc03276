"""Each program runs in its own process, because a process keeps its session's jars."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

# Without it, Spark's workers run the first python3 of the PATH, which may be another version.
os.environ["PYSPARK_PYTHON"] = sys.executable


@pytest.fixture
def run(tmp_path: Path) -> Callable[[str], str]:
    """Run a program with this environment's Python and return its output."""
    options = f"{os.environ.get('JDK_JAVA_OPTIONS', '')} -Djava.io.tmpdir={tmp_path}"
    own_files = {"TMPDIR": str(tmp_path), "JDK_JAVA_OPTIONS": options}

    def run(program: str) -> str:
        try:
            done = subprocess.run(
                [sys.executable, "-c", textwrap.dedent(program)],
                capture_output=True,
                text=True,
                check=False,
                env=os.environ | own_files,
                timeout=600,
            )
        except subprocess.TimeoutExpired as late:
            printed = [(part or b"").decode()[-2_000:] for part in (late.stdout, late.stderr)]
            pytest.fail("No end after 10 minutes. The last output:\n" + "\n".join(printed))
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run
