"""Station tokens on the board: homes, and free slots in cities."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, Money
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.board import (
    face_on,
    is_token_on,
    put_token,
    remove_token,
    token_hex,
    token_place,
    token_places,
    tokens_in,
    waiting_hex,
    waiting_spot,
)
from tetsudo.engine.state.state import RETURNED, UNPLACED, WAITING, State, is_closed, is_floated


def next_token(rules: Ruleset, state: State, company: CompanyId) -> int:
    """Index in the state's list of the company's next token to be paid for; NOBODY if it has none.

    Home tokens come first in the list, and count here only once they have come back. Returned tokens are used last.

    1888*-TOK-07, 1890-10.4.2-d.
    """
    first, after = rules.tokens_from[company], rules.tokens_from[company + 1]
    bought = first + rules.setup.companies[company].home_tokens
    tokens = state.tokens
    for token in range(bought, after):
        if tokens[token] == UNPLACED:
            return token
    for token in range(first, after):
        if tokens[token] == RETURNED:
            return token
    return NOBODY


def token_price(rules: Ruleset, state: State, company: CompanyId, token: int) -> int:
    """Price of placing a token."""
    if token_place(state, token) == RETURNED:
        return rules.settings.returned_token  # 1890-C.8.2-f
    # 1889-TOK-03, 1888*-TOK-08, 1888*-TOK-09, 1890-10.4.2-b
    return rules.setup.companies[company].token_prices[token - rules.tokens_from[company]]


def far_token_power(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> Power[Ruleset] | None:
    """Power by which a company may place its next token on a hex without connection; None if there is none."""
    for power in rules.powers.far_tokens:
        if power.far_token(state, company) == hex:
            return power
    return None


def price_on(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> Money:
    """Price of a company's next token on a hex."""
    far = far_token_power(rules, state, company, hex)
    if far is not None:
        return far.far_token_cost()
    return token_price(rules, state, company, next_token(rules, state, company))


def current_homes(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, int]]:
    """A company's homes as hex and city, with cities renumbered by upgrades (1890-10.4.1-b)."""
    return [(hex, current_city(rules, state, hex, city)) for hex, city in rules.setup.companies[company].homes]


def current_city(rules: Ruleset, state: State, hex: HexId, city: int) -> int:
    """Current number of a city of the printed hex."""
    face, printed = face_on(state, hex), rules.setup.map.hexes[hex].printed
    return city if face == printed else rules.atlas.city_moves(printed, face)[city]


