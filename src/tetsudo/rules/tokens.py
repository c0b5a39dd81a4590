"""Station tokens: homes, and one a turn for money (1889 TOK)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tetsudo.actions import Action, Descriptor, PlaceToken
from tetsudo.events import Event, Log
from tetsudo.model.tiles import CITY
from tetsudo.rules.money import pay_bank
from tetsudo.rules.steps import Step, next_step
from tetsudo.state import CLOSED, MAX_CITIES, UNPLACED, State, owner_of_company, treasury
from tetsudo.units import NOBODY, CompanyId, HexId, PlayerId

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset


def next_token(rules: Ruleset, state: State, company: CompanyId) -> int:
    """The place in the state's list of a company's next unplaced token; NOBODY if it has none."""
    for token in range(rules.tokens_from[company], rules.tokens_from[company + 1]):
        if state.tokens[token] == UNPLACED:
            return token
    return NOBODY


def token_price(rules: Ruleset, company: CompanyId, token: int) -> int:
    """What a token costs."""
    return rules.setup.companies[company].token_prices[token - rules.tokens_from[company]]


def homes_now(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, int]]:
    """A company's homes as hex and city, where upgrades have renumbered cities too."""
    return [(hex, city_now(rules, state, hex, city)) for hex, city in rules.setup.companies[company].homes]


def city_now(rules: Ruleset, state: State, hex: HexId, city: int) -> int:
    """The city that a city of the printed hex has become."""
    face, printed = state.tiles[hex], rules.setup.map.hexes[hex].printed
    return city if face == printed else rules.atlas.city_moves(printed, face)[city]


def place_homes(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Put a company's home tokens on the board, free (1889 BUY-16, OR-02)."""
    if state.tokens[rules.tokens_from[company]] != UNPLACED:
        return
    for offset, (hex, city) in enumerate(homes_now(rules, state, company)):
        state.tokens[rules.tokens_from[company] + offset] = hex * MAX_CITIES + city
        log.append(Event("token_placed", (company, hex, city, 0)))
    state.network = None


def free_slots(rules: Ruleset, state: State, hex: HexId, city: int) -> int:
    """Slots of a city without a token."""
    slots = rules.setup.faces[state.tiles[hex]].nodes[city].slots
    return slots - state.tokens.count(hex * MAX_CITIES + city)


def reserved_slots(rules: Ruleset, state: State, company: CompanyId, hex: HexId, city: int) -> int:
    """Slots that wait for the home tokens of other companies (1889 TOK-06)."""
    return sum(
        other != company
        and state.status[other] != CLOSED
        and state.tokens[rules.tokens_from[other]] == UNPLACED
        and (hex, city) in homes_now(rules, state, other)
        for other in rules.homes_on[hex]
    )


def has_token_on(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> bool:
    """Whether a company has a token anywhere on a hex."""
    own = state.tokens[rules.tokens_from[company] : rules.tokens_from[company + 1]]
    return any(place != UNPLACED and place // MAX_CITIES == hex for place in own)


def token_refusal(rules: Ruleset, state: State, company: CompanyId, hex: HexId, city: int) -> str:
    """Why a company may not place its next token in a city."""
    nodes = rules.setup.faces[state.tiles[hex]].nodes
    if city >= len(nodes) or nodes[city].kind != CITY:
        return "no_city"
    token = next_token(rules, state, company)
    if token == NOBODY:
        return "no_token_left"
    if treasury(state, company) < token_price(rules, company, token):
        return "token_cost"
    if has_token_on(rules, state, company, hex):
        return "token_twice"
    free = free_slots(rules, state, hex, city)
    if free <= 0:
        return "city_full"
    if free <= reserved_slots(rules, state, company, hex, city):
        return "city_reserved"
    return "" if (hex, city) in rules.atlas.network(state).reach(company).cities else "token_unconnected"


def _placements(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[Descriptor]:
    token = next_token(rules, state, company)
    if token == NOBODY or treasury(state, company) < token_price(rules, company, token):
        return
    for hex, city in rules.atlas.network(state).reach(company).cities:
        if not token_refusal(rules, state, company, hex, city):
            yield PlaceToken(player, company, hex, city)


class TokenStep(Step):
    """One token in a connected city (1889 TOK-01)."""

    name = "token"
    actions = (PlaceToken,)

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        return any(True for _ in _placements(rules, state, company, NOBODY))

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return list(_placements(rules, state, company, player))

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        assert isinstance(action, PlaceToken)
        return token_refusal(rules, state, company, action.hex, action.city)

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        assert isinstance(action, PlaceToken)
        token = next_token(rules, state, company)
        price = token_price(rules, company, token)
        pay_bank(state, owner_of_company(state, company), price)
        state.tokens[token] = action.hex * MAX_CITIES + action.city
        state.network = None
        log.append(Event("token_placed", (company, action.hex, action.city, price)))
        next_step(state)
