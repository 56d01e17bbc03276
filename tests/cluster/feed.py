"""Readings on their way to a job, while faults happen."""

import abc
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tests.cluster import readings
from tests.cluster.boxes import until
from tests.cluster.broker import Broker

EACH_SECOND = 20_000
EACH_FILE = 2_500


class Feed(threading.Thread, abc.ABC):
    """Writes readings, no faster than it is let: faults are to meet rows on their way."""

    def __init__(self, lines: Iterator[str], count: int, parts: int) -> None:
        """Of so many lines; in so many parts, each of which must be let."""
        super().__init__(daemon=True)
        self.count = count
        self.sent = 0
        self.error: BaseException | None = None
        self._part = count // parts + 1
        self._let = 0
        self._lines = lines

    @abc.abstractmethod
    def write(self, line: str) -> None:
        """Writes a line, now or soon."""

    @abc.abstractmethod
    def close(self) -> None:
        """Comes back when all is written."""

    def run(self) -> None:
        """Writes until all is written."""
        try:
            for line in self._lines:
                while self.sent >= self._let:
                    time.sleep(0.05)
                self.write(line)
                self.sent += 1
                if self.sent % (EACH_SECOND // 10) == 0:
                    time.sleep(0.1)
            self.write(readings.closing())
            self.close()
        except BaseException as error:
            self.error = error

    def go_on(self) -> None:
        """Lets one part more be written, and waits for its first tenth."""
        self._let += self._part
        goal = self._let - self._part * 9 // 10
        until("rows flow", lambda: self.error is None and self.sent >= goal)

    def finish(self) -> None:
        """Lets all be written, and waits until it is."""
        self._let = self.count
        self.join(600)
        assert self.error is None, self.error
        assert self.sent == self.count, f"{self.sent} of {self.count} rows are written"


class TopicFeed(Feed):
    """Into a topic of Kafka."""

    def __init__(
        self, broker: Broker, topic: str, lines: Iterator[str], count: int, parts: int
    ) -> None:
        """See Feed."""
        super().__init__(lines, count, parts)
        self._producer = broker.producer()
        self._topic = topic

    def write(self, line: str) -> None:
        """Hands it to the producer."""
        self._producer.produce(self._topic, line.encode(), on_delivery=self._delivered)
        self._producer.poll(0)

    def close(self) -> None:
        """Waits for the broker."""
        assert self._producer.flush(300) == 0, "the broker did not take all rows"

    def _delivered(self, error: object, message: object) -> None:
        if error is not None:
            self.error = AssertionError(f"a row was not written: {error}")


class FileFeed(Feed):
    """Into files of a folder, each of which is there at once and whole."""

    def __init__(self, folder: Path, lines: Iterator[str], count: int, parts: int) -> None:
        """See Feed."""
        super().__init__(lines, count, parts)
        self._folder = folder
        self._files = 0
        self._buffer: list[str] = []
        self.written: list[str] = []

    def write(self, line: str) -> None:
        """Makes a file when there are enough lines for one."""
        self._buffer.append(line)
        if len(self._buffer) == EACH_FILE:
            self.close()

    def close(self) -> None:
        """Makes a file of what there is."""
        hidden = self._folder / f".{self._files:06}"
        hidden.write_text("".join(f"{line}\n" for line in self._buffer), encoding="utf-8")
        hidden.rename(self._folder / f"{self._files:06}.txt")
        self._files += 1
        self.written += self._buffer
        self._buffer = []
