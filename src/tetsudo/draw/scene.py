"""Contents of a picture, read once from setup and state: occupants of slots, blocked hexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from tetsudo.core.units import CompanyId, HexId
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.ruleset.active_powers import powers_of
from tetsudo.engine.state.board import token_places, waiting_spot, waiting_tokens
from tetsudo.engine.state.rows import TupleRow
from tetsudo.engine.state.state import MAX_CITIES, UNPLACED, WAITING, State, is_closed


class Situation(Protocol):
    """Object with a setup and a state: a game, or a `Position`."""

    @property
    def setup(self) -> Setup:
        """Fixed part."""

    @property
    def state(self) -> State:
        """Changing part."""


class Position(NamedTuple):
    """Setup and state without a game."""

    setup: Setup
    state: State


@dataclass(frozen=True, slots=True)
class Occupant:
    """Occupant of a slot: a token, or a reserved home."""

    symbol: str
    colour: str
    reserved: bool


PRIVATE_TOKEN_COLOUR: Final = "#6b6b6b"
"""Colour of privates' tokens, which have no colour of their own."""


FACE_DOWN_COLOUR: Final = "#c4c4c4"
"""Colour of the back of a token."""


def first_tokens(setup: Setup) -> list[int]:
    """Index of each company's first token in the state's list, followed by the end."""
    offsets = [0]
    for company in setup.companies:
        offsets.append(offsets[-1] + len(company.token_prices))
    return offsets


def tokens_of(setup: Setup, state: State, company: CompanyId) -> TupleRow:
    """Places of a company's tokens, placed or not."""
    first = first_tokens(setup)
    return token_places(state, first[company], first[company + 1])


def occupants(setup: Setup, state: State) -> dict[tuple[HexId, int], list[Occupant]]:
    """Occupants by hex and city: tokens in the order of the companies, then of the privates, then reserved homes."""
    found: dict[tuple[HexId, int], list[Occupant]] = {}
    down = face_down_tokens(setup, state) if setup.powers else frozenset()
    for (symbol, colour), place in zip(_token_owners(setup), token_places(state), strict=True):
        if place >= 0:
            hex, city = divmod(place, MAX_CITIES)
            shown = FACE_DOWN_COLOUR if (symbol, hex) in down else colour
            found.setdefault((hex, city), []).append(Occupant(symbol, shown, reserved=False))
    for company in setup.companies:
        if is_closed(state, company.id):
            continue
        tokens = tokens_of(setup, state, company.id)
        for number, home in enumerate(company.reserved_homes):
            if tokens[0 if company.chooses_home else number] == UNPLACED:
                found.setdefault(home, []).append(Occupant(company.symbol, company.colour, reserved=True))
    return found


def face_down_tokens(setup: Setup, state: State) -> frozenset[tuple[str, HexId]]:
    """Face-down tokens, by symbol and hex."""
    before = sum(len(each.powers) for each in setup.privates) + sum(len(each.powers) for each in setup.companies)
    powers = powers_of(setup, setup, before)
    return frozenset(
        (company.symbol, place // MAX_CITIES)
        for power in powers
        for company in setup.companies
        for place in tokens_of(setup, state, company.id)
        if place >= 0 and power.is_down(company.id, place // MAX_CITIES, power.mark(state))
    )


def waiting_tokens_by_hex(setup: Setup, state: State) -> dict[HexId, list[Occupant]]:
    """Waiting tokens by hex, in their order."""
    bearers, here = _token_owners(setup), {waiting_spot(place)[0] for place in token_places(state) if place <= WAITING}
    return {hex: [Occupant(*bearers[token], reserved=False) for token in waiting_tokens(state, hex)] for hex in here}


def _token_owners(setup: Setup) -> list[tuple[str, str]]:
    """Symbol and colour of the owner of each token in the state's list."""
    found = [(company.symbol, company.colour) for company in setup.companies for _ in company.token_prices]
    return found + [(private.symbol, PRIVATE_TOKEN_COLOUR) for private in setup.privates for _ in range(private.tokens)]


def blocked_hexes(setup: Setup, state: State) -> dict[HexId, str]:
    """Hexes that a private blocks now, with its mark."""
    return {
        hex: private.mark
        for private in setup.privates
        for power in powers_of(private, setup)
        if power.blocks(state)
        for hex in power.hexes_blocked
    }
