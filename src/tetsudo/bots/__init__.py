"""Players that are programs. `Player` says what one must be able to do: decide."""

from __future__ import annotations

from tetsudo.bots.chance import RandomPlayer
from tetsudo.bots.player import Player
from tetsudo.bots.simple import SimplePlayer

__all__ = ["Player", "RandomPlayer", "SimplePlayer"]
