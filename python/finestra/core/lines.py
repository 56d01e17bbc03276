"""The lines of Spark and Flink that Finestra supports: versions that one jar fits."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path


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

    @property
    def scala(self) -> str:
        """The version of Scala, such as ``2.13``; empty if the artifact fits every one."""
        return self.artifact.partition("_")[2]

    def __str__(self) -> str:
        """The versions, such as ``2.1 to 2.3``."""
        oldest, newest = self.versions[0], self.versions[-1]
        return oldest if oldest == newest else f"{oldest} to {newest}"


#: The lines of each engine, the newest first.
LINES = {
    "spark": (
        Line("finestra-spark-4_2.13", "spark", ("4.0", "4.1", "4.2", "4.3")),
        Line("finestra-spark-3.5_2.12", "spark-3.5_2.12", ("3.5",)),
        Line("finestra-spark-3.5_2.13", "spark-3.5_2.13", ("3.5",)),
    ),
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


def scala() -> str | None:
    """The version of Scala of the Spark in this Python environment; None if it is not there."""
    home = os.environ.get("SPARK_HOME")
    package = find_spec("pyspark")
    folders = (home, package and package.origin and Path(package.origin).parent)
    found = (scala_of(Path(folder, "jars").glob("*.jar")) for folder in folders if folder)
    return next(filter(None, found), None)


def scala_of(jars: Iterable[Path]) -> str:
    """The version of Scala among an engine's jars, such as ``2.13``; empty without Scala."""
    found = (re.match(r"scala-library-(\d+\.\d+)", jar.name) for jar in jars)
    return next((match[1] for match in found if match), "")


def lines(engine: str) -> tuple[Line, ...]:
    """The lines of an engine; ValueError for an unknown engine."""
    if engine not in LINES:
        raise ValueError(
            f"there is no connector for {engine!r}; there is one for {' and '.join(LINES)}"
        )
    return LINES[engine]


def line(engine: str, wanted: str | None = None, its_scala: str | None = None) -> Line:
    """The line of a version.

    Args:
        engine: ``spark`` or ``flink``.
        wanted: a version, with or without its patch number. By default the installed version, or
            the newest line if the engine is not installed.
        its_scala: the version of Scala, such as ``2.13``. By default that of the installed engine
            if this is the installed version, otherwise the one with which pip installs it.

    Raises:
        ValueError: if Finestra does not support the version; the message lists those it supports.
    """
    known = lines(engine)
    found = wanted or installed(engine)
    if found is None:
        return known[0]
    short = re.match(r"\d+\.\d+", found)
    fits = [each for each in known if short and short[0] in each.versions]
    if fits:
        # Only for Spark 3.5 there are several; pip installs it with the first one's Scala.
        is_there = short and (installed(engine) or "").startswith(f"{short[0]}.")
        there = its_scala or (scala() if is_there and len(fits) > 1 else None)
        return next((each for each in fits if each.scala == there), fits[0])
    raise ValueError(
        f"Finestra does not support {engine.title()} {found}; it supports "
        f"{engine.title()} {supported(engine)}"
    )


def supported(engine: str) -> str:
    """The supported versions of an engine, such as ``1.20 and 2.1 to 2.3``."""
    return " and ".join(dict.fromkeys(map(str, reversed(lines(engine)))))
