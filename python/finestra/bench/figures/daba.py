"""DABA's figures: latency 9, static windows 10, dynamic ones 11, readings of a machine 12.

What its figure 12 shows on recorded readings is shown on synthetic ones, and named so.
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

SINGLES = ("two_stacks", "two_stacks_lite", "daba", "daba_lite", "flatfit", "b_fiba4")
BLOOM = "bloom_bits(4096)"
VARIATION = "relative_variation"


def _flat(series: Series, algorithms: Sequence[str], most: float) -> bool:
    for algorithm in algorithms:
        values = [
            value for at, value in series[(algorithm, "sum_wrapping")].items() if at >= 1 << 6
        ]
        if max(values) > most * min(values):
            return False
    return True


FIGURES: Sequence[Figure] = (
    Figure(
        "daba",
        9,
        "Latency of a round of evict, insert and query, static windows",
        "single_latency",
        SINGLES,
        "percentile",
        Size(1 << 14, PERCENTS),
        Size(1 << 14, PERCENTS),
        "DABA has no spikes, Two-Stacks has, the more the costlier the aggregation: with Bloom "
        "filters, at 99.999 percent, ten times DABA's",
        lambda s: all(
            at(s, stacks, of=BLOOM) > 10 * at(s, daba, of=BLOOM)
            for stacks, daba in (("two_stacks", "daba"), ("two_stacks_lite", "daba_lite"))
        ),
        metric="round",
        aggregations=("sum_wrapping", "geomean", BLOOM),
    ),
    Figure(
        "daba",
        10,
        "Throughput, static windows",
        "single",
        SINGLES,
        "n",
        Size(N, powers(2, 22)),
        Size(SMALL, powers(4, 16)),
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
        Size(N, powers(2, 22)[2:]),
        Size(SMALL, powers(4, 16)[1:]),
        "as with static windows: the Lite variants are at least as fast as the others",
        lambda s: all_faster(s, ("two_stacks_lite", "daba_lite"), ("two_stacks", "daba")),
    ),
    Figure(
        "daba",
        12,
        "Throughput, relative variation of synthetic readings, by the window's milliseconds",
        "timed",
        SINGLES,
        "n",
        Size(600_000, [100, 1_000, 10_000, 100_000, 600_000, 3_600_000, 21_600_000]),
        Size(600_000, [100, 1_000, 10_000, 100_000, 600_000]),
        "as with counted windows: the Lite variants are at least as fast as the others",
        lambda s: all(
            at(s, lite, of=VARIATION) > at(s, plain, of=VARIATION)
            for lite, plain in (("two_stacks_lite", "two_stacks"), ("daba_lite", "daba"))
        ),
        aggregations=(VARIATION,),
        data="readings",
    ),
    Figure(
        "daba",
        12,
        "Latency, relative variation of synthetic readings, a window of ten minutes",
        "timed_latency",
        SINGLES,
        "percentile",
        Size(600_000, PERCENTS),
        Size(600_000, PERCENTS),
        "rare bulk evictions give all a similar highest latency: at 99.999 percent, within a "
        "factor of ten",
        lambda s: (
            max(at(s, one, of=VARIATION) for one in SINGLES)
            < 10 * min(at(s, one, of=VARIATION) for one in SINGLES)
        ),
        metric="round",
        aggregations=(VARIATION,),
        part="-latency",
        data="readings",
    ),
)
