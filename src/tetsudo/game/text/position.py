"""Positions in one line of text, like a FEN: the table, then every field of the state.

    tetsudo-position/2 title=1889 players=Ann,Bo ... cash=420*2,0*7,6160 ... stack=0.0.0

Fields stand in a fixed order, separated by one space. Words are percent-encoded; `7*3` is 7 three times; hexes as
printed are left out. A position that is read is a game without a past. Impossible positions are refused, and the
refusal names the field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

from tetsudo.core import frames
from tetsudo.core.errors import BadInput
from tetsudo.core.player_names import checked_names
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.position_validation import check
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.board import waiting_spot
from tetsudo.engine.state.rows import TupleRow, row_of
from tetsudo.engine.state.state import MAX_CITIES, RETURNED, ROWS, SINGLES, TUPLE_ROWS, UNPLACED, WAITING, State
from tetsudo.game.play import Play, ruleset_of
from tetsudo.game.text.position_version_1 import VERSION_1_MARK, upgrade_stack
from tetsudo.titles import loader
from tetsudo.titles.data.options import parse_option

FORMAT_MARK: Final = "tetsudo-position/2"
MAX_LENGTH: Final = 20_000
MAX_FRAMES: Final = 12
TABLE_FIELDS: Final = ("title", "scenario", "variants", "options", "players", "deal")
OWN_NOTATION: Final = ("tiles", "tokens")
DERIVED_FIELDS: Final = ("supply", "players", "companies")
FIELD_WORDS: Final = {"memory": "uses"}
"""Fields with another word in the text: they have been renamed since the first texts."""
NUMBER_FIELDS: Final = {
    FIELD_WORDS.get(name, name): name for name in ROWS if name not in OWN_NOTATION and name not in DERIVED_FIELDS
}
"""Fields that are lists of numbers, by their word in the text."""
OFF_MAP_WORDS: Final = {UNPLACED: "-", RETURNED: "back"}
"""Words for tokens that are not on the map."""
WAITING_PREFIX: Final = "w"
"""Prefix of the number of a token waiting on a hex, in place of a city."""

SINGLE_FIELDS: Final = tuple(name for name in SINGLES if name not in DERIVED_FIELDS)
SHORT_ROWS: Final = ("declined", "dues")
"""Rows that may be shorter than their maximum."""
NO_OPTIONS: Final[Mapping[str, OptionValue]] = {}
LATER_FIELDS: Final = {"funded": "0", "dues": ""}
"""Fields added after the first texts, with their values in texts without them."""


class ParsedPosition(NamedTuple):
    """Position read from a text."""

    ruleset: Ruleset
    names: list[str]
    state: State


# Writing


def write(game: Play, state: State | None = None) -> str:
    """Text of a game's position, or of another position at the same table."""
    game.check_whole()
    setup, state = game.setup, game.state if state is None else state
    parts = {
        "title": quote(setup.title, safe=""),
        "scenario": quote(setup.scenario, safe=""),
        "variants": _quote_words(setup.variants),
        "options": _quote_words(
            f"{name}:{_option_text(value)}" for name, value in loader.changed_options(setup).items()
        ),
        "players": _quote_words(game.names),
        "deal": _quote_words(setup.dealt),
        **{word: _numbers(getattr(state, name)) for word, name in NUMBER_FIELDS.items()},
        "tiles": ",".join(_tile_words(setup, state)),
        "tokens": ",".join(_token_word(setup, place) for place in state.tokens),
        **{name: str(getattr(state, name)) for name in SINGLE_FIELDS},
        "stack": "/".join(".".join(map(str, frames.numbers(frame))) for frame in state.stack),
    }
    return " ".join(
        [FORMAT_MARK, *(f"{name}={text}" for name, text in parts.items() if LATER_FIELDS.get(name) != text)]
    )


def _quote_words(words: Iterable[str]) -> str:
    return ",".join(quote(word, safe=":") for word in words)


