"""The command ``finestra``, also ``python -m finestra`` and, in a checkout, ``bin/finestra``.

Each command is a module here, imported when it is called. What the JVM does best (``list``,
``replay``, ``explain``, the demo with no engine, the benchmarks of core) this process hands over
to it by becoming it, so that nothing stands between its streams and the caller's.

Exit status: 0 done; 1 something was looked at and is not well; 2 bad input or a bad command line;
69 what the command needs is not on this machine; 70 a defect in the program, please report it; 74
input or output failed; 130 interrupted.
"""

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from io import TextIOWrapper

from finestra.core.jars import finestra_version

__all__ = ["DONE", "NOT_WELL", "RefusedError", "UnavailableError", "main"]

DONE = 0
NOT_WELL = 1
BAD_INPUT = 2
UNAVAILABLE = 69
DEFECT = 70
NO_OUTPUT = 74
INTERRUPTED = 130

HELP = """finestra: sliding-window aggregation by name

  finestra list [--wide|--json]       the algorithms and aggregations, with their properties
  finestra replay …                   run operations from standard input (finestra replay --help)
  finestra explain --size 1d …        what a window will hold and cost, before it runs
  finestra show … [--svg FILE]        draw the tree that operations leave
  finestra demo [core|spark|flink|all]
                                      windows at work, a few seconds (core), or on an engine
  finestra bench core|spark|flink|paper …   benchmarks; the papers' figures
  finestra doctor [--json]            what is installed, what is wrong, and what mends it
  finestra --version                  the version
  finestra --help                     this; each command has its own --help

Exit status: 0 done · 1 something was looked at and is not well · 2 bad input or a bad command
line · 69 what the command needs is not on this machine · 70 a defect in the program, please
report it · 74 input or output failed · 130 interrupted. Errors are one sentence on standard
error. FINESTRA_JAVA_OPTS holds options for the JVM, JAVA_HOME says which Java.
"""


class RefusedError(Exception):
    """What was given is not taken; the message is a sentence for a person."""

    status = BAD_INPUT


class UnavailableError(RefusedError):
    """What is needed is not on this machine; the message says how to get it."""

    status = UNAVAILABLE


def _list(arguments: Sequence[str]) -> int:
    from finestra.cli import jvm

    return jvm.become("list", arguments)


def _replay(arguments: Sequence[str]) -> int:
    from finestra.cli import jvm

    return jvm.become("replay", arguments)


def _explain(arguments: Sequence[str]) -> int:
    from finestra.cli import jvm

    return jvm.become("explain", arguments)


def _show(arguments: Sequence[str]) -> int:
    from finestra.cli import show

    return show.run(arguments)


def _doctor(arguments: Sequence[str]) -> int:
    from finestra.cli import doctor

    return doctor.run(arguments)


def _demo(arguments: Sequence[str]) -> int:
    from finestra.cli import demo

    return demo.run(arguments)


def _bench(arguments: Sequence[str]) -> int:
    from finestra.cli import bench

    return bench.run(arguments)


def _version(arguments: Sequence[str]) -> int:
    print(f"finestra {finestra_version()}")
    return DONE


def _help(arguments: Sequence[str]) -> int:
    print(HELP, end="")
    return DONE


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "list": _list,
    "replay": _replay,
    "explain": _explain,
    "show": _show,
    "demo": _demo,
    "bench": _bench,
    "doctor": _doctor,
    "--version": _version,
    "version": _version,
    "--help": _help,
    "-h": _help,
    "help": _help,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        The exit status.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that is not of UTF-8 gets question marks, not a failure.
        sys.stdout.reconfigure(errors="replace")
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except RefusedError as refused:
        print(f"finestra: {refused}", file=sys.stderr)
        return refused.status
    except BrokenPipeError:
        _drop_output()
        return NO_OUTPUT
    except (FileNotFoundError, RuntimeError) as missing:
        print(f"finestra: {missing}", file=sys.stderr)
        return UNAVAILABLE
    except OSError as failed:
        _drop_output()
        print(f"finestra: input or output failed: {failed}", file=sys.stderr)
        return NO_OUTPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        print("finestra: this is a defect in the program; please report it:", file=sys.stderr)
        traceback.print_exc()
        return DEFECT


def _drop_output() -> None:
    """What could not be written would else be tried again, and complained of, at the exit."""
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())


def _run(given: list[str]) -> int:
    names = [name for name in COMMANDS if not name.startswith("-")]
    if not given:
        raise RefusedError(f"it needs a command: {', '.join(names)}; finestra --help says more")
    command = COMMANDS.get(given[0])
    if command is None:
        near = get_close_matches(given[0], names, n=3, cutoff=0.5) or names
        raise RefusedError(f"there is no command {given[0]!r}; the nearest are {', '.join(near)}")
    return command(given[1:])
