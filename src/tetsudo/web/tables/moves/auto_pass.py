"""Automatic passes, at tables with that setting, for players whose only legal action is to pass.

With hidden amounts there are none: they would reveal who cannot pay. Bots pass by themselves.
"""

from __future__ import annotations

from tetsudo.core.actions import Pass
from tetsudo.game.game import Game
from tetsudo.web.tables.games import hidden_information
from tetsudo.web.tables.models import Seat, Table


def pass_of(table: Table, game: Game) -> Pass | None:
    """The automatic pass of the player to act; None if there is none."""
    if game.is_over or not table.has_auto_pass or hidden_information.has_hidden_amounts(table, game):
        return None
    offers = game.legal_actions()
    if len(offers) != 1 or not isinstance(offers[0], Pass):
        return None
    is_program = Seat.objects.filter(table=table, number=offers[0].player).exclude(bot="").exists()
    return None if is_program else offers[0]
