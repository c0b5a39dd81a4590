"""One train's routes as states, place by place, and the best ending of each.

To what `states` knows of any route are added the train's own: how long the route is, as in `grow`, and marks of
what it has to use and of what pays together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.units import Money
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.routes.enumeration import OVER, TOWN_UNIT
from tetsudo.engine.routes.frontier.layout import Place
from tetsudo.engine.routes.frontier.states import HOME, WHOLE, Level, Options, States
from tetsudo.engine.routes.revenue import Link

NO_WAY: Final = -1
"""What a train earns that has to run and cannot."""

DEAD: Final = -(1 << 40)
"""What is still to come in a state from which no route becomes whole: less than any prices take off."""

NEVER: Final = OVER % TOWN_UNIT
"""How much longer a route becomes that becomes no whole one: it is over any budget."""

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

Costs: TypeAlias = list[list[Money]]
"""By place and option: what is taken off its value, since other trains want the same track (`prices`)."""

Endings: TypeAlias = list[list[Money]]
"""Before each place, and after the last: by state, the most that is still to come."""


class RouteStates:
    """The states of one train's route before each place of a layout, and what may be done in each."""

    def __init__(
        self,
        states: States,
        levels: list[Level],
        values: list[list[Money]],
        may_stay: bool,
        looked_at: int = 0,
        endings: Endings | None = None,
    ) -> None:
        self.states = states
        self.levels = levels
        self.values = values
        """By place and turn: what it earns."""
        self.may_stay = may_stay
        """Whether the train may stay at home."""
        self.looked_at = looked_at
        """How many states were met beside those of any route."""
        self.endings: Endings = self.ended(None) if endings is None else endings
        """The best ending of every state; of a narrowed table, at the costs by which it was."""

    @property
    def best(self) -> Money:
        """What the best route earns, if no other train is in its way; `NO_WAY` if it has to run and cannot."""
        return max(NO_WAY, self.endings[0][HOME])

    def ended(self, costs: Costs | None) -> Endings:
        """The best ending of every state, from the last place back, if options cost so much."""
        # Without `strict`, a compiled loop goes along the lists themselves.
        after: list[Money] = [0, 0 if self.may_stay else DEAD]
        found = [after]
        for at in range(len(self.levels) - 1, -1, -1):
            level, values = self.levels[at], self.values[at]
            cost = costs[at] if costs is not None else []
            before = [DEAD] * (len(level.first) - 1)
            if any(cost):
                for state, following, value, n in zip(level.sources, level.following, values, level.options):  # noqa: B905
                    worth = value - cost[n] + after[following]
                    if worth > before[state]:  # noqa: PLR1730 - a call would take longer than all the rest
                        before[state] = worth
            else:
                for state, following, value in zip(level.sources, level.following, values):  # noqa: B905
                    worth = value + after[following]
                    if worth > before[state]:  # noqa: PLR1730 - a call would take longer than all the rest
                        before[state] = worth
            found.append(before)
            after = before
        found.reverse()
        return found

    def along(self, costs: Costs, endings: Endings) -> list[int]:
        """The options of the best route, by place, if they cost so much; `endings` as `ended` gives them."""
        found: list[int] = []
        state = HOME
        for level, values, cost, after in zip(self.levels, self.values, costs, endings[1:], strict=True):
            best = level.first[state]
            most = DEAD
            for turn in range(best, level.first[state + 1]):
                worth = values[turn] - cost[level.options[turn]] + after[level.following[turn]]
                if worth > most:
                    most, best = worth, turn
            state = level.following[best]
            found.append(level.options[best])
        return found


def route_states(states: States, worth: Worth, empty: int, links: tuple[Link, ...], asked: Asked) -> RouteStates:
    """Those of one train. `empty`: the length of an empty route (`grow.budget`), of which 0 is never exceeded."""
    may_stay = not asked.must
    if empty or links or asked != Asked():
        own = _Own(states, worth, empty, links, asked)
        levels, values = own.found()
        return RouteStates(states, levels, values, may_stay, own.looked_at)
    values = []
    for level, options in zip(states.levels, states.options, strict=True):
        of = _values(options, worth)
        values.append([of[n] for n in level.options])
    return RouteStates(states, states.levels, values, may_stay)


