"""All beginnings of one train's route as states, hex by hex, and the best ending of each.

A state is one number. Its lowest bits are slots, one for each open hexside: 0 if the route does not use it,
else one more than the slot where the same piece of track is open too, or all ones if that piece ends at a stop.
Above them stand how many ends the route has, its marks (an own token met, what it must use, what pays
together, places that it visits once at the most), and its length as in `grow`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from tetsudo.routes.frontier.layout import Layout, Place
from tetsudo.routes.frontier.shapes import LOOSE, Segments, shapes
from tetsudo.routes.grow import OVER, Growth
from tetsudo.routes.valuation import Link
from tetsudo.units import Money

DONE: Final = -1
"""The state of a route that has both its ends."""

NO_WAY: Final = -1
"""What a train earns that has to run and cannot."""

MET: Final = 1
"""The mark of an own token."""


class Asked(NamedTuple):
    """What is asked of a train's route: to use a bit of each of `must`, and none of `never`."""

    must: tuple[int, ...] = ()
    never: int = 0
    has_to_run: bool = False


Option: TypeAlias = tuple[tuple[tuple[int, int], ...], Money, int, int, int, int, int, Segments]
"""What a route may do in a hex, in terms of slots: pieces, value, ends, marks, those of them that are met once at
the most, length, bits that no other train may use, and the segments."""

Turn: TypeAlias = tuple[Money, int, Money, int, Segments]
"""What may be done in a state: what comes of it at best, the state after it, its value, its bits and segments."""


