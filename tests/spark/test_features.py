"""Features of a batch and of a stream on Spark equal plain Python, also at given times."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.feature_example import EXAMPLE, LINES, printed

Run = Callable[[str], str]

SESSION = """
import datetime as dt, json, random, sys, tempfile
from collections import Counter
import finestra, finestra.spark
from pyspark.sql import SparkSession, functions as F
from tests import feature_oracle as oracle
print("replay with FINESTRA_SEED={seed}")
rng = random.Random({seed})
builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
builder = builder.config("spark.sql.shuffle.partitions", "2")
builder = builder.config("spark.sql.session.timeZone", "America/New_York")
spark = finestra.spark.configure(builder).getOrCreate()
SCHEMA = "card string, country int, ts timestamp, amount bigint, price double, shop string"
def at(millis):
    return dt.datetime.fromtimestamp(millis / 1000, dt.timezone.utc)
def frame(rows):
    rows = [(r.card, r.country, at(r.time), r.amount, r.price, r.shop) for r in rows]
    return spark.createDataFrame(rng.sample(rows, len(rows)), SCHEMA)
def millis(df, times):
    return df.select(*(F.unix_millis(c).alias(c) if c in times else F.col(c) for c in df.columns))
def check(declared, df, expected):
    assert tuple(df.columns) == declared.columns, df.columns
    got = Counter(map(tuple, millis(df, declared.time_columns).collect()))
    want = Counter(expected)
    assert got == want, (declared.to_json(), got - want, want - got)
"""

BATCHES = """
for kind in ["rows", "slides", "sessions"]:
    declared, rows = oracle.case({seed}, kind)
    check(declared, declared.spark(frame(rows)), oracle.expected(declared, rows))
# A batch ignores the emission: it has the features of each row.
declared, rows = oracle.case({seed}, "rows")
given = {{**json.loads(declared.to_json()), "emit": "changes"}}
changes = finestra.Features.parse(json.dumps(given))
check(declared, changes.spark(frame(rows)), oracle.expected(declared, rows))
print("done")
"""


def seed() -> int:
    return int(os.environ.get("FINESTRA_SEED", random.SystemRandom().randrange(1 << 32)))


@pytest.mark.check
def test_batches_equal_plain_python(run: Run) -> None:
    assert run((SESSION + BATCHES).format(seed=seed())).endswith("done")


STREAMS = """
for kind in ["rows", "changes", "slides", "sessions"]:
    declared, rows = oracle.case({seed}, kind)
    files = tempfile.mkdtemp()
    frame(rows).coalesce(1).write.mode("overwrite").parquet(files)
    # Its own results are not yet due.
    last = oracle.Payment("end", 9, 1_900_000_000_000, 1, 1.0, "x")
    frame([last]).coalesce(1).write.mode("append").parquet(files)
    stream = spark.readStream.schema(SCHEMA).parquet(files).withWatermark("ts", "2 hours")
    query = declared.spark(stream).writeStream.format("memory").queryName(kind).start()
    query.processAllAvailable()
    query.stop()
    got = spark.table(kind)
    check(declared, got, oracle.expected(declared, rows))
print("done")
"""


@pytest.mark.check
def test_streams_equal_plain_python(run: Run) -> None:
    assert run((SESSION + STREAMS).format(seed=seed())).endswith("done")


QUESTIONS = """
for same in ["included", "excluded"]:
    declared = oracle.declaration(rng, rng.choice(["rows", "changes"]))
    rows = oracle.payments(rng, rng.randint(1, 60))
    asked = [
        (rng.choice("abcd"), rng.randrange(2), rng.choice(rows).time + rng.choice([0, 1, -1, 9999]))
        for _ in range(20)
    ]
    labels = spark.createDataFrame(
        [(i, card, country, at(time)) for i, (card, country, time) in enumerate(asked)],
        "amount int, card string, country int, ts timestamp",
    )
    got = declared.spark(frame(rows), at=labels, same_time=same)
    assert got.columns == [*labels.columns, *declared.feature_columns], got.columns
    assert got.schema["amount"].dataType.typeName() == "integer"
    answers = dict((row[0], tuple(row)[4:]) for row in got.collect())
    for i, (card, country, time) in enumerate(asked):
        key = tuple({{"card": card, "country": country}}[name] for name in declared.by)
        want = oracle.asked(declared, rows, key, time, same)
        assert answers[i] == want, (declared.to_json(), same, asked[i], answers[i], want)
print("done")
"""


def test_labels_have_the_features_of_their_time(run: Run) -> None:
    assert run((SESSION + QUESTIONS).format(seed=seed())).endswith("done")


@pytest.mark.check
def test_the_example_prints_the_features() -> None:
    *features, label = printed("on_spark.py")
    assert features == LINES
    assert label == "label: ann 2026-01-01 11:30:00 True 1 2 250 750 1 1"


@pytest.mark.check
def test_the_example_with_history_starts_at_its_end() -> None:
    # The stream does not end, so the last payment's features are not due.
    assert printed("history_on_spark.py") == LINES[3:4]


@pytest.mark.check
def test_the_notebook_finds_no_difference() -> None:
    lines = printed("notebook.ipynb")
    assert "138 results of the stream, 0 differ from the backfill" in lines
    assert lines[-1] == "288 more results, 0 wrong, 150 without top_1d"


@pytest.mark.check
def test_the_command_computes_a_file(tmp_path: Path) -> None:
    rows, declared = tmp_path / "payments.csv", EXAMPLE / "cards.yaml"
    payments = (EXAMPLE / "payments.csv").read_text(encoding="utf-8")
    rows.write_text(f"card,ts,cents,shop\n{payments}", encoding="utf-8")
    command = [sys.executable, "-m", "finestra", "features", "run", str(declared), str(rows)]
    out = tmp_path / "features.csv"
    columns = "card STRING, ts TIMESTAMP, cents BIGINT, shop STRING"
    swapped = "ts TIMESTAMP, card STRING, cents BIGINT, shop STRING"
    for types, path, status, message in (
        (columns, out, 0, ""),
        (swapped, tmp_path / "no.csv", 2, "CSV header"),
    ):
        asked = [*command, str(path), "--columns", types]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert (done.returncode, message in done.stderr) == (status, True), done.stderr
    (part,) = out.glob("*.csv")
    lines = part.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "card,ts,n_1h,n_1d,spent_1h,spent_1d,shops_1h,shops_1d"
    values = [line.replace("T", " ").replace(".000Z", "").replace(",", " ") for line in lines[1:]]
    assert sorted(values) == sorted(LINES)