def place_homes(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Put a company's home tokens on the board, free (1889-BUY-16, 1889-OR-02).

    If another company's token serves it too, that one is placed. Tokens that are taken over from minors, or come with
    phases, or wait for a choice, are not placed here.

    1889-TOK-02, 1888*-HOM-02, 1888*-HOM-03, 1890-10.4.2-e.
    """
    facts = rules.setup.companies[company]
    if facts.bearer != NOBODY:
        place_homes(rules, state, log, facts.bearer)
    if facts.forms is not None or facts.home_phases or facts.chooses_home or not pending_homes(rules, state, company):
        return
    for number, (hex, city) in enumerate(current_homes(rules, state, company)):
        put_home(rules, state, log, company, number, hex, city)


def put_home(rules: Ruleset, state: State, log: Log, company: CompanyId, number: int, hex: HexId, city: int) -> None:
    """Put a company's token of its home `number` on the board, free."""
    put_token(state, rules.tokens_from[company] + number, hex, city)
    log.append(events.TokenPlaced(company, hex, city, 0))


def place_due_homes(rules: Ruleset, state: State, log: Log) -> None:
    """Place all home tokens that come with phases and can be placed now (1890-C.10.11-d)."""
    for company in rules.homes_by_phase:
        if is_floated(state, company):
            place_due_homes_of(rules, state, log, company)


def place_due_homes_of(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Place the home tokens that are due for one company that operates."""
    phases = rules.setup.companies[company].home_phases
    for number, (phase, (hex, city)) in enumerate(zip(phases, current_homes(rules, state, company), strict=True)):
        if state.phase >= phase and may_put_home(rules, state, company, number, hex, city):
            put_home(rules, state, log, company, number, hex, city)


def may_put_home(rules: Ruleset, state: State, company: CompanyId, number: int, hex: HexId, city: int) -> bool:
    """True if a home token may be placed now: not yet there, a slot free and, where required, connected.

    1890-C.10.11-f.
    """
    if (hex, city) not in pending_homes(rules, state, company) or free_slots(rules, state, hex, city) <= 0:
        return False
    reach = rules.atlas.network(state).reach(company)
    # The first token has nothing to connect to.
    return not rules.settings.connected_homes or not reach.cities or (hex, city) in reach.cities


def pending_homes(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, int]]:
    """Homes that wait for a company's token and reserve a slot for it, as hex and city.

    A company that takes over the tokens of minors waits for none of its own. A home does not wait either where another
    of the company's tokens stands. If it chooses its home, all wait until it has done so.

    1890-A.8.3-e, 1890-C.10.11-e.
    """
    first, facts = rules.tokens_from[company], rules.setup.companies[company]
    if facts.forms is not None or is_closed(state, company):  # 1890-10.4.1-c
        return []
    if facts.chooses_home:
        return current_homes(rules, state, company) if token_place(state, first) == UNPLACED else []
    return [
        (hex, city)
        for number, (hex, city) in enumerate(current_homes(rules, state, company))
        if token_place(state, first + number) == UNPLACED and not has_token_on(rules, state, company, hex)
    ]


def free_slots(rules: Ruleset, state: State, hex: HexId, city: int) -> int:
    """Number of slots of a city without a token (1888*-UPG-11, 1890-10.4.3-e)."""
    slots = rules.setup.faces[face_on(state, hex)].nodes[city].slots
    return slots - tokens_in(state, hex, city)


def reserved_slots(rules: Ruleset, state: State, company: CompanyId, hex: HexId, city: int) -> int:
    """Number of slots reserved for the home tokens of other companies (1889-TOK-06, 1888*-TOK-13, 1890-10.4.3-d)."""
    count = 0
    for other in rules.homes_on[hex]:
        if other != company and (hex, city) in pending_homes(rules, state, other):
            count += 1
    return count


def keeps_slots(rules: Ruleset, state: State, hex: HexId, face: FaceId) -> bool:
    """True if a replacement face has a slot for every token and every reserved home on a hex.

    1890-10.3.1.4-d.
    """
    return has_slots_for(rules, slots_held(rules, state, hex), face_on(state, hex), face)


def slots_held(rules: Ruleset, state: State, hex: HexId) -> list[int]:
    """Number of slots that tokens and reserved homes hold, by node of the face on a hex."""
    return [
        tokens_in(state, hex, city) + reserved_slots(rules, state, NOBODY, hex, city)
        for city in range(len(rules.setup.faces[face_on(state, hex)].nodes))
    ]


def has_slots_for(rules: Ruleset, held: list[int], old: FaceId, face: FaceId) -> bool:
    """True if a face has all the slots that are held on the face it replaces."""
    nodes, moves = rules.setup.faces[face].nodes, rules.atlas.city_moves(old, face)
    free = [node.slots for node in nodes]
    for city, count in enumerate(held):
        if count:
            to = moves[city]
            free[to] -= count
            if free[to] < 0:
                return False
    return True


def return_tokens(rules: Ruleset, state: State, log: Log, hex: HexId) -> None:
    """Return all companies' tokens on a hex, to be placed again as returned ones are."""
    for company in range(state.companies):
        for token in range(rules.tokens_from[company], rules.tokens_from[company + 1]):
            if hex in (token_hex(state, token), waiting_hex(state, token)):
                remove_token(state, token, RETURNED)
                log.append(events.TokenReturned(company, hex))


def has_token_on(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> bool:
    """True if a company has a token in a city of a hex."""
    return is_token_on(state, hex, rules.tokens_from[company], rules.tokens_from[company + 1])


def companies_with_token_on(rules: Ruleset, state: State, hex: HexId) -> list[CompanyId]:
    """Companies with a token in a city of a hex."""
    return [company for company in range(state.companies) if has_token_on(rules, state, company, hex)]


def has_token_waiting(rules: Ruleset, state: State, company: CompanyId, hex: HexId) -> bool:
    """True if a token of a company waits on a hex."""
    return hex in waiting_hexes(rules, state, company)


def waiting_hexes(rules: Ruleset, state: State, company: CompanyId) -> list[HexId]:
    """Hexes on which tokens of a company wait."""
    places = token_places(state, rules.tokens_from[company], rules.tokens_from[company + 1])
    return [waiting_spot(place)[0] for place in places if place <= WAITING]
