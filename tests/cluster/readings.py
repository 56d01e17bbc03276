"""Readings of sensors, out of order and some late, and the expected results of their windows.

A line is ``key,time,value,passed``; ``passed`` is the watermark before the row. So the input alone
decides which rows are late, whatever processes are killed.
"""

import random
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator

SIZE = 5_000
SLIDE = 1_000
DISORDER = 500
KEYS = 200

# A time after all others that is still valid as a timestamp in SQL.
FAR = 1 << 47

# The delays of rows that may be too late.
LATE = range(4 * SIZE)


def lines(rng: random.Random, count: int, far: range) -> Iterator[str]:
    """One reading each millisecond, up to half a second out of order.

    After the first ``far.start`` rows, one in a hundred is delayed by a time in the range ``far``;
    none if the range is empty.
    """
    newest = DISORDER
    for i in range(count):
        behind = rng.randrange(DISORDER)
        if far and i > far.start and rng.random() < 0.01:
            behind += rng.choice(far)
        time = max(0, i - behind)
        passed = newest - DISORDER - 1
        newest = max(newest, time)
        # A quarter of the rows have one key.
        key = 0 if rng.random() < 0.25 else rng.randrange(KEYS)
        yield f"k{key},{time},{rng.randrange(-999, 1_000)},{passed}"


def closing() -> str:
    """The last line, which is no row but a watermark after all rows."""
    return f",0,0,{FAR}"


def expected(rows: Iterable[str]) -> Counter[str]:
    """Each expected line of output and how often it occurs, computed from the input."""
    out: Counter[str] = Counter()
    slides: dict[tuple[str, int], list[int]] = {}
    taken: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for arrival, line in enumerate(rows):
        key, *numbers = line.split(",")
        time, value, passed = map(int, numbers)
        if key == "":
            continue
        is_late = True
        last = time - time % SLIDE
        for start in range(last, last - SIZE, -SLIDE):
            if start + SIZE - 1 <= passed:
                break
            is_late = False
            _add(slides, (key, start), time, value)
        if is_late:
            out[f"late slides,{key},{time},{value}"] += 1
        if time <= passed:
            out[f"late last,{key},{time},{value}"] += 1
        else:
            taken[key].append((time, arrival, value))
    for (key, start), (n, total, top, newest, _) in slides.items():
        out[f"slides,{key},{start},{start + SIZE},{n},{total},{top},{newest}"] += 1
    for key, of_key in taken.items():
        _last(out, key, sorted(of_key))
    return out


def without_newest(wanted: Counter[str]) -> Counter[str]:
    """The lines without their last field, the newest value.

    It depends on the order of rows with one time, which a shuffle may change.
    """
    out: Counter[str] = Counter()
    for line, n in wanted.items():
        out[line.rsplit(",", 1)[0]] += n
    return out


def _add(slides: dict[tuple[str, int], list[int]], at: tuple[str, int], time: int, v: int) -> None:
    window = slides.get(at)
    if window is None:
        slides[at] = [1, v, v, v, time]
        return
    window[0] += 1
    window[1] += v
    window[2] = max(window[2], v)
    if time >= window[4]:
        window[3] = v
        window[4] = time


def _last(out: Counter[str], key: str, rows: list[tuple[int, int, int]]) -> None:
    """Adds the result of each row's own window, both ends included."""
    times = [time for time, _, _ in rows]
    values = [value for _, _, value in rows]
    sums = [0]
    for value in values:
        sums.append(sums[-1] + value)
    # The rows of the window with no later row as large; the first one is the maximum.
    tops: deque[int] = deque()
    end = 0
    for time in times:
        first = bisect_left(times, time - SIZE)
        while end < len(times) and times[end] <= time:
            while tops and values[tops[-1]] <= values[end]:
                tops.pop()
            tops.append(end)
            end += 1
        while tops[0] < first:
            tops.popleft()
        total = sums[end] - sums[first]
        out[f"last,{key},{time},{end - first},{total},{values[tops[0]]},{values[end - 1]}"] += 1


def differences(wanted: Counter[str], got: Counter[str]) -> dict[str, list[str]]:
    """The lines that are missing, emitted too often, or wrong."""
    return {
        "missing": sorted((wanted - got).elements()),
        "twice": sorted(line for line in (got - wanted).elements() if line in wanted),
        "wrong": sorted(line for line in (got - wanted).elements() if line not in wanted),
    }
