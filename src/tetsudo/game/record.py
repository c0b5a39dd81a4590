"""The record of a game: title, options, seats, seed and the actions. It is the game.

A record never depends on a generator: what chance decided (dealt privates, seating, dice) is
written into it; where it tells its seed, the dice must be what that gives. Reading is strict,
and bounded in time and memory.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from tetsudo.core.actions import KINDS, Action
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.language.labels import FIELDS, OPTIONAL, action_from_data, action_to_data
from tetsudo.titles.data.discovery import VARIABLE
from tetsudo.titles.loader import Given, changed_options, is_name, setup, title_info

VERSION: Final = 2
"""Version 1 did not record the passes of players who could neither buy nor sell but had a private to use."""
VERSIONS: Final = (1, VERSION)
AS_IN_VERSION_1: Final[Mapping[str, OptionValue]] = {"passes_without_trade": True}
"""The options under which a record of version 1 was played."""
ONCE_IN_VERSION_1: Final[Mapping[str, OptionValue]] = {"die_calls": "once"}
"""The same of titles that offer a choice of it."""
LARGEST_FILE: Final = 8_000_000
"""Bytes; the longest games are a hundredth of it."""
MOST_ACTIONS: Final = 50_000
LONGEST_NAME: Final = 60
SEATINGS: Final = ("given", "random")
HIGHEST_SEED: Final = 2**63 - 1
SCHEMA: Final = Path(__file__).parent / "schema" / f"record-{VERSION}.json"

Text = Annotated[str, msgspec.Meta(max_length=200)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_SEED)]


class GameRecord(
    msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="format", tag="tetsudo"
):
    """A game as it is written. Options are those that differ from the defaults."""

    version: Literal[1, 2]
    title: Text
    scenario: Text = ""
    variants: Annotated[list[Text], msgspec.Meta(max_length=60)] = msgspec.field(default_factory=list)
    options: dict[Text, bool | int | Text] = msgspec.field(default_factory=dict)
    players: Annotated[list[Text], msgspec.Meta(max_length=20)]
    seed: Seed | None = 0  # null: whoever has written it keeps it for himself
    deal: Annotated[list[Text], msgspec.Meta(max_length=20)] | None = None
    start: str = ""
    actions: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MOST_ACTIONS)] = msgspec.field(
        default_factory=list
    )

    def __repr__(self) -> str:
        title = " ".join(filter(None, (self.title, self.scenario, *self.variants)))
        return f"<Record of {title}: {', '.join(self.players)}; {len(self.actions)} actions>"

    def to_json(self) -> bytes:
        """The record as a file has it: an action a line."""
        head = msgspec.to_builtins(self)
        actions = head.pop("actions", [])
        lines = [f'"{key}": {_compact(value)}' for key, value in head.items()]
        rows = ",\n".join(f"  {_compact(action)}" for action in actions)
        lines.append(f'"actions": [\n{rows}\n]' if rows else '"actions": []')
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


class BadRecord(BadInput):
    """An action of a record that cannot be applied. `action` is as the record has it."""

    def __init__(self, index: int, action: Mapping[str, Any], reason: str, clause: str = "") -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason, f"actions[{index}]")
        self.index = index
        self.action = action
        self.reason = reason
        self.clause = clause

    def __reduce__(self) -> tuple[type[BadRecord], tuple[int, Mapping[str, Any], str, str]]:
        return type(self), (self.index, self.action, self.reason, self.clause)


Source = str | bytes | os.PathLike[str] | Mapping[str, Any] | GameRecord
"""A path, a JSON text, what a JSON text says, or a record."""


# Games


def new(
    title: str,
    players: Sequence[str],
    *,
    seed: int = 0,
    scenario: str | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, Given] | None = None,
    deal: Sequence[str] | None = None,
    seating: str = "given",
) -> Game:
    """A game before its first action; BadInput says what cannot be chosen. No path is a title here.

    `players` in seat order, unless `seating` is "random": then the seed seats them.
    `deal` names the privates that they are dealt, where there is no auction.
    """
    names = checked_names(players)
    if seating not in SEATINGS:
        raise BadInput("must be one of {known}, not {seating!r}", "seating", known=", ".join(SEATINGS), seating=seating)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= HIGHEST_SEED:
        raise BadInput("must be a whole number from 0 to {highest_seed}", "seed", highest_seed=HIGHEST_SEED)
    if seating == "random":
        random.Random(seed).shuffle(names)  # 1889-SET-12, 1888*-SET-01, 1890-4.3-a, 1890-Intro-c
    fixed = setup(title, len(names), variants, options, scenario, deal, seed)
    return Game(ruleset_of(fixed), names, seed)


@lru_cache(maxsize=32)
def ruleset_of(setup: Setup) -> Ruleset:
    """The rules in force under a setup; one for all its games, so that they share what it remembers."""
    return Ruleset(setup)


def checked_names(players: Sequence[str]) -> list[str]:
    """The players' names; BadInput if they cannot be told apart or read."""
    names: list[str] = []
    for seat, name in enumerate(players):
        where = f"players[{seat}]"
        if not isinstance(name, str) or not name.strip():
            raise BadInput("a player needs a name", where)
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise BadInput("a name is at most {longest_name} printable characters", where, longest_name=LONGEST_NAME)
        if any(name.strip().casefold() == other.strip().casefold() for other in names):
            raise BadInput("there are two players named {name!r}", where, name=name.strip())
        names.append(name)
    return names


