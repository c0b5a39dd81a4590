"""Offers that another player must accept, for a private or a train.

Until an offer is answered, only the player asked may act. After a decline, it can be repeated in the same turn only at
a higher price.
"""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.frames import TAKE, TRAIN, Offer, Stock
from tetsudo.core.units import CompanyId, Money, OwnerId, PlayerId, PrivateId, TrainId
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import give_private, move_train, president_of
from tetsudo.engine.state.state import (
    State,
    declined_price,
    is_any_offer_declined,
    move_cash,
    owner_of_company,
    pop,
    push,
    record_declined,
)


def lowest_offer(state: State, what: int, which: int, seller: int, lowest: Money) -> Money:
    """Minimum offer in this turn: higher than the declined price."""
    if not is_any_offer_declined(state):
        return lowest
    return max(lowest, declined_price(state, what, which, seller) + 1)


def propose(rules: Ruleset, state: State, log: Log, offer: Offer) -> None:
    """Make a company's offer.

    It is accepted at once if the buyer's own president answers, or if offers need no answer at this table.

    1890-12.4.2-c.
    """
    push(state, offer)
    if rules.settings.offers == "agreed" or offer.answering == president_of(state, offer.buyer):
        accept(rules, state, log)
    else:
        log.append(events.OfferMade(offer.answering, offer.buyer, offer.price))


def propose_take(rules: Ruleset, state: State, log: Log, offer: Offer) -> None:
    """Make a player's offer for another player's private.

    It is accepted at once if offers need no answer at this table.
    """
    push(state, offer)
    log.append(events.TakeAsked(offer.buyer, offer.which, offer.seller, offer.price))
    if rules.settings.offers == "agreed":
        accept(rules, state, log)


def accept(rules: Ruleset, state: State, log: Log) -> None:
    """Carry out the offer on top of the stack."""
    offer = _pop_offer(state)
    if offer.what == TAKE:
        take_private(rules, state, log, offer.buyer, offer.which, offer.seller, offer.price)
    elif offer.what == TRAIN:
        _buy_train(rules, state, log, offer.buyer, offer.which, offer.seller, offer.price)
    else:
        _buy_private(rules, state, log, offer.buyer, offer.which, offer.seller, offer.price)


def _pop_offer(state: State) -> Offer:
    offer = top_frame(state, Offer)
    pop(state)
    return offer


def _buy_train(
    rules: Ruleset, state: State, log: Log, company: CompanyId, train: TrainId, seller: CompanyId, price: Money
) -> None:
    """Sell a train from one company to another (1889-TRN-06)."""
    move_cash(state, owner_of_company(state, company), owner_of_company(state, seller), price)
    move_train(state, train, seller, company)
    log.append(events.TrainBought(company, train, seller, price))
    for power in rules.powers.after_trains:
        power.after_train(rules, state, company, train, seller, log)


def _buy_private(
    rules: Ruleset, state: State, log: Log, company: CompanyId, private: PrivateId, seller: PlayerId, price: Money
) -> None:
    """Sell a private to a company. Its seller may get to act at once."""
    owner = owner_of_company(state, company)
    move_cash(state, owner, seller, price)  # 1890-10.9-d
    give_private(state, private, owner)  # 1889-PBY-03, 1888*-PRV-01, 1890-10.9-f
    log.append(events.PrivateBought(company, private, seller, price))
    for power in rules.powers.of_private[private]:
        power.sold(rules, state, seller)


def take_private(
    rules: Ruleset, state: State, log: Log, player: PlayerId, private: PrivateId, seller: OwnerId, price: Money
) -> None:
    """Sell a private to a player: as the purchase of the stock turn on top (1890-8.4-b), unless it is an extra."""
    move_cash(state, player, seller, price)
    give_private(state, private, player)  # 1890-7.1-a
    log.append(events.PrivateTaken(player, private, seller, price))
    if private in rules.traded:
        return
    state.priority = rules.next_player(state, player)
    replace_top(state, top_frame(state, Stock).replaced(passes=0, bought=1))


def decline(state: State, log: Log, player: PlayerId) -> None:
    """Decline the offer on top, and remember its price so that it is not repeated."""
    offer = _pop_offer(state)
    record_declined(state, offer.what, offer.which, offer.seller, offer.price)
    if offer.what == TAKE:
        log.append(events.TakeDeclined(player, offer.which))
    else:
        log.append(events.OfferDeclined(player, offer.buyer))
