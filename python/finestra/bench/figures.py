"""The papers' figures as data: what was measured, over what, and what the paper says came out.

Each figure names its experiment in the words of ``finestra bench point``: a workload, algorithms,
aggregations, and one parameter that varies. :func:`check` of a claim looks at the medians of the
series and says whether it was seen here.

Not here yet: figures of real data (16), of Flink (17), of memory (10), of window sharing, and those
of the Reactive Aggregator's paper.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["FIGURES", "Figure", "Series", "Size"]

Series = Mapping[tuple[str, str], Mapping[int, float]]
"""For each (algorithm, aggregation) the median at each value of what varies."""


@dataclass(frozen=True)
class Size:
    """How large a run is: the window, and the values of what varies."""

    n: int
    values: Sequence[int]


@dataclass(frozen=True)
class Figure:
    """One figure of a paper."""

    paper: str
    number: int
    title: str
    workload: str
    algorithms: Sequence[str]
    varies: str
    full: Size
    quick: Size
    claim: str
    check: Callable[[Series], bool]
    metric: str = "items_per_s"
    m: int = 1
    d: int = 0
    aggregations: Sequence[str] = ("sum_wrapping", "geomean")

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.paper}-{self.number}"

    @property
    def percentiles(self) -> bool:
        """Whether it shows how long single operations take."""
        return self.varies == "percentile"


BULK_TREES = ("b_fiba4", "b_fiba8", "nb_fiba4", "nb_fiba8")
IN_ORDER = ("amta", "two_stacks_lite", "daba_lite")
SINGLES = ("two_stacks", "two_stacks_lite", "daba", "daba_lite", "flatfit", "b_fiba4")
PERCENTS = (50, 99, 999, 99999)
"""50, 99, 99.9 and 99.999 percent, without the point."""

_N = 1 << 22
_SMALL = 1 << 17


def _powers(step: int, most: int) -> list[int]:
    return [1 << i for i in range(0, most + 1, step)]


def _at(series: Series, algorithm: str, last: bool = True) -> float:
    """The sum's value of an algorithm at one end."""
    values = series[(algorithm, "sum_wrapping")]
    return values[max(values) if last else min(values)]


def _all_faster(series: Series, these: Sequence[str], those: Sequence[str]) -> bool:
    pairs = zip(these, those, strict=True)
    return all(_at(series, one) > _at(series, other) for one, other in pairs)


def _all_shorter(series: Series, these: Sequence[str], those: Sequence[str]) -> bool:
    pairs = zip(these, those, strict=True)
    return all(_at(series, one, False) < _at(series, other, False) for one, other in pairs)


def _flat(series: Series, algorithms: Sequence[str], most: float) -> bool:
    for algorithm in algorithms:
        values = [
            value for at, value in series[(algorithm, "sum_wrapping")].items() if at >= 1 << 6
        ]
        if max(values) > most * min(values):
            return False
    return True


_BULK = "bulk-fiba"
_PLAIN = ("nb_fiba4", "nb_fiba8")
_WITH = ("b_fiba4", "b_fiba8")

