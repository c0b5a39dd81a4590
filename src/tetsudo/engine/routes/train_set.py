"""Best set of routes for several trains: branch and bound, exact.

Each train has its candidates, most valuable first. Trains of one kind are interchangeable,
so the second never takes a route listed before that of the first. A branch is cut when the
most that the remaining trains could add, ignoring conflicts, does not beat the best set so far.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.open_actions import Enough
from tetsudo.core.units import Money, TrainId
from tetsudo.engine.routes.enumeration import Grown

Candidate: TypeAlias = tuple[Money, int, Grown]
"""Value, track used, and the route itself."""

Fleet: TypeAlias = list[tuple[TrainId, list[Candidate]]]
"""Trains, each with its candidates."""

Chosen: TypeAlias = tuple[tuple[TrainId, Grown], ...]


class SearchStopped(Exception):
    """Search stopped by `enough`; `bound` is the most that could still have been earned."""

    def __init__(self, bound: Money) -> None:
        super().__init__(bound)
        self.bound = bound


class Choice(NamedTuple):
    """Best set found."""

    chosen: Chosen
    total: Money
    bound: Money
    """Upper bound: no set is worth more."""
    looked_at: int
    """Number of candidates tried, counted once for each set."""


def choose(fleet: Fleet) -> tuple[Chosen, Money]:
    """One route or none for each train, without shared track (1889-RUN-05), with the highest total.

    Candidates must be sorted, best first; trains of a kind must be adjacent.

    1889-RUN-06, 1888*-RUN-09, 1888*-RUN-10, 1888*-RUN-11, 1888*-RUN-18, 1890-10.5.2-k.
    """
    return choose_within(fleet, None)[:2]


def choose_within(fleet: Fleet, enough: Enough | None) -> Choice:
    """Best choice as in `choose`, or the best one found until `enough`."""
    fleet = [(train, candidates) for train, candidates in fleet if candidates]
    if not fleet:
        return Choice((), 0, 0, 0)
    search = _Search(enough)
    try:
        search.descend(fleet, (), 0)
    except SearchStopped as stopped:
        if not search.best:
            train, candidates = fleet[0]
            value, _, route = candidates[0]
            return Choice(((train, route),), value, max(value, stopped.bound), search.looked_at)
        return Choice(search.best, search.total, max(search.total, stopped.bound), search.looked_at)
    return Choice(search.best, search.total, search.total, search.looked_at)


CHECKS_BEFORE_BLOCKS: Final = 256
"""Number of candidates checked one by one before blocks are used."""

BLOCK_SIZE: Final = 512
"""Number of candidates in a block."""


class _Search:
    __slots__ = ("_bound", "_enough", "best", "looked_at", "total")

    def __init__(self, enough: Enough | None) -> None:
        self._enough = enough
        self._bound: Money = 0
        """Bound for the sets not tried yet, by the candidate of the first train."""
        self.best: Chosen = ()
        self.total: Money = 0
        self.looked_at: int = 0

    def descend(self, fleet: list[tuple[TrainId, list[Candidate]]], chosen: Chosen, total: Money) -> None:
        """Try every route for the first train, then none."""
        train, candidates = fleet[0]
        if len(fleet) == 1:
            self.looked_at += 1
            if total + candidates[0][0] > self.total:
                self._keep_if_best((*chosen, (train, candidates[0][2])), total + candidates[0][0])
            return
        if len(fleet) == 2:
            self._choose_pair(fleet, chosen, total)
            return
        alike = sum(kind == train for kind, _ in fleet)
        rest = sum(others[0][0] for _, others in fleet[alike:])
        for n, (value, used, route) in enumerate(candidates):
            if total + alike * value + rest <= self.total:
                break
            self._count_candidate(chosen, alike * value + rest)
            further = self._remaining_fleet(fleet, n, alike, used)
            if not further:
                if total + value > self.total:
                    self._keep_if_best((*chosen, (train, route)), total + value)
            elif total + value + sum(others[0][0] for _, others in further) > self.total:
                self.descend(further, (*chosen, (train, route)), total + value)
        if len(fleet) > alike and total + sum(others[0][0] for _, others in fleet[alike:]) > self.total:
            self.descend(fleet[alike:], chosen, total)

    def _remaining_fleet(
        self, fleet: list[tuple[TrainId, list[Candidate]]], taken: int, alike: int, used: int
    ) -> list[tuple[TrainId, list[Candidate]]]:
        """Candidates left for the other trains beside a route; trains of the same kind only look further down."""
        further: list[tuple[TrainId, list[Candidate]]] = []
        last: TrainId = -1
        left: list[Candidate] = []
        for n, (train, candidates) in enumerate(fleet[1:], 1):
            if train != last:
                source = candidates[taken + 1 :] if n < alike else candidates
                left = [candidate for candidate in source if not candidate[1] & used]
                last = train
            if left:
                further.append((train, left))
        return further

    def _choose_pair(self, fleet: list[tuple[TrainId, list[Candidate]]], chosen: Chosen, total: Money) -> None:
        """Choose for two trains: for each route of one, the best route of the other that fits beside it."""
        (train, firsts), (other, seconds) = fleet
        same = train == other
        top = seconds[0][0]
        blocks = Blocks(seconds)
        for n, (value, used, route) in enumerate(firsts):
            if total + value + (value if same else top) <= self.total:
                break
            self._count_candidate(chosen, max(value + (value if same else top), top, firsts[0][0]))
            second = blocks.first_compatible(used, n + 1 if same else 0, self.total - total - value)
            if second >= 0:
                worth, _, beside = seconds[second]
                self._keep_if_best((*chosen, (train, route), (other, beside)), total + value + worth)
        for kind, candidates in fleet:
            if total + candidates[0][0] > self.total:
                self._keep_if_best((*chosen, (kind, candidates[0][2])), total + candidates[0][0])

    def _count_candidate(self, chosen: Chosen, bound: Money) -> None:
        """Count a candidate; raise SearchStopped if `enough`. `bound`: for the sets that start with it or later."""
        if not chosen:
            self._bound = bound
        self.looked_at += 1
        if self._enough is not None and self._enough(self.looked_at):
            raise SearchStopped(self._bound)

    def _keep_if_best(self, chosen: Chosen, total: Money) -> None:
        self.best = chosen
        self.total = total


class Blocks:
    """Candidates in blocks, each with an index from bits of track to the routes that use them.

    A route that fits is usually near the top, where a linear scan finds it. If all good
    routes share a bottleneck (two diesels), a few `|` decide a whole block. Blocks are
    indexed on first use.
    """

    __slots__ = ("_candidates", "_users")

    def __init__(self, candidates: list[Candidate]) -> None:
        self._candidates: list[Candidate] = candidates
        self._users: list[dict[int, int]] = []

    def first_compatible(self, used: int, start: int, floor: Money) -> int:
        """First candidate from `start` on that shares no track, if it is worth more than `floor`; else -1."""
        candidates = self._candidates
        end = start if self._users else start + CHECKS_BEFORE_BLOCKS
        for n, (worth, taken, _) in enumerate(candidates[start:end], start):
            if worth <= floor:
                return -1
            if not used & taken:
                return n
        if end >= len(candidates) or candidates[end][0] <= floor:
            return -1
        bits = split_bits(used)
        for block in range(end // BLOCK_SIZE, (len(candidates) - 1) // BLOCK_SIZE + 1):
            base = block * BLOCK_SIZE
            if candidates[max(base, end)][0] <= floor:
                return -1
            users = self._index(block)
            clashes = 0
            for bit in bits:
                clashes |= users.get(bit, 0)
            free = ((1 << min(BLOCK_SIZE, len(candidates) - base)) - 1) & ~clashes
            if base < end:
                free = free >> (end - base) << (end - base)
            if free:
                n = base + (free & -free).bit_length() - 1
                return n if candidates[n][0] > floor else -1
        return -1

    def _index(self, block: int) -> dict[int, int]:
        """Routes of a block that use each bit, as bits."""
        while len(self._users) <= block:
            base = len(self._users) * BLOCK_SIZE
            users: dict[int, int] = {}
            place = 1
            for _, used, _ in self._candidates[base : base + BLOCK_SIZE]:
                for bit in split_bits(used):
                    users[bit] = users.get(bit, 0) | place
                place <<= 1
            self._users.append(users)
        return self._users[block]


def representatives(masks: list[int]) -> int:
    """Mask with one bit for all hexsides that the same arcs use: enough to see if two routes conflict."""
    users: dict[int, int] = {}
    for n, mask in enumerate(set(masks)):
        for bit in split_bits(mask):
            users[bit] = users.get(bit, 0) | 1 << n
    chosen: dict[int, int] = {}
    for bit, arcs in users.items():
        chosen.setdefault(arcs, bit)
    return sum(chosen.values())


def split_bits(mask: int) -> list[int]:
    """Bits of a mask, one by one."""
    bits: list[int] = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits
