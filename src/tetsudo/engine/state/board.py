"""What lies on the board in a position: tiles, how many of each are left, tokens.

A token has its place in one list: those of the companies, one company after another, then those of
privates. One that waits lies on a hex beside its cities: it is in none, blocks nobody and is not run
from, but lets its company build there. What moves a tile or a token makes the network that was derived from them void.
"""

from __future__ import annotations

from collections.abc import Sequence

from tetsudo.core.units import NOBODY, FaceId, HexId, TileId, TokenId
from tetsudo.engine.state.state import MAX_CITIES, UNPLACED, WAITING, Row, State, replaced

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
    """`hex * MAX_CITIES + city` where a token stands; below 0 if in no city: UNPLACED, RETURNED, or it waits."""
    return state.tokens[token]


def token_hex(state: State, token: TokenId) -> HexId:
    """The hex on which a token stands; NOBODY if on none, as one that waits."""
    place = state.tokens[token]
    return place // MAX_CITIES if place >= 0 else NOBODY


def token_places(state: State, first: TokenId = 0, after: TokenId | None = None) -> Row:
    """Where tokens stand that follow each other in the list, without bounds all of them, as `token_place`."""
    return state.tokens[first:after]


def tokens_in(state: State, hex: HexId, city: int) -> int:
    """How many tokens stand in a city."""
    return state.tokens.count(hex * MAX_CITIES + city)


def tokens_on(state: State, hex: HexId) -> list[tuple[TokenId, int]]:
    """The tokens in the cities of a hex, each with its city."""
    first = hex * MAX_CITIES
    return [(token, place - first) for token, place in enumerate(state.tokens) if first <= place < first + MAX_CITIES]


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
    # Below 0, UNPLACED, RETURNED and what waits, there is no hex.
    for place in state.tokens[first:after]:  # noqa: SIM110  # in half the time of `any`
        if place // MAX_CITIES == hex:
            return True
    return False


# Tokens that wait


def let_wait(state: State, token: TokenId, hex: HexId, number: int) -> None:
    """Let a token wait on a hex, after those there with a lower number (0 .. MAX_CITIES - 1)."""
    state.tokens = replaced(state.tokens, token, WAITING - (hex * MAX_CITIES + number))
    state.network = None


def wait_of(place: int) -> tuple[HexId, int]:
    """On which hex a token waits, by its place, and under which number; NOBODY twice if it does not wait."""
    return divmod(WAITING - place, MAX_CITIES) if place <= WAITING else (NOBODY, NOBODY)


def waiting_hex(state: State, token: TokenId) -> HexId:
    """The hex on which a token waits; NOBODY if on none."""
    return wait_of(state.tokens[token])[0]


def waiting_on(state: State, hex: HexId) -> list[TokenId]:
    """The tokens that wait on a hex, the first in turn first."""
    first = WAITING - hex * MAX_CITIES
    found = [(place, token) for token, place in enumerate(state.tokens) if first - MAX_CITIES < place <= first]
    return [token for _, token in sorted(found, reverse=True)]


def replace_token(state: State, token: TokenId, other: TokenId) -> None:
    """Let another token be wherever a token is, or waits; that one is on no hex any more."""
    state.tokens = replaced(replaced(state.tokens, other, state.tokens[token]), token, UNPLACED)
    state.network = None
