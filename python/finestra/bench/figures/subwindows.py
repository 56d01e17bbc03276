"""Sub-windows: reads and writes of a store per update, compared with one aggregate per window.

RocksDB counts them: a read is a get of one key, a write is a put or a removal. The proposal has no
figures; these curves are its counts. With ``suppress``, a window is emitted once at its end instead
of at each update. With ``cache``, changes are written at the end of a sub-window. ``b_fiba8`` is
Finestra's tree with one page per node, as in the connectors.
"""

from collections.abc import Sequence
from functools import partial

from finestra.bench.figures.figure import Axis, Experiment, Figure, Series, Shown, powers

_SUM = "sum_wrapping"
_UPDATES = 10
_WAYS = tuple(
    way + more
    for way in ("eager", "subwindows", "b_fiba8")
    for more in ("", "+suppress", "+suppress+cache")
)
_OVERLAPS = Axis.of("n", powers(1, 10, 4), powers(2, 8, 4))
_measured = partial(Experiment, "store", _WAYS, _OVERLAPS, (_SUM,), m=_UPDATES)


def _near(series: Series, way: str, due: float, of: float) -> bool:
    """Whether a count is within 5 % of due + of · n at the largest overlap n."""
    counts = series[(way, _SUM)]
    n = max(counts)
    return abs(counts[n] / (due + of * n) - 1) < 0.05


FIGURES: Sequence[Figure] = (
    Figure(
        "subwindows",
        1,
        "Reads of the store for each update, by how many windows overlap (M/N)",
        _measured(Shown("reads an update", lambda point: point["reads_per_update"])),
        "the eager way reads M/N windows, sub-windows 2 M/N − 1; with suppressed results one, and "
        "M/N for each result",
        lambda s: (
            _near(s, "eager", 0, 1)
            and _near(s, "subwindows", -1, 2)
            and _near(s, "subwindows+suppress", 1, 1 / _UPDATES)
        ),
    ),
    Figure(
        "subwindows",
        2,
        "Writes to the store for each update, by how many windows overlap (M/N)",
        _measured(Shown("writes an update", lambda point: point["writes_per_update"])),
        "the eager way writes M/N windows, sub-windows one (and expired ones are removed)",
        lambda s: (
            _near(s, "eager", 1 / _UPDATES, 1) and _near(s, "subwindows", 1 + 1 / _UPDATES, 0)
        ),
    ),
)
