"""Players buy privates in a stock round: late ones from the bank, others from each other."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.actions import Descriptor, TakePrivate
from tetsudo.descriptors import PrivateTakes
from tetsudo.events import Log
from tetsudo.frames import TAKE, Offer
from tetsudo.rules.offers.offers import lowest_offer, propose_take, take_private
from tetsudo.rules.ruleset.ruleset import Ruleset
from tetsudo.state import State, bank_of, cash_of, private_owner
from tetsudo.units import NOBODY, Money, PlayerId, PrivateId


def takes(rules: Ruleset, state: State, player: PlayerId, room: bool) -> Iterator[Descriptor]:
    """Every private that a player who may buy something may buy. `room`: below the certificate limit."""
    for private in rules.takeable:
        if not _unavailable(rules, state, player, private) and (room or not rules.setup.privates[private].counted):
            low, high = price_range(rules, state, player, private)
            if low <= high:
                yield PrivateTakes(player, private, low, high)


def take_refusal(rules: Ruleset, state: State, action: TakePrivate, room: bool) -> str:
    """Why a player who may buy something may not buy a private so."""
    facts, player = rules.setup.privates[action.private], action.player
    reason = _unavailable(rules, state, player, action.private)
    if reason:
        return reason
    if facts.late and action.price != facts.price:
        return "late_price"
    if action.price < 0:
        return "trade_price"
    if action.price > cash_of(state, player):
        return "cash"
    if facts.counted and not room:
        return "certificate_limit"
    return "" if action.price >= price_range(rules, state, player, action.private)[0] else "offer_declined"


def _unavailable(rules: Ruleset, state: State, player: PlayerId, private: PrivateId) -> str:
    """Why no player may buy a private now, or not this one, whatever he pays."""
    owner = private_owner(state, private)
    if rules.setup.privates[private].late:
        if owner != bank_of(state):
            return "late_never_sold"
        return "late_too_early" if state.turn == 1 else ""  # 1890-11.2-a, 1890-11.2-b
    if rules.numbers.private_trades == "none":
        return "private_in_stock_round"
    if owner == player or not NOBODY < owner < state.players:
        return "trade_with_players"
    return "trade_too_early" if state.turn == 1 and rules.numbers.private_trades == "later" else ""


def price_range(rules: Ruleset, state: State, player: PlayerId, private: PrivateId) -> tuple[Money, Money]:
    """What a player may pay for a private that he may buy: its face value to the bank, else any price, nothing too."""
    facts, cash = rules.setup.privates[private], cash_of(state, player)
    if facts.late:
        return facts.price, min(facts.price, cash)
    return lowest_offer(state, TAKE, private, private_owner(state, private), 0), cash


def take(rules: Ruleset, state: State, log: Log, action: TakePrivate) -> None:
    """Buy from the bank, or ask the owner."""
    owner = private_owner(state, action.private)
    if owner != bank_of(state):
        propose_take(rules, state, log, Offer(action.player, TAKE, action.private, owner, action.price, owner))
        return
    take_private(rules, state, log, action.player, action.private, owner, action.price)
    for power in rules.powers.of_private[action.private]:
        power.bought(rules, state, log)
