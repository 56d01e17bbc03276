"""The papers' figures as data: what to measure, and what the paper claims.

There is one module for each paper; :mod:`finestra.bench.figures.figure` defines a figure. Left out
are pictures of structures, histograms of recorded data (bulk FiBA's 15), and process memory
(Reactive Aggregator's 12).
"""

from collections.abc import Sequence

from finestra.bench.figures import bulk_fiba, daba, fiba, reactive, subwindows
from finestra.bench.figures.figure import Curve, Figure, Series, Size

__all__ = ["FIGURES", "Curve", "Figure", "Series", "Size"]

FIGURES: Sequence[Figure] = (
    *bulk_fiba.FIGURES,
    *fiba.FIGURES,
    *daba.FIGURES,
    *reactive.FIGURES,
    *subwindows.FIGURES,
)
