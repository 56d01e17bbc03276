"""The jar gets into an environment, once."""

import pytest
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.table import EnvironmentSettings, TableEnvironment

import finestra
import finestra.flink


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
