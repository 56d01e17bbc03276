"""Writes a thousand payments of twenty cards in sixty days; a tenth are up to two hours late.

python payments.py payments.csv
"""

import csv
import random
import sys
from pathlib import Path

CARDS, PAYMENTS, LATE_MS = 20, 1_000, 2 * 3_600_000
DAYS_MS = 60 * 86_400_000


def main(file: str) -> None:
    """Write rows of (card, time in ms, cents) in order of arrival, with distinct times."""
    chance = random.Random(2012)
    times = chance.sample(range(DAYS_MS), PAYMENTS)
    rows = [(f"card {chance.randrange(CARDS)}", at, chance.randrange(100, 50_000)) for at in times]
    rows.sort(key=lambda row: row[1] + (chance.random() < 0.1) * chance.randrange(LATE_MS))
    with Path(file).open("w", newline="", encoding="utf-8") as out:
        csv.writer(out).writerows(rows)


if __name__ == "__main__":
    main(sys.argv[1])
