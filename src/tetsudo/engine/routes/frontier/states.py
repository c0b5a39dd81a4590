"""All that a route may be on its way through a layout, whatever the train.

A state is one number. Its lowest bits are slots, one for each open wire: 0 if the route does not use it, else
one more than the slot where the same piece of track is open too, or all ones if that piece ends at a stop. Above
them stand how many ends the route has, whether it has met an own token, and which places it has visited that it
visits once at the most. What may be done in a place depends on the slots of its own wires and on what stands
above them only, so that it is found out once for many states.

States are numbered, and what may be done in them stands in long lists of numbers: a question makes thousands of
both, and that many objects would cost more than what is reckoned with them.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from tetsudo.engine.model.tiles import NODE
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.routes.enumeration import Growth
from tetsudo.engine.routes.frontier.hex_patterns import Shape, pattern, shapes
from tetsudo.engine.routes.frontier.layout import Layout, Place

DONE: Final = -1
"""What follows where a route is whole."""

NOWHERE: Final = -2
"""What follows where a route can not go on."""

WHOLE: Final = 0
"""The number of the state of a route that has both its ends."""

HOME: Final = 1
"""The number of the state of a route that has used nothing yet."""

NOTHING: Final = 0
"""The option of using nothing of a place."""


class Options:
    """What a route may do in a place, by number; the first is to use nothing."""

    __slots__ = ("by_used", "marks", "shapes", "stop_at", "track")

    def __init__(self, layout: Layout, place: Place) -> None:
        ground = layout.network.ground
        seen = pattern(place.segments, place.junctions, place.known)
        self.shapes: tuple[Shape, ...] = shapes(place.segments, place.junctions)
        self.track: tuple[int, ...] = seen.track
        """What no other train may use that was free before, as bits that have a meaning in this place only."""
        self.by_used: dict[int, list[int]] = seen.by_used
        """By the known sides that it uses, as bits: the options that a route may take."""
        self.marks: list[int] = [0] * len(self.shapes)
        """By option: an own token that it meets, and what it visits once at the most."""
        nodes = {end for segment in place.segments for end in segment if end >= NODE}
        self.stop_at: dict[int, StopId] = {
            end: ground.stop(place.hex, end - NODE) for end in nodes.difference(place.junctions)
        }
        closed = {end for end, stop in self.stop_at.items() if ground.stop_bit[stop] & layout.closed}
        if closed:
            self.leave_out({n for n, shape in enumerate(self.shapes) if not closed.isdisjoint(shape.passed)})

    def leave_out(self, numbers: set[int]) -> None:
        """Some options that no route may take."""
        self.by_used = {used: [n for n in found if n not in numbers] for used, found in self.by_used.items()}

    def stops(self, number: int) -> tuple[StopId, ...]:
        """The stops at which a route calls by an option."""
        return tuple(self.stop_at[end] for end in self.shapes[number].calls)


class Level:
    """What may be done in one place, in lists of equal length; the turns of one state stand together."""

    __slots__ = ("first", "following", "options", "sources")

    def __init__(self) -> None:
        self.first: list[int] = [0, 1]
        """By state, and one more: its first turn."""
        self.sources: list[int] = [WHOLE]
        """By turn: the number of the state before it."""
        self.following: list[int] = [WHOLE]
        """By turn: the number of the state after it."""
        self.options: list[int] = [NOTHING]
        """By turn: the number of the option."""


Ways: TypeAlias = tuple[int, list[tuple[int, int]], list[tuple[int, int]]]
"""What may be done in a place in all states that look alike from there.

