"""The papers' figures as data: what is measured, over what, and what the paper says came out.

A module for each paper, and :mod:`finestra.bench.figures.figure` for what a figure is. Not here:
what only shows a structure, histograms of recorded data (bulk FiBA's 15), and the Reactive
Aggregator's figure 12, the memory of a process.
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
