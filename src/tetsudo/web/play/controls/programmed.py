"""Plans as their player sees them: those made, and those possible now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from tetsudo.core.actions import DIVIDENDS
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.rules.privates.lots import is_unsold, lot_price, lowest_bid, top_lot
from tetsudo.engine.state.state import AUCTION_ROUND, STOCK_ROUND
from tetsudo.game.game import Game
from tetsudo.game.programmed import (
    Bidding,
    Buying,
    Exchanging,
    Keeping,
    Passing,
    Plan,
    Running,
    Skipping,
    Stop,
    plan_from_data,
)
from tetsudo.game.programmed.kinds import STEPS
from tetsudo.language.labels import WORD_LABELS, Labels
from tetsudo.web.common.language import join_list, translate
from tetsudo.web.play.scene.phrases import step_texts
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.models import SeatPlan, Table
from tetsudo.web.tables.moves import programmed, programmed_text


@dataclass(frozen=True)
class Line:
    """A plan: its text, its progress or the reason it ended, and its seat if the viewer has several."""

    pk: int
    says: str
    note: str = ""
    is_over: bool = False
    who: str = ""


@dataclass(frozen=True)
class PlanList:
    """The viewer's plans in a running game."""

    lines: list[Line]


def context(scene: Scene) -> dict[str, Any]:
    """Template context for plans."""
    return {"plans": plan_list(scene)}


def plan_list(scene: Scene) -> PlanList | None:
    """The viewer's plans; None if they cannot plan."""
    if not may_plan(scene):
        return None
    own = [seat for seat in scene.seats if seat.number in scene.planning_seats]
    return PlanList([_line(scene, row) for row in programmed.plans_of_seats(own)])


def may_plan(scene: Scene) -> bool:
    """True if the viewer has a seat, the game is running and the page shows the present."""
    return bool(scene.planning_seats) and not scene.is_past and scene.table.status == Table.Status.RUNNING


def _line(scene: Scene, row: SeatPlan) -> Line:
    """A plan as of now: an ended one is shown as ended even before that is saved."""
    number = row.seat.number
    game = scene.known_game(scene.hot.game, number)
    stopped, facts = row.stopped, row.facts
    if not stopped:
        reply = programmed.evaluate(row, scene.table, scene.hot)
        if isinstance(reply, Stop):
            stopped, facts = reply.reason, programmed.facts_of(reply, game)
    if stopped:
        note = programmed_text.stop_reason(stopped, facts, game)
    else:
        note = _("done so far: %(count)s") % {"count": row.done} if row.done else ""
    who = game.names[number] if len(scene.own_seats) > 1 else ""
    return Line(row.pk, _plan_text(game, row.data), note, bool(stopped), who)


# Texts of plans


def _plan_text(game: Game, data: Mapping[str, Any]) -> str:
    try:
        plan = plan_from_data(game.setup, game.names, data)
    except BadInput:  # the rules were fixed since
        return _("Plan")
    return PLAN_TEXTS[type(plan)](plan, Labels(game.setup, game.names))


def _pass(plan: Passing, labels: Labels) -> str:
    until = []
    if plan.sold:
        until.append(_("shares of your companies are sold"))
    if plan.traded != NOBODY:
        until.append(_("someone trades in %(company)s") % {"company": labels.label("company", plan.traded)})
    if plan.priced != NOBODY:
        said = {"company": labels.label("company", plan.priced), "price": labels.money(plan.price)}
        until.append(
            (_("%(company)s is at %(price)s or less") if plan.falls else _("%(company)s is at %(price)s or more"))
            % said
        )
    return _("Pass until %(events)s") % {"events": _(" or ").join(until)} if until else _("Pass this round")


def _buy(plan: Buying, labels: Labels) -> str:
    said = {"company": labels.label("company", plan.company), "price": labels.money(plan.price)}
    first = _("Buy %(company)s each turn, for at most %(price)s") % said
    conditions = []
    if plan.source != NOBODY:
        conditions.append(_("from %(source)s") % {"source": labels.label("source", plan.source)})
    if plan.percent:
        conditions.append(_("until you have %(percent)s %%") % {"percent": plan.percent})
    if plan.floats:
        conditions.append(_("until it floats"))
    if plan.sold:
        conditions.append(_("until someone sells some"))
    return join_list([first, *conditions])


def _bid(plan: Bidding, labels: Labels) -> str:
    return _("Bid for %(lot)s, up to %(price)s") % {
        "lot": labels.label("lot", plan.lot),
        "price": labels.money(plan.price),
    }


def _keep(plan: Keeping, labels: Labels) -> str:
    said = {"private": labels.label("private", plan.private), "price": labels.money(plan.price)}
    if plan.price:
        return _("Decline less than %(price)s for %(private)s") % said
    return _("Decline all offers for %(private)s") % said


def _exchange(plan: Exchanging, labels: Labels) -> str:
    return _("Exchange %(private)s for a share as soon as possible") % {
        "private": labels.label("private", plan.private)
    }


