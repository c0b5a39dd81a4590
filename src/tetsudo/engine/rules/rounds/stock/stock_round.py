"""Stock round: sales and one purchase per turn, until all players pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tetsudo.core import events
from tetsudo.core.actions import Action, BuyPrivate, BuyShare, Descriptor, Par, Pass, SellShares, TakePrivate
from tetsudo.core.events import Log
from tetsudo.core.frames import SEVERAL, DebtCollection, Stock
from tetsudo.core.open_actions import Sales
from tetsudo.core.units import NOBODY, CompanyId, Money, PlaceId, PlayerId
from tetsudo.engine.rules.flow.bounds import ALL, Bounds, breach, span
from tetsudo.engine.rules.flow.procedure import Procedure
from tetsudo.engine.rules.flow.stack import replace_top
from tetsudo.engine.rules.flow.visibility import public_state
from tetsudo.engine.rules.rounds.stock.private_purchases import (
    private_takes,
    private_trades,
    take,
    take_candidates,
    take_refusal,
    trade_refusal,
)
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.floating import start
from tetsudo.engine.rules.shares.forced_sale_to_limit import min_blocks
from tetsudo.engine.rules.shares.limits import limits, max_sellable
from tetsudo.engine.rules.shares.market_cells import ends_game, operating_order, price_of
from tetsudo.engine.rules.shares.price_moves import move_price
from tetsudo.engine.rules.shares.trading import buy, is_sold_out, sell, share_price
from tetsudo.engine.rules.turn_order.round_sequence import begin_operating_rounds
from tetsudo.engine.state.ownership import (
    clear_sales,
    holding,
    ipo_of,
    market_of,
    ordinary_shares,
    president_place,
    record_sale,
    reserved_of,
)
from tetsudo.engine.state.state import (
    CLOSED,
    PRICE_REACHED,
    STARTED,
    UNSTARTED,
    State,
    cash_of,
    cell_of,
    clear_declined,
    companies_with_status,
    is_any_debt_open,
    push,
    status_of,
)

NO_FORCED_SALES: Final[Mapping[CompanyId, int]] = {}
"""Forced sales of a player within all limits."""


class TurnFacts:
    """Facts that decide a player's turn, computed once for a whole listing."""

    __slots__ = ("cash", "least", "player", "room", "turn")

    def __init__(self, rules: Ruleset, state: State, turn: Stock) -> None:
        self.turn = turn
        self.player = turn.player
        self.cash = cash_of(state, turn.player)
        self.room, over = limits(rules, state, turn.player)  # `room`: below the certificate limit
        # Above a limit: forced sales, as the minimum block of each company in shares.
        self.least: Mapping[CompanyId, int] = NO_FORCED_SALES
        if over:
            self.least = min_blocks(rules, state, turn.player, dict(_blocks(rules, state, turn)))

    @property
    def must_sell(self) -> bool:
        """True if the player must sell. A player who cannot sell any of the excess is not held up."""
        return bool(self.least)


def buy_refusal(rules: Ruleset, state: State, facts: TurnFacts, company: CompanyId, source: PlaceId) -> str:
    """Refusal code for a player to buy an ordinary certificate from a place; "" if allowed."""
    if source not in (ipo_of(state), market_of(state)):
        return "share_source"
    if rules.is_minor[company]:
        return "minor_in_auction"
    if status_of(state, company) == UNSTARTED:
        return "not_started"  # 1888*-CO-02, 1888*-PAR-01
    if not ordinary_shares(state, company, source):
        return "none_left"
    code = "" if _may_buy_more(rules, state, facts, company) else _purchase_refusal(facts)
    return code or _share_refusal(rules, state, facts, company, share_price(rules, state, company, source))


def _purchase_refusal(facts: TurnFacts) -> str:
    """Refusal code if a player may buy no more this turn, or not yet (1889-SR-02, 1889-BUY-23); "" otherwise."""
    if facts.turn.bought:
        return "one_purchase"  # 1890-8.4-g
    return "must_sell" if facts.least else ""


def _may_buy_more(rules: Ruleset, state: State, facts: TurnFacts, company: CompanyId) -> bool:
    """True if the player has bought a share of a company in this turn, of which several may be bought at its price."""
    has_bought = facts.turn.bought == SEVERAL + company and not facts.least
    return has_bought and rules.market.several[cell_of(state, company)]


def _share_refusal(rules: Ruleset, state: State, facts: TurnFacts, company: CompanyId, price: Money) -> str:
    """Refusal code for buying one more share on sale, if the player may still buy (1890-8.4.1-b); "" if allowed."""
    if facts.cash < price:
        return "cash"
    if state.sold[facts.player] >> company & 1:
        return "sold_this_round"
    cell = state.cell[company]
    if not facts.room and not rules.market.uncounted[cell]:
        return "certificate_limit"
    held = state.shares[company * (state.players + 4) + facts.player]
    if state.president[company] == facts.player:
        held += rules.president_shares[company]
    if held >= rules.hold_units[company] and not rules.market.unlimited[cell]:
        return "hold_limit"
    return ""


