"""Best route of a single train: an arm on either side of an own token, or one arm.

Pairs of arms that fit together are not written down, so some hundreds of arms stand for thousands of routes. In the
lists, each arm is followed by those that grow from it: if it does not fit, or none of them is worth enough, all of
them are skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from tetsudo.core.open_actions import Enough
from tetsudo.core.units import HexId, Money
from tetsudo.engine.network.track import Arc
from tetsudo.engine.routes.enumeration import NO_LIMIT, OVER_BUDGET_BITS, Growth, Step, TooMany


class SingleTrainBest(NamedTuple):
    """Best route found."""

    hexes: tuple[HexId, ...]
    """Empty if the train cannot run."""
    total: Money
    bound: Money
    """Upper bound: no route earns more."""
    looked_at: int


def best_single_route(
    growth: Growth, empty: int, stops: int, most: int = NO_LIMIT, enough: Enough | None = None
) -> SingleTrainBest:
    """Best route within a budget (`enumeration.budget`), or the best one found until `enough`.

    `stops`: maximum number of stops that count, 0 for any number. Raise TooMany if there are more arms than `most`.
    """
    search = _Search(growth, most, enough)
    banned = 0
    for start in growth.starts:
        value, length = growth.worth[start]
        token = _Token(banned | growth.bit_of(start), value, empty + length, growth.may_pass(start))
        search.grow(token, growth.steps_from(start))
        banned |= growth.own_bit_of(start)
    bound = search.join()
    if search.is_cut:
        bound = max(bound, growth.revenue_bound(stops))
    return SingleTrainBest(search.hexes(), search.total, max(search.total, bound), search.looked_at)


class _Token(NamedTuple):
    """Own token that a route passes."""

    banned: int
    """Bits of this token and of earlier ones: routes through those have been found there."""
    value: Money
    length: int
    """Length of a route that is only this token."""
    is_passed: bool
    """True if a route may have an arm on either side of the token."""


class _Tree:
    """Arms that leave a token by one exit, in lists of equal length."""

    __slots__ = ("adds", "after", "arcs", "before", "lengths", "token", "tops", "used", "worths")

    def __init__(self, token: _Token) -> None:
        self.token = token
        self.before: list[int] = []
        """Arm from which each arm has grown; -1: from the token."""
        self.after: list[int] = []
        """Next arm that has not grown from it."""
        self.arcs: list[Arc] = []
        """Last arc of each arm."""
        self.adds: list[int] = []
        """Bits of that arc."""
        self.used: list[int] = []
        """All bits of the arm."""
        self.worths: list[Money] = []
        """Value that the arm adds to the token's."""
        self.lengths: list[int] = []
        """Length that the arm adds to the token's."""
        self.tops: list[Money] = []
        """Highest value of the arm and of all that have grown from it."""

    def max_value(self) -> Money:
        """Highest value of any arm."""
        return max(self.tops)

    def hexes_of_arm(self, arm: int) -> list[HexId]:
        """Hexes of an arm, from the token outward, without the token's own."""
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
        """Arms of each token that may be passed."""
        self._one: _Tree | None = None
        self._first = -1
        self._other: _Tree | None = None
        self._second = -1
        self.is_cut = False
        """True if the search stopped before it found all arms."""
        self.looked_at = 0
        self.total: Money = 0

    def grow(self, token: _Token, leaving: Sequence[Step]) -> None:
        """Grow the arms of a token, and try each as a route of its own."""
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
            top = tree.max_value()
            if token.value + top > self.total:
                self._one, self._first, self._other = tree, tree.worths.index(top), None
                self.total = token.value + top

    def _grow(self, tree: _Tree, before: int, used: int, worth: Money, length: int, steps: Sequence[Step]) -> Money:
        """Grow arms from another arm or from the token; return the highest value of any of them."""
        token = tree.token
        top = worth
        for full, stop, value, more, arc in steps:
            if used & full or (token.length + length + more) & OVER_BUDGET_BITS or self._must_stop():
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
            most = self._grow(tree, arm, used | full, worth + value, length + more, self._growth.steps_after(stop))
            tree.tops[arm] = most
            tree.after[arm] = len(tree.used)
            top = max(top, most)
        return top

    def _must_stop(self) -> bool:
        """Count an arm and return True if the search may stop. Not asked before the first arm."""
        if not self.is_cut:
            self.is_cut = self._enough is not None and self.looked_at > 0 and self._enough(self.looked_at)
            self.looked_at += 1
            if self.looked_at > self._most:
                raise TooMany
        return self.is_cut

    def join(self) -> Money:
        """Try all pairs of arms that leave a token by two exits; return a bound for untried pairs, 0 if none."""
        pairs = [
            (one.token.value + one.max_value() + other.max_value(), one, other)
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
        """Try the arms of two exits in pairs, the most valuable arms of the first exit first."""
        token, worths = one.token, one.worths
        top = token.value + other.max_value()
        firsts = [arm for arm, worth in enumerate(worths) if worth + top > self.total]
        firsts.sort(key=worths.__getitem__, reverse=True)
        for first in firsts:
            if worths[first] + top <= self.total:
                break
            self.looked_at += 1
            least = self.total - token.value - worths[first]
            second = _best_fitting_arm(other, one.used[first], token.length + one.lengths[first], least)
            if second >= 0:
                self._one, self._first, self._other, self._second = one, first, other, second
                self.total = token.value + worths[first] + other.worths[second]

    def hexes(self) -> tuple[HexId, ...]:
        """Hexes of the best route, from end to end."""
        if self._one is None:
            return ()
        token = self._one.arcs[0].hexes[0]
        outward = self._one.hexes_of_arm(self._first)
        if self._other is None:
            return (*reversed(outward), token)
        return (*reversed(self._other.hexes_of_arm(self._second)), token, *outward)


def _best_fitting_arm(tree: _Tree, used: int, length: int, least: Money) -> int:
    """Most valuable arm that fits beside used bits and a length; -1 if none is worth more than `least`."""
    adds, tops, lengths, worths, after = tree.adds, tree.tops, tree.lengths, tree.worths, tree.after
    best = -1
    arm = 0
    size = len(adds)
    while arm < size:
        if tops[arm] <= least or adds[arm] & used or (length + lengths[arm]) & OVER_BUDGET_BITS:
            arm = after[arm]
            continue
        if worths[arm] > least:
            least = worths[arm]
            best = arm
        arm += 1
    return best
