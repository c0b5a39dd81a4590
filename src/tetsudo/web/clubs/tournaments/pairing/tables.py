"""Pairing: who sits at which table and seat in each round.

Two aims, in this order: everyone sits in each seat about equally often, and everyone meets as many others as
possible. Seats are assigned at the least cost; then people are exchanged as long as that brings new opponents
together and leaves the seats as balanced as they are. A few draws are tried, and the best is taken.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from tetsudo.web.clubs.tournaments.pairing.assignment import cheapest_assignment

Round: TypeAlias = Sequence[Sequence[int]]
"""Tables of a round: numbers of the people there, in order of their seats."""

DRAWS: Final = 8
"""Number of draws that are tried for a round."""

SEAT_WEIGHT: Final = 1_000_000
SIZE_WEIGHT: Final = 1_000
"""Cost of an unequal use of seats, and of small tables, where that of people who meet again is 1."""


class Slot(NamedTuple):
    """A seat of a round: its table, its number, and the table's size."""

    table: int
    seat: int
    size: int


def table_sizes(people: int, wished: int) -> list[int]:
    """Sizes of the tables, the largest first: none above the wished size, and different by one at most."""
    tables = -(-people // wished)
    small, larger = divmod(people, tables) if tables else (0, 0)
    return [small + 1] * larger + [small] * (tables - larger)


def missing_people(people: int, wished: int, allowed: Sequence[int]) -> int:
    """Smallest number of people to add so that all tables have an allowed size; 0 if they have."""
    more = 0
    while not people + more or any(size not in allowed for size in table_sizes(people + more, wished)):
        more += 1
    return more


def pair_round(people: Sequence[int], wished: int, past: Iterable[Round], seed: str) -> list[list[int]]:
    """Tables of the next round after those in `past`. The same arguments give the same tables."""
    slots = [
        Slot(table, seat, size) for table, size in enumerate(table_sizes(len(people), wished)) for seat in range(size)
    ]
    history = _History(past)
    drawn = (_Draw(people, slots, history, random.Random(f"{seed} {number}")) for number in range(DRAWS))
    best = min(drawn, key=lambda each: each.cost())
    return best.tables()


class _History:
    """Seats, sizes of tables and opponents of each person in earlier rounds."""

    def __init__(self, past: Iterable[Round]) -> None:
        self.seats: Counter[tuple[int, int]] = Counter()
        self.sizes: Counter[tuple[int, int]] = Counter()
        self.met: Counter[tuple[int, int]] = Counter()
        for table in (table for round in past for table in round):
            self.seats.update((person, seat) for seat, person in enumerate(table))
            self.sizes.update((person, len(table)) for person in table)
            for one, other in combinations(table, 2):
                self.met[one, other] += 1
                self.met[other, one] += 1

    def slot_cost(self, person: int, slot: Slot) -> int:
        """Cost of a seat for a person. It grows with each use, so that the least used one is the cheapest."""
        return SEAT_WEIGHT * self.seats[person, slot.seat] + SIZE_WEIGHT * self.sizes[person, slot.size]


class _Draw:
    """A random arrangement with balanced seats, improved by exchanges. `placed`: the person in each slot."""

    def __init__(self, people: Sequence[int], slots: Sequence[Slot], history: _History, chance: random.Random) -> None:
        self._slots, self._history = slots, history
        order, places = list(people), list(range(len(slots)))
        chance.shuffle(order)
        chance.shuffle(places)
        found = cheapest_assignment([[history.slot_cost(person, slots[place]) for place in places] for person in order])
        self._placed = [0] * len(slots)
        for person, column in zip(order, found, strict=True):
            self._placed[places[column]] = person
        self._improve()

    def tables(self) -> list[list[int]]:
        """People by table, in order of their seats."""
        found: list[list[int]] = [[] for _table in range(self._slots[-1].table + 1)]
        for slot, person in zip(self._slots, self._placed, strict=True):
            found[slot.table].append(person)
        return found

    def cost(self) -> int:
        """Cost of all seats, and of all pairs that meet again."""
        met = sum(self._history.met[pair] for table in self.tables() for pair in combinations(table, 2))
        return met + sum(map(self._history.slot_cost, self._placed, self._slots))

    def _improve(self) -> None:
        """Exchange two people as long as that lowers the cost."""
        pairs = [
            (one, other)
            for one, other in combinations(range(len(self._slots)), 2)
            if self._slots[one].table != self._slots[other].table
        ]
        while sum(self._exchange(one, other) for one, other in pairs):
            pass

    def _exchange(self, one: int, other: int) -> bool:
        """Exchange the people in two slots if that lowers the cost; True if so."""
        before = self._cost_at(one) + self._cost_at(other)
        self._swap(one, other)
        if self._cost_at(one) + self._cost_at(other) < before:
            return True
        self._swap(one, other)
        return False

    def _swap(self, one: int, other: int) -> None:
        self._placed[one], self._placed[other] = self._placed[other], self._placed[one]

    def _cost_at(self, place: int) -> int:
        """Cost of a slot, and of its person's meetings at the table."""
        slot, person, met = self._slots[place], self._placed[place], self._history.met
        begin = place - slot.seat
        again = sum(met[person, neighbour] for neighbour in self._placed[begin : begin + slot.size])
        return self._history.slot_cost(person, slot) + again
