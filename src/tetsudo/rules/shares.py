"""Shares: who may hold how many, what moves when they change hands, who is president.

Counts are in shares of 10 %: an ordinary certificate is one, the president's as many
as the title says (two).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tetsudo.events import Event, Log
from tetsudo.rules.money import bank_pays
from tetsudo.rules.moving import fall
from tetsudo.rules.prices import begin_to_operate, enter_cell, price_of
from tetsudo.state import (
    FLOATED,
    IPO,
    MARKET,
    OPERATING_ROUND,
    RESERVED,
    STARTED,
    State,
    bank_of,
    holding,
    ipo_of,
    market_of,
    move_cash,
    move_ordinary,
    ordinary,
    owner_of_company,
    par_of,
    president_of,
    reserved_of,
)
from tetsudo.units import NOBODY, CompanyId, Money, PlaceId, PlayerId

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset


def certificates(rules: Ruleset, state: State, player: PlayerId) -> int:
    """Certificates that count toward a player's limit (1889 BUY-20, BUY-21)."""
    return _counted(rules, state, player)[0]


def _counted(rules: Ruleset, state: State, player: PlayerId) -> tuple[int, bool]:
    """Certificates that count, and whether the player has too much of some company."""
    uncounted, unlimited, weights = rules.market.uncounted, rules.market.unlimited, rules.limited_shares
    president, cells, most = state.president, state.cell, rules.hold_units
    count, over = state.privates.count(player), False
    for private in rules.uncounted:
        count -= state.privates[private] == player
    for company, held in enumerate(state.shares[player :: state.players + 4]):
        is_president = president[company] == player
        if not held and not is_president:
            continue
        cell = cells[company]
        if cell == NOBODY or not uncounted[cell]:
            count += held + is_president
        if held + is_president * weights[company] > most and not (cell != NOBODY and unlimited[cell]):
            over = True
    return count, over


