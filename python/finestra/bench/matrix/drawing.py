"""The map: the quotient of each cell with a color, in tables by way to ask and number of keys."""

from collections.abc import Mapping

from finestra.bench.matrix.cells import X_NAMES, Cell

#: From GREEN on, the speeds count as equal. Below RED is a loss that must be fixed.
GREEN, RED = 0.95, 0.9

LEGEND = f"""# Spark: where Finestra gains

Finestra's rows per second of CPU time, divided by Spark's: 🟩 at least {GREEN}, 🟨 at least {RED},
🟥 less; ⬜ Finestra leaves the query to Spark.
"""


def mark(quotient: float | None) -> str:
    """A cell of the map."""
    if quotient is None:
        return "⬜"
    color = "🟩" if quotient >= GREEN else "🟨" if quotient >= RED else "🟥"
    return f"{color} {quotient:.2f}"


def drawn(quotients: Mapping[Cell, float | None]) -> str:
    """The map in Markdown; ``None`` is a query that Finestra leaves to Spark."""
    lines = []
    for chart in dict.fromkeys(cell.chart for cell in quotients):
        here = {cell: quotient for cell, quotient in quotients.items() if cell.chart == chart}
        rows = {cell.x: cell.rows for cell in here}
        x_name = X_NAMES[next(iter(here)).way]
        lines += [f"## {chart}", "", f"| {x_name} | {' | '.join(map(str, rows))} |"]
        lines.append("|---|" + "---|" * len(rows))
        for aggregate in dict.fromkeys(cell.aggregate for cell in here):
            marks = {cell.x: mark(q) for cell, q in here.items() if cell.aggregate == aggregate}
            lines.append(f"| {aggregate} | " + " | ".join(marks.get(x, "") for x in rows) + " |")
        lines.append("| rows | " + " | ".join(f"{n:,}" for n in rows.values()) + " |")
        lines.append("")
    return "\n".join(lines)
