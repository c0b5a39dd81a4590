"""Expected final worth of players from a position between two turns, with weights fitted on self-play.

Each player's assets become a few amounts of money (`FEATURES`), as parts of the players' average worth. A player's
lead over the average counts by `WEIGHTS`, which change with the stage of the game (`STAGES`). The weights
are the same for all titles and come from `python -m tetsudo.lab.fitting`.
"""

from __future__ import annotations

from math import log
from typing import Final, NamedTuple

from tetsudo.bots.heuristics.weights import WEIGHTS
from tetsudo.core.units import NOBODY, CompanyId, Money
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import certificates
from tetsudo.engine.rules.shares.market_cells import price_of
from tetsudo.engine.rules.trains.depot import depot_trains
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.engine.state.ownership import company_trains, holding, president_of, private_owner
from tetsudo.engine.state.state import State, bank_cash, bank_of, cash_of, cell_of, is_floated, last_run_of, treasury

FEATURES: Final = (
    "cash",
    "shares of companies that have floated, at what they cost now",
    "shares of others",
    "dividends of trains that last, for some rounds",
    "dividends of trains that rust soon, for some rounds",
    "what shares rise by dividends",
    "treasuries of own companies",
    "what trains cost that last, of own companies",
    "what own companies need for a train and have not",
    "income of privates, for some rounds",
    "what privates may be sold for",
    "own companies that have floated",
    "own companies that have not",
    "certificates",
)
"""Features of each player, as parts of the players' average. Counts are divided by 5, and certificates by 25
in all.
"""

STAGES: Final = ("at any time", "by rounds that are left", "by turns that have begun", "by phases", "by how few play")
"""Terms of each weight, in this order."""

MAX_ROUNDS_AHEAD: Final = 16.0
"""Maximum number of operating rounds to look ahead."""

INCOME_ROUNDS: Final = 5.0
"""Number of rounds for which dividends and income count; the weights cover the rest."""

PAYMENT_GROWTH: Final = 0.15
"""Growth of payments from one round to the next."""

ROUNDS_UNTIL_RUST: Final = 2.0
"""Assumed number of rounds until trains rust that rust with the kind on sale or the one after it."""

MAX_FEATURE_LEAD: Final = 4.0
"""Maximum lead of a player in one feature."""

FINAL_DOUBT: Final = 0.05
ADDED_DOUBT: Final = 0.3
"""Lead at which a game is nearly won: at its end, and the addition while it is still long."""

ROUNDS_UNIT: Final = 10.0
TURNS_UNIT: Final = 6.0
MAX_STAGE_TURN: Final = 12
"""Units for rounds and turns, and the maximum turn for the stage."""


class Outlook(NamedTuple):
    """Prospects of a company: for one share, and for its president."""

    price: Money
    has_floated: bool
    lasting: float
    """Payment per share and round by lasting trains, and by others."""
    rusting: float
    rise: float
    treasury: Money
    trains: Money
    """Price of the lasting trains."""
    need: Money


def income(rules: Ruleset, state: State) -> int:
    """Payments of the bank per round, as far as known."""
    nobody = (NOBODY, bank_of(state))
    privates = sum(each.income for each in rules.setup.privates if private_owner(state, each.id) not in nobody)
    return privates + sum(max(0, last_run_of(state, company)) for company in range(state.companies))


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


def stage(rules: Ruleset, state: State, left: float) -> tuple[float, float, float, float, float]:
    """Stage of the game: the terms of `STAGES`."""
    return (
        1.0,
        left / ROUNDS_UNIT,
        min(state.turn, MAX_STAGE_TURN) / TURNS_UNIT,
        state.phase / len(rules.setup.phases),
        2 / state.players,
    )


def features(rules: Ruleset, state: State, left: float) -> list[list[float]]:
    """Amounts of `FEATURES` by player, counts included, as if in money; `left`: see `rounds_left`."""
    outlooks = [_outlook(rules, state, company, left) for company in range(state.companies)]
    return [_player_features(rules, state, player, outlooks) for player in range(state.players)]


