"""The Java that runs the command line and ``finestra.Window``, and its class path."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from finestra.core.checkout import TOOLS, is_checkout
from finestra.core.jars import STANDALONE, in_wheel

LEAST = 17
"""The oldest Java that runs the classes."""


def java() -> str:
    """The command ``java``: that of ``JAVA_HOME`` if it is set, else the one on the path."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home) / "bin" / "java") if home else "java"


def options() -> list[str]:
    """Options for the JVM from ``FINESTRA_JAVA_OPTS``."""
    return shlex.split(os.environ.get("FINESTRA_JAVA_OPTS", ""))


def version(asked: bool = True) -> str | None:
    """The version of Java; None if it does not run or prints none.

    Args:
        asked: run it; otherwise the file ``release`` of its folder is read if there is one.
    """
    there = shutil.which(java())
    if not asked and there is not None:
        release = Path(there).resolve().parent.parent / "release"
        text = release.read_text(encoding="utf-8") if release.is_file() else ""
        if told := re.search(r'JAVA_VERSION="([^"]+)"', text):
            return told[1]
    try:
        done = subprocess.run([java(), "-version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    said = re.search(r'version "([^"]+)"', done.stderr)
    return said[1] if said and done.returncode == 0 else None


def complaint(asked: bool = True) -> str | None:
    """The error message if Java is too old; None if it is new enough or of unknown version."""
    found = version(asked)
    if found is None or int(re.split(r"\D", found)[0] or LEAST) >= LEAST:
        return None
    return (
        f"{java()} is Java {found}, and Finestra needs {LEAST} or later: install a JDK {LEAST}, "
        "or set JAVA_HOME to one"
    )


def no_start(command: str, failed: OSError) -> str:
    """The error message if the command for Java cannot be run."""
    wrong = f"Java does not start ({command}: {failed.strerror})"
    return f"{wrong}; install a JDK 17, or set JAVA_HOME to one"


def class_path() -> str:
    """The classes of core, the sketches and the tools: the wheel's jar, or those of the checkout.

    Raises:
        FileNotFoundError: if the wheel has no jar.
        RuntimeError: if the checkout cannot be built.
    """
    return TOOLS.class_path() if is_checkout() else str(in_wheel(STANDALONE))
