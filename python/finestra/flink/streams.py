"""The builder: a keyed stream, then its windows and their options, then an aggregation.

Each option returns a new object, so that one windowed stream can serve several aggregations.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Union

from pyflink.datastream import DataStream, KeyedStream, OutputTag
from pyflink.java_gateway import get_gateway

from finestra.core.errors import java_errors
from finestra.core.handshake import check_jar
from finestra.flink.windows import Length, milliseconds, specification, specifications

Aggregations = Mapping[str, Union[str, Sequence[str]]]
"""For each result field an aggregation and its input fields: ``{"top": ("max", "price")}``."""


class Emit(str, Enum):
    """When results are emitted. The names as strings, in any case, work too."""

    ON_WATERMARK = "on_watermark"
    ON_EVENT = "on_event"
    CORRECTIONS = "corrections"
    CHANGES = "changes"


def keyed(stream: DataStream, by: str | Sequence[str] | None = None) -> FinestraKeyedStream:
    """A stream with a key, for windows per key.

    Args:
        stream: of rows or tuples with types. A stream that a Python function has keyed works too,
            but needs a Python worker; a warning says so.
        by: the name of the field to key by, or a list of names; leave it out if the stream is keyed
            already.
    """
    if not isinstance(stream, DataStream):
        raise TypeError(f"keyed takes a DataStream, not {stream!r}; pass the stream itself")
    if isinstance(stream, KeyedStream):
        if by is not None:
            raise ValueError(
                f"the stream is keyed already, and by={by!r} is given too; leave one of them out"
            )
        warnings.warn(
            "the key function runs in a Python worker, which is many times slower than the JVM; "
            'keyed(ds, by="user") keys by a field and needs none',
            stacklevel=2,
        )
    elif by is None:
        raise ValueError('by is missing; name the field to key by: keyed(ds, by="user")')
    names = [by] if isinstance(by, str) else by
    if names is not None and not (
        isinstance(names, Sequence) and all(isinstance(name, str) for name in names)
    ):
        raise TypeError(f"by is {by!r}; name a field, such as by='user', or several in a list")
    return FinestraKeyedStream(stream, None if names is None else tuple(names))


@dataclass(frozen=True)
class FinestraKeyedStream:
    """A stream with its key."""

    stream: DataStream
    by: tuple[str, ...] | None

    def window(self, window: object) -> FinestraWindowedStream:
        """Windows of one kind: a Flink assigner, :class:`LastWindow` or :class:`CountWindow`."""
        return FinestraWindowedStream(self, specification(window))

    def windows(self, windows: Mapping[str, object]) -> FinestraWindowedStream:
        """Several windows by name, over one structure per key.

        ``{"1h": LastWindow.of(Time.hours(1)), "1d": LastWindow.of(Time.days(1))}``, or sliding
        windows of one slide. A result has a field for each: ``top_1h``, ``top_1d``.
        """
        return FinestraWindowedStream(self, specifications(windows))


@dataclass(frozen=True)
class FinestraWindowedStream:
    """Windows of a keyed stream, with their options."""

    keyed: FinestraKeyedStream
    specification: Mapping[str, object]
    options: Mapping[str, Any] = field(default_factory=dict)

    def allowed_lateness(self, lateness: Length) -> FinestraWindowedStream:
        """How long after its end a window accepts late rows; each one emits its result again."""
        return self._with("allowed_lateness", milliseconds(lateness, "the allowed lateness"))

    def side_output_late_data(self, tag: OutputTag) -> FinestraWindowedStream:
        """Send rows that are too late to a side output; otherwise they are counted and dropped.

        The tag has the stream's type: ``OutputTag("late", ds.get_type())``.
        """
        if not isinstance(tag, OutputTag):
            raise TypeError(f"the tag of the side output is {tag!r}; give an OutputTag")
        if self.keyed.by is None:
            raise ValueError(
                "side_output_late_data is not supported on a stream that a Python function has "
                'keyed; key it by a field: keyed(ds, by="user")'
            )
        return self._with("side_output_late_data", tag)

    def emit(self, emit: str, *, rate: Length | None = None) -> FinestraWindowedStream:
        """When results are emitted.

        ``on_watermark`` (the default), ``on_event``, ``corrections`` or ``changes``.

        With corrections, a late row or change retracts (−U) exactly the results that it changes,
        and emits the new ones (+U), or deletes a result without rows (−D).

        With changes, for :class:`LastWindow`, a key has a result whenever that of its window
        changes, also when rows leave the window. If none are left, it is that of no rows.

        Args:
            emit: one of these names.
            rate: with changes, the length of the intervals for which a key has at most one result,
                the newest.
        """
        options = {name: value for name, value in self.options.items() if name != "rate"}
        if rate is not None:
            options["rate"] = milliseconds(rate, "the rate")
        try:
            name = emit.lower() if isinstance(emit, str) else emit
            options["emit"] = Emit(name).value
            return replace(self, options=options)
        except ValueError:
            known = ", ".join(each.value for each in Emit)
            raise ValueError(f"emit is {emit!r}; use one of {known}") from None

    def algorithm(self, algorithm: str) -> FinestraWindowedStream:
        """The algorithm's name in the catalog, such as ``b_fiba4``; the default is ``auto``."""
        return self._with("algorithm", str(algorithm))

    def state_ttl(self, ttl: Length) -> FinestraWindowedStream:
        """Remove all state of a key that has had no row for this time."""
        return self._with("state_ttl", milliseconds(ttl, "the time to live of a key's state"))

    def two_phase(self) -> FinestraWindowedStream:
        """Combine the rows of a frequent key before they are sent to the key's task.

        Use it if one task has most of the rows because a few keys do. Needs sliding or tumbling
        windows in event time, the emission ``on_watermark``, no ``state_ttl``, and commutative
        aggregations.
        """
        return self._with("two_phase", True)

    def accept_changes(self, *, fail_on_unknown_row: bool = False) -> FinestraWindowedStream:
        """Accept rows that update and delete earlier ones, as ``to_changelog_stream`` makes them.

        A row of kind −U or −D removes the row with the same fields and timestamp. Needs sliding or
        tumbling windows in event time; with ``allowed_lateness`` also ``emit("corrections")``. Not
        supported with ``emit("on_event")``, ``two_phase``, ``state_ttl``, and in a batch. The state
        has all rows of the windows, besides their partial results.

        Args:
            fail_on_unknown_row: whether the job fails if a change deletes a row that its windows do
                not have. Otherwise such changes are counted in the metric ``unknownRows``.
        """
        options = {"accept_changes": True, "fail_on_unknown_row": fail_on_unknown_row}
        return replace(self, options={**self.options, **options})

    def aggregate(
        self, aggregation: str | Aggregations, on: str | Sequence[str] | None = None
    ) -> DataStream:
        """The results of the windows, as a typed stream of rows.

        A row has the key; then ``window_start`` and ``window_end`` in milliseconds
        (:class:`LastWindow`: the ``time`` of the row; :class:`CountWindow`: neither); then the
        results.

        Args:
            aggregation: a name of the catalog; or several aggregations, each under the name of
                its result: ``{"top": ("max", "price"), "n": "count"}``.
            on: the input field, or fields, of a single aggregation; none for ``count``.

        Raises:
            ValueError: a name is unknown or options do not fit; raised before a job is built.
            RuntimeError: the JVM has no jar of Finestra, or one of another version.
            FinestraError: Java failed in a way that no argument caused.
        """
        columns = _columns(aggregation, on)
        options = dict(self.options)
        tag = options.get("side_output_late_data")
        if tag is not None:
            options["side_output_late_data"] = tag.get_java_output_tag()
        jvm = get_gateway().jvm
        check_jar(jvm, "flink")
        with java_errors():
            result = jvm.dev.finestra.flink.internal.python.PythonStreams.aggregate(
                self.keyed.stream._j_data_stream,
                None if self.keyed.by is None else list(self.keyed.by),
                dict(self.specification),
                options,
                columns,
            )
        return DataStream(result)

    def _with(self, option: str, value: object) -> FinestraWindowedStream:
        return replace(self, options={**self.options, option: value})


def _columns(aggregation: str | Aggregations, on: str | Sequence[str] | None) -> list[list[str]]:
    """For each result its name, the aggregation and the input fields."""
    if isinstance(aggregation, str):
        fields = [] if on is None else [on] if isinstance(on, str) else list(on)
        name = str(aggregation)
        return [[name.partition("(")[0].strip(), name, *fields]]
    if not isinstance(aggregation, Mapping):
        raise TypeError(
            f"the aggregation is {aggregation!r}; name one, such as 'max', or "
            "several, such as {'top': ('max', 'price'), 'n': 'count'}"
        )
    if on is not None:
        raise ValueError(
            f"on={on!r} is given with a mapping of aggregations; leave it out: each of them names "
            "its own fields, such as {'top': ('max', 'price')}"
        )
    return [
        [str(name), *map(str, [what] if isinstance(what, str) else what)]
        for name, what in aggregation.items()
    ]
