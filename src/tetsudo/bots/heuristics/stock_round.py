"""Rules for stock rounds: companies to start, shares to buy, and shares to sell to start a company."""

from __future__ import annotations

from tetsudo.bots.heuristics.judgement import Judgement
from tetsudo.bots.heuristics.outlook import rounds_left
from tetsudo.core.actions import Action, BuyShare, Par
from tetsudo.core.open_actions import Sales
from tetsudo.core.units import NOBODY, CompanyId, Money, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.floating import sold_shares
from tetsudo.engine.rules.shares.limits import limits
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.engine.rules.turn_order.float_on_first_turn import shares_to_float
from tetsudo.engine.state.ownership import (
    has_sold,
    has_train,
    holding,
    ipo_of,
    market_of,
    ordinary_shares,
    president_of,
    president_place,
)
from tetsudo.engine.state.state import (
    UNSTARTED,
    State,
    cash_of,
    cell_of,
    companies_with_status,
    is_floated,
    last_run_of,
)


def start(judgement: Judgement, state: State, player: PlayerId, offers: list[Par]) -> Action | None:
    """Start a company with the best home that the player can float alone: at the highest par, but at the lowest if that
    takes shares that players hold already; after a turn, the first one at any par.
    """
    rules, cash = judgement.rules, cash_of(state, player)
    if not wants_company(judgement, state, player):
        return None
    led = led_companies(rules, state, player)
    high = [par for par in offers if is_high_par(judgement, par.company, par.price, led)]
    alone = [par for par in high if shares_to_float(rules, state, par.company) * par.price <= cash]
    price = max((par.price for par in alone), default=0)
    if not alone:
        alone = [par for par in high if start_cost(judgement, state, par.company, par.price) <= cash]
        if not alone and (led or is_waiting_for_others(judgement, state)):
            return None
        alone = alone or offers
        price = min(par.price for par in alone)
    return max(
        (par for par in alone if par.price == price), key=lambda par: judgement.potential.home_value(par.company)
    )


def start_cost(judgement: Judgement, state: State, company: CompanyId, par: Money) -> Money:
    """Cost to start and float an unstarted company alone, at a par; shares that players hold already count if
    `granted`.
    """
    shares = shares_to_float(judgement.rules, state, company)
    if judgement.habits.granted:
        granted = sum(holding(state, company, player) for player in range(state.players))
        shares = max(judgement.rules.president_shares[company], shares - granted)
    return shares * par


def led_companies(rules: Ruleset, state: State, player: PlayerId) -> list[CompanyId]:
    """Companies led by a player."""
    return [company for company in range(state.companies) if is_own_company(rules, state, player, company)]


def wants_company(judgement: Judgement, state: State, player: PlayerId) -> bool:
    """True if a player wants to start a company, if there is an affordable one."""
    habits, led = judgement.habits, led_companies(judgement.rules, state, player)
    if len(led) >= habits.companies or any(not is_floated(state, company) for company in led):
        return False
    return not habits.rounds or rounds_left(judgement.rules, state) >= habits.rounds


def is_high_par(judgement: Judgement, company: CompanyId, par: Money, led: list[CompanyId]) -> bool:
    """True if a par is high enough for a further company."""
    return not led or par >= judgement.habits.par * max(judgement.rules.pars[company])