def par_refusal(rules: Ruleset, state: State, facts: TurnFacts, company: CompanyId, par: Money) -> str:
    """Refusal code for a player to start a company at a par price; "" if allowed."""
    if rules.is_minor[company]:
        return "minor_in_auction"
    if president_place(state, company) == reserved_of(state):
        return "president_reserved" if rules.setup.companies[company].forms is None else "president_of_minors"
    if status_of(state, company) != UNSTARTED:
        return "already_started"
    if par not in rules.pars[company]:
        return "par_price"
    return _purchase_refusal(facts) or _start_refusal(rules, state, facts, company, par)


def _start_refusal(rules: Ruleset, state: State, facts: TurnFacts, company: CompanyId, par: Money) -> str:
    """Refusal code for starting an unstarted company, if the player may still buy; "" if allowed."""
    weight = rules.president_shares[company]
    if facts.cash < par * weight:
        return "cash"
    if not facts.room and not rules.market.uncounted[rules.market.pars[par]]:
        return "certificate_limit"
    return "hold_limit" if holding(state, company, facts.player, weight) + weight > rules.hold_units[company] else ""


def _take_refusal(rules: Ruleset, state: State, facts: TurnFacts, action: TakePrivate) -> str:
    """Refusal code for a player to buy a private; "" if allowed."""
    return _purchase_refusal(facts) or take_refusal(rules, state, action, facts.room)


def sale_refusal(rules: Ruleset, state: State, facts: TurnFacts, company: CompanyId, count: int) -> str:
    """Refusal code for a player to sell a block of shares; "" if allowed."""
    code = _sales_refusal(rules, state, facts.turn)
    if code:
        return code
    if _blocks_sold(rules, facts.turn) >> company & 1:
        return "one_block"
    if rules.is_minor[company]:
        return "minor_never_sold"
    if cell_of(state, company) == NOBODY:  # 1890-8.3.2-d, 1890-C.8.4-s
        return "no_price"
    return breach(_sale_bounds(rules, state, facts, company), count)


def _sales_refusal(rules: Ruleset, state: State, turn: Stock) -> str:
    """Refusal code if a player may sell nothing now; "" otherwise."""
    if state.turn == 1:
        return "first_round_sale"
    if turn.bought and rules.settings.stock_turn == "sell_buy":
        return "sale_after_purchase"
    return "sales_over" if turn.bought and turn.sold_first else ""  # 1890-8.5-a, 1890-8.5-c


def _blocks_sold(rules: Ruleset, turn: Stock) -> int:
    """Bits of the companies sold in a turn, where only one block of each is allowed; else 0."""
    return turn.sold if rules.one_block else 0


def _sale_bounds(rules: Ruleset, state: State, facts: TurnFacts, company: CompanyId) -> Bounds:
    """Bounds of the number of shares in a block."""
    held = holding(state, company, facts.player, rules.president_shares[company])
    room = rules.market_units[company] - ordinary_shares(state, company, market_of(state))
    spared = max_sellable(rules, state, facts.player, company)
    lows = (1, "too_few_shares"), (facts.least.get(company, 1), "must_sell")
    return lows, ((held, "too_few_shares"), (room, "market_limit"), (spared, "president_stays"))


def sales(rules: Ruleset, state: State, facts: TurnFacts) -> list[Descriptor]:
    """Legal blocks that a player may sell in their turn."""
    player, least = facts.player, facts.least
    blocks = _blocks(rules, state, facts.turn)
    if not least:
        return [Sales(player, company, 1, most) for company, most in blocks]
    return [Sales(player, company, least.get(company, 1), most) for company, most in blocks]


def _blocks(rules: Ruleset, state: State, turn: Stock, enough: int = ALL) -> list[tuple[CompanyId, int]]:
    """Companies that a player may sell in their turn, each with the maximum number of shares; the first `enough`."""
    found: list[tuple[CompanyId, int]] = []
    if _sales_refusal(rules, state, turn):
        return found
    player, president, sold_now = turn.player, state.president, _blocks_sold(rules, turn)
    shares, place = state.shares, player - (state.players + 4)
    for company in range(state.companies):
        place += state.players + 4
        if not (shares[place] or president[company] == player) or sold_now >> company & 1:
            continue
        most = max_sellable(rules, state, player, company)
        if most:
            found.append((company, most))
            if len(found) == enough:
                return found
    return found


