"""Games with a changed board: tiles, tokens, trains and phase set directly, without the rules.

Names are those of the table: hexes, "57 2" for a tile and its rotation, "C9:1" for a city of a hex other than the
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from tetsudo.core.errors import BadInput, UnknownName
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import in_supply, lay
from tetsudo.engine.state.board import face_on, put_face, return_tile, token_places
from tetsudo.engine.state.ownership import company_trains, move_train
from tetsudo.engine.state.state import MAX_CITIES, SCRAPPED, UNPLACED
from tetsudo.game.play import Play
from tetsudo.game.text.position_validation import can_become, check_room
from tetsudo.language.identifiers import LONGEST, instead

NOTHING: Final[Mapping[str, Any]] = {}
"""Default: no tiles, or no tokens."""

MOST_TRAINS: Final = 8
"""Maximum number of trains of a company. Games never reach it, and the best run of more takes a long search."""

KINDS: Final[Mapping[str, BadInput]] = {
    "hex": BadInput("hex"),
    "tile": BadInput("tile"),
    "phase": BadInput("phase"),
    "train": BadInput("train"),
    "company": BadInput("company"),
    "private": BadInput("private with a token that companies can pay to pass"),
}
"""Kinds of names, as sentence parts."""


G = TypeVar("G", bound=Play)


def with_board(
    game: G,
    tiles: Mapping[str, str] = NOTHING,
    tokens: Mapping[str, Iterable[str]] = NOTHING,
    phase: str | None = None,
    trains: Mapping[str, Iterable[str]] = NOTHING,
    passages: Mapping[str, Iterable[str]] = NOTHING,
) -> G:
    """Independent game at the same position with the given changes; see `Game.with_board`."""
    made = game.at(game.ruleset, game.names, game.state.clone())
    made.eyes = game.eyes
    state, stand = made.state, list(game.state.tokens)
    for symbol, places in tokens.items():
        first, after = tokens_from(made, symbol)
        stand[first:after] = _places(made, symbol, list(places), after - first)
    if phase is not None:
        state.phase = _found("phase", phase, [each.name for each in made.setup.phases], "phase")
    _lay(made, tiles)
    state.tokens, state.network = tuple(stand), None
    for symbol in tokens:
        _check_cities(made, symbol)
    check_room(made.ruleset, state)
    for symbol, fleet in trains.items():
        _give(made, _company(made, symbol, f"trains.{symbol}"), list(fleet), f"trains.{symbol}")
    for private, companies in passages.items():
        _let_pass(made, private, companies)
    return made


def _lay(game: Play, tiles: Mapping[str, str]) -> None:
    """Lay tiles on their hexes. Tiles already there are removed first, so the order does not matter."""
    state, hexes = game.state, [hex.name for hex in game.setup.map.hexes]
    state.tokens = (UNPLACED,) * len(state.tokens)  # no token moves with the tiles
    places = [(_found("hex", name, hexes, f"tiles.{name}"), name, tile) for name, tile in tiles.items()]
    for hex, _name, _tile in places:
        face = game.setup.faces[face_on(state, hex)]
        if face.tile != NOBODY:
            return_tile(state, face.tile)
        put_face(state, hex, game.setup.map.hexes[hex].printed)
    for hex, name, tile in places:
        lay(game.ruleset, state, hex, _face(game, hex, tile, f"tiles.{name}"))


def _found(what: str, name: str, names: Sequence[str], where: str) -> int:
    known = {each.casefold(): at for at, each in enumerate(names)}
    at = known.get(name.casefold())
    if at is None:
        raise UnknownName(
            "there is no {what} {name!r}{instead}",
            where,
            what=KINDS[what],
            name=name[:LONGEST],
            instead=instead(name, names),
        )
    return at


def _company(game: Play, symbol: str, where: str) -> CompanyId:
    return _found("company", symbol, [company.symbol for company in game.setup.companies], where)


def _face(game: Play, hex: HexId, written: str, where: str) -> FaceId:
    """Face of a tile and its rotation, "57" or "57 2", that could lie on the hex in some game."""
    setup = game.setup
    name, _, rotation = written.partition(" ")
    tile = _found("tile", name, [tile.name for tile in setup.tiles], where)
    if rotation not in ("", *"012345"):
        raise BadInput("a rotation is a number from 0 to 5, not {rotation!r}", where, rotation=rotation[:LONGEST])
    face = setup.face_of[tile, int(rotation or 0)]
    if not can_become(game.ruleset, hex, face):
        raise BadInput(
            "tile {name} does not fit there with rotation {rotation}", where, name=name, rotation=rotation or 0
        )
    if not in_supply(game.state, tile):
        raise BadInput("no tile {name} is left", where, name=name)
    return face


def tokens_from(game: Play, symbol: str) -> tuple[int, int]:
    """Start and end of a company's or private's tokens in the state's list."""
    setup = game.setup
    after = list(game.ruleset.tokens_from)
    for private in setup.privates:
        after.append(after[-1] + private.tokens)
    bearers = [*(company.symbol for company in setup.companies), *(private.symbol for private in setup.privates)]
    counted = {name: at for at, name in enumerate(bearers) if after[at + 1] > after[at]}  # a private may share a symbol
    at = counted[list(counted)[_found("company", symbol, list(counted), f"tokens.{symbol}")]]
    return after[at], after[at + 1]


