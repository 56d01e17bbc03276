"""The command ``finestra``, also ``python -m finestra`` and, in a checkout, ``bin/finestra``.

::

    main            one sentence and an exit status for each failure
      commands      every command and its options (click)
        demo, demo_spark, demo_flink, demo_features, demo_trips, engines
        bench, paper
        doctor
        features
        show, tree
        jvm         commands that run in Java; their options are declared there (picocli)
      status        exit statuses

The command line needs the extra ``finestra[cli]``: click for options and help, rich for tables and
progress bars. Nothing else in the package imports these two.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from importlib.util import find_spec
from io import TextIOWrapper

from finestra.cli.status import RefusedError, Status, UnavailableError

__all__ = ["RefusedError", "Status", "UnavailableError", "main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal without UTF-8 shows question marks, instead of a failure.
        sys.stdout.reconfigure(errors="replace")
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except RefusedError as refused:
        print(f"finestra: {refused}", file=sys.stderr)
        return refused.status
    except (FileNotFoundError, RuntimeError) as missing:
        print(f"finestra: {missing}", file=sys.stderr)
        return Status.UNAVAILABLE
    except OSError as failed:
        _drop_output()
        if failed.errno != errno.EPIPE:
            print(f"finestra: input or output failed: {failed}", file=sys.stderr)
        return Status.IO_FAILED
    except KeyboardInterrupt:
        return Status.INTERRUPTED
    except Exception:
        print(
            "finestra: this is a defect; please report it with this stack trace:", file=sys.stderr
        )
        traceback.print_exc()
        return Status.DEFECT


def _run(given: list[str]) -> int:
    missing = [name for name in ("click", "rich") if find_spec(name) is None]
    if missing:
        raise UnavailableError(
            f"the command line needs {' and '.join(missing)}: pip install 'finestra[cli]'"
        )
    from finestra.cli import commands

    return commands.run(given)


def _drop_output() -> None:
    """Discard buffered output, which Python would otherwise try to write again at its exit."""
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())