def may_exceed(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """Whether the holding limit is lifted where the company's token stands (1889 BUY-22)."""
    cell = state.cell[company]
    return cell != NOBODY and rules.market.unlimited[cell]


def limits(rules: Ruleset, state: State, player: PlayerId) -> tuple[bool, bool]:
    """Whether a player may take one more certificate that counts, and whether he must sell (1889 BUY-23)."""
    limit = rules.numbers.certificate_limit
    held = state.shares[player :: state.players + 4]
    # Mostly it is enough to see that all that he has is little.
    everything = sum(held) + state.president.count(player) + state.privates.count(player)
    if everything < limit and max(held) <= rules.surely_held:
        return True, False
    count, over = _counted(rules, state, player)
    return count < limit, over or count > limit


def most_sellable(rules: Ruleset, state: State, player: PlayerId, company: CompanyId, keep_president: bool) -> int:
    """How many shares of a company a player could sell as one block; 0 for none.

    The market's limit (1889 SEL-05), and the president's certificate, which leaves only
    for somebody with as many shares as it counts (SEL-06, SEL-09). `keep_president`:
    nobody else may become president (EMR-06).
    """
    if state.cell[company] == NOBODY:
        return 0
    base = company * (state.players + 4)
    held = state.shares[base : base + state.players]
    most = rules.market_units - state.shares[base + state.players + MARKET]
    if state.president[company] != player:
        return max(min(held[player], most), 0)
    weight = rules.president_shares[company]
    owned = held[player] + weight
    held[player] = 0
    others = max(held)
    if keep_president:
        # He stays president: with the certificate in hand and nobody ahead of him.
        return max(min(most, owned - max(weight, others)), 0)
    return max(min(most, owned - weight if others < weight else owned), 0)


def sell(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, count: int) -> None:
    """Sell one block to the market: cash at the old price, then president, then the fall."""
    hand_over(rules, state, log, player, company, count)
    fall(rules, state, log, company, count)


def sell_together(
    rules: Ruleset, state: State, log: Log, player: PlayerId, blocks: Sequence[tuple[CompanyId, int]]
) -> None:
    """Sell several blocks at the prices before any of them falls."""
    for company, count in blocks:
        hand_over(rules, state, log, player, company, count)
    for company, count in blocks:
        fall(rules, state, log, company, count)


def hand_over(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, count: int) -> None:
    """Give one block to the market at the price of the moment, which does not fall yet."""
    price = price_of(rules, state, company)
    if state.president[company] == player:
        _pass_presidency_on(rules, state, log, player, company, count)
    move_ordinary(state, company, player, market_of(state), count)
    bank_pays(rules, state, log, player, price * count)
    log.append(Event("shares_sold", (player, company, count, price * count)))


def _pass_presidency_on(
    rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, count: int
) -> None:
    """Before a president sells: whoever will hold more takes the certificate (1889 SEL-10, SEL-11)."""
    left = holding(state, company, player, rules.president_shares[company]) - count
    heir = _largest_holder(state, company, player)
    if heir != NOBODY and ordinary(state, company, heir) > left:
        _swap_presidency(rules, state, log, company, player, heir)


def _largest_holder(state: State, company: CompanyId, president: PlayerId) -> PlayerId:
    """The largest other holder, ties to the nearest clockwise from the president."""
    best, most = NOBODY, 0
    for step in range(1, state.players):
        other = (president + step) % state.players
        held = ordinary(state, company, other)
        if held > most:
            best, most = other, held
    return best


def settle_presidency(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """Whoever has more shares than the president takes the certificate; the next clockwise of equals."""
    president = state.president[company]
    heir = _largest_holder(state, company, president)
    weight = rules.president_shares[company]
    if heir != NOBODY and ordinary(state, company, heir) > holding(state, company, president, weight):
        _swap_presidency(rules, state, log, company, president, heir)


def _swap_presidency(rules: Ruleset, state: State, log: Log, company: CompanyId, old: PlayerId, new: PlayerId) -> None:
    """The president's certificate against as many ordinary ones as it counts (1889 BUY-10)."""
    move_ordinary(state, company, new, old, rules.president_shares[company])
    state.president[company] = new
    log.append(Event("president_changed", (new, company)))


def gain_share(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, source: PlaceId) -> None:
    """Take one ordinary certificate; then presidency and float are asked again."""
    move_ordinary(state, company, source, player, 1)
    president = president_of(state, company)
    if president not in (NOBODY, player):
        weight = rules.president_shares[company]
        if ordinary(state, company, player) > holding(state, company, president, weight):
            _swap_presidency(rules, state, log, company, president, player)
    float_if_due(rules, state, log, company)


def buy(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, source: PlaceId) -> None:
    """Buy one ordinary certificate from the offering or the market (1889 BUY-07 to BUY-09)."""
    price = share_price(rules, state, company, source)
    move_cash(state, player, bank_of(state), price)
    log.append(Event("share_bought", (player, company, source, price)))
    gain_share(rules, state, log, player, company, source)


def share_price(rules: Ruleset, state: State, company: CompanyId, source: PlaceId) -> Money:
    """What an ordinary certificate costs at a place."""
    return par_of(state, company) if source == ipo_of(state) else price_of(rules, state, company)


def start(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId, par: Money) -> None:
    """Buy the president's certificate at a par price (1889 BUY-01 to BUY-05)."""
    move_cash(state, player, bank_of(state), par * rules.president_shares[company])
    set_par(rules, state, company, par)
    log.append(Event("started", (player, company, par)))
    take_presidency(rules, state, log, player, company)


def set_par(rules: Ruleset, state: State, company: CompanyId, par: Money) -> None:
    """Fix what a company's shares cost in the offering; its token goes to the market (1889 BUY-05, BUY-06)."""
    state.par[company] = par
    state.status[company] = STARTED
    enter_cell(rules, state, company, rules.market.pars[par])


def take_presidency(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId) -> None:
    """Hand the president's certificate over, which nobody has had before."""
    state.president[company] = player
    log.append(Event("president_changed", (player, company)))
    float_if_due(rules, state, log, company)


def found(rules: Ruleset, state: State, log: Log, player: PlayerId, company: CompanyId) -> None:
    """A minor operates from its purchase on, with a fixed capital from the bank (1890 7.2-a, 7.2-c)."""
    state.president[company] = player
    state.status[company] = FLOATED
    amount = rules.setup.companies[company].capital
    log.append(Event("floated", (company, amount)))
    bank_pays(rules, state, log, owner_of_company(state, company), amount)


def float_if_due(rules: Ruleset, state: State, log: Log, company: CompanyId) -> None:
    """A company floats when enough has left the offering, and gets ten times par (1889 BUY-12, BUY-14)."""
    if state.status[company] != STARTED:
        return
    facts = rules.setup.companies[company]
    if facts.forms is not None:
        return
    unsold = ordinary(state, company, ipo_of(state)) + ordinary(state, company, reserved_of(state))
    if 100 - 10 * unsold < facts.float_percent:
        return
    begin_to_operate(rules, state, company)
    # One that floats while an operating round runs waits for the next (1889 OR-06).
    state.acted[company] = NOBODY if state.round == OPERATING_ROUND else 0
    amount = 10 * par_of(state, company)
    log.append(Event("floated", (company, amount)))
    bank_pays(rules, state, log, owner_of_company(state, company), amount)


def is_sold_out(state: State, company: CompanyId) -> bool:
    """None left in the offering or the market, nor reserved (1889 ESR-03; 1890 8.6.1-c)."""
    if state.cell[company] == NOBODY or state.president[company] >= state.players:
        return False
    return not any(ordinary(state, company, state.players + place) for place in (IPO, MARKET, RESERVED))
