"""Turn line: the active player, task, company, place in the round, and the next turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tetsudo.core.actions import Pass
from tetsudo.core.errors import IllegalAction
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.title import Company
from tetsudo.engine.rules.turn_order.company_order import is_special
from tetsudo.engine.state.state import turn_in_round
from tetsudo.game.game import Game
from tetsudo.web.play.scene.phrases import step_texts
from tetsudo.web.play.scene.scene import Scene


class Step(NamedTuple):
    """A step of a company's turn."""

    name: str
    is_now: bool


@dataclass(frozen=True)
class TurnLine:
    """Contents of the turn line: player, task, company, next turn, and place in the round."""

    who: str
    task: str
    company: Company | None = None
    is_asked: bool = False  # the company is the one that asks
    then: str = ""
    place: str = ""
    is_mine: bool = False
    waits: bool = False  # for another player
    steps: Sequence[Step] = ()


def turn_line(scene: Scene) -> TurnLine:
    """Turn line as the viewer sees it."""
    game = scene.game
    if game.is_over:
        reason = scene.labels.word("reason", game.end_reason)
        return TurnLine("", _("The game is over: %(reason)s.") % {"reason": reason})
    turn = game.to_act
    company = game.setup.companies[turn.company] if turn.company != NOBODY else None
    return TurnLine(
        who=_("You") if [turn.player] == scene.own_seats and not scene.is_past else game.names[turn.player],
        task=str(step_texts(turn.doing).task),
        is_asked=step_texts(turn.doing).is_asked,
        company=company,
        then=_next_turn(scene),
        place=_place(scene),
        steps=_steps(game),
        is_mine=turn.player in scene.own_seats and not scene.is_past,
        waits=turn.player not in scene.own_seats and not scene.is_past,
    )


def _steps(game: Game) -> list[Step]:
    """Steps of a company's turn; empty if the current step is none of them."""
    turn, steps = game.to_act, game.setup.settings.steps
    return [Step(str(step_texts(step).step), step == turn.doing) for step in steps] if turn.doing in steps else []


def _next_turn(scene: Scene) -> str:
    """Next in turn: the next company, or the next player if the current one passed."""
    game, turn = scene.game, scene.game.to_act
    if turn.doing in game.setup.settings.steps:
        return _next_company(scene)
    after = game.clone()
    try:
        after.follow(Pass(turn.player))
    except IllegalAction:
        return ""
    if after.to_act.player in (NOBODY, turn.player):
        return ""
    return game.names[after.to_act.player] if after.state.round == game.state.round else ""


def _next_company(scene: Scene) -> str:
    game, rows = scene.game, [now for now, _before in scene.comparison.companies]
    waiting = [row for row in rows if row.order and not turn_in_round(game.state, _id(game, row.symbol))]
    first = min(waiting, key=lambda row: row.order, default=None)
    return f"{first.symbol} ({first.president})" if first else ""


def _id(game: Game, symbol: str) -> int:
    return game.setup.company(symbol).id


def _place(scene: Scene) -> str:
    """Place in the operating round; otherwise the round's name."""
    game = scene.game
    begun = max((turn_in_round(game.state, company.id) for company in game.setup.companies), default=0)
    if game.to_act.company == NOBODY or not begun:
        return scene.round_name
    if is_special(game.state):
        return _("special turn, out of operating order")
    of = sum(1 for view in game.companies.values() if view.is_floated)
    return _("company %(number)s of %(count)s") % {"number": begun, "count": max(begun, of)}
