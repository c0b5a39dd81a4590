"""Resolution of plans at a position: an action, the reason why the plan ends, or nothing for now.

It uses only what the plan's owner knows: their view of the game, their legal actions, and the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from tetsudo.core.actions import Action, Answer, Bid, BuyShare, Descriptor, Dividend, ExchangePrivate, Pass
from tetsudo.core.events import Event
from tetsudo.core.frames import BidOff, Stock
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY, CompanyId, LotId, Money, PlayerId, PrivateId
from tetsudo.engine.rules.privates.lots import is_unsold, lot_price, lowest_bid, top_lot
from tetsudo.engine.state.bids import bid_of, bids_on
from tetsudo.engine.state.ownership import ipo_of, market_of
from tetsudo.game.game import Game
from tetsudo.game.programmed.kinds import Bidding, Buying, Exchanging, Keeping, Passing, Plan, Running, Skipping

ROUND_EVENTS: Final = ("stock_round_began", "operating_round_began")
TRADE_EVENTS: Final = ("started", "share_bought", "shares_sold")
"""Events that change the shareholders of a company."""


class Stop(NamedTuple):
    """Reason why a plan ends: a code, and its facts by the names that events use.

    `action`: the planned action, if the rules refuse it (`reason` "refused").
    """

    reason: str
    facts: Mapping[str, int] = {}
    action: Action | None = None


Reply: TypeAlias = Descriptor | Stop | None
"""Legal action, or the descriptor `Runs` for its best run; a `Stop`; None for nothing now."""


@dataclass(frozen=True)
class Situation:
    """Position as the plan's owner sees it: the legal actions, and the events since the last call."""

    game: Game
    player: PlayerId
    offers: Sequence[Descriptor]
    happened: Sequence[Event] = field(default=())

    def is_asked(self, *doing: str) -> bool:
        """True if the owner is to act, with one of these decisions."""
        turn = self.game.to_act
        return turn.player == self.player and turn.doing in doing

    def action_or_stop(self, action: Action) -> Reply:
        """The action, or a `Stop` if it is not legal."""
        if any(offer.admits(action) for offer in self.offers):
            return action
        return Stop("refused", action=action)

    def events_by_others(self, *kinds: str) -> Iterator[Any]:
        """Events of some kinds that are not the owner's."""
        told = (event for event in self.happened if event.kind in kinds)
        return (event for event in told if getattr(event, "player", NOBODY) != self.player)

    def round_stop(self) -> Stop | None:
        """`Stop` if another round has begun."""
        return Stop("round") if any(event.kind in ROUND_EVENTS for event in self.happened) else None

    def has_shares(self, company: CompanyId) -> bool:
        """True if the owner holds shares of a company."""
        symbol = self.game.setup.companies[company].symbol
        return symbol in self.game.player(self.player).shares

    def is_president(self, company: CompanyId) -> bool:
        """True if the owner is president of a company."""
        president = self.game.company(company).president
        return president is not None and president.id == self.player

    def owns(self, private: PrivateId) -> bool:
        """True if the owner owns a private."""
        return self.game.setup.privates[private].symbol in self.game.player(self.player).privates


def answer(
    plan: Plan, game: Game, player: PlayerId, offers: Sequence[Descriptor], happened: Sequence[Event] = ()
) -> Reply:
    """Reply of a plan at a position.

    `game`: the game as the owner sees it (`Game.seen_by`); `offers`: the owner's legal actions, in turn or out of turn;
    `happened`: events since the plan was made or last carried out (not needed for a plan that `lasts`).
    """
    if game.is_over:
        return Stop("over")
    return RESOLVERS[type(plan)](plan, Situation(game, player, offers, happened))


def plan_refusal(plan: Plan, game: Game, player: PlayerId, offers: Sequence[Descriptor]) -> Stop | None:
    """Reason why a plan cannot be made now; None if it can."""
    if game.state.round not in plan.rounds:
        return Stop("other_round")
    if isinstance(plan, Bidding) and not is_unsold(game.ruleset, game.state, plan.lot):
        return Stop("lot", {"lot": plan.lot})
    found = answer(plan, game, player, offers)
    return found if isinstance(found, Stop) else None


# Passing


def _pass(plan: Passing, at: Situation) -> Reply:
    stop = at.round_stop() or _passing_stop(plan, at)
    if stop:
        return stop
    return at.action_or_stop(Pass(at.player)) if at.is_asked("stock", "auction") else None


def _passing_stop(plan: Passing, at: Situation) -> Stop | None:
    """Event that interrupts passing."""
    for event in at.events_by_others("shares_sold"):
        if plan.sold and at.has_shares(event.company):
            return Stop("sold", {"player": event.player, "company": event.company})
    for event in at.events_by_others(*TRADE_EVENTS):
        if event.company == plan.traded:
            return Stop("traded", {"player": event.player, "company": event.company})
    if plan.priced != NOBODY:
        price = at.game.company(plan.priced).price
        if price and (price <= plan.price if plan.falls else price >= plan.price):
            return Stop("price", {"company": plan.priced, "price": price})
    return _auction_stop(at)


def _auction_stop(at: Situation) -> Stop | None:
    """Change in the auction that ends a pass plan."""
    for event in at.happened:
        if event.kind in ("lot_sold", "lot_reduced"):
            return Stop("lot", {"lot": event.lot})
    for event in at.events_by_others("bid"):
        if bid_of(at.game.state, event.lot, at.player):
            return Stop("outbid", {"player": event.player, "lot": event.lot})
    return None


