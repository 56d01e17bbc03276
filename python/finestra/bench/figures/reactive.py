"""The Reactive Aggregator's table 3 and figures 6 to 11, with FlatFAT behind it.

The engine's own way, which the paper calls ISS, is ``recalculate`` here, and Arasu and Widom's
algorithm ``b_int``. Its table 3 has ArgMax too, and doubles beside integers.
"""

from collections.abc import Sequence
from math import log2

from finestra.bench.figures.figure import (
    COST,
    RATE,
    Curve,
    Figure,
    Series,
    Shown,
    Size,
    at,
    powers,
)

__all__ = ["FIGURES", "break_even"]

_RA = "reactive"
_ISS = "recalculate"
_NEVER = ("count", "collect")
_TABLE = ("count", "sum", "max", "mean", "min_count", "stddev_samp", "stddev_pop", "collect")
_TWO = ("max", "stddev_pop")
_FIRING = Shown("cost [µs a firing]", lambda point: 1e6 * point["m"] / point["items_per_s"])


def break_even(series: Series, aggregation: str, times: float = 1) -> int | None:
    """The smallest window, between those measured, from which on RA is so many times as fast."""
    fast, slow = series[(_RA, aggregation)], series[(_ISS, aggregation)]
    sizes = sorted(set(fast) & set(slow))
    gains = [log2(fast[n] / slow[n] / times) for n in sizes]
    if gains[-1] < 0:
        return None
    last = max((i for i, gain in enumerate(gains) if gain < 0), default=None)
    if last is None:
        return sizes[0]
    share = gains[last] / (gains[last] - gains[last + 1])
    return round(sizes[last] * float((sizes[last + 1] / sizes[last]) ** share))


def _table(series: Series) -> str:
    def shown(size: int | None) -> str:
        return "never" if size is None else f"{size:,}"

    return "break-even and 10× at: " + "; ".join(
        f"{name} {shown(break_even(series, name))} and {shown(break_even(series, name, 10))}"
        for name in _TABLE
    )


def _breaks_even(series: Series) -> bool:
    sizes = {name: break_even(series, name) for name in _TABLE}
    rest = [size for name, size in sizes.items() if name not in _NEVER]
    return all(sizes[name] is None for name in _NEVER) and all(
        size is not None and size <= 370 for size in rest
    )


def _grows_like_log(series: Series) -> bool:
    """Whether a line through cost over log n explains nine tenths of what varies."""
    for aggregation in _TWO:
        curve = series[(_RA, aggregation)]
        xs, ys = [log2(n) for n in curve], list(curve.values())
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        along = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
        spread = sum((a - x) ** 2 for a in xs) * sum((b - y) ** 2 for b in ys)
        if along <= 0 or along * along < 0.9 * spread:
            return False
    return True


def _flat(series: Series, curve: str, of: str) -> bool:
    values = [cost for n, cost in series[(curve, of)].items() if n >= 256]
    return max(values) < 2 * min(values)


_BY_M = [
    *(Curve(_RA, f"m = {m}", m=lambda n, m=m: m) for m in (1, 4, 64)),  # type: ignore[misc]
    *(
        Curve(_RA, f"m = n/{part}" if part > 1 else "m = n", m=lambda n, part=part: n // part)  # type: ignore[misc]
        for part in (16, 4, 1)
    ),
]
_BOTH_BY_M = [
    Curve(algorithm, f"{name} {one.name}", m=one.m)
    for name, algorithm in (("RA", _RA), ("AW", "b_int"))
    for one in _BY_M
    if one.name in ("m = 1", "m = 64", "m = n/4")
]

FIGURES: Sequence[Figure] = (
    Figure(
        _RA,
        3,
        "Table 3: the window from which on incremental computation pays off",
        "single",
        (_RA, _ISS),
        "n",
        Size(1 << 13, powers(1, 13, 1)),
        Size(1 << 13, powers(4, 13, 1)),
        "RA breaks even at 370 entries at the latest, but never for Count and Collect",
        _breaks_even,
        aggregations=_TABLE,
        note=_table,
    ),
    Figure(
        _RA,
        6,
        "Throughput of RA and of recalculation by window size",
        "single",
        (_RA, _ISS),
        "n",
        Size(1 << 10, powers(1, 10, 1)),
        Size(1 << 10, powers(3, 10, 1)),
        "at 1,024 entries RA is almost 3 times as fast for Max, and over 10 times for StdDev",
        lambda s: all(
            at(s, _RA, of=name) > times * at(s, _ISS, of=name)
            for name, times in (("max", 2.5), ("stddev_pop", 10))
        ),
        aggregations=_TWO,
        shown=RATE,
    ),
    Figure(
        _RA,
        7,
        "Cost of RA for an update of one entry by window size",
        "single",
        (_RA,),
        "n",
        Size(1 << 23, powers(1, 23, 1)),
        Size(1 << 16, powers(3, 16, 1)),
        "it grows with log n",
        _grows_like_log,
        aggregations=_TWO,
        shown=COST,
    ),
    Figure(
        _RA,
        8,
        "Time to aggregate a whole window, tumbling",
        "bulk",
        tuple(Curve(one, m=lambda n: n) for one in (_ISS, _RA)),
        "n",
        Size(1 << 13, powers(1, 13, 1)),
        Size(1 << 13, powers(3, 13, 1)),
        "where nothing can be reused, RA costs about as much as recalculation: at the largest "
        "window within a factor of two",
        lambda s: all(0.5 < at(s, _RA, of=one) / at(s, _ISS, of=one) < 2 for one in _TWO),
        aggregations=_TWO,
        shown=_FIRING,
    ),
    Figure(
        _RA,
        9,
        "Cost of RA with a fixed capacity, and with one that goes up and down between n and 2n",
        "single",
        (Curve(_RA, "fixed"), Curve(_RA, "osc.", workload="oscillate")),
        "n",
        Size(1 << 20, powers(2, 20, 4)),
        Size(1 << 16, powers(3, 16, 4)),
        "the cost of growing and shrinking is amortized: going up and down costs no more",
        lambda s: all(at(s, "osc.", of=one) < 1.1 * at(s, "fixed", of=one) for one in _TWO),
        aggregations=_TWO,
        shown=COST,
    ),
    Figure(
        _RA,
        10,
        "Cost of RA for a batch of m changes",
        "bulk",
        _BY_M,
        "n",
        Size(1 << 20, powers(2, 20, 4)),
        Size(1 << 16, powers(4, 16, 4)),
        "where m is a fraction of n the cost is constant: from 256 entries on, within a factor "
        "of two; for m = 1 it grows",
        lambda s: (
            _flat(s, "m = n", "stddev_pop")
            and _flat(s, "m = n/4", "stddev_pop")
            and at(s, "m = 1", of="stddev_pop") > at(s, "m = 1", False, of="stddev_pop")
        ),
        aggregations=("stddev_pop",),
        shown=COST,
    ),
    Figure(
        _RA,
        11,
        "Cost of RA and of Arasu and Widom's algorithm (AW) for m changes",
        "bulk",
        _BOTH_BY_M,
        "n",
        Size(1 << 20, powers(2, 20, 4)),
        Size(1 << 16, powers(4, 16, 4)),
        "RA is faster than AW by a constant factor",
        lambda s: all(
            at(s, f"RA {m}", of="max") < at(s, f"AW {m}", of="max")
            for m in ("m = 1", "m = 64", "m = n/4")
        ),
        aggregations=("max",),
        shown=COST,
    ),
)
