"""The declaration of features, and what each engine makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from finestra.declarations import texts
from finestra.declarations.checks import Checks
from finestra.declarations.lengths import Length, as_text
from finestra.declarations.texts import Place

if TYPE_CHECKING:
    from pyflink.datastream import DataStream
    from pyflink.table import Table
    from pyspark.sql import DataFrame


def features(
    *,
    by: str | Sequence[str],
    time: str,
    windows: Mapping[str, Length] | None = None,
    slide: Length | None = None,
    session: Length | None = None,
    aggregates: Mapping[str, str | Sequence[str]],
    emit: str | None = None,
    rate: Length | None = None,
) -> Features:
    """Declare features that are computed from the rows of each key, on Spark and on Flink.

    >>> cards = finestra.features(
    ...     by="card", time="ts",
    ...     windows={"1h": "1 hour", "1d": "1 day"},
    ...     aggregates={"n": "count", "spent": ("sum", "amount")})
    >>> cards.columns
    ('card', 'ts', 'n_1h', 'n_1d', 'spent_1h', 'spent_1d')

    Without ``slide`` and ``session``, each row has the features of its own windows, ``[time - size,
    time]``, both ends included.

    Args:
        by: the column of the key, or several columns.
        time: the column of the event time.
        windows: the sizes by name. Each aggregate has a column for each window.
        slide: the distance between two windows; a result then has the column ``window_end``.
        session: the gap that ends a session. There are no ``windows`` then, and a result has the
            columns ``window_start`` and ``window_end``.
        aggregates: for each feature ``"count"``, or the aggregation and the columns that it
            aggregates, ``("sum", "amount")``.
        emit: ``"on_watermark"``, the default: a stream has the results that a batch has. Or
            ``"changes"``: a stream has a result of a key whenever its features change, also when
            rows leave its windows.
        rate: with ``"changes"``, the length of the intervals for which a key has at most one
            result, the newest.

    Raises:
        ValueError: when an option is wrong.
    """
    given = {"by": by, "time": time, "windows": windows, "slide": slide, "session": session}
    emission = {"emit": emit, "rate": rate}
    return Features._of({**given, "aggregates": aggregates, **emission}, _nowhere)


def _nowhere(path: tuple[str, ...] | None) -> str:
    """The place of a part of a declaration in Python, which the traceback shows."""
    return ""


@dataclass(frozen=True)
class Features:
    """A declaration; :func:`features` and :meth:`read` make one. Lengths are in microseconds."""

    by: tuple[str, ...]
    time: str
    windows: Mapping[str, int] = field(hash=False)
    slide: int | None
    session: int | None
    aggregates: Mapping[str, tuple[str, ...]] = field(hash=False)
    emit: str
    rate: int | None
    _place: Place = field(repr=False, compare=False)

    @staticmethod
    def read(path: str | Path) -> Features:
        """The declaration in a file of YAML or JSON. YAML needs the extra ``finestra[features]``.

        Raises:
            ValueError: when the declaration is wrong; the message has the file and the line.
        """
        try:
            declared = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise ValueError(f"{path}: the file is no UTF-8 text") from None
        return Features.parse(declared, str(path))

    @staticmethod
    def parse(text: str, source: str = "the declaration") -> Features:
        """The declaration in a text of YAML or JSON; errors name the source and the line."""
        return Features._of(*texts.parsed(text, source))

    @staticmethod
    def _of(given: object, place: Place) -> Features:
        checks = Checks(given, place)
        declared = Features(
            by=checks.by(),
            time=checks.time(),
            windows=checks.windows(),
            slide=checks.slide(),
            session=checks.session(),
            aggregates=checks.aggregates(),
            emit=checks.emit(),
            rate=checks.rate(),
            _place=place,
        )
        checks.check_names(declared.by, declared.time_columns, declared.feature_columns)
        return declared

    def to_json(self) -> str:
        """The declaration as JSON, which :meth:`parse` reads."""
        declared: dict[str, Any] = {"by": list(self.by), "time": self.time}
        if self.session is not None:
            declared["session"] = as_text(self.session)
        else:
            declared["windows"] = {label: as_text(size) for label, size in self.windows.items()}
        if self.slide is not None:
            declared["slide"] = as_text(self.slide)
        declared["aggregates"] = {
            name: parts[0] if len(parts) == 1 else list(parts)
            for name, parts in self.aggregates.items()
        }
        if self.emits_changes:
            declared["emit"] = self.emit
        if self.rate is not None:
            declared["rate"] = as_text(self.rate)
        return texts.as_json(declared)

    @property
    def is_per_row(self) -> bool:
        """Whether each row has windows of its own."""
        return self.slide is None and self.session is None

    @property
    def emits_changes(self) -> bool:
        """Whether a stream emits a key's features whenever they change."""
        return self.emit == "changes"

    @property
    def time_columns(self) -> tuple[str, ...]:
        """The columns of the results that have times."""
        if self.is_per_row:
            return (self.time,)
        return ("window_end",) if self.session is None else ("window_start", "window_end")

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the results, in order: the key, the times, the features."""
        return (*self.by, *self.time_columns, *self.feature_columns)

    @property
    def feature_columns(self) -> tuple[str, ...]:
        """The columns of the features."""
        suffixes = [f"_{label}" for label in self.windows] or [""]
        return tuple(name + suffix for name in self.aggregates for suffix in suffixes)

    @property
    def input_columns(self) -> tuple[str, ...]:
        """The columns that the aggregates read."""
        return tuple(
            dict.fromkeys(name for parts in self.aggregates.values() for name in parts[1:])
        )

    def spark(
        self,
        df: DataFrame,
        *,
        at: DataFrame | None = None,
        same_time: str | None = None,
        history: DataFrame | None = None,
        until: str | datetime | None = None,
    ) -> DataFrame:
        """The features of a batch or a stream on Spark.

        Without ``at``, the result has the :attr:`columns`. A stream needs a watermark on the time.
        A batch has the features of each row, window or session, whatever ``emit`` is.

        With ``at``, the features are those at the times of other rows, the labels of a
        training set: a point-in-time join. Labels have the columns of the key and of
        the time. A result has the columns of a label, then the features. Each label has one
        result, also if its key has no rows.

        With ``history``, a stream starts with the rows before the time ``until``. Rows of the
        stream before that time are left out, and so are results.

        Args:
            df: the rows.
            at: the labels; then the rows must be a batch, and the windows have no slide.
            same_time: whether a row at exactly a label's time counts, ``"included"`` or
                ``"excluded"``. Needed with ``at``. If the labels are the rows themselves,
                included means that each row's features contain the row itself.
            history: a batch with the rows before ``until``.
            until: a time such as ``"2026-01-31 00:00:00"``; without a time zone, it is in the
                session's.

        Raises:
            ValueError: when columns or options do not fit.
            RuntimeError: when the session has no jar of Finestra.
        """
        from finestra.declarations import on_spark

        with self._placed():
            if at is None:
                if same_time is not None:
                    raise ValueError("same_time is given without at; leave it out")
                return on_spark.compute(self, df, history, until)
            if history is not None or until is not None:
                raise ValueError("history and until do not fit with at; leave them out")
            return on_spark.compute_at(self, df, at, same_time)

    def flink(
        self,
        rows: DataStream | Table,
        *,
        history: DataStream | Table | None = None,
        until: str | datetime | None = None,
        uid: str | None = None,
    ) -> DataStream | Table:
        """The features of a stream or a table on Flink.

        Returns a DataStream if ``rows`` is a DataStream, and a Table if it is a Table.

        The rows need watermarks. A row's event timestamp must be the value of the time column.
        Times of results have that column's type. In a table, if it is a timestamp, the last time of
        a result is an event-time attribute.

        With ``until``, the job starts with the rows before that time: those of ``history``, or of
        the savepoint that :meth:`flink_savepoint` wrote. Rows of the stream before that time are
        left out, and so are results. If the job starts without that savepoint, its windows are
        empty at first; nothing reports the missing history.

        Args:
            rows: the rows.
            history: a bounded stream or table with the rows before ``until``, and with the same
                fields. It needs no watermarks.
            until: a time such as ``"2026-01-31 00:00:00"``; without a time zone, it is in UTC.
            uid: the uid of the operator, which a savepoint needs. Do not set it on the result.

        Raises:
            ValueError: when fields or options do not fit.
            RuntimeError: when the JVM has no jar of Finestra.
        """
        from finestra.declarations import on_flink

        with self._placed():
            return on_flink.compute(self, rows, history, until, uid)

    def flink_savepoint(
        self,
        history: DataStream | Table,
        *,
        until: str | datetime,
        uid: str,
        directory: str,
        savepoint_format: str = "canonical",
    ) -> str:
        """Write a savepoint from which a job starts with history; returns its path.

        It runs a job in the environment of ``history``, whose options it changes: no restart after
        a failure, and checkpoints in ``directory``. It waits until the savepoint is written. The
        job that starts from it calls :meth:`flink` with the same ``until`` and ``uid``, on rows
        with the same fields.

        Args:
            history: a bounded stream or table with the rows before ``until``.
            until: a time such as ``"2026-01-31 00:00:00"``; without a time zone, it is in UTC.
            uid: the uid of the operator.
            directory: the folder of the savepoint, as a URI.
            savepoint_format: ``"canonical"``, which can be restored on heap and on RocksDB, or
                ``"native"``.

        Raises:
            ValueError: when fields or options do not fit.
            FinestraError: when the job fails; the message has the cause.
            RuntimeError: when the JVM has no jar of Finestra.
        """
        from finestra.declarations import on_flink

        with self._placed():
            return on_flink.savepoint(self, history, until, uid, directory, savepoint_format)

    def flink_state(
        self,
        rows: DataStream | Table,
        *,
        uid: str,
        until: str | datetime | None = None,
        at: str | datetime | None = None,
    ) -> DataStream | Table:
        """The current features of all keys in the state of a job on Flink.

        Start the environment of ``rows`` from a savepoint or checkpoint of the job
        (``execution.state-recovery.path``), and let it ignore the state of other operators
        (``execution.state-recovery.ignore-unclaimed-state``). Returns a DataStream or a Table, as
        ``rows`` is. A key without rows in its windows has no state. Only windows of each row can be
        read.

        Args:
            rows: a stream or table with the types that the job's has. No row of it is read; use one
                whose source ends, because Flink may start the source of a stream.
            uid: the uid of the features in the job.
            until: the end of the job's history, if it has one.
            at: the time of the features, such as ``"2026-01-31 00:00:00"``; without a time zone, it
                is in UTC. The default is the time of the latest row, or the watermark if that is
                later.

        Raises:
            ValueError: when fields or options do not fit.
            RuntimeError: when the JVM has no jar of Finestra.
        """
        from finestra.declarations import on_flink

        with self._placed():
            return on_flink.state(self, rows, uid, until, at)

    @contextmanager
    def _placed(self) -> Iterator[None]:
        """Adds the place in the file to what an engine finds wrong."""
        try:
            yield
        except ValueError as wrong:
            message = str(wrong)
            named = [name for name in self.aggregates if f"aggregate '{name}'" in message]
            where = self._place(("aggregates", named[0]) if named else None)
            raise ValueError(f"{where}{message}") from None
