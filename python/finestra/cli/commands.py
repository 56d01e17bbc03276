"""Every command: where it is declared, and what ``finestra --help`` says about all of them.

A command in Python is a click command in a module of its own, which is imported when the command
runs. A command in Java is found by :mod:`finestra.cli.jvm`.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from finestra.cli import jvm
from finestra.cli.status import RefusedError, Status
from finestra.core.jars import finestra_version

_IN_PYTHON = ("show", "features", "demo", "bench", "doctor")


class _Commands(click.Group):
    """The commands of both languages; Python's hide those of the same name in Java."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the help."""
        return list(dict.fromkeys([*jvm.commands(), *_IN_PYTHON]))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name in _IN_PYTHON:
            command: click.Command = getattr(import_module(f"finestra.cli.{cmd_name}"), cmd_name)
            return command
        summary = jvm.commands().get(cmd_name)
        return None if summary is None else jvm.JavaCommand(cmd_name, summary, jvm.become)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or name the most similar ones."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            near = get_close_matches(args[0], names, n=3, cutoff=0.5) or names
            ctx.fail(f"unknown command {args[0]!r} (did you mean {' or '.join(near)}?)")
        return super().resolve_command(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The exit statuses, and the variables that every command reads."""
        with formatter.section("Exit status"):
            formatter.write_dl([(str(status), text) for status, text in jvm.statuses().items()])
        with formatter.section("Environment"):
            formatter.write_dl(
                [
                    ("JAVA_HOME", "The Java to use."),
                    ("FINESTRA_JAVA_OPTS", "More options for the JVM, such as -Xmx4g."),
                    ("FINESTRA_PYTHON", "The Python of bin/finestra in a checkout."),
                ]
            )


@click.group(
    cls=_Commands,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(finestra_version(), prog_name="finestra", message="%(prog)s %(version)s")
def finestra() -> None:
    """Sliding-window aggregation for Spark and Flink.

    'finestra COMMAND --help' explains a command. Errors are one sentence on standard error.
    """


def run(given: list[str]) -> int:
    """Run one command and return its exit status."""
    try:
        with finestra.make_context("finestra", list(given), obj=given) as context:
            result: Any = finestra.invoke(context)
            return int(result or Status.DONE)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as refused:
        context = getattr(refused, "ctx", None) or click.Context(finestra, info_name="finestra")
        path = context.command_path
        sentence = refused.format_message().rstrip(".")
        where = path.removeprefix("finestra").strip()
        raise RefusedError(
            f"{where + ': ' if where else ''}{sentence[:1].lower()}{sentence[1:]}; "
            f"see '{path} --help'"
        ) from None
