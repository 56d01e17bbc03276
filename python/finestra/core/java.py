"""Which Java runs what has no engine, and from which classes."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from finestra.core.jars import CHECKOUT, STANDALONE, in_wheel

__all__ = ["LEAST", "class_path", "complaint", "java", "options", "version"]

LEAST = 17
"""The oldest Java that runs the classes."""


def java() -> str:
    """The command ``java``: of ``JAVA_HOME``, where it is set, or of the path."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home) / "bin" / "java") if home else "java"


def options() -> list[str]:
    """Further options for the JVM, from ``FINESTRA_JAVA_OPTS``."""
    return shlex.split(os.environ.get("FINESTRA_JAVA_OPTS", ""))


def version(asked: bool = True) -> str | None:
    """The version of that Java; None where it does not run, or says none.

    Args:
        asked: by running it; else what its folder says is taken, where it says it.
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
    """The sentence for a Java that is too old; None for one that is not, or does not say."""
    found = version(asked)
    if found is None or int(re.split(r"\D", found)[0] or LEAST) >= LEAST:
        return None
    return (
        f"{java()} is Java {found}, and Finestra needs {LEAST} or later: install a JDK {LEAST}, "
        "or set JAVA_HOME to one"
    )


def class_path() -> str:
    """The classes of core and the sketches: the wheel's jar, or those that the checkout builds.

    Raises:
        FileNotFoundError: where there is neither.
        RuntimeError: where the checkout does not build.
    """
    launcher = CHECKOUT / "bin" / "finestra"
    if not launcher.is_file():
        return str(in_wheel(STANDALONE))
    done = subprocess.run([launcher, "--class-path"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError("the checkout does not build; what stands above says why")
    return done.stdout.strip()
