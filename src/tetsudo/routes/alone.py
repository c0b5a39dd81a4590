"""The best route of one train alone: an arm on either side of an own token, or one arm.

Of two arms that fit together nothing has to be written down, so that some hundreds of arms stand for thousands of
routes. They are joined the most valuable first, and what cannot earn more than what was found is not tried.
"""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple, TypeAlias

from tetsudo.descriptors import Enough
from tetsudo.routes.choose import Blocks, Candidate
from tetsudo.routes.grow import NO_END, OVER, Arms, Grown, Growth, hexes_of
from tetsudo.units import HexId, Money

Lengths: TypeAlias = list[tuple[int, Blocks]]
"""Arms by length; all together where a train has no limit."""


class Alone(NamedTuple):
    """The best route that was found."""

    hexes: tuple[HexId, ...]
    """None if the train cannot run."""
    total: Money
    bound: Money
    """No route earns more."""
    looked_at: int


class _Pair(NamedTuple):
    """The arms that leave a token by one end of its track, and by another."""

    top: Money
    """No route of them earns more."""
    seed: Grown
    one: list[Candidate]
    """The most valuable first; what they are worth and use beside the token."""
    other: Lengths


def best_alone(growth: Growth, empty: int, stops: int, most: int = NO_END, enough: Enough | None = None) -> Alone:
    """The best route within a budget (`grow.budget`), or the best that was found until it is enough.

    `stops`: how many count at the most, 0 for any number. TooMany if there are more arms than `most`.
    """
    tokens = growth.arms(empty, most, enough)
    join = _Join(is_limited=bool(empty))
    pairs: list[_Pair] = []
    for token in tokens:
        pairs += join.single(token)
    pairs.sort(key=itemgetter(0), reverse=True)
    bound = growth.most_of(stops) if growth.is_cut else 0
    for pair in pairs:
        if pair.top <= join.total:
            break
        if enough is not None and enough(growth.found + join.looked_at):
            bound = max(bound, pair.top)
            break
        join.together(pair)
    return Alone(join.hexes(), join.total, max(join.total, bound), growth.found + join.looked_at)


class _Join:
    """The best route so far."""

    __slots__ = ("_first", "_is_limited", "_second", "looked_at", "total")

    def __init__(self, *, is_limited: bool) -> None:
        self._is_limited = is_limited
        self._first: Grown | None = None
        self._second: Grown | None = None
        self.total: Money = 0
        self.looked_at = 0

    def single(self, token: Arms) -> list[_Pair]:
        """Try every arm of a token for itself; the ends by which they leave it, in pairs."""
        used, value = token.seed[0], token.seed[2]
        pairs: list[_Pair] = []
        others: list[tuple[Money, Lengths]] = []
        for arms in token.by_end:
            found = [(arm[2] - value, arm[0] ^ used, arm) for arm in arms]
            found.sort(key=itemgetter(0), reverse=True)
            worth, _, top = found[0]
            if top[2] > self.total:
                self._first, self._second, self.total = top, None, top[2]
            if token.is_passed:
                pairs += [_Pair(worth + value + more, token.seed, found, other) for more, other in others]
                others.append((worth, self._by_length(found)))
        return pairs

    def _by_length(self, arms: list[Candidate]) -> Lengths:
        """Some arms as they are looked for."""
        if not self._is_limited:
            return [(0, Blocks(arms))]
        found: dict[int, list[Candidate]] = {}
        for each in arms:
            found.setdefault(each[2][3], []).append(each)
        return [(length, Blocks(of)) for length, of in found.items()]

    def together(self, pair: _Pair) -> None:
        """Join the arms that leave a token by two ends."""
        value, length = pair.seed[2], pair.seed[3]
        top = pair.top - pair.one[0][0]
        for worth, used, arm in pair.one:
            if worth + top <= self.total:
                break
            self.looked_at += 1
            for theirs, blocks in pair.other:
                if (arm[3] + theirs - length) & OVER:
                    continue
                beside = blocks.first_beside(used, 0, self.total - worth - value)
                if beside >= 0:
                    more, _, second = blocks.candidates[beside]
                    self._first, self._second, self.total = arm, second, worth + value + more

    def hexes(self) -> tuple[HexId, ...]:
        """The hexes of the best route, from end to end."""
        if self._first is None:
            return ()
        first = hexes_of(self._first)
        return first if self._second is None else first + hexes_of(self._second)[-2::-1]
