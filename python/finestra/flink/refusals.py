"""What the JVM refuses, as Python's own kind of error."""

from collections.abc import Iterator
from contextlib import contextmanager

from py4j.protocol import Py4JJavaError

__all__ = ["refusals"]

_KINDS = {
    "java.lang.IllegalArgumentException": ValueError,
    "java.lang.NullPointerException": ValueError,
    "java.lang.UnsupportedOperationException": NotImplementedError,
}


@contextmanager
def refusals() -> Iterator[None]:
    """Turn a refusal of the JVM into an error with its sentence alone."""
    try:
        yield
    except Py4JJavaError as failed:
        kind = _KINDS.get(failed.java_exception.getClass().getName())
        if kind is None:
            raise
        raise kind(failed.java_exception.getMessage()) from None
