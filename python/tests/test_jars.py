"""The jars are found, or the error names the folders that were searched."""

import pytest

import finestra
from finestra.core import jars


def test_coordinates_have_the_version() -> None:
    assert finestra.coordinates("spark") == (
        f"dev.finestra:finestra-spark-4_2.13:{finestra.__version__}"
    )


def test_an_unknown_engine_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"no connector for 'storm'; .* spark and flink"):
        finestra.jar("storm")


def test_a_missing_jar_is_reported_with_the_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(jars._ARTIFACTS, "nowhere", "finestra-nowhere")
    with pytest.raises(
        FileNotFoundError, match=r"finestra-nowhere-.*\.jar is neither in .*make env"
    ):
        finestra.jar("nowhere")
