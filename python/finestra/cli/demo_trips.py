"""What ``finestra demo`` asks of both engines: each rider's last hour and day, of the same trips.

The answers are those of each trip, at its end: how many trips its rider has ended in the hour and
the day before, and the longest of them. They travel from one process to the next as CSV.
"""

import csv
from collections.abc import Iterable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from finestra.bench.trips import SYNTHETIC, Trip, synthetic

__all__ = ["AGGREGATES", "SIZES", "Answer", "difference", "read", "said", "table", "trips", "write"]

TRIPS = 40_000
RIDERS = 5
SIZES = {"1h": timedelta(hours=1), "1d": timedelta(days=1)}
AGGREGATES = {"trips": ("count", "duration"), "longest": ("max", "duration")}


class Answer(NamedTuple):
    """What is known of a rider when a trip ends; durations are seconds."""

    rider: str
    ended: int
    trips_1h: int
    longest_1h: float
    trips_1d: int
    longest_1d: float


def trips(count: int = TRIPS, riders: int = RIDERS) -> list[Trip]:
    """The trips, in the order of their ends, which are their times on both engines."""
    return list(synthetic(count, 7, riders, a_day=20_000))


def said(count: int = TRIPS, riders: int = RIDERS) -> str:
    """What the demo says of them."""
    return f"{count:,} {SYNTHETIC}, of {riders} riders."


def table(answers: Iterable[Answer]) -> str:
    """The last answer of each rider."""
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
    """Keep answers for the other engine's."""
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(answers)


def read(lines: Iterable[str]) -> list[Answer]:
    """The answers that were written, by Flink too."""
    return [
        Answer(rider, int(ended), int(few), float(short), int(many), float(long))
        for rider, ended, few, short, many, long in csv.reader(lines)
    ]


def difference(spark: Sequence[Answer], flink: Sequence[Answer]) -> str | None:
    """Where the engines' answers differ first, if they do; trips that end at once share theirs."""
    ours, theirs = (sorted(set(each)) for each in (spark, flink))
    if ours == theirs:
        return None
    first = min(set(ours) ^ set(theirs), key=lambda answer: answer.ended)
    of = [next((a for a in each if a[:2] == first[:2]), None) for each in (ours, theirs)]
    return f"PySpark says {_told(of[0])}, PyFlink {_told(of[1])}"


def _told(answer: Answer | None) -> str:
    return "nothing of this trip" if answer is None else str(tuple(answer))