def _option_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _numbers(values: Sequence[int]) -> str:
    """Numbers separated by commas, repeated ones as `value*times`."""
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    return ",".join(str(value) if times == 1 else f"{value}*{times}" for value, times in runs)


def _tile_words(setup: Setup, state: State) -> list[str]:
    words = []
    for hex, face in zip(setup.map.hexes, state.tiles, strict=True):
        if face != hex.printed:
            shown = setup.faces[face]
            words.append(f"{hex.name}:{quote(setup.tiles[shown.tile].name, safe='')}:{shown.rotation}")
    return words


def _token_word(setup: Setup, place: int) -> str:
    if place <= WAITING:
        hex, number = waiting_spot(place)
        return f"{setup.map.hexes[hex].name}.{WAITING_PREFIX}{number}"
    if place < 0:
        return OFF_MAP_WORDS[place]
    return f"{setup.map.hexes[place // MAX_CITIES].name}.{place % MAX_CITIES}"


# Reading


def parse(text: str, options: Mapping[str, OptionValue] = NO_OPTIONS) -> ParsedPosition:
    """Table and position of a text; BadInput names the invalid field.

    `options`: options of the table in addition to those in the text.
    """
    parts = _parts(text)
    names = checked_names(_unquote_words(parts["players"], "players"))
    ruleset = ruleset_of(_table(parts, len(names), options))
    state = _state(parts, ruleset, engine.begin(ruleset, []))
    stack = _read_stack(parts["stack"])
    old = text.lstrip().startswith(VERSION_1_MARK)
    state.stack = _frames(upgrade_stack(ruleset.setup, state, stack) if old else stack)
    check(ruleset, state)
    return ParsedPosition(ruleset, names, state)


def _parts(text: str) -> dict[str, str]:
    """Text of each field; all must be present, and none twice."""
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        raise BadInput("must be a line of at most {longest} characters", "position", longest=MAX_LENGTH)
    mark, *fields = text.strip("\r\n ").split(" ")
    if mark not in (FORMAT_MARK, VERSION_1_MARK):
        raise BadInput("must begin with {mark}", "position", mark=FORMAT_MARK)
    left_out = LATER_FIELDS.keys() - {field.partition("=")[0] for field in fields}
    wanted = [
        name for name in (*TABLE_FIELDS, *NUMBER_FIELDS, *OWN_NOTATION, *SINGLE_FIELDS, "stack") if name not in left_out
    ]
    parts = {name: LATER_FIELDS[name] for name in left_out}
    for name, field in zip(wanted, fields, strict=False):
        key, equals, value = field.partition("=")
        if key != name or not equals:
            raise BadInput("must come here, not {key!r}", name, key=key[:40])
        parts[name] = value
    if len(fields) != len(wanted):
        where = wanted[len(fields)] if len(fields) < len(wanted) else "position"
        raise BadInput("is missing" if len(fields) < len(wanted) else "has more fields than there are", where)
    return parts


def _unquote_words(text: str, field: str) -> list[str]:
    try:
        return [unquote(word, errors="strict") for word in text.split(",")] if text else []
    except UnicodeDecodeError:
        raise BadInput("is not percent-encoded UTF-8", field) from None


def _table(parts: Mapping[str, str], players: int, options: Mapping[str, OptionValue]) -> Setup:
    """Setup of the table."""
    title = unquote(parts["title"])
    values = dict(options)
    for word in _unquote_words(parts["options"], "options"):
        name, _, value = word.partition(":")
        values[name] = parse_option(loader.title_info(title).option(name), value)
    return loader.setup(
        title,
        players,
        _unquote_words(parts["variants"], "variants"),
        values,
        unquote(parts["scenario"]) or None,
        _unquote_words(parts["deal"], "deal") or None,
    )


