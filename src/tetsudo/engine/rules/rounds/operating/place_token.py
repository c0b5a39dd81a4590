"""Token step: one token in a connected city, or a passage."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core import events
from tetsudo.core.actions import Action, BuyPassage, Descriptor, PlaceToken
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, CompanyId, HexId, PlayerId
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.rules.flow.bounds import ALL
from tetsudo.engine.rules.flow.step import Step, next_step
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import pay_bank
from tetsudo.engine.rules.tiles_and_tokens.tokens import (
    far_token_power,
    free_slots,
    has_token_on,
    has_token_waiting,
    next_token,
    price_on,
    reserved_slots,
    token_price,
    waiting_hexes,
)
from tetsudo.engine.state.board import face_on, put_token
from tetsudo.engine.state.state import State, owner_of_company, treasury


def token_refusal(rules: Ruleset, state: State, company: CompanyId, hex: HexId, city: int) -> str:
    """Refusal code for a company's next token in a city; "" if allowed."""
    nodes = rules.setup.faces[face_on(state, hex)].nodes
    if city >= len(nodes) or nodes[city].kind != CITY:
        return "no_city"
    token = next_token(rules, state, company)
    if token == NOBODY:
        return "no_token_left"
    far = far_token_power(rules, state, company, hex)
    if far is None and treasury(state, company) < token_price(rules, state, company, token):
        return "token_cost"
    code = _slot_refusal(rules, state, company, hex, city)
    if code:
        return code
    if far is not None:
        return "" if treasury(state, company) >= far.far_token_cost() else "token_cost"
    return "" if (hex, city) in rules.atlas.network(state).reach(company).cities else "token_unconnected"


def _slot_refusal(rules: Ruleset, state: State, company: CompanyId, hex: HexId, city: int) -> str:
    """Refusal code if a city has no slot for a company's token; "" otherwise."""
    if has_token_on(rules, state, company, hex) or has_token_waiting(rules, state, company, hex):
        return "token_twice"
    free = free_slots(rules, state, hex, city)
    if free <= 0:
        return "city_full"
    return "city_reserved" if free <= reserved_slots(rules, state, company, hex, city) else ""


def _cities(rules: Ruleset, state: State, hex: HexId) -> list[int]:
    """Cities of a hex, as node numbers; [0] if it has none."""
    nodes = rules.setup.faces[face_on(state, hex)].nodes
    return [number for number, node in enumerate(nodes) if node.kind == CITY] or [0]


def _placements(
    rules: Ruleset, state: State, company: CompanyId, player: PlayerId, enough: int = ALL
) -> list[Descriptor]:
    """Legal placements of a company's next token; the first `enough`."""
    found: list[Descriptor] = []
    token = next_token(rules, state, company)
    if token == NOBODY:
        return found
    for power in rules.powers.far_tokens:
        hex = power.far_token(state, company)
        if hex != NOBODY:
            placements = [PlaceToken(player, company, hex, city) for city in _cities(rules, state, hex)]
            found += [each for each in placements if not token_refusal(rules, state, company, hex, each.city)]
    if treasury(state, company) < token_price(rules, state, company, token):
        return found
    # In an unconnected city the token would be refused.
    for hex, city in rules.atlas.network(state).reach(company).cities:
        if not _slot_refusal(rules, state, company, hex, city):
            if rules.powers.far_tokens and far_token_power(rules, state, company, hex) is not None:
                continue  # listed already
            found.append(PlaceToken(player, company, hex, city))
            if len(found) == enough:
                break
    return found


def _passages(rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
    """Tokens of privates that a company may pay to pass."""
    return [
        BuyPassage(player, company, power.private)
        for power in rules.powers.passages
        if not power.passage_refusal(rules, state, company)
    ]


def _passed_power(rules: Ruleset, action: BuyPassage) -> Power[Ruleset]:
    """Power whose token an action pays to pass; one that refuses everything if there is none."""
    for power in rules.powers.passages:
        if power.private == action.private:
            return power
    return rules.powers.none


class TokenStep(Step):
    """Step for one token in a connected city (1889-TOK-01), or a passage instead.

    It also waits if the company has a waiting token to take back.

    1888*-ACT-03, 1888*-TOK-07, 1890-10.4.2-a, 1890-C.8.2-j.
    """

    name = "token"
    actions = (PlaceToken, BuyPassage)

    def has_decision(self, rules: Ruleset, state: State, company: CompanyId) -> bool:
        if _placements(rules, state, company, NOBODY, enough=1) or waiting_hexes(rules, state, company):
            return True
        return bool(_passages(rules, state, company, NOBODY))

    def candidates(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> Iterator[Descriptor]:
        for power in rules.powers.passages:
            yield BuyPassage(player, company, power.private)

    def candidates_on(
        self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId, hex: HexId
    ) -> Iterator[Descriptor]:
        for city in _cities(rules, state, hex):
            yield PlaceToken(player, company, hex, city)

    def listing(self, rules: Ruleset, state: State, company: CompanyId, player: PlayerId) -> list[Descriptor]:
        return _placements(rules, state, company, player) + _passages(rules, state, company, player)

    def refusal(self, rules: Ruleset, state: State, company: CompanyId, action: Action) -> str:
        if type(action) is BuyPassage:
            return _passed_power(rules, action).passage_refusal(rules, state, company)
        assert isinstance(action, PlaceToken)
        return token_refusal(rules, state, company, action.hex, action.city)

    def perform(self, rules: Ruleset, state: State, company: CompanyId, action: Action, log: Log) -> None:
        if type(action) is BuyPassage:
            _passed_power(rules, action).pay_passage(rules, state, company, log)
        else:
            assert isinstance(action, PlaceToken)
            _place(rules, state, company, action, log)
        next_step(state)


def _place(rules: Ruleset, state: State, company: CompanyId, action: PlaceToken, log: Log) -> None:
    token = next_token(rules, state, company)
    price = price_on(rules, state, company, action.hex)
    pay_bank(state, owner_of_company(state, company), price)
    put_token(state, token, action.hex, action.city)
    log.append(events.TokenPlaced(company, action.hex, action.city, price))
