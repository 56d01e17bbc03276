"""Sub-windows: what a store is asked for, an update, against the eager way.

Counted by RocksDB: a read is a get of one key, a write a put or a removal. The proposal has no
figures; its counts are these curves. ``suppress`` emits a window when it is over instead of at each
update, ``cache`` writes back at the end of a sub-window; ``b_fiba8`` is Finestra's tree, a node a
page, as the connectors keep it.
"""

from collections.abc import Sequence

from finestra.bench.figures.figure import Figure, Series, Shown, Size, powers

__all__ = ["FIGURES"]

_SUM = "sum_wrapping"
_UPDATES = 10
_WAYS = tuple(
    way + more
    for way in ("eager", "subwindows", "b_fiba8")
    for more in ("", "+suppress", "+suppress+cache")
)


def _near(series: Series, way: str, due: float, of: float) -> bool:
    """Whether a count is what is due at the largest overlap n: due + of · n, within 5 %."""
    counts = series[(way, _SUM)]
    n = max(counts)
    return abs(counts[n] / (due + of * n) - 1) < 0.05


FIGURES: Sequence[Figure] = (
    Figure(
        "subwindows",
        1,
        "Reads of the store for each update, by how many windows overlap (M/N)",
        "store",
        _WAYS,
        "n",
        Size(1024, powers(1, 10, 4)),
        Size(256, powers(2, 8, 4)),
        "the eager way reads M/N windows, sub-windows 2 M/N − 1, and with results suppressed one, "
        "beside the M/N that a result reads",
        lambda s: (
            _near(s, "eager", 0, 1)
            and _near(s, "subwindows", -1, 2)
            and _near(s, "subwindows+suppress", 1, 1 / _UPDATES)
        ),
        m=_UPDATES,
        aggregations=(_SUM,),
        shown=Shown("reads an update", lambda point: point["reads_per_update"]),
    ),
    Figure(
        "subwindows",
        2,
        "Writes to the store for each update, by how many windows overlap (M/N)",
        "store",
        _WAYS,
        "n",
        Size(1024, powers(1, 10, 4)),
        Size(256, powers(2, 8, 4)),
        "the eager way writes M/N windows, sub-windows one (and what is over is removed)",
        lambda s: (
            _near(s, "eager", 1 / _UPDATES, 1) and _near(s, "subwindows", 1 + 1 / _UPDATES, 0)
        ),
        m=_UPDATES,
        aggregations=(_SUM,),
        shown=Shown("writes an update", lambda point: point["writes_per_update"]),
    ),
)
