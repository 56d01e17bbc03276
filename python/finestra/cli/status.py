"""Exit statuses, and the exceptions that end a command with one of them.

``finestra --help`` shows a sentence for each status. The sentences are in ``commands.properties``
of java/tools, which the commands in Java share.
"""

from enum import IntEnum


class Status(IntEnum):
    """How a command ended."""

    DONE = 0
    CHECK_FAILED = 1
    BAD_INPUT = 2
    UNAVAILABLE = 69
    DEFECT = 70
    IO_FAILED = 74
    INTERRUPTED = 130


class RefusedError(Exception):
    """The command rejects its input; the message is a sentence for the user."""

    status = Status.BAD_INPUT


class UnavailableError(RefusedError):
    """Something that the command needs is not installed; the message says how to get it."""

    status = Status.UNAVAILABLE
