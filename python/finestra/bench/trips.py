"""Trips of shared bicycles: synthetic ones, and readers of public files.

Synthetic trips are random, and labelled so wherever they are shown. They have the daily and weekly
pattern of real ones. A trip is known at its end but counted at its start, so trips arrive out of
order, by their duration. A few bicycles are kept for most of a day. Now and then all trips pause;
then a window evicts hundreds or thousands of trips at once. The sizes of windows and bulks and the
distances resemble figure 15 of the bulk FiBA paper.

Compressed files are not supported; unpack them first.
"""

from __future__ import annotations

import csv
import itertools
import random
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

SYNTHETIC = "synthetic trips, drawn at random in the shape of bicycle data; not recorded ones"

_HOUR = 3_600_000
_DAY = 24 * _HOUR
_BEGIN = 1_530_403_200_000  # 2018-07-01
# The trips of each hour of a working day and of a free one, in proportion.
_WORK = [1, 1, 1, 1, 2, 6, 14, 25, 34, 22, 16, 17, 19, 19, 20, 23, 30, 42, 40, 28, 20, 14, 10, 5]
_FREE = [4, 3, 2, 1, 1, 2, 4, 8, 13, 19, 24, 27, 29, 30, 30, 29, 27, 25, 22, 18, 14, 11, 9, 6]
_PAUSES = 3  # a day, each of ten minutes to two hours; riders who waited start at its end
_PAUSE = 600_000
_LONGEST = 2 * _HOUR
_BURST = 300_000  # the time within which the riders who waited start
_KEPT = 1 / 4_000  # the share of trips that last most of a day


@dataclass(frozen=True)
class Trip:
    """One trip; times are milliseconds since 1970, the duration is in seconds."""

    started: int
    ended: int
    duration: float
    rider: str


def synthetic(count: int, seed: int, riders: int = 5_000, a_day: int = 50_000) -> Iterator[Trip]:
    """Trips in the order of their ends; their starts are out of order.

    Args:
        count: number of trips.
        seed: equal seeds give equal trips.
        riders: number of riders; some ride far more than others.
        a_day: trips of the busiest days; other days have down to half as many.
    """
    for name, number, least in (("count", count, 0), ("riders", riders, 1), ("a_day", a_day, 1)):
        if number < least:
            raise ValueError(f"{name} is {number}; it must be {least} or more")
    draw = random.Random(seed)
    yield from itertools.islice(_by_end(draw, a_day, riders), count)


def _by_end(draw: random.Random, a_day: int, riders: int) -> Iterator[Trip]:
    waiting: list[Trip] = []
    for day in itertools.count():
        waiting += _day(draw, day, a_day, riders)
        waiting.sort(key=lambda trip: trip.ended)
        # Trips of a later day may end before the others.
        done = bisect_left([trip.ended for trip in waiting], _BEGIN + (day + 1) * _DAY)
        yield from waiting[:done]
        del waiting[:done]


def _day(draw: random.Random, day: int, a_day: int, riders: int) -> list[Trip]:
    hours = _FREE if day % 7 in (0, 6) else _WORK
    today = a_day * draw.uniform(0.5, 1) / sum(hours)
    begin = _BEGIN + day * _DAY
    pauses = _pauses(draw, begin)
    trips = []
    for hour, weight in enumerate(hours):
        for _ in range(max(1, round(today * weight))):
            started = begin + hour * _HOUR + draw.randrange(_HOUR)
            for stop, go in pauses:
                if stop <= started < go:
                    started = go + draw.randrange(_BURST)
            # Most take ten minutes.
            seconds = min(draw.lognormvariate(6.4, 0.75), 86_000.0)
            if draw.random() < _KEPT:
                seconds = draw.uniform(14_400.0, 86_000.0)
            rider = int(riders * draw.random() ** 2)
            ended = started + round(seconds * 1000)
            trips.append(Trip(started, ended, round(seconds, 3), f"rider {rider}"))
    return trips


def _pauses(draw: random.Random, begin: int) -> list[tuple[int, int]]:
    """The pauses of a day, in order; the first is after six in the morning."""
    stops = sorted(begin + draw.randrange(6 * _HOUR, 22 * _HOUR) for _ in range(_PAUSES))
    lengths = (min(_PAUSE + draw.expovariate(1 / (5 * _PAUSE)), _LONGEST) for _ in stops)
    return [(stop, stop + round(length)) for stop, length in zip(stops, lengths)]


_LAYOUTS = [  # columns of 2018 and of today: start, end, bicycle or ride
    ("starttime", "stoptime", "bikeid"),
    ("started_at", "ended_at", "ride_id"),
]


def citi_bike(file: Path | str) -> Iterator[Trip]:
    """The trips of a public Citi Bike file, in its order; the header tells the layout.

    Raises:
        ValueError: for an unknown header, or for a malformed line, with its number.
    """
    with Path(file).open(newline="", encoding="utf-8") as lines:
        rows = csv.DictReader(lines)
        names = {name.strip().lower().replace(" ", ""): name for name in rows.fieldnames or []}
        layout = next((one for one in _LAYOUTS if names.keys() >= set(one)), None)
        if layout is None:
            raise ValueError(
                f"{file} has the columns {', '.join(rows.fieldnames or ['(none)'])}; a Citi Bike "
                f"file has {', '.join(_LAYOUTS[0])} (2018) or {', '.join(_LAYOUTS[1])} (today)"
            )
        for row in rows:
            started, ended, rider = (row[names[name]] or "" for name in layout)
            at = f"{file}, line {rows.line_num}"
            first, last = _millis(started, at), _millis(ended, at)
            yield Trip(first, last, (last - first) / 1000, rider)


def _millis(text: str, at: str) -> int:
    """A local time, read as UTC: the files have no zone, and windows need differences only."""
    for form in (
        "%Y-%m-%d %H:%M:%S.%f",
        "%Y-%m-%d %H:%M:%S",
        "%m/%d/%Y %H:%M:%S",
        "%m/%d/%Y %H:%M",
    ):
        try:
            moment = datetime.strptime(text, form).replace(tzinfo=timezone.utc)
        except ValueError:
            continue
        return round(moment.timestamp() * 1000)
    raise ValueError(f"{at}: {text!r} is not a time such as 2018-07-01 00:00:08.1340")


def debs_2012(file: Path | str) -> Iterator[int]:
    """The times of the DEBS 2012 manufacturing data, in milliseconds since 1970.

    The file is tab-separated, without a header; a line begins with a time in UTC.
    """
    with Path(file).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            fields = line.split("\t")
            at = f"{file}, line {number}"
            if len(fields) < 5:
                raise ValueError(f"{at}: a reading needs at least 5 fields, not {len(fields)}")
            # Python reads at most six of the seven digits of a second.
            time = re.sub(r"(\.\d{6})\d+", r"\1", fields[0])
            try:
                yield round(datetime.fromisoformat(time).timestamp() * 1000)
            except ValueError as bad:
                raise ValueError(f"{at}: {bad}") from None
