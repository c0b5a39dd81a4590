"""Purchase of privates by players in a stock round: late ones from the bank, others from each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tetsudo.core.actions import Descriptor, TakePrivate
from tetsudo.core.events import Log
from tetsudo.core.frames import TAKE, Offer
from tetsudo.core.open_actions import PrivateTakes
from tetsudo.core.units import NOBODY, PlayerId, PrivateId
from tetsudo.engine.rules.flow.bounds import ALL, Bounds, breach, span
from tetsudo.engine.rules.offers.offers import lowest_offer, propose_take, take_private
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import limits
from tetsudo.engine.state.ownership import private_owner
from tetsudo.engine.state.state import State, bank_of, cash_of

_TAKES: Final = PrivateTakes  # where compiled, a constant of this module is not looked up by its name


def take_candidates(rules: Ruleset, state: State, player: PlayerId) -> Iterator[PrivateTakes]:
    """Purchases to try: privates that the bank still has, and other players' where they are traded."""
    for private in (*rules.takeable, *rules.traded):
        if private_owner(state, private) not in (NOBODY, player):
            yield PrivateTakes(player, private, *span(_bounds(rules, state, player, private)))


def private_trades(rules: Ruleset, state: State, player: PlayerId) -> list[Descriptor]:
    """Legal purchases of privates from other players, where these are extras of a stock round."""
    return private_takes(rules, state, player, limits(rules, state, player)[0], rules.traded)


def private_takes(
    rules: Ruleset, state: State, player: PlayerId, room: bool, privates: Sequence[PrivateId], enough: int = ALL
) -> list[Descriptor]:
    """Legal purchases of some privates for a player who may still buy; the first `enough`.

    `room`: True below the certificate limit.
    """
    cash, owners = cash_of(state, player), state.privates
    found: list[Descriptor] = []
    for private in privates:
        if owners[private] in (NOBODY, player) or _purchase_refusal(rules, state, player, private, room):
            continue
        facts = rules.setup.privates[private]
        low = facts.price if facts.late else lowest_offer(state, TAKE, private, owners[private], 0)
        if low <= cash:
            found.append(_TAKES(player, private, low, facts.price if facts.late else cash))
            if len(found) == enough:
                return found
    return found


def trade_refusal(rules: Ruleset, state: State, action: TakePrivate) -> str:
    """Refusal code for buying another player's private as an extra; "" if allowed."""
    return take_refusal(rules, state, action, limits(rules, state, action.player)[0])


def take_refusal(rules: Ruleset, state: State, action: TakePrivate, room: bool) -> str:
    """Refusal code for buying a private, if the player may still buy; "" if allowed."""
    player, private = action.player, action.private
    code = _purchase_refusal(rules, state, player, private, room)
    return code or breach(_bounds(rules, state, player, private), action.price)


def _purchase_refusal(rules: Ruleset, state: State, player: PlayerId, private: PrivateId, room: bool) -> str:
    """Refusal code if a player may not buy a private now, at any price; "" otherwise."""
    facts, owner = rules.setup.privates[private], private_owner(state, private)
    if facts.late:
        if owner != bank_of(state):
            return "late_never_sold"
        if state.turn == 1:
            return "late_too_early"  # 1890-11.2-a, 1890-11.2-b
    elif rules.private_trades == "none":
        return "private_in_stock_round"
    elif owner == player or not NOBODY < owner < state.players:
        return "trade_with_players"
    elif state.turn == 1 and rules.private_trades == "later":
        return "trade_too_early"
    return "certificate_limit" if facts.counted and not room else ""


def _bounds(rules: Ruleset, state: State, player: PlayerId, private: PrivateId) -> Bounds:
    """Bounds of the price for a private: face value to the bank, else anything from 0 (1890-11.2-g)."""
    facts, cash = rules.setup.privates[private], (cash_of(state, player), "cash")
    if facts.late:
        price = facts.price, "late_price"
        return (price,), (price, cash)
    lowest = lowest_offer(state, TAKE, private, private_owner(state, private), 0)
    return ((0, "trade_price"), (lowest, "offer_declined")), (cash,)


def take(rules: Ruleset, state: State, log: Log, action: TakePrivate) -> None:
    """Buy a private from the bank, or make its owner an offer."""
    owner = private_owner(state, action.private)
    if owner != bank_of(state):
        propose_take(rules, state, log, Offer(action.player, TAKE, action.private, owner, action.price, owner))
        return
    take_private(rules, state, log, action.player, action.private, owner, action.price)
    for power in rules.powers.of_private[action.private]:
        power.bought(rules, state, log)
