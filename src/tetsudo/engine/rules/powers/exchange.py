"""Power of a private to be exchanged for a share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from tetsudo.core import events
from tetsudo.core.actions import Action, Descriptor, ExchangePrivate
from tetsudo.core.events import Log
from tetsudo.core.frames import Stock, Turn
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.model.power_spec import PRIVATE, Company, Hex, Key
from tetsudo.engine.model.templates import JoinedParts, Part, Phrase, Value
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.rules.powers.timing import FREE_MOMENT, is_free_moment
from tetsudo.engine.rules.rounds.stock.stock_round import TurnFacts
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import may_exceed
from tetsudo.engine.rules.shares.trading import gain_share
from tetsudo.engine.rules.tiles_and_tokens.tokens import companies_with_token_on, has_token_on
from tetsudo.engine.state.ownership import give_private, has_sold, holding, ordinary_shares
from tetsudo.engine.state.state import PLACES, State

SOURCE_PHRASES: Final = {"ipo": Phrase("the IPO"), "market": Phrase("the market")}
PURCHASE_PHRASE: Final = Phrase("in a stock round, as the purchase of a turn without sales")
WHEN_PHRASES: Final = {
    "always": Phrase("in stock rounds, between company turns and in any company's turn"),
    "anytime": FREE_MOMENT,
    "stock": Phrase("at any time in a stock round"),
    "turn": Phrase("in a stock round turn, in addition to the purchase"),
}


class ExchangeForShare(Power[Ruleset]):
    """Power of a private to close in exchange for a share of a company (1889-PRV-09)."""

    kind = "exchange_for_share"
    help = "The private closes for a share of a company."
    sentence = "{owner} may exchange it for a share of {company} from {sources}, {when}."
    belongs_to = (PRIVATE,)
    owners = ("player",)
    alone = True

    company: Annotated[Company, Key("whose share; without it, of any with a token on `token_on`")] = NOBODY
    token_on: Annotated[Hex, Key("where the company must have a token")] = NOBODY
    sources: Annotated[tuple[Literal["ipo", "market"], ...], Key("where the share comes from: `ipo`, `market`")]
    purchase: Annotated[bool, Key("true if the exchange is the purchase of a stock turn, false if it is an extra")] = (
        False
    )
    awaited: Annotated[
        bool,
        Key(
            "whether a player who can do nothing but that purchase is asked under `passes_without_trade`",
            beside="purchase",
        ),
    ] = True
    of_sold: Annotated[
        bool,
        Key(
            "whether that purchase may be of a company of which the player has sold shares in this stock round",
            beside="purchase",
        ),
    ] = False
    when: Annotated[
        Literal["always", "anytime", "stock", "turn"],
        Key(
            "`always` (stock rounds and every company's turn), `anytime` (stock rounds, between turns, in turns of the"
            " owner's companies), `stock` (at any time in a stock round) or `turn` (in the owner's turn there)",
            unless="purchase",
        ),
    ] = "anytime"

    def settle(self, setup: Setup) -> None:
        self.takes = (ExchangePrivate,)
        self.frames = (Stock,) if self.purchase or self.when in ("stock", "turn") else (Stock, Turn)
        self.companies = tuple(range(len(setup.companies))) if self.company == NOBODY else (self.company,)
        self.places = tuple(PLACES.index(source) for source in self.sources)

    def words(self, setup: Setup) -> Mapping[str, Part]:
        any_there = Phrase("a company with a token in {hex}", hex=Value("hex", self.token_on))
        return {
            "company": any_there if self.company == NOBODY else Value("company", self.company),
            "sources": JoinedParts(" or ", *(SOURCE_PHRASES[source] for source in self.sources)),
            "when": PURCHASE_PHRASE if self.purchase else WHEN_PHRASES[self.when],
        }

    def candidates(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        return [
            ExchangePrivate(player, self.private, company, state.players + source)
            for company in self.companies
            for source in self.places
        ]

    def listing(self, rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
        # What is the same for all companies is asked first, and once.
        if self.owner(state) != player or not self._is_time(state, player):
            return []
        found: list[Descriptor] = []
        for company in self._with_token(rules, state):
            for source in self.places:
                if ordinary_shares(state, company, state.players + source):
                    action = ExchangePrivate(player, self.private, company, state.players + source)
                    if not self.refusal(rules, state, action):
                        found.append(action)
        return found

    def _with_token(self, rules: Ruleset, state: State) -> Sequence[CompanyId]:
        """Companies of the exchange that have the token they need."""
        if self.token_on == NOBODY:
            return self.companies
        return [each for each in companies_with_token_on(rules, state, self.token_on) if each in self.companies]

    def refusal(self, rules: Ruleset, state: State, action: Action) -> str:
        assert isinstance(action, ExchangePrivate)
        company, player = action.company, action.player
        if self.owner(state) != player:
            return "not_your_private"
        if company not in self.companies or action.source - state.players not in self.places:
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
        frame = state.stack[-1]
        if not self.purchase and self.when == "anytime":
            return is_free_moment(state, player)
        if not self.purchase and self.when == "always":
            return isinstance(frame, Stock | Turn)
        return isinstance(frame, Stock) and (self.when == "stock" or frame.player == player)

    def _purchase_refusal(self, rules: Ruleset, state: State, player: PlayerId, company: int) -> str:
        """Refusal code for the exchange as the purchase of this turn; "" if allowed (1888*-FC-06)."""
        turn = top_frame(state, Stock)
        if turn.bought:
            return "one_purchase"
        if TurnFacts(rules, state, turn).must_sell:
            return "must_sell"
        if turn.sold:
            return "exchange_after_sale"
        return "sold_this_round" if has_sold(state, player, company) and not self.of_sold else ""

    def delays_stock(self, rules: Ruleset, state: State, player: PlayerId) -> bool:
        return self.purchase and self.awaited and bool(self.listing(rules, state, player))

    def perform(self, rules: Ruleset, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, ExchangePrivate)
        give_private(state, self.private, NOBODY)
        log.append(events.PrivateExchanged(action.player, self.private, action.company))
        gain_share(rules, state, log, action.player, action.company, action.source)  # 1888*-FC-06
        if self.purchase:
            state.priority = rules.next_player(state, action.player)
            replace_top(state, Stock(action.player, bought=1))  # 1888*-FC-03
