"""DABA's figures: latency 9, static windows 10, dynamic ones 11, readings of a machine 12.

Figure 12 uses synthetic readings unless a file of recorded ones is given; the title says so.
"""

from collections.abc import Sequence
from functools import partial

from finestra.bench.figures.figure import (
    PERCENTS,
    Axis,
    Experiment,
    Figure,
    at,
    faster,
    powers,
    spread,
)

SINGLES = ("two_stacks", "two_stacks_lite", "daba", "daba_lite", "flatfit", "b_fiba4")
PLAIN, LITE = ("two_stacks", "daba"), ("two_stacks_lite", "daba_lite")
BLOOM = "bloom_bits(4096)"
VARIATION = "relative_variation"
MINUTES = 600_000
LENGTHS = [100, 1_000, 10_000, 100_000, MINUTES]


_figure = partial(Figure, "daba")
FIGURES: Sequence[Figure] = (
    _figure(
        9,
        "Latency of a round of evict, insert and query, static windows",
        Experiment(
            "single_latency",
            SINGLES,
            Axis.of("percentile", PERCENTS, PERCENTS, 1 << 14, 1 << 14),
            ("sum_wrapping", "geomean", BLOOM),
            metric="round",
        ),
        "DABA has no spikes, Two-Stacks has, the more the costlier the aggregation: with Bloom "
        "filters, at 99.999 percent, ten times DABA's",
        lambda s: faster(s, ("two_stacks", "two_stacks_lite"), ("daba", "daba_lite"), 10, of=BLOOM),
    ),
    _figure(
        10,
        "Throughput, static windows",
        Experiment("single", SINGLES, Axis.of("n", powers(2, 22), powers(4, 16))),
        "all stay close to constant in the window's size: within a factor of four",
        lambda s: all(spread(s, one, least=1 << 6) <= 4 for one in SINGLES),
    ),
    _figure(
        11,
        "Throughput, dynamic windows: fill, then drain",
        Experiment("dynamic", SINGLES, Axis.of("n", powers(2, 22)[2:], powers(4, 16)[1:])),
        "as with static windows: the Lite variants are at least as fast as the others",
        lambda s: faster(s, LITE, PLAIN),
    ),
    _figure(
        12,
        "Throughput, relative variation of synthetic readings, by the window's milliseconds",
        Experiment(
            "timed",
            SINGLES,
            Axis.of("n", [*LENGTHS, 3_600_000, 21_600_000], LENGTHS),
            (VARIATION,),
            data="readings",
        ),
        "as with counted windows: the Lite variants are at least as fast as the others",
        lambda s: faster(s, LITE, PLAIN, of=VARIATION),
    ),
    _figure(
        12,
        "Latency, relative variation of synthetic readings, a window of ten minutes",
        Experiment(
            "timed_latency",
            SINGLES,
            Axis.of("percentile", PERCENTS, PERCENTS, MINUTES, MINUTES),
            (VARIATION,),
            metric="round",
            data="readings",
        ),
        "rare bulk evictions give all a similar highest latency: at 99.999 percent, within a "
        "factor of ten",
        lambda s: (
            max(at(s, one, of=VARIATION) for one in SINGLES)
            < 10 * min(at(s, one, of=VARIATION) for one in SINGLES)
        ),
        part="-latency",
    ),
)
