"""Tetsudo plays 18xx: railway stock-market board games.

import tetsudo

game = tetsudo.new("1889", players=["Ann", "Bo", "Cy"], seed=7)
game.apply(game.legal_actions()[0].example())
"""

from __future__ import annotations

from tetsudo.errors import BadData, BadInput, IllegalAction, TetsudoError
from tetsudo.game import Game, Turn
from tetsudo.interop import load
from tetsudo.record import GameRecord, new
from tetsudo.titles.loader import titles

__all__ = [
    "BadData",
    "BadInput",
    "Game",
    "GameRecord",
    "IllegalAction",
    "TetsudoError",
    "Turn",
    "load",
    "new",
    "titles",
]