def _player_features(rules: Ruleset, state: State, player: int, outlooks: list[Outlook]) -> list[float]:
    shares = others = lasting = rusting = rise = cash = trains = need = 0.0
    floated = unfloated = 0
    for company, outlook in enumerate(outlooks):
        held = holding(state, company, player, rules.president_shares[company])
        if held:
            if outlook.has_floated:
                shares += held * outlook.price
                lasting += held * outlook.lasting
                rusting += held * outlook.rusting
                rise += held * outlook.rise
            else:
                others += held * outlook.price
        if president_of(state, company) == player and not rules.is_minor[company]:
            if outlook.has_floated:
                floated += 1
                cash += outlook.treasury
                trains += outlook.trains
                need -= outlook.need
            else:
                unfloated += 1
    paid = price = 0
    for private in rules.setup.privates:
        if private_owner(state, private.id) == player:
            paid += private.income
            price += min(private.high, 2 * private.price)
    counted = [float(floated), float(unfloated), certificates(rules, state, player) / 5]
    amounts = [
        float(cash_of(state, player)),
        shares,
        others,
        lasting * INCOME_ROUNDS,
        rusting * ROUNDS_UNTIL_RUST,
        rise,
    ]
    return [*amounts, cash, trains, need, paid * INCOME_ROUNDS, float(price), *counted]


FIRST_COUNT_FEATURE: Final = len(FEATURES) - 3
"""Index of the first feature that is a count rather than money."""


def _outlook(rules: Ruleset, state: State, company: CompanyId, left: float) -> Outlook:
    price = price_of(rules, state, company)
    if not is_floated(state, company):
        return Outlook(price, False, 0.0, 0.0, 0.0, 0, 0, 0)
    cash, kinds = treasury(state, company), rules.setup.trains
    trains, on_sale = company_trains(state, company), depot_trains(rules, state)[:1]
    newest = on_sale[0] + 1 if on_sale else NOBODY
    lasting = [kinds[kind].price for kind in trains if not NOBODY < kinds[kind].rusted_by <= newest]
    run = max(0, last_run_of(state, company)) / rules.shares[company]
    part = len(lasting) / len(trains) if trains else 0.0
    need = max(0, kinds[on_sale[0]].price - cash) if on_sale and not lasting else 0
    return Outlook(
        price,
        True,
        run * part,
        run * (1 - part) if trains else 0.0,
        _price_rise(rules, state, company, int(left)) if trains else 0.0,
        cash,
        sum(lasting),
        need,
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


def feature_leads(every: list[list[float]]) -> tuple[float, list[list[float]]]:
    """Average worth in money, and each player's lead in each feature as a part of it."""
    size = len(every)
    means = [sum(column) / size for column in zip(*every, strict=True)]
    mean = max(1.0, means[0] + means[1] + means[2])
    rows: list[list[float]] = []
    for amounts in every:
        row: list[float] = []
        for place, amount in enumerate(amounts):
            gap = (amount - means[place]) / (5.0 if place >= FIRST_COUNT_FEATURE else mean)
            row.append(max(-MAX_FEATURE_LEAD, min(MAX_FEATURE_LEAD, gap)))
        rows.append(row)
    return mean, rows


def weights_at(now: tuple[float, float, float, float, float]) -> list[float]:
    """Weights of `FEATURES` at a stage of the game."""
    first, second, third, fourth, fifth = now
    return [a * first + b * second + c * third + d * fourth + e * fifth for a, b, c, d, e in WEIGHTS]


def doubt(rules: Ruleset, state: State) -> float:
    """Uncertainty of the expected result, as a part of the players' average worth."""
    if state.ended:
        return FINAL_DOUBT
    return FINAL_DOUBT + ADDED_DOUBT * min(1.0, rounds_left(rules, state) / ROUNDS_UNIT)


def expected_worths(rules: Ruleset, state: State) -> tuple[float, ...]:
    """Expected final worth of all players; their actual worth if the game has ended."""
    if state.ended:
        return tuple(float(worth(rules, state, player).total) for player in range(state.players))
    left = rounds_left(rules, state)
    mean, rows = feature_leads(features(rules, state, left))
    weights = weights_at(stage(rules, state, left))
    to_come = income(rules, state) * ((1 + PAYMENT_GROWTH) ** left - 1) / PAYMENT_GROWTH / state.players
    gains = [sum([weight * amount for weight, amount in zip(weights, row, strict=True)]) for row in rows]
    return tuple((mean + to_come) * max(0.05, 1 + gain) for gain in gains)
