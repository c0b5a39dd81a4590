"""Choice of a set of routes, compared with trying every set."""

from __future__ import annotations

import random

import pytest

from tetsudo.engine.routes.train_set import Blocks, Candidate, choose, representatives


def candidates(rng: random.Random, count: int, bits: int) -> list[Candidate]:
    """Random values and track bits; the route itself is irrelevant."""
    found = [
        (10 * rng.randrange(1, 40), sum(1 << bit for bit in rng.sample(range(bits), rng.randrange(1, 4))))
        for _ in range(count)
    ]
    found.sort(key=lambda one: -one[0])
    return [(value, used, (used, 0, value, 0, None, None)) for value, used in found]


def every_set(fleet: list[tuple[int, list[Candidate]]], used: int = 0) -> int:
    if not fleet:
        return 0
    top = every_set(fleet[1:], used)
    for value, track, _ in fleet[0][1]:
        if not track & used:
            top = max(top, value + every_set(fleet[1:], used | track))
    return top


@pytest.mark.parametrize("seed", range(120))
def test_the_best_set_of_up_to_four_trains(seed: int) -> None:
    rng = random.Random(seed)
    kinds = {kind: candidates(rng, rng.randrange(0, 9), rng.choice((4, 8, 12))) for kind in range(3)}
    trains = [rng.randrange(3) for _ in range(rng.randrange(1, 5))]
    trains.sort(key=lambda kind: (-kinds[kind][0][0] if kinds[kind] else 0, kind))
    fleet = [(kind, kinds[kind]) for kind in trains]
    chosen, total = choose(fleet)
    assert total == every_set(fleet)
    assert total == sum(route[2] for _, route in chosen)
    used = 0
    for _, route in chosen:
        assert not used & route[0]
        used |= route[0]


@pytest.mark.parametrize("seed", range(10))
def test_blocks_find_the_first_that_fits(seed: int) -> None:
    rng = random.Random(seed)
    pool = candidates(rng, 1500, 12)
    blocks = Blocks(pool)
    for _ in range(300):
        used = rng.getrandbits(12) | 1 << rng.randrange(12)
        start, floor = rng.randrange(1500), 10 * rng.randrange(30)
        expected = next((n for n in range(start, 1500) if not pool[n][1] & used), -1)
        if expected >= 0 and pool[expected][0] <= floor:
            expected = -1
        assert blocks.first_compatible(used, start, floor) == expected


def test_bits_that_go_together_are_compared_once() -> None:
    masks = [0b0011, 0b0111, 0b1100]
    kept = representatives(masks)
    assert kept.bit_count() == 3
    for one in masks:
        for other in masks:
            assert bool(one & other) == bool(one & other & kept)