def narrowed(table: RouteStates, costs: Costs, endings: Endings, loss: Money) -> RouteStates:
    """Only what is part of routes that lose so much at the most against the best, if options cost so much."""
    least = endings[0][HOME] - loss
    levels: list[Level] = []
    values: list[list[Money]] = []
    kept: list[int] = [WHOLE, HOME]
    found: Endings = []
    before: list[Money] = [DEAD, 0]
    for level, earned, cost, now, after in zip(table.levels, table.values, costs, endings, endings[1:], strict=False):
        found.append([now[state] for state in kept])
        narrow = Level()
        first: list[int] = [0]
        sources: list[int] = []
        following: list[int] = []
        options: list[int] = []
        worths: list[Money] = []
        reached = [DEAD] * len(after)
        number = [NO_WAY] * len(after)
        number[WHOLE], number[HOME] = WHOLE, HOME
        still: list[int] = [WHOLE, HOME]
        for new, state in enumerate(kept):
            for turn in range(level.first[state], level.first[state + 1]):
                option, further = level.options[turn], level.following[turn]
                worth = before[state] + earned[turn] - cost[option]
                if worth + after[further] < least:
                    continue
                if number[further] == NO_WAY:
                    number[further] = len(still)
                    still.append(further)
                if worth > reached[further]:  # noqa: PLR1730
                    reached[further] = worth
                sources.append(new)
                following.append(number[further])
                options.append(option)
                worths.append(earned[turn])
            first.append(len(sources))
        narrow.first, narrow.sources, narrow.following, narrow.options = first, sources, following, options
        levels.append(narrow)
        values.append(worths)
        kept, before = still, reached
    found.append([endings[-1][state] for state in kept])
    return RouteStates(table.states, levels, values, table.may_stay, 0, found)


def _values(options: Options, worth: Worth) -> list[Money]:
    """By option: what its stops earn."""
    worths = {end: worth[stop][0] for end, stop in options.stop_at.items()}
    found: list[Money] = []
    for shape in options.shapes:
        value = 0
        for end in shape.calls:
            value += worths[end]
        found.append(value)
    return found