def _state(parts: Mapping[str, str], rules: Ruleset, first: State) -> State:
    """State, with every row as long as in the first position."""
    state = first.clone()
    setup = rules.setup
    for word, name in NUMBER_FIELDS.items():
        length = None if name in SHORT_ROWS else len(getattr(first, name))
        numbers = _read_numbers(parts[word], word, length)
        setattr(state, name, numbers if name in TUPLE_ROWS else row_of(numbers))
    for name in SINGLE_FIELDS:
        setattr(state, name, _number(parts[name], name))
    state.tiles = _read_tiles(setup, parts["tiles"])
    state.tokens = _read_tokens(setup, parts["tokens"], len(first.tokens))
    state.supply = row_of(_supply(setup, state.tiles))
    state.network = None
    return state


def _number(text: str, field: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 10):
        raise BadInput("must be a whole number, not {text!r}", field, text=text[:20])
    return int(text)


def _read_numbers(text: str, field: str, length: int | None) -> TupleRow:
    most = 400 if length is None else length
    values: list[int] = []
    for run in text.split(",") if text else []:
        value, star, times = run.partition("*")
        count = _number(times, field) if star else 1
        if not 1 <= count <= most - len(values):
            raise BadInput("must have at most {most} numbers", field, most=most)
        values += [_number(value, field)] * count
    if length is not None and len(values) != length:
        raise BadInput("must have {length} numbers, not {value}", field, length=length, value=len(values))
    return tuple(values)


def _read_tiles(setup: Setup, text: str) -> TupleRow:
    tiles = [hex.printed for hex in setup.map.hexes]
    ids = {tile.name: tile.id for tile in setup.tiles}
    for word in text.split(",") if text else []:
        name, _, rest = word.partition(":")
        tile, _, rotation = rest.rpartition(":")
        if name not in setup.map.by_name or unquote(tile) not in ids or rotation not in tuple("012345"):
            raise BadInput("must be a hex, a tile and a rotation, not {word!r}", "tiles", word=word[:20])
        hex = setup.map.by_name[name]
        if tiles[hex] != setup.map.hexes[hex].printed:
            raise BadInput("names {name} twice", "tiles", name=name)
        tiles[hex] = setup.face_of[ids[unquote(tile)], int(rotation)]
    return tuple(tiles)


def _read_tokens(setup: Setup, text: str, length: int) -> TupleRow:
    words = text.split(",")
    if len(words) != length:
        raise BadInput("must have {length} places, not {value}", "tokens", length=length, value=len(words))
    away = {word: place for place, word in OFF_MAP_WORDS.items()}
    return tuple(away[word] if word in away else _token(setup, word) for word in words)


def _token(setup: Setup, word: str) -> int:
    name, _, where = word.partition(".")
    number = where.removeprefix(WAITING_PREFIX)
    if name not in setup.map.by_name or number not in tuple("01234567"):
        raise BadInput("must be a hex and a city, not {word!r}", "tokens", word=word[:20])
    place = setup.map.by_name[name] * MAX_CITIES + int(number)
    return place if where == number else WAITING - place


def _supply(setup: Setup, tiles: Sequence[int]) -> list[int]:
    """Remaining copies of each tile; BadInput if more are on the map than exist."""
    supply = [tile.count for tile in setup.tiles]
    for face in tiles:
        tile = setup.faces[face].tile
        if tile == NOBODY or supply[tile] < 0:
            continue
        if not supply[tile]:
            raise BadInput("has more copies of tile {name} than there are", "tiles", name=setup.tiles[tile].name)
        supply[tile] -= 1
    return supply


def _read_stack(text: str) -> list[tuple[int, ...]]:
    words = text.split("/")
    if len(words) > MAX_FRAMES:
        raise BadInput("must have at most {most_frames} procedures", "stack", most_frames=MAX_FRAMES)
    return [tuple(_number(value, "stack") for value in word.split(".")[:40]) for word in words]


def _frames(stack: Iterable[tuple[int, ...]]) -> tuple[frames.Frame, ...]:
    try:
        return tuple(frames.read(numbers) for numbers in stack)
    except ValueError as wrong:
        raise BadInput("has no such frame: {wrong}", "stack", wrong=wrong) from None
