"""Where the jars are: those of the connectors, and the one that needs no engine.

In an installed wheel they lie in ``finestra/jars``; in a checkout where Maven left them. Each line
of an engine has a jar of its own.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from finestra.core.lines import Line, line

_PACKAGE = Path(__file__).parents[1]

STANDALONE = "finestra-standalone"
"""The jar of core and the sketches, for the command line and for ``finestra.Window``."""

CHECKOUT = _PACKAGE.parents[1]
"""The checkout's root, where the package is used from one."""


@cache
def finestra_version() -> str:
    """The version of this package, as installed or from the checkout's root pom.xml."""
    try:
        return version("finestra")
    except PackageNotFoundError:
        pom = (CHECKOUT / "pom.xml").read_text(encoding="utf-8")
        found = re.search(r"finestra-parent</artifactId>\s*<version>([^<]+)<", pom)
        if found is None:
            raise
        return found[1]


def wheel() -> str:
    """The name of the file from which pip installs this version; nothing is published yet."""
    return f"finestra-{finestra_version()}-py3-none-any.whl"


def coordinates(engine: str, version: str | None = None) -> str:
    """The Maven coordinates of an engine's connector, of this package's version.

    For ``spark.jars.packages`` and ``--packages``.

    Args:
        engine: ``spark`` or ``flink``.
        version: the engine's version, such as ``"1.20"``. By default the version that is installed
            here, or the newest that Finestra supports.

    Raises:
        ValueError: if Finestra does not support the engine or the version.
    """
    return f"dev.finestra:{line(engine, version).artifact}:{finestra_version()}"


def jar(engine: str, version: str | None = None) -> Path:
    """The jar of an engine's connector, with all that it needs inside.

    Args:
        engine: ``spark`` or ``flink``.
        version: as in :func:`coordinates`.

    Raises:
        ValueError: if Finestra does not support the engine or the version.
        FileNotFoundError: where neither the wheel nor a built checkout has it.
    """
    return jar_of(line(engine, version))


def jar_of(fit: Line) -> Path:
    """The jar of a line; FileNotFoundError where neither the wheel nor a built checkout has it."""
    name = f"{fit.artifact}-{finestra_version()}.jar"
    places = [
        CHECKOUT / "java" / fit.module / "target" / name,
        _PACKAGE / "jars" / name,
    ]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(
        f"{name} is neither in {places[1].parent} nor in {places[0].parent}; "
        "in a checkout, `make env` builds it"
    )


def in_wheel(name: str) -> Path:
    """A jar of the wheel."""
    file = _PACKAGE / "jars" / f"{name}-{finestra_version()}.jar"
    if not file.is_file():
        raise FileNotFoundError(
            f"{file} is missing: this installation carries no jars; "
            "install a wheel, or the checkout with pip install -e ."
        )
    return file
