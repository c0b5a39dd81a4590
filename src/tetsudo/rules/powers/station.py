"""A private with a station token of its own, and the passage past it (1890 C.8.2)."""

from __future__ import annotations

from typing import cast

from tetsudo import events
from tetsudo.events import Log
from tetsudo.model.tiles import CITY
from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.building.tokens import free_slots, has_token_on, reserved_slots
from tetsudo.rules.market.money import pay_bank
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import MAX_CITIES, RETURNED, UNPLACED, State, owner_of_company, treasury
from tetsudo.units import NOBODY, CompanyId, FaceId, HexId, Money


class Station(Power):
    """Its private has a token in the city of a hex, from the moment it is bought.

    The tokens there of all companies that are not `spared` go back to them. While only slots are
    left that wait for homes, its token waits beside the city until an upgrade adds one. A
    corporation that is not `barred` may pay `cost` instead of placing a token, and then passes the
    city as if this token were not there; those whose tokens went back need not pay. `State.uses`
    has the bits of the companies that may still come to that.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.token_on = cast("HexId", data.values["token_on"])
        self.passage_cost = cast("Money", data.values["cost"])
        self.spared = frozenset(cast("tuple[CompanyId, ...]", data.values["spared"]))
        barred = cast("tuple[CompanyId, ...]", data.values["barred"])
        self.uses = sum(
            1 << company.id for company in setup.companies if company.kind == "corporation" and company.id not in barred
        )
        self._may_pass = self.uses
        self._token = sum(len(company.token_prices) for company in setup.companies) + sum(
            private.tokens for private in setup.privates[: bearer.private]
        )

    def bought(self, rules: Ruleset, state: State, log: Log) -> None:
        for company in range(state.companies):
            if company not in self.spared:
                self._return_tokens(rules, state, company, log)
        self._place(rules, state, log)
        state.network = None

    def _return_tokens(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        """A company has its tokens of the hex back, and the passage for them."""
        for token in range(rules.tokens_from[company], rules.tokens_from[company + 1]):
            if state.tokens[token] >= 0 and state.tokens[token] // MAX_CITIES == self.token_on:
                state.tokens[token] = RETURNED
                state.uses[self.id] &= ~(1 << company)
                log.append(events.TokenReturned(company, self.token_on))

    def _place(self, rules: Ruleset, state: State, log: Log) -> None:
        """Put its token where there is room."""
        hex = self.token_on
        for city, node in enumerate(rules.setup.faces[state.tiles[hex]].nodes):
            if node.kind == CITY and free_slots(rules, state, hex, city) > reserved_slots(
                rules, state, NOBODY, hex, city
            ):
                state.tokens[self._token] = hex * MAX_CITIES + city
                log.append(events.PrivateTokenPlaced(self.private, hex, city))
                return

    def after_lay(self, rules: Ruleset, state: State, company: CompanyId, hex: HexId, log: Log) -> None:
        if hex == self.token_on and state.tokens[self._token] == UNPLACED and self.owner(state) != NOBODY:
            self._place(rules, state, log)

    def passage_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        if state.tokens[self._token] == UNPLACED:
            return "passage_none"
        if not self._may_pass >> company & 1:
            return "passage_barred"
        if not state.uses[self.id] >> company & 1 or has_token_on(rules, state, company, self.token_on):
            return "passage_had"
        return "passage_cost" if treasury(state, company) < self.passage_cost else ""

    def pay_passage(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        pay_bank(state, owner_of_company(state, company), self.passage_cost)
        state.uses[self.id] &= ~(1 << company)
        state.network = None
        log.append(events.PassageBought(company, self.private, self.passage_cost))

    def ignores(self, company: CompanyId, hex: HexId, face: FaceId, node: int, mark: int) -> bool:
        return hex == self.token_on and bool(self._may_pass & ~mark & 1 << company)

    def mark(self, state: State) -> int:
        return state.uses[self.id]
