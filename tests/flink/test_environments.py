"""An environment gets the jar exactly once."""

import subprocess
import sys

import pytest
from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import EnvironmentSettings, TableEnvironment

import finestra
import finestra.flink
from finestra.core import handshake


def test_the_jar_is_added_once(environment: StreamExecutionEnvironment) -> None:
    finestra.flink.configure(environment)
    config = environment._j_stream_execution_environment.getConfiguration().toString()
    assert config.count(finestra.jar("flink").name) == 1


def test_an_environment_of_tables_is_configured_too() -> None:
    tables = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    finestra.flink.configure(finestra.flink.configure(tables))
    with tables.execute_sql("SHOW JARS").collect() as jars:
        assert [row[0].rpartition("/")[2] for row in jars] == [finestra.jar("flink").name]


def test_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match="takes a StreamExecutionEnvironment"):
        finestra.flink.configure("local")


WITHOUT_THE_JAR = """
from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
import finestra.flink
env = StreamExecutionEnvironment.get_execution_environment()
rows = env.from_collection([("ann", 1)], Types.TUPLE([Types.STRING(), Types.INT()]))
try:
    finestra.flink.keyed(rows, by="f0").window(finestra.flink.LastWindow.of(9)).aggregate("count")
except RuntimeError as refused:
    print(refused)
"""


def test_an_environment_without_the_jar_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_JAR], stdout=subprocess.PIPE, text=True, timeout=300
    )
    assert "Finestra's jar is missing in Flink's JVM; call finestra.flink.configure" in done.stdout


def test_a_jar_of_another_version_is_refused(
    environment: StreamExecutionEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handshake, "finestra_version", lambda: "9.9.9")
    rows = environment.from_collection([("ann", 1)], Types.TUPLE([Types.STRING(), Types.INT()]))
    windows = finestra.flink.keyed(rows, by="f0").window(finestra.flink.LastWindow.of(9))
    with pytest.raises(RuntimeError, match=r"the package is finestra 9\.9\.9.*use the jar of this"):
        windows.aggregate("count")
