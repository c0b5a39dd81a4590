"""States of a route on its way through a layout, common to all trains.

A state is one number. Its lowest bits are slots, one for each open wire: 0 if the route does not use the wire, else
one more than the slot where the same piece of track is open too, or all ones if that piece ends at a stop. Above
the slots are the number of ends that the route has, whether it has met an own token, and which of the locations
that a route may visit only once it has visited. The turns in a place depend only on the slots of its own wires and
on the part above the slots, so they are computed once for many states.

States are numbered, and their turns are kept in long lists of numbers: one search makes thousands of both, and that
many objects would cost more than the computation itself.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from tetsudo.engine.model.tiles import NODE
from tetsudo.engine.network.topology import StopId
from tetsudo.engine.routes.enumeration import Growth
from tetsudo.engine.routes.frontier.hex_patterns import Shape, pattern, shapes
from tetsudo.engine.routes.frontier.layout import Layout, Place

DONE: Final = -1
"""Result for a complete route."""

DEAD_END: Final = -2
"""Result for a route that cannot go on."""

COMPLETE_STATE: Final = 0
"""Number of the state of a complete route, which has both its ends."""

UNUSED_STATE: Final = 1
"""Number of the state of a route that has used nothing yet."""

EMPTY_OPTION: Final = 0
"""Option that uses nothing of a place."""


class Options:
    """Options of a route in a place, by number; the first one uses nothing."""

    __slots__ = ("by_used", "marks", "shapes", "stop_at", "track")

    def __init__(self, layout: Layout, place: Place) -> None:
        ground = layout.network.ground
        seen = pattern(place.segments, place.junctions, place.known)
        self.shapes: tuple[Shape, ...] = shapes(place.segments, place.junctions)
        self.track: tuple[int, ...] = seen.track
        """Newly used track, which no other train may use, as bits that are valid only in this place."""
        self.by_used: dict[int, list[int]] = seen.by_used
        """Options that a route may take, by the known sides that they use, as bits."""
        self.marks: list[int] = [0] * len(self.shapes)
        """By option: marks for meeting an own token and for locations that may be visited only once."""
        nodes = {end for segment in place.segments for end in segment if end >= NODE}
        self.stop_at: dict[int, StopId] = {
            end: ground.stop(place.hex, end - NODE) for end in nodes.difference(place.junctions)
        }
        closed = {end for end, stop in self.stop_at.items() if ground.stop_bit[stop] & layout.closed}
        if closed:
            self.remove({n for n, shape in enumerate(self.shapes) if not closed.isdisjoint(shape.passed)})

    def remove(self, numbers: set[int]) -> None:
        """Remove options that no route may take."""
        self.by_used = {used: [n for n in found if n not in numbers] for used, found in self.by_used.items()}

    def stops(self, number: int) -> tuple[StopId, ...]:
        """Stops at which a route calls by an option."""
        return tuple(self.stop_at[end] for end in self.shapes[number].calls)


class Level:
    """Turns (state transitions) in one place, as parallel lists; the turns of one state are adjacent."""

    __slots__ = ("first", "following", "options", "sources")

    def __init__(self) -> None:
        self.first: list[int] = [0, 1]
        """First turn of each state, and the end of the last state's turns."""
        self.sources: list[int] = [COMPLETE_STATE]
        """By turn: number of the state before it."""
        self.following: list[int] = [COMPLETE_STATE]
        """By turn: number of the state after it."""
        self.options: list[int] = [EMPTY_OPTION]
        """By turn: number of the option."""


LocalTurns: TypeAlias = tuple[int, list[tuple[int, int]], list[tuple[int, int]]]
"""Turns in a place for all states that look the same from there.

First the slots of its own wires and those at the other ends of their pieces. Then the turns that go on: the change of
the state and the option. Then the turns that complete a route if no other slot is open and a token is met: the marks
and the option.
"""


class States:
    """States of a route before each place of a layout, by number."""

    def __init__(self, layout: Layout, growth: Growth) -> None:
        self.layout = layout
        self.bits: int = (layout.width + 1).bit_length()
        self.ends_at: int = self.bits * layout.width
        self.met: int = 4 << self.ends_at
        """Mark of a state that has met an own token."""
        self._own: frozenset[StopId] = frozenset(growth.starts)
        self._once: dict[int, int] = {bit: self.met << 1 + n for n, bit in enumerate(_shared_bits(layout, growth))}
        self.once: int = sum(self._once.values())
        self.options: list[Options] = [Options(layout, place) for place in layout.places]
        self._last = 0
        """Last place with an own token."""
        for at, options in enumerate(self.options):
            self._mark(at, options)
        self.looked_at = 0
        """Number of states met, including those that lead nowhere."""
        self.levels: list[Level] = self._find_levels()

    def _mark(self, at: int, options: Options) -> None:
        """Set the marks of a place's options; remove options that call twice at one location."""
        bits = self.layout.network.ground.once_bit
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
            options.remove(twice)

    def _find_levels(self) -> list[Level]:
        """All states that some beginning leads to, place by place, with their turns."""
        met, is_open = self.met, (1 << self.ends_at) - 1
        levels: list[Level] = []
        states: dict[int, int] = {0: UNUSED_STATE}
        for at in range(len(self.options)):
            local = _PlaceTurns(self, at)
            mask = local.mask
            must_meet = at >= self._last  # no token comes later
            level = Level()
            first, sources, following, options = level.first, level.sources, level.following, level.options
            known: dict[int, LocalTurns] = {}
            after: dict[int, int] = {0: UNUSED_STATE}
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
                    follows = after.get(further, COMPLETE_STATE)
                    if follows == COMPLETE_STATE:
                        follows = after[further] = len(after) + 1
                    sources.append(number)
                    following.append(follows)
                    options.append(option)
                if closing and state & is_open == seen:
                    for marks, option in closing:
                        if (state | marks) & met:
                            sources.append(number)
                            following.append(COMPLETE_STATE)
                            options.append(option)
                first.append(len(sources))
            levels.append(level)
            self.looked_at += len(after)
            states = after
        return levels


class _PlaceTurns:
    """Turns in one place."""

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
        """Bits of a state on which the turns depend."""

    def ways(self, key: int) -> LocalTurns:
        """Turns in all states that equal `key` in the bits of `mask`."""
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
            after = self._slots_after(seen, shape.pieces)
            if after == DONE:
                closing.append((marks, number))
            elif after != DEAD_END:
                ends = len(shape.ends) << self._ends_at
                going.append((after - seen + ends + (marks & ~key), number))
        return seen, going, closing

    def _slots_after(self, state: int, pieces: tuple[tuple[int, int], ...]) -> int:
        """Open slots after some pieces; DONE if none is open and a route is complete; DEAD_END if it cannot go on."""
        bits, digit, slots = self._bits, self._digit, self._slots
        is_closed = False
        for one, other in pieces:
            # Target of the piece at either end: one more than a slot, or `digit` if the piece ends there.
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
                    return DEAD_END  # a circle
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
            return DEAD_END if state else DONE
        return state


def _shared_bits(layout: Layout, growth: Growth) -> list[int]:
    """Bits that several stops within reach share: locations of several hexes."""
    ground = layout.network.ground
    count: dict[int, int] = {}
    for hex in sorted({place.hex for place in layout.places}):
        for stop in ground.stops_on(hex, layout.network.track.tiles[hex]):
            if stop in growth.worth:
                bit = ground.once_bit[stop]
                count[bit] = count.get(bit, 0) + 1
    return [bit for bit, stops in count.items() if stops > 1]
