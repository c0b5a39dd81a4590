"""The best route of a train without a limit, where there are too many routes to write them all down; exact.

Routes grow in two arms as in `grow`, stop by stop. Two beginnings that stand at the same stop,
and have used the same of all that they could still come to, have the same ends before them: only
the more valuable one goes on. A beginning that could not beat the best route found, even if it
came to every stop within reach, is dropped.

Other trains may run beside it, each from a list of its routes: then those of their routes that a
beginning leaves them are a part of what is compared, and the best of them a part of the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, TypeAlias

from tetsudo.board.ground import StopId
from tetsudo.board.network import Network
from tetsudo.board.track import Arc
from tetsudo.routes.choose import Candidate, Chosen, Fleet, choose, split
from tetsudo.routes.grow import Grown, Growth
from tetsudo.units import Money

Leg: TypeAlias = tuple[int, StopId, Money, Arc, int]
"""What an arc adds: bits, stop, value; the arc, and the routes of the other trains that share its track, as bits."""

Begun: TypeAlias = tuple[Money, int, Grown]
"""A beginning: its value, the routes that it leaves the other trains, and itself."""

Found: TypeAlias = tuple[Money, Grown, Chosen]
"""Value of all trains, the route, and those of the other trains."""

Ways: TypeAlias = tuple[list[tuple[int, int, int, StopId]], list[tuple[int, int, int]], int]
"""What a bound asks of a stop: its arcs to stops that routes may pass (bits, exit, stop as bits, stop) and to
others (bits, exit, bit of the stop), and the bits of all of them."""

NOTHING: Final = -1

FEW: Final = 100
"""So many beginnings of a length are followed at first, the most valuable ones."""


class Longest:
    """The search of one company on one board, over what `Growth` has made of them."""

    __slots__ = (
        "_banned",
        "_closed",
        "_legs",
        "_must",
        "_never",
        "_others",
        "_rows",
        "_seen",
        "_starts",
        "_stop_bit",
        "_top",
        "_ways",
        "_width",
        "_worth",
        "found",
        "most",
    )

    def __init__(self, network: Network, growth: Growth) -> None:
        self._stop_bit: list[int] = network.ground.stop_bit
        self._closed: int = network.closed_to(growth.company)
        self._starts: list[StopId] = growth.starts
        self._worth: dict[StopId, Money] = {stop: value for stop, (value, _) in growth.worth.items()}
        self._top: dict[int, Money] = {}  # by bit: the most that a stop of it adds
        self._others: Fleet = []
        self._rows: list[int] = []
        """By other train, the bits of its routes; all lists stand in one row."""
        self._legs: dict[StopId, list[Leg]] = {}
        self._never: int = 0
        self._must: list[int] = []
        self._banned: int = 0  # bits that routes bear without using them
        self._seen: dict[tuple[StopId, int, int, int], Money] = {}
        self._width: int | None = None  # how many beginnings of a length are followed; None for all
        self.most: Money = 0
        self.found: Found | None = None
        for stop, value in self._worth.items():
            bit = self._stop_bit[stop]
            self._top[bit] = max(value, self._top.get(bit, 0))
            self._legs[stop] = [(full, target, more, arc, 0) for full, target, more, _, arc in growth.leaving(stop)]
        self._ways: dict[StopId, Ways] = {stop: self._ways_from(legs) for stop, legs in self._legs.items()}

    def _ways_from(self, legs: list[Leg]) -> Ways:
        """What a bound asks of a stop with some legs."""
        ways: list[tuple[int, int, int, StopId]] = []
        outs: list[tuple[int, int, int]] = []
        touched = 0
        for full, target, _, arc, _ in legs:
            touched |= full
            bit = self._stop_bit[target]
            if bit & self._closed:
                outs.append((full, 1 << arc.exit, bit))
            else:
                ways.append((full, 1 << arc.exit, 1 << target, target))
        return ways, outs, touched

    def demand(self, must: list[int], never: int) -> None:
        """Let only routes count that use a bit of each of some masks, and none of another."""
        self._must = must
        self._never = never

    def beside(self, others: Fleet) -> None:
        """Let other trains run, each by one of its routes, the best first, or not at all; as for `choose`."""
        self._others = others
        self._rows = []
        users: dict[int, int] = {}
        size = 0
        for _, candidates in others:
            for bit, row in _users(candidates).items():
                users[bit] = users.get(bit, 0) | row << size
            self._rows.append(((1 << len(candidates)) - 1) << size)
            size += len(candidates)
        for legs in self._legs.values():
            for n, (full, target, value, arc, _) in enumerate(legs):
                clashes = 0
                for bit in split(arc.mask):
                    clashes |= users.get(bit, 0)
                legs[n] = (full, target, value, arc, clashes)

    def search(self, floor: Money, banned: int = 0) -> Found | None:
        """The best that is worth more than `floor` and uses no bit of `banned`; None if there is nothing.

        First the most valuable beginnings only, so that the full search has a good route to measure by.
        """
        self.most = floor
        self.found = None
        for width in (FEW, None):
            self._width = width
            self._search(banned | self._never)
        return self.found

    def _search(self, banned: int) -> None:
        """Look through the routes of all tokens; those of earlier tokens are left out later."""
        every = sum(self._rows)
        for start in self._starts:
            bit = self._stop_bit[start]
            self._seen = {}
            self._banned = banned
            seed: Grown = (banned | bit, start, self._worth[start], 0, None, None)
            second = [] if bit & self._closed else [start]
            arms = self._grow(self._next((seed[2], every, seed), start), second)
            self._seen = {}
            self._grow([each for arm in arms for each in self._next(arm, start)], [])
            banned |= bit

    def _grow(self, level: list[Begun], second: list[StopId]) -> list[Begun]:
        """Let arms go on; those to which another may be added, where it may begin at `second`."""
        arms: list[Begun] = []
        while level:
            level.sort(key=itemgetter(0), reverse=True)
            further: list[Begun] = []
            for begun in level[: self._width]:
                head = begun[2][1]
                heads = [] if self._stop_bit[head] & self._closed else [head]
                if not ((heads or second) and self._is_promising(begun, heads + second)):
                    continue
                if second:
                    arms.append(begun)
                if heads:
                    further += self._next(begun, head)
            level = further
        return arms

    def _next(self, begun: Begun, stop: StopId) -> list[Begun]:
        """A beginning with one arc more from a stop, in every way; each is a route of its own."""
        value, left, grown = begun
        used = grown[0]
        found: list[Begun] = []
        for full, target, more, arc, clashes in self._legs[stop]:
            if used & full:
                continue
            longer: Grown = (used | full, target, value + more, 0, grown, arc)
            kept = left & ~clashes
            self._note(value + more, kept, longer)
            found.append((value + more, kept, longer))
        return found

    def _note(self, value: Money, left: int, grown: Grown) -> None:
        """A route, with the best that it leaves the other trains."""
        if value + self._most_beside(left) <= self.most or self._unmet(grown):
            return
        beside, more = self._best_beside(left) if left else ((), 0)
        if value + more > self.most:
            self.most = value + more
            self.found = (value + more, grown, beside)

    def _best_beside(self, left: int) -> tuple[Chosen, Money]:
        """The best that the other trains can make of the routes that are left."""
        if len(self._others) == 1:
            train, candidates = self._others[0]
            value, _, grown = candidates[(left & -left).bit_length() - 1]
            return ((train, grown),), value
        fleet: Fleet = []
        size = 0
        for train, candidates in self._others:
            fleet.append((train, [candidates[n] for n in _places(left >> size, len(candidates))]))
            size += len(candidates)
        return choose(fleet)

    def _unmet(self, grown: Grown) -> int:
        """Which of the things that it must use a route does not use, as bits."""
        unmet = 0
        own = grown[0] & ~self._banned
        for n, bits in enumerate(self._must):
            if not own & bits:
                unmet |= 1 << n
        return unmet

    def _most_beside(self, left: int) -> Money:
        """What the other trains could earn by the routes that are left, if these did not meet."""
        most = 0
        size = 0
        if left:
            for row, (_, candidates) in zip(self._rows, self._others, strict=True):
                own = left & row
                if own:
                    most += candidates[(own & -own).bit_length() - 1 - size][0]
                size += len(candidates)
        return most

    def _is_promising(self, begun: Begun, heads: list[StopId]) -> bool:
        """Whether a beginning may still become the best route, and none like it was worth as much."""
        value, left, grown = begun
        more, touched = self._still_to_come(grown[0], heads)
        if value + self._most_beside(left) + more <= self.most:
            return False
        key = (grown[1], grown[0] & touched, left, self._unmet(grown))
        if self._seen.get(key, NOTHING) >= value:
            return False
        self._seen[key] = value
        return True

    def _still_to_come(self, used: int, heads: list[StopId]) -> tuple[Money, int]:
        """The most that arms which stand at `heads` can add, and the bits that this depends on.

        They pass a stop that they can enter and leave by different sides, from and to different stops. All
        other stops within reach are ends, of which an arm comes to one at the most.
        """
        met = own = touched = counted = 0
        for head in heads:
            met |= 1 << head
            own |= self._stop_bit[head]
        most: Money = 0
        ends: list[Money] = []
        blocked = used
        todo = heads[:]
        for number, stop in enumerate(todo):
            ways, outs, touches = self._ways[stop]
            touched |= touches
            if number == len(heads):
                blocked = used & ~own  # what leads back to a head is how an arm comes here
            exits = others = 0
            for full, exit, other, target in ways:
                if blocked & full:
                    continue
                exits |= exit
                others |= other
                if not met & other:
                    met |= other
                    todo.append(target)
            for full, exit, bit in outs:
                if blocked & full:
                    continue
                exits |= exit
                others = -1
                if not counted & bit:
                    counted |= bit
                    ends.append(self._top[bit])
            if number < len(heads):
                continue
            if exits & (exits - 1) and others & (others - 1):
                most += self._worth[stop]
            else:
                ends.append(self._worth[stop])
        ends.sort(reverse=True)
        return most + sum(ends[: len(heads)]), touched


def _places(row: int, size: int) -> list[int]:
    """Which of the first bits of a row are set."""
    places: list[int] = []
    row &= (1 << size) - 1
    while row:
        bit = row & -row
        places.append(bit.bit_length() - 1)
        row ^= bit
    return places


def _users(candidates: Sequence[Candidate]) -> dict[int, int]:
    """By bit of track: which routes use it, as bits."""
    size = len(candidates) // 8 + 1
    users: dict[int, bytearray] = {}
    for n, (_, used, _) in enumerate(candidates):
        for bit in split(used):
            row = users.get(bit)
            if row is None:
                row = bytearray(size)
                users[bit] = row
            row[n >> 3] |= 1 << (n & 7)
    return {bit: int.from_bytes(row, "little") for bit, row in users.items()}
