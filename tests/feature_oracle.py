"""Random declarations of features and rows, and the expected features in plain Python."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import finestra
from finestra.declarations.formulas import from_texts

HOUR = 3_600_000
Values = dict[str, Any]


@dataclass(frozen=True)
class Payment:
    """A row: two parts of the key, a time in milliseconds, and the inputs."""

    card: str
    country: int
    time: int
    amount: int | None
    price: float | None
    shop: str | None


def payments(rng: random.Random, count: int) -> list[Payment]:
    """Rows in order of time, with equal times and nulls."""
    now, rows = 1_700_000_000_000, []
    for _ in range(count):
        now += rng.choice([0, 0, 1, 1_000, 60_000, HOUR])
        rows.append(
            Payment(
                card=rng.choice("abc"),
                country=rng.randrange(2),
                time=now,
                amount=rng.choice([None, *range(-9, 10)]),
                price=rng.choice([None, *(n / 4 for n in range(-20, 20))]),
                shop=rng.choice([None, "x", "y", "z"]),
            )
        )
    return rows


def _known(rows: list[Payment], column: str) -> list[Any]:
    return [value for row in rows if (value := getattr(row, column)) is not None]


def _sum(rows: list[Payment]) -> object:
    known = _known(rows, "amount")
    return sum(known) if known else None


def _mean(rows: list[Payment]) -> object:
    known = _known(rows, "price")
    return sum(known) / len(known) if known else None


@finestra.aggregation(state={"low": "long", "high": "long"}, commutative=True, exact=True)
class Spread:
    """The difference of the greatest and the smallest amount; None if they are equal."""

    def lift(x: Any) -> Any:
        """The amount is both."""
        return {"low": x, "high": x}

    def combine(a: Any, b: Any) -> Any:
        """Those of both parts."""
        return {"low": finestra.minimum(a.low, b.low), "high": finestra.maximum(a.high, b.high)}

    def lower(a: Any) -> Any:
        """The difference."""
        return finestra.where(a.low < a.high, a.high - a.low, None)


def _spread(rows: list[Payment]) -> object:
    known = _known(rows, "amount")
    return max(known) - min(known) or None if known else None


# All prices are multiples of 1/4, so the order of the sum makes no difference.
DOT = from_texts(
    "dot",
    {
        "columns": ["x", "y"],
        "state": {"sum": "double"},
        "lift": {"sum": "x * y"},
        "combine": {"sum": "a.sum + b.sum"},
        "lower": "a.sum",
        "commutative": True,
    },
)


def _dot(rows: list[Payment]) -> object:
    known = [
        row.amount * row.price for row in rows if row.amount is not None and row.price is not None
    ]
    return sum(known) if known else None


AGGREGATES = {
    "n": ("count", len),
    "amounts": (("count", "amount"), lambda rows: len(_known(rows, "amount"))),
    "spent": (("sum", "amount"), _sum),
    "top": (("max", "price"), lambda rows: max(_known(rows, "price"), default=None)),
    "mean": (("mean", "price"), _mean),
    "spread": ((Spread, "amount"), _spread),
    "dot": ((DOT, "amount", "price"), _dot),
    "shops": (("count_distinct", "shop"), lambda rows: len(set(_known(rows, "shop")))),
}


def declaration(rng: random.Random, kind: str, time: str = "ts") -> finestra.Features:
    """A random declaration of ``rows``, ``changes``, ``slides`` or ``sessions``."""
    names = rng.sample(sorted(AGGREGATES), rng.randint(1, 4))
    by = rng.choice(["card", ["card", "country"], ["country", "card"]])
    given: dict[str, Any] = {"by": by, "time": time}
    given["aggregates"] = {name: AGGREGATES[name][0] for name in names}
    if kind == "sessions":
        return finestra.features(session=f"{rng.randint(1, 200)} minutes", **given)
    slide = rng.choice([1, 7, 60])
    labels = {f"w{i}": f"{slide * rng.randint(1, 99)} minutes" for i in range(rng.randint(1, 3))}
    if kind == "slides":
        return finestra.features(slide=f"{slide} minutes", windows=labels, **given)
    if kind == "changes":
        # Without a rate, rows leave after a microsecond on Spark and a millisecond on Flink.
        given.update(emit="changes", rate=f"{rng.choice([1, 60, 4_000])} seconds")
    return finestra.features(windows=labels, **given)


def case(seed: int, kind: str, time: str = "ts") -> tuple[finestra.Features, list[Payment]]:
    """A declaration and rows; with one seed, both engines get the same ones."""
    rng = random.Random(f"{seed} {kind}")
    declared = declaration(rng, kind, time)
    return declared, payments(rng, rng.randint(1, 60))


def _by_key(
    declared: finestra.Features, rows: list[Payment]
) -> dict[tuple[Any, ...], list[Payment]]:
    keys = defaultdict(list)
    for row in rows:
        keys[tuple(getattr(row, name) for name in declared.by)].append(row)
    return keys


def _answers(declared: finestra.Features, windows: list[list[Payment]]) -> tuple[object, ...]:
    return tuple(AGGREGATES[name][1](rows) for name in declared.aggregates for rows in windows)


def expected(
    declared: finestra.Features, rows: list[Payment], until: int = 0
) -> list[tuple[object, ...]]:
    """The features from a time on, as tuples with times in milliseconds, in any order."""
    results: list[tuple[Any, ...]] = []
    for key, mine in _by_key(declared, rows).items():
        if declared.session is not None:
            gap = declared.session // 1000
            for session in _sessions(mine, gap):
                times = (session[0].time, session[-1].time + gap)
                results.append((*key, *times, *_answers(declared, [session])))
        elif declared.emits_changes:
            results += [(*key, *change) for change in _changes(declared, mine, until)]
        else:
            for end in _ends(declared, mine):
                windows = _windows(declared, mine, end)
                results.append((*key, end, *_answers(declared, windows)))
    last = declared.columns.index(declared.time_columns[-1])
    return [row for row in results if row[last] >= until]


def asked(
    declared: finestra.Features, rows: list[Payment], key: tuple[object, ...], time: int, same: str
) -> tuple[object, ...]:
    """The features of a key as they were at a time."""
    mine = [
        row for row in _by_key(declared, rows).get(key, []) if same == "included" or row.time < time
    ]
    return _answers(declared, _windows(declared, mine, time))


def _windows(declared: finestra.Features, rows: list[Payment], end: int) -> list[list[Payment]]:
    upto = 1 if declared.slide is None else 0
    return [
        [row for row in rows if end - size // 1000 <= row.time < end + upto]
        for size in declared.windows.values()
    ]


def _ends(declared: finestra.Features, rows: list[Payment]) -> list[int]:
    if declared.slide is None:
        return [row.time for row in rows]
    slide, longest = declared.slide // 1000, max(declared.windows.values()) // 1000
    return sorted(
        {
            end
            for row in rows
            for end in range(row.time - row.time % slide + slide, row.time + longest + 1, slide)
        }
    )


def _changes(
    declared: finestra.Features, rows: list[Payment], until: int
) -> list[tuple[object, ...]]:
    """The features at each multiple of the rate at which they differ from those before."""
    rate, sizes = (declared.rate or 0) // 1000, [size // 1000 for size in declared.windows.values()]
    moments = {row.time + after for row in rows for after in (0, *(size + 1 for size in sizes))}
    results: list[tuple[object, ...]] = []
    before: object = None
    for time in sorted({-(-max(moment, until) // rate) * rate for moment in moments}):
        windows = _windows(declared, rows, time)
        now = _answers(declared, windows) if any(windows) else None
        if now != before:
            results.append((time, *_answers(declared, windows)))
        before = now
    return results


def _sessions(rows: list[Payment], gap: int) -> list[list[Payment]]:
    sessions: list[list[Payment]] = []
    for row in rows:
        if sessions and row.time - sessions[-1][-1].time <= gap:
            sessions[-1].append(row)
        else:
            sessions.append([row])
    return sessions
