"""Registry of the core's powers, which every title may use. A title adds its own in its `powers.py`."""

from __future__ import annotations

from typing import Final

from tetsudo.engine.rules.powers.closes_with_train import ClosesWithTrain
from tetsudo.engine.rules.powers.comes_with_share import ComesWithShare
from tetsudo.engine.rules.powers.exchange import ExchangeForShare
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.powers.stays_open import StaysOpen, StaysWithPlayer
from tetsudo.engine.rules.powers.teleport import Teleport
from tetsudo.engine.rules.powers.terrain import BlocksHexes, TerrainDiscount
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset

POWERS: Final[tuple[type[Power[Ruleset]], ...]] = (
    BlocksHexes,
    LaysTile,
    Teleport,
    TerrainDiscount,
    ExchangeForShare,
    StaysWithPlayer,
    StaysOpen,
    ClosesWithTrain,
    ComesWithShare,
)
