"""Table of one train's routes as states, place by place, and the best ending of each state.

It extends the common states of `states` by the train's own data: the length of the route, as in `enumeration`, and
marks for required track and for links.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.units import Money
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.routes.enumeration import OVER_BUDGET_BITS, TOWN_UNIT
from tetsudo.engine.routes.frontier.layout import Place
from tetsudo.engine.routes.frontier.states import COMPLETE_STATE, UNUSED_STATE, Level, Options, States
from tetsudo.engine.routes.revenue import Link

NO_ROUTE: Final = -1
"""Revenue of a train that must run and cannot."""

NO_ENDING: Final = -(1 << 40)
"""Ending of a state from which no route can be completed: lower than prices can make any other ending."""

NEVER_COMPLETE: Final = OVER_BUDGET_BITS % TOWN_UNIT
"""Remaining length of a route that cannot be completed: over any budget."""

MARKS_SHIFT: Final = 16
"""Bit position of the marks, above the length."""

OWN_DATA_SHIFT: Final = 32
"""Bit position of the train's own data, above the number of the common state."""

STATE_NUMBER_MASK: Final = (1 << OWN_DATA_SHIFT) - 1


class RouteRequirements(NamedTuple):
    """Requirements on a train's route: it uses a bit of each of `must`, and none of `never`."""

    must: tuple[int, ...] = ()
    never: int = 0


Worth: TypeAlias = dict[StopId, tuple[Money, int]]
"""Value and length by stop."""

Costs: TypeAlias = list[list[Money]]
"""Price of each option, by place, since other trains want the same track (`conflict_costs`)."""

Endings: TypeAlias = list[list[Money]]
"""Highest remaining revenue by state, before each place and after the last."""


class RouteStates:
    """States of one train's route before each place of a layout, and the turns possible in each."""

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
        """Value of each turn, by place."""
        self.may_stay = may_stay
        """True if the train may stay at home."""
        self.looked_at = looked_at
        """Number of states met besides the common ones."""
        self.endings: Endings = self.best_endings(None) if endings is None else endings
        """Best ending of every state; in a narrowed table, at the costs used to narrow it."""

    @property
    def best(self) -> Money:
        """Revenue of the best route with no other train in its way; `NO_ROUTE` if the train must run and cannot."""
        return max(NO_ROUTE, self.endings[0][UNUSED_STATE])

    def best_endings(self, costs: Costs | None) -> Endings:
        """Best ending of every state at the given costs, computed from the last place backward."""
        # Without `strict`, a compiled loop iterates over the lists directly.
        after: list[Money] = [0, 0 if self.may_stay else NO_ENDING]
        found = [after]
        for at in range(len(self.levels) - 1, -1, -1):
            level, values = self.levels[at], self.values[at]
            cost = costs[at] if costs is not None else []
            before = [NO_ENDING] * (len(level.first) - 1)
            if any(cost):
                for state, following, value, n in zip(level.sources, level.following, values, level.options):  # noqa: B905
                    worth = value - cost[n] + after[following]
                    if worth > before[state]:  # noqa: PLR1730 - a call would cost more than the rest
                        before[state] = worth
            else:
                for state, following, value in zip(level.sources, level.following, values):  # noqa: B905
                    worth = value + after[following]
                    if worth > before[state]:  # noqa: PLR1730 - a call would cost more than the rest
                        before[state] = worth
            found.append(before)
            after = before
        found.reverse()
        return found

    def best_options(self, costs: Costs, endings: Endings) -> list[int]:
        """Options of the best route, by place, at the given costs; `endings` as returned by `best_endings`."""
        found: list[int] = []
        state = UNUSED_STATE
        for level, values, cost, after in zip(self.levels, self.values, costs, endings[1:], strict=True):
            best = level.first[state]
            most = NO_ENDING
            for turn in range(best, level.first[state + 1]):
                worth = values[turn] - cost[level.options[turn]] + after[level.following[turn]]
                if worth > most:
                    most, best = worth, turn
            state = level.following[best]
            found.append(level.options[best])
        return found


