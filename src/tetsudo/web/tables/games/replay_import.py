"""Rows of a table for an imported game. Needs no database, so a worker process can compute them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.draw.text.rows import round_text
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.language.labels import action_to_data
from tetsudo.web.tables.games.cached_game import MILESTONE_INTERVAL, initial_rounds, milestone_text, round_starts

GAME_FIELDS: Final = ("title", "scenario", "variants", "options", "seed", "deal", "start")
"""Fields that records and tables share, about a game before its first action."""


class Stage(NamedTuple):
    """Status of a game, for lists of tables."""

    is_over: bool
    to_act: PlayerId
    stage: str
    result: dict[str, int] | None
    doing: str = ""  # the step, and the symbol of the company in turn
    acting: str = ""


class TableData(NamedTuple):
    """All data of a table for a game."""

    head: dict[str, Any]
    players: tuple[str, ...]
    moves: list[tuple[Any, PlayerId]]
    milestones: list[tuple[int, bytes]]
    stage: Stage
    position: str


def stage_of(game: Game) -> Stage:
    """Status of a game."""
    turn = game.to_act
    acting = "" if turn.company == NOBODY else game.setup.companies[turn.company].symbol
    return Stage(game.is_over, turn.player, round_text(game), game.result(), turn.doing, acting)


def table_data(game: Game) -> TableData:
    """Data of a table for a game."""
    record = game.record()
    head = {field: getattr(record, field) for field in GAME_FIELDS}
    if game.ruleset.powers.draws:
        head["seed"] = None  # anyone with the file knows it, and could predict the dice
    moves = [(action_to_data(game.setup, game.names, action), action.player) for action in game.actions]
    return TableData(head, game.names, moves, _milestones(game), stage_of(game), game.position())


def _milestones(game: Game) -> list[tuple[int, bytes]]:
    """Milestones of a game: their lengths and texts."""
    rounds = list(initial_rounds(game.earlier(0)))
    kept = []
    for moment in game.moments():
        if moment.before and moment.index and moment.index % MILESTONE_INTERVAL == 0:
            place = position.write(game, moment.before)
            kept.append((moment.index, milestone_text(place, range(1, moment.index + 1), (), rounds)))
        rounds += round_starts(moment.events, moment.index + 1)
    return kept
