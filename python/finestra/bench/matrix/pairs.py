"""Runs of two queries in turns, until their quotient is certain enough.

A pair is a run without Finestra and a run with it. The first pairs warm up the JVM and do not
count, unless Finestra is so much faster that nothing else matters. The more the quotient matters,
the more pairs there are: one if Finestra is clearly faster, at least three if it may be slower, and
up to seven if it seems to be slower. The pair with the median quotient counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

#: From this quotient on, the last pair that warms up is the only one.
OBVIOUS = 3.0
#: Finestra is clearly faster from this quotient on, so one pair is enough.
CLEAR = 1.5
#: Up to this quotient, Finestra may be slower in truth.
UNSURE, PAIRS_IF_UNSURE = 1.2, 3
#: Up to this quotient, Finestra seems to be slower.
SLOWER, PAIRS_IF_SLOWER = 1.0, 7
#: Seconds of CPU for a cell, warm-ups included; one that seems to be slower may use four times as
#: many.
BUDGET, BUDGET_IF_SLOWER = 8.0, 32.0

Run = Callable[[], float]
"""Runs a query, and returns its seconds of CPU."""


@dataclass(frozen=True)
class Pair:
    """Seconds of CPU."""

    without: float
    with_finestra: float

    @property
    def quotient(self) -> float:
        """How many times as fast the run with Finestra was."""
        return self.without / self.with_finestra


def needs_another_pair(quotients: Sequence[float], seconds: float) -> bool:
    """Whether another pair is needed after these, which took so many seconds of CPU."""
    if not quotients:
        return True
    middle = median(quotients)
    if middle >= CLEAR:
        return False
    if middle <= UNSURE and len(quotients) < PAIRS_IF_UNSURE:
        return True
    if middle <= SLOWER:
        return len(quotients) < PAIRS_IF_SLOWER and seconds < BUDGET_IF_SLOWER
    return len(quotients) < PAIRS_IF_UNSURE and seconds < BUDGET


def measure(without: Run, with_finestra: Run, warm_ups: int = 1) -> list[Pair]:
    """The pairs, in the order of their quotients."""
    warming = [Pair(without(), with_finestra()) for _ in range(warm_ups)]
    if warming and warming[-1].quotient >= OBVIOUS:
        return warming[-1:]
    seconds = sum(pair.without + pair.with_finestra for pair in warming)
    pairs: list[Pair] = []
    while needs_another_pair([pair.quotient for pair in pairs], seconds):
        pair = one_pair(without, with_finestra, len(pairs))
        pairs.append(pair)
        seconds += pair.without + pair.with_finestra
    return sorted(pairs, key=lambda pair: pair.quotient)


def one_pair(without: Run, with_finestra: Run, number: int) -> Pair:
    """Run both queries; the order differs from pair to pair."""
    if number % 2:
        return Pair(without(), with_finestra())
    after = with_finestra()
    return Pair(without(), after)


def middle(pairs: Sequence[Pair]) -> Pair:
    """The pair with the median quotient; of two, the one with the lower quotient."""
    return pairs[(len(pairs) - 1) // 2]