def route_states(
    states: States, worth: Worth, empty: int, links: tuple[Link, ...], asked: RouteRequirements
) -> RouteStates:
    """States of one train. `empty`: length of an empty route (`enumeration.budget`); 0 is never exceeded."""
    may_stay = not asked.must
    if empty or links or asked != RouteRequirements():
        own = _TrainStates(states, worth, empty, links, asked)
        levels, values = own.find_levels()
        return RouteStates(states, levels, values, may_stay, own.looked_at)
    values = []
    for level, options in zip(states.levels, states.options, strict=True):
        of = _values(options, worth)
        values.append([of[n] for n in level.options])
    return RouteStates(states, states.levels, values, may_stay)


def narrow_table(table: RouteStates, costs: Costs, endings: Endings, loss: Money) -> RouteStates:
    """Table with only the routes that lose at most `loss` against the best one, at the given costs."""
    least = endings[0][UNUSED_STATE] - loss
    levels: list[Level] = []
    values: list[list[Money]] = []
    kept: list[int] = [COMPLETE_STATE, UNUSED_STATE]
    found: Endings = []
    before: list[Money] = [NO_ENDING, 0]
    for level, earned, cost, now, after in zip(table.levels, table.values, costs, endings, endings[1:], strict=False):
        found.append([now[state] for state in kept])
        narrow = Level()
        first: list[int] = [0]
        sources: list[int] = []
        following: list[int] = []
        options: list[int] = []
        worths: list[Money] = []
        reached = [NO_ENDING] * len(after)
        number = [NO_ROUTE] * len(after)
        number[COMPLETE_STATE], number[UNUSED_STATE] = COMPLETE_STATE, UNUSED_STATE
        still: list[int] = [COMPLETE_STATE, UNUSED_STATE]
        for new, state in enumerate(kept):
            for turn in range(level.first[state], level.first[state + 1]):
                option, further = level.options[turn], level.following[turn]
                worth = before[state] + earned[turn] - cost[option]
                if worth + after[further] < least:
                    continue
                if number[further] == NO_ROUTE:
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
    """Value of the stops of each option."""
    worths = {end: worth[stop][0] for end, stop in options.stop_at.items()}
    found: list[Money] = []
    for shape in options.shapes:
        value = 0
        for end in shape.calls:
            value += worths[end]
        found.append(value)
    return found


class _Kinds(NamedTuple):
    """Options of a place as one train sees them."""

    values: list[Money]
    lengths: list[int]
    """`OVER_BUDGET_BITS` for an option that must not be used."""
    marks: list[int]
    """Empty if there are none."""


