"""Game files of any known format, replayed action by action."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.core.events import Event
from tetsudo.core.translation import ENGLISH, translator
from tetsudo.core.units import Edge, HexId
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.state.ownership import president_place
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.record import BadRecord, GameRecord, read_json
from tetsudo.interop.actions_in import Translator
from tetsudo.interop.game_setup import names_for_file, new_game
from tetsudo.interop.json_fields import Fields
from tetsudo.interop.route_chains import RouteStops
from tetsudo.interop.undo_resolution import FileAction, effective_actions

Source = str | bytes | os.PathLike[str] | Mapping[str, Any]
"""Path, file content or decoded JSON."""

NO_OPTIONS: Final[Mapping[str, OptionValue]] = MappingProxyType({})

OnAction = Callable[[Game, Action, list[Event]], None]
"""Callback after each action."""


@dataclass(frozen=True, slots=True)
class ReplayError:
    """First action that could not be replayed, with the reason. `action` is in the form of the file."""

    index: int
    action: dict[str, Any]
    clause: str
    reason: str


class ReplayReport(NamedTuple):
    """Game of a file, replayed to the end or to an error. `doubts`: sentences about runs with two readings."""

    game: Game
    error: ReplayError | None
    doubts: tuple[str, ...] = ()


class LaidTile(NamedTuple):
    """Tile as named in a file."""

    tile: str
    rotation: Edge


class Script(Protocol):
    """Actions of a file. Reading one may require the game before it."""

    kind: str
    game: Game

    def __len__(self) -> int: ...

    def file_action(self, at: int) -> FileAction:
        """Action in the form of the file, with its index."""

    def action(self, at: int) -> Action:
        """Tetsudo action, read after all earlier ones are applied."""

    def note_applied(self, at: int, action: Action, presidents: list[int]) -> None:
        """Record that the action was applied."""

    def renamed_tiles(self) -> dict[HexId, LaidTile]:
        """Tiles on the map with another name in the file, as laid there."""

    def doubts(self, language: str) -> tuple[str, ...]:
        """Sentences about ambiguous runs, which have a second reading."""


class Imported:
    """File and the game built from it, one `step` at a time."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._at = 0

    @property
    def kind(self) -> str:
        """Format of the file, as returned by `detect`."""
        return self._script.kind

    @property
    def game(self) -> Game:
        """Game built so far."""
        return self._script.game

    @property
    def remaining(self) -> int:
        """Number of actions still to come."""
        return len(self._script) - self._at

    def renamed_tiles(self) -> dict[HexId, LaidTile]:
        """Tiles on the map with another name in the file; a trace shows that name."""
        return self._script.renamed_tiles()

    @property
    def file_action(self) -> FileAction:
        """Next action in the form of the file."""
        return self._script.file_action(self._at)

    def action(self) -> Action:
        """Next action; BadInput for an unknown name in it."""
        return self._script.action(self._at)

    def step(self) -> tuple[Action, list[Event]]:
        """Apply the next action, possibly a random result; raises BadInput or IllegalAction."""
        action = self.action()
        presidents = [president_place(self.game.state, company) for company in range(self.game.state.companies)]
        events = self.game.follow(action)
        self._script.note_applied(self._at, action, presidents)
        self._at += 1
        return action, events

    def play(self, on_action: OnAction | None = None, language: str = ENGLISH) -> ReplayReport:
        """Apply the remaining actions, up to the first refused one, which is reported in `language`."""
        while self.remaining:
            try:
                action, events = self.step()
            except (BadInput, IllegalAction) as error:
                return ReplayReport(self.game, self._error(error, language), self._script.doubts(language))
            if on_action:
                on_action(self.game, action, events)
        self.game.draw()
        return ReplayReport(self.game, None, self._script.doubts(language))

    def _error(self, error: BadInput | IllegalAction, language: str) -> ReplayError:
        sent = self.file_action
        if isinstance(error, IllegalAction):
            told = self.game.in_language(language).why_not(self.action()) or error
            return ReplayError(sent.index, sent.fields.raw, told.clause, f"{told.sentence} {told.remedy}".rstrip())
        told_where = f"{error.where}: " if error.where else ""
        return ReplayError(sent.index, sent.fields.raw, "", told_where + error.translate(translator(language)))


