"""Synthetic trips have the stated shape, and the loaders read the public layouts."""

import os
import random
from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path

import pytest

from finestra.bench.trips import Trip, citi_bike, debs_2012, synthetic


def test_synthetic_trips_are_ordered_by_their_ends_and_repeat_with_the_seed() -> None:
    seed = int(os.environ.get("FINESTRA_SEED", random.randrange(2**32)))
    print(f"replay with FINESTRA_SEED={seed}")
    trips = list(synthetic(30_000, seed, a_day=12_000))
    assert trips == list(synthetic(30_000, seed, a_day=12_000))
    assert len(trips) == 30_000
    ends = [trip.ended for trip in trips]
    assert ends == sorted(ends)
    starts = [trip.started for trip in trips]
    late = sum(1 for i in range(1, len(starts)) if starts[i] < starts[i - 1])
    assert 0.3 < late / len(starts) < 0.6
    assert 400 < sorted(trip.duration for trip in trips)[15_000] < 900
    by_hour = [0] * 24
    for start in starts:
        by_hour[start // 3_600_000 % 24] += 1
    assert by_hour[17] > 5 * by_hour[3]


def test_bad_numbers_of_trips_are_refused() -> None:
    with pytest.raises(ValueError, match="riders is 0; it must be 1 or more"):
        list(synthetic(1, 1, riders=0))


TRIP = Trip(1530403208134, 1530403508135, 300.001, "17")


def test_both_layouts_of_citi_bike_are_read(tmp_path: Path) -> None:
    file = tmp_path / "trips.csv"
    file.write_text(
        '"tripduration","starttime","stoptime","start station id","end station id","bikeid"\n'
        '300,"2018-07-01 00:00:08.1340","2018-07-01 00:05:08.1350",3178,3143,17\n'
    )
    assert list(citi_bike(file)) == [TRIP]
    minutes = file.read_text().replace("2018-07-01 00:00:08.1340", "7/1/2018 0:00")
    file.write_text(minutes.replace("2018-07-01 00:05:08.1350", "7/1/2018 0:05"))
    assert [trip.duration for trip in citi_bike(file)] == [300]
    file.write_text(
        "ride_id,rideable_type,started_at,ended_at,start_station_id,end_station_id\n"
        "17,electric_bike,2018-07-01 00:00:08.134,2018-07-01 00:05:08.135,3178,3143\n"
    )
    assert list(citi_bike(file)) == [TRIP]


def test_a_file_that_is_no_citi_bike_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "trips.csv"
    file.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="has the columns a, b; a Citi Bike file has starttime"):
        list(citi_bike(file))
    file.write_text("ride_id,started_at,ended_at,start_station_id,end_station_id\n1,x,y,2,3\n")
    with pytest.raises(ValueError, match="line 2: 'x' is not a time"):
        list(citi_bike(file))


def test_readings_of_debs_2012_are_read(tmp_path: Path) -> None:
    file = tmp_path / "debs.csv"
    file.write_text("2012-02-22T16:46:28.9670320+00:00\t2556001\t13039\t13958\t11100\t0\t0\n")
    assert list(debs_2012(file)) == [1329929188967]
    file.write_text("2012-02-22T16:46:28+00:00\t1\t2\n")
    with pytest.raises(ValueError, match="line 1: a reading needs at least 5 fields, not 3"):
        list(debs_2012(file))


def test_the_trips_of_the_figures_have_the_shapes_of_the_papers_figure_15() -> None:
    sizes, bulks, distances = shapes(synthetic(130_000, 7), 24 * 3_600_000)
    assert max(sizes) > 1.3 * min(sizes), "windows are all of one size"
    few = sum(1 for bulk in bulks if bulk <= 4)
    assert few > 0.95 * len(bulks), "most insertions evict next to nothing"
    assert sum(1 for bulk in bulks if 100 <= bulk < 1_000) >= 2
    assert sum(1 for bulk in bulks if bulk >= 1_000) >= 2
    assert sorted(distances)[len(distances) // 2] < 1_000
    assert sum(1 for distance in distances if distance >= 10_000) >= 10


def shapes(trips: Iterable[Trip], length: int) -> tuple[list[int], list[int], list[int]]:
    """For each trip after the first window: its size n, the evicted entries m, the distance d."""
    times: list[int] = []
    first = youngest = evicted = 0
    sizes, bulks, distances = [], [], []
    for trip in trips:
        first = first or trip.started
        youngest = max(youngest, trip.started)
        until = bisect_right(times, youngest - length, evicted)
        at = bisect_right(times, trip.started, until)
        times.insert(at, trip.started)
        if youngest - first > length:
            sizes.append(len(times) - until)
            bulks.append(until - evicted)
            distances.append(len(times) - 1 - at)
        evicted = until
    return sizes, bulks, distances
