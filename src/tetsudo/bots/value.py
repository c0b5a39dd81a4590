"""What players may expect to be worth in the end, from a position between two turns: a line fitted on self-play.

What each player has is put into a few amounts of money (`FEATURES`); what he has more of than the others, times
`WEIGHTS`, is what he will be worth more in the end. The weights are for all titles, and come from
`python -m tetsudo.lab.fitting`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tetsudo.bots.weights import WEIGHTS
from tetsudo.holdings import company_trains, holding, president_of, private_owner
from tetsudo.rules.market.prices import price_of
from tetsudo.rules.rounds.standings import worth
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.rules.trains.depot import depot_trains
from tetsudo.state import State, bank_cash, bank_of, cash_of, cell_of, is_floated, last_run_of, treasury
from tetsudo.units import NOBODY, CompanyId, Money

FEATURES: Final = (
    "cash",
    "shares at what they cost now",
    "dividends of trains that last",
    "dividends of trains that rust soon",
    "what shares rise by dividends",
    "its share of treasuries",
    "what its companies need for a train and have not",
    "income of privates",
)
"""Of each player; then the same once more, times how much of the game is left."""

MOST_ROUNDS: Final = 20.0
"""So many operating rounds are ahead at the most, as far as is looked."""

LONG: Final = 10.0
"""So many are a whole game."""

RUST_IN: Final = 2.0
"""In how many rounds trains rust that rust with the kind on sale or the one after it."""


class Outlook(NamedTuple):
    """What a share of a company promises."""

    price: Money
    lasting: float
    """What it pays in a round by trains that last, and by others."""
    rusting: float
    rise: float
    treasury: float
    need: float
    """What the company, not the share, needs."""


def rounds_left(rules: Ruleset, state: State) -> float:
    """How many operating rounds there will be, by what the bank pays in one now, and by the turns that are left."""
    nobody = (NOBODY, bank_of(state))
    income = sum(each.income for each in rules.setup.privates if private_owner(state, each.id) not in nobody)
    paid = income + sum(max(0, last_run_of(state, company)) for company in range(state.companies))
    left = bank_cash(state) / paid if paid > 0 else MOST_ROUNDS
    limit = rules.settings.turn_limit
    if limit:
        left = min(left, (limit - state.turn + 1.0) * rules.setup.phases[state.phase].operating_rounds)
    return max(0.5, min(MOST_ROUNDS, left))


def features(rules: Ruleset, state: State) -> list[list[float]]:
    """By player, the amounts of `FEATURES`, twice: see there."""
    left = rounds_left(rules, state)
    outlooks = [_outlook(rules, state, company, left) for company in range(state.companies)]
    found: list[list[float]] = []
    for player in range(state.players):
        amounts = [float(cash_of(state, player)), 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        for company, outlook in enumerate(outlooks):
            held = holding(state, company, player, rules.president_shares[company])
            if held:
                amounts[1] += held * outlook.price
                amounts[2] += held * outlook.lasting * left
                amounts[3] += held * outlook.rusting * min(left, RUST_IN)
                amounts[4] += held * outlook.rise
                amounts[5] += held * outlook.treasury
            if president_of(state, company) == player:
                amounts[6] -= outlook.need
        for private in rules.setup.privates:
            if private_owner(state, private.id) == player:
                amounts[7] += private.income * left
        found.append([*amounts, *(amount * min(1.0, left / LONG) for amount in amounts)])
    return found


def _outlook(rules: Ruleset, state: State, company: CompanyId, left: float) -> Outlook:
    price = price_of(rules, state, company)
    if not is_floated(state, company):
        return Outlook(price, 0.0, 0.0, 0.0, 0.0, 0.0)
    cash = treasury(state, company)
    trains, on_sale = company_trains(state, company), depot_trains(rules, state)[:1]
    kinds = rules.setup.trains
    newest = on_sale[0] + 1 if on_sale else NOBODY
    lasting = sum(not NOBODY < kinds[kind].rusted_by <= newest for kind in trains)
    run = max(0, last_run_of(state, company)) / rules.shares[company]
    part = lasting / len(trains) if trains else 0.0
    need = 0.0
    if on_sale and not lasting:
        need = max(0.0, float(kinds[on_sale[0]].price - cash))
    return Outlook(
        price,
        run * part,
        run * (1 - part) if trains else 0.0,
        _rise(rules, state, company, int(left)) if trains else 0.0,
        cash / rules.shares[company],
        need,
    )


def _rise(rules: Ruleset, state: State, company: CompanyId, rounds: int) -> float:
    """What a share rises by so many dividends."""
    cell = cell_of(state, company)
    if cell == NOBODY:
        return 0.0
    before = rules.market.prices[cell]
    for _ in range(rounds):
        cell = rules.market.on_payout[cell]
    return float(rules.market.prices[cell] - before)


def expected(rules: Ruleset, state: State) -> tuple[float, ...]:
    """What everybody may expect to be worth in the end; what he is worth, if that has come."""
    if state.ended:
        return tuple(float(worth(rules, state, player).total) for player in range(state.players))
    every = features(rules, state)
    half = len(FEATURES)
    plain = sum(sum(amounts[:half]) for amounts in every) / state.players
    lines = [sum(weight * amount for weight, amount in zip(WEIGHTS, amounts, strict=True)) for amounts in every]
    mean = sum(lines) / state.players
    return tuple(plain + line - mean for line in lines)
