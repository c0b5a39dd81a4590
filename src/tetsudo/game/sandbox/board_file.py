"""TOML files of sandbox boards, written by users or exported by the site.

title = "1889"
phase = "3"

[tiles]
E2 = "5 4"

[tokens]
IR = ["E2"]

[trains]
IR = ["2", "3"]
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.core.unknown_names import MAX_NAME_LENGTH, unknown_name
from tetsudo.game.sandbox.board import HandMade
from tetsudo.titles.loader import Given

MAX_FILE_LENGTH: Final = 30_000
"""Maximum number of characters; the largest board of any title has about 3,000."""

WORD_KEYS: Final = ("title", "scenario", "phase")
LIST_KEYS: Final = ("tokens", "trains", "passages")
KEYS: Final = tuple(each.name for each in fields(HandMade))
BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
"""TOML key that needs no quotes."""


def read(text: str) -> HandMade:
    """Board of a file's text; `BadInput` names the line or key of an error.

    Errors that only show with the title's data are not found here.
    """
    if len(text) > MAX_FILE_LENGTH:
        raise BadInput("a board has at most {most} characters", most=MAX_FILE_LENGTH)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput("this is not TOML: {error}", error=str(error) or "too deep") from None
    for key in data:
        if key not in KEYS:
            raise unknown_name("key", key, KEYS, key[:MAX_NAME_LENGTH])
    if "title" not in data:
        raise BadInput("is missing: which game is this board for?", "title")
    return HandMade(
        title=_word(data["title"], "title"),
        scenario=_word(data.get("scenario", ""), "scenario"),
        variants=_words(data.get("variants", []), "variants"),
        options=_options(_table(data, "options")),
        players=_players(data.get("players", 0)),
        phase=_word(data.get("phase", ""), "phase"),
        tiles={hex: _word(tile, f"tiles.{hex}") for hex, tile in _table(data, "tiles").items()},
        tokens=_lists(data, "tokens"),
        trains=_lists(data, "trains"),
        passages=_lists(data, "passages"),
    )


def _lists(data: Mapping[str, Any], key: str) -> dict[str, tuple[str, ...]]:
    return {name: _words(given, f"{key}.{name}") for name, given in _table(data, key).items()}


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise BadInput("must be a table of names", key)
    return found


def _word(value: object, where: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)  # an all-digit tile or train
    if not isinstance(value, str):
        raise BadInput("must be a word in quotes", where)
    return " ".join(value.split())


def _words(value: object, where: str) -> tuple[str, ...]:
    """Words of a list, or of a text separated by spaces: ["2", "3"] or "2 3"."""
    if isinstance(value, list):
        return tuple(_word(each, where) for each in value)
    return tuple(_word(value, where).split())


def _players(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 100:
        raise BadInput("must be a whole number", "players")
    return value


def _options(table: Mapping[str, Any]) -> Mapping[str, Given]:
    for name, value in table.items():
        if not isinstance(value, bool | int | str):
            raise BadInput("must be true, false, a number or a word", f"options.{name}")
    return table


def write(board: HandMade) -> str:
    """File text of a board, which `read` reads."""
    return "\n".join(_lines(board)) + "\n"


def _lines(board: HandMade) -> Iterator[str]:
    for key in WORD_KEYS:
        if getattr(board, key):
            yield f"{key} = {_quote(getattr(board, key))}"
    if board.variants:
        yield f"variants = {_format_list(board.variants)}"
    if board.players:
        yield f"players = {board.players}"
    yield from _section("options", {name: _value(value) for name, value in board.options.items()})
    yield from _section("tiles", {hex: _quote(tile) for hex, tile in board.tiles.items()})
    for key in LIST_KEYS:
        yield from _section(key, {name: _format_list(given) for name, given in getattr(board, key).items()})


def _section(name: str, values: Mapping[str, str]) -> Iterator[str]:
    if values:
        yield ""
        yield f"[{name}]"
    for key, value in values.items():
        yield f"{key if BARE_KEY.fullmatch(key) else _quote(key)} = {value}"


def _value(value: Given) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else _quote(str(value))


def _format_list(words: tuple[str, ...]) -> str:
    return f"[{', '.join(map(_quote, words))}]"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
