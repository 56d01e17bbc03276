"""FiBA's figures: distance 11, latency 12, in order 13, window sharing 14."""

from collections.abc import Sequence

from finestra.bench.figures.figure import PERCENTS, SMALL, Curve, Figure, N, Size, at, powers

__all__ = ["FIGURES"]

TREES = ("nb_fiba2", "nb_fiba4", "nb_fiba8", "btree4", "btree8")
SHARING = [
    Curve(
        f"nb_fiba{arity}",
        label=f"nb_fiba{arity} {way}",
        workload=workload,
        d=lambda small: small // 2,
    )
    for way, workload in (("range", "shared_tree"), ("twin", "twins"))
    for arity in (2, 4, 8)
]

FIGURES: Sequence[Figure] = (
    Figure(
        "fiba",
        11,
        "Throughput by out-of-order distance",
        "single",
        ("nb_fiba2", "nb_fiba4", "nb_fiba8", "btree4", "btree8"),
        "d",
        Size(N, [0, *powers(3, 21)]),
        Size(SMALL, [0, 32, 1024, 1 << 14, 1 << 16]),
        "the finger B-tree is faster than the classic one where events come in order",
        lambda s: all(
            at(s, f"nb_fiba{arity}", False) > at(s, f"btree{arity}", False) for arity in (4, 8)
        ),
    ),
    Figure(
        "fiba",
        12,
        "Latency of a round of evict, insert and query, in order",
        "single_latency",
        TREES,
        "percentile",
        Size(N, PERCENTS),
        Size(SMALL, PERCENTS),
        "in order, a finger B-tree's median is below the classic one's",
        lambda s: all(
            at(s, f"nb_fiba{arity}", False) < at(s, f"btree{arity}", False) for arity in (4, 8)
        ),
        metric="round",
    ),
    Figure(
        "fiba",
        12,
        "Latency of a round of evict, insert and query, out of order by a quarter of the window",
        "single_latency",
        TREES,
        "percentile",
        Size(N, PERCENTS),
        Size(SMALL, PERCENTS),
        "far out of order, finger and classic B-trees have similar latency: medians within a "
        "factor of two",
        lambda s: all(
            0.5 < at(s, f"nb_fiba{arity}", False) / at(s, f"btree{arity}", False) < 2
            for arity in (4, 8)
        ),
        metric="round",
        d=lambda n: n // 4,
        part="-far",
    ),
    Figure(
        "fiba",
        13,
        "Throughput in order by window size",
        "single",
        ("nb_fiba2", "nb_fiba4", "nb_fiba8", "btree4", "two_stacks", "daba", "reactive"),
        "n",
        Size(N, powers(2, 22)),
        Size(SMALL, powers(4, 16)),
        "two-stacks and DABA stay in front; finger B-trees are constant, the classic one is not",
        lambda s: min(at(s, "two_stacks"), at(s, "daba")) > at(s, "nb_fiba4") > at(s, "btree4"),
    ),
    Figure(
        "fiba",
        14,
        "Window sharing: one tree for two windows, or a tree each, by the smaller window's size",
        "shared_tree",
        SHARING,
        "m",
        Size(N, powers(3, 21, 1)),
        Size(SMALL, powers(5, 16, 1)),
        "one tree for two windows is about as fast as a tree for each: within a factor of two",
        lambda s: all(
            0.5 < rate / s[(f"nb_fiba{arity} twin", "sum_wrapping")][small] < 2
            for arity in (2, 4, 8)
            for small, rate in s[(f"nb_fiba{arity} range", "sum_wrapping")].items()
        ),
    ),
)
