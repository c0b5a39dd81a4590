"""Games with a changed board: tiles, tokens, trains and phase set directly, without the rules.

Names are those of the table: hexes, "57 2" for a tile and its rotation, "C9:1" for a city of a hex other than the
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId
from tetsudo.core.unknown_names import MAX_NAME_LENGTH, unknown_name
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.rules.position_validation import can_become, check_slots
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import is_in_supply, lay
from tetsudo.engine.state.board import face_on, put_face, return_tile, token_places
from tetsudo.engine.state.ownership import company_trains, move_train
from tetsudo.engine.state.state import MAX_CITIES, SCRAPPED, UNPLACED
from tetsudo.game.play import Play

NO_CHANGES: Final[Mapping[str, Any]] = {}
"""Default: no tiles, or no tokens."""

MAX_TRAINS: Final = 8
"""Maximum number of trains of a company. Games never reach it, and the best run of more takes a long search."""

G = TypeVar("G", bound=Play)


def with_board(
    game: G,
    tiles: Mapping[str, str] = NO_CHANGES,
    tokens: Mapping[str, Iterable[str]] = NO_CHANGES,
    phase: str | None = None,
    trains: Mapping[str, Iterable[str]] = NO_CHANGES,
    passages: Mapping[str, Iterable[str]] = NO_CHANGES,
) -> G:
    """Independent game at the same position with the given changes; see `Game.with_board`."""
    made = game.at(game.ruleset, game.names, game.state.clone())
    made.eyes = game.eyes
    state, stand = made.state, list(game.state.tokens)
    for symbol, places in tokens.items():
        first, after = token_range(made, symbol)
        stand[first:after] = _token_places(made, symbol, list(places), after - first)
    if phase is not None:
        state.phase = _find_index("phase", phase, [each.name for each in made.setup.phases], "phase")
    _lay(made, tiles)
    state.tokens, state.network = tuple(stand), None
    for symbol in tokens:
        _check_cities(made, symbol)
    check_slots(made.ruleset, state)
    for symbol, fleet in trains.items():
        _give_trains(made, _company(made, symbol, f"trains.{symbol}"), list(fleet), f"trains.{symbol}")
    for private, companies in passages.items():
        _grant_passages(made, private, companies)
    return made


def _lay(game: Play, tiles: Mapping[str, str]) -> None:
    """Lay tiles on their hexes. Tiles already there are removed first, so the order does not matter."""
    state, hexes = game.state, [hex.name for hex in game.setup.map.hexes]
    state.tokens = (UNPLACED,) * len(state.tokens)  # no token moves with the tiles
    places = [(_find_index("hex", name, hexes, f"tiles.{name}"), name, tile) for name, tile in tiles.items()]
    for hex, _name, _tile in places:
        face = game.setup.faces[face_on(state, hex)]
        if face.tile != NOBODY:
            return_tile(state, face.tile)
        put_face(state, hex, game.setup.map.hexes[hex].printed)
    for hex, name, tile in places:
        lay(game.ruleset, state, hex, _face(game, hex, tile, f"tiles.{name}"))


def _find_index(kind: str, name: str, names: Sequence[str], where: str) -> int:
    known = {each.casefold(): at for at, each in enumerate(names)}
    at = known.get(name.casefold())
    if at is None:
        raise unknown_name(kind, name, names, where)
    return at


def _company(game: Play, symbol: str, where: str) -> CompanyId:
    return _find_index("company", symbol, [company.symbol for company in game.setup.companies], where)


def _face(game: Play, hex: HexId, written: str, where: str) -> FaceId:
    """Face of a tile and its rotation, "57" or "57 2", that could lie on the hex in some game."""
    setup = game.setup
    name, _, rotation = written.partition(" ")
    tile = _find_index("tile", name, [tile.name for tile in setup.tiles], where)
    if rotation not in ("", *"012345"):
        raise BadInput(
            "a rotation is a number from 0 to 5, not {rotation!r}", where, rotation=rotation[:MAX_NAME_LENGTH]
        )
    face = setup.face_of[tile, int(rotation or 0)]
    if not can_become(game.ruleset, hex, face):
        raise BadInput(
            "tile {name} does not fit there with rotation {rotation}", where, name=name, rotation=rotation or 0
        )
    if not is_in_supply(game.state, tile):
        raise BadInput("no tile {name} is left", where, name=name)
    return face


def token_range(game: Play, symbol: str) -> tuple[int, int]:
    """Start and end of a company's or private's tokens in the state's list."""
    setup = game.setup
    after = list(game.ruleset.tokens_from)
    for private in setup.privates:
        after.append(after[-1] + private.tokens)
    bearers = [*(company.symbol for company in setup.companies), *(private.symbol for private in setup.privates)]
    counted = {name: at for at, name in enumerate(bearers) if after[at + 1] > after[at]}  # a private may share a symbol
    at = counted[list(counted)[_find_index("company", symbol, list(counted), f"tokens.{symbol}")]]
    return after[at], after[at + 1]


