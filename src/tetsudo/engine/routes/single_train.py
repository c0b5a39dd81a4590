"""The best route of one train alone: an arm on either side of an own token, or one arm.

Of two arms that fit together nothing has to be written down, so that some hundreds of arms stand for thousands of
routes. Each arm is followed by those that grow from it: where it does not fit, or none of them pays, they are passed
over.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from tetsudo.core.open_actions import Enough
from tetsudo.core.units import HexId, Money
from tetsudo.engine.network.track import Arc
from tetsudo.engine.routes.enumeration import NO_END, OVER, Growth, Step, TooMany


class Alone(NamedTuple):
    """The best route that was found."""

    hexes: tuple[HexId, ...]
    """None if the train cannot run."""
    total: Money
    bound: Money
    """No route earns more."""
    looked_at: int


def best_alone(growth: Growth, empty: int, stops: int, most: int = NO_END, enough: Enough | None = None) -> Alone:
    """The best route within a budget (`grow.budget`), or the best that was found until it is enough.

    `stops`: how many count at the most, 0 for any number. TooMany if there are more arms than `most`.
    """
    search = _Search(growth, most, enough)
    banned = 0
    for start in growth.starts:
        banned |= growth.bit_of(start)
        value, length = growth.worth[start]
        search.grow(_Token(banned, value, empty + length, growth.is_passed(start)), growth.leaving(start))
    bound = search.join()
    if search.is_cut:
        bound = max(bound, growth.most_of(stops))
    return Alone(search.hexes(), search.total, max(search.total, bound), search.looked_at)


class _Token(NamedTuple):
    """An own token that a route passes."""

    banned: int
    """The bits of itself and of those before it: a route through one of those was found there."""
    value: Money
    length: int
    """Of a route that is nothing but it."""
    is_passed: bool
    """Whether a route may have an arm on either side of it."""


class _Tree:
    """The arms that leave a token by one end of its track, in lists of equal length."""

    __slots__ = ("adds", "after", "arcs", "before", "lengths", "token", "tops", "used", "worths")

    def __init__(self, token: _Token) -> None:
        self.token = token
        self.before: list[int] = []
        """What each has grown from; -1: from the token."""
        self.after: list[int] = []
        """The next that has not grown from it."""
        self.arcs: list[Arc] = []
        """The last of each."""
        self.adds: list[int] = []
        """The bits of that."""
        self.used: list[int] = []
        """All its bits."""
        self.worths: list[Money] = []
        """What it adds to the token's value."""
        self.lengths: list[int] = []
        """What it adds to the token's length."""
        self.tops: list[Money] = []
        """The most that it or any that has grown from it is worth."""

    def top(self) -> Money:
        """The most that any arm is worth."""
        return max(self.tops)

    def along(self, arm: int) -> list[HexId]:
        """The hexes of an arm, from the token outward, but the token's own."""
        arcs: list[Arc] = []
        while arm >= 0:
            arcs.append(self.arcs[arm])
            arm = self.before[arm]
        return [hex for arc in reversed(arcs) for hex in arc.hexes[1:]]