def load(source: Source) -> Game:
    """The game of a record, replayed strictly; BadRecord names the first action that is refused."""
    record = read(source)
    game = before(record)
    for index in range(len(record.actions)):
        apply(game, record, index)
    game.draw()
    return game


def before(record: GameRecord) -> Game:
    """The game of a record before its first action."""
    if not is_name(record.title):
        raise BadInput(
            "this game is one of {title!r}, a title that is not here; if its folder is, name that in {variable}",
            "title",
            title=record.title,
            variable=VARIABLE,
        )
    options = record.options | as_in_version_1(record.title) if record.version == 1 else record.options
    if record.start:
        game = position.read(record.start, recorded_options(options))
        if game.setup.title != title_info(record.title).name or list(game.names) != record.players:
            raise BadInput("is not a position of this title and these players", "start")
        return game.with_seed(record.seed)
    game = new(
        record.title,
        record.players,
        seed=record.seed or 0,
        scenario=record.scenario or None,
        variants=record.variants,
        options=options,
        deal=record.deal,
    )
    return game.with_seed(record.seed)


def as_in_version_1(title: str) -> dict[str, OptionValue]:
    """The options of a title as games were played that records of version 1 tell."""
    offered = {option.name for option in title_info(title).options}
    return {**AS_IN_VERSION_1, **{name: value for name, value in ONCE_IN_VERSION_1.items() if name in offered}}


