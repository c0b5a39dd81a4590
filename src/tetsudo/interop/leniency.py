"""Where the importer reads more than a file says, each place named.

The engine is strict; what that program leaves out or lets pass is mended here only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tetsudo.interop.fields import Fields
from tetsudo.units import HexId

if TYPE_CHECKING:
    from tetsudo.interop.translate import Translator


def hex_of_city(translator: Translator, sent: Fields, copy: str) -> HexId:
    """A token's city is named by its tile only: `438-0-0` is city 0 of the first tile 438.

    A printed hex has its coordinate as the name of its tile: `F9-0`, `F9-0-0`.
    """
    hex = translator.copies.hex_of(copy)
    if hex is not None:
        return hex
    for name in (copy, copy.rpartition("-")[0]):
        if name in translator.hexes:
            return translator.hexes[name]
    raise sent.bad(f"there is no tile {copy!r} on the map", "city")
