"""Station tokens: homes, and one a turn for money (1889 TOK)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from tetsudo.actions import Action, BuyPassage, Descriptor, PlaceToken
from tetsudo.events import Event, Log
from tetsudo.model.tiles import CITY
from tetsudo.rules.money import pay_bank
from tetsudo.rules.steps import Step, next_step
from tetsudo.state import CLOSED, MAX_CITIES, RETURNED, UNPLACED, State, is_floated, owner_of_company, treasury
from tetsudo.units import NOBODY, CompanyId, FaceId, HexId, PlayerId

if TYPE_CHECKING:
    from tetsudo.rules.powers.power import Power
    from tetsudo.rules.ruleset import Ruleset


def next_token(rules: Ruleset, state: State, company: CompanyId) -> int:
    """The place in the state's list of a company's next token to be paid for; NOBODY if it has none.

    Those of its homes come first in the list, and are never placed so. Returned ones come last.
    """
    first, after = rules.tokens_from[company : company + 2]
    first += len(rules.setup.companies[company].homes)
    for where in (UNPLACED, RETURNED):
        if where in state.tokens[first:after]:
            return state.tokens.index(where, first)
    return NOBODY


def token_price(rules: Ruleset, state: State, company: CompanyId, token: int) -> int:
    """What a token costs."""
    if state.tokens[token] == RETURNED:
        return rules.numbers.returned_token
    return rules.setup.companies[company].token_prices[token - rules.tokens_from[company]]


def homes_now(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, int]]:
    """A company's homes as hex and city, where upgrades have renumbered cities too."""
    return [(hex, city_now(rules, state, hex, city)) for hex, city in rules.setup.companies[company].homes]


def city_now(rules: Ruleset, state: State, hex: HexId, city: int) -> int:
    """The city that a city of the printed hex has become."""
    face, printed = state.tiles[hex], rules.setup.map.hexes[hex].printed
    return city if face == printed else rules.atlas.city_moves(printed, face)[city]


def place_homes(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Put a company's home tokens on the board, free (1889 BUY-16, OR-02).

    Of a company without tokens, that which serves it too. Tokens that are taken over from
    minors, or come with phases, are not placed so.
    """
    facts = rules.setup.companies[company]
    if facts.bearer != NOBODY:
        place_homes(rules, state, log, facts.bearer)
    if facts.forms is not None or facts.home_phases or not pending_homes(rules, state, company):
        return
    for number, (hex, city) in enumerate(homes_now(rules, state, company)):
        put_home(rules, state, log, company, number, hex, city)


def put_home(rules: Ruleset, state: State, log: Log, company: CompanyId, number: int, hex: HexId, city: int) -> None:
    """Put a company's token of its home `number` on the board, free."""
    state.tokens[rules.tokens_from[company] + number] = hex * MAX_CITIES + city
    state.network = None
    log.append(Event("token_placed", (company, hex, city, 0)))


def place_due_homes(rules: Ruleset, state: State, log: Log) -> None:
    """Home tokens that come with phases: all that can be placed now are."""
    for company in rules.homes_by_phase:
        if not is_floated(state, company):
            continue
        phases = rules.setup.companies[company].home_phases
        for number, (phase, (hex, city)) in enumerate(zip(phases, homes_now(rules, state, company), strict=True)):
            if state.phase >= phase and may_put_home(rules, state, company, number, hex, city):
                put_home(rules, state, log, company, number, hex, city)


def may_put_home(rules: Ruleset, state: State, company: CompanyId, number: int, hex: HexId, city: int) -> bool:
    """Whether a home token may be placed now: not yet there, a slot free and, where that is the rule, connected."""
    if (hex, city) not in pending_homes(rules, state, company) or free_slots(rules, state, hex, city) <= 0:
        return False
    reach = rules.atlas.network(state).reach(company)
    # The first has nothing to be connected to.
    return not rules.numbers.connected_homes or not reach.cities or (hex, city) in reach.cities


def pending_homes(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, int]]:
    """The homes that wait for a token of a company and keep a slot for it, as hex and city.

    A company that takes over the tokens of minors waits for none of its own, and none is
    placed where another of its tokens stands.
    """
    first = rules.tokens_from[company]
    if rules.setup.companies[company].forms is not None or state.status[company] == CLOSED:
        return []
    return [
        (hex, city)
        for number, (hex, city) in enumerate(homes_now(rules, state, company))
        if state.tokens[first + number] == UNPLACED and not has_token_on(rules, state, company, hex)
    ]