class _TrainStates:
    """States of a train with a limit, requirements or links."""

    def __init__(
        self, states: States, worth: Worth, empty: int, links: tuple[Link, ...], asked: RouteRequirements
    ) -> None:
        self._states = states
        self._worth = worth
        self._empty = empty
        self._links = links
        self._asked = asked
        self._needed: int = ((1 << len(asked.must)) - 1) << MARKS_SHIFT
        self._first_link: int = MARKS_SHIFT + len(asked.must)
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
        if self._links or self._asked != RouteRequirements():
            for n in range(size):
                used = bits_of(self._states.layout.network, place, options, n)
                if used & self._asked.never:
                    kinds.lengths[n] = OVER_BUDGET_BITS
                kinds.marks.append(self._marks(used))
        return kinds

    def _marks(self, used: int) -> int:
        """Marks of the requirements and link ends that some bits meet."""
        marks = 0
        for n, bits in enumerate(self._asked.must):
            marks |= (1 << MARKS_SHIFT + n) if used & bits else 0
        for n, link in enumerate(self._links):
            here = 1 << self._first_link + 2 * n
            marks |= (here if used & link.here else 0) | (2 * here if used & link.there else 0)
        return marks

    def find_levels(self) -> tuple[list[Level], list[list[Money]]]:
        """All states that some beginning leads to, place by place, with their turns; and the values of the turns."""
        shortest = self._min_lengths()
        needs = self._needed_marks()
        levels: list[Level] = []
        values: list[list[Money]] = []
        home = UNUSED_STATE | self._empty << OWN_DATA_SHIFT
        reached: dict[int, int] = {home: UNUSED_STATE}
        for at, common in enumerate(self._states.levels):
            level = Level()
            earned: list[Money] = [0]
            after: dict[int, int] = {home: UNUSED_STATE}
            self._collect_turns(common, self._kinds[at], reached, after, shortest[at + 1], needs[at + 1], level, earned)
            levels.append(level)
            values.append(earned)
            self.looked_at += len(after)
            reached = after
        return levels, values

    def _collect_turns(
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
        """Collect all turns in one place. `still`: minimum remaining length by common state after the place."""
        first, sources, following, options = level.first, level.sources, level.following, level.options
        has_marks, needed = bool(kinds.marks), self._needed
        for state, number in reached.items():
            own = state >> OWN_DATA_SHIFT
            beginning = state & STATE_NUMBER_MASK
            for turn in range(common.first[beginning], common.first[beginning + 1]):
                option = common.options[turn]
                further = common.following[turn]
                more = own + kinds.lengths[option]
                if (more | more + still[further]) & OVER_BUDGET_BITS:
                    continue
                value = kinds.values[option]
                if has_marks:
                    more |= kinds.marks[option]
                    if need & ~more or (further == COMPLETE_STATE and needed & ~more):
                        continue
                    if self._links:
                        value += self._link_payment(own, more)
                follows = COMPLETE_STATE
                if further != COMPLETE_STATE:
                    further |= more << OWN_DATA_SHIFT
                    follows = after.get(further, COMPLETE_STATE)
                    if follows == COMPLETE_STATE:
                        follows = after[further] = len(after) + 1
                sources.append(number)
                following.append(follows)
                options.append(option)
                earned.append(value)
            first.append(len(sources))

    def _needed_marks(self) -> list[int]:
        """Marks that a route must have before each place, and after the last, since no later place has them."""
        need = self._needed
        found = [need]
        for kinds in reversed(self._kinds):
            for marks in kinds.marks:
                need &= ~marks
            found.append(need)
        found.reverse()
        return found

    def _min_lengths(self) -> list[list[int]]:
        """Minimum remaining length of a route by state, before each place and after the last."""
        stops = self._min_counts(1)
        if self._empty < TOWN_UNIT:
            return stops
        return [
            [a + TOWN_UNIT * b for a, b in zip(at, also, strict=True)]
            for at, also in zip(stops, self._min_counts(TOWN_UNIT), strict=True)
        ]

    def _min_counts(self, unit: int) -> list[list[int]]:
        """Minimum remaining stops, or towns if they have a budget of their own; at most `NEVER_COMPLETE`."""
        after = [0, 0]
        found = [after]
        for level, kinds in zip(reversed(self._states.levels), reversed(self._kinds), strict=True):
            lengths = [length // unit % TOWN_UNIT for length in kinds.lengths]
            before = [NEVER_COMPLETE] * (len(level.first) - 1)
            for state, following, n in zip(level.sources, level.following, level.options):  # noqa: B905
                length = lengths[n] + after[following]
                if length < before[state]:  # noqa: PLR1730
                    before[state] = length
            found.append(before)
            after = before
        found.reverse()
        return found

    def _link_payment(self, before: int, now: int) -> Money:
        """Payment of the links that new marks complete."""
        paid = 0
        for n, link in enumerate(self._links):
            both = 3 << self._first_link + 2 * n
            if now & both == both and before & both != both:
                paid += link.amount
        return paid


def bits_of(network: Network, place: Place, options: Options, number: int) -> int:
    """Bits of track and stops that a route uses by an option; a wire's bits count at both of its ends."""
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
