"""Commands that run in Java: ``list``, ``replay``, ``explain`` and the demo in the terminal.

Java declares their options. This module finds the commands in Java's ``commands.properties``, which
has a sentence for each, and passes all arguments on unread.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from typing import NoReturn

import click

from finestra.cli.status import UnavailableError
from finestra.core.checkout import is_checkout
from finestra.core.jars import CHECKOUT, STANDALONE, in_wheel
from finestra.core.java import class_path, complaint, java, no_start, options

_MAIN = "dev.finestra.tools.cli.FinestraCommand"
_TEXTS = "dev/finestra/tools/cli/commands.properties"


class JavaCommand(click.Command):
    """A command whose arguments go to Java as they are, ``--help`` included."""

    def __init__(self, name: str, summary: str, run: Callable[[str, list[str]], int]) -> None:
        """A command that calls ``run`` with its name and its arguments."""
        super().__init__(name, help=summary, add_help_option=False)
        self._run = run

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the arguments for Java."""
        ctx.args = list(args)
        return ctx.args

    def invoke(self, ctx: click.Context) -> int:
        """Run the command."""
        return self._run(self.name or "", ctx.args)


@cache
def _texts() -> str:
    if is_checkout():
        file = CHECKOUT / "java" / "tools" / "src" / "main" / "resources" / _TEXTS
        return file.read_text(encoding="utf-8")
    with zipfile.ZipFile(in_wheel(STANDALONE)) as jar:
        return jar.read(_TEXTS).decode()


def commands() -> dict[str, str]:
    """A sentence for each command of the JVM."""
    return dict(re.findall(r"^finestra\.(\w+)\.usage\.header *= *(.+)$", _texts(), re.MULTILINE))


def statuses() -> dict[int, str]:
    """A sentence for each exit status."""
    found = re.findall(r"exitCodeList\.\d+ *= *[\\ ]*(\d+):(.+)$", _texts(), re.MULTILINE)
    return {int(status): text for status, text in found}


def become(command: str, arguments: Sequence[str]) -> NoReturn:
    """Replace this process by the JVM, so that nothing stands between its streams and the user."""
    if old := complaint(asked=False):
        raise UnavailableError(old)
    terminal = f"-Dfinestra.terminal={str(sys.stdout.isatty()).lower()}"
    replace_process([*_command(), terminal, _MAIN, command, *arguments])


def replace_process(command: list[str]) -> NoReturn:
    """Replace this process by a program."""
    sys.stdout.flush()
    try:
        os.execvp(command[0], command)
    except OSError as failed:
        raise UnavailableError(no_start(command[0], failed)) from None


def output(
    command: str, arguments: Sequence[str], stdin: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command of the JVM and return its output."""
    whole = [*_command(), _MAIN, command, *arguments]
    try:
        done = subprocess.run(whole, input=stdin, capture_output=True, check=False)
    except OSError as failed:
        raise UnavailableError(no_start(whole[0], failed)) from None
    if done.returncode == 1 and (old := complaint()):
        raise UnavailableError(old)
    return done


def _command() -> list[str]:
    return [java(), "-XX:+UseSerialGC", "-Xshare:auto", *options(), "-cp", class_path()]
