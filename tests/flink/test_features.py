"""Features of a stream and of a table on Flink equal plain Python."""

import random
import subprocess
import sys
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from pyflink.datastream import RuntimeExecutionMode, StreamExecutionEnvironment
from pyflink.table import StreamTableEnvironment, Table
from tests.feature_example import EXAMPLE, LINES, printed

import finestra
from finestra.core.errors import FinestraError
from tests import feature_oracle as oracle

KINDS = ["rows", "changes", "slides", "sessions"]


@pytest.fixture
def kind() -> str:
    """The kind of declaration; some tests are parametrized with all kinds."""
    return "rows"


@pytest.fixture
def payments(seed: int, kind: str) -> list[oracle.Payment]:
    """The rows for this kind of declaration, in order of time."""
    return oracle.case(seed, kind)[1]


@pytest.fixture
def file(payments: list[oracle.Payment], rng: random.Random, tmp_path: Path) -> Path:
    """The rows as CSV, each less than two hours late."""
    late = sorted(payments, key=lambda row: row.time + rng.randrange(2 * oracle.HOUR))
    lines = ("|".join("null" if v is None else str(v) for v in vars(row).values()) for row in late)
    file = tmp_path / "payments.csv"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def read(tables: StreamTableEnvironment, file: Path, time: str = "TIMESTAMP_LTZ(3)") -> Table:
    """The rows with a time of a type, and watermarks that are two hours behind."""
    tables.execute_sql(f"""
        CREATE TABLE payments (
            card STRING, country INT, millis BIGINT, amount BIGINT, price DOUBLE, shop STRING,
            ts AS CAST(TO_TIMESTAMP_LTZ(millis, 3) AS {time}),
            WATERMARK FOR ts AS ts - INTERVAL '2' HOUR
        ) WITH ('connector' = 'filesystem', 'path' = '{file.as_uri()}', 'format' = 'csv',
                'csv.field-delimiter' = '|', 'csv.null-literal' = 'null')
    """)
    return tables.from_path("payments")


def in_millis(value: object) -> object:
    if isinstance(value, datetime):
        return round(value.replace(tzinfo=timezone.utc).timestamp() * 1000)
    return value


def collected(stream: Any) -> list[tuple[object, ...]]:
    with stream.execute_and_collect() as results:
        return [tuple(row) for row in results]


def in_table(table: Table) -> list[tuple[object, ...]]:
    with table.execute().collect() as rows:
        return [tuple(map(in_millis, row)) for row in rows]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", ["STREAMING", pytest.param("BATCH", marks=pytest.mark.check)])
def test_a_stream_equals_plain_python(
    environment: StreamExecutionEnvironment,
    file: Path,
    payments: list[oracle.Payment],
    seed: int,
    kind: str,
    mode: str,
) -> None:
    environment.set_runtime_mode(RuntimeExecutionMode[mode])
    tables = StreamTableEnvironment.create(environment)
    declared, _ = oracle.case(seed, kind, time="millis")
    result = declared.flink(tables.to_data_stream(read(tables, file)))
    assert tuple(result.get_type().get_field_names()) == declared.columns
    assert Counter(collected(result)) == Counter(oracle.expected(declared, payments))


@pytest.mark.check
@pytest.mark.parametrize("kind", KINDS)
def test_a_table_equals_plain_python(
    tables: StreamTableEnvironment,
    file: Path,
    payments: list[oracle.Payment],
    seed: int,
    kind: str,
) -> None:
    declared, _ = oracle.case(seed, kind)
    # PyFlink cannot collect TIMESTAMP_LTZ.
    result = declared.flink(read(tables, file, "TIMESTAMP(3)"))
    assert tuple(result.get_schema().get_field_names()) == declared.columns
    assert Counter(in_table(result)) == Counter(oracle.expected(declared, payments))


def test_results_are_rows_in_event_time(tables: StreamTableEnvironment, file: Path) -> None:
    declared = finestra.features(
        by="card", time="ts", windows={"1d": "1 day"}, aggregates={"n": "count"}
    )
    tables.create_temporary_view("features", declared.flink(read(tables, file)))
    days = "TABLE(TUMBLE(TABLE features, DESCRIPTOR(ts), INTERVAL '1' DAY))"
    windows = tables.sql_query(f"SELECT window_end FROM {days} GROUP BY window_start, window_end")
    with windows.execute().collect() as rows:
        assert len(list(rows)) > 0


