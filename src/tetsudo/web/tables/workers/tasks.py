"""Tasks of the pool: functions of plain values that return plain values and need no database.

Games are passed as the text of their position, which is small, and validated.
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
from tetsudo.review import Finding, review
from tetsudo.review.moments import Search, kept
from tetsudo.review.moments.profile import ErrorRow, rows_of
from tetsudo.review.report.moments import MomentsData, moments_data
from tetsudo.web.tables import bot_levels
from tetsudo.web.tables.games.replay_import import TableData, table_data
from tetsudo.web.tables.workers.cancellation import is_cancelled

MAX_PLAIN_HEXES: Final = 5
"""Maximum number of hexes of a route by `plain_run`."""


def _game(text: str, language: str = ENGLISH) -> Game:
    return position.read(text).in_language(language)


def _runs(game: Game) -> Runs:
    return next(offer for offer in game.legal_actions() if isinstance(offer, Runs))


def run(text: str, language: str, wishes: Sequence[Wish]) -> WishedRun:
    """Best run that meets the wishes. Raises `IllegalAction` if there is none."""
    return _runs(_game(text, language)).through(wishes)


def plain_run(text: str) -> WishedRun:
    """Some valid run, though it may earn little: one train on a short route."""
    game = _game(text)
    runs = _runs(game)
    for hexes in _short_ways(game):
        for place, train in enumerate(runs.fleet):
            action = RunRoutes(runs.player, runs.company, (Route(train, hexes),))
            if runs.admits(action):
                return WishedRun(action, runs.earned(action), (place,))
    raise BadInput("There is no short route.")


def _short_ways(game: Game) -> Iterator[tuple[HexId, ...]]:
    """Every path of a few hexes with track, the shortest first."""
    map, faces = game.setup.map, game.setup.faces
    track = [bool(faces[face_on(game.state, hex.id)].segments) for hex in map.hexes]
    ways: list[tuple[HexId, ...]] = [(hex.id,) for hex in map.hexes if track[hex.id]]
    for _ in range(MAX_PLAIN_HEXES - 1):
        ways = [
            (*way, after)
            for way in ways
            for after in map.hexes[way[-1]].neighbours
            if after != NOBODY and after not in way and track[after]
        ]
        yield from ways


def decision(text: str, bot: str, drawn: str, seconds: float | None = None) -> Action:
    """Decision of a bot within `seconds`, or within its level's own time if None."""
    return bot_levels.decide(_game(text), bot, drawn, Budget(seconds, cancelled=is_cancelled))


def advice(text: str, bot: str, drawn: str, seconds: float) -> Advice:
    """Advice of a bot for the player to act."""
    return bot_levels.advise(_game(text), bot, drawn, Budget(seconds, cancelled=is_cancelled))


def board_runs(text: str, language: str, seconds: float) -> dict[str, Best]:
    """Best run of each company with trains on a sandbox board, by its symbol; after `seconds` in all, the best
    found so far."""
    end = time.monotonic() + seconds
    game = board_file.read(text).game().in_language(language)
    having = [symbol for symbol, company in game.companies.items() if company.trains]
    return {symbol: best_of(game, symbol, lambda looked_at: time.monotonic() > end) for symbol in having}


class ImportResult(NamedTuple):
    """Result of an import: the game as far as it could be replayed, and the error that stopped it."""

    found: TableData
    error: ReplayError | None
    content: bytes  # only with an error


def import_file(content: bytes, most: int, sentence: str, language: str) -> ImportResult:
    """Game from a file in any known format; BadInput, with `sentence` if it has more than `most` actions."""
    file = interop.read(content)
    if file.remaining > most:
        raise BadInput(sentence)
    report = file.play(language=language)
    return ImportResult(table_data(report.game), report.error, content if report.error else b"")


def export_file(written: GameRecord) -> bytes:
    """Game as a file of 18xx.games; BadInput if it cannot be exported."""
    theirs = interop.export_18xx_games(record.load(written))
    return (json.dumps(theirs, ensure_ascii=False, indent=1) + "\n").encode()


def findings(written: GameRecord) -> tuple[Finding, ...]:
    """Exact findings about a finished game."""
    return review(written).findings


PART_PLAYOUTS: Final = 150
"""Number of playouts in a part of a search for moments: some seconds, so that it never takes long to stop."""


class MomentsPart(NamedTuple):
    """All results of a search after a further part, packed, their playouts, and whether it is done; then its errors."""

    results: bytes
    playouts: int
    is_done: bool
    errors: list[ErrorRow]


def moments_part(written: GameRecord, budget: int, packed: bytes) -> MomentsPart:
    """Make a further part of a search for the moments of a finished game."""
    search, known = Search(written, budget), kept.unpack(packed)
    known |= kept.go_on(search, known, PART_PLAYOUTS)
    is_done = not search.pending(known)
    errors = rows_of(search.result(known).errors) if is_done else []
    return MomentsPart(kept.pack(known), kept.playouts_of(known), is_done, errors)


def moments_report(written: GameRecord, budget: int, packed: bytes, language: str) -> MomentsData:
    """Moments of a finished game by all results of their search, in a language."""
    found = Search(written, budget).result(kept.unpack(packed))
    return moments_data(record.load(written).in_language(language), found)