def _places(game: Play, symbol: str, written: Sequence[str], count: int) -> list[int]:
    """Places of `count` tokens, some of them in cities: "K8", or "C9:1" for a city other than the first."""
    where, hexes = f"tokens.{symbol}", [hex.name for hex in game.setup.map.hexes]
    if len(written) > count:
        raise BadInput("has {count}, not {written}", where, count=count, written=len(written))
    places = []
    for word in written:
        name, _, number = word.partition(":")
        if not (number or "0").isdecimal() or int((number or "0")[:9]) >= MAX_CITIES:
            raise BadInput("there is no city {number!r}", where, number=number[:LONGEST])
        places.append(_found("hex", name, hexes, where) * MAX_CITIES + int(number or 0))
    return places + [UNPLACED] * (count - len(places))


def _check_cities(game: Play, symbol: str) -> None:
    """Raise BadInput for a token without a city."""
    for place in standing(game, symbol):
        hex, city = divmod(place, MAX_CITIES)
        nodes = game.setup.faces[face_on(game.state, hex)].nodes
        if city >= len(nodes) or nodes[city].kind != CITY:
            raise BadInput("there is no city {place}", f"tokens.{symbol}", place=place_text(game, place))


def _give(game: Play, company: CompanyId, fleet: Sequence[str], where: str) -> None:
    """Give a company exactly these trains, wherever they come from."""
    if len(fleet) > MOST_TRAINS:
        raise BadInput("at most {most} trains, not {count}", where, most=MOST_TRAINS, count=len(fleet))
    state, names = game.state, [train.name for train in game.setup.trains]
    scrap = state.companies + SCRAPPED
    for train in company_trains(state, company):
        move_train(state, train, company, scrap)
    for name in fleet:
        move_train(state, _found("train", name, names, where), scrap, company)


def _let_pass(game: Play, symbol: str, companies: Iterable[str]) -> None:
    """Let companies run past a private's token as if they had paid; no money moves."""
    state, where = game.state, f"passages.{symbol}"
    by_symbol = {game.setup.privates[power.private].symbol: power for power in game.ruleset.powers.passages}
    power = by_symbol[list(by_symbol)[_found("private", symbol, list(by_symbol), where)]]
    cash = state.cash
    for company in companies:
        power.pay_passage(game.ruleset, state, _company(game, company, where), [])
    state.cash = cash


def standing(game: Play, symbol: str) -> list[int]:
    """Places of the tokens of a company or a private that are on the map."""
    first, after = tokens_from(game, symbol)
    return [place for place in token_places(game.state, first, after) if place >= 0]


def place_text(game: Play, place: int) -> str:
    """Place of a token as text: "K8", "C9:1"."""
    hex, city = divmod(place, MAX_CITIES)
    return f"{game.setup.map.hexes[hex].name}{f':{city}' if city else ''}"
