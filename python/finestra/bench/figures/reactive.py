"""The Reactive Aggregator's table 3 and figures 6 to 11, with FlatFAT behind it.

The engine's own way, which the paper calls ISS, is ``recalculate`` here, and Arasu and Widom's
algorithm ``b_int``. The paper's table 3 also has ArgMax, and uses doubles next to integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log2
from statistics import mean

from finestra.bench.figures.figure import (
    COST,
    Axis,
    Curve,
    Experiment,
    Figure,
    Series,
    Shown,
    at,
    powers,
    similar,
    spread,
)

_RA = "reactive"
_ISS = "recalculate"
_NEVER = ("count", "collect")
_TABLE = ("count", "sum", "max", "mean", "min_count", "stddev_samp", "stddev_pop", "collect")
_TWO = ("max", "stddev_pop")
_FIRING = Shown("cost [µs a firing]", lambda point: 1e6 * point["m"] / point["items_per_s"])


def break_even(series: Series, aggregation: str, times: float = 1) -> int | None:
    """The smallest window (interpolated) from which RA is this many times as fast."""
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
    """Whether a line through cost over log n explains 90 % of the variance."""
    for of in _TWO:
        curve = series[(_RA, of)]
        if spread(series, _RA, 0, of) == 1:
            return False
        if _correlation([log2(n) for n in curve], list(curve.values())) < 0.9**0.5:
            return False
    return True


def _correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Pearson's coefficient, which Python has from 3.10 on."""
    from_x, from_y = ([value - mean(values) for value in values] for values in (xs, ys))
    together = sum(a * b for a, b in zip(from_x, from_y))
    return float(together / (sum(a * a for a in from_x) * sum(b * b for b in from_y)) ** 0.5)


def _windows(least: int, step: int, full: int, quick: int, quick_step: int = 3) -> Axis:
    """Window sizes from 2^least on, by steps of the exponent."""
    return Axis.of("n", powers(step, full, least), powers(quick_step, quick, least))


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

_figure = partial(Figure, _RA)
FIGURES: Sequence[Figure] = (
    _figure(
        3,
        "Table 3: the window from which on incremental computation pays off",
        Experiment("single", (_RA, _ISS), _windows(1, 1, 13, 13, 4), _TABLE),
        "RA breaks even at 370 entries at the latest, but never for Count and Collect",
        _breaks_even,
        note=_table,
    ),
    _figure(
        6,
        "Throughput of RA and of recalculation by window size",
        Experiment("single", (_RA, _ISS), _windows(1, 1, 10, 10), _TWO),
        "at 1,024 entries RA is almost 3 times as fast for Max, and over 10 times for StdDev",
        lambda s: (
            at(s, _RA, of="max") > 2.5 * at(s, _ISS, of="max")
            and at(s, _RA, of="stddev_pop") > 10 * at(s, _ISS, of="stddev_pop")
        ),
    ),
    _figure(
        7,
        "Cost of RA for an update of one entry by window size",
        Experiment("single", (_RA,), _windows(1, 1, 23, 16), _TWO, COST),
        "it grows with log n",
        _grows_like_log,
    ),
    _figure(
        8,
        "Time to aggregate a whole window, tumbling",
        Experiment(
            "bulk",
            tuple(Curve(one, m=lambda n: n) for one in (_ISS, _RA)),
            _windows(1, 1, 13, 13),
            _TWO,
            _FIRING,
        ),
        "where nothing can be reused, RA costs about as much as recalculation: at the largest "
        "window within a factor of two",
        lambda s: all(similar(s, (_ISS,), (_RA,), of=one) for one in _TWO),
    ),
    _figure(
        9,
        "Cost of RA with a fixed capacity, and with one that goes up and down between n and 2n",
        Experiment(
            "single",
            (Curve(_RA, "fixed"), Curve(_RA, "osc.", "oscillate")),
            _windows(4, 2, 20, 16),
            _TWO,
            COST,
        ),
        "the cost of growing and shrinking is amortized: going up and down costs no more",
        lambda s: all(at(s, "osc.", of=one) < 1.1 * at(s, "fixed", of=one) for one in _TWO),
    ),
    _figure(
        10,
        "Cost of RA for a batch of m changes",
        Experiment("bulk", _BY_M, _windows(4, 2, 20, 16, 4), ("stddev_pop",), COST),
        "where m is a fraction of n the cost is constant: from 256 entries on, within a factor "
        "of two; for m = 1 it grows",
        lambda s: (
            all(spread(s, m, least=256, of="stddev_pop") < 2 for m in ("m = n", "m = n/4"))
            and at(s, "m = 1", of="stddev_pop") > at(s, "m = 1", False, of="stddev_pop")
        ),
    ),
    _figure(
        11,
        "Cost of RA and of Arasu and Widom's algorithm (AW) for m changes",
        Experiment("bulk", _BOTH_BY_M, _windows(4, 2, 20, 16, 4), ("max",), COST),
        "RA is faster than AW by a constant factor",
        lambda s: all(
            at(s, f"RA {m}", of="max") < at(s, f"AW {m}", of="max")
            for m in ("m = 1", "m = 64", "m = n/4")
        ),
    ),
)