class RouteStates:
    """The states of one train's route before each hex of a layout, and what may be done in each."""

    def __init__(self, layout: Layout, growth: Growth, empty: int, links: tuple[Link, ...], asked: Asked) -> None:
        """`empty`: the length of an empty route (`grow.budget`), of which 0 is never exceeded."""
        self._layout = layout
        self._growth = growth
        self._links = links
        self._asked = asked
        self._limited: bool = empty > 0
        self._bits: int = (layout.width + 1).bit_length()
        self._ends_at: int = self._bits * layout.width
        self._marks_at: int = self._ends_at + 2
        self._needed: int = ((2 << len(asked.must)) - 1) << self._marks_at
        self._own: frozenset[int] = frozenset(growth.starts)
        groups = _shared(layout, growth)
        first = 1 + len(asked.must) + 2 * len(links)
        self._group_mark: dict[int, int] = {bit: 1 << first + n for n, bit in enumerate(groups)}
        self._length_at: int = self._marks_at + first + len(groups)
        self.start: int = empty << self._length_at
        """The state before the first hex, and at the end that of a train that stays at home."""
        self.turns: list[dict[int, list[Turn]]] = []
        """Before each hex: by state, what may be done, the best first."""
        self.endings: list[dict[int, Money]] = []
        """Before each hex and after the last: by state, the most that is still to come; others lead nowhere."""
        self._begin()
        self._end()

    @property
    def best(self) -> Money:
        """What the best route earns, if no other train is in its way; `NO_WAY` if it has to run and cannot."""
        return self.endings[0].get(self.start, NO_WAY)

    def _options(self, place: Place) -> dict[int, list[Option]]:
        """By used slots among those that are open before a hex, as bits: what a route may do there."""
        found: dict[int, list[Option]] = {}
        for shape in shapes(place.segments, place.junctions):
            track = self._layout.track_of(place.hex, shape.segments)
            stops = track
            marks = once = length = value = 0
            for node in shape.ends + shape.passed:
                stop = self._layout.stop(place.hex, node)
                bit = self._layout.network.ground.stop_bit[stop]
                more, longer = self._growth.worth[stop]
                value += more
                length += longer
                mark = self._group_mark.get(bit, 0)
                if (node in shape.passed and bit & self._layout.closed) or once & mark:
                    break
                once |= mark
                stops |= bit
                if stop in self._own:
                    marks |= MET
            else:
                if stops & self._asked.never:
                    continue
                marks |= once
                for n, bits in enumerate(self._asked.must, 1):
                    marks |= (1 << n) if stops & bits else 0
                for n, link in enumerate(self._links):
                    here = 1 << (1 + len(self._asked.must) + 2 * n)
                    marks |= (here if stops & link.here else 0) | (2 * here if stops & link.there else 0)
                used = sum(1 << slot for side, slot in place.known if shape.sides >> side & 1)
                pieces = tuple((place.slots.get(a, LOOSE), place.slots.get(b, LOOSE)) for a, b in shape.pieces)
                found.setdefault(used, []).append(
                    (
                        pieces,
                        value,
                        len(shape.ends) << self._ends_at,
                        marks << self._marks_at,
                        once << self._marks_at,
                        (length << self._length_at) if self._limited else 0,
                        track,
                        shape.segments,
                    )
                )
        return found

    def _begin(self) -> None:
        """Every state that some beginning leads to, hex by hex, with the states that follow."""
        states = {self.start: 0}
        for place in self._layout.places:
            options = self._options(place)
            known = [(slot, self._bits * slot) for _, slot in place.known]
            digit = (1 << self._bits) - 1
            level: dict[int, list[Turn]] = {}
            after: dict[int, int] = {}
            for state in states:
                if state == DONE:
                    level[DONE] = [(0, DONE, 0, 0, ())]
                    after[DONE] = 0
                    continue
                used = 0
                for slot, shift in known:
                    if state >> shift & digit:
                        used |= 1 << slot
                turns: list[Turn] = []
                for option in options.get(used, ()):
                    further = self._after(state, option)
                    if further == NOWHERE:
                        continue
                    after[further] = 0
                    value = option[1] + self._linked(state, option[3]) if self._links else option[1]
                    turns.append((0, further, value, option[6], option[7]))
                level[state] = turns
            self.turns.append(level)
            states = after

    def _after(self, state: int, option: Option) -> int:
        """The state after an option; NOWHERE if a route can not go on so."""
        pieces, _, ends, marks, once, length, _, _ = option
        bits = self._bits
        digit = (1 << bits) - 1
        if state & once or (state >> self._ends_at & 3) + (ends >> self._ends_at) > 2:
            return NOWHERE
        is_closed = False
        for here, there in pieces:
            # What the piece leads to at either end: a slot, or LOOSE if it ends there.
            if here >= 0:
                open_at = state >> bits * here & digit
                if open_at:
                    state ^= open_at << bits * here
                    if open_at == there + 1:
                        return NOWHERE  # a circle
                    here = LOOSE if open_at == digit else open_at - 1
            if there >= 0:
                open_at = state >> bits * there & digit
                if open_at:
                    state ^= open_at << bits * there
                    there = LOOSE if open_at == digit else open_at - 1
            if here < 0 and there < 0:
                is_closed = True
                continue
            if here >= 0:
                state = state & ~(digit << bits * here) | (digit if there < 0 else there + 1) << bits * here
            if there >= 0:
                state = state & ~(digit << bits * there) | (digit if here < 0 else here + 1) << bits * there
        state = (state + ends + length) | marks
        if self._limited and state >> self._length_at & OVER:
            return NOWHERE
        if not is_closed:
            return state
        is_whole = not state & ((1 << self._ends_at) - 1) and state & self._needed == self._needed
        return DONE if is_whole else NOWHERE

    def _linked(self, state: int, marks: int) -> Money:
        """What links pay that are met by new marks."""
        before = state >> self._marks_at
        now = before | marks >> self._marks_at
        paid = 0
        for n, link in enumerate(self._links):
            both = 3 << (1 + len(self._asked.must) + 2 * n)
            if now & both == both and before & both != both:
                paid += link.amount
        return paid

    def _end(self) -> None:
        """The best ending of every state, from the last hex back; what leads nowhere is left out."""
        last = {DONE: 0} if self._asked.has_to_run else {self.start: 0, DONE: 0}
        self.endings = [last]
        for level in reversed(self.turns):
            after = self.endings[-1]
            endings: dict[int, Money] = {}
            for state, turns in level.items():
                good = [
                    (value + after[further], further, value, track, segments)
                    for _, further, value, track, segments in turns
                    if further in after
                ]
                if good:
                    good.sort(key=itemgetter(0), reverse=True)
                    endings[state] = good[0][0]
                level[state] = good
            self.endings.append(endings)
        self.endings.reverse()


NOWHERE: Final = -2
"""What follows where a route can not go on."""


def _shared(layout: Layout, growth: Growth) -> list[int]:
    """The bits of stops that several stops within reach have in common: places of several hexes."""
    ground = layout.network.ground
    count: dict[int, int] = {}
    for place in layout.places:
        for stop in ground.stops_on(place.hex, layout.network.track.tiles[place.hex]):
            if stop in growth.worth:
                bit = ground.stop_bit[stop]
                count[bit] = count.get(bit, 0) + 1
    return [bit for bit, stops in count.items() if stops > 1]
