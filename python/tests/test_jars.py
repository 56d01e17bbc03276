"""The jar of the installed engine is found, or the error says what is wrong."""

import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

import finestra
from finestra.core import lines


def test_coordinates_have_the_version() -> None:
    assert finestra.coordinates("spark") == (
        f"dev.finestra:finestra-spark-4_2.13:{finestra.__version__}"
    )


@pytest.mark.parametrize(
    ("engine", "version", "artifact"),
    [
        ("spark", "3.5.6", "finestra-spark-3.5_2.12"),
        ("spark", "4.0.2", "finestra-spark-4_2.13"),
        ("spark", "4.3", "finestra-spark-4_2.13"),
        ("flink", "1.20.5", "finestra-flink-1.20"),
        ("flink", "2.1", "finestra-flink-2"),
        ("flink", "2.3.0", "finestra-flink-2"),
    ],
)
def test_the_version_decides_on_the_jar(engine: str, version: str, artifact: str) -> None:
    assert artifact in finestra.coordinates(engine, version)


def test_the_installed_version_decides_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "version", {"apache-flink": "1.20.3"}.__getitem__)
    assert "finestra-flink-1.20" in finestra.coordinates("flink")


def test_the_scala_of_sparks_jars_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / "scala-library-2.13.8.jar").touch()
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    assert "finestra-spark-3.5_2.12" in finestra.coordinates("spark", "3.5.6")
    monkeypatch.setattr(lines, "version", {"pyspark": "3.5.1"}.__getitem__)
    assert "finestra-spark-3.5_2.13" in finestra.coordinates("spark", "3.5.6")
    assert "finestra-spark-3.5_2.13" in finestra.coordinates("spark")
    assert "finestra-spark-4_2.13" in finestra.coordinates("spark", "4.0.2")


def test_pyspark_without_metadata_tells_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(lines, "version", absent)
    monkeypatch.setitem(sys.modules, "pyspark", SimpleNamespace(__version__="3.4.1"))
    assert lines.installed("spark") == "3.4.1"
    assert lines.installed("flink") is None


@pytest.mark.parametrize(
    ("engine", "version", "supported"),
    [
        ("spark", "3.4.1", "Spark 3.5 and 4.0 to 4.3"),
        ("spark", "4.10.0", "Spark 3.5 and 4.0 to 4.3"),
        ("flink", "1.2", "Flink 1.20 and 2.1 to 2.3"),
        ("flink", "next", "Flink 1.20 and 2.1 to 2.3"),
    ],
)
def test_another_version_is_refused(engine: str, version: str, supported: str) -> None:
    with pytest.raises(ValueError, match=rf"not support \w+ {version}; it supports {supported}$"):
        finestra.jar(engine, version)


def test_an_unknown_engine_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(ValueError, match=r"no connector for 'storm'; .* spark and flink"):
        finestra.jar("storm")


def test_a_missing_jar_is_reported_with_the_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = lines.Line("finestra-nowhere", "nowhere", ("9.9",))
    monkeypatch.setitem(lines.LINES, "flink", (nowhere,))
    with pytest.raises(
        FileNotFoundError, match=r"finestra-nowhere-.*\.jar is neither in .*make env"
    ):
        finestra.jar("flink", "9.9")
