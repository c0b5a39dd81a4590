"""What the pool does: each a function of plain values, that needs no database, and answers with plain values.

Where a game is meant, it comes as the text of its position: it is small, and checked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tetsudo import interop
from tetsudo.analysis.run_report import Best, best_of
from tetsudo.bots import Budget
from tetsudo.bots.advice import Advice
from tetsudo.core.actions import Action, Route, RunRoutes
from tetsudo.core.errors import BadInput
from tetsudo.core.open_actions import Runs, Wish, WishedRun
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import NOBODY, HexId
from tetsudo.engine.state.board import face_on
from tetsudo.game import position, record
from tetsudo.game.game import Game
from tetsudo.game.record import GameRecord
from tetsudo.game.sandbox import board_file
from tetsudo.interop import ReplayError
from tetsudo.web.tables import bot_levels
from tetsudo.web.tables.games.replay_import import Written, written_of
from tetsudo.web.tables.workers.cancellation import is_cancelled

LONGEST_PLAIN: Final = 5
"""How many hexes a route has at most that is found without a search."""


def _game(text: str, language: str = ENGLISH) -> Game:
    return position.read(text).in_language(language)


def _runs(game: Game) -> Runs:
    return next(offer for offer in game.legal_actions() if isinstance(offer, Runs))


def run(text: str, language: str, wishes: Sequence[Wish]) -> WishedRun:
    """The best run that meets wishes. Raises `IllegalAction` if there is none."""
    return _runs(_game(text, language)).through(wishes)


def plain_run(text: str) -> WishedRun:
    """A run that is valid, though it may earn little: one train, between stops that are near."""
    game = _game(text)
    runs = _runs(game)
    for hexes in _short_ways(game):
        for place, train in enumerate(runs.fleet):
            action = RunRoutes(runs.player, runs.company, (Route(train, hexes),))
            if runs.admits(action):
                return WishedRun(action, runs.earned(action), (place,))
    raise BadInput("There is no short route.")


def _short_ways(game: Game) -> Iterator[tuple[HexId, ...]]:
    """Every way of a few hexes from a hex with track, the shortest first."""
    map, faces = game.setup.map, game.setup.faces
    track = [bool(faces[face_on(game.state, hex.id)].segments) for hex in map.hexes]
    ways: list[tuple[HexId, ...]] = [(hex.id,) for hex in map.hexes if track[hex.id]]
    for _ in range(LONGEST_PLAIN - 1):
        ways = [
            (*way, after)
            for way in ways
            for after in map.hexes[way[-1]].neighbours
            if after != NOBODY and after not in way and track[after]
        ]
        yield from ways


def decision(text: str, bot: str, drawn: str, seconds: float | None = None) -> Action:
    """What a program does, in so many seconds, or as many as it usually thinks."""
    return bot_levels.decide(_game(text), bot, drawn, Budget(seconds, cancelled=is_cancelled))


def advice(text: str, bot: str, drawn: str, seconds: float) -> Advice:
    """What a program would do for who is to act."""
    return bot_levels.advise(_game(text), bot, drawn, Budget(seconds, cancelled=is_cancelled))


def board_runs(text: str, language: str, seconds: float) -> dict[str, Best]:
    """The best run of each company that has trains on a board made by hand, by its symbol; after so many seconds in
    all, the best that was found."""
    end = time.monotonic() + seconds
    game = board_file.read(text).game().in_language(language)
    having = [symbol for symbol, company in game.companies.items() if company.trains]
    return {symbol: best_of(game, symbol, lambda looked_at: time.monotonic() > end) for symbol in having}


class Imported(NamedTuple):
    """What a file was: the game as far as it could be followed, and where it could not."""

    found: Written
    error: ReplayError | None
    content: bytes  # where there is an error


def imported(content: bytes, most: int, sentence: str, language: str) -> Imported:
    """The game of a file of any kind that we know; BadInput, with a sentence if it has more than `most` actions."""
    file = interop.read(content)
    if file.remaining > most:
        raise BadInput(sentence)
    report = file.play(language=language)
    return Imported(written_of(report.game), report.error, content if report.error else b"")


def exported(written: GameRecord) -> bytes:
    """A game as a file of 18xx.games; BadInput if it cannot be."""
    theirs = interop.export_18xx_games(record.load(written))
    return (json.dumps(theirs, ensure_ascii=False, indent=1) + "\n").encode()
