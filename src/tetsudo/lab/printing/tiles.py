"""Tiles and tokens as pictures with bleed: colour and track continue beyond the cut line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tetsudo.core.translation import translator
from tetsudo.draw.hex.geometry import INRADIUS, Frame
from tetsudo.draw.hex.hex import HexPicture, Look, hex_layers, tile_text
from tetsudo.draw.hex.layout import CASING_WIDTH, TRACK_WIDTH
from tetsudo.draw.hex.stops import symbol_size
from tetsudo.draw.hex.tile import NUMBER_SIZE
from tetsudo.draw.scene import PRIVATE_TOKEN_COLOUR
from tetsudo.draw.style.theme import LIGHT, ink_on
from tetsudo.draw.svg import Markup, circle, group, label, path, picture, polygon
from tetsudo.engine.model.tiles import Face
from tetsudo.engine.model.title import MINOR, Setup
from tetsudo.lab.printing.paper import Sizes
from tetsudo.lab.printing.pieces import CIRCLE, FLAT_HEX, POINTY_HEX, Piece, hex_size

UNLIMITED_TILES: Final = 8
"""Copies of a tile of which there is any number."""
MAX_TOKEN_BLEED: Final = 2.0
PAPER_WHITE: Final = "#ffffff"


def tile_pieces(setup: Setup, sizes: Sizes) -> list[Piece]:
    """All numbered tiles, as many as the title has."""
    shape = FLAT_HEX if setup.map.flat_top else POINTY_HEX
    width, height = hex_size(sizes.hex / 2, shape)
    return [
        Piece(
            kind="tiles",
            name=tile.name,
            count=tile.count if tile.count >= 0 else UNLIMITED_TILES,
            width=width,
            height=height,
            template="picture",
            content={"svg": tile_picture(setup, setup.faces[setup.face_of[tile.id, 0]], sizes)},
            shape=shape,
            bleed=sizes.bleed,
        )
        for tile in setup.tiles
    ]


def tile_picture(setup: Setup, face: Face, sizes: Sizes) -> str:
    """Tile with bleed on every side, its track included."""
    beyond = sizes.bleed / sizes.unit
    look = Look(LIGHT, Frame(setup.map.flat_top))
    shown = HexPicture(face, "", number=face.name, number_size=NUMBER_SIZE)
    width, height = hex_size(INRADIUS + beyond, FLAT_HEX if setup.map.flat_top else POINTY_HEX)
    ground = polygon(look.frame.corners(-beyond), fill=LIGHT.faces[face.colour])
    exits = [side for side in range(6) if face.exits >> side & 1]
    stubs = [_stub(look.frame, side, beyond) for side in exits] if beyond else []
    drawn = group(ground, *stubs, *hex_layers(shown, look), transform=f"translate({width / 2:.3f} {height / 2:.3f})")
    return picture(width, height, tile_text(face, setup.told_in), drawn)


def _stub(frame: Frame, side: int, beyond: float) -> Markup:
    """Track from a side of a hex outwards; it begins inside, so that there is no seam."""
    x, y = frame.side(side)
    start, end = 1 - 1 / INRADIUS, 1 + beyond / INRADIUS
    line = f"M{x * start:.2f},{y * start:.2f}L{x * end:.2f},{y * end:.2f}"
    return path(line, stroke=LIGHT.casing, stroke_width=CASING_WIDTH) + path(
        line, stroke=LIGHT.track, stroke_width=TRACK_WIDTH
    )


def token_pieces(setup: Setup, sizes: Sizes) -> list[Piece]:
    """Tokens for stations in the colour of their owner, and white markers for the market."""
    say = translator(setup.told_in)
    found = []
    for company in setup.companies:
        stations = len(company.token_prices)
        if stations:
            found.append(_token(sizes, company.symbol, company.colour, stations, say("station")))
        if company.kind != MINOR:
            found.append(_token(sizes, company.symbol, company.colour, 1, say("share price"), is_marker=True))
            found.append(_token(sizes, company.symbol, company.colour, 1, say("par"), is_marker=True))
    for private in setup.privates:
        if private.tokens:
            found.append(_token(sizes, private.symbol, PRIVATE_TOKEN_COLOUR, private.tokens, say("station")))
    return found


def _token(sizes: Sizes, symbol: str, colour: str, count: int, use: str, *, is_marker: bool = False) -> Piece:
    bleed = min(sizes.bleed, MAX_TOKEN_BLEED)
    svg = token_picture(symbol, colour, bleed * 24 / sizes.token, is_marker=is_marker)
    return Piece(
        kind="tokens",
        name=f"{symbol} {use}",
        count=count,
        width=sizes.token,
        height=sizes.token,
        template="picture",
        content={"svg": svg},
        shape=CIRCLE,
        bleed=bleed,
    )


def token_picture(symbol: str, colour: str, beyond: float = 0.0, *, is_marker: bool = False) -> str:
    """Token 24 wide, and `beyond` that on every side; markers of the market are white with a coloured ring."""
    fill, ink = (PAPER_WHITE, "#17140f") if is_marker else (colour, ink_on(colour))
    size = 24 + 2 * beyond
    return picture(size, size, symbol, *_token_marks(size / 2, beyond, symbol, colour, fill, ink, is_marker=is_marker))


def _token_marks(
    at: float, beyond: float, symbol: str, colour: str, fill: str, ink: str, *, is_marker: bool
) -> Iterator[Markup]:
    yield circle(at, at, 12 + beyond, fill=colour)
    if is_marker:
        yield circle(at, at, 9.4, fill=fill)
    else:
        yield circle(at, at, 9.8, fill="none", stroke=ink, stroke_width=0.7, stroke_opacity=0.6)
    yield label(symbol, at, at, symbol_size(symbol, 10.4), font_weight=700, fill=ink)
