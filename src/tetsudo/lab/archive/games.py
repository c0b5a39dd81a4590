"""Games of an archive: records without people's names, one a line of JSON."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.record import GameRecord
from tetsudo.language.labels import action_from_data, action_to_data

GAMES_FILE: Final = "games.jsonl.gz"

PERSON: Final = "person"
"""Word for a seat that a person had at the end of the game; other seats have the name of their bot."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A finished game: its record, with names that `anonymous` removes, and facts that the record does not have."""

    id: str
    record: GameRecord
    started: str  # days, as 2026-11-29
    ended: str
    hours: float
    seats: tuple[str, ...]  # `PERSON` or a bot's name
    worths: tuple[int, ...]
    end: str


def player_names(count: int) -> list[str]:
    """Names of players in an archive."""
    return [f"Player {seat + 1}" for seat in range(count)]


def anonymous(game: Game, actions: Iterable[Any]) -> GameRecord:
    """Record of a game with the players' names replaced: `game` before its first action, and its `actions` as data.

    Actions are read and written again, so that no text remains that a person has written.
    """
    setup, names = game.setup, player_names(len(game.names))
    written = record.write(game)
    written.players = names
    read = [action_from_data(setup, game.names, action) for action in actions]
    written.actions = [action_to_data(setup, names, action) for action in read]
    return written


def line_of(game: ArchivedGame) -> bytes:
    """Line of a game in the file of games."""
    data = {
        "game": game.id,
        "title": game.record.title,
        "players": len(game.record.players),
        "started": game.started,
        "ended": game.ended,
        "hours": game.hours,
        "seats": list(game.seats),
        "worths": list(game.worths),
        "end": game.end,
        "record": json.loads(game.record.to_json()),
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@contextmanager
def compressed(path: Path) -> Iterator[gzip.GzipFile]:
    """New compressed file for writing. The same content always gives the same bytes: no time or name is in it."""
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        yield packed


def records_in(path: Path) -> Iterator[tuple[str, GameRecord]]:
    """Ids and records in a file of games, plain or compressed; BadInput names the line."""
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            for number, line in enumerate(file, 1):
                yield _record_in(line, number, f"{path}, line {number}")
    except (OSError, EOFError) as error:
        raise BadInput(f"cannot be read: {error}", str(path)) from None


def _record_in(line: bytes, number: int, where: str) -> tuple[str, GameRecord]:
    data = record.read_json(line)
    if not isinstance(data, dict) or not isinstance(data.get("record"), dict):
        raise BadInput("is no line of an archive: it has no record", where)
    return str(data.get("game", number)), record.read(data["record"])
