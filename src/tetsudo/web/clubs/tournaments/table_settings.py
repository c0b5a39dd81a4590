"""Settings of a tournament's tables: a preset's, or a title's usual ones, for each size of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.lobby import setup_words
from tetsudo.web.lobby.form_fields import shape_of
from tetsudo.web.lobby.forms import OPEN, Forms, bound_forms
from tetsudo.web.lobby.new_table import table_settings
from tetsudo.web.lobby.preset_settings import read_settings
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, trial_game


def usual_settings(title: str) -> dict[str, Any]:
    """Settings for tables of a title by its rulebook, as a preset stores them."""
    shape = shape_of(read_settings(_stored(title, "")).sent)
    return _stored(title, shape.scenario)


def _stored(title: str, scenario: str) -> dict[str, Any]:
    table = {"undo": Table.Undo.OWN.value, "best_routes": True}
    return {
        "title": title,
        "scenario": scenario,
        "players": 0,
        "variants": [],
        "seats": [],
        "rules": {},
        "table": table,
    }


def allowed_players(settings: Mapping[str, Any]) -> range:
    """Numbers of players that the game allows; empty if the title no longer exists."""
    sent = read_settings(settings).sent
    return shape_of(sent).seats if sent else range(0)


def summary(settings: Mapping[str, Any], players: int) -> str:
    """The game, its variants and rules in one line, without what is the same in all tournaments."""
    listed = {**settings, "table": {**settings["table"], "is_listed": True}}
    return setup_words.summary(_forms(listed, players))


def settings_for(settings: Mapping[str, Any], chairs: Sequence[Chair], name: str = "") -> TableSettings:
    """Settings of a private table with these seats, in their order; BadInput if they are invalid."""
    forms = _forms(settings, len(chairs))
    if not forms.are_valid():
        raise BadInput(forms.first_error())
    wish = table_settings(forms)
    return replace(
        wish,
        chairs=chairs,
        name=name,
        is_listed=False,
        random_seating=False,
        starts_at=None,
        cardboard=Table.Cardboard.NO,
    )


def check_playable(settings: Mapping[str, Any], players: int) -> None:
    """Raise BadInput unless a table of this size can be opened."""
    seats = allowed_players(settings)
    if players not in seats:
        said = _("This game has {least} to {most} players at a table: choose such a number.")
        raise BadInput(said.format(least=seats[0], most=seats[-1]) if seats else _("This game no longer exists."))
    trial_game(settings_for(settings, [Chair()] * players))


def _forms(settings: Mapping[str, Any], players: int) -> Forms:
    """Forms of a table with this number of open seats."""
    sent = read_settings({**settings, "players": players, "seats": [OPEN] * players}).sent
    return bound_forms(sent)
