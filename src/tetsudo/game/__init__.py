"""Public interface of a game: `Game`, its views, records, positions and programmed actions."""

from tetsudo.game.game import Game, Turn
from tetsudo.game.record import GameRecord

__all__ = ["Game", "GameRecord", "Turn"]
