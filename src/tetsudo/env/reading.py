"""Content of an observation, read from a position: whole numbers, and the slots that are 1.

Observations have two halves. In the first, each slot is a whole number times the scale of its part; in the second,
each slot is 0 or 1. Both are read here, by loops that are compiled where the engine is; `observation` makes arrays of
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tetsudo.core.frames import Turn
from tetsudo.core.units import NOBODY, PlayerId, is_hidden
from tetsudo.engine.rules.engine import PROCEDURES, acting_company, actor
from tetsudo.engine.rules.flow.visibility import redacted_state
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.rows import Row
from tetsudo.engine.state.state import CLOSED, MAX_CITIES, OPERATING_ROUND, State
from tetsudo.env.numbers import Numbers, add, add_all, add_bytes, add_row, bytes_of, no_numbers

HUNDREDTH: Final = 1 / 100
TENTH: Final = 1 / 10

MAX_KEPT_MAPS: Final = 512
"""Maximum number of maps whose numbers are kept."""

FRAME_NUMBERS: Final = 8
"""Number of values of the frame on top of the stack; missing ones are 0, further ones are left out."""


VIEWER: Final = 0
TO_ACT: Final = 1
COMPANY: Final = 2
PROCEDURE: Final = 3
STEP: Final = 4
PRESIDENT: Final = 5
STATUS: Final = 6
WAITS: Final = 7
OWNER: Final = 8
ROUND: Final = 9
PHASE: Final = 10
PRIORITY: Final = 11
"""Places of the parts of the second half."""


class Scaled(NamedTuple):
    """Part of the first half: numbers times a scale."""

    name: str
    size: int
    scale: float
    meaning: str


class Hot(NamedTuple):
    """Part of the second half: for each of `number` values `size` slots, with a 1 for the value, from `first` on."""

    name: str
    number: int
    size: int
    meaning: str
    first: int = 0


class Reading:
    """Reader of the positions of one table."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.scaled: tuple[Scaled, ...] = _scaled_parts(rules)
        self.hot: tuple[Hot, ...] = _hot_parts(rules)
        self.width = 0  # of the first half
        for scaled in self.scaled:
            self.width += scaled.size
        self.size = self.width
        for hot in self.hot:
            self.size += hot.number * hot.size
        faces, market = rules.setup.faces, rules.market
        self._prices = (*market.prices, 0)  # index NOBODY (off the market) reads the last entry
        self._columns = (*rules.setup.market.columns, 0)
        self._tiles = tuple(face.tile + 1 for face in faces)
        self._rotations = tuple(face.rotation for face in faces)
        self._colours = tuple(face.colour for face in faces)
        self._maps: dict[int, tuple[object, object, bytes]] = {}  # by the address of the tiles, which is kept too

    def read(self, state: State, viewer: PlayerId, numbers: Numbers) -> None:
        """Add the numbers of the first half, as a player sees a position."""
        seen = redacted_state(self.rules, state, viewer)
        _add_cash(seen, self.rules.hides, numbers)
        add_row(numbers, seen.shares)
        add_row(numbers, seen.par)
        self._add_market(seen, numbers)
        add_row(numbers, seen.depth)
        add_row(numbers, seen.last_run)
        add_row(numbers, seen.trains)
        add_all(numbers, seen.memory)
        add_row(numbers, seen.discounts)
        add_row(numbers, seen.bids)
        add_row(numbers, seen.supply)
        if len(seen.dues):
            add_row(numbers, seen.dues)
        else:
            _add_zeros(numbers, seen.players)
        _add_frame(seen, numbers)
        for number in (seen.turn, seen.operating_round, seen.operating_rounds, 1 if seen.broken else 0, seen.revenue):
            add(numbers, number)
        for bits in seen.sold:
            for company in range(seen.companies):
                add(numbers, bits >> company & 1)
        add_bytes(numbers, self._map_numbers(state))

    def ones(self, state: State, viewer: PlayerId, base: int, slots: Numbers) -> None:
        """Add the slots of the second half that are 1, numbered from the start of the observation and from `base`."""
        rules, at = self.rules, base + self.width
        kind = step = NOBODY
        if state.stack:
            frame = state.stack[-1]
            kind = type(frame).kind
            if type(frame) is Turn:
                step = frame.step
        parts = self.hot
        at = _add_slot(slots, at, parts[VIEWER], viewer)
        at = _add_slot(slots, at, parts[TO_ACT], actor(rules, state))
        at = _add_slot(slots, at, parts[COMPANY], acting_company(rules, state))
        at = _add_slot(slots, at, parts[PROCEDURE], kind)
        at = _add_slot(slots, at, parts[STEP], step)
        at = _add_slots(slots, at, parts[PRESIDENT], state.president)
        at = _add_slots(slots, at, parts[STATUS], state.status)
        at = _add_slots(slots, at, parts[WAITS], state.acted)
        at = _add_slots(slots, at, parts[OWNER], state.privates)
        at = _add_slot(slots, at, parts[ROUND], state.round)
        at = _add_slot(slots, at, parts[PHASE], state.phase)
        _add_slot(slots, at, parts[PRIORITY], state.priority)

    def _add_market(self, state: State, numbers: Numbers) -> None:
        for cell in state.cell:
            add(numbers, self._prices[cell])
        for cell in state.cell:
            add(numbers, self._columns[cell])

    def _map_numbers(self, state: State) -> bytes:
        """Numbers of the map, kept: most actions leave it as it was."""
        kept = self._maps.get(id(state.tiles))
        if kept is not None and kept[0] is state.tiles and kept[1] is state.tokens:
            return kept[2]
        found = no_numbers()
        for face in state.tiles:
            add(found, self._tiles[face])
        for face in state.tiles:
            add(found, self._rotations[face])
        for face in state.tiles:
            add(found, self._colours[face])
        for place in state.tokens:
            add(found, place // MAX_CITIES + 1 if place >= 0 else 0)
        for place in state.tokens:
            add(found, place % MAX_CITIES if place >= 0 else 0)
        if len(self._maps) >= MAX_KEPT_MAPS:
            self._maps.clear()
        numbers = bytes_of(found)
        self._maps[id(state.tiles)] = (state.tiles, state.tokens, numbers)
        return numbers


def read_all(reading: Reading, states: Sequence[State], viewers: Sequence[PlayerId]) -> tuple[bytes, bytes]:
    """Numbers of the first halves of positions, one after another, and the slots of all that are 1, as 64-bit integers.

    Each position is seen by its viewer; slots are counted through all positions.
    """
    numbers, ones = no_numbers(), no_numbers()
    base = 0
    for place, state in enumerate(states):
        reading.read(state, viewers[place], numbers)
        reading.ones(state, viewers[place], base, ones)
        base += reading.size
    return bytes_of(numbers), bytes_of(ones)


def _add_slot(slots: Numbers, at: int, part: Hot, number: int) -> int:
    """Add the slot of a value; `at`: first slot of the part. Returns the first slot after the part."""
    if part.first <= number < part.first + part.size:
        add(slots, at + number - part.first)
    return at + part.size


def _add_slots(slots: Numbers, at: int, part: Hot, row: Row) -> int:
    """Add the slots of all values of a row; returns the first slot after the part."""
    size, first = part.size, part.first
    for number in row:
        if first <= number < first + size:
            add(slots, at + number - first)
        at += size
    return at


def _add_cash(state: State, hides: bool, numbers: Numbers) -> None:
    """Add all cash, 0 where it is hidden, and then which of it is hidden."""
    if not hides:
        add_row(numbers, state.cash)
        _add_zeros(numbers, len(state.cash))
        return
    for amount in state.cash:
        add(numbers, 0 if is_hidden(amount) else amount)
    for amount in state.cash:
        add(numbers, 1 if is_hidden(amount) else 0)


def _add_frame(state: State, numbers: Numbers) -> None:
    """Add the values of the frame on top, without those that are hidden or no numbers."""
    left = FRAME_NUMBERS
    if state.stack:
        for value in state.stack[-1].values():
            if isinstance(value, int) and left:
                add(numbers, 0 if is_hidden(value) else value)
                left -= 1
    _add_zeros(numbers, left)


def _add_zeros(numbers: Numbers, count: int) -> None:
    for _ in range(count):
        add(numbers, 0)


def _scaled_parts(rules: Ruleset) -> tuple[Scaled, ...]:
    """Parts of the first half, in the order in which they are read."""
    setup, money = rules.setup, 1 / max(rules.settings.starting_cash, 1)
    players, companies, lots = setup.players, len(setup.companies), len(setup.lots)
    owners, hexes = players + companies + 1, len(setup.map.hexes)
    tokens = sum(len(each.token_prices) for each in setup.companies) + sum(each.tokens for each in setup.privates)
    return (
        Scaled("cash", owners, money, "cash of players, companies and the bank, in units of the starting cash"),
        Scaled("hidden", owners, 1, "1 where that cash is hidden; it is 0 then"),
        Scaled("shares", companies * (players + 4), TENTH, "ordinary certificates, by company and place"),
        Scaled("par", companies, HUNDREDTH, "par price, by company"),
        Scaled("price", companies, HUNDREDTH, "price on the market, by company; 0: none"),
        Scaled("column", companies, TENTH, "column on the market, by company"),
        Scaled("depth", companies, 1, "tokens above its own in its cell, by company"),
        Scaled("last_run", companies, HUNDREDTH, "revenue of the last run, by company; -1 before the first"),
        Scaled("trains", len(setup.trains) * (companies + 3), 1, "trains, by kind and holder; -1: no limit"),
        Scaled("powers", len(rules.powers.all), 1, "number that each power has stored"),
        Scaled("discounts", lots, money, "price reduction, by lot"),
        Scaled("bids", lots * players, money, "bids, by lot and player"),
        Scaled("supply", len(setup.tiles), TENTH, "copies left, by tile; -1: no limit"),
        Scaled("debts", players, money, "debt to the bank, by player"),
        Scaled("frame", FRAME_NUMBERS, HUNDREDTH, "values of the frame on top of the stack"),
        Scaled("turn", 1, TENTH, "number of the turn"),
        Scaled("operating_round", 1, 1, "operating round of the turn"),
        Scaled("operating_rounds", 1, 1, "number of operating rounds that the turn has"),
        Scaled("broken", 1, 1, "1 if the bank is broken"),
        Scaled("revenue", 1, HUNDREDTH, "revenue of the run that awaits its dividend"),
        Scaled("sold", players * companies, 1, "1 where a player has sold a company in this round, by player"),
        Scaled("tile", hexes, 1, "number of the tile from 1, by hex; 0: none"),
        Scaled("rotation", hexes, 1 / 6, "its rotation, by hex"),
        Scaled("colour", hexes, 1 / 5, "number of the hex's colour, from white"),
        Scaled("token_hex", tokens, 1, "hex of each token from 1, companies one after another; 0: none"),
        Scaled("token_city", tokens, 1, "its city on that hex"),
    )


def _hot_parts(rules: Ruleset) -> tuple[Hot, ...]:
    """Parts of the second half, in the order in which they are read."""
    setup = rules.setup
    players, companies = setup.players, len(setup.companies)
    return (
        Hot("viewer", 1, players, "the viewer's seat"),
        Hot("to_act", 1, players, "the player to act"),
        Hot("company", 1, companies, "the company that the player acts for"),
        Hot("procedure", 1, len(PROCEDURES), "the procedure, by the number of its frame"),
        Hot("step", 1, len(rules.steps), "the step of the company's turn"),
        Hot("president", companies, players + 4, "the place of the president's certificate, by company"),
        Hot("status", companies, CLOSED + 1, "unstarted, started, floated or closed, by company"),
        Hot("waits", companies, 1, "its turn in the operating round is still to come, by company"),
        Hot("owner", len(setup.privates), players + companies + 2, "closed, or the owner, by private", NOBODY),
        Hot("round", 1, OPERATING_ROUND + 1, "auction, stock or operating round"),
        Hot("phase", 1, len(setup.phases), "the phase"),
        Hot("priority", 1, players, "the player with the priority deal"),
    )
