"""Bulk FiBA's figures: latency 7 to 10, throughput 11 to 14, trips 16, Flink's size 17.

The paper's figure 16 uses recorded trips; here they are synthetic unless a file is given, and the
title says so. Its figure 17 was measured on Flink; here it runs without an engine.
"""

from collections.abc import Sequence
from functools import partial

from finestra.bench.figures.fiba import DISTANCES
from finestra.bench.figures.figure import (
    LATENCIES,
    Axis,
    Experiment,
    Figure,
    at,
    faster,
    powers,
    similar,
)

_PLAIN = ("nb_fiba4", "nb_fiba8")
_WITH = ("b_fiba4", "b_fiba8")
_TREES = (*_WITH, *_PLAIN)
_ALL = (*_TREES, "amta", "two_stacks_lite", "daba_lite")
_BULKS = Axis.of("m", powers(2, 20), powers(4, 16))
_EAGER = ("b_fiba4_eager", "b_fiba8_eager")
_HOUR = 3_600_000
_DAY = 24 * _HOUR
_LENGTHS = [_HOUR, 6 * _HOUR, _DAY]

_figure = partial(Figure, "bulk-fiba")
FIGURES: Sequence[Figure] = (
    _figure(
        7,
        "Latency of bulk evict, in order",
        Experiment("latency", _ALL, LATENCIES, metric="evict", m=1024),
        "bulk FiBA and AMTA evict a bulk in far less time than those that loop over single evicts",
        lambda s: faster(s, (*_PLAIN, "daba_lite"), (*_WITH, "amta"), last=False),
    ),
    _figure(
        8,
        "Latency of bulk insert, in order",
        Experiment("latency", _ALL, LATENCIES, metric="insert", m=1024),
        "in order, DABA Lite and Two-Stacks Lite insert a bulk in the least time",
        lambda s: faster(s, _WITH, ("daba_lite", "two_stacks_lite"), last=False),
    ),
    _figure(
        9,
        "Latency of bulk insert, out of order",
        Experiment("latency", _TREES, LATENCIES, metric="insert", m=1024, d=lambda n: 1024),
        "out of order, bulk FiBA inserts a bulk in less time than plain FiBA",
        lambda s: faster(s, _PLAIN, _WITH, last=False),
    ),
    _figure(
        10,
        "Latency of bulk evict, with the deferred free list and with subtrees freed at once",
        Experiment(
            "latency",
            ("b_fiba4", "b_fiba4_eager", "b_fiba8", "b_fiba8_eager"),
            LATENCIES,
            metric="evict",
            m=4096,
        ),
        "without the deferred free list a bulk evict takes far longer: at the median, twice",
        lambda s: faster(s, _EAGER, _WITH, 2, last=False),
    ),
    _figure(
        11,
        "Throughput, bulk evict only, in order",
        Experiment("bulk_evict", _ALL, _BULKS),
        "with larger bulks all get faster, bulk FiBA and AMTA by their native bulk evict",
        lambda s: all(at(s, a) > at(s, a, False) for a in (*_WITH, "amta")),
    ),
    _figure(
        12,
        "Throughput, bulk evict and insert, in order",
        Experiment("bulk", _ALL, _BULKS),
        "all get faster with bulks than without",
        lambda s: all(max(v.values()) > v[1] for (_, g), v in s.items() if g == "sum_wrapping"),
    ),
    _figure(
        13,
        "Throughput, bulk evict and insert, out of order",
        Experiment("bulk", _TREES, DISTANCES, m=1024),
        "the distance does not slow bulk FiBA down (farthest, at least half as fast as in order), "
        "and it is faster than plain FiBA",
        lambda s: (
            faster(s, _WITH, _PLAIN) and all(at(s, one) > at(s, one, False) / 2 for one in _WITH)
        ),
    ),
    _figure(
        14,
        "Throughput, no bulks, out of order",
        Experiment("bulk", _TREES, DISTANCES),
        "without bulks, bulk FiBA has no advantage over plain FiBA: within a factor of two",
        lambda s: similar(s, _WITH, _PLAIN),
    ),
    _figure(
        16,
        "Throughput, synthetic trips, by the window's milliseconds",
        Experiment(
            "timed",
            _TREES,
            Axis.of("n", [*_LENGTHS, 4 * _DAY], _LENGTHS),
            data="trips",
        ),
        "on trips, whose bulks and distances vary, bulk FiBA is faster than plain FiBA",
        lambda s: all(
            s[(one, "sum_wrapping")][length] > s[(other, "sum_wrapping")][length]
            for one, other in zip(_WITH, _PLAIN)
            for length in s[(one, "sum_wrapping")]
        ),
    ),
    _figure(
        17,
        "Throughput, bulk evict only, n = 8,192, as on Flink but with no engine; recalculate is "
        "what Flink's evicting window does",
        Experiment(
            "bulk_evict",
            (*_TREES, "recalculate"),
            Axis.of("m", powers(2, 12), powers(4, 12), 1 << 13, 1 << 13),
        ),
        "without bulk evict, FiBA is much faster than what Flink does, at m = 1 ten times, and "
        "with it faster still",
        lambda s: (
            faster(s, _PLAIN, ("recalculate", "recalculate"), 10, last=False)
            and faster(s, _WITH, _PLAIN)
        ),
    ),
)
