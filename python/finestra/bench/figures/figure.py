"""A figure: curves over one varying parameter, and a claim about them.

An experiment is described by the options of ``finestra bench point``: a workload, algorithms and
aggregations. :attr:`Figure.check` decides from the medians whether the claim was seen here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Series = Mapping[tuple[str, str], Mapping[int, float]]
"""The values of each (curve, aggregation), by the varying parameter."""

N = 1 << 22
SMALL = 1 << 17


@dataclass(frozen=True)
class Size:
    """The size of a run: the window, and the values of the varying parameter."""

    n: int
    values: Sequence[int]


@dataclass(frozen=True)
class Axis:
    """The parameter on the x axis, for a run with the paper's sizes and for a quick one."""

    varies: str
    full: Size
    quick: Size

    @staticmethod
    def of(
        varies: str, full: Sequence[int], quick: Sequence[int], n: int = N, small: int = SMALL
    ) -> Axis:
        """The values for windows of ``n`` entries, and those for a quick run with ``small``."""
        return Axis(varies, Size(n, full), Size(small, quick))


PERCENTS = (50, 99, 999, 99999)
"""Percentiles 50, 99, 99.9 and 99.999, written without the decimal point."""

LATENCIES = Axis.of("percentile", PERCENTS, PERCENTS)


@dataclass(frozen=True)
class Curve:
    """One curve: an algorithm, its name in the legend, and where it differs from its figure."""

    algorithm: str
    label: str = ""
    workload: str = ""
    m: Callable[[int], int] | None = None
    d: Callable[[int], int] | None = None

    @property
    def name(self) -> str:
        """The name in the legend."""
        return self.label or self.algorithm


@dataclass(frozen=True)
class Shown:
    """The vertical axis: a unit, and how to compute it from a point."""

    unit: str
    value: Callable[[Mapping[str, Any]], float]


RATE = Shown("throughput [million items/s]", lambda point: point["items_per_s"] / 1e6)
COST = Shown("cost [µs an item]", lambda point: 1e6 / point["items_per_s"])


@dataclass(frozen=True)
class Experiment:
    """What is measured, and how it is shown."""

    workload: str
    algorithms: Sequence[str | Curve]
    axis: Axis
    aggregations: Sequence[str] = ("sum_wrapping", "geomean")
    shown: Shown = RATE
    metric: str = ""
    m: int = 1
    d: Callable[[int], int] = lambda n: 0
    data: str = ""

    @property
    def curves(self) -> Sequence[Curve]:
        """The curves, also those that are given by an algorithm's name only."""
        return [Curve(one) if isinstance(one, str) else one for one in self.algorithms]

    @property
    def percentiles(self) -> bool:
        """Whether latencies of single operations are shown."""
        return self.axis.varies == "percentile"

    @property
    def unit(self) -> str:
        """The label of the vertical axis."""
        return f"{self.metric} [ns]" if self.percentiles else self.shown.unit

    def parameters(self, size: Size, curve: Curve, value: int) -> dict[str, int] | None:
        """The parameters of one point; None if the curve has no such point."""
        varies = self.axis.varies
        n = value if varies == "n" else size.n
        m = curve.m(value) if curve.m else value if varies == "m" else self.m
        d = curve.d(value) if curve.d else value if varies == "d" else self.d(n)
        return {"n": n, "m": m, "d": d} if 1 <= m <= n else None


@dataclass(frozen=True)
class Figure:
    """One figure of a paper, or one part of it: an experiment, and the paper's claim about it."""

    paper: str
    number: int
    title: str
    experiment: Experiment
    claim: str
    check: Callable[[Series], bool]
    part: str = ""
    note: Callable[[Series], str] | None = None

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.paper}-{self.number}{self.part}"


def powers(step: int, most: int, least: int = 0) -> list[int]:
    """Powers of two, by steps of the exponent."""
    return [1 << i for i in range(least, most + 1, step)]


def at(series: Series, curve: str, last: bool = True, of: str = "sum_wrapping") -> float:
    """A curve's value at one end."""
    values = series[(curve, of)]
    return values[max(values) if last else min(values)]


def faster(
    series: Series, these: Sequence[str], those: Sequence[str], times: float = 1, **end: Any
) -> bool:
    """Whether each of these is above its counterpart, so many times, at one end."""
    pairs = zip(these, those)
    return all(at(series, one, **end) > times * at(series, other, **end) for one, other in pairs)


def similar(series: Series, these: Sequence[str], those: Sequence[str], **end: Any) -> bool:
    """Whether each of these is within a factor of two of its counterpart, at one end."""
    pairs = zip(these, those)
    return all(0.5 < at(series, one, **end) / at(series, other, **end) < 2 for one, other in pairs)


def spread(series: Series, curve: str, least: int, of: str = "sum_wrapping") -> float:
    """The largest value of a curve divided by its smallest, from an x on."""
    values = [value for x, value in series[(curve, of)].items() if x >= least]
    return max(values) / min(values)
