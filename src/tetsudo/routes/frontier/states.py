"""All that a route may be on its way through a layout, whatever the train.

A state is one number. Its lowest bits are slots, one for each open wire: 0 if the route does not use it, else
one more than the slot where the same piece of track is open too, or all ones if that piece ends at a stop. Above
them stand how many ends the route has, whether it has met an own token, and which places it has visited that it
visits once at the most. What may be done in a place depends on the slots of its own wires and on what stands
above them only, so that it is found out once for many states.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from tetsudo.board.ground import StopId
from tetsudo.model.tiles import NODE
from tetsudo.routes.frontier.layout import Layout, Place
from tetsudo.routes.frontier.shapes import LOOSE, Shape, shapes
from tetsudo.routes.grow import Growth

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


class Option(NamedTuple):
    """What a route may do in a place."""

    shape: Shape
    stops: tuple[StopId, ...]
    track: int  # bits of what no other train may use that was free before; they have a meaning in this place only
    marks: int  # an own token that it meets, and what it visits once at the most


class Ways(NamedTuple):
    """What may be done in a place in all states that look alike from there."""

    seen: int
    """The slots of its own wires, and those at the other ends of their pieces."""
    going: list[tuple[int, int, int]]
    """What is added to the state, the marks that are set, and the number of the option."""
    closing: list[tuple[int, int]]
    """The marks and the option that make a route whole if no other slot is open, and a token is met."""


Known: TypeAlias = tuple[int, list[tuple[int, int]], int, int, int]
"""An option in terms of slots: its number, pieces, how many ends, marks, and those that are met once at the most."""

Turn: TypeAlias = tuple[int, int]
"""What may be done in a state: the number of the state after it, and that of the option."""


class States:
    """The states of a route before each place of a layout, those that lead somewhere, by number."""

    def __init__(self, layout: Layout, growth: Growth) -> None:
        self.layout = layout
        self.bits: int = (layout.width + 1).bit_length()
        self.ends_at: int = self.bits * layout.width
        self._open: int = (1 << self.ends_at) - 1
        self._met: int = 4 << self.ends_at
        self._own: frozenset[StopId] = frozenset(growth.starts)
        self._once: dict[int, int] = {bit: self._met << 1 + n for n, bit in enumerate(_shared(layout, growth))}
        self.once: int = sum(self._once.values())
        self.options: list[list[Option]] = [self._options(place) for place in layout.places]
        """By place; the first is to use nothing."""
        self.looked_at = 0
        """How many states were met, those that lead nowhere too."""
        self.turns: list[list[list[Turn]]] = self._numbered(self._begun())
        """By place and state."""

    def _options(self, place: Place) -> list[Option]:
        """What a route may do in a place."""
        ground = self.layout.network.ground
        nodes = {end for segment in place.segments for end in segment if end >= NODE}
        stop_at = {end: ground.stop(place.hex, end - NODE) for end in nodes.difference(place.junctions)}
        track_of = {end: 1 << end for end in (*place.junctions, *place.slots) if end not in place.known}
        inner = {segment: 1 << 32 + n for n, segment in enumerate(place.segments) if segment[0] >= NODE}
        found: list[Option] = []
        for shape in shapes(place.segments, place.junctions):
            stops = tuple(stop_at[end] for end in shape.ends + shape.passed)
            if any(ground.stop_bit[stop_at[end]] & self.layout.closed for end in shape.passed):
                continue
            marks = self._marks(stops)
            if marks == NOWHERE:
                continue
            track = 0
            for end in shape.used:
                track |= track_of.get(end, 0)
            if inner:
                for segment in shape.segments:
                    track |= inner.get(segment, 0)
            found.append(Option(shape, stops, track, marks))
        return found

    def _marks(self, stops: tuple[StopId, ...]) -> int:
        """What is met by calling at some stops; NOWHERE if they are one place."""
        bits = self.layout.network.ground.stop_bit
        marks = 0
        for stop in stops:
            once = self._once.get(bits[stop], 0)
            if marks & once:
                return NOWHERE
            marks |= once
            if stop in self._own:
                marks |= self._met
        return marks

    def _begun(self) -> list[dict[int, Ways]]:
        """Every state that some beginning leads to, place by place, with what may be done there."""
        met = self._met
        own = [at for at, options in enumerate(self.options) if any(option.marks & met for option in options)]
        last = max(own, default=-1)
        levels: list[dict[int, Ways]] = []
        states: dict[int, None] = {0: None}
        for at in range(len(self.options)):
            local = _Local(self, at)
            mask = local.mask
            known: dict[int, Ways] = {}
            level: dict[int, Ways] = {}
            after: dict[int, None] = {}
            for state in states:
                key = state & mask
                ways = known.get(key)
                if ways is None:
                    ways = known[key] = local.ways(key)
                level[state] = ways
                for more, marks, _ in ways.going:
                    after[(state + more) | marks] = None
            levels.append(level)
            states = after
            if at >= last:  # no token comes later
                states = {state: None for state in after if state & met or not state}
            self.looked_at += len(states)
        return levels

    def _numbered(self, levels: list[dict[int, Ways]]) -> list[list[list[Turn]]]:
        """Only what leads to a whole route, or to none, from the last place back; states by number."""
        met, is_open = self._met, self._open
        found: list[list[list[Turn]]] = []
        live = {0: HOME}
        for level in reversed(levels):
            numbered: list[list[Turn]] = [[(WHOLE, NOTHING)]]
            before: dict[int, int] = {}
            for state, (seen, going, closing) in level.items():
                turns = [
                    (live[further], option)
                    for more, marks, option in going
                    if (further := (state + more) | marks) in live
                ]
                if closing and state & is_open == seen:
                    turns += [(WHOLE, option) for marks, option in closing if (state | marks) & met]
                if turns:
                    before[state] = len(numbered)
                    numbered.append(turns)
            found.append(numbered)
            live = before
        found.reverse()
        return found


class _Local:
    """What may be done in one place."""

    def __init__(self, states: States, at: int) -> None:
        self._bits = states.bits
        self._digit = (1 << self._bits) - 1
        self._ends_at = states.ends_at
        place = states.layout.places[at]
        slots = place.slots
        self._known = [self._bits * slots[side] for side in place.known]
        used_bit = {side: 1 << self._bits * slots[side] for side in place.known}
        self._by_used: dict[int, list[Known]] = {}
        """By the known wires that it uses, as the lowest bits of their slots: the options of the place."""
        once = 0
        for number, (shape, _, _, marks) in enumerate(states.options[at]):
            used = sum([used_bit.get(end, 0) for end in shape.used]) if used_bit else 0
            pieces = [(slots.get(a, LOOSE), slots.get(b, LOOSE)) for a, b in shape.pieces]
            self._by_used.setdefault(used, []).append((number, pieces, len(shape.ends), marks, marks & states.once))
            once |= marks & states.once
        self.mask: int = sum([self._digit << shift for shift in self._known]) | 3 << self._ends_at | once
        """The bits of a state on which it depends."""

    def ways(self, key: int) -> Ways:
        """What may be done in all states of which the place sees so much."""
        bits, digit = self._bits, self._digit
        state = key
        used = 0
        for shift in self._known:
            open_at = key >> shift & digit
            if open_at:
                used |= 1 << shift
                if open_at != digit:
                    state |= (shift // bits + 1) << bits * (open_at - 1)
        ends_left = 2 - (key >> self._ends_at & 3)
        is_open = (1 << self._ends_at) - 1
        seen = state & is_open
        ways = Ways(seen, [], [])
        for number, pieces, ends, marks, once in self._by_used.get(used, ()):
            if ends > ends_left or key & once:
                continue
            after = self._after(seen, pieces)
            if after == DONE:
                ways.closing.append((marks, number))
            elif after != NOWHERE:
                ways.going.append((after - seen + (ends << self._ends_at), marks, number))
        return ways

    def _after(self, state: int, pieces: list[tuple[int, int]]) -> int:
        """What slots are open after some pieces; DONE if none is and a route is whole; NOWHERE if none can go on so."""
        bits, digit = self._bits, self._digit
        is_closed = False
        for a, b in pieces:
            # What the piece leads to at either end: a slot, or LOOSE if it ends there.
            here, there = a, b
            if a >= 0:
                open_at = state >> bits * a & digit
                if open_at:
                    state ^= open_at << bits * a
                    if open_at == b + 1:
                        return NOWHERE  # a circle
                    here = LOOSE if open_at == digit else open_at - 1
            if b >= 0:
                open_at = state >> bits * b & digit
                if open_at:
                    state ^= open_at << bits * b
                    there = LOOSE if open_at == digit else open_at - 1
            if here < 0 and there < 0:
                is_closed = True
                continue
            if here >= 0:
                state = state & ~(digit << bits * here) | (digit if there < 0 else there + 1) << bits * here
            if there >= 0:
                state = state & ~(digit << bits * there) | (digit if here < 0 else here + 1) << bits * there
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
