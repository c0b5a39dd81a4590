"""One train's routes as states, place by place, and the best ending of each.

To what `states` knows of any route are added the train's own: how long the route is, as in `grow`, and marks of
what it has to use and of what pays together.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from tetsudo.board.ground import StopId
from tetsudo.board.network import Network
from tetsudo.routes.frontier.layout import Place
from tetsudo.routes.frontier.states import HOME, WHOLE, Option, States
from tetsudo.routes.grow import MOST, OVER, TOWN_UNIT
from tetsudo.routes.valuation import Link
from tetsudo.units import Money

NO_WAY: Final = -1
"""What a train earns that has to run and cannot."""

MARKS_AT: Final = 16
"""Where marks stand, above a length."""

OWN_AT: Final = 32
"""Where what is a train's own stands, above the number of a state of any route."""

NUMBER: Final = (1 << OWN_AT) - 1


class Asked(NamedTuple):
    """What is asked of a train's route: to use a bit of each of `must`, and none of `never`."""

    must: tuple[int, ...] = ()
    never: int = 0


Worth: TypeAlias = dict[StopId, tuple[Money, int]]
"""By stop: value and length."""

Turn: TypeAlias = tuple[int, Money, int]
"""What may be done in a state: the number of the state after it, what it earns, the number of the option."""

Costs: TypeAlias = list[list[Money]]
"""By place and option: what is taken off its value, since other trains want the same track (`prices`)."""

Endings: TypeAlias = list[list[Money]]
"""Before each place, and after the last: by state, the most that is still to come."""


class RouteStates:
    """The states of one train's route before each place of a layout, and what may be done in each."""

    def __init__(self, states: States, worth: Worth, empty: int, links: tuple[Link, ...], asked: Asked) -> None:
        """`empty`: the length of an empty route (`grow.budget`), of which 0 is never exceeded."""
        self.states = states
        self.options = states.options
        self.may_stay: bool = not asked.must
        """Whether the train may stay at home."""
        self.looked_at = 0
        """How many states were met beside those of any route."""
        self.start = HOME
        self.turns: list[list[list[Turn]]] = []
        """By place and state."""
        if empty or links or asked != Asked():
            levels = _Own(states, worth, empty, links, asked)
            self._number(levels.begun(), HOME | empty << OWN_AT, levels.home)
            self.looked_at = levels.looked_at
        else:
            for level, options in zip(states.turns, states.options, strict=True):
                values = [sum([worth[stop][0] for stop in option.stops]) for option in options]
                self.turns.append([[(further, values[n], n) for further, n in turns] for turns in level])
        self.endings: Endings = self.ended([[0] * len(options) for options in states.options])

    @property
    def best(self) -> Money:
        """What the best route earns, if no other train is in its way; `NO_WAY` if it has to run and cannot."""
        return NO_WAY if self.start == NO_WAY else self.endings[0][self.start]

    def ended(self, costs: Costs) -> Endings:
        """The best ending of every state, from the last place back, if options cost so much."""
        after: list[Money] = [0, 0]
        found = [after]
        for level, cost in zip(reversed(self.turns), reversed(costs), strict=True):
            if any(cost):
                after = [max([value - cost[n] + after[further] for further, value, n in turns]) for turns in level]
            else:
                after = [max([value + after[further] for further, value, _ in turns]) for turns in level]
            found.append(after)
        found.reverse()
        return found

    def along(self, costs: Costs, endings: Endings) -> list[int]:
        """The options of the best route, by place, if they cost so much; `endings` as `ended` gives them."""
        found: list[int] = []
        state = self.start
        for level, cost, after in zip(self.turns, costs, endings[1:], strict=True):
            most: Money | None = None
            for further, value, n in level[state]:
                worth = value - cost[n] + after[further]
                if most is None or worth > most:
                    most, best = worth, (further, n)
            state, option = best
            found.append(option)
        return found

    def _number(self, levels: list[dict[int, list[Turn]]], first: int, home: int) -> None:
        """Only what leads to the end, from the last place back; states by number."""
        live = {WHOLE: 0} if home == NO_WAY else {WHOLE: 0, home: 1}
        for level in reversed(levels):
            numbered: list[list[Turn]] = [[(0, 0, 0)]]
            before = {WHOLE: 0}
            for state, turns in level.items():
                good = [(live[further], value, n) for further, value, n in turns if further in live]
                if good:
                    before[state] = len(numbered)
                    numbered.append(good)
            self.turns.append(numbered)
            live = before
        self.turns.reverse()
        self.start = live.get(first, NO_WAY)


Kind: TypeAlias = tuple[Money, int, int] | None
"""What an option is to a train: value, length, marks; None if it is not to be used."""


