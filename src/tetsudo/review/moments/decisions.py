"""Decisions of a finished game that had at least three choices, each with the plans that it is compared with.

Two plans are different if they lead to different positions. A sale alone is a choice, but never a plan that what was
played is compared with (`_is_bare_sale`). A sale that was played counts with what the player did next in the same turn,
for it may have paid for that. A train may be bought twice. A run has a choice if it stays below the best one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from tetsudo.bots.heuristics.candidates import Plan, candidates
from tetsudo.bots.heuristics.policy import careful_policy
from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.bots.search import default_habits
from tetsudo.core.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Dividend,
    LayPrivateTile,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    RunRoutes,
    SellShares,
)
from tetsudo.core.frames import Auction, BidOff, Stock, Turn
from tetsudo.core.open_actions import Range
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import company_trains
from tetsudo.engine.state.state import State
from tetsudo.review.findings.past import Past, Step, turn_at

MIN_CHOICES: Final = 3
"""Number of legal choices that a decision must have; a range of amounts counts as two."""

MAX_PLANS: Final = 6
"""Maximum number of plans compared at a decision, the one played included."""

KINDS_OF_ACTIONS: Final[dict[type[Action], str]] = {
    Bid: "auction",
    Par: "par",
    BuyShare: "share",
    SellShares: "sale",
    LayTile: "lay",
    LayPrivateTile: "lay",
    PlaceToken: "token",
    RunRoutes: "run",
    Dividend: "dividend",
    BuyTrain: "train",
    BuyPrivate: "private",
}
"""Kind of decision by the action played."""

KINDS_OF_STEPS: Final = {"track": "lay", "token": "token", "trains": "train", "privates": "private"}
"""Kind of decision by the step of a company's turn, if the action played is a pass."""

DECISION_KINDS: Final = (*dict.fromkeys(KINDS_OF_ACTIONS.values()), "other")
"""All kinds of decisions."""


class Decision(NamedTuple):
    """Decision of a player: the move, the company in turn or NOBODY, its kind, and the plans, the one played first."""

    move: int
    player: PlayerId
    company: CompanyId
    kind: str
    plans: tuple[Plan, ...]


def decisions(past: Past, seed: int, players: Collection[PlayerId]) -> Iterator[Decision]:
    """Decisions of some players with enough real choices, in order."""
    for at, step in enumerate(past.steps):
        found = _decision(past, at, step, seed) if step.action.player in players else None
        if found is not None:
            yield found


def _decision(past: Past, at: int, step: Step, seed: int) -> Decision | None:
    """A move as a decision; None if it was not in turn, or had too few choices."""
    rules, state, action = past.rules, step.before, step.action
    if state.ended or not _is_in_turn(rules, state, action):
        return None
    plans = _plans_of_run(past, step, action) if isinstance(action, RunRoutes) else _plans(past, at, step, seed)
    if not plans:
        return None
    company, _ = turn_at(past, step)
    return Decision(step.move, action.player, company, _kind(past, step), plans)


def _is_in_turn(rules: Ruleset, state: State, action: Action) -> bool:
    """True if the player to act makes a move in an auction, a stock round or a company's turn."""
    is_known = isinstance(state.stack[-1], Auction | BidOff | Stock | Turn)
    return is_known and action.player == engine.actor(rules, state)


def _kind(past: Past, step: Step) -> str:
    """Kind of the decision behind a move."""
    if not isinstance(step.action, Pass):
        return KINDS_OF_ACTIONS.get(type(step.action), "other")
    frame = step.before.stack[-1]
    if isinstance(frame, Turn):
        return KINDS_OF_STEPS.get(turn_at(past, step)[1], "other")
    return "share" if isinstance(frame, Stock) else "auction"


def _plans(past: Past, at: int, step: Step, seed: int) -> tuple[Plan, ...]:
    """Really different plans at a decision, the one played first; none if there are too few."""
    rules, state, player = past.rules, step.before, step.action.player
    offers = engine.listing(rules, state, player)
    if sum(2 if isinstance(offer, Range) else 1 for offer in offers) < MIN_CHOICES:
        return ()
    policy = careful_policy(rules, Random(f"{seed}-{step.move}").getrandbits(32), default_habits(state.players))
    usual = policy.choose(state, player, offers)
    tried = list(_with_second_trains(candidates(policy, state, player, offers, usual)))
    played, *others = _different(rules, state, [_played(past, at), *tried])
    better = [plan for plan in others if not _is_bare_sale(state, plan)]
    return (played, *better)[:MAX_PLANS] if better else ()


def _played(past: Past, at: int) -> Plan:
    """The plan played: the move; after a sale in a stock round, also what followed it in the turn."""
    first = past.steps[at]
    plan = [first.action]
    if not isinstance(first.action, SellShares) or not isinstance(first.before.stack[-1], Stock):
        return (first.action,)
    for step in past.steps[at + 1 :]:
        frame = step.before.stack[-1]
        if not isinstance(frame, Stock) or frame.player != first.action.player or step.before.turn != first.before.turn:
            break
        plan.append(step.action)
    return tuple(plan)


def _is_bare_sale(state: State, plan: Plan) -> bool:
    """True if a plan only sells in a stock round.

    No player is told that they should have done so: in playouts others do not respond to the new order of companies, so
    such a sale looks better than it is (as `bots.search.SALE_HESITATION` says).
    """
    return len(plan) == 1 and isinstance(plan[0], SellShares) and isinstance(state.stack[-1], Stock)


def _with_second_trains(plans: Sequence[Plan]) -> Iterator[Plan]:
    """Plans, and those that buy a second train of the bank."""
    for plan in plans:
        yield plan
        if isinstance(plan[0], BuyTrain) and plan[0].trade_in == NOBODY:
            yield (plan[0], plan[0])


def _different(rules: Ruleset, state: State, plans: Sequence[Plan]) -> Iterator[Plan]:
    """The first plan of each position that plans lead to."""
    seen: list[State] = []
    for plan in plans:
        playout = PolicyPlayout(rules, state.clone(), (), 0)
        playout.apply_plan(plan)
        if playout.state not in seen:
            seen.append(playout.state)
            yield plan


def _plans_of_run(past: Past, step: Step, action: RunRoutes) -> tuple[Plan, ...]:
    """A run and the best one; none if it is as good. All runs between them are the further choices."""
    rules, state, company = past.rules, step.before, action.company
    fleet, offboard = tuple(company_trains(state, company)), rules.setup.phases[state.phase].offboard
    best = proved_run(rules.atlas.network(state), company, fleet, offboard, rules.valuation)
    other = RunRoutes(action.player, company, best.routes)
    return tuple(_different(rules, state, [(action,), (other,)])) if best.revenue > step.after.revenue else ()
