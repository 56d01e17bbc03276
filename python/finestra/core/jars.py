"""Where the jars of the connectors are: in the wheel, or in the checkout that was built."""

from importlib.metadata import version
from pathlib import Path

__all__ = ["artifact", "coordinates", "jar"]

_ARTIFACTS = {"spark": "finestra-spark-4_2.13", "flink": "finestra-flink-2"}
_PACKAGE = Path(__file__).parents[1]


def artifact(engine: str) -> str:
    """The Maven artifact of an engine's connector; refuses an engine that there is none for."""
    if engine not in _ARTIFACTS:
        raise ValueError(
            f"there is no connector for {engine!r}; there is one for {' and '.join(_ARTIFACTS)}"
        )
    return _ARTIFACTS[engine]


def coordinates(engine: str) -> str:
    """The Maven coordinates of an engine's connector, of this package's version.

    For ``spark.jars.packages`` and ``--packages``.
    """
    return f"dev.finestra:{artifact(engine)}:{version('finestra')}"


def jar(engine: str) -> Path:
    """The jar of an engine's connector, with all that it needs inside.

    Raises:
        FileNotFoundError: where neither the wheel nor a built checkout has it.
    """
    name = f"{artifact(engine)}-{version('finestra')}.jar"
    places = [
        _PACKAGE / "jars" / name,
        _PACKAGE.parents[1] / "java" / engine / "target" / name,
    ]
    for place in places:
        if place.is_file():
            return place
    raise FileNotFoundError(
        f"{name} is neither in {places[0].parent} nor in {places[1].parent}; "
        "in a checkout, `make env` builds it"
    )
