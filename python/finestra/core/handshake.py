"""Checks that the JVM of an engine has Finestra's jar, of this package's version."""

from typing import Any

from finestra.core.jars import finestra_version


def has_jar(jvm: Any) -> bool:
    """Whether py4j's view of a JVM has Finestra's classes."""
    from py4j.java_gateway import JavaPackage

    # py4j returns a package for a class that does not exist.
    return not isinstance(jvm.dev.finestra.Version, JavaPackage)


def check_jar(jvm: Any, engine: str) -> None:
    """Refuse a JVM without the jar, or with one of another version.

    Args:
        jvm: py4j's view of it.
        engine: whose jar it should have.

    Raises:
        RuntimeError: with what to do about it.
    """
    if not has_jar(jvm):
        raise RuntimeError(
            f"Finestra's jar is missing in {engine.title()}'s JVM; call finestra.{engine}."
            f"configure before it starts, or add finestra.jar('{engine}') to its jars"
        )
    there = jvm.dev.finestra.Version.text()
    if there != finestra_version():
        raise RuntimeError(
            f"the package is finestra {finestra_version()}, the jar in {engine.title()}'s JVM is "
            f"{there}; use the jar of this package, finestra.jar('{engine}')"
        )
