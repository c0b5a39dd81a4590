"""The lots of the opening auction: what is left, what each costs, what is bid on it."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import NOBODY, LotId, Money, PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.bids import bid_of, bids_of, discount_of, lower_lot
from tetsudo.engine.state.ownership import private_owner
from tetsudo.engine.state.state import UNSTARTED, State, bank_of, cash_of, status_of


def is_unsold(rules: Ruleset, state: State, lot: LotId) -> bool:
    """Whether a lot is still the bank's."""
    sold = rules.setup.lots[lot]
    if sold.company != NOBODY:
        return status_of(state, sold.company) == UNSTARTED
    return private_owner(state, sold.private) == bank_of(state)


def top_lot(rules: Ruleset, state: State) -> LotId:
    """The topmost lot that is not sold; NOBODY when all are."""
    bank, owners, status = bank_of(state), state.privates, state.status
    for lot, facts in enumerate(rules.setup.lots):  # as `is_unsold`, in a third of the time
        if owners[facts.private] == bank if facts.company == NOBODY else status[facts.company] == UNSTARTED:
            return lot
    return NOBODY


def lower_lots(rules: Ruleset, state: State, log: Log) -> None:
    """Reduce what falls in price with every turn in which it is not sold (1890-9.3.1-a)."""
    for lot, facts in enumerate(rules.setup.lots):
        reduction = min(facts.falls, lot_price(rules, state, lot))
        if reduction and is_unsold(rules, state, lot):
            lower_lot(state, lot, reduction)
            log.append(events.LotReduced(lot, lot_price(rules, state, lot)))


def is_given_away(rules: Ruleset, state: State, lot: LotId) -> bool:
    """Whether a lot has fallen to nothing from turn to turn: who acts first has to take it (1890-9.3.1-b)."""
    return rules.setup.lots[lot].falls > 0 and lot_price(rules, state, lot) == 0


def lot_price(rules: Ruleset, state: State, lot: LotId) -> Money:
    """What a lot costs when it is on top, reductions taken off (1889-AUC-08, 1890-9.1.2-a)."""
    return rules.setup.lots[lot].price - discount_of(state, lot)


def committed(state: State, player: PlayerId) -> Money:
    """What a player's bids hold back.

    1889-AUC-05, 1888*-AUC-06, 1890-9.1.3.1-d, 1890-9.1.3.1-f, 1890-9.3-d.
    """
    return sum(bids_of(state, player))


def uncommitted(state: State, player: PlayerId) -> Money:
    """What a player has that no bid holds back."""
    return cash_of(state, player) - committed(state, player)


def lowest_bid(rules: Ruleset, state: State, lot: LotId) -> Money:
    """The least that a bid on a lot must be.

    1889-AUC-04, 1888*-AUC-04, 1888*-AUC-05, 1888*-AUC-14, 1890-9.1.3.1-a, 1890-9.1.3.1-b, 1890-9.1.3.1-c.
    """
    first = lot * state.players
    highest = rules.setup.lots[lot].price - state.discounts[lot]
    for bid in state.bids[first : first + state.players]:  # as `max`, in less time
        highest = bid if bid > highest else highest
    return highest + rules.settings.bid_step


def highest_bid(state: State, player: PlayerId, lot: LotId) -> Money:
    """The most that a player can bid on a lot (1889-AUC-06): his own bid there comes back.

    1888*-AUC-15, 1888*-AUC-25, 1890-9.1.4-g.
    """
    return uncommitted(state, player) + bid_of(state, lot, player)