class _Kinds(NamedTuple):
    """What the options of a place are to a train."""

    values: list[Money]
    lengths: list[int]
    """`OVER` of what is not to be used."""
    marks: list[int]
    """Empty where there are none."""


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
        self._kinds: list[_Kinds] = [
            self._kind(place, options) for place, options in zip(states.layout.places, states.options, strict=True)
        ]
        self.looked_at = 0

    def _kind(self, place: Place, options: Options) -> _Kinds:
        size = len(options.shapes)
        kinds = _Kinds(_values(options, self._worth), [0] * size, [])
        if self._empty:
            lengths = {end: self._worth[stop][1] for end, stop in options.stop_at.items()}
            for n, shape in enumerate(options.shapes):
                for end in shape.calls:
                    kinds.lengths[n] += lengths[end]
        if self._links or self._asked != Asked():
            for n in range(size):
                used = bits_of(self._states.layout.network, place, options, n)
                if used & self._asked.never:
                    kinds.lengths[n] = OVER
                kinds.marks.append(self._marks(used))
        return kinds

    def _marks(self, used: int) -> int:
        """What of all that is asked, or pays together, some bits meet."""
        marks = 0
        for n, bits in enumerate(self._asked.must):
            marks |= (1 << MARKS_AT + n) if used & bits else 0
        for n, link in enumerate(self._links):
            here = 1 << self._first_link + 2 * n
            marks |= (here if used & link.here else 0) | (2 * here if used & link.there else 0)
        return marks

    def found(self) -> tuple[list[Level], list[list[Money]]]:
        """Every state that some beginning leads to, place by place, with the states that follow; what turns earn."""
        shortest = self._shortest()
        needs = self._needs()
        levels: list[Level] = []
        values: list[list[Money]] = []
        home = HOME | self._empty << OWN_AT
        reached: dict[int, int] = {home: HOME}
        for at, common in enumerate(self._states.levels):
            level = Level()
            earned: list[Money] = [0]
            after: dict[int, int] = {home: HOME}
            self._follow(common, self._kinds[at], reached, after, shortest[at + 1], needs[at + 1], level, earned)
            levels.append(level)
            values.append(earned)
            self.looked_at += len(after)
            reached = after
        return levels, values

    def _follow(
        self,
        common: Level,
        kinds: _Kinds,
        reached: dict[int, int],
        after: dict[int, int],
        still: Sequence[int],
        need: int,
        level: Level,
        earned: list[Money],
    ) -> None:
        """All that may be done in one place. `still`: by state of any route after it, how much longer it becomes."""
        first, sources, following, options = level.first, level.sources, level.following, level.options
        has_marks, needed = bool(kinds.marks), self._needed
        for state, number in reached.items():
            own = state >> OWN_AT
            beginning = state & NUMBER
            for turn in range(common.first[beginning], common.first[beginning + 1]):
                option = common.options[turn]
                further = common.following[turn]
                more = own + kinds.lengths[option]
                if (more | more + still[further]) & OVER:
                    continue
                value = kinds.values[option]
                if has_marks:
                    more |= kinds.marks[option]
                    if need & ~more or (further == WHOLE and needed & ~more):
                        continue
                    if self._links:
                        value += self._linked(own, more)
                follows = WHOLE
                if further != WHOLE:
                    further |= more << OWN_AT
                    follows = after.get(further, WHOLE)
                    if follows == WHOLE:
                        follows = after[further] = len(after) + 1
                sources.append(number)
                following.append(follows)
                options.append(option)
                earned.append(value)
            first.append(len(sources))

    def _needs(self) -> list[int]:
        """Before each place, and after the last: the marks that a route must have since no later place has them."""
        need = self._needed
        found = [need]
        for kinds in reversed(self._kinds):
            for marks in kinds.marks:
                need &= ~marks
            found.append(need)
        found.reverse()
        return found

    def _shortest(self) -> list[list[int]]:
        """Before each place, and after the last: by state, how much longer a route becomes at least."""
        stops = self._least(1)
        if self._empty < TOWN_UNIT:
            return stops
        return [
            [a + TOWN_UNIT * b for a, b in zip(at, also, strict=True)]
            for at, also in zip(stops, self._least(TOWN_UNIT), strict=True)
        ]

    def _least(self, unit: int) -> list[list[int]]:
        """The same of stops, or of towns if they have a budget of their own; `NEVER` where it is that or more."""
        after = [0, 0]
        found = [after]
        for level, kinds in zip(reversed(self._states.levels), reversed(self._kinds), strict=True):
            lengths = [length // unit % TOWN_UNIT for length in kinds.lengths]
            before = [NEVER] * (len(level.first) - 1)
            for state, following, n in zip(level.sources, level.following, level.options):  # noqa: B905
                length = lengths[n] + after[following]
                if length < before[state]:  # noqa: PLR1730
                    before[state] = length
            found.append(before)
            after = before
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


def bits_of(network: Network, place: Place, options: Options, number: int) -> int:
    """The bits of track and stops that a route uses by an option; those of a wire at both its ends."""
    ground = network.ground
    shape = options.shapes[number]
    bits = 0
    for side in shape.used:
        if side in place.wires:
            bits |= place.wires[side].bits
        elif side in place.junctions:
            bits |= ground.inner_bit(place.hex, side, side)
    for segment in shape.segments:
        if segment[0] not in place.wires:
            bits |= ground.inner_bit(place.hex, *segment)
    for stop in options.stops(number):
        bits |= ground.stop_bit[stop]
    return bits
