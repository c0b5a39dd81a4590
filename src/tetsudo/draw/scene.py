"""What a picture is made of, read once from setup and state: who is where, what is blocked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, cast

from tetsudo.model.title import PowerData, Private, Setup
from tetsudo.state import CLOSED, MAX_CITIES, UNPLACED, State, bank_of
from tetsudo.units import NOBODY, CompanyId, HexId, OwnerId


class Table(Protocol):
    """Whatever has a setup and a state: a game, or a `Position`."""

    @property
    def setup(self) -> Setup:
        """What is fixed."""

    @property
    def state(self) -> State:
        """What changes."""


class Position(NamedTuple):
    """A setup and a state that are no game."""

    setup: Setup
    state: State


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who is in a slot: a token, or a home that is still reserved."""

    company: CompanyId
    reserved: bool


def first_tokens(setup: Setup) -> list[int]:
    """Where each company's tokens begin in the state's list; one more at the end."""
    offsets = [0]
    for company in setup.companies:
        offsets.append(offsets[-1] + len(company.token_prices))
    return offsets


def tokens_of(setup: Setup, state: State, company: CompanyId) -> list[int]:
    """The places of a company's tokens, placed or not."""
    first = first_tokens(setup)
    return state.tokens[first[company] : first[company + 1]]


def occupants(setup: Setup, state: State) -> dict[tuple[HexId, int], list[Occupant]]:
    """By hex and city: tokens in the order of the companies, then reserved homes."""
    found: dict[tuple[HexId, int], list[Occupant]] = {}
    for company in setup.companies:
        for place in tokens_of(setup, state, company.id):
            if place != UNPLACED:
                found.setdefault(divmod(place, MAX_CITIES), []).append(Occupant(company.id, reserved=False))
    for company in setup.companies:
        if state.status[company.id] == CLOSED:
            continue
        for home, place in zip(company.homes, tokens_of(setup, state, company.id), strict=False):
            if place == UNPLACED:
                found.setdefault(home, []).append(Occupant(company.id, reserved=True))
    return found


def blocked(setup: Setup, state: State) -> dict[HexId, str]:
    """The hexes on which a private forbids track now, with its letter."""
    return {
        hex: private.mark
        for private in setup.privates
        for power in private.powers
        for hex in _blocks(power, private, state)
    }


def _blocks(power: PowerData, private: Private, state: State) -> Iterable[HexId]:
    """The rule of `BlocksHexes`: until the private is a company's, or closed."""
    if power.kind != "blocks_hexes":
        return ()
    owner: OwnerId = state.privates[private.id]
    is_free = owner != NOBODY and (owner < state.players or owner == bank_of(state))
    return cast("tuple[HexId, ...]", power.values["hexes"]) if is_free else ()
