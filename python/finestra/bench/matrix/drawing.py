"""The maps: quotients with colors, in Markdown tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from finestra.bench.matrix.cells import X_NAMES, Cell
from finestra.bench.measurements import Point

#: From GREEN on, the speeds count as equal. Below RED is a loss that must be fixed.
GREEN, RED = 0.95, 0.9

_COLORS = f"🟩 at least {GREEN}, 🟨 at least {RED}, 🟥 less"

LEGEND = f"""# Spark: where Finestra gains

Finestra's rows per second of CPU time, divided by Spark's: {_COLORS}; ⬜ Finestra leaves the
query to Spark, or its function is Spark's.

*count distinct* is `approx_count_distinct` in `OVER` and `groupBy`; elsewhere it is exact, and its
baseline is `count(DISTINCT n)` or, for each row, `size(collect_set(n))`. The baseline of *quantile*
is `percentile_approx`. *lists* are `collect_list` and `collect_set`; *user's function* is an
`Aggregator`; *18 features* are six aggregates over an hour, a day and a week.
"""

FLINK_LEGEND = f"""# Flink: where Finestra gains

Finestra's events per second of CPU time, divided by those of Flink's own windows: {_COLORS}.
The time is that of the thread with the windows; for SQL it is the wall clock, with all threads on
one core, because Flink aggregates `HOP` in the thread before it, too.

- Sliding windows: `heap_10000_uniform_10` has its state on heap, 10,000 keys with equally many
  rows, and 10 rows of a key per slide. With `zipf`, a few keys have most rows. `finestra` is an
  aggregation by name, `finestra_function` an `AggregateFunction` that Flink's own windows run as
  well. A row without an aggregate is `sum`.
- By name, *quantile(0.5)* is a sketch, and *count_distinct* an exact set. The function for the
  median sorts an `ArrayList`, the one for distinct values fills a `HashSet`, and that for the
  variance has a POJO.
- `heap_last` and `rocksdb_last`: the last rows of each row by name, next to SQL's `OVER … RANGE`.
- `heap_sql` and `rocksdb_sql`: SQL with `FinestraSql.install` and 10,000 keys, next to Flink's
  `HOP`. `finestra_planned` is `HOP`, which Flink's operator runs at overlap 1;
  `finestra_sql` is `finestra_window`.

Each subject runs in a JVM of its own. If Finestra is not at least 1.2 times as fast, all subjects
run in three JVMs, in turns, because JVMs differ by some 15 %. A cell shows the quotient of the
medians.

In *events/s of wall clock* all threads share one core. The JIT compiler has most of the rest of the
core, because runs are short.
"""


def mark(quotient: float | None) -> str:
    """A cell of the map."""
    if quotient is None:
        return "⬜"
    color = "🟩" if quotient >= GREEN else "🟨" if quotient >= RED else "🟥"
    return f"{color} {quotient:.2f}"


def drawn(quotients: Mapping[Cell, float | None]) -> str:
    """The map of Spark; ``None`` is a query that Finestra leaves to Spark."""
    lines = []
    for chart in dict.fromkeys(cell.chart for cell in quotients):
        here = {cell: quotient for cell, quotient in quotients.items() if cell.chart == chart}
        rows = {cell.x: cell.rows for cell in here}
        marks: dict[str, dict[object, str]] = {}
        for cell, quotient in here.items():
            marks.setdefault(cell.aggregate, {})[cell.x] = mark(quotient)
        marks["rows"] = {x: f"{n:,}" for x, n in rows.items()}
        lines += _table(chart, X_NAMES[next(iter(here)).way], list(rows), marks)
    return "\n".join(lines)


def drawn_points(points: Sequence[Point]) -> str:
    """The map of measurements that have a baseline."""
    lines = []
    for chart in dict.fromkeys(point["chart"] for point in points):
        marks: dict[str, dict[object, str]] = {}
        own = [point for point in points if point["chart"] == chart]
        for point in own:
            row = marks.setdefault(point["series"], {})
            row[point["x"]] = mark(point["y"] / point["baseline"])
        lines += _table(chart, own[0]["x_name"], list(dict.fromkeys(p["x"] for p in own)), marks)
    return "\n".join(lines)


def _table(
    title: str, corner: str, columns: Sequence[object], rows: Mapping[str, Mapping[object, str]]
) -> list[str]:
    lines = [f"## {title}", "", f"| {corner} | {' | '.join(map(str, columns))} |"]
    lines.append("|---|" + "---|" * len(columns))
    for name, marks in rows.items():
        lines.append(f"| {name} | " + " | ".join(marks.get(x, "") for x in columns) + " |")
    return [*lines, ""]
