"""Drawing of a single tile: for the picker around a hex, the supply, the manual."""

from __future__ import annotations

from typing import Final

from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import NOBODY
from tetsudo.draw.hex.geometry import Frame, bounds
from tetsudo.draw.hex.hex import HexPicture, Look, hex_ground, hex_layers, tile_text
from tetsudo.draw.style.theme import palette as palette_of
from tetsudo.draw.svg import group, picture
from tetsudo.engine.model.tiles import Face

NUMBER_SIZE: Final = 9.5
"""Font size of the number: larger than on the map, because a single tile is small and has room."""


def tile_svg(
    face: Face,
    *,
    flat_top: bool = True,
    theme: str = "light",
    scale: float = 1.0,
    sized: bool = True,
    language: str = ENGLISH,
) -> str:
    """Face on its own: a tile in one rotation, or a printed hex."""
    look = Look(palette_of(theme), Frame(flat_top))
    left, top, right, bottom = bounds(look.frame.corners(-1.0))
    is_tile = face.tile != NOBODY
    caption = tile_text(face, language) if is_tile else face.name
    shown = HexPicture(face, caption, number=face.name if is_tile else "", number_size=NUMBER_SIZE)
    drawn = (hex_ground(shown, look), *hex_layers(shown, look))
    return picture(
        right - left,
        bottom - top,
        caption,
        group(*drawn, transform=f"translate({-left:.2f} {-top:.2f})", class_="hex"),
        scale=scale,
        sized=sized,
    )
