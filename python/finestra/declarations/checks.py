"""From plain maps, lists and texts to the options of a declaration; rejects what does not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

from finestra.core.names import Aggregation
from finestra.declarations.aggregation import DeclaredAggregation
from finestra.declarations.formulas import from_texts
from finestra.declarations.lengths import microseconds
from finestra.declarations.texts import Path, Place

OPTIONS = (
    *("by", "time", "windows", "slide", "session", "aggregations", "aggregates", "emit", "rate"),
)
EMISSIONS = ("on_watermark", "changes")
_WINDOWS = "such as {'1h': '1 hour'}"
_AGGREGATES = "such as {'top': ['max', 'price'], 'n': 'count'}"


class Checks:
    """Reads one declaration; each method returns an option or raises a ValueError."""

    def __init__(self, given: object, place: Place) -> None:
        """Checks the names of the options."""
        self._place = place
        if not given:
            self._refuse((), "the declaration is empty; it needs by, time, windows and aggregates")
        self._given = self._map((), "the declaration", given)
        for name in self._given:
            if name not in OPTIONS:
                near = get_close_matches(name, OPTIONS, n=1, cutoff=0.5)
                meant = f"did you mean {near[0]}?" if near else "remove it"
                self._refuse((name,), f"there is no option '{name}'; {meant}")

    def by(self) -> tuple[str, ...]:
        """The columns of the key."""
        given = self._required("by", "by is missing; name the column of the key")
        if not isinstance(given, Sequence):
            self._refuse(("by",), f"by is {given!r}; name a column, or a list of columns")
        names = (given,) if isinstance(given, str) else tuple(given)
        if not names:
            self._refuse(("by",), "by names no column; name the column of the key")
        for i, name in enumerate(names):
            self._text(("by",), "a column of by", name)
            if name in names[:i]:
                self._refuse(("by",), f"by has the column '{name}' twice; name it once")
        return names

    def time(self) -> str:
        """The column of the time."""
        return self._text(
            ("time",),
            "time",
            self._required("time", "time is missing; name the column of the event time"),
        )

    def session(self) -> int | None:
        """The gap that ends a session."""
        return self._length("session")

    def windows(self) -> dict[str, int]:
        """The sizes of the windows by name; empty for sessions."""
        session, slide = self._given.get("session"), self._length("slide")
        given = self._given.get("windows")
        if session is not None:
            for name in ("windows", "slide"):
                if self._given.get(name) is not None:
                    self._refuse((name,), f"a session has no {name}; remove {name} or session")
            return {}
        if given is None:
            self._refuse((), f"windows is missing; name at least one, {_WINDOWS}, or give session")
        sizes = {}
        for label, size in self._map(("windows",), "windows", given).items():
            sizes[label] = self._micros(("windows", label), f"the window '{label}'", size)
        if not sizes:
            self._refuse(("windows",), f"windows is empty; name at least one, {_WINDOWS}")
        if slide is not None:
            self._check_slide(slide, sizes)
        return sizes

    def slide(self) -> int | None:
        """The distance between windows."""
        return self._length("slide")

    def _aggregations(self) -> dict[str, DeclaredAggregation]:
        """The aggregations of the declaration's own, by name."""
        given = self._given.get("aggregations")
        declared = {}
        for name, parts in (
            {} if given is None else self._map(("aggregations",), "aggregations", given).items()
        ):
            at = ("aggregations", name)
            if name in {each.value for each in Aggregation}:
                self._refuse(at, f"'{name}' is an aggregation of the catalog; choose another name")
            try:
                declared[name] = from_texts(name, self._map(at, f"the aggregation '{name}'", parts))
            except ValueError as wrong:
                self._refuse(at, f"the aggregation '{name}': {wrong}")
        return declared

    def aggregates(self) -> dict[str, tuple[str, ...]]:
        """For each aggregate the aggregation and its columns."""
        declared = self._aggregations()
        path = ("aggregates",)
        given = self._map(
            path,
            "aggregates",
            self._required("aggregates", f"aggregates is missing; name one, {_AGGREGATES}"),
        )
        if not given:
            self._refuse(path, f"aggregates is empty; name one, {_AGGREGATES}")
        all_of_them = {}
        for name, what in given.items():
            at = (*path, name)
            parts = (what,) if isinstance(what, str) else what
            if not isinstance(parts, Sequence) or not parts:
                self._refuse(
                    at,
                    f"the aggregate '{name}' is {what!r}; write count, or an aggregation and its "
                    "columns, such as ['max', 'price']",
                )
            aggregation, *columns = (self._text(at, f"a part of '{name}'", part) for part in parts)
            own = declared.get(aggregation)
            if own is not None and len(own.columns) != len(columns):
                self._refuse(
                    at,
                    f"the aggregate '{name}' has {len(columns)} columns, but '{aggregation}' takes "
                    f"{len(own.columns)}: {', '.join(own.columns)}",
                )
            all_of_them[name] = (aggregation if own is None else own, *columns)
        return all_of_them

    def emit(self) -> str:
        """When a stream emits results."""
        given = self._given.get("emit")
        if given is None:
            return EMISSIONS[0]
        if given not in EMISSIONS:
            self._refuse(("emit",), f"emit is {given!r}; use {' or '.join(EMISSIONS)}")
        for name in ("slide", "session"):
            if given == "changes" and self._given.get(name) is not None:
                self._refuse(
                    ("emit",),
                    f"emit is 'changes', which does not fit {name}: such a window does not move "
                    f"with the time; remove {name} or emit",
                )
        return str(given)

    def rate(self) -> int | None:
        """The length of the intervals for which a key has one result."""
        if self._given.get("rate") is not None and self._given.get("emit") != "changes":
            self._refuse(
                ("rate",), "rate is given, but emit is not changes; set it, or remove rate"
            )
        return self._length("rate")

    def check_names(
        self, by: tuple[str, ...], times: Sequence[str], features: Sequence[str]
    ) -> None:
        """Rejects a result with two columns of one name, and a name that Spark needs."""
        for name in by:
            if name in times:
                self._refuse(("by",), f"'{name}' is in by and is a time of results; rename it")
        for i, name in enumerate(features):
            if name in (*by, *times, *features[:i]):
                self._refuse(
                    ("aggregates",),
                    f"the result would have the column '{name}' twice; rename an aggregate",
                )
        has_windows = "window_end" in times
        for path, names in {("by",): by, ("aggregates",): features}.items():
            if has_windows and "window" in map(str.lower, names):
                self._refuse(path, "Spark needs the name 'window' for its own column; rename it")

    def _check_slide(self, slide: int, sizes: Mapping[str, int]) -> None:
        # The engines check this, too; here the error has a line.
        longest = max(sizes.values())
        for label, size in sizes.items():
            at = ("windows", label)
            if slide > size:
                self._refuse(
                    at, f"the window '{label}' is shorter than the slide, so rows would be lost"
                )
            if (longest - size) % slide != 0:
                self._refuse(
                    at,
                    f"the window '{label}' and the longest one must differ by a multiple of the "
                    "slide, so that their windows end together",
                )

    def _required(self, name: str, missing: str) -> object:
        given = self._given.get(name)
        if given is None:
            self._refuse((), missing)
        return given

    def _length(self, name: str) -> int | None:
        given = self._given.get(name)
        return None if given is None else self._micros((name,), f"the {name}", given)

    def _micros(self, path: Path, what: str, given: object) -> int:
        try:
            return microseconds(given)
        except ValueError as wrong:
            self._refuse(path, f"{what} is {wrong}")

    def _text(self, path: Path, what: str, given: object) -> str:
        if not isinstance(given, str) or not given.strip():
            self._refuse(path, f"{what} is {given!r}; it must be a text that is not empty")
        return str(given)

    def _map(self, path: Path, what: str, given: object) -> dict[str, Any]:
        if not isinstance(given, Mapping):
            self._refuse(path, f"{what} is {given!r}; it must be a map from names")
        for name in given:
            self._text(path, f"a name in {what}", name)
        return {str(name): value for name, value in given.items()}

    def _refuse(self, path: Path, sentence: str) -> NoReturn:
        raise ValueError(f"{self._place(path)}{sentence}")
