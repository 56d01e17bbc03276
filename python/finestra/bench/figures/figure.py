"""What a figure is: curves over one parameter that varies, and a claim about them.

A figure names its experiment in the words of ``finestra bench point``: a workload, algorithms,
aggregations. :attr:`Figure.check` looks at the medians and says whether the claim was seen here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = [
    "COST",
    "PERCENTS",
    "RATE",
    "SMALL",
    "Curve",
    "Figure",
    "N",
    "Series",
    "Shown",
    "Size",
    "all_faster",
    "at",
    "powers",
]

Series = Mapping[tuple[str, str], Mapping[int, float]]
"""For each (curve, aggregation) what is shown at each value of what varies."""

PERCENTS = (50, 99, 999, 99999)
"""50, 99, 99.9 and 99.999 percent, without the point."""

N = 1 << 22
SMALL = 1 << 17


@dataclass(frozen=True)
class Size:
    """How large a run is: the window, and the values of what varies."""

    n: int
    values: Sequence[int]


@dataclass(frozen=True)
class Curve:
    """One curve: an algorithm, where it differs from its figure, and its name there."""

    algorithm: str
    label: str = ""
    workload: str = ""
    m: Callable[[int], int] | None = None
    d: Callable[[int], int] | None = None

    @property
    def name(self) -> str:
        """What stands in the legend."""
        return self.label or self.algorithm


@dataclass(frozen=True)
class Shown:
    """What is on the vertical axis: a unit, and how it follows from a point."""

    unit: str
    value: Callable[[Mapping[str, Any]], float]


RATE = Shown("throughput [million items/s]", lambda point: point["items_per_s"] / 1e6)
COST = Shown("cost [µs an item]", lambda point: 1e6 / point["items_per_s"])


@dataclass(frozen=True)
class Figure:
    """One figure of a paper, or one part of it."""

    paper: str
    number: int
    title: str
    workload: str
    algorithms: Sequence[str | Curve]
    varies: str
    full: Size
    quick: Size
    claim: str
    check: Callable[[Series], bool]
    metric: str = ""
    m: int = 1
    d: Callable[[int], int] = lambda n: 0
    aggregations: Sequence[str] = ("sum_wrapping", "geomean")
    part: str = ""
    shown: Shown = RATE
    data: str = ""
    note: Callable[[Series], str] | None = None

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.paper}-{self.number}{self.part}"

    @property
    def curves(self) -> Sequence[Curve]:
        """The curves, those given by an algorithm's name alone too."""
        return [Curve(one) if isinstance(one, str) else one for one in self.algorithms]

    @property
    def percentiles(self) -> bool:
        """Whether it shows how long single operations take."""
        return self.varies == "percentile"

    @property
    def unit(self) -> str:
        """The vertical axis."""
        return f"{self.metric} [ns]" if self.percentiles else self.shown.unit

    def parameters(self, size: Size, curve: Curve, value: int) -> dict[str, int] | None:
        """The parameters of one point; none where the curve has no such point."""
        n = value if self.varies == "n" else size.n
        m = curve.m(value) if curve.m else value if self.varies == "m" else self.m
        d = curve.d(value) if curve.d else value if self.varies == "d" else self.d(n)
        return {"n": n, "m": m, "d": d} if 1 <= m <= n else None


def powers(step: int, most: int, least: int = 0) -> list[int]:
    """Powers of two, by steps of the exponent."""
    return [1 << i for i in range(least, most + 1, step)]


def at(series: Series, curve: str, last: bool = True, of: str = "sum_wrapping") -> float:
    """A curve's value at one end."""
    values = series[(curve, of)]
    return values[max(values) if last else min(values)]


def all_faster(series: Series, these: Sequence[str], those: Sequence[str]) -> bool:
    """Whether each of these is above its counterpart at the far end."""
    pairs = zip(these, those, strict=True)
    return all(at(series, one) > at(series, other) for one, other in pairs)