The slots of its own wires, and those at the other ends of their pieces; what is added to the state, and the number
of the option; the marks and the option that make a route whole if no other slot is open, and a token is met.
"""


class States:
    """The states of a route before each place of a layout, by number."""

    def __init__(self, layout: Layout, growth: Growth) -> None:
        self.layout = layout
        self.bits: int = (layout.width + 1).bit_length()
        self.ends_at: int = self.bits * layout.width
        self.met: int = 4 << self.ends_at
        """The mark of a state that has met an own token."""
        self._own: frozenset[StopId] = frozenset(growth.starts)
        self._once: dict[int, int] = {bit: self.met << 1 + n for n, bit in enumerate(_shared(layout, growth))}
        self.once: int = sum(self._once.values())
        self.options: list[Options] = [Options(layout, place) for place in layout.places]
        self._last = 0
        """The last place with an own token."""
        for at, options in enumerate(self.options):
            self._mark(at, options)
        self.looked_at = 0
        """How many states were met, those that lead nowhere too."""
        self.levels: list[Level] = self._found()

    def _mark(self, at: int, options: Options) -> None:
        """Say what options meet; those that call twice at one place are left out."""
        bits = self.layout.network.ground.stop_bit
        marked = {end: self._once.get(bits[stop], 0) for end, stop in options.stop_at.items()}
        own = {end: self.met for end, stop in options.stop_at.items() if stop in self._own}
        if own:
            self._last = at
        if not own and not any(marked.values()):
            return
        twice: set[int] = set()
        for n, shape in enumerate(options.shapes):
            marks = 0
            for end in shape.calls:
                if marks & marked[end]:
                    twice.add(n)
                marks |= marked[end] | own.get(end, 0)
            options.marks[n] = marks
        if twice:
            options.leave_out(twice)

    def _found(self) -> list[Level]:
        """Every state that some beginning leads to, place by place, with what may be done there."""
        met, is_open = self.met, (1 << self.ends_at) - 1
        levels: list[Level] = []
        states: dict[int, int] = {0: HOME}
        for at in range(len(self.options)):
            local = _Local(self, at)
            mask = local.mask
            must_meet = at >= self._last  # no token comes later
            level = Level()
            first, sources, following, options = level.first, level.sources, level.following, level.options
            known: dict[int, Ways] = {}
            after: dict[int, int] = {0: HOME}
            for state, number in states.items():
                key = state & mask
                ways = known.get(key)
                if ways is None:
                    ways = known[key] = local.ways(key)
                seen, going, closing = ways
                for more, option in going:
                    further = state + more
                    if must_meet and further and not further & met:
                        continue
                    follows = after.get(further, WHOLE)
                    if follows == WHOLE:
                        follows = after[further] = len(after) + 1
                    sources.append(number)
                    following.append(follows)
                    options.append(option)
                if closing and state & is_open == seen:
                    for marks, option in closing:
                        if (state | marks) & met:
                            sources.append(number)
                            following.append(WHOLE)
                            options.append(option)
                first.append(len(sources))
            levels.append(level)
            self.looked_at += len(after)
            states = after
        return levels


class _Local:
    """What may be done in one place."""

    def __init__(self, states: States, at: int) -> None:
        self._bits = states.bits
        self._digit = (1 << self._bits) - 1
        self._ends_at = states.ends_at
        place = states.layout.places[at]
        options = states.options[at]
        self._known: list[tuple[int, int]] = [(side, self._bits * place.slots[side]) for side in place.known]
        self._slots = place.slots
        self._shapes = options.shapes
        self._marks = options.marks
        self._by_used = options.by_used
        self._met = states.met
        self._once = states.once
        marks = 0
        for mark in options.marks:
            marks |= mark
        self.mask: int = sum([self._digit << shift for _, shift in self._known]) | 3 << self._ends_at | marks
        """The bits of a state on which it depends."""

    def ways(self, key: int) -> Ways:
        """What may be done in all states of which the place sees so much."""
        bits, digit = self._bits, self._digit
        seen = key & (1 << self._ends_at) - 1
        used = 0
        for side, shift in self._known:
            open_at = key >> shift & digit
            if open_at:
                used |= 1 << side
                if open_at != digit:
                    seen |= (shift // bits + 1) << bits * (open_at - 1)
        ends_left = 2 - (key >> self._ends_at & 3)
        going: list[tuple[int, int]] = []
        closing: list[tuple[int, int]] = []
        for number in self._by_used.get(used, ()):
            shape, marks = self._shapes[number], self._marks[number]
            if len(shape.ends) > ends_left or key & marks & self._once:
                continue
            after = self._after(seen, shape.pieces)
            if after == DONE:
                closing.append((marks, number))
            elif after != NOWHERE:
                ends = len(shape.ends) << self._ends_at
                going.append((after - seen + ends + (marks & ~key), number))
        return seen, going, closing

    def _after(self, state: int, pieces: tuple[tuple[int, int], ...]) -> int:
        """What slots are open after some pieces; DONE if none is and a route is whole; NOWHERE if none can go on so."""
        bits, digit, slots = self._bits, self._digit, self._slots
        is_closed = False
        for one, other in pieces:
            # What the piece leads to at either end: one more than a slot, or `digit` if it ends there.
            here = there = digit
            a = b = -1
            if one >= 0:
                a = slots[one]
                here = a + 1
                open_at = state >> bits * a & digit
                if open_at:
                    state ^= open_at << bits * a
                    here = open_at
            if other >= 0:
                b = slots[other]
                if here == b + 1:
                    return NOWHERE  # a circle
                there = b + 1
                open_at = state >> bits * b & digit
                if open_at:
                    state ^= open_at << bits * b
                    there = open_at
            if here == there == digit:
                is_closed = True
                continue
            if here != digit:
                state = state & ~(digit << bits * (here - 1)) | there << bits * (here - 1)
            if there != digit:
                state = state & ~(digit << bits * (there - 1)) | here << bits * (there - 1)
        if is_closed:
            return NOWHERE if state else DONE
        return state


def _shared(layout: Layout, growth: Growth) -> list[int]:
    """The bits of stops that several stops within reach have in common: places of several hexes."""
    ground = layout.network.ground
    count: dict[int, int] = {}
    for hex in sorted({place.hex for place in layout.places}):
        for stop in ground.stops_on(hex, layout.network.track.tiles[hex]):
            if stop in growth.worth:
                bit = ground.stop_bit[stop]
                count[bit] = count.get(bit, 0) + 1
    return [bit for bit, stops in count.items() if stops > 1]
