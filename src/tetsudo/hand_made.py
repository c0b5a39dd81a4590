"""A board that somebody makes by hand, to ask what would run on it: tiles, tokens and a phase, whoever may lay them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tetsudo.errors import BadInput, UnknownName
from tetsudo.game import Game
from tetsudo.position_checks import can_become, check_tokens
from tetsudo.rules.building.laying import in_supply, lay
from tetsudo.state import MAX_CITIES, UNPLACED
from tetsudo.symbols import instead
from tetsudo.units import FaceId, HexId


def with_board(
    game: Game, tiles: Mapping[str, str], tokens: Mapping[str, Iterable[str]], phase: str | None = None
) -> Game:
    """An independent game at the same position but for what is named; see `Game.with_board`."""
    made = Game.at(game.ruleset, game.names, game.state.clone())
    state, stand = made.state, list(game.state.tokens)
    for symbol, places in tokens.items():
        company = made.company(symbol).id
        first, after = made.ruleset.tokens_from[company : company + 2]
        stand[first:after] = _places(made, symbol, list(places), after - first)
    if phase is not None:
        state.phase = _found("phase", phase, [each.name for each in made.setup.phases])
    state.tokens = [UNPLACED] * len(stand)  # nothing moves with the tiles
    for hex_name, tile in tiles.items():
        hex = made.hex(hex_name).id
        lay(made.ruleset, state, hex, _face(made, hex, tile))
    state.tokens, state.network = stand, None
    check_tokens(made.ruleset, state)
    return made


def _found(what: str, name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise UnknownName(f"there is no {what} {name!r}{instead(name, names)}", what)
    return names.index(name)


def _face(game: Game, hex: HexId, written: str) -> FaceId:
    """A tile and its rotation, "57" or "57 2", that may come to lie on a hex in some game."""
    setup = game.setup
    where = f"tiles.{setup.map.hexes[hex].name}"
    name, _, rotation = written.partition(" ")
    tile = _found("tile", name, [tile.name for tile in setup.tiles])
    if rotation not in ("", *"012345"):
        raise BadInput(f"a rotation is a number from 0 to 5, not {rotation!r}", where)
    face = setup.face_of[tile, int(rotation or 0)]
    if not can_become(game.ruleset, hex, face):
        raise BadInput(f"tile {name} can never lie there with rotation {rotation or 0}", where)
    if not in_supply(game.state, tile):
        raise BadInput(f"there is no tile {name} left", where)
    return face


def _places(game: Game, symbol: str, written: Sequence[str], count: int) -> list[int]:
    """Where so many tokens are, of which some stand in cities: "K8", or "C9:1" for another than the first."""
    if len(written) > count:
        raise BadInput(f"has {count}, not {len(written)}", f"tokens.{symbol}")
    places = []
    for word in written:
        name, _, number = word.partition(":")
        if not (number or "0").isdecimal() or int(number or 0) >= MAX_CITIES:
            raise BadInput(f"{number!r} is no city", f"tokens.{symbol}")
        places.append(game.hex(name).id * MAX_CITIES + int(number or 0))
    return places + [UNPLACED] * (count - len(places))
