"""Synthetic times of a machine's readings: about a hundred per second, with rare pauses.

They are in order, about ten milliseconds apart. A pause makes a window evict many entries at once.
"""

import random
from collections.abc import Iterator

_BEGIN = 1_329_955_200_000  # 2012-02-23


def readings(count: int, seed: int) -> Iterator[int]:
    """Times in milliseconds, in order; equal seeds give equal times."""
    if count < 0:
        raise ValueError(f"count is {count}; it must be 0 or more")
    draw = random.Random(seed)
    now = _BEGIN
    for _ in range(count):
        yield now
        now += draw.choice((9, 10, 10, 10, 11))
        if draw.random() < 2e-5:
            now += draw.randrange(1_000, 60_000)