class _Search:
    """All arms, and the best route so far."""

    __slots__ = (
        "_enough",
        "_first",
        "_growth",
        "_most",
        "_one",
        "_other",
        "_second",
        "_trees",
        "is_cut",
        "looked_at",
        "total",
    )

    def __init__(self, growth: Growth, most: int, enough: Enough | None) -> None:
        self._growth = growth
        self._most = most
        self._enough = enough
        self._trees: list[list[_Tree]] = []
        """By token that may be passed."""
        self._one: _Tree | None = None
        self._first = -1
        self._other: _Tree | None = None
        self._second = -1
        self.is_cut = False
        """Whether it was enough before all arms were found."""
        self.looked_at = 0
        self.total: Money = 0

    def grow(self, token: _Token, leaving: Sequence[Step]) -> None:
        """Grow the arms of a token, and try each for itself."""
        trees: dict[int, _Tree] = {}
        for step in leaving:
            end = step[4].exit
            if end not in trees:
                trees[end] = _Tree(token)
            self._grow(trees[end], -1, token.banned, 0, 0, [step])
        grown = [tree for tree in trees.values() if tree.tops]
        if token.is_passed:
            self._trees.append(grown)
        for tree in grown:
            top = tree.top()
            if token.value + top > self.total:
                self._one, self._first, self._other = tree, tree.worths.index(top), None
                self.total = token.value + top

    def _grow(self, tree: _Tree, before: int, used: int, worth: Money, length: int, steps: Sequence[Step]) -> Money:
        """Grow arms from another, or from the token; the most that any of them is worth."""
        token = tree.token
        top = worth
        for full, stop, value, more, arc in steps:
            if used & full or (token.length + length + more) & OVER or self._is_enough():
                continue
            arm = len(tree.used)
            tree.before.append(before)
            tree.after.append(0)
            tree.arcs.append(arc)
            tree.adds.append(full)
            tree.used.append((used | full) ^ token.banned)
            tree.worths.append(worth + value)
            tree.lengths.append(length + more)
            tree.tops.append(0)
            most = self._grow(tree, arm, used | full, worth + value, length + more, self._growth.onward(stop))
            tree.tops[arm] = most
            tree.after[arm] = len(tree.used)
            top = max(top, most)
        return top

    def _is_enough(self) -> bool:
        """Count an arm. It is enough only where there is one."""
        if not self.is_cut:
            self.is_cut = self._enough is not None and self.looked_at > 0 and self._enough(self.looked_at)
            self.looked_at += 1
            if self.looked_at > self._most:
                raise TooMany
        return self.is_cut

    def join(self) -> Money:
        """Try all pairs of arms that leave a token by two ends; what those earn at the most that were left."""
        pairs = [
            (one.token.value + one.top() + other.top(), one, other)
            for trees in self._trees
            for n, one in enumerate(trees)
            for other in trees[:n]
        ]
        pairs.sort(key=itemgetter(0), reverse=True)
        for top, one, other in pairs:
            if top <= self.total:
                break
            if self._enough is not None and self._enough(self.looked_at):
                return top
            self._join(one, other)
        return 0

    def _join(self, one: _Tree, other: _Tree) -> None:
        """Try the arms of two ends in pairs, the most valuable of one first."""
        token, worths = one.token, one.worths
        top = token.value + other.top()
        firsts = [arm for arm, worth in enumerate(worths) if worth + top > self.total]
        firsts.sort(key=worths.__getitem__, reverse=True)
        for first in firsts:
            if worths[first] + top <= self.total:
                break
            self.looked_at += 1
            least = self.total - token.value - worths[first]
            second = _best_beside(other, one.used[first], token.length + one.lengths[first], least)
            if second >= 0:
                self._one, self._first, self._other, self._second = one, first, other, second
                self.total = token.value + worths[first] + other.worths[second]

    def hexes(self) -> tuple[HexId, ...]:
        """The hexes of the best route, from end to end."""
        if self._one is None:
            return ()
        token = self._one.arcs[0].hexes[0]
        outward = self._one.along(self._first)
        if self._other is None:
            return (*reversed(outward), token)
        return (*reversed(self._other.along(self._second)), token, *outward)


def _best_beside(tree: _Tree, used: int, length: int, least: Money) -> int:
    """The most valuable arm of those that fit beside some bits and a length; -1 if none is worth more than `least`."""
    adds, tops, lengths, worths, after = tree.adds, tree.tops, tree.lengths, tree.worths, tree.after
    best = -1
    arm = 0
    size = len(adds)
    while arm < size:
        if tops[arm] <= least or adds[arm] & used or (length + lengths[arm]) & OVER:
            arm = after[arm]
            continue
        if worths[arm] > least:
            least = worths[arm]
            best = arm
        arm += 1
    return best
