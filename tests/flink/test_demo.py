"""The demo's two ways, Flink's own windows and Finestra's, on a few of its trips."""

from pathlib import Path

from finestra.cli.demo_flink import Demo


def test_both_ways_give_the_same_results(tmp_path: Path) -> None:
    demo = Demo(tmp_path)
    own, ours = (demo.answer(by, 20) for by in ("own", "finestra"))
    assert own.results > 86_400
    assert (ours.results, ours.digest) == (own.results, own.digest)