def is_own_company(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> bool:
    """True if a player leads a company that is not a minor."""
    return not rules.is_minor[company] and president_of(state, company) == player


def buy(judgement: Judgement, state: State, player: PlayerId, offers: list[BuyShare]) -> Action | None:
    """Float own companies, then buy the best share; others' companies too if none floated for a whole turn."""
    rules, ipo = judgement.rules, ipo_of(state)
    own = next((share for share in offers if can_float_alone(rules, state, player, share.company)), None)
    if own is not None:
        return own
    if state.turn > 1 and not any(
        is_floated(state, company) for company in range(state.companies) if not rules.is_minor[company]
    ):
        return min(offers, key=lambda share: ordinary_shares(state, share.company, ipo))
    best = max(offers, key=lambda share: share_sort_key(judgement, state, player, share))
    if not is_floated(state, best.company):
        if may_join_others(judgement, state):
            return share_to_join(judgement, state, offers)
        return best if is_own_company(rules, state, player, best.company) else None
    return best


def is_waiting_for_others(judgement: Judgement, state: State) -> bool:
    """True if a player who cannot float a company alone leaves starting one to others: to join it, or to see, in the
    first turn, if they can.
    """
    return (
        nearest_to_floating(judgement.rules, state) != NOBODY if may_join_others(judgement, state) else state.turn <= 1
    )


def may_join_others(judgement: Judgement, state: State) -> bool:
    """True if shares of others' unfloated companies are bought; not in two-player games, to not help the opponent."""
    if state.players <= 2:
        return False
    least = judgement.habits.joins * judgement.rules.settings.starting_cash
    return judgement.potential.current_float_cost(state) > least


def share_to_join(judgement: Judgement, state: State, offers: list[BuyShare]) -> BuyShare | None:
    """Share of the company closest to floating, if all players together can float it."""
    nearest = nearest_to_floating(judgement.rules, state)
    return next((share for share in offers if share.company == nearest), None)


def nearest_to_floating(rules: Ruleset, state: State) -> CompanyId:
    """Company closest to floating, if all players together have the money; NOBODY if there is none."""
    begun = [
        company
        for company in range(state.companies)
        if president_of(state, company) != NOBODY and not rules.is_minor[company] and not is_floated(state, company)
    ]
    if not begun:
        return NOBODY
    nearest = min(begun, key=lambda company: cost_to_float(rules, state, company))
    money = sum(cash_of(state, player) for player in range(state.players))
    return nearest if cost_to_float(rules, state, nearest) <= money else NOBODY


def can_float_alone(rules: Ruleset, state: State, player: PlayerId, company: CompanyId) -> bool:
    """True if a player leads an unfloated company and can float it alone."""
    if is_floated(state, company) or not is_own_company(rules, state, player, company):
        return False
    return cost_to_float(rules, state, company) <= cash_of(state, player)


def cost_to_float(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """Cost of the shares still needed to float a company."""
    missing = shares_to_float(rules, state, company) - sold_shares(rules, state, company)
    return max(0, missing) * price_of(rules, state, company)


def share_sort_key(judgement: Judgement, state: State, player: PlayerId, share: BuyShare) -> tuple[bool, float, Money]:
    """Sort key of a share: first if it floats an own company, then by its gain in the next rounds."""
    rules, company = judgement.rules, share.company
    floats = not is_floated(state, company) and is_own_company(rules, state, player, company)
    price = price_of(rules, state, company)
    return floats, price - share_price(rules, state, company, share.source) + _gain(judgement, state, company), price


def _gain(judgement: Judgement, state: State, company: CompanyId) -> float:
    """Gain of one share in the next rounds: dividends and growth in price."""
    run = last_run_of(state, company)
    if run <= 0 or not has_train(state, company):
        return 0.0
    rules, cell, runs = judgement.rules, cell_of(state, company), judgement.habits.horizon
    for _ in range(runs):
        cell = rules.market.on_payout[cell]
    return (
        runs * run * rules.setup.companies[company].share / 100
        + rules.market.prices[cell]
        - price_of(rules, state, company)
    )


def raise_money(judgement: Judgement, state: State, player: PlayerId, offers: list[Sales]) -> Action | None:
    """Sell as few shares as needed to start a company, those with the lowest return first."""
    if not wants_company(judgement, state, player):
        return None
    short = min_start_cost(judgement, state, player) - cash_of(state, player)
    if short <= 0:
        return None
    spared = [each for offer in offers if (each := _limited_sale(judgement.rules, state, offer))]
    proceeds = {each.company: each.high * price_of(judgement.rules, state, each.company) for each in spared}
    if short > sum(proceeds.values()):
        return None
    spared.sort(key=lambda each: _relative_gain(judgement, state, each.company))
    best = next((each for each in spared if proceeds[each.company] >= short), spared[0])
    needed = -(-short // price_of(judgement.rules, state, best.company))
    return best.at(max(best.low, min(best.high, needed)))


def min_start_cost(judgement: Judgement, state: State, player: PlayerId) -> Money:
    """Cost to float the cheapest company at its lowest acceptable par; 0 if there is none."""
    rules, led, ipo = judgement.rules, led_companies(judgement.rules, state, player), ipo_of(state)
    costs = [
        start_cost(judgement, state, company, par)
        for company in companies_with_status(state, UNSTARTED)
        if president_place(state, company) == ipo and not rules.is_minor[company]
        for par in rules.pars[company]
        if is_high_par(judgement, company, par, led)
    ]
    return min(costs, default=0)


def swap(judgement: Judgement, state: State, player: PlayerId, offers: list[Sales]) -> Action | None:
    """Sell the share with the lowest gain, if the player is at the certificate limit and another share gains more."""
    rules = judgement.rules
    if limits(rules, state, player)[0]:
        return None
    spared = [each for offer in offers if (each := _limited_sale(rules, state, offer))]
    if not spared:
        return None
    worst = min(spared, key=lambda each: _gain(judgement, state, each.company))
    cash = cash_of(state, player) + worst.low * price_of(rules, state, worst.company)
    best = max(
        (
            share_sort_key(judgement, state, player, share)[1]
            for share in _affordable_shares(rules, state, player, cash)
        ),
        default=0.0,
    )
    return worst.at(worst.low) if best > worst.low * _gain(judgement, state, worst.company) else None


def _affordable_shares(rules: Ruleset, state: State, player: PlayerId, cash: Money) -> list[BuyShare]:
    """Shares that could be bought with this much cash after giving up a certificate."""
    return [
        BuyShare(player, company, source)
        for company in range(state.companies)
        if is_floated(state, company)
        and not has_sold(state, player, company)
        and holding(state, company, player, rules.president_shares[company]) < rules.hold_units[company]
        for source in (ipo_of(state), market_of(state))
        if ordinary_shares(state, company, source) and share_price(rules, state, company, source) <= cash
    ]


def best_share_rate(judgement: Judgement, state: State, player: PlayerId) -> float:
    """Highest gain of an affordable share of a company that has floated, as a part of its price; 0 if there is none."""
    rules = judgement.rules
    return max(
        (
            share_sort_key(judgement, state, player, share)[1]
            / max(1, share_price(rules, state, share.company, share.source))
            for share in _affordable_shares(rules, state, player, cash_of(state, player))
        ),
        default=0.0,
    )


def _limited_sale(rules: Ruleset, state: State, offer: Sales) -> Sales | None:
    """Sale that keeps half of an own company; None if nothing is left to sell or the price is zero."""
    company, high = offer.company, offer.high
    if is_own_company(rules, state, offer.player, company):
        half = -(-50 // rules.setup.companies[company].share)
        high = min(high, holding(state, company, offer.player, rules.president_shares[company]) - half)
    return offer.replaced(high=high) if offer.low <= high and price_of(rules, state, company) else None


def _relative_gain(judgement: Judgement, state: State, company: CompanyId) -> float:
    """Gain of a share in the next runs, relative to its price."""
    return _gain(judgement, state, company) / max(1, price_of(judgement.rules, state, company))
