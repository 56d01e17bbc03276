"""``finestra bench``: core's and the engines' benchmarks in a checkout, the papers' figures."""

import os
from collections.abc import Sequence
from typing import NoReturn

from finestra.cli import RefusedError, UnavailableError, jvm

__all__ = ["run"]

HELP = """finestra bench core …        the benchmarks of core, from a checkout (bench core --help)
finestra bench flink …       Flink's windows beside Finestra, from a checkout (bench flink --help)
finestra bench spark …       Spark beside Finestra, from a checkout (bench spark --help)
finestra bench point | jmh … one measurement; JMH's own options
finestra bench paper …       the papers' experiments, measured and drawn (bench paper --help)
"""


def run(arguments: Sequence[str]) -> int:
    """Run the benchmarks of one part."""
    part = arguments[0] if arguments else "--help"
    if part in ("--help", "-h"):
        print(HELP, end="")
        return 0
    if part == "paper":
        from finestra.cli import paper

        return paper.run(arguments[1:])
    if part in ("core", "point", "jmh", "flink", "spark"):
        return _core(arguments)
    raise RefusedError(
        f"there is no bench {part!r}; there are core, flink, spark, paper, point and jmh"
    )


def _core(arguments: Sequence[str]) -> NoReturn:
    launcher = jvm.launcher()
    if not launcher.is_file():
        raise UnavailableError(
            f"bench {arguments[0]} is not in the wheel; run bin/finestra bench in a checkout"
        )
    os.execv(launcher, [str(launcher), "bench", *arguments])
