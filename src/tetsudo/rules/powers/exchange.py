"""Privates that are exchanged for a share."""

from __future__ import annotations

from typing import cast

from tetsudo import events
from tetsudo.actions import Action, Descriptor, ExchangePrivate
from tetsudo.events import Log
from tetsudo.frames import Stock
from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.building.tokens import has_token_on
from tetsudo.rules.flow.stack import replace_top, top_frame
from tetsudo.rules.powers.moments import is_free_moment
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.rules.shares.limits import may_exceed
from tetsudo.rules.shares.trading import gain_share
from tetsudo.rules.stock.stock_round import standing
from tetsudo.state import PLACES, State, holding, ordinary_shares
from tetsudo.units import NOBODY, HexId, PlayerId


class ExchangeForShare(Power):
    """Closes for a share of a company (1889-PRV-09).

    Of one `company`, or of any with a token on the hex `token_on`. As the `purchase` of a turn
    in a stock round, or besides: at a free moment, or (`when` is "stock") at any time in a stock
    round, or ("turn") in the owner's turn there. A purchase is `awaited` of a player who can do
    nothing else in his turn, unless data say otherwise.
    """

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.takes = (ExchangePrivate,)
        company = cast("int", data.values["company"])
        self.companies = tuple(range(len(setup.companies))) if company == NOBODY else (company,)
        self.token_on = cast("HexId", data.values["token_on"])
        self.sources = tuple(PLACES.index(source) for source in cast("tuple[str, ...]", data.values["sources"]))
        self.purchase = bool(data.values["purchase"])
        self.awaited = self.purchase and bool(data.values["awaited"])
        self.when = "turn" if self.purchase else data.values["when"]

    def candidates(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        return [
            ExchangePrivate(player, self.private, company, state.players + source)
            for company in self.companies
            for source in self.sources
        ]

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, ExchangePrivate)
        company, player = action.company, action.player
        if self.owner(state) != player:
            return "not_your_private"
        if company not in self.companies or action.source - state.players not in self.sources:
            return "exchange_what"
        if not self._is_time(state, player):
            return "exchange_when"
        if self.token_on != NOBODY and not has_token_on(rules, state, company, self.token_on):
            return "exchange_no_token"
        if not ordinary_shares(state, company, action.source):
            return "exchange_none_left"
        held = holding(state, company, player, rules.president_shares[company])
        if held >= rules.hold_units[company] and not may_exceed(rules, state, company):
            return "hold_limit"
        return self._purchase_refusal(rules, state, player, company) if self.purchase else ""

    def _is_time(self, state: State, player: PlayerId) -> bool:
        if self.when == "anytime":
            return is_free_moment(state, player)
        frame = state.stack[-1]
        return isinstance(frame, Stock) and (self.when == "stock" or frame.player == player)

    def _purchase_refusal(self, rules: Ruleset, state: State, player: PlayerId, company: int) -> str:
        """Why it may not be the purchase of this turn."""
        turn = top_frame(state, Stock)
        if turn.bought:
            return "one_purchase"
        if standing(rules, state, turn).over:
            return "must_sell"
        if turn.sold:
            return "exchange_after_sale"
        return "sold_this_round" if state.sold[player] >> company & 1 else ""

    def delays_stock(self, rules: Ruleset, state: State, player: PlayerId) -> bool:
        return self.awaited and bool(self.listing(rules, state, player))

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, ExchangePrivate)
        state.privates[self.private] = NOBODY
        log.append(events.PrivateExchanged(action.player, self.private, action.company))
        gain_share(rules, state, log, action.player, action.company, action.source)
        if self.purchase:
            state.priority = rules.next_player(state, action.player)
            replace_top(state, Stock(action.player, bought=1))
