"""The trips of ``finestra demo``, and the results that both engines must give for them.

The result of a trip says how many trips its rider finished in the hour and in the day before its
end, and how long the longest took. Processes exchange results as CSV.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from finestra.bench.trips import SYNTHETIC, Trip, synthetic

TRIPS = 40_000
RIDERS = 5
SIZES = {"1h": timedelta(hours=1), "1d": timedelta(days=1)}
AGGREGATES = {"trips": ("count", "duration"), "longest": ("max", "duration")}


class Answer(NamedTuple):
    """The result of a trip; durations are in seconds."""

    rider: str
    ended: int
    trips_1h: int
    longest_1h: float
    trips_1d: int
    longest_1d: float


def trips(count: int = TRIPS) -> list[Trip]:
    """The trips, ordered by their ends, which are the event times on both engines."""
    return list(synthetic(count, 7, RIDERS, a_day=20_000))


def said() -> str:
    """How the demo describes the trips."""
    return f"{TRIPS:,} {SYNTHETIC}, of {RIDERS} riders."


def table(answers: Iterable[Answer]) -> str:
    """A table with the last result of each rider."""
    last: dict[str, Answer] = {}
    for answer in answers:
        if answer.rider not in last or last[answer.rider].ended < answer.ended:
            last[answer.rider] = answer
    lines = ["             ──── last hour ────    ──── last day ─────"]
    lines.append("  rider      trips   longest (s)    trips   longest (s)")
    for _, one in sorted(last.items()):
        lines.append(
            f"  {one.rider:10} {one.trips_1h:5,} {one.longest_1h:13,.1f} {one.trips_1d:8,} "
            f"{one.longest_1d:13,.1f}"
        )
    return "\n".join(lines)


def write(answers: Iterable[Answer], file: Path) -> None:
    """Write results, to compare them with the other engine's."""
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(answers)


def read(lines: Iterable[str]) -> list[Answer]:
    """Read results, also those that Flink wrote."""
    return [
        Answer(rider, int(ended), int(few), float(short), int(many), float(long))
        for rider, ended, few, short, many, long in csv.reader(lines)
    ]


def difference(spark: Sequence[Answer], flink: Sequence[Answer]) -> str | None:
    """The first difference, if any; trips of a rider with the same end have the same result."""
    ours, theirs = (sorted(set(each)) for each in (spark, flink))
    if ours == theirs:
        return None
    first = min(set(ours) ^ set(theirs), key=lambda answer: answer.ended)
    told = [
        next((str(tuple(a)) for a in each if a[:2] == first[:2]), "no result for this trip")
        for each in (ours, theirs)
    ]
    return f"PySpark says {told[0]}, PyFlink {told[1]}"
