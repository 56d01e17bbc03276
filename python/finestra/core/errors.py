"""Finestra's own exceptions, and the one translation of Java exceptions into Python's.

``finestra.window``, ``finestra.flink`` and ``finestra.spark`` call Java through py4j. Each wraps
its calls in :func:`java_errors`, so that an argument that Java rejects is a ``ValueError`` with
Java's message and no Java stack trace.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class FinestraError(Exception):
    """A failure that no argument caused: Java did not start, does not answer, or failed."""


class NotSupportedError(FinestraError, NotImplementedError):
    """The operation is not supported; the message names what to use instead."""


class WindowClosedError(FinestraError):
    """The window is closed: by ``close()``, or because user code failed in the middle of a call."""


_PYTHON_TYPES: dict[str, type[Exception]] = {
    "java.lang.UnsupportedOperationException": NotSupportedError,
    "dev.finestra.WindowClosedException": WindowClosedError,
    "java.lang.ArithmeticException": OverflowError,
    "java.util.NoSuchElementException": LookupError,
    "java.lang.OutOfMemoryError": MemoryError,
    "java.lang.AssertionError": AssertionError,
    "java.lang.NullPointerException": ValueError,
    "java.lang.IllegalArgumentException": ValueError,
}
"""The Python type of a Java exception; one of a subclass has the type of its nearest ancestor."""


@contextmanager
def java_errors() -> Iterator[None]:
    """Raise the Python counterpart of an exception that Java throws inside the ``with`` block.

    Exceptions that PySpark has translated itself, such as its ``AnalysisException``, pass through;
    only its ``IllegalArgumentException`` becomes a ``ValueError``, as everywhere else.
    """
    try:
        yield
    except Exception as failed:
        # py4j and PySpark name the same thing differently; neither is a dependency of core.
        thrown = getattr(failed, "java_exception", None)
        if thrown is None and type(failed).__name__ == "IllegalArgumentException":
            thrown = getattr(failed, "_origin", None)
        if thrown is None:
            raise
        error = _in_python(thrown)
        # Without a counterpart, Java's stack trace is the best explanation that there is.
        raise error from (failed if type(error) is FinestraError else None)


def _in_python(thrown: Any) -> Exception:
    java_type = thrown.getClass()
    name = java_type.getName()
    message = str(thrown.getMessage() or f"Java threw {name} without a message")
    while java_type is not None:
        if java_type.getName() in _PYTHON_TYPES:
            return _PYTHON_TYPES[java_type.getName()](message)
        java_type = java_type.getSuperclass()
    return FinestraError(f"{name}: {message}")
