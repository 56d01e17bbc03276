"""Features that change, in a compacted topic and in a table, read at random moments."""

import os
import random
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path

from tests.cluster import readings
from tests.cluster.boxes import Boxes, until
from tests.cluster.broker import Broker
from tests.cluster.database import Database
from tests.cluster.feed import Feed
from tests.cluster.flink_cluster import FlinkCluster

# Each look reads the whole topic, so there are fewer rows than in the other tests.
EVENTS = int(os.environ.get("FINESTRA_EVENTS", "1000000")) // 10
JOB = Path(__file__).with_name("changes_job.py")
RATE = 1_000
LOOKS = 6
SINKS = ("topic", "table")

# For each key the time of its result in milliseconds, and its features as text; a null is an empty
# text.
Found = dict[str, tuple[int, list[str]]]


def test_the_newest_features_are_right_at_any_moment(boxes: Boxes, rng: random.Random) -> None:
    broker, database, flink = Broker(boxes), Database(boxes), FlinkCluster(boxes)
    database.ask(
        "CREATE TABLE features (key TEXT PRIMARY KEY, ts TIMESTAMP(3), n BIGINT, total BIGINT,"
        " top BIGINT)"
    )
    broker.create("readings", 1)
    # Small segments, so that the broker compacts while the job runs.
    broker.create("features", 2, {"cleanup.policy": "compact", "segment.bytes": "1048576"})
    job = flink.submit_python(
        JOB, broker.inside, "readings", "features", database.inside, f"{readings.SIZE}", f"{RATE}"
    )
    lines = list(readings.lines(rng, EVENTS, range(0)))  # no row is late
    expected = Expected(lines)
    feed = Feed(broker, "readings", iter(lines), EVENTS, LOOKS)
    feed.start()
    flink.await_checkpoints(job)
    seen = dict.fromkeys(SINKS, 0)
    newest: dict[str, dict[str, int]] = {sink: {} for sink in SINKS}
    for look in range(LOOKS):
        feed.go_on()
        time.sleep(rng.uniform(0, 5))
        if look == LOOKS // 2:
            flink.tasks[0].kill()
            flink.tasks[0].start_again()
        for sink, found in (("topic", _topic(broker)), ("table", _table(database))):
            seen[sink] += len(found)
            assert expected.wrong(found) == []
            times = {key: at for key, (at, _) in found.items()}
            # After a restore, a key may have results of earlier times again.
            if flink.restored(job) == 0:
                assert all(times[key] >= at for key, at in newest[sink].items())
                newest[sink] = times
    for sink in SINKS:
        assert seen[sink] > readings.KEYS, f"the {sink} had hardly a result while rows arrived"
    feed.finish()
    # After the last watermark all windows are empty, though no key has a later row.
    until("the topic's counts are back to 0", lambda: _counts(_topic(broker)) == {"0"})
    until("the table's counts are back to 0", lambda: _counts(_table(database)) == {"0"})
    for found in (_topic(broker), _table(database)):
        assert len(found) == readings.KEYS
        assert expected.wrong(found) == []


def _counts(found: Found) -> set[str]:
    return {features[0] for _, features in found.values()}


class Expected:
    """The features of each key at any time, computed from the lines."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Reads the lines; none of them is late."""
        rows: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for line in lines:
            key, at, value, _ = line.split(",")
            rows[key].append((int(at), int(value)))
        self._rows = {key: sorted(each) for key, each in rows.items()}

    def at(self, key: str, millis: int) -> list[str]:
        """The features of a key at a time: count, sum and maximum."""
        rows = self._rows[key]
        first = bisect_left(rows, (millis - readings.SIZE, -(10**9)))
        last = bisect_right(rows, (millis, 10**9))
        values = [value for _, value in rows[first:last]]
        return [str(len(values)), *([str(sum(values)), str(max(values))] if values else ["", ""])]

    def wrong(self, found: Found) -> list[tuple[str, int, list[str], list[str]]]:
        """The features that differ, with the expected ones."""
        return [
            (key, millis, features, self.at(key, millis))
            for key, (millis, features) in found.items()
            if features != self.at(key, millis)
        ]


def _topic(broker: Broker) -> Found:
    """The newest message of each key."""
    return _found(broker.all_committed("features"))


def _table(database: Database) -> Found:
    return _found(",".join(row) for row in database.ask("SELECT * FROM features"))


def _found(lines: Iterable[str]) -> Found:
    found: Found = {}
    for line in lines:
        key, at, *features = line.strip().split(",")
        moment = datetime.fromisoformat(at.strip('"')).replace(tzinfo=timezone.utc)
        found[key] = round(moment.timestamp() * 1000), features
    return found
