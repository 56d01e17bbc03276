"""Bulk FiBA's figures: latency 7 to 10, throughput 11 to 14, trips 16, Flink's size 17.

What its figure 16 shows on recorded trips is shown on synthetic ones, and named so; its figure 17,
measured on Flink, runs with no engine here.
"""

from collections.abc import Sequence

from finestra.bench.figures.figure import (
    PERCENTS,
    SMALL,
    Figure,
    N,
    Series,
    Size,
    all_faster,
    at,
    powers,
)

__all__ = ["FIGURES"]

BULK_TREES = ("b_fiba4", "b_fiba8", "nb_fiba4", "nb_fiba8")
IN_ORDER = ("amta", "two_stacks_lite", "daba_lite")

_BULK = "bulk-fiba"
_PLAIN = ("nb_fiba4", "nb_fiba8")
_WITH = ("b_fiba4", "b_fiba8")
_HOUR = 3_600_000
_DAY = 24 * _HOUR


def _all_shorter(series: Series, these: Sequence[str], those: Sequence[str]) -> bool:
    pairs = zip(these, those, strict=True)
    return all(at(series, one, False) < at(series, other, False) for one, other in pairs)


FIGURES: Sequence[Figure] = (
    Figure(
        _BULK,
        7,
        "Latency of bulk evict, in order",
        "latency",
        (*BULK_TREES, *IN_ORDER),
        "percentile",
        Size(N, PERCENTS),
        Size(SMALL, PERCENTS),
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
        Size(N, PERCENTS),
        Size(SMALL, PERCENTS),
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
        Size(N, PERCENTS),
        Size(SMALL, PERCENTS),
        "out of order, bulk FiBA inserts a bulk in less time than plain FiBA",
        lambda s: _all_shorter(s, _WITH, _PLAIN),
        metric="insert",
        m=1024,
        d=lambda n: 1024,
    ),
    Figure(
        _BULK,
        10,
        "Latency of bulk evict, with the deferred free list and with subtrees freed at once",
        "latency",
        ("b_fiba4", "b_fiba4_eager", "b_fiba8", "b_fiba8_eager"),
        "percentile",
        Size(N, PERCENTS),
        Size(SMALL, PERCENTS),
        "without the deferred free list a bulk evict takes far longer: at the median, twice",
        lambda s: all(2 * at(s, one, False) < at(s, f"{one}_eager", False) for one in _WITH),
        metric="evict",
        m=4096,
    ),
    Figure(
        _BULK,
        11,
        "Throughput, bulk evict only, in order",
        "bulk_evict",
        (*BULK_TREES, *IN_ORDER),
        "m",
        Size(N, powers(2, 20)),
        Size(SMALL, powers(4, 16)),
        "with larger bulks all get faster, bulk FiBA and AMTA by their native bulk evict",
        lambda s: all(at(s, a) > at(s, a, False) for a in (*_WITH, "amta")),
    ),
    Figure(
        _BULK,
        12,
        "Throughput, bulk evict and insert, in order",
        "bulk",
        (*BULK_TREES, *IN_ORDER),
        "m",
        Size(N, powers(2, 20)),
        Size(SMALL, powers(4, 16)),
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
        Size(N, [0, *powers(3, 21)]),
        Size(SMALL, [0, 32, 1024, 1 << 14, 1 << 16]),
        "the distance does not slow bulk FiBA down (farthest, at least half as fast as in order), "
        "and it is faster than plain FiBA",
        lambda s: (
            all_faster(s, _WITH, _PLAIN)
            and all(at(s, one) > at(s, one, False) / 2 for one in _WITH)
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
        Size(N, [0, *powers(3, 21)]),
        Size(SMALL, [0, 32, 1024, 1 << 14, 1 << 16]),
        "without bulks, bulk FiBA has no advantage over plain FiBA: within a factor of two",
        lambda s: all(
            0.5 < at(s, one) / at(s, other) < 2 for one, other in zip(_WITH, _PLAIN, strict=True)
        ),
    ),
    Figure(
        _BULK,
        16,
        "Throughput, synthetic trips, by the window's milliseconds",
        "timed",
        BULK_TREES,
        "n",
        Size(_DAY, [_HOUR, 6 * _HOUR, _DAY, 4 * _DAY]),
        Size(_DAY, [_HOUR, 6 * _HOUR, _DAY]),
        "on trips, whose bulks and distances vary, bulk FiBA is faster than plain FiBA",
        lambda s: all(
            s[(one, "sum_wrapping")][length] > s[(other, "sum_wrapping")][length]
            for one, other in zip(_WITH, _PLAIN, strict=True)
            for length in s[(one, "sum_wrapping")]
        ),
        data="trips",
    ),
    Figure(
        _BULK,
        17,
        "Throughput, bulk evict only, n = 8,192, as on Flink but with no engine; recalculate is "
        "what Flink's evicting window does",
        "bulk_evict",
        (*BULK_TREES, "recalculate"),
        "m",
        Size(1 << 13, powers(2, 12)),
        Size(1 << 13, powers(4, 12)),
        "without bulk evict, FiBA is much faster than what Flink does, at m = 1 ten times, and "
        "with it faster still",
        lambda s: (
            all(at(s, one, False) > 10 * at(s, "recalculate", False) for one in _PLAIN)
            and all_faster(s, _WITH, _PLAIN)
        ),
    ),
)
