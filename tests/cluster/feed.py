"""Writes readings for a job while faults happen."""

import threading
import time
from collections.abc import Iterator

from tests.cluster import readings
from tests.cluster.boxes import until
from tests.cluster.broker import Broker

EACH_SECOND = 20_000


class Feed(threading.Thread):
    """Writes readings into a topic, slowly enough that rows arrive during the faults."""

    def __init__(
        self, broker: Broker, topic: str, lines: Iterator[str], count: int, parts: int
    ) -> None:
        """Writes ``count`` lines in ``parts`` parts; each call of ``go_on`` permits one part."""
        super().__init__(daemon=True)
        self.count = count
        self.sent = 0
        self.error: BaseException | None = None
        self._part = count // parts + 1
        self._permitted = 0
        self._lines = lines
        self._topic = topic
        self._producer = broker.producer()

    def run(self) -> None:
        """Writes all lines and waits until the broker has them."""
        try:
            for line in self._lines:
                while self.sent >= self._permitted:
                    time.sleep(0.05)
                self._write(line)
                self.sent += 1
                if self.sent % (EACH_SECOND // 10) == 0:
                    time.sleep(0.1)
            self._write(readings.closing())
            assert self._producer.flush(300) == 0, "the broker did not accept all rows"
        except BaseException as error:
            self.error = error

    def go_on(self) -> None:
        """Permits one more part and waits for its first tenth."""
        self._permitted += self._part
        goal = min(self.count, self._permitted - self._part * 9 // 10)
        until("rows flow", lambda: self.error is None and self.sent >= goal)

    def finish(self) -> None:
        """Permits all lines and waits until they are written."""
        self._permitted = self.count
        self.join(600)
        assert self.error is None, self.error
        assert self.sent == self.count, f"{self.sent} of {self.count} rows are written"

    def _write(self, line: str) -> None:
        self._producer.produce(self._topic, line.encode(), on_delivery=self._delivered)
        self._producer.poll(0)

    def _delivered(self, error: object, message: object) -> None:
        if error is not None:
            self.error = AssertionError(f"a row was not written: {error}")