def _skip(plan: Skipping, labels: Labels) -> str:
    steps = join_list(str(step_texts(labels.setup.settings.steps[step]).step) for step in plan.steps)
    return _("Skip steps of %(company)s: %(steps)s") % {
        "company": labels.label("company", plan.company),
        "steps": steps,
    }


def _run(plan: Running, labels: Labels) -> str:
    payout = labels.label("payout", plan.payout)
    return _("%(company)s runs for the highest revenue, then: %(payout)s") % {
        "company": labels.label("company", plan.company),
        "payout": payout,
    }


PLAN_TEXTS: Final[Mapping[type[Plan], Callable[[Any, Labels], str]]] = {
    Passing: _pass,
    Buying: _buy,
    Bidding: _bid,
    Keeping: _keep,
    Exchanging: _exchange,
    Skipping: _skip,
    Running: _run,
}
"""Text of a plan, by its class."""


# Options for new plans


class PlanOption(NamedTuple):
    """An option for a plan: its value in the form, its label, and the amount filled in at first."""

    word: str
    label: str
    amount: int = 0


@dataclass(frozen=True)
class Draft:
    """Plans possible for a player now, with the options for each kind; a kind without options is not offered."""

    player: PlayerId
    name: str
    currency: str
    passes: bool
    priced: list[PlanOption]
    shares: list[PlanOption]
    lots: list[PlanOption]
    privates: list[PlanOption]
    exchanges: list[PlanOption]
    companies: list[PlanOption]
    steps: list[PlanOption]
    payouts: list[PlanOption]


def draft_of(scene: Scene) -> Draft:
    """Plans possible for the seat that the viewer sees the game as."""
    own = scene.planning_seats
    player = scene.viewer if scene.viewer in own or not own else own[0]  # in master mode the viewer sees as others too
    game = scene.known_game(scene.hot.game, player)
    setup, round = game.setup, game.state.round
    led = [
        PlanOption(*_company(game, symbol))
        for symbol, each in game.companies.items()
        if _is_president(game, symbol, player)
    ]
    return Draft(
        player=player,
        name=game.names[player] if len(scene.own_seats) > 1 else "",
        currency=setup.currency,
        passes=round in Passing.rounds,
        priced=[
            PlanOption(*_company(game, symbol), each.price) for symbol, each in game.companies.items() if each.price
        ],
        shares=list(_shares(game)) if round == STOCK_ROUND else [],
        lots=list(_lots(game)) if round == AUCTION_ROUND else [],
        privates=_privates(game, player),
        exchanges=[each for each in _privates(game, player) if _is_exchangeable(game, each.word)],
        companies=led,
        steps=[PlanOption(step, str(step_texts(step).step)) for step in setup.settings.steps if step in STEPS]
        if led
        else [],
        payouts=list(_payouts(game, led)) if scene.table.best_routes else [],
    )


def _company(game: Game, symbol: str) -> tuple[str, str]:
    return symbol, symbol


def _is_president(game: Game, symbol: str, player: PlayerId) -> bool:
    president = game.company(symbol).president
    return president is not None and president.id == player


def _shares(game: Game) -> Iterator[PlanOption]:
    """Companies with shares on sale, with the current price of the most expensive one."""
    for symbol, company in game.companies.items():
        prices = [company.offering_price] * bool(company.in_offering) + [company.price] * bool(company.in_market)
        if any(prices):
            yield PlanOption(symbol, symbol, max(prices))


def _lots(game: Game) -> Iterator[PlanOption]:
    """Unsold lots, with the lowest price for each."""
    labels, rules, state = Labels(game.setup, game.names), game.ruleset, game.state
    for lot, facts in enumerate(game.setup.lots):
        if is_unsold(rules, state, lot):
            is_top = lot == top_lot(rules, state) and game.to_act.doing == "auction"
            least = lot_price(rules, state, lot) if is_top else lowest_bid(rules, state, lot)
            yield PlanOption(facts.symbol, labels.label("lot", lot), least)


def _privates(game: Game, player: PlayerId) -> list[PlanOption]:
    labels, symbols = Labels(game.setup, game.names), game.player(player).privates
    return [
        PlanOption(private.symbol, labels.label("private", private.id))
        for private in game.setup.privates
        if private.symbol in symbols
    ]


def _is_exchangeable(game: Game, symbol: str) -> bool:
    powers = game.ruleset.powers.of_private[game.private(symbol).id]
    return any(power.kind == "exchange_for_share" for power in powers)


def _payouts(game: Game, led: list[PlanOption]) -> Iterator[PlanOption]:
    """Payouts allowed for at least one of the player's companies."""
    allowed = game.ruleset.payouts[game.state.phase]
    found = {payout for each in led for payout in allowed[game.company(each.word).id]}
    for payout in sorted(found):
        word = DIVIDENDS[payout]
        yield PlanOption(word, translate(WORD_LABELS["payout"][word]))
