"""The lines of Spark and Flink that Finestra supports: versions that one jar fits."""

import re
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version


@dataclass(frozen=True)
class Line:
    """Versions of an engine that one jar fits.

    Attributes:
        artifact: the Maven artifact.
        module: the folder below ``java`` in which Maven builds it.
        versions: the versions, without patch numbers.
    """

    artifact: str
    module: str
    versions: tuple[str, ...]

    def __str__(self) -> str:
        """The versions, such as ``2.1 to 2.3``."""
        oldest, newest = self.versions[0], self.versions[-1]
        return oldest if oldest == newest else f"{oldest} to {newest}"


#: The lines of each engine, the newest first.
LINES = {
    "spark": (Line("finestra-spark-4_2.13", "spark", ("4.0", "4.1", "4.2", "4.3")),),
    "flink": (
        Line("finestra-flink-2", "flink", ("2.1", "2.2", "2.3")),
        Line("finestra-flink-1.20", "flink-1.20", ("1.20",)),
    ),
}

#: The Python package of each engine.
PACKAGES = {"spark": "pyspark", "flink": "apache-flink"}


def installed(engine: str) -> str | None:
    """The version of an engine in this Python environment; None if it is not there."""
    try:
        return version(PACKAGES[engine])
    except PackageNotFoundError:
        # Platforms may bring PySpark without the package's metadata.
        return (
            getattr(sys.modules.get("pyspark"), "__version__", None) if engine == "spark" else None
        )


def lines(engine: str) -> tuple[Line, ...]:
    """The lines of an engine; ValueError for an unknown engine."""
    if engine not in LINES:
        raise ValueError(
            f"there is no connector for {engine!r}; there is one for {' and '.join(LINES)}"
        )
    return LINES[engine]


def line(engine: str, wanted: str | None = None) -> Line:
    """The line of a version.

    Args:
        engine: ``spark`` or ``flink``.
        wanted: a version, with or without its patch number. By default the installed version, or
            the newest line if the engine is not installed.

    Raises:
        ValueError: if Finestra does not support the version; the message lists those it supports.
    """
    known = lines(engine)
    found = wanted or installed(engine)
    if found is None:
        return known[0]
    short = re.match(r"\d+\.\d+", found)
    for each in known:
        if short and short[0] in each.versions:
            return each
    raise ValueError(
        f"Finestra does not support {engine.title()} {found}; it supports "
        f"{engine.title()} {supported(engine)}"
    )


def supported(engine: str) -> str:
    """The supported versions of an engine, such as ``1.20 and 2.1 to 2.3``."""
    return " and ".join(map(str, reversed(lines(engine))))
