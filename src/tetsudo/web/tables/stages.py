"""What a table's row says of its game, for lists of tables."""

from __future__ import annotations

from typing import Final

from tetsudo.draw.text import ROUNDS
from tetsudo.game import Game
from tetsudo.units import NOBODY
from tetsudo.web.tables.games import Hot
from tetsudo.web.tables.models import Table

FIELDS: Final = ("status", "version", "to_act", "stage", "result")


def round_name(game: Game) -> str:
    """Where a game stands: "Operating round 2.1"."""
    state = game.state
    name = ROUNDS[state.round]
    if not state.turn:
        return name
    return f"{name} {state.turn}.{state.operating_round}" if name == ROUNDS[-1] else f"{name} {state.turn}"


def update(table: Table, hot: Hot) -> None:
    """Write where a table's game stands."""
    game = hot.game
    actor = game.to_act.player
    table.version = hot.version
    table.status = Table.Status.FINISHED if game.is_over else Table.Status.RUNNING
    table.to_act = None if actor == NOBODY else actor
    table.stage = round_name(game)
    table.result = game.result()
    table.save(update_fields=[*FIELDS, "changed"])


def copy(source: Table, target: Table) -> None:
    """Let another object of the same row know."""
    for field in FIELDS:
        setattr(target, field, getattr(source, field))
