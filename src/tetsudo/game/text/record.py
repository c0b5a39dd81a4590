"""Records as text: title, options, seats, seed and actions of a game. Reading, writing, and applying their actions.

A record never depends on a random number generator: random results (dealt privates, seating, dice) are written into
it. If it has a seed, the dice must match the seed. Reading is strict, and bounded in time and memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec

from tetsudo.core.actions import Action
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.engine.rules import engine
from tetsudo.game.play import Play
from tetsudo.game.text import position
from tetsudo.language.labels import action_from_data, action_to_data
from tetsudo.titles.loader import changed_options

VERSION: Final = 2
"""Format version. Version 1 did not record the passes of players who could not trade but had a private to use."""
VERSIONS: Final = (1, VERSION)
MAX_FILE_BYTES: Final = 8_000_000
"""Maximum size in bytes; the longest games take a hundredth of it."""
MAX_ACTIONS: Final = 50_000
MAX_SEED: Final = 2**63 - 1

Text = Annotated[str, msgspec.Meta(max_length=200)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=MAX_SEED)]


class GameRecord(
    msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="format", tag="tetsudo"
):
    """Record of a game. Its options are those that differ from the defaults."""

    version: Literal[1, 2]
    title: Text
    scenario: Text = ""
    variants: Annotated[list[Text], msgspec.Meta(max_length=60)] = msgspec.field(default_factory=list)
    options: dict[Text, bool | int | Text] = msgspec.field(default_factory=dict)
    players: Annotated[list[Text], msgspec.Meta(max_length=20)]
    seed: Seed | None = 0  # null: the author keeps it secret
    deal: Annotated[list[Text], msgspec.Meta(max_length=20)] | None = None
    start: str = ""
    actions: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MAX_ACTIONS)] = msgspec.field(default_factory=list)

    def __repr__(self) -> str:
        title = " ".join(filter(None, (self.title, self.scenario, *self.variants)))
        return f"<Record of {title}: {', '.join(self.players)}; {len(self.actions)} actions>"

    def to_json(self) -> bytes:
        """JSON of the record as in a file: one action per line."""
        head = msgspec.to_builtins(self)
        actions = head.pop("actions", [])
        lines = [f'"{key}": {_compact_json(value)}' for key, value in head.items()]
        rows = ",\n".join(f"  {_compact_json(action)}" for action in actions)
        lines.append(f'"actions": [\n{rows}\n]' if rows else '"actions": []')
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


class BadRecord(BadInput):
    """Recorded action that cannot be applied. `action` is in the form of the record."""

    def __init__(self, index: int, action: Mapping[str, Any], reason: str, clause: str = "") -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason, f"actions[{index}]")
        self.index = index
        self.action = action
        self.reason = reason
        self.clause = clause

    def __reduce__(self) -> tuple[type[BadRecord], tuple[int, Mapping[str, Any], str, str]]:
        return type(self), (self.index, self.action, self.reason, self.clause)


Source = str | bytes | os.PathLike[str] | Mapping[str, Any] | GameRecord
"""Path, JSON text, decoded JSON, or record."""


# Actions and games


def action_at(game: Play, record: GameRecord, index: int) -> Action:
    """Action of a record; BadInput names the invalid field."""
    try:
        return action_from_data(game.setup, game.names, record.actions[index])
    except BadInput as error:
        where = f"actions[{index}].{error.where}" if error.where else f"actions[{index}]"
        raise BadInput(error.template, where, **error.facts) from None


def apply(game: Play, record: GameRecord, index: int) -> None:
    """Apply an action of a record to the game before it. A random result is the next action of the record."""
    action = action_at(game, record, index)
    try:
        game.follow(action)
    except IllegalAction as error:
        reason = f"{error.sentence} {error.remedy}".rstrip()
        raise BadRecord(index, record.actions[index], reason, error.clause) from None


def write(game: Play) -> GameRecord:
    """Record of a game. If the game has a start position of its own, the record includes it."""
    game.check_whole()
    fixed = game.setup
    moments = game.moments()
    first = game.started_from()
    begun = engine.begin(game.ruleset, [])
    return GameRecord(
        version=VERSION,
        title=fixed.title,
        scenario=fixed.scenario,
        variants=list(fixed.variants),
        options=changed_options(fixed),
        players=list(game.names),
        seed=game.seed,
        deal=list(fixed.dealt) or None,
        start="" if first == begun else position.write(game, first),
        actions=[action_to_data(fixed, game.names, moment.action) for moment in moments],
    )


# Files


def read(source: Source) -> GameRecord:
    """Record from a path, a JSON text or decoded JSON; BadInput names the line or field."""
    if isinstance(source, GameRecord):
        return source
    data = dict(source) if isinstance(source, Mapping) else read_json(source)
    if not isinstance(data, dict):
        raise BadInput("a record is an object with format, version, title, players and actions", "file")
    if data.get("format") != "tetsudo":
        raise BadInput("must be 'tetsudo'", "format")
    if data.get("version") not in VERSIONS:
        known = " or ".join(map(str, VERSIONS))
        raise BadInput("must be {known}: other versions are not supported", "version", known=known)
    try:
        return msgspec.convert(data, GameRecord)
    except msgspec.ValidationError as error:
        raise _field_error(error) from None


def read_json(source: str | bytes | os.PathLike[str]) -> Any:
    """Decoded JSON of a file, or of a text that begins with `{`; BadInput names the line."""
    data = _bytes(source)
    if len(data) > MAX_FILE_BYTES:
        raise BadInput("is larger than {largest_file:,} bytes", "file", largest_file=MAX_FILE_BYTES)
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise _json_error(data, str(error)) from None
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
            return file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput("cannot be read: {reason}", os.fspath(source)[:200], reason=reason) from None


def _json_error(data: bytes, message: str) -> BadInput:
    """Error that names the line instead of the byte. msgspec 0.23 does not say where a text is no UTF-8."""
    if "UTF-8" in message:
        return BadInput("is not JSON that can be read ({error})", "file", error=message)
    found = re.search(r"\(byte (\d+)\)", message)
    at = int(found[1]) if found else len(data)
    reason = re.sub(r"\s*\(byte \d+\)|^JSON is malformed: ", "", message)
    line = data.count(b"\n", 0, at) + 1
    return BadInput("is not JSON: {reason}", f"line {line}", reason=reason)


def _field_error(error: msgspec.ValidationError) -> BadInput:
    """Error that names the field instead of msgspec's path."""
    sentence, _, path = str(error).partition(" - at `")
    sentence = sentence.replace("`", "").replace("Object missing required field", "there must be a field")
    return BadInput(sentence[:1].lower() + sentence[1:], path.removeprefix("$").strip(".`") or "record")


def _compact_json(value: object) -> str:
    """Readable JSON in one line."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
