"""Lengths of time as both engines understand them: a day has 24 hours, a week 7 days."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Union

Length = Union[str, timedelta]
"""A length of time: ``"90 minutes"``, ``"1 day 12 hours"`` or a timedelta."""

_UNITS = {
    "week": 7 * 86_400_000_000,
    "day": 86_400_000_000,
    "hour": 3_600_000_000,
    "minute": 60_000_000,
    "second": 1_000_000,
    "millisecond": 1_000,
    "microsecond": 1,
}
_LONGEST = 100_000_000 * _UNITS["day"]  # engines count microseconds in 64 bits
_PART = re.compile(r"\s*(\d{1,18})\s*([a-z]+)", re.IGNORECASE)


def microseconds(length: object) -> int:
    """The length in microseconds; the message of a ValueError continues "the size is …"."""
    if isinstance(length, timedelta):
        micros = length // timedelta(microseconds=1)
    elif isinstance(length, str):
        micros = _parsed(length)
    else:
        raise ValueError(f"{length!r}; give a text such as '1 hour', or a timedelta")
    if not 0 < micros <= _LONGEST:
        raise ValueError(f"{length!r}; it must be above zero, and at most {as_text(_LONGEST)}")
    return micros


def _parsed(text: str) -> int:
    micros, end = 0, 0
    while end < len(text.rstrip()):
        part = _PART.match(text, end)
        unit = _UNITS.get(part[2].lower().removesuffix("s")) if part else None
        if part is None or unit is None:
            raise ValueError(
                f"{text!r}; give numbers with units, such as '1 day 12 hours'. The units are "
                + ", ".join(_UNITS)
            )
        micros += int(part[1]) * unit
        end = part.end()
    return micros


def as_text(micros: int) -> str:
    """The length in the largest unit of which it is a multiple."""
    name, unit = next(each for each in _UNITS.items() if micros % each[1] == 0)
    count = micros // unit
    return f"{count} {name}{'s' * (count != 1)}"