def recorded_options(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options that only records and importers set, out of all those of a table."""
    return {name: options[name] for name in AS_IN_VERSION_1 if name in options}


def action_at(game: Game, record: GameRecord, index: int) -> Action:
    """An action of a record; BadInput names the field that is wrong."""
    try:
        return action_from_data(game.setup, game.names, record.actions[index])
    except BadInput as error:
        where = f"actions[{index}].{error.where}" if error.where else f"actions[{index}]"
        raise BadInput(error.template, where, **error.facts) from None


def apply(game: Game, record: GameRecord, index: int) -> None:
    """Apply an action of a record to the game before it; what chance decided then is the next one."""
    action = action_at(game, record, index)
    try:
        game.follow(action)
    except IllegalAction as error:
        reason = f"{error.sentence} {error.remedy}".rstrip()
        raise BadRecord(index, record.actions[index], reason, error.clause) from None


def write(game: Game) -> GameRecord:
    """The record of a game; one that did not begin at the beginning starts with its position."""
    game.check_whole()
    fixed = game.setup
    moments = game.moments()
    first = game.started_from()
    deal = [fixed.privates[private].symbol for private in fixed.deal]
    begun = engine.begin(game.ruleset, [])
    return GameRecord(
        version=VERSION,
        title=fixed.title,
        scenario=fixed.scenario,
        variants=list(fixed.variants),
        options=changed_options(fixed),
        players=list(game.names),
        seed=game.seed,
        deal=deal or None,
        start="" if first == begun else position.write(game, first),
        actions=[action_to_data(fixed, game.names, moment.action) for moment in moments],
    )


# Files


def read(source: Source) -> GameRecord:
    """A record from a path, a JSON text or what one says; BadInput names the line or field."""
    if isinstance(source, GameRecord):
        return source
    data = dict(source) if isinstance(source, Mapping) else read_json(source)
    if not isinstance(data, dict):
        raise BadInput("a record is an object with format, version, title, players and actions", "file")
    if data.get("format") != "tetsudo":
        raise BadInput("must be 'tetsudo'", "format")
    if data.get("version") not in VERSIONS:
        known = " or ".join(map(str, VERSIONS))
        raise BadInput("must be {known}: this program reads no other version", "version", known=known)
    try:
        return msgspec.convert(data, GameRecord)
    except msgspec.ValidationError as error:
        raise _invalid(error) from None


def read_json(source: str | bytes | os.PathLike[str]) -> Any:
    """What a file, or a text that begins with `{`, says; BadInput names the line."""
    data = _bytes(source)
    if len(data) > LARGEST_FILE:
        raise BadInput("is larger than {largest_file:,} bytes", "file", largest_file=LARGEST_FILE)
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise _malformed(data, str(error)) from None
    except RecursionError:
        raise BadInput("is nested too deeply", "file") from None
    except (ValueError, OverflowError) as error:
        raise BadInput("is not JSON that can be read ({error})", "file", error=error) from None


def _bytes(source: str | bytes | os.PathLike[str]) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and source.lstrip()[:1] == "{":
        return source.encode(errors="surrogatepass")
    try:
        with open(source, "rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput("cannot be read: {reason}", os.fspath(source)[:200], reason=reason) from None


def _malformed(data: bytes, message: str) -> BadInput:
    """Name the line instead of the byte."""
    found = re.search(r"\(byte (\d+)\)", message)
    at = int(found[1]) if found else len(data)
    reason = re.sub(r"\s*\(byte \d+\)|^JSON is malformed: ", "", message)
    line = data.count(b"\n", 0, at) + 1
    return BadInput("is not JSON: {reason}", f"line {line}", reason=reason)


def _invalid(error: msgspec.ValidationError) -> BadInput:
    """Say the field instead of msgspec's path."""
    sentence, _, path = str(error).partition(" - at `")
    sentence = sentence.replace("`", "").replace("Object missing required field", "there must be a field")
    return BadInput(sentence[:1].lower() + sentence[1:], path.removeprefix("$").strip(".`") or "record")


def _compact(value: object) -> str:
    """JSON in one line, with room to read."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


# The schema


def schema() -> dict[str, Any]:
    """The JSON schema of records, with the fields of each kind of action."""
    (reference,), components = msgspec.json.schema_components([GameRecord], ref_template="#/$defs/{name}")
    record = components["GameRecord"]
    record["properties"]["actions"]["items"] = {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in KINDS]}
    actions = {kind: _action_schema(kind) for kind in KINDS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tetsudo game record, version {VERSION}",
        **reference,
        "$defs": {**components, **actions},
    }


def _action_schema(kind: str) -> dict[str, Any]:
    fields = FIELDS[kind]
    return {
        "type": "object",
        "properties": {"type": {"const": kind}} | {field: _field_schema(field) for field in fields},
        "required": ["type", *(field for field in fields if field not in OPTIONAL)],
        "additionalProperties": False,
    }


def _field_schema(field: str) -> dict[str, Any]:
    if field in ("price", "count", "city"):
        return {"type": "integer", "minimum": 0}
    if field == "result":
        return {"type": "integer", "minimum": 1}
    if field == "rotation":
        return {"type": "integer", "minimum": 0, "maximum": 5}
    if field == "accept":
        return {"type": "boolean"}
    if field == "payout":
        return {"enum": ["pay", "withhold", "half"]}
    if field == "routes":
        hexes = {"type": "array", "items": {"type": "string"}}
        route = {"train": {"type": "string"}, "hexes": hexes}
        item = {"type": "object", "properties": route, "required": list(route), "additionalProperties": False}
        return {"type": "array", "items": item}
    return {"type": "string"}


if __name__ == "__main__":
    SCHEMA.write_text(f"{json.dumps(schema(), indent=2, ensure_ascii=False)}\n")