def _token_places(game: Play, symbol: str, written: Sequence[str], count: int) -> list[int]:
    """Places of `count` tokens, some of them in cities: "K8", or "C9:1" for a city other than the first."""
    where, hexes = f"tokens.{symbol}", [hex.name for hex in game.setup.map.hexes]
    if len(written) > count:
        raise BadInput("has {count}, not {written}", where, count=count, written=len(written))
    places = []
    for word in written:
        name, _, number = word.partition(":")
        if not (number or "0").isdecimal() or int((number or "0")[:9]) >= MAX_CITIES:
            raise BadInput("there is no city {number!r}", where, number=number[:MAX_NAME_LENGTH])
        places.append(_find_index("hex", name, hexes, where) * MAX_CITIES + int(number or 0))
    return places + [UNPLACED] * (count - len(places))


def _check_cities(game: Play, symbol: str) -> None:
    """Raise BadInput for a token without a city."""
    for place in placed_tokens(game, symbol):
        hex, city = divmod(place, MAX_CITIES)
        nodes = game.setup.faces[face_on(game.state, hex)].nodes
        if city >= len(nodes) or nodes[city].kind != CITY:
            raise BadInput("there is no city {place}", f"tokens.{symbol}", place=place_text(game, place))


def _give_trains(game: Play, company: CompanyId, fleet: Sequence[str], where: str) -> None:
    """Give a company exactly these trains, wherever they come from."""
    if len(fleet) > MAX_TRAINS:
        raise BadInput("at most {most} trains, not {count}", where, most=MAX_TRAINS, count=len(fleet))
    state, names = game.state, [train.name for train in game.setup.trains]
    scrap = state.companies + SCRAPPED
    for train in company_trains(state, company):
        move_train(state, train, company, scrap)
    for name in fleet:
        move_train(state, _find_index("train", name, names, where), scrap, company)


def _grant_passages(game: Play, symbol: str, companies: Iterable[str]) -> None:
    """Let companies run past a private's token as if they had paid; no money moves."""
    state, where = game.state, f"passages.{symbol}"
    by_symbol = {game.setup.privates[power.private].symbol: power for power in game.ruleset.powers.passages}
    power = by_symbol[list(by_symbol)[_find_index("passage", symbol, list(by_symbol), where)]]
    cash = state.cash
    for company in companies:
        power.pay_passage(game.ruleset, state, _company(game, company, where), [])
    state.cash = cash


def placed_tokens(game: Play, symbol: str) -> list[int]:
    """Places of the tokens of a company or a private that are on the map."""
    first, after = token_range(game, symbol)
    return [place for place in token_places(game.state, first, after) if place >= 0]


def place_text(game: Play, place: int) -> str:
    """Place of a token as text: "K8", "C9:1"."""
    hex, city = divmod(place, MAX_CITIES)
    return f"{game.setup.map.hexes[hex].name}{f':{city}' if city else ''}"
