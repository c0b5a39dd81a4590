"""Exceptions of the importer: every place where it reads more than the file says.

The engine is strict; only this module compensates for omissions and rule violations of 18xx.games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tetsudo.core.units import HexId
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.interop.ids.tiles import TileCopies
from tetsudo.interop.json_fields import Fields


def options(setup: Setup, sent: Iterable[Fields], odd_tiles: Mapping[str, str]) -> dict[str, OptionValue]:
    """Options needed to replay a game that broke the rules."""
    if setup.settings.exports != "none":
        return {}  # exports start phases too, and the actions do not show them
    return {"tile_colours": "any"} if lays_ahead_of_phase(setup, sent, odd_tiles) else {}


def lays_ahead_of_phase(setup: Setup, sent: Iterable[Fields], odd_tiles: Mapping[str, str]) -> bool:
    """True if a tile is laid in a colour that the phase does not allow yet.

    18xx.games lists tiles by phase, but accepts any colour that upgrades the tile; game 68 has brown tiles in phase 4.
    Only such files are played without that rule.
    """
    colours = {tile.name: tile.colour for tile in setup.tiles}
    colours |= {theirs: colours[ours] for theirs, ours in odd_tiles.items() if ours in colours}
    begun = {setup.trains[phase.trigger].name: number for number, phase in enumerate(setup.phases) if number}
    phase = 0
    for action in sent:
        match action.text("type"):
            case "buy_train":
                phase = max(phase, begun.get(action.text("train").rpartition("-")[0], 0))
            case "lay_tile":
                by_company = action.text("entity_type") == "corporation"
                if by_company and colours.get(action.text("tile").rpartition("-")[0], 0) > setup.phases[phase].colour:
                    return True
    return False


def hex_of_city(copies: TileCopies, hexes: Mapping[str, HexId], sent: Fields, copy: str) -> HexId:
    """Hex of a token whose city is identified by its tile only: `438-0-0` is city 0 of the first tile 438.

    A printed hex has its coordinate as its tile name: `F9-0`, `F9-0-0`.
    """
    hex = copies.hex_of(copy)
    if hex is not None:
        return hex
    for name in (copy, copy.rpartition("-")[0]):
        if name in hexes:
            return hexes[name]
    raise sent.error(f"there is no tile {copy!r} on the map", "city")
