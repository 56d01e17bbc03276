"""The laws of an aggregation, checked in the JVM."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

from finestra.window.gateway import remote_window, translated
from finestra.window.messages import decode, encode


def accepts(aggregation: str, kind: str) -> bool:
    """Whether an aggregation aggregates values of a type, ``"long"`` or ``"double"``."""
    with translated():
        return bool(remote_window().accepts(aggregation, kind))


def broken_laws(aggregation: str, samples: Sequence[Any]) -> list[str]:
    """The laws that an aggregation breaks for these values, and where.

    Raises:
        ValueError: if the name of the aggregation is rejected, or it does not accept the values.
    """
    rows = [each if isinstance(each, Sequence) else (each,) for each in samples]
    is_long = all(isinstance(value, Integral) for row in rows for value in row)
    kind = "long" if is_long else "double"
    with translated():
        said = remote_window().brokenLaws(aggregation, kind, encode(list(samples)))
    broken: list[str] = decode(said)
    return broken
