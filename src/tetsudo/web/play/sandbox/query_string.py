"""Sandbox boards as URL queries, short enough for a link: `tiles=E2:5:4,F3:57:2&trains=IR:2,3`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import quote, urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.game.sandbox.board import HandMade
from tetsudo.titles.loader import option_from_text, title_info

MAX_QUERY_LENGTH: Final = 8_000
"""Maximum length of a query in characters, doubled for URL encoding; a full board of any title has some 1,500."""

MULTI_VALUE_FIELDS: Final = ("tokens", "trains", "passages")
"""Fields with several values for a company or a private."""


def query(board: HandMade, **chosen: str) -> str:
    """Query of a board, with the page's current selection."""
    pairs = [*_pairs(board), *((name, value) for name, value in chosen.items() if value)]
    return urlencode(pairs, safe=":,", quote_via=quote)


def _pairs(board: HandMade) -> Iterator[tuple[str, str]]:
    yield "title", board.title
    if board.scenario:
        yield "scenario", board.scenario
    for variant in board.variants:
        yield "variants", variant
    for name, value in board.options.items():
        yield "option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"
    if board.players:
        yield "players", str(board.players)
    if board.phase:
        yield "phase", board.phase
    if board.tiles:
        yield "tiles", ",".join(f"{hex}:{tile.replace(' ', ':')}" for hex, tile in board.tiles.items())
    for key in MULTI_VALUE_FIELDS:
        for name, words in getattr(board, key).items():
            if words:
                yield key, f"{name}:{','.join(words)}"


def read(given: QueryDict) -> HandMade:
    """The board in a query. Raises `BadInput` if malformed; `HandMade.game` checks if the board is possible."""
    if len(given.urlencode()) > 2 * MAX_QUERY_LENGTH:
        raise BadInput(_("This board is too large for an address."))
    title = title_info(given.get("title", "")).name
    players = given.get("players", "0")
    if not (players.isdecimal() and len(players) < 3):
        raise BadInput("must be a whole number", "players")
    options = dict(_split(text, "=", "option") for text in given.getlist("option"))
    return HandMade(
        title=title,
        scenario=given.get("scenario", ""),
        variants=tuple(given.getlist("variants")),
        options={name: option_from_text(title, name, text) for name, text in options.items()},
        players=int(players),
        phase=given.get("phase", ""),
        tiles=_tiles(given.get("tiles", "")),
        tokens=_multi_values(given, "tokens"),
        trains=_multi_values(given, "trains"),
        passages=_multi_values(given, "passages"),
    )


def _tiles(text: str) -> Mapping[str, str]:
    pairs = (_split(each, ":", "tiles") for each in text.split(",") if each)
    return {hex: tile.replace(":", " ", 1) for hex, tile in pairs}


def _multi_values(given: QueryDict, key: str) -> Mapping[str, tuple[str, ...]]:
    pairs = (_split(text, ":", key) for text in given.getlist(key))
    return {name: tuple(word for word in words.split(",") if word) for name, words in pairs}


def _split(text: str, sign: str, where: str) -> tuple[str, str]:
    name, found, rest = text.partition(sign)
    if not (name and found):
        raise BadInput(_("This is not a board."), where)
    return name, rest
