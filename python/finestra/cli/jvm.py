"""Handing a command to the JVM: the command line of core, in the wheel's jar or in the checkout."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from finestra.cli import UnavailableError
from finestra.core.jars import CHECKOUT
from finestra.core.java import class_path, complaint, java, options

__all__ = ["become", "launcher", "output"]

_MAIN = "dev.finestra.cli.Main"


def become(command: str, arguments: Sequence[str]) -> NoReturn:
    """Replace this process by the JVM that runs a command."""
    if old := complaint(asked=False):
        raise UnavailableError(old)
    if launcher().is_file():
        whole = [str(launcher()), command, *arguments]
    else:
        terminal = f"-Dfinestra.terminal={str(sys.stdout.isatty()).lower()}"
        whole = [*_command(), terminal, _MAIN, command, *arguments]
    sys.stdout.flush()
    try:
        os.execvp(whole[0], whole)
    except OSError as failed:
        raise _no_java(whole[0], failed) from None


def output(
    command: str, arguments: Sequence[str], stdin: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """What a command prints, to be read by this process."""
    whole = [*_command(), _MAIN, command, *arguments]
    try:
        done = subprocess.run(whole, input=stdin, capture_output=True, check=False)
    except OSError as failed:
        raise _no_java(whole[0], failed) from None
    if done.returncode == 1 and (old := complaint()):
        raise UnavailableError(old)
    return done


def launcher() -> Path:
    """The checkout's own launcher, where there is a checkout."""
    return CHECKOUT / "bin" / "finestra"


def _command() -> list[str]:
    return [java(), "-XX:+UseSerialGC", "-Xshare:auto", *options(), "-cp", class_path()]


def _no_java(command: str, failed: OSError) -> UnavailableError:
    return UnavailableError(
        f"there is no Java to run: {command}: {failed.strerror}; install a JDK 17 or set JAVA_HOME"
    )