def test_a_timestamp_that_is_not_the_declared_time_fails(
    tables: StreamTableEnvironment, file: Path
) -> None:
    declared = finestra.features(
        by="card", time="millis", windows={"1d": "1 day"}, aggregates={"n": "count"}
    )
    read(tables, file)
    shifted = tables.sql_query("SELECT card, millis + 1 AS millis, ts FROM payments")
    stream = declared.flink(tables.to_data_stream(shifted))
    with pytest.raises(Exception, match="assign the timestamps from that field"):
        collected(stream)


def test_a_table_has_the_event_time_of_the_declaration(
    tables: StreamTableEnvironment, file: Path
) -> None:
    declared = finestra.features(
        by="card", time="millis", windows={"1d": "1 day"}, aggregates={"n": "count"}
    )
    with pytest.raises(ValueError, match="the event time of the table is 'ts'"):
        declared.flink(read(tables, file))


@pytest.mark.check
def test_the_example_prints_the_features() -> None:
    assert printed("on_flink.py") == LINES


@pytest.mark.check
def test_the_example_of_changes_prints_each_change() -> None:
    assert printed("changes_on_flink.py") == [
        "ann 2026-01-01 10:00:00 1 500",
        "bob 2026-01-01 10:10:00 1 900",
        "ann 2026-01-01 10:40:00 2 750",
        "ann 2026-01-01 11:01:00 1 250",
        "bob 2026-01-01 11:11:00 0 None",
        "ann 2026-01-01 11:30:00 2 4250",
        "ann 2026-01-01 11:41:00 1 4000",
        "ann 2026-01-01 12:31:00 0 None",
        "bob 2026-01-02 09:00:00 1 120",
        "bob 2026-01-02 10:01:00 0 None",
    ]


@pytest.mark.check
def test_the_example_with_history_starts_at_its_end() -> None:
    assert printed("history_on_flink.py") == LINES[3:]


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    columns = ["--columns", "card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING"]
    return subprocess.run(
        [sys.executable, "-m", "finestra", "features", *arguments, *columns],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.check
def test_the_commands_write_and_read_a_savepoint(tmp_path: Path) -> None:
    declared, history = str(EXAMPLE / "cards.yaml"), str(EXAMPLE / "payments.csv")
    until = ["--until", "2026-01-01 11:00:00"]
    done = command("savepoint", declared, history, tmp_path.as_uri(), *until)
    assert done.returncode == 0, done.stderr
    (savepoint,) = tmp_path.iterdir()
    path = done.stdout.strip()
    assert path.endswith(f"/{savepoint.name}")
    for at, lines in (
        (
            [],
            [
                "ann,2026-01-01 10:59:59.999,2,2,750,750,1,1",
                "bob,2026-01-01 10:59:59.999,1,1,900,900,1,1",
            ],
        ),
        (
            ["--at", "2026-01-01 11:05:00"],
            [
                "ann,2026-01-01 11:05:00.000,1,2,250,750,1,1",
                "bob,2026-01-01 11:05:00.000,1,1,900,900,1,1",
            ],
        ),
    ):
        done = command("read", declared, path, *until, *at)
        assert done.returncode == 0, done.stderr
        header, *rows = done.stdout.splitlines()
        assert header == "card,ts,n_1h,n_1d,spent_1h,spent_1d,shops_1h,shops_1d"
        assert sorted(rows) == lines
    done = command("read", declared, path)
    assert done.returncode == 2
    assert "no operator with the uid 'features'" in done.stderr


def test_a_history_that_cannot_be_read_fails(
    tables: StreamTableEnvironment, tmp_path: Path
) -> None:
    declared = finestra.features(
        by="card", time="millis", windows={"1d": "1 day"}, aggregates={"n": "count"}
    )
    with pytest.raises(FinestraError, match=r"there is no savepoint: .*/none"):
        declared.flink_savepoint(
            read(tables, tmp_path / "none"),
            until="2026-01-01",
            uid="cards",
            directory=tmp_path.as_uri(),
        )


@pytest.mark.check
@pytest.mark.parametrize("kind", KINDS)
def test_history_and_a_table_equal_plain_python(
    tables: StreamTableEnvironment,
    file: Path,
    payments: list[oracle.Payment],
    seed: int,
    rng: random.Random,
    kind: str,
) -> None:
    declared, _ = oracle.case(seed, kind)
    rows = read(tables, file, "TIMESTAMP(3)")
    until = rng.choice(payments).time + rng.choice([-1, 0, 1])
    at = datetime.fromtimestamp(until / 1000, timezone.utc)
    result = declared.flink(rows, history=rows, until=at)
    assert Counter(in_table(result)) == Counter(oracle.expected(declared, payments, until))
