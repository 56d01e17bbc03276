"""A few trips, and the demo's expected results in plain Python."""

from finestra.bench.trips import Trip
from finestra.cli.demo_trips import SIZES, Answer

__all__ = ["FEW", "answers"]

_HOUR = 3_600_000
_BEGIN = 1_530_403_200_000


def _trip(rider: str, hours: float, duration: float) -> Trip:
    ended = _BEGIN + round(hours * _HOUR)
    return Trip(ended - round(duration * 1000), ended, duration, rider)


# Exactly an hour and a day apart, a millisecond more, and two at the same time.
FEW = [
    _trip("ann", 0, 900.5),
    _trip("bob", 0.5, 60.25),
    _trip("ann", 1, 300.125),
    _trip("ann", 1 + 1e-6, 30.0),
    _trip("bob", 23, 20.0),
    _trip("bob", 23, 80.0),
    _trip("ann", 24, 10.0),
    _trip("ann", 24.0001, 11.0),
    _trip("cyd", 30, 5.0),
]


def answers(trips: list[Trip]) -> list[Answer]:
    """Each trip's last hour and day, counted one by one; equal ends give one result."""
    found = set()
    for trip in trips:
        last = [
            [
                other.duration
                for other in trips
                if other.rider == trip.rider and 0 <= trip.ended - other.ended <= millis
            ]
            for millis in (round(size.total_seconds() * 1000) for size in SIZES.values())
        ]
        told = (each for durations in last for each in (len(durations), max(durations)))
        found.add(Answer(trip.rider, trip.ended, *told))  # type: ignore[arg-type]
    return sorted(found)