def purchases(rules: Ruleset, state: State, facts: TurnFacts, enough: int = ALL) -> list[Descriptor]:
    """Legal purchases of certificates; at least the first `enough` of them."""
    found: list[Descriptor] = []
    if facts.turn.bought >= SEVERAL:
        return _more_shares(rules, state, facts)
    if _purchase_refusal(facts):
        return found
    if rules.takeable:
        found += private_takes(rules, state, facts.player, facts.room, rules.takeable, enough)
    if len(found) < enough:
        _find_shares(rules, state, facts, found, enough)
    if len(found) < enough and UNSTARTED in state.status:
        _find_starts(rules, state, facts, found, enough)
    return found


def _more_shares(rules: Ruleset, state: State, facts: TurnFacts) -> list[Descriptor]:
    """Purchases of further shares of the company that the player has bought in this turn."""
    company, sources = facts.turn.bought - SEVERAL, (ipo_of(state), market_of(state))
    return [
        of_player[company]
        for source, of_player in zip(sources, rules.share_purchases[facts.player], strict=True)
        if not buy_refusal(rules, state, facts, company, source)
    ]


def _find_shares(rules: Ruleset, state: State, facts: TurnFacts, found: list[Descriptor], enough: int) -> None:
    """Add purchases of shares from the IPO, then from the market, until `enough` are found."""
    cash, shares, prices = facts.cash, state.shares, rules.market.prices
    stride = state.players + 4
    from_ipo, from_market = rules.share_purchases[facts.player]
    # Shares that the player cannot afford are skipped first. A company without a par is not started.
    place = ipo_of(state) - stride
    for company in range(state.companies):
        place += stride
        price = state.par[company]
        if price and rules.own_shares:
            price = prices[state.cell[company]]
        if shares[place] and 0 < price <= cash and not _share_refusal(rules, state, facts, company, price):
            found.append(from_ipo[company])
            if len(found) == enough:
                return
    place = market_of(state) - stride
    for company in range(state.companies):
        place += stride
        if shares[place] and not _share_refusal(rules, state, facts, company, prices[state.cell[company]]):
            found.append(from_market[company])
            if len(found) == enough:
                return


def _find_starts(rules: Ruleset, state: State, facts: TurnFacts, found: list[Descriptor], enough: int) -> None:
    """Add starts of companies at each par price, until `enough` are found."""
    ipo, starts = ipo_of(state), rules.starts[facts.player]
    for company, status in enumerate(state.status):
        if status != UNSTARTED or state.president[company] != ipo or rules.is_minor[company]:
            continue
        for place, par in enumerate(rules.pars[company]):
            if par <= facts.cash and not _start_refusal(rules, state, facts, company, par):
                found.append(starts[company][place])
                if len(found) == enough:
                    return


def _starts(rules: Ruleset, state: State, player: PlayerId) -> Iterator[Par]:
    """Start of each unstarted company, at each par price, lowest first."""
    for company in companies_with_status(state, UNSTARTED):
        if not rules.is_minor[company]:
            for par in sorted(rules.pars[company]):
                yield Par(player, company, par)


def _shares(rules: Ruleset, state: State, player: PlayerId) -> Iterator[BuyShare]:
    """Purchases to try: a share of each company from the IPO, even if it is empty, and each in the market."""
    ipo, market = ipo_of(state), market_of(state)
    for company in range(state.companies):
        if status_of(state, company) not in (UNSTARTED, CLOSED) and not rules.is_minor[company]:
            yield BuyShare(player, company, ipo)
    for company in range(state.companies):
        if ordinary_shares(state, company, market):
            yield BuyShare(player, company, market)


