"""Times of a machine's readings: synthetic ones, about a hundred a second, with rare pauses.

They have the shape that matters to a window of time: steps of nearly ten milliseconds, in order,
and here and there a gap after which a window evicts a bulk. Drawn, not recorded.
"""

import random
from collections.abc import Iterator

__all__ = ["readings"]

_BEGIN = 1_329_955_200_000  # 2012-02-23


def readings(count: int, seed: int) -> Iterator[int]:
    """So many times, in milliseconds, in order.

    Args:
        count: of the readings.
        seed: the same one gives the same times.
    """
    if count < 0:
        raise ValueError(f"count is {count}; 0 is the least that fits")
    draw = random.Random(seed)
    now = _BEGIN
    for _ in range(count):
        yield now
        now += draw.choice((9, 10, 10, 10, 11))
        if draw.random() < 2e-5:
            now += draw.randrange(1_000, 60_000)
