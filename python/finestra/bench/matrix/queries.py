"""The two queries of a cell: the one that a user writes without Finestra, and the one with it.

Both compute the same aggregates of the same windows; the columns may differ. A query over ``OVER``
and ``groupBy(window)`` is the same for both. ``inline`` makes rows of the arrays that functions
return. Where Spark has no equal aggregate, its query has the nearest one: ``percentile_approx`` for
``quantile``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from finestra.bench.matrix.cells import (
    AGGREGATES,
    BATCH,
    FEATURES,
    FUNCTION,
    GROUP_BY,
    NAMED,
    OVER,
    ROW,
    Cell,
    Named,
)

EIGHTEEN = [
    f"{call}(x) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL {span} PRECEDING AND "
    f"CURRENT ROW)"
    for span in ("1 HOUR", "1 DAY", "7 DAY")
    for call in ("sum", "count", "avg", "max", "min", "stddev")
]


def table(cell: Cell) -> str:
    """The name of the table that a cell reads."""
    return f"rows_{cell.keys}_{cell.rows}"


def without(cell: Cell) -> str:
    """The query without Finestra."""
    if cell.aggregate == FEATURES:
        return _select(cell, EIGHTEEN)
    if cell.way == OVER:
        return _over(cell, AGGREGATES[cell.aggregate], str(cell.x))
    if cell.way == GROUP_BY:
        calls = [call.replace(" #", "") for call in AGGREGATES[cell.aggregate]]
        return _group(cell, calls, int(cell.x))
    named = NAMED[cell.aggregate]
    if cell.way == BATCH:
        if cell.x == ROW:
            return _over(cell, named.over, "RANGE 1 HOUR")
        return _group(cell, named.grouped, int(cell.x))
    function, _, size = str(cell.x).partition(" ")
    if function == "rolling":
        return _over(cell, named.over, f"RANGE {size}")
    if function == "slides":
        return _group(cell, named.grouped, int(size))
    columns = ", ".join(named.grouped)
    if function == "agg":
        return f"SELECT k, {columns} FROM {table(cell)} GROUP BY k"
    newest = f"SELECT *, max(ts) OVER (PARTITION BY k) AS newest FROM {table(cell)}"
    return f"SELECT k, {columns} FROM ({newest}) WHERE ts >= newest - INTERVAL {size} GROUP BY k"


def with_finestra(cell: Cell) -> str | dict[str, Any]:
    """The query with Finestra; a dict has the options of ``finestra.spark.sliding``."""
    if cell.way == BATCH:
        windows = {"size": "1 hour"} if cell.x == ROW else _sizes(int(cell.x))
        aggregates = sliding_aggregates(NAMED[cell.aggregate])
        return {"by": "k", "time": "ts", **windows, "aggregates": aggregates}
    if cell.way == FUNCTION:
        return _function(cell, NAMED[cell.aggregate])
    return without(cell)


def sliding_aggregates(named: Named) -> dict[str, tuple[str, str]]:
    """For the option ``aggregates`` of ``sliding``."""
    return {f"a{i}": (name, named.column) for i, name in enumerate(named.names)}


def _select(cell: Cell, calls: Sequence[str]) -> str:
    columns = ", ".join(f"{call} AS a{i}" for i, call in enumerate(calls))
    return f"SELECT k, ts, {columns} FROM {table(cell)}"


def _over(cell: Cell, calls: Sequence[str], frame: str) -> str:
    unit, size = frame.split(" ", 1)
    behind = str(int(size) - 1) if unit == "ROWS" else f"INTERVAL {size}"
    between = f"{unit} BETWEEN {behind} PRECEDING AND CURRENT ROW"
    window = f"OVER (PARTITION BY k ORDER BY ts {between})"
    return _select(cell, [call.replace("#", window) for call in calls])


def _sizes(overlap: int) -> dict[str, str]:
    return {"size": f"{10 * overlap} minutes", "slide": "10 minutes"}


def _group(cell: Cell, calls: Sequence[str], overlap: int) -> str:
    window = "window(ts, '{size}', '{slide}')".format(**_sizes(overlap))
    columns = ", ".join(f"{call} AS a{i}" for i, call in enumerate(calls))
    return f"SELECT k, {window} AS w, {columns} FROM {table(cell)} GROUP BY k, {window}"


def _function(cell: Cell, named: Named) -> str:
    function, _, size = str(cell.x).partition(" ")
    if function == "agg":
        calls = [f"finestra_agg('{name}', {named.column})" for name in named.names]
        columns = ", ".join(f"{call} AS a{i}" for i, call in enumerate(calls))
        return f"SELECT k, {columns} FROM {table(cell)} GROUP BY k"
    one = len(named.names) == 1
    aggregation = named.names[0] if one else f"tuple({','.join(named.names)})"
    sizes = _sizes(int(size)).values() if function == "slides" else [size]
    arguments = [f"'{aggregation}'", named.column, "ts", *(f"'{each}'" for each in sizes)]
    call = f"finestra_{function}({', '.join(arguments)})"
    call = f"inline({call})" if function in ("rolling", "slides") else f"{call} AS a0"
    return f"SELECT k, {call} FROM {table(cell)} GROUP BY k"
