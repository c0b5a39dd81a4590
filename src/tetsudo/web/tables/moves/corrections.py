"""Corrections of a position at tables that accompany a game on cardboard."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tetsudo.core.actions import Action
from tetsudo.core.corrections import Correction, CorrectRevenue
from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.own_seats import own_seats


def correction_of(table: Table, game: Game, data: Any, guest: Guest | None) -> Correction:
    """Correction in the format of records, if a guest may make it; raises `BadInput` or `NotAllowed`."""
    action = action_from_data(game.setup, game.names, data)
    if not isinstance(action, Correction):
        raise BadInput(_("This is not a correction."))
    if action.player not in own_seats(table, guest):
        raise NotAllowed(_("Only players can correct the position."))
    if not may_make(table, type(action)):
        raise NotAllowed(_("This table plays by the rules: undo a wrong entry instead."))
    return action


def may_make(table: Table, kind: type[Action]) -> bool:
    """True if a table allows a kind of correction: a table for cardboard the revenue counted, one of trust all."""
    return table.is_on_cardboard and (table.cardboard == Table.Cardboard.TRUST or kind is CorrectRevenue)
