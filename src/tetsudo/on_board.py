"""What lies on the board in a position: tiles, how many of each are left, tokens.

A token has its place in one list: those of the companies, one company after another, then those of
privates. What moves a tile or a token makes the network that was derived from them void.
"""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.state import MAX_CITIES, UNPLACED, Row, State, replaced
from tetsudo.units import NOBODY, FaceId, HexId, TileId, TokenId

# Tiles


def faces_on(state: State) -> Sequence[FaceId]:
    """What lies on every hex of the map."""
    return state.tiles


def face_on(state: State, hex: HexId) -> FaceId:
    """What lies on a hex: a tile in one rotation, or what is printed."""
    return state.tiles[hex]


def put_face(state: State, hex: HexId, face: FaceId) -> None:
    """Let a face lie on a hex instead of what does."""
    state.tiles = replaced(state.tiles, hex, face)
    state.network = None


def tiles_left(state: State, tile: TileId) -> int:
    """How many copies of a tile are in the supply; negative: any number."""
    return state.supply[tile]


def take_tile(state: State, tile: TileId) -> None:
    """Take a copy of a tile out of the supply; an endless one stays endless."""
    if state.supply[tile] > 0:
        state.supply = replaced(state.supply, tile, state.supply[tile] - 1)


def return_tile(state: State, tile: TileId) -> None:
    """Put a copy of a tile back into the supply; an endless one stays endless."""
    if state.supply[tile] >= 0:
        state.supply = replaced(state.supply, tile, state.supply[tile] + 1)


# Tokens


def token_place(state: State, token: TokenId) -> int:
    """`hex * MAX_CITIES + city` where a token stands; UNPLACED or RETURNED if it stands nowhere."""
    return state.tokens[token]


def token_hex(state: State, token: TokenId) -> HexId:
    """The hex on which a token stands; NOBODY if on none."""
    place = state.tokens[token]
    return place // MAX_CITIES if place >= 0 else NOBODY


def token_places(state: State, first: TokenId = 0, after: TokenId | None = None) -> Row:
    """Where tokens stand that follow each other in the list, without bounds all of them, as `token_place`."""
    return state.tokens[first:after]


def tokens_in(state: State, hex: HexId, city: int) -> int:
    """How many tokens stand in a city."""
    return state.tokens.count(hex * MAX_CITIES + city)


def put_token(state: State, token: TokenId, hex: HexId, city: int) -> None:
    """Place a token in a city."""
    state.tokens = replaced(state.tokens, token, hex * MAX_CITIES + city)
    state.network = None


def remove_token(state: State, token: TokenId, back: int = UNPLACED) -> None:
    """Take a token off the board. `back`: UNPLACED, or RETURNED if placing it again has a price of its own."""
    state.tokens = replaced(state.tokens, token, back)
    state.network = None


def renumber_cities(state: State, hex: HexId, moves: Sequence[int]) -> None:
    """Let the tokens on a hex follow their cities, the new one of each old one."""
    first = hex * MAX_CITIES
    after = first + MAX_CITIES
    state.tokens = tuple(first + moves[place - first] if first <= place < after else place for place in state.tokens)


def is_token_on(state: State, hex: HexId, first: TokenId = 0, after: TokenId | None = None) -> bool:
    """Whether a token stands on a hex: any, or one of those that follow each other in the list."""
    # UNPLACED and RETURNED are on none.
    for place in state.tokens[first:after]:  # noqa: SIM110  # in half the time of `any`
        if place // MAX_CITIES == hex:
            return True
    return False