def detect(data: Mapping[str, Any]) -> str:
    """Format of a file: "tetsudo", "18xx.games" or "cleaned"; BadInput if it is none of them."""
    if data.get("format") == "tetsudo":
        return "tetsudo"
    if isinstance(data.get("actions"), list) and isinstance(data.get("players"), list):
        players = data["players"]
        return "cleaned" if players and isinstance(players[0], str) else "18xx.games"
    raise BadInput("this is neither a Tetsudo record nor an 18xx.games file", "file")


def read(source: Source) -> Imported:
    """File before its first action."""
    data = source if isinstance(source, Mapping) else read_json(source)
    fields = Fields(data, "")
    kind = detect(fields.raw)
    return Imported(_RecordScript(record.read(fields.raw)) if kind == "tetsudo" else _FileScript(fields, kind))


def read_with_options(file: Mapping[str, Any], options: Mapping[str, OptionValue]) -> Imported:
    """18xx.games file before its first action, with options that differ from 18xx.games."""
    fields = Fields(file, "")
    return Imported(_FileScript(fields, detect(fields.raw), options))


def replay(source: Source, on_action: OnAction | None = None) -> ReplayReport:
    """Replay a file strictly."""
    return read(source).play(on_action)


def load(source: Source | GameRecord) -> Game:
    """Game of a record or of another program's file, replayed strictly; BadInput says where it fails."""
    if isinstance(source, GameRecord):
        return record.load(source)
    data = source if isinstance(source, Mapping) else read_json(source)
    if not isinstance(data, Mapping):
        return record.load(source)
    if "format" in data:
        return record.load(data)
    report = replay(data)
    if report.error:
        raise BadRecord(report.error.index, report.error.action, report.error.reason, report.error.clause)
    return report.game


class _RecordScript:
    """Tetsudo record."""

    kind = "tetsudo"

    def __init__(self, ours: GameRecord) -> None:
        self.game = record.initial_game(ours)
        self._record = ours

    def __len__(self) -> int:
        return len(self._record.actions)

    def file_action(self, at: int) -> FileAction:
        return FileAction(at, Fields(self._record.actions[at], f"actions[{at}]"))

    def action(self, at: int) -> Action:
        return record.action_at(self.game, self._record, at)

    def note_applied(self, at: int, action: Action, presidents: list[int]) -> None:
        """Record that the action was applied: a Tetsudo record has no ids to track."""

    def renamed_tiles(self) -> dict[HexId, LaidTile]:
        return {}

    def doubts(self, language: str) -> tuple[str, ...]:
        return ()


class _FileScript:
    """18xx.games file, downloaded or cleaned."""

    def __init__(self, file: Fields, kind: str, options: Mapping[str, OptionValue] = NO_OPTIONS) -> None:
        self.kind = kind
        self._sent = effective_actions(file)
        self.game, seats = new_game(file, self._sent, options)
        self._translator = Translator(self.game, seats, names_for_file(file))

    def __len__(self) -> int:
        return len(self._sent)

    def file_action(self, at: int) -> FileAction:
        return self._sent[at]

    def action(self, at: int) -> Action:
        return self._translator.action(self._sent[at].fields)

    def note_applied(self, at: int, action: Action, presidents: list[int]) -> None:
        self._translator.note_applied(self._sent[at].fields, action, presidents)

    def renamed_tiles(self) -> dict[HexId, LaidTile]:
        copies, tiles = self._translator.copies, self.game.setup.tiles
        names = {hex: copy.rpartition("-")[0] for hex, copy in copies.on.items()}
        ours = {tile.name for tile in tiles}
        return {hex: LaidTile(name, copies.rotations[hex]) for hex, name in names.items() if name not in ours}

    def doubts(self, language: str) -> tuple[str, ...]:
        say = translator(language)
        sentence = say(
            "{where}: the stops of these routes are ambiguous ({calls} or {others}); the first reading is used"
        )
        found = self._translator.doubts.items()
        return tuple(
            sentence.format(where=where, calls=_stops_text(calls), others=_stops_text(others))
            for where, (calls, others) in found
        )


def _stops_text(calls: RouteStops) -> str:
    return ", ".join("-".join(stops) for stops in calls)
