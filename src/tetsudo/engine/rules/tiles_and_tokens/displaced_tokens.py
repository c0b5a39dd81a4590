"""Displaced tokens, for which a hex has no slot any more: they wait there for the next one.

A waiting token only lets its company build on the hex. The company may take it back at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import CompanyId, HexId, TokenId
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.tokens import current_city, free_slots, reserved_slots
from tetsudo.engine.state.board import face_on, put_token, set_token_waiting, waiting_tokens
from tetsudo.engine.state.state import State


def put_tokens_back(
    rules: Ruleset,
    state: State,
    log: Log,
    hex: HexId,
    tokens: Mapping[TokenId, Sequence[int]],
    order: Sequence[CompanyId],
) -> None:
    """Put tokens back into cities of a hex, in company order; privates' tokens come last.

    `tokens`: the cities that each may take. A token waits there if the only slots left are reserved for others' homes.

    1890-C.10.14-d, 1890-C.10.14-e, 1890-C.10.14-f.
    """
    in_order = sorted(tokens, key=lambda token: _rank(rules, token, order))
    for number, token in enumerate(in_order):
        # so that it is not on a charter, and not a home token still to be placed
        set_token_waiting(state, token, hex, number)
    for token in in_order:
        if not _place_waiting_token(rules, state, log, token, hex, tokens[token]):
            log.append(_waiting_event(rules, token, hex))


def place_waiting_tokens(rules: Ruleset, state: State, log: Log, hex: HexId) -> None:
    """Put tokens that wait on a hex into free slots after a lay, each in its turn (1890-C.10.14-g)."""
    for token in waiting_tokens(state, hex):
        _place_waiting_token(rules, state, log, token, hex, cities_on(rules, state, hex))


def cities_on(rules: Ruleset, state: State, hex: HexId) -> list[int]:
    """Cities of a hex, as node numbers."""
    nodes = rules.setup.faces[face_on(state, hex)].nodes
    return [number for number, node in enumerate(nodes) if node.kind == CITY]


def _place_waiting_token(
    rules: Ruleset, state: State, log: Log, token: TokenId, hex: HexId, cities: Iterable[int]
) -> bool:
    """Put a waiting token into one of the given cities of its hex. Return True if one had a slot for it.

    Its own home comes first.
    """
    owner, home = rules.atlas.ground.token_owner[token], _home_of(rules, state, token)
    for city in sorted(cities, key=lambda city: (hex, city) != home):
        if free_slots(rules, state, hex, city) > reserved_slots(rules, state, owner, hex, city):
            put_token(state, token, hex, city)
            log.append(_token_placed_event(rules, token, hex, city))
            return True
    return False


def _home_of(rules: Ruleset, state: State, token: TokenId) -> tuple[HexId, int] | None:
    """Home that a token belongs to, as hex and city; None if it is not a home token."""
    owner = rules.atlas.ground.token_owner[token]
    if owner >= len(rules.setup.companies):
        return None
    facts, number = rules.setup.companies[owner], token - rules.tokens_from[owner]
    homes = facts.homes
    if number >= len(homes) or facts.chooses_home:
        return None
    hex, city = homes[number]
    return hex, current_city(rules, state, hex, city)


def _rank(rules: Ruleset, token: TokenId, order: Sequence[CompanyId]) -> tuple[int, TokenId]:
    """Sort key of a token: the place of its first company in the order, then its id."""
    ground = rules.atlas.ground
    bearers = [ground.bearer[company] for company in order]
    owner = ground.token_owner[token]
    return bearers.index(owner) if owner in bearers else len(bearers), token


def _token_placed_event(rules: Ruleset, token: TokenId, hex: HexId, city: int) -> events.Event:
    owner, companies = rules.atlas.ground.token_owner[token], len(rules.setup.companies)
    if owner < companies:
        return events.TokenPutBack(owner, hex, city)
    return events.PrivateTokenPlaced(owner - companies, hex, city)


def _waiting_event(rules: Ruleset, token: TokenId, hex: HexId) -> events.Event:
    owner, companies = rules.atlas.ground.token_owner[token], len(rules.setup.companies)
    return events.TokenWaits(owner, hex) if owner < companies else events.PrivateTokenWaits(owner - companies, hex)
