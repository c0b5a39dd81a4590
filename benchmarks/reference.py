"""A fixed reference loop, to compare times across machines and loads."""

from __future__ import annotations

from time import thread_time_ns

TURNS = 400


def work() -> int:
    """Typical work of an engine: slices of lists, look-ups, comparisons, small objects."""
    cash = list(range(20))
    prices = {cell: 3 * cell for cell in range(40)}
    total = 0
    for turn in range(TURNS):
        copy = cash[:]
        copy[turn % 20] -= turn
        if copy[turn % 20] < 0:
            total += prices[turn % 40]
        frame = (turn, total, len(copy))
        total += frame[2]
    return total


def microseconds(samples: int = 200) -> float:
    """Current time of the loop: the median of many samples, in processor time."""
    times = []
    for _ in range(samples):
        began = thread_time_ns()
        work()
        times.append(thread_time_ns() - began)
    times.sort()
    return times[len(times) // 2] / 1000