def free_slots(rules: Ruleset, state: State, hex: HexId, city: int) -> int:
    """Slots of a city without a token."""
    slots = rules.setup.faces[state.tiles[hex]].nodes[city].slots
    return slots - state.tokens.count(hex * MAX_CITIES + city)


def reserved_slots(rules: Ruleset, state: State, company: CompanyId, hex: HexId, city: int) -> int:
    """Slots that wait for the home tokens of other companies (1889 TOK-06)."""
    return sum(other != company and (hex, city) in pending_homes(rules, state, other) for other in rules.homes_on[hex])


def keeps_slots(rules: Ruleset, state: State, hex: HexId, face: FaceId) -> bool:
    """Whether a face that would replace what lies on a hex has a slot for every token and every reserved home there."""
    moves = rules.atlas.city_moves(state.tiles[hex], face)
    wanted = [0] * len(rules.setup.faces[face].nodes)
    for city, to in enumerate(moves):
        wanted[to] += state.tokens.count(hex * MAX_CITIES + city) + reserved_slots(rules, state, NOBODY, hex, city)
    return all(count <= node.slots for count, node in zip(wanted, rules.setup.faces[face].nodes, strict=True))


def has_token_on(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> bool:
    """Whether a company has a token anywhere on a hex."""
    own = state.tokens[rules.tokens_from[company] : rules.tokens_from[company + 1]]
    return any(place >= 0 and place // MAX_CITIES == hex for place in own)


def token_refusal(rules: Ruleset, state: State, company: CompanyId, hex: HexId, city: int) -> str:
    """Why a company may not place its next token in a city."""
    nodes = rules.setup.faces[state.tiles[hex]].nodes
    if city >= len(nodes) or nodes[city].kind != CITY:
        return "no_city"
    token = next_token(rules, state, company)
    if token == NOBODY:
        return "no_token_left"
    if treasury(state, company) < token_price(rules, state, company, token):
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
    if token == NOBODY or treasury(state, company) < token_price(rules, state, company, token):
        return
    for hex, city in rules.atlas.network(state).reach(company).cities:
        if not token_refusal(rules, state, company, hex, city):
            yield PlaceToken(player, company, hex, city)


def _passages(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[Descriptor]:
    for power in rules.passages:
        if not power.passage_refusal(rules, state, company):
            yield BuyPassage(player, company, power.private)


def _passed(rules: Ruleset, action: BuyPassage) -> Power:
    """The power past whose token an action pays, or one that refuses everything."""
    for power in rules.passages:
        if power.private == action.private:
            return power
    return rules.no_power


class TokenStep(Step):
    """One token in a connected city (1889 TOK-01), or a passage instead (1890 C.8.2)."""

    name = "token"
    actions = (PlaceToken, BuyPassage)

    def waits(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        offers = chain(_placements(rules, state, company, NOBODY), _passages(rules, state, company, NOBODY))
        return any(True for _ in offers)

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return [*_placements(rules, state, company, player), *_passages(rules, state, company, player)]

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        if isinstance(action, BuyPassage):
            return _passed(rules, action).passage_refusal(rules, state, company)
        assert isinstance(action, PlaceToken)
        return token_refusal(rules, state, company, action.hex, action.city)

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        if isinstance(action, BuyPassage):
            _passed(rules, action).pay_passage(rules, state, company, log)
        else:
            assert isinstance(action, PlaceToken)
            _place(rules, state, company, action, log)
        next_step(state)


def _place(rules: Ruleset, state: State, company: CompanyId, action: PlaceToken, log: Log) -> None:
    token = next_token(rules, state, company)
    price = token_price(rules, state, company, token)
    pay_bank(state, owner_of_company(state, company), price)
    state.tokens[token] = action.hex * MAX_CITIES + action.city
    state.network = None
    log.append(Event("token_placed", (company, action.hex, action.city, price)))