FIGURES: Sequence[Figure] = (
    Figure(
        _BULK,
        7,
        "Latency of bulk evict, in order",
        "latency",
        (*BULK_TREES, *IN_ORDER),
        "percentile",
        Size(_N, PERCENTS),
        Size(_SMALL, PERCENTS),
        "bulk FiBA and AMTA evict a bulk in far less time than those that loop over single evicts",
        lambda s: _all_shorter(s, (*_WITH, "amta"), (*_PLAIN, "daba_lite")),
        metric="evict",
        m=1024,
    ),
    Figure(
        _BULK,
        8,
        "Latency of bulk insert, in order",
        "latency",
        (*BULK_TREES, *IN_ORDER),
        "percentile",
        Size(_N, PERCENTS),
        Size(_SMALL, PERCENTS),
        "in order, DABA Lite and Two-Stacks Lite insert a bulk in the least time",
        lambda s: _all_shorter(s, ("daba_lite", "two_stacks_lite"), _WITH),
        metric="insert",
        m=1024,
    ),
    Figure(
        _BULK,
        9,
        "Latency of bulk insert, out of order",
        "latency",
        BULK_TREES,
        "percentile",
        Size(_N, PERCENTS),
        Size(_SMALL, PERCENTS),
        "out of order, bulk FiBA inserts a bulk in less time than plain FiBA",
        lambda s: _all_shorter(s, _WITH, _PLAIN),
        metric="insert",
        m=1024,
        d=1024,
    ),
    Figure(
        _BULK,
        11,
        "Throughput, bulk evict only, in order",
        "bulk_evict",
        (*BULK_TREES, *IN_ORDER),
        "m",
        Size(_N, _powers(2, 20)),
        Size(_SMALL, _powers(4, 16)),
        "with larger bulks all get faster, bulk FiBA and AMTA by their native bulk evict",
        lambda s: all(_at(s, a) > _at(s, a, False) for a in (*_WITH, "amta")),
    ),
    Figure(
        _BULK,
        12,
        "Throughput, bulk evict and insert, in order",
        "bulk",
        (*BULK_TREES, *IN_ORDER),
        "m",
        Size(_N, _powers(2, 20)),
        Size(_SMALL, _powers(4, 16)),
        "all get faster with bulks than without",
        lambda s: all(max(v.values()) > v[1] for (_, g), v in s.items() if g == "sum_wrapping"),
    ),
    Figure(
        _BULK,
        13,
        "Throughput, bulk evict and insert, out of order",
        "bulk",
        BULK_TREES,
        "d",
        Size(_N, [0, *_powers(3, 21)]),
        Size(_SMALL, [0, 32, 1024, 1 << 14, 1 << 16]),
        "the distance does not slow bulk FiBA down (farthest, at least half as fast as in order), "
        "and it is faster than plain FiBA",
        lambda s: (
            _all_faster(s, _WITH, _PLAIN)
            and all(_at(s, one) > _at(s, one, False) / 2 for one in _WITH)
        ),
        m=1024,
    ),
    Figure(
        _BULK,
        14,
        "Throughput, no bulks, out of order",
        "bulk",
        BULK_TREES,
        "d",
        Size(_N, [0, *_powers(3, 21)]),
        Size(_SMALL, [0, 32, 1024, 1 << 14, 1 << 16]),
        "without bulks, bulk FiBA has no advantage over plain FiBA: within a factor of two",
        lambda s: all(
            0.5 < _at(s, one) / _at(s, other) < 2 for one, other in zip(_WITH, _PLAIN, strict=True)
        ),
    ),
    Figure(
        "fiba",
        11,
        "Throughput by out-of-order distance",
        "single",
        ("nb_fiba2", "nb_fiba4", "nb_fiba8", "btree4", "btree8"),
        "d",
        Size(_N, [0, *_powers(3, 21)]),
        Size(_SMALL, [0, 32, 1024, 1 << 14, 1 << 16]),
        "the finger B-tree is faster than the classic one where events come in order",
        lambda s: all(
            _at(s, f"nb_fiba{arity}", False) > _at(s, f"btree{arity}", False) for arity in (4, 8)
        ),
    ),
    Figure(
        "fiba",
        13,
        "Throughput in order by window size",
        "single",
        ("nb_fiba2", "nb_fiba4", "nb_fiba8", "btree4", "two_stacks", "daba", "reactive"),
        "n",
        Size(_N, _powers(2, 22)),
        Size(_SMALL, _powers(4, 16)),
        "two-stacks and DABA stay in front; finger B-trees are constant, the classic one is not",
        lambda s: min(_at(s, "two_stacks"), _at(s, "daba")) > _at(s, "nb_fiba4") > _at(s, "btree4"),
    ),
    Figure(
        "daba",
        10,
        "Throughput, static windows",
        "single",
        SINGLES,
        "n",
        Size(_N, _powers(2, 22)),
        Size(_SMALL, _powers(4, 16)),
        "all stay close to constant in the window's size: within a factor of four",
        lambda s: _flat(s, SINGLES, 4),
    ),
    Figure(
        "daba",
        11,
        "Throughput, dynamic windows: fill, then drain",
        "dynamic",
        SINGLES,
        "n",
        Size(_N, _powers(2, 22)[2:]),
        Size(_SMALL, _powers(4, 16)[1:]),
        "as with static windows: the Lite variants are at least as fast as the others",
        lambda s: _all_faster(s, ("two_stacks_lite", "daba_lite"), ("two_stacks", "daba")),
    ),
)
