"""What a window refuses, as Python's own kinds of errors where one fits."""

__all__ = ["FinestraError", "NotSupportedError", "WindowClosedError"]


class FinestraError(Exception):
    """A failure that is none of the arguments': of the JVM, or of its start."""


class NotSupportedError(FinestraError, NotImplementedError):
    """What the window's algorithm cannot do; the message names those that can."""


class WindowClosedError(FinestraError):
    """A window that was closed, or that closed itself when a combine failed half way."""
