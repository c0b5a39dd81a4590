"""A game in memory, at a version of its table: its line of actions and its rounds, as version and action numbers.

A long game is only partly in memory: its `game` has only its last actions. Earlier ones are
loaded on demand (`Load`), from milestones.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from tetsudo.core.errors import BadInput
from tetsudo.core.events import Event
from tetsudo.draw.text.rows import round_text
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data

UNDO: Final = "undo"
REDO: Final = "redo"
"""Types of moves that are not actions; `to` is the number of actions afterwards."""

MILESTONE_INTERVAL: Final = 50
"""Interval of milestones, in moves."""

MIN_KNOWN_ACTIONS: Final = 100
"""Minimum number of last actions in memory, if the game has as many: pages show this much of the log."""

MAX_KNOWN_ACTIONS: Final = 150
"""Maximum number of last actions in memory; beyond it, all but the last `MIN_KNOWN_ACTIONS` are dropped."""

ROUND_START_EVENTS: Final = frozenset({"auction_began", "stock_round_began", "operating_round_began"})
"""Kinds of events that begin a round."""


class RoundStart(NamedTuple):
    """Beginning of a round: the number of the action that began it, and the event's kind and numbers.

    A game that starts in the middle of a round has one without an event, with the round's name instead.
    """

    start: int
    kind: str
    turn: int = 0
    round: int = 0
    name: str = ""


Rounds: TypeAlias = tuple[RoundStart, ...]
Load: TypeAlias = Callable[[Sequence[int], Sequence[int]], tuple[Game, Rounds]]
"""Loader of the game at the end of a path, with the actions that can be redone, and of its rounds."""


class CachedGame(NamedTuple):
    """A game after `version` moves. Immutable.

    `path`: the version after each action of the game; `ahead`: the same for undone actions that
    can be redone, the next one first; `begun`: the first known version, 0 unless the game restarted
    after a fix to the rules; `marked`: the version of the last milestone.
    """

    version: int
    game: Game
    path: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    begun: int = 0
    rounds: Rounds = ()
    marked: int = 0

    def with_moves(self, moves: Iterable[Any], load: Load | None = None) -> CachedGame:
        """Game after more moves (`Move.data`), random events included. Raises as `Game.follow` does.

        Without `load` the game must have its whole past in memory, and keeps it.
        """
        play = _Play(self, load)
        for move in moves:
            play.do(move)
        return play.result()

    def length_at(self, version: int) -> int:
        """Number of actions at a version; -1 if it is not on the present line: undone since, or in the future."""
        if version == self.version:
            return self.game.length
        if version == self.begun:
            return 0
        return self.path.index(version) + 1 if version in self.path else -1


class _Play:
    """Mutable copy of a game that plays further moves."""

    def __init__(self, hot: CachedGame, load: Load | None) -> None:
        self._before = hot
        self._load = load
        self._version = hot.version
        self._game = hot.game.clone()
        self._path, self._ahead, self._rounds = list(hot.path), list(hot.ahead), list(hot.rounds)

    def do(self, move: Any) -> None:
        """Apply a move."""
        self._version += 1
        if move.get("type") in (UNDO, REDO):
            self._go_to(length_of(move))
            return
        events = self._game.follow(action_from_data(self._game.setup, self._game.names, move))
        self._path.append(self._version)
        self._ahead.clear()
        self._rounds += round_starts(events, self._game.length)

    def result(self) -> CachedGame:
        """Resulting game."""
        game = self._game
        if self._load and game.length - game.known_from > MAX_KNOWN_ACTIONS:
            game = game.with_last(MIN_KNOWN_ACTIONS)
        begun, marked = self._before.begun, self._before.marked
        return CachedGame(
            self._version, game, tuple(self._path), tuple(self._ahead), begun, tuple(self._rounds), marked
        )

    def _go_to(self, length: int) -> None:
        """Undo or redo to `length` actions."""
        line = self._path + self._ahead
        if length == len(self._path) or not 0 <= length <= len(line):
            raise BadInput("The game cannot go to {length} actions.", length=length)
        self._path, self._ahead = line[:length], line[length:]
        if self._load and not self._knows(length):
            self._game, rounds = self._load(self._path, self._ahead)
            self._rounds = list(rounds)
            return
        while self._game.length > length:
            self._game.undo()
        self._rounds = [each for each in self._rounds if each.start <= length]
        while self._game.length < length:
            self._rounds += round_starts(self._game.redo(), self._game.length)

    def _knows(self, length: int) -> bool:
        """True if the game can go to `length` actions without loading, with the last one still in memory."""
        game = self._game
        return (game.known_from == 0 or length > game.known_from) and length <= game.length + game.undone


def length_of(move: Any) -> int:
    """Number of actions after an undo or redo."""
    to = move.get("to")
    if not isinstance(to, int) or isinstance(to, bool):
        raise BadInput("must be a number of actions", "to")
    return to


def round_starts(events: Iterable[Event], number: int) -> list[RoundStart]:
    """Rounds that the events of the `number`-th action begin; 0 stands for events before the first action."""
    return [
        RoundStart(number, event.kind, getattr(event, "turn", 0), getattr(event, "round", 0))
        for event in events
        if event.kind in ROUND_START_EVENTS
    ]


def initial_rounds(game: Game) -> Rounds:
    """Rounds of a game before its first action: those that it begins with, or the one in progress."""
    begun = round_starts(game.latest_events, 0)
    return tuple(begun) if begun else (RoundStart(0, "", name=round_text(game)),)


# Milestones


def milestone_text(place: str, path: Sequence[int], ahead: Sequence[int], rounds: Sequence[RoundStart]) -> bytes:
    """Compressed text of a milestone."""
    said = [place, path_text(path), path_text(ahead), rounds]
    return zlib.compress(json.dumps(said, separators=(",", ":")).encode())


# Ranges of versions


def path_text(path: Sequence[int]) -> str:
    """Versions of a game's positions as ranges: "0-40,45-60"."""
    runs: list[list[int]] = []
    for version in path:
        if runs and runs[-1][1] == version - 1:
            runs[-1][1] = version
        else:
            runs.append([version, version])
    return ",".join(f"{first}-{last}" for first, last in runs)


def path_of(text: str) -> list[int]:
    """Versions from such ranges."""
    runs = [run.split("-") for run in text.split(",") if run]
    return [version for first, last in runs for version in range(int(first), int(last) + 1)]
