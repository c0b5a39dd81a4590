"""What is to be written of a game that becomes a table. It needs no database, so a process of its own may find it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tetsudo.core.units import PlayerId
from tetsudo.draw.text.rows import round_text
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.language.labels import action_to_data
from tetsudo.web.tables.games.cached_game import EVERY, begun_by, kept_text, rounds_at

HEAD: Final = ("title", "scenario", "variants", "options", "seed", "deal", "start")
"""What records and tables both say of a game before its first action."""


class Stage(NamedTuple):
    """Where a game stands, for lists of tables."""

    is_over: bool
    to_act: PlayerId
    stage: str
    result: dict[str, int] | None


class Written(NamedTuple):
    """All that a table of a game is made of."""

    head: dict[str, Any]
    players: tuple[str, ...]
    moves: list[tuple[Any, PlayerId]]
    milestones: list[tuple[int, bytes]]
    stage: Stage
    position: str


def stage_of(game: Game) -> Stage:
    """Where a game stands."""
    return Stage(game.is_over, game.to_act.player, round_text(game), game.result())


def written_of(game: Game) -> Written:
    """What is to be written of a game."""
    record = game.record()
    head = {field: getattr(record, field) for field in HEAD}
    if game.ruleset.powers.draws:
        head["seed"] = None  # who has the file knows it, and would know what chance will bring
    moves = [(action_to_data(game.setup, game.names, action), action.player) for action in game.actions]
    return Written(head, game.names, moves, _milestones(game), stage_of(game), game.position())


def _milestones(game: Game) -> list[tuple[int, bytes]]:
    """Positions on the way: their lengths, and their texts."""
    rounds = list(rounds_at(game.earlier(0)))
    kept = []
    for moment in game.moments():
        if moment.before and moment.index and moment.index % EVERY == 0:
            place = position.write(game, moment.before)
            kept.append((moment.index, kept_text(place, range(1, moment.index + 1), (), rounds)))
        rounds += begun_by(moment.events, moment.index + 1)
    return kept
