"""FiBA's figures: distance 11, latency 12, in order 13, window sharing 14."""

from collections.abc import Sequence
from functools import partial

from finestra.bench.figures.figure import (
    LATENCIES,
    Axis,
    Curve,
    Experiment,
    Figure,
    at,
    faster,
    powers,
    similar,
)

TREES = ("nb_fiba2", "nb_fiba4", "nb_fiba8", "btree4", "btree8")
FINGER, CLASSIC = ("nb_fiba4", "nb_fiba8"), ("btree4", "btree8")
SHARING = [
    Curve(f"nb_fiba{arity}", f"nb_fiba{arity} {way}", workload, d=lambda small: small // 2)
    for way, workload in (("range", "shared_tree"), ("twin", "twins"))
    for arity in (2, 4, 8)
]
DISTANCES = Axis.of("d", [0, *powers(3, 21)], [0, 32, 1024, 1 << 14, 1 << 16])

_figure = partial(Figure, "fiba")
FIGURES: Sequence[Figure] = (
    _figure(
        11,
        "Throughput by out-of-order distance",
        Experiment("single", TREES, DISTANCES),
        "the finger B-tree is faster than the classic one where events come in order",
        lambda s: faster(s, FINGER, CLASSIC, last=False),
    ),
    _figure(
        12,
        "Latency of a round of evict, insert and query, in order",
        Experiment("single_latency", TREES, LATENCIES, metric="round"),
        "in order, a finger B-tree's median is below the classic one's",
        lambda s: faster(s, CLASSIC, FINGER, last=False),
    ),
    _figure(
        12,
        "Latency of a round of evict, insert and query, out of order by a quarter of the window",
        Experiment("single_latency", TREES, LATENCIES, metric="round", d=lambda n: n // 4),
        "far out of order, finger and classic B-trees have similar latency: medians within a "
        "factor of two",
        lambda s: similar(s, FINGER, CLASSIC, last=False),
        part="-far",
    ),
    _figure(
        13,
        "Throughput in order by window size",
        Experiment(
            "single",
            ("nb_fiba2", "nb_fiba4", "nb_fiba8", "btree4", "two_stacks", "daba", "reactive"),
            Axis.of("n", powers(2, 22), powers(4, 16)),
        ),
        "two-stacks and DABA stay in front; finger B-trees are constant, the classic one is not",
        lambda s: min(at(s, "two_stacks"), at(s, "daba")) > at(s, "nb_fiba4") > at(s, "btree4"),
    ),
    _figure(
        14,
        "Window sharing: one tree for two windows, or a tree each, by the smaller window's size",
        Experiment("shared_tree", SHARING, Axis.of("m", powers(3, 21, 1), powers(5, 16, 1))),
        "one tree for two windows is about as fast as a tree for each: within a factor of two",
        lambda s: all(
            0.5 < rate / s[(f"nb_fiba{arity} twin", "sum_wrapping")][small] < 2
            for arity in (2, 4, 8)
            for small, rate in s[(f"nb_fiba{arity} range", "sum_wrapping")].items()
        ),
    ),
)
