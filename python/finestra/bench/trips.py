"""Trips of shared bicycles: synthetic ones, and those of the public files.

A trip is a row of when it started and ended, in milliseconds since 1970, its duration in seconds,
its start and end station, and its bicycle or rider. The synthetic ones have the daily and weekly
shape that such data have, and come out of order as they do when a trip is known at its end but
counted at its start: by its duration. Days are busier or calmer, a few bicycles are kept for most
of a day, and now and then all stand still for a while, after which a window evicts hundreds or
thousands of trips at once: so the sizes of windows and bulks and the distances have the shape of
figure 15 of the bulk FiBA paper. They are drawn, not recorded, and say so wherever they are shown.

Not supported: compressed files; unpack them first.
"""

import csv
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

__all__ = ["SYNTHETIC", "Reading", "Trip", "citi_bike", "debs_2012", "synthetic"]

SYNTHETIC = "synthetic trips, drawn at random in the shape of bicycle data; not recorded ones"

_HOUR = 3_600_000
_DAY = 24 * _HOUR
_BEGIN = 1_530_403_200_000  # 2018-07-01
_STATIONS = 800
# How much is ridden in each hour of a working day and of a free one.
_WORK = [1, 1, 1, 1, 2, 6, 14, 25, 34, 22, 16, 17, 19, 19, 20, 23, 30, 42, 40, 28, 20, 14, 10, 5]
_FREE = [4, 3, 2, 1, 1, 2, 4, 8, 13, 19, 24, 27, 29, 30, 30, 29, 27, 25, 22, 18, 14, 11, 9, 6]
_PAUSES = 3  # in a day, each of ten minutes to two hours; who waited sets off when it is over
_PAUSE = 600_000
_LONGEST = 2 * _HOUR
_BURST = 300_000
_KEPT = 1 / 4_000  # of the trips


@dataclass(frozen=True)
class Trip:
    """One trip."""

    started: int
    ended: int
    duration: float
    start_station: str
    end_station: str
    rider: str


def synthetic(count: int, seed: int, riders: int = 5_000, a_day: int = 50_000) -> Iterator[Trip]:
    """So many trips in the order of their ends, in which their starts are out of order.

    Args:
        count: of the trips.
        seed: the same one gives the same trips.
        riders: among whom they are drawn, some of whom ride far more than others.
        a_day: trips of the busiest days; of others down to half as many.
    """
    for name, number, least in (("count", count, 0), ("riders", riders, 1), ("a_day", a_day, 1)):
        if number < least:
            raise ValueError(f"{name} is {number}; {least} is the least that fits")
    draw = random.Random(seed)
    waiting: list[Trip] = []
    made = 0
    day = 0
    while made < count or waiting:
        if made < count:
            waiting.extend(_day(draw, day, a_day, riders))
        until = _BEGIN + (day + 1) * _DAY if made < count else math.inf
        waiting.sort(key=lambda trip: trip.ended)
        done = 0
        while done < len(waiting) and waiting[done].ended < until and made < count:
            yield waiting[done]
            done += 1
            made += 1
        del waiting[:done]
        if made >= count:
            return
        day += 1


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
            trips.append(
                Trip(
                    started,
                    started + round(seconds * 1000),
                    round(seconds, 3),
                    f"station {int(_STATIONS * draw.random() ** 1.5)}",
                    f"station {int(_STATIONS * draw.random() ** 1.5)}",
                    f"rider {rider}",
                )
            )
    return trips


def _pauses(draw: random.Random, begin: int) -> list[tuple[int, int]]:
    """When all stand still on a day, from six in the morning on, in order."""
    stops = sorted(begin + draw.randrange(6 * _HOUR, 22 * _HOUR) for _ in range(_PAUSES))
    lengths = (min(_PAUSE + draw.expovariate(1 / (5 * _PAUSE)), _LONGEST) for _ in stops)
    return [(stop, stop + round(length)) for stop, length in zip(stops, lengths, strict=True)]


_LAYOUTS = [  # of 2018 and of today: started, ended, stations, rider or ride
    ("starttime", "stoptime", "start station id", "end station id", "bikeid"),
    ("started_at", "ended_at", "start_station_id", "end_station_id", "ride_id"),
]


def citi_bike(file: Path | str) -> Iterator[Trip]:
    """The trips of a public Citi Bike file, in its order; the layout is told by its header.

    Raises:
        ValueError: for a header of neither layout, or a line that does not fit it, by its number.
    """
    with Path(file).open(newline="", encoding="utf-8") as lines:
        rows = csv.DictReader(lines)
        header = [name.strip().lower().replace("_", " ") for name in rows.fieldnames or []]
        plain = {name.replace(" ", ""): i for i, name in enumerate(header)}
        layout = next((one for one in _LAYOUTS if all(_plain(name) in plain for name in one)), None)
        if layout is None:
            raise ValueError(
                f"{file} has the columns {', '.join(rows.fieldnames or ['(none)'])}; a Citi Bike "
                f"file has {', '.join(_LAYOUTS[0])} (2018) or {', '.join(_LAYOUTS[1])} (today)"
            )
        names = [(rows.fieldnames or [])[plain[_plain(name)]] for name in layout]
        for row in rows:
            started, ended, start, end, rider = (row[name] or "" for name in names)
            at = f"{file}, line {rows.line_num}"
            first, last = _millis(started, at), _millis(ended, at)
            yield Trip(first, last, (last - first) / 1000, start, end, rider)


def _plain(name: str) -> str:
    return name.replace("_", "").replace(" ", "")


def _millis(text: str, at: str) -> int:
    """A local time as if of UTC: the files name no zone, and windows need only differences."""
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
    raise ValueError(f"{at}: {text!r} is no time as 2018-07-01 00:00:08.1340")


@dataclass(frozen=True)
class Reading:
    """One reading of the DEBS 2012 manufacturing data."""

    time: int
    index: int
    mf: tuple[int, int, int]


def debs_2012(file: Path | str) -> Iterator[Reading]:
    """The readings of the DEBS 2012 manufacturing data: tab-separated, with no header.

    Times are milliseconds since 1970; of the fields, the index and the three readings ``mf01`` to
    ``mf03`` of electrical power are kept.
    """
    with Path(file).open(newline="", encoding="utf-8") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter="\t"), start=1):
            at = f"{file}, line {number}"
            if len(row) < 5:
                raise ValueError(f"{at}: there are {len(row)} fields; a reading has at least 5")
            try:
                time = datetime.fromisoformat(_micros(row[0]))
                index, first, second, third = (int(field) for field in row[1:5])
            except ValueError as bad:
                raise ValueError(f"{at}: {bad}") from None
            yield Reading(round(time.timestamp() * 1000), index, (first, second, third))


def _micros(text: str) -> str:
    """A time with seven digits behind the second cut to the six that Python reads."""
    head, dot, rest = text.partition(".")
    digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
    zone = rest[len(digits) :] or "+00:00"
    return f"{head}.{digits[:6]:<06}{zone}" if dot else text
