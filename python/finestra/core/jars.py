"""Where the jars are: those of the connectors, and the one that needs no engine.

In an installed wheel they lie in ``finestra/jars``; in a checkout where Maven left them.
"""

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_ARTIFACTS = {"spark": "finestra-spark-4_2.13", "flink": "finestra-flink-2"}
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


def artifact(engine: str) -> str:
    """The Maven artifact of an engine's connector; ValueError for an unknown engine."""
    if engine not in _ARTIFACTS:
        raise ValueError(
            f"there is no connector for {engine!r}; there is one for {' and '.join(_ARTIFACTS)}"
        )
    return _ARTIFACTS[engine]


def coordinates(engine: str) -> str:
    """The Maven coordinates of an engine's connector, of this package's version.

    For ``spark.jars.packages`` and ``--packages``.
    """
    return f"dev.finestra:{artifact(engine)}:{finestra_version()}"


def jar(engine: str) -> Path:
    """The jar of an engine's connector, with all that it needs inside.

    Raises:
        FileNotFoundError: where neither the wheel nor a built checkout has it.
    """
    name = f"{artifact(engine)}-{finestra_version()}.jar"
    places = [
        CHECKOUT / "java" / engine / "target" / name,
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
