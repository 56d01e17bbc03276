"""Which Java runs what has no engine, and from which classes."""

import os
import shlex
import subprocess
from pathlib import Path

from finestra.core.jars import CHECKOUT, STANDALONE, in_wheel

__all__ = ["class_path", "java", "options"]


def java() -> str:
    """The command ``java``: of ``JAVA_HOME``, where it is set, or of the path."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home) / "bin" / "java") if home else "java"


def options() -> list[str]:
    """Further options for the JVM, from ``FINESTRA_JAVA_OPTS``."""
    return shlex.split(os.environ.get("FINESTRA_JAVA_OPTS", ""))


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
