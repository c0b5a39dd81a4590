"""A game in memory, at a version of its table: where its line of actions leads, and its rounds, as numbers.

A long game is not in memory whole: its `game` knows only its last actions. What goes further
back than that is fetched (`Load`), from positions that were kept on the way.
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
"""The types of moves that are no actions; `to` says how many actions are left then."""

EVERY: Final = 50
"""After how many moves a position is kept."""

LEAST_KNOWN: Final = 100
"""How many of its last actions a game in memory knows, if it has so many: pages show as much of the log."""

MOST_KNOWN: Final = 2 * LEAST_KNOWN
"""How many it knows at most; then it forgets all but the least."""

BEGINNINGS: Final = frozenset({"auction_began", "stock_round_began", "operating_round_began"})
"""Events that begin a round."""


class Begin(NamedTuple):
    """The beginning of a round: the number of the action that began it, the event, and what that says.

    A game that began in the midst of a round has one without an event, by its name.
    """

    start: int
    kind: str
    turn: int = 0
    round: int = 0
    name: str = ""


Rounds: TypeAlias = tuple[Begin, ...]
Load: TypeAlias = Callable[[Sequence[int], Sequence[int]], tuple[Game, Rounds]]
"""Fetches the game at the end of a path, with what can be redone, and its rounds."""


class Hot(NamedTuple):
    """A game after `version` moves. Not to be changed.

    `path`: the version that each action of the game led to; `ahead`: of those that were
    undone and can be redone, the next one first; `begun`: the first version that is known, 0
    unless the rules were mended since; `marked`: the last version of which the position was kept.
    """

    version: int
    game: Game
    path: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    begun: int = 0
    rounds: Rounds = ()
    marked: int = 0

    def after(self, moves: Iterable[Any], load: Load | None = None) -> Hot:
        """The game after more moves (`Move.data`), what chance decided among them. Raises as `Game.follow` does.

        Without `load` the game must know its whole past, and keeps it.
        """
        play = _Play(self, load)
        for move in moves:
            play.do(move)
        return play.hot()

    def position_of(self, version: int) -> int:
        """How many actions the game had at a version; -1 if that was undone since, or is still to come."""
        if version == self.version:
            return self.game.length
        if version == self.begun:
            return 0
        return self.path.index(version) + 1 if version in self.path else -1


class _Play:
    """A game that goes on."""

    def __init__(self, hot: Hot, load: Load | None) -> None:
        self._before = hot
        self._load = load
        self._version = hot.version
        self._game = hot.game.clone()
        self._path, self._ahead, self._rounds = list(hot.path), list(hot.ahead), list(hot.rounds)

    def do(self, move: Any) -> None:
        """Do a move."""
        self._version += 1
        if move.get("type") in (UNDO, REDO):
            self._go_to(length_of(move))
            return
        events = self._game.follow(action_from_data(self._game.setup, self._game.names, move))
        self._path.append(self._version)
        self._ahead.clear()
        self._rounds += begun_by(events, self._game.length)

    def hot(self) -> Hot:
        """How it stands."""
        game = self._game
        if self._load and game.length - game.known_from > MOST_KNOWN:
            game = game.with_last(LEAST_KNOWN)
        begun, marked = self._before.begun, self._before.marked
        return Hot(self._version, game, tuple(self._path), tuple(self._ahead), begun, tuple(self._rounds), marked)

    def _go_to(self, length: int) -> None:
        """Undo or redo until so many actions are left."""
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
            self._rounds += begun_by(self._game.redo(), self._game.length)

    def _knows(self, length: int) -> bool:
        """Whether the game can go to so many actions, and still know the last one, by itself."""
        game = self._game
        return (game.known_from == 0 or length > game.known_from) and length <= game.length + game.undone


def length_of(move: Any) -> int:
    """To how many actions an undo or redo leads."""
    to = move.get("to")
    if not isinstance(to, int) or isinstance(to, bool):
        raise BadInput("must be a number of actions", "to")
    return to


def begun_by(events: Iterable[Event], number: int) -> list[Begin]:
    """The rounds that an action's events begin; it is the game's `number`-th, 0 for what comes before the first."""
    return [
        Begin(number, event.kind, getattr(event, "turn", 0), getattr(event, "round", 0))
        for event in events
        if event.kind in BEGINNINGS
    ]


def rounds_at(game: Game) -> Rounds:
    """The rounds of a game before its first action: those that it begins with, or the one in the midst of which."""
    begun = begun_by(game.latest_events, 0)
    return tuple(begun) if begun else (Begin(0, "", name=round_text(game)),)


# What is kept


def kept_text(place: str, path: Sequence[int], ahead: Sequence[int], rounds: Sequence[Begin]) -> bytes:
    """What a milestone says."""
    said = [place, path_text(path), path_text(ahead), rounds]
    return zlib.compress(json.dumps(said, separators=(",", ":")).encode())


# Versions in runs


def path_text(path: Sequence[int]) -> str:
    """The versions of a game's positions, in runs: "0-40,45-60"."""
    runs: list[list[int]] = []
    for version in path:
        if runs and runs[-1][1] == version - 1:
            runs[-1][1] = version
        else:
            runs.append([version, version])
    return ",".join(f"{first}-{last}" for first, last in runs)


def path_of(text: str) -> list[int]:
    """The versions that such runs say."""
    runs = [run.split("-") for run in text.split(",") if run]
    return [version for first, last in runs for version in range(int(first), int(last) + 1)]
