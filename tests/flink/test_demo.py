"""The demo on Flink gives the results counted by hand, and those of Flink's own windows."""

import subprocess
import sys
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


@pytest.mark.check
def test_features_are_the_same_on_both_engines() -> None:
    command = [sys.executable, "-m", "finestra", "demo", "features"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "All four gave the same 12 features for each of the 7,9" in done.stdout
