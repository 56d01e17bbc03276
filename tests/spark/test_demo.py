"""The demo on Spark gives the results counted by hand, on a few trips."""

from collections.abc import Callable

import pytest


@pytest.mark.check
def test_last_hours_and_days_are_those_counted_by_hand(run: Callable[[str], str]) -> None:
    printed = run("""
        from finestra.cli import engines
        from finestra.cli.demo_spark import by_name, view
        from tests import trips
        spark = engines.spark("demo", "local[2]", {})
        answers = sorted(set(by_name(view(spark, trips.FEW))))
        spark.stop()
        assert answers == trips.answers(trips.FEW), answers
        print(len(answers))
    """)
    assert printed == "8"