class StockRound(Procedure[Stock]):
    """Stock round: players in turn sell, buy one certificate, or pass (1889-GEN-03, 1888*-CO-05, 1888*-GEN-03)."""

    name = "stock"

    def actor(self, rules: Ruleset, state: State, frame: Stock) -> PlayerId:
        return frame.player

    def candidates(self, rules: Ruleset, state: State, frame: Stock, player: PlayerId) -> Iterator[Descriptor]:
        yield Pass(player)
        yield from _starts(rules, state, player)
        yield from _shares(rules, state, player)
        yield from take_candidates(rules, state, player)
        facts = TurnFacts(rules, state, frame)
        for company, weight in enumerate(rules.president_shares):
            if holding(state, company, player, weight):
                yield Sales(player, company, *span(_sale_bounds(rules, state, facts, company)))

    def listing(self, rules: Ruleset, state: State, frame: Stock, player: PlayerId) -> list[Descriptor]:
        trades = private_trades(rules, state, player) if rules.traded else []
        if player != frame.player:
            return trades
        facts = TurnFacts(rules, state, frame)
        found = sales(rules, state, facts)
        if not facts.least:
            found = [rules.passing[player], *purchases(rules, state, facts), *found]
        return found + trades if trades else found

    def refusal(self, rules: Ruleset, state: State, frame: Stock, action: Action) -> str:
        if type(action) is TakePrivate and action.private in rules.traded:
            return trade_refusal(rules, state, action)
        if action.player != self.actor(rules, state, frame):
            return "not_your_turn"
        facts = TurnFacts(rules, state, frame)
        if type(action) is SellShares:
            return sale_refusal(rules, state, facts, action.company, action.count)
        if type(action) is BuyShare:
            return buy_refusal(rules, state, facts, action.company, action.source)
        if type(action) is Pass:
            return "must_sell" if facts.must_sell else ""
        if type(action) is Par:
            return par_refusal(rules, state, facts, action.company, action.price)
        if type(action) is TakePrivate:
            return _take_refusal(rules, state, facts, action)
        return "private_in_stock_round" if type(action) is BuyPrivate else "not_in_stock_round"

    def perform(self, rules: Ruleset, state: State, frame: Stock, action: Action, log: Log) -> None:
        if type(action) is Pass:
            self._pass(rules, state, frame, log, events.Passed(action.player))
            return
        if type(action) is TakePrivate:
            take(rules, state, log, action)
            return
        player, bought, sold_now, sold_first = frame.player, frame.bought, frame.sold, frame.sold_first
        state.priority = rules.next_player(state, player)  # 1889-ESR-02, 1888*-SR-09, 1890-8.1-b, 1890-8.6-b
        if type(action) is SellShares:
            sell(rules, state, log, player, action.company, action.count)
            record_sale(state, player, action.company)
            sold_now |= 1 << action.company
            sold_first = sold_first or not bought
            bought = min(bought, 1)
        elif type(action) is BuyShare:
            buy(rules, state, log, player, action.company, action.source)
            bought = SEVERAL + action.company if rules.market.several[cell_of(state, action.company)] else 1
        elif type(action) is Par:
            start(rules, state, log, player, action.company, action.price)
            bought = 1
        replace_top(state, Stock(player, 0, int(bought), sold_now, int(sold_first)))  # 1888*-SEL-07

    def _pass(
        self, rules: Ruleset, state: State, frame: Stock, log: Log, event: events.Passed | events.AutoPassed
    ) -> None:
        """End a turn; it counts as a pass if nothing was done (1889-SR-03)."""
        acted = frame.bought or frame.sold
        if not acted or event.kind == "passed":
            log.append(event)
        passes = 0 if acted else frame.passes + 1
        clear_declined(state)
        replace_top(state, Stock(rules.next_player(state, frame.player), passes))  # 1889-SR-04, 1888*-SR-06, 1890-8.2-c

    def advance(self, rules: Ruleset, state: State, frame: Stock, log: Log) -> bool:
        if frame.passes >= state.players and is_any_debt_open(state):  # 1890-C.10.13-h
            push(state, DebtCollection())
            return True
        if frame.passes >= state.players:  # 1889-ESR-01, 1888*-SR-07, 1890-8.2-b
            _end_round(rules, state, log)
            return True
        if not (rules.automatic_passes or frame.bought or frame.sold):
            return False
        if _can_act(rules, public_state(rules, state), frame):
            return False
        self._pass(rules, state, frame, log, events.AutoPassed(frame.player))
        return True


def _can_act(rules: Ruleset, state: State, turn: Stock) -> bool:
    """True if the player in turn may do anything but pass: trade, or use a power."""
    if can_trade(rules, state, turn):
        return True
    if rules.settings.passes_without_trade:
        return any(power.delays_stock(rules, state, turn.player) for power in rules.powers.delaying_stock)
    powers = rules.powers.usable_powers(state, turn.player)
    return any(power.listing(rules, state, turn.player) for power in powers)


def can_trade(rules: Ruleset, state: State, turn: Stock) -> bool:
    """True if the player in turn may sell or buy anything."""
    if _blocks(rules, state, turn, enough=1):
        return True
    return turn.bought != 1 and bool(purchases(rules, state, TurnFacts(rules, state, turn), enough=1))


def _end_round(rules: Ruleset, state: State, log: Log) -> None:
    """End the round: sold-out companies rise in operating order; then companies operate, or a price ends the game.

    1888N-MKT-11, 1890-8.6.1-d, 1890-C.10.5-b.
    """
    for company in operating_order(rules, state, STARTED):
        if is_sold_out(state, company):
            log.append(events.SoldOut(company))
            move_price(rules, state, log, company, rules.market.on_sold_out[cell_of(state, company)])
    clear_sales(state)
    log.append(events.PriorityMoved(state.priority))
    if any(ends_game(rules, price_of(rules, state, company)) for company in range(state.companies)):
        state.ended = PRICE_REACHED
        log.append(events.GameEnded(state.ended))
        return
    begin_operating_rounds(rules, state, log)  # 1890-8.6-c
