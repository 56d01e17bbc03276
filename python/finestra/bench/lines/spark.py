"""The queries on the version of Spark in this environment.

They are cells of the map (:mod:`finestra.bench.matrix.cells`) where Finestra gains much, and where
it gained least on Spark 4.2. All run in one session, without and with Finestra in turns.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pyspark

from finestra.bench import measurements
from finestra.bench.compiled import compiled
from finestra.bench.lines.page import show
from finestra.bench.matrix.cells import GROUP_BY, MANY_KEYS, OVER, STREAM, Cell
from finestra.bench.matrix.pairs import OBVIOUS, UNSURE, Pair, Run, one_pair
from finestra.bench.spark_matrix import Matrix, Measured, session

VERSION = pyspark.__version__

SHORT_FRAMES = [("sum", 2), ("sum", 10), ("max, avg, count", 10), ("first and last", 20)]
CELLS = [
    Cell(OVER, 10, "sum", "ROWS 1000", 500_000),
    *(Cell(OVER, MANY_KEYS, name, f"ROWS {rows}", 500_000) for name, rows in SHORT_FRAMES),
    *(Cell(GROUP_BY, MANY_KEYS, "sum", overlap, 500_000) for overlap in (2, 10)),
    Cell(GROUP_BY, MANY_KEYS, "sum", 100, 100_000),
    Cell(STREAM, MANY_KEYS, "sum", 1, 300_000),
]

#: The first query also warms up what all share.
FIRST_WARM_UPS, WARM_UPS = 4, 2
#: The pairs of a cell: if Finestra is obviously faster, else, and if it may be slower.
PAIRS = (3, 5, 9)


def in_turns(without: Run, with_finestra: Run, warm_ups: int) -> list[Pair]:
    """The pairs, in the order of their quotients."""
    for number in range(warm_ups):
        one_pair(without, with_finestra, number)
    found: list[Pair] = []
    while len(found) < _wanted([pair.quotient for pair in found]):
        found.append(one_pair(without, with_finestra, len(found)))
    return sorted(found, key=lambda pair: pair.quotient)


def _wanted(quotients: list[float]) -> int:
    obvious, usual, unsure = PAIRS
    if len(quotients) < obvious:
        return obvious
    middle = median(quotients)
    return obvious if middle >= OBVIOUS else unsure if middle <= UNSURE else usual


def points(matrix: Matrix, number: int, cell: Cell) -> Iterator[measurements.Point]:
    """Measure a cell."""
    if not matrix.has_finestra(cell):
        raise ValueError(f"Finestra leaves {cell.name} to Spark {VERSION}")
    with matrix.runs(cell) as (without, with_finestra):
        pairs = in_turns(without, with_finestra, WARM_UPS if number else FIRST_WARM_UPS)
    yield from measurements.with_baselines(Measured(cell, pairs).points(), baseline="spark")


def main() -> None:
    """Measure all cells."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jars = Path(pyspark.__file__).parent / "jars"
        spark = session(compiled("SumAggregator.java", jars, folder))
        matrix = Matrix(spark, folder)
        for number, cell in enumerate(CELLS):
            for point in points(matrix, number, cell):
                show(point, f"Spark {VERSION}")
        spark.stop()


if __name__ == "__main__":
    main()
