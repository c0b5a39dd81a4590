"""The kinds of powers of the core, which every title may use. A title brings others in its `powers.py`."""

from __future__ import annotations

from typing import Final

from tetsudo.rules.powers.brings import Brings
from tetsudo.rules.powers.exchange import ExchangeForShare
from tetsudo.rules.powers.lays_tile import LaysTile
from tetsudo.rules.powers.staying import StaysOpen, StaysWithPlayer
from tetsudo.rules.powers.terrain import BlocksHexes, TerrainDiscount
from tetsudo.rules.ruleset.power import Power

POWERS: Final[tuple[type[Power], ...]] = (
    BlocksHexes,
    LaysTile,
    TerrainDiscount,
    ExchangeForShare,
    StaysWithPlayer,
    StaysOpen,
    Brings,
)
