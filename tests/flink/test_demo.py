"""The demo on Flink gives the results counted by hand, and those of Flink's own windows."""

from pathlib import Path

import pytest

from finestra.cli.demo_flink import Demo
from finestra.cli.demo_trips import trips as synthetic
from tests import trips


@pytest.mark.check
def test_both_ways_give_the_same_results(tmp_path: Path) -> None:
    demo = Demo(tmp_path, synthetic(200))
    own, ours = (demo.answer(by, 20) for by in ("own", "finestra"))
    assert own.results > 86_400
    assert (ours.results, ours.digest) == (own.results, own.digest)


@pytest.mark.check
def test_last_hours_and_days_are_those_counted_by_hand(tmp_path: Path) -> None:
    assert sorted(set(Demo(tmp_path, trips.FEW).by_name())) == trips.answers(trips.FEW)
