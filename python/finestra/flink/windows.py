"""Windows of a stream: which key, which windows, which aggregations.

Each option gives a new object, so that one may be kept and used for several aggregates.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeAlias

from pyflink.datastream import DataStream, KeyedStream, OutputTag
from pyflink.java_gateway import get_gateway

from finestra.core.handshake import check_jar
from finestra.flink.refusals import refusals
from finestra.flink.spans import Length, milliseconds, specification

__all__ = ["Emit", "Keyed", "Windowed", "keyed"]

Aggregations: TypeAlias = Mapping[str, str | Sequence[str]]
"""For each name of an answer the aggregation and its fields: ``{"top": ("max", "price")}``."""


class Emit(str, Enum):
    """When results are emitted; a text of the same letters, in any case, does as well."""

    ON_WATERMARK = "on_watermark"
    ON_EVENT = "on_event"
    CORRECTIONS = "corrections"


def keyed(stream: DataStream, by: str | None = None) -> "Keyed":
    """A stream of which windows are to be made, one for each key.

    Args:
        stream: of rows or tuples with types. A stream that is keyed already, by a function, needs
            a Python worker for it: it is taken, with a warning.
        by: the field that is the key; left out where the stream is keyed already.
    """
    if not isinstance(stream, DataStream):
        raise TypeError(f"keyed takes a DataStream, not {stream!r}")
    if isinstance(stream, KeyedStream):
        if by is not None:
            raise ValueError(
                f"the stream is keyed already, and by={by!r} is given; give one of the two"
            )
        warnings.warn(
            "the key function runs in a Python worker, which is many times slower than the JVM; "
            'keyed(ds, by="user") keys by a field and needs none',
            stacklevel=2,
        )
    elif by is None:
        raise ValueError('by is missing: name the field that is the key, as keyed(ds, by="user")')
    elif not isinstance(by, str):
        raise TypeError(f"by is {by!r}; name one field, as by='user'")
    return Keyed(stream, by)


@dataclass(frozen=True)
class Keyed:
    """A stream with its key."""

    stream: DataStream
    by: str | None

    def window(self, window: object) -> "Windowed":
        """The windows: one of Flink's assigners, :class:`LastWindow` or :class:`CountWindow`.

        Or several at once, by name, over one structure: ``{"1h": LastWindow.of(Time.hours(1)),
        "1d": LastWindow.of(Time.days(1))}``, or sliding windows of one slide. Each result then has
        an answer of each, as ``top_1h`` and ``top_1d``.
        """
        return Windowed(self, specification(window))


@dataclass(frozen=True)
class Windowed:
    """Windows of a stream, with options."""

    keyed: Keyed
    specification: Mapping[str, object]
    options: Mapping[str, Any] = field(default_factory=dict)

    def allowed_lateness(self, lateness: Length) -> "Windowed":
        """How long after its end a window still takes late rows, and is answered again at each."""
        return self._with("lateness", milliseconds(lateness, "the allowed lateness"))

    def side_output_late_data(self, tag: OutputTag) -> "Windowed":
        """Send rows that are too late to a side output; else they are counted and left out.

        The tag has the stream's type: ``OutputTag("late", ds.get_type())``.
        """
        if not isinstance(tag, OutputTag):
            raise TypeError(f"the tag of the side output is {tag!r}, not an OutputTag")
        if self.keyed.by is None:
            raise ValueError(
                "a stream that a Python function has keyed has no side output of late rows here; "
                'key it by a field, as keyed(ds, by="user")'
            )
        return self._with("late", tag)

    def emit(self, emit: str) -> "Windowed":
        """When results are emitted: ``on_watermark`` (the default), ``on_event``, ``corrections``.

        With corrections, a late row takes back (−U) and puts anew (+U) exactly those results that
        it changes.
        """
        try:
            name = emit.lower() if isinstance(emit, str) else emit
            return self._with("emit", Emit(name).value)
        except ValueError:
            known = ", ".join(each.value for each in Emit)
            raise ValueError(f"emit is {emit!r}; it is one of {known}") from None

    def state_ttl(self, ttl: Length) -> "Windowed":
        """Forget a key, with all that is kept of it, when no row of it came for so long."""
        return self._with("ttl", milliseconds(ttl, "the time to live of a key's state"))

    def aggregate(
        self,
        aggregation: str | Aggregations,
        on: str | Sequence[str] | None = None,
        algorithm: str = "auto",
    ) -> DataStream:
        """The answers of the windows, as a typed stream of rows.

        A row has the key, ``window_start`` and ``window_end`` in milliseconds (for
        :class:`LastWindow` the ``time`` of the row, for :class:`CountWindow` neither), then the
        answers.

        Args:
            aggregation: by its name in the catalog; or several in one pass, each under the name of
                its answer: ``{"top": ("max", "price"), "n": "count"}``.
            on: the field that the aggregation takes, or the fields; none for ``count``.
            algorithm: by its name in the catalog; ``auto`` chooses.

        Raises:
            ValueError: when a name is unknown or something does not fit, before a job is built.
            RuntimeError: where the JVM has no jar of Finestra, or one of another version.
        """
        columns = _columns(aggregation, on)
        options = {**self.options, "algorithm": str(algorithm)}
        if "late" in options:
            options["late"] = options["late"].get_java_output_tag()
        stream = self.keyed.stream
        with refusals():
            result = _entry().aggregate(
                stream._j_data_stream, self.keyed.by, dict(self.specification), options, columns
            )
        return DataStream(result)

    def _with(self, option: str, value: object) -> "Windowed":
        return replace(self, options={**self.options, option: value})


def _columns(aggregation: str | Aggregations, on: str | Sequence[str] | None) -> list[list[str]]:
    """For each answer its name, the aggregation, and the fields."""
    if isinstance(aggregation, str):
        fields = [] if on is None else [on] if isinstance(on, str) else list(on)
        name = str(aggregation)
        return [[name.partition("(")[0].strip(), name, *fields]]
    if not isinstance(aggregation, Mapping):
        raise TypeError(
            f"the aggregation is {aggregation!r}; name one, as 'max', or several, as "
            "{'top': ('max', 'price'), 'n': 'count'}"
        )
    if on is not None:
        raise ValueError(
            f"on={on!r} is given beside several aggregations, each of which names its own fields, "
            "as {'top': ('max', 'price')}"
        )
    if not aggregation:
        raise ValueError("no aggregation is given; name one, as {'top': ('max', 'price')}")
    return [
        [name, *map(str, [what] if isinstance(what, str) else what)]
        for name, what in aggregation.items()
    ]


def _entry() -> Any:
    """The JVM's side."""
    jvm = get_gateway().jvm
    check_jar(jvm, "flink")
    return jvm.dev.finestra.flink.python.Windows
