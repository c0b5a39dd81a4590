"""Money from the bank besides the fixed income: for tokens, once in a phase, for lays, for calls of trains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tetsudo import events
from tetsudo.actions import Route
from tetsudo.events import Log
from tetsudo.model.title import PowerData, Setup
from tetsudo.routes.valuation import Call
from tetsudo.rules.building.tokens import has_token_on
from tetsudo.rules.market.money import bank_pays
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State, owner_of_company
from tetsudo.units import NOBODY, CompanyId, FaceId, HexId, Money


def grant(rules: Ruleset, state: State, log: Log, company: CompanyId, hex: HexId, amount: Money) -> None:
    """The bank pays into a treasury, for something on a hex."""
    bank_pays(rules, state, log, owner_of_company(state, company), amount)
    log.append(events.Granted(company, hex, amount))


class PaysForToken(Power):
    """At the income step companies with a token on a hex receive an `amount` (1890 C.8.2, 1890 C.8.4).

    A company's own power pays that company; a private's pays `company`, or else every corporation,
    once the private is owned.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.token_on = cast("HexId", data.values["token_on"])
        self.amount = cast("Money", data.values["amount"])
        named = bearer.company if bearer.company != NOBODY else cast("CompanyId", data.values["company"])
        self.companies = tuple(
            company.id
            for company in setup.companies
            if (company.kind == "corporation" if named == NOBODY else company.id == named)
        )

    def also_pays(self, rules: Ruleset, state: State, log: Log) -> None:
        if self.owner(state) == NOBODY:
            return
        for company in self.companies:
            if has_token_on(rules, state, company, self.token_on):
                grant(rules, state, log, company, self.token_on, self.amount)


class PaysOnce(Power):
    """In the first operating round that begins in a phase or later, its private pays `income` instead (1890 C.8.2).

    It pays its owner, if that is whom data name.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.phase = cast("int", data.values["phase"])
        self.other_income = cast("Money", data.values["income"])
        self.uses = 1

    def income(self, state: State, income: Money) -> Money:
        return self.other_income if self._is_due(state) and self.owner(state) != NOBODY else income

    def also_pays(self, rules: Ruleset, state: State, log: Log) -> None:
        """That round is over for it, whether anybody owned it or not."""
        if self._is_due(state):
            state.uses[self.id] = 0

    def _is_due(self, state: State) -> bool:
        return state.uses[self.id] > 0 and state.phase >= self.phase


class PaidForLays(Power):
    """A company receives an `amount` for each tile of a `colour` that it lays (1890 C.8.4)."""

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.colour = cast("int", data.values["colour"])
        self.amount = cast("Money", data.values["amount"])

    def after_lay(self, rules: Ruleset, state: State, company: CompanyId, hex: HexId, log: Log) -> None:
        if company == self.company and rules.setup.faces[state.tiles[hex]].colour == self.colour:
            grant(rules, state, log, company, hex, self.amount)


class RunBonus(Power):
    """A run that calls at a hex where a tile of a `colour` lies earns `amount` more, once however often it calls.

    The bank pays `treasury` into the company's besides (1890 C.8.4). What is earned more is the
    valuation's: see `rules.ruleset.bonuses`.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.call = cast("HexId", data.values["call"])
        colour = cast("int", data.values["colour"])
        self.faces = frozenset(face.id for face in setup.faces if face.colour == colour)
        self.amount = cast("Money", data.values["amount"])
        self.treasury = cast("Money", data.values["treasury"])

    def after_run(self, rules: Ruleset, state: State, company: CompanyId, routes: Sequence[Route], log: Log) -> None:
        if company != self.company or self.paid_call(state.tiles) is None:
            return
        if any(self.call in route.hexes for route in routes):
            grant(rules, state, log, company, self.call, self.treasury)

    def paid_call(self, tiles: Sequence[FaceId]) -> Call | None:
        """The call that pays on a map; None before such a tile lies there."""
        return Call(self.call, self.amount) if tiles[self.call] in self.faces else None


class PaidForCalls(Power):
    """Its owner is paid for each route of a company without a token on a hex that calls there (1890 C.8.2).

    The bank pays `percent` of the city's value, rounded down; the revenue stays as it is. The hex
    has one city where all of its track meets, so that who passes it calls there.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.call = cast("HexId", data.values["call"])
        self.percent = cast("int", data.values["percent"])

    def after_run(self, rules: Ruleset, state: State, company: CompanyId, routes: Sequence[Route], log: Log) -> None:
        owner = self.owner(state)
        if owner == NOBODY or has_token_on(rules, state, company, self.call):
            return
        network = rules.atlas.network(state)
        city = rules.setup.faces[state.tiles[self.call]].nodes[0]
        for route in routes:
            if self.call not in route.hexes:
                continue
            column = rules.valuation.column(network, route.train, rules.setup.phases[state.phase].offboard)
            amount = city.revenue[column] * self.percent // 100
            bank_pays(rules, state, log, owner, amount)
            log.append(events.Income(self.private, owner, amount))
