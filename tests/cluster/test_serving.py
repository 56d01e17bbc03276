"""One declaration from the training set to PostgreSQL, by the commands that users type."""

import csv
import random
import subprocess
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone
from pathlib import Path

from tests.cluster.boxes import REPOSITORY, Boxes
from tests.cluster.database import Database
from tests.cluster.flink_cluster import JOB

EXAMPLES = REPOSITORY / "examples" / "features"
CARDS = EXAMPLES / "cards.yaml"
BEGIN = datetime(2026, 1, 1, tzinfo=timezone.utc)
UNTIL = "2026-01-05 12:00:00"
ROWS, DAYS, KEYS = 40_000, 6, 500
COLUMNS = "card STRING, ts TIMESTAMP(3), cents BIGINT, shop STRING"

# A card, a time and features, as text.
Row = tuple[str, ...]


def test_all_steps_have_the_same_features(boxes: Boxes, rng: random.Random, tmp_path: Path) -> None:
    database = Database(boxes)
    table = (EXAMPLES / "serve.py").read_text(encoding="utf-8")
    database.ask(table[table.index("CREATE TABLE") : table.index(";\n")])
    rows = list(payments(rng))
    live = [row for row in rows if row[1] >= UNTIL]
    header: Row = ("card", "ts", "cents", "shop")
    write(tmp_path / "all.csv", [header, *rows])
    write(tmp_path / "labels.csv", [header[:2], *(row[:2] for row in live)])
    write(tmp_path / "history.csv", (row for row in rows if row[1] < UNTIL))
    write(tmp_path / "live.csv", live)

    spark: list[str | Path] = ["--columns", COLUMNS.replace("(3)", "")]
    finestra("run", CARDS, tmp_path / "all.csv", tmp_path / "backfill.csv", *spark)
    labels: list[str | Path] = ["--at", tmp_path / "labels.csv", "--same-time", "included"]
    finestra("run", CARDS, tmp_path / "all.csv", tmp_path / "training.csv", *spark, *labels)
    history = ["--columns", COLUMNS, "--until", UNTIL]
    out = (tmp_path / "savepoints").as_uri()
    savepoint = finestra("savepoint", CARDS, (tmp_path / "history.csv").as_uri(), out, *history)
    jars = sorted((JOB.parent / "connectors").glob("*.jar"))
    inputs = [(tmp_path / "live.csv").as_uri(), savepoint.strip(), UNTIL, database.outside]
    run(REPOSITORY / ".venv/flink/bin/python", EXAMPLES / "serve.py", *inputs, *jars)

    backfill = Counter(row for row in features(tmp_path / "backfill.csv") if row[1] >= UNTIL)
    assert sum(backfill.values()) == len(live)
    assert Counter(features(tmp_path / "training.csv")) == backfill
    newest = {row[0]: row for row in sorted(backfill, key=lambda row: row[1])}
    served = {row[0]: normal(row) for row in database.ask("SELECT * FROM card_features")}
    assert served == newest
    print(
        f"Backfill and training set have the same features for {len(live):,} payments, and"
        f" PostgreSQL has the newest features of {len(served)} cards."
    )


def payments(rng: random.Random) -> Iterable[Row]:
    """Payments, each less than a minute late."""
    for arrival in sorted(rng.uniform(60, DAYS * 86_400) for _ in range(ROWS)):
        at = BEGIN + timedelta(milliseconds=round(1000 * (arrival - rng.uniform(0, 59))))
        card = f"card {int(KEYS * rng.random() ** 2)}"
        yield card, shown(at), str(rng.randrange(1, 50_000)), f"shop {rng.randrange(40)}"


def shown(time: datetime) -> str:
    return time.isoformat(" ", "milliseconds").removesuffix("+00:00")


def write(file: Path, rows: Iterable[Row]) -> None:
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(rows)


def finestra(*arguments: str | Path) -> str:
    return run(REPOSITORY / "bin" / "finestra", "features", *arguments)


def run(*command: str | Path) -> str:
    """The output of a command, which must succeed."""
    print("$", *command[:5], "…", flush=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def features(folder: Path) -> Iterable[Row]:
    """The rows that Spark wrote."""
    for file in folder.glob("*.csv"):
        with file.open(newline="", encoding="utf-8") as lines:
            yield from map(normal, list(csv.reader(lines))[1:])


def normal(row: Iterable[str]) -> Row:
    card, time, *values = row
    at = datetime.fromisoformat(time.replace("Z", "+00:00")).replace(tzinfo=timezone.utc)
    return card, shown(at), *values
