"""Signs of the viewer's situation: legal actions, holdings, and the game's progress."""

from __future__ import annotations

from collections.abc import Iterator

from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.state.ownership import company_trains, privates_of
from tetsudo.engine.state.state import is_floated
from tetsudo.game.game import Game
from tetsudo.game.views.table import View
from tetsudo.web.play.scene.scene import Scene


def situation(scene: Scene) -> frozenset[str]:
    """Signs of the situation of a player at the table, from what they know only."""
    if scene.game.is_over:
        return frozenset(("over",))
    return frozenset((*_turn(scene), *_holdings(scene.game, scene.view, scene.viewer), *_age(scene.game)))


def _turn(scene: Scene) -> Iterator[str]:
    """Signs of the turn: own or not, step, and legal actions."""
    if not scene.may_act:
        yield "waiting"
        return
    yield "mine"
    turn = scene.game.to_act
    yield f"doing-{turn.doing.replace(' ', '-')}"
    for offer in scene.offers:
        yield f"may-{offer.kind}"
    if turn.company != NOBODY and not company_trains(scene.game.state, turn.company):
        yield "trainless"


def _holdings(game: Game, view: View, player: PlayerId) -> Iterator[str]:
    """Signs of the player's privates and presidencies."""
    if privates_of(game.state, player):
        yield "owns-private"
    for company in view.companies.values():
        if company.president is not None and company.president.id == player:
            yield "president"
            yield "floated" if is_floated(game.state, company.id) else "unfloated"


def _age(game: Game) -> Iterator[str]:
    """Signs of the game's progress."""
    if game.state.turn > 1:
        yield "later-turn"
    if game.state.phase:
        yield "later-phase"
    if game.state.broken:
        yield "broken"
    begun = {phase.trigger for phase in game.setup.phases[: game.state.phase + 1]}
    if any(train.rusted_by != NOBODY and train.rusted_by in begun for train in game.setup.trains):
        yield "rusted"
