"""The demo on Flink: by name as counted by hand, and beside Flink's own windows, on a few trips."""

from pathlib import Path

from finestra.cli.demo_flink import Demo
from finestra.cli.demo_trips import trips as synthetic
from tests import trips


def test_both_ways_give_the_same_results(tmp_path: Path) -> None:
    demo = Demo(tmp_path, synthetic(200))
    own, ours = (demo.answer(by, 20) for by in ("own", "finestra"))
    assert own.results > 86_400
    assert (ours.results, ours.digest) == (own.results, own.digest)


def test_last_hours_and_days_are_those_counted_by_hand(tmp_path: Path) -> None:
    assert sorted(set(Demo(tmp_path, trips.FEW).by_name())) == trips.answers(trips.FEW)