class _Own:
    """The states of a train whose routes are limited, or of which something is asked, or that links pay."""

    def __init__(self, states: States, worth: Worth, empty: int, links: tuple[Link, ...], asked: Asked) -> None:
        self._states = states
        self._worth = worth
        self._empty = empty
        self._links = links
        self._asked = asked
        self._needed: int = ((1 << len(asked.must)) - 1) << MARKS_AT
        self._first_link: int = MARKS_AT + len(asked.must)
        self._kinds: list[list[Kind]] = [
            [self._kind(place, option) for option in options]
            for place, options in zip(states.layout.places, states.options, strict=True)
        ]
        self.home: int = NO_WAY if self._needed else HOME | empty << OWN_AT
        """The state of a train that stays at home, after the last place; NO_WAY if it has to run."""
        self.looked_at = 0

    def _kind(self, place: Place, option: Option) -> Kind:
        value = length = marks = 0
        for stop in option.stops:
            more, longer = self._worth[stop]
            value += more
            length += longer
        if self._links or self._asked != Asked():
            used = bits_of(self._states.layout.network, place, option)
            if used & self._asked.never:
                return None
            for n, bits in enumerate(self._asked.must):
                marks |= (1 << MARKS_AT + n) if used & bits else 0
            for n, link in enumerate(self._links):
                here = 1 << self._first_link + 2 * n
                marks |= (here if used & link.here else 0) | (2 * here if used & link.there else 0)
        return value, length if self._empty else 0, marks

    def begun(self) -> list[dict[int, list[Turn]]]:
        """Every state that some beginning leads to, place by place, with the states that follow."""
        shortest = self._shortest()
        needs = self._needs()
        levels: list[dict[int, list[Turn]]] = []
        reached: dict[int, None] = {HOME | self._empty << OWN_AT: None}
        for at, turns_of in enumerate(self._states.turns):
            kinds, still, need = self._kinds[at], shortest[at + 1], needs[at + 1]
            level: dict[int, list[Turn]] = {}
            after: dict[int, None] = {}
            for state in reached:
                own = state >> OWN_AT
                turns = level[state] = []
                for further, n in turns_of[state & NUMBER]:
                    kind = kinds[n]
                    if kind is None:
                        continue
                    value, longer, marks = kind
                    more = (own + longer) | marks
                    if (more + still[further]) & OVER or need & ~more:
                        continue
                    if marks and self._links:
                        value += self._linked(own, more)
                    if further != WHOLE:
                        further |= more << OWN_AT
                        after[further] = None
                    elif self._needed & ~more:
                        continue
                    turns.append((further, value, n))
            levels.append(level)
            self.looked_at += len(after)
            reached = after
        return levels

    def _needs(self) -> list[int]:
        """Before each place, and after the last: the marks that a route must have since no later place has them."""
        need = self._needed
        found = [need]
        for kinds in reversed(self._kinds):
            for kind in kinds:
                need &= ~kind[2] if kind is not None else ~0
            found.append(need)
        found.reverse()
        return found

    def _shortest(self) -> list[list[int]]:
        """Before each place, and after the last: by state, how much longer a route becomes at least."""
        stops, towns = [self._least(part) for part in (1, TOWN_UNIT)]
        return [
            [a + TOWN_UNIT * b for a, b in zip(at, also, strict=True)] for at, also in zip(stops, towns, strict=True)
        ]

    def _least(self, unit: int) -> list[list[int]]:
        """The same of stops, or of towns if they have a budget of their own; `MOST` where it is that or more."""
        after = [0, 0]
        found = [after]
        for level, kinds in zip(reversed(self._states.turns), reversed(self._kinds), strict=True):
            lengths = [MOST if kind is None else kind[1] // unit % TOWN_UNIT for kind in kinds]
            after = [min(MOST, *[lengths[n] + after[further] for further, n in turns]) for turns in level]
            found.append(after)
        found.reverse()
        return found

    def _linked(self, before: int, now: int) -> Money:
        """What links pay that are met by new marks."""
        paid = 0
        for n, link in enumerate(self._links):
            both = 3 << self._first_link + 2 * n
            if now & both == both and before & both != both:
                paid += link.amount
        return paid


def bits_of(network: Network, place: Place, option: Option) -> int:
    """The bits of track and stops that a route uses by an option; those of a wire at both its ends."""
    ground = network.ground
    bits = 0
    for side in option.shape.used:
        if side in place.wires:
            bits |= place.wires[side].bits
        elif side in place.junctions:
            bits |= ground.inner_bit(place.hex, side, side)
    for segment in option.shape.segments:
        if segment[0] not in place.wires:
            bits |= ground.inner_bit(place.hex, *segment)
    for stop in option.stops:
        bits |= ground.stop_bit[stop]
    return bits
