"""Length of a game, and prospects of companies: what their shares and their presidency will bring."""

from __future__ import annotations

from math import log
from typing import Final, NamedTuple

from tetsudo.bots.heuristics.map_potential import potential_of
from tetsudo.core.units import NOBODY, CompanyId, Money
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import depot_trains
from tetsudo.engine.state.ownership import company_trains, private_owner
from tetsudo.engine.state.state import State, bank_cash, bank_of, cell_of, is_floated, last_run_of, treasury

MAX_ROUNDS_AHEAD: Final = 16.0
"""Maximum number of operating rounds to look ahead."""

PAYMENT_GROWTH: Final = 0.15
"""Growth of payments from one round to the next."""

SOON_ROUNDS: Final = (1.0, 2.5)
"""Assumed number of rounds until trains rust, if the kind on sale rusts them, and if the one after it does."""

LATER_ROUNDS: Final = 5.0
"""The same for trains that outlast both kinds."""


class Outlook(NamedTuple):
    """Prospects of a company: payments and price of a share, and what its president has with it."""

    price: Money
    home: float
    """Value of the stops around its home (`Potential.home_value`)."""
    share_count: int
    run: int = 0
    """Last revenue."""
    lasting: float = 0.0
    """Payments to the end of the game by trains that never rust, as far as one can see."""
    later: float = 0.0
    """Payments by trains that rust, but outlast the kind on sale and the one after it."""
    soon: float = 0.0
    """Payments by others."""
    rise: float = 0.0
    """Rise in price after a dividend in each round left."""
    treasury: Money = 0
    train_count: int = 0
    lasting_count: int = 0
    lasting_trains: Money = 0
    """Prices of trains that never rust, of those that rust later, and of those that rust soon."""
    later_trains: Money = 0
    soon_trains: Money = 0
    need: Money = 0
    """Missing for the train on sale, if all its trains rust soon."""
    lasting_need: Money = 0
    """Missing for a train that never rusts, if it has none."""


def income(rules: Ruleset, state: State) -> int:
    """Payments of the bank per round, as far as known."""
    unowned = (NOBODY, bank_of(state))
    privates = sum(each.income for each in rules.setup.privates if private_owner(state, each.id) not in unowned)
    return privates + sum(max(0, last_run_of(state, company)) for company in range(state.companies))


def income_to_come(rules: Ruleset, state: State, left: float) -> float:
    """Payments of the bank in the rounds left, as they grow."""
    return float(income(rules, state) * ((1 + PAYMENT_GROWTH) ** left - 1) / PAYMENT_GROWTH)


def rounds_left(rules: Ruleset, state: State) -> float:
    """Expected number of operating rounds left, from the bank's payments, their growth, and the turns left."""
    paid = income(rules, state)
    left = (
        log(1 + PAYMENT_GROWTH * max(0, bank_cash(state)) / paid) / log(1 + PAYMENT_GROWTH)
        if paid > 0
        else MAX_ROUNDS_AHEAD
    )
    limit = rules.settings.turn_limit
    if limit:
        left = min(left, (limit - state.turn + 1.0) * rules.setup.phases[state.phase].operating_rounds)
    return max(0.5, min(MAX_ROUNDS_AHEAD, left))


def outlook_of(rules: Ruleset, state: State, company: CompanyId, left: float) -> Outlook:
    """Prospects of a company with this many rounds left."""
    price, home, shares = (
        price_of(rules, state, company),
        potential_of(rules).home_value(company),
        rules.shares[company],
    )
    if not is_floated(state, company):
        return Outlook(price, home, shares)
    kinds, cash, run = rules.setup.trains, treasury(state, company), max(0, last_run_of(state, company))
    trains, on_sale = [kinds[each] for each in company_trains(state, company)], depot_trains(rules, state)[:1]
    newest = on_sale[0] if on_sale else NOBODY
    lasting = [train.price for train in trains if train.rusted_by == NOBODY]
    soon = [train.price for train in trains if NOBODY < train.rusted_by <= newest + 1]
    every = sum([train.price for train in trains])
    later = every - sum(lasting) - sum(soon)
    soon_rounds = SOON_ROUNDS[not any(NOBODY < train.rusted_by <= newest for train in trains)]
    pay = run / shares / max(1, every)
    cheapest = min([kind.price for kind in kinds if kind.rusted_by == NOBODY], default=0)
    return Outlook(
        price,
        home,
        shares,
        run,
        pay * sum(lasting) * left,
        pay * later * min(left, LATER_ROUNDS),
        pay * sum(soon) * min(left, soon_rounds),
        _price_rise(rules, state, company, int(left)) if trains else 0.0,
        cash,
        len(trains),
        len(lasting),
        sum(lasting),
        later,
        sum(soon),
        0 if lasting or later else max(0, (kinds[newest].price if on_sale else cheapest) - cash),
        0 if lasting else max(0, cheapest - cash),
    )


def _price_rise(rules: Ruleset, state: State, company: CompanyId, rounds: int) -> float:
    """Rise in price of a share after this many dividends."""
    cell = cell_of(state, company)
    if cell == NOBODY:
        return 0.0
    before = rules.market.prices[cell]
    for _ in range(rounds):
        cell = rules.market.on_payout[cell]
    return float(rules.market.prices[cell] - before)