# Buying


def _buy(plan: Buying, at: Situation) -> Reply:
    stop = at.round_stop() or _buying_stop(plan, at)
    if stop:
        return stop
    if not at.is_asked("stock"):
        return None
    frame = at.game.state.stack[-1]
    if isinstance(frame, Stock) and frame.bought:  # a sale would still be legal
        return at.action_or_stop(Pass(at.player))
    price, share = min(_shares(plan, at))
    found = at.action_or_stop(BuyShare(at.player, plan.company, share))
    if price > plan.price and not isinstance(found, Stop):
        return Stop("dear", {"company": plan.company, "price": price})
    return found


def _buying_stop(plan: Buying, at: Situation) -> Stop | None:
    """Reason to buy no more shares."""
    company = at.game.company(plan.company)
    if plan.floats and company.is_floated:
        return Stop("floated", {"company": plan.company})
    if plan.percent and at.game.player(at.player).shares.get(company.symbol, 0) >= plan.percent:
        return Stop("enough", {"company": plan.company})
    for event in at.events_by_others("shares_sold"):
        if plan.sold and event.company == plan.company:
            return Stop("sold", {"player": event.player, "company": event.company})
    return None


def _shares(plan: Buying, at: Situation) -> list[tuple[Money, int]]:
    """Prices and places of shares; places without shares only if no place has any."""
    company, state = at.game.company(plan.company), at.game.state
    places = [
        (company.in_market, company.price, market_of(state)),
        (company.in_offering, company.offering_price, ipo_of(state)),
    ]
    wanted = [place for place in places if plan.source in (NOBODY, place[2])]
    return [place[1:] for place in wanted if place[0]] or [place[1:] for place in wanted]


# Bidding


def _bid(plan: Bidding, at: Situation) -> Reply:
    for event in at.happened:
        if event.kind == "lot_sold" and event.lot == plan.lot:
            reason = "won" if event.player == at.player else "lost"
            return Stop(reason, {"player": event.player, "lot": event.lot, "price": event.price})
    if not at.is_asked("auction", "bid-off"):
        return None
    frame = at.game.state.stack[-1]
    if isinstance(frame, BidOff):
        return _raise(plan, at) if frame.lot == plan.lot else None
    bids = bids_on(at.game.state, plan.lot)
    if bids[at.player] and bids[at.player] == max(bids):
        return at.action_or_stop(Pass(at.player))
    price = _next_bid(at.game, plan.lot)
    found = at.action_or_stop(Bid(at.player, plan.lot, price))
    if price > plan.price:
        return Stop("lot_dear", {"lot": plan.lot, "price": price})
    return found


def _raise(plan: Bidding, at: Situation) -> Reply:
    """Raise in the bid-off while the price limit allows it, else pass."""
    price = _next_bid(at.game, plan.lot)
    return at.action_or_stop(Bid(at.player, plan.lot, price) if price <= plan.price else Pass(at.player))


def _next_bid(game: Game, lot: LotId) -> Money:
    """Next price for a lot: the lot's price if it is first in the auction, else the minimum bid."""
    in_turn = not isinstance(game.state.stack[-1], BidOff)
    if in_turn and lot == top_lot(game.ruleset, game.state):
        return lot_price(game.ruleset, game.state, lot)
    return lowest_bid(game.ruleset, game.state, lot)


# Privates


def _keep(plan: Keeping, at: Situation) -> Reply:
    if not at.owns(plan.private):
        return Stop("gone", {"private": plan.private})
    offer = at.game.view(at.player).offer
    if offer is None or offer.player != at.player or offer.what != "private":
        return None
    if offer.name != at.game.setup.privates[plan.private].symbol or (plan.price and offer.price >= plan.price):
        return None
    return at.action_or_stop(Answer(at.player, 0))


def _exchange(plan: Exchanging, at: Situation) -> Reply:
    if not at.owns(plan.private):
        return Stop("gone", {"private": plan.private})
    if at.game.to_act.player != at.player:
        return None
    ways = (each for each in at.offers if isinstance(each, ExchangePrivate) and each.private == plan.private)
    return next(ways, None)


# A company's turn


def _skip(plan: Skipping, at: Situation) -> Reply:
    if not at.is_president(plan.company):
        return Stop("president", {"company": plan.company})
    steps = [at.game.setup.settings.steps[step] for step in plan.steps]
    is_due = at.game.to_act.company == plan.company and at.is_asked(*steps)
    return at.action_or_stop(Pass(at.player)) if is_due else None


def _run(plan: Running, at: Situation) -> Reply:
    if not at.is_president(plan.company):
        return Stop("president", {"company": plan.company})
    if at.game.to_act.company != plan.company or not at.is_asked("run", "dividend"):
        return None
    if at.game.to_act.doing == "dividend":
        return at.action_or_stop(Dividend(at.player, plan.company, plan.payout))
    return next((each for each in at.offers if isinstance(each, Runs)), None)


RESOLVERS: Final[Mapping[type[Plan], Callable[[Any, Situation], Reply]]] = {
    Passing: _pass,
    Buying: _buy,
    Bidding: _bid,
    Keeping: _keep,
    Exchanging: _exchange,
    Skipping: _skip,
    Running: _run,
}
"""Resolver of each kind of plan."""
