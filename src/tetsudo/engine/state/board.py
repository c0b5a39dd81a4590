"""Board of a position: tiles on the map, tiles left in the supply, tokens.

All tokens are in one list: those of the companies, one company after another, then those of privates.
A waiting token lies on a hex but in none of its cities: it blocks no company and no train runs from it,
but its company may build there. Moving a tile or a token invalidates the network derived from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core.units import NOBODY, FaceId, HexId, TileId, TokenId
from tetsudo.engine.state.rows import TupleRow, tuple_with_value, with_value
from tetsudo.engine.state.state import MAX_CITIES, UNPLACED, WAITING, State

# Tiles


def faces_on(state: State) -> Sequence[FaceId]:
    """Face on every hex of the map."""
    return state.tiles


def face_on(state: State, hex: HexId) -> FaceId:
    """Face on a hex: a tile in one rotation, or what is printed."""
    return state.tiles[hex]


def put_face(state: State, hex: HexId, face: FaceId) -> None:
    """Replace the face on a hex."""
    state.tiles = tuple_with_value(state.tiles, hex, face)
    state.network = None


def tiles_left(state: State, tile: TileId) -> int:
    """Number of copies of a tile in the supply; negative: any number."""
    return state.supply[tile]


def take_tile(state: State, tile: TileId) -> None:
    """Take a copy of a tile out of the supply; an unlimited supply stays unlimited."""
    if state.supply[tile] > 0:
        state.supply = with_value(state.supply, tile, state.supply[tile] - 1)


def return_tile(state: State, tile: TileId) -> None:
    """Put a copy of a tile back into the supply; an unlimited supply stays unlimited."""
    if state.supply[tile] >= 0:
        state.supply = with_value(state.supply, tile, state.supply[tile] + 1)


# Tokens


def token_place(state: State, token: TokenId) -> int:
    """Place of a token: `hex * MAX_CITIES + city`; below 0 if in no city (UNPLACED, RETURNED or waiting)."""
    return state.tokens[token]


def token_hex(state: State, token: TokenId) -> HexId:
    """Hex on which a token stands; NOBODY if on none or if it waits."""
    place = state.tokens[token]
    return place // MAX_CITIES if place >= 0 else NOBODY


def token_places(state: State, first: TokenId = 0, after: TokenId | None = None) -> TupleRow:
    """Places of consecutive tokens in the list, as in `token_place`; of all tokens by default."""
    return state.tokens[first:after]


def tokens_in(state: State, hex: HexId, city: int) -> int:
    """Number of tokens in a city."""
    wanted, count = hex * MAX_CITIES + city, 0
    for place in state.tokens:  # faster than `count` where compiled
        if place == wanted:
            count += 1
    return count


def tokens_on(state: State, hex: HexId) -> list[tuple[TokenId, int]]:
    """Tokens in the cities of a hex, each with its city."""
    first = hex * MAX_CITIES
    return [(token, place - first) for token, place in enumerate(state.tokens) if first <= place < first + MAX_CITIES]


def put_token(state: State, token: TokenId, hex: HexId, city: int) -> None:
    """Place a token in a city."""
    state.tokens = tuple_with_value(state.tokens, token, hex * MAX_CITIES + city)
    state.network = None


def remove_token(state: State, token: TokenId, back: int = UNPLACED) -> None:
    """Remove a token from the board. `back`: UNPLACED, or RETURNED if placing it again has a price of its own."""
    state.tokens = tuple_with_value(state.tokens, token, back)
    state.network = None


def renumber_cities(state: State, hex: HexId, moves: Sequence[int]) -> None:
    """Move the tokens on a hex with their cities. `moves`: new city of each old city."""
    first = hex * MAX_CITIES
    after = first + MAX_CITIES
    state.tokens = tuple(first + moves[place - first] if first <= place < after else place for place in state.tokens)


def is_token_on(state: State, hex: HexId, first: TokenId = 0, after: TokenId | None = None) -> bool:
    """True if a token stands on a hex: any token, or one of consecutive tokens in the list."""
    # Places below 0 (UNPLACED, RETURNED, waiting) have no hex.
    for place in state.tokens[first:after]:  # noqa: SIM110  # twice as fast as `any`
        if place // MAX_CITIES == hex:
            return True
    return False


# Waiting tokens


def set_token_waiting(state: State, token: TokenId, hex: HexId, number: int) -> None:
    """Make a token wait on a hex, after those there with a lower number (0 .. MAX_CITIES - 1)."""
    state.tokens = tuple_with_value(state.tokens, token, WAITING - (hex * MAX_CITIES + number))
    state.network = None


def waiting_spot(place: int) -> tuple[HexId, int]:
    """Hex and number of a waiting token, by its place; NOBODY twice if it does not wait."""
    return divmod(WAITING - place, MAX_CITIES) if place <= WAITING else (NOBODY, NOBODY)


def waiting_hex(state: State, token: TokenId) -> HexId:
    """Hex on which a token waits; NOBODY if on none."""
    return waiting_spot(state.tokens[token])[0]


def waiting_tokens(state: State, hex: HexId) -> list[TokenId]:
    """Tokens that wait on a hex, the next in turn first."""
    first = WAITING - hex * MAX_CITIES
    found = [(place, token) for token, place in enumerate(state.tokens) if first - MAX_CITIES < place <= first]
    return [token for _, token in sorted(found, reverse=True)]


def replace_token(state: State, token: TokenId, other: TokenId) -> None:
    """Replace a token, standing or waiting, by another token; the replaced one becomes UNPLACED."""
    state.tokens = tuple_with_value(tuple_with_value(state.tokens, other, state.tokens[token]), token, UNPLACED)
    state.network = None
