"""Bots. `Player` is their interface: a single method, `decide`."""

from __future__ import annotations

from tetsudo.bots.levels import LEVELS, maker
from tetsudo.bots.mixed import MixedPlayer
from tetsudo.bots.player import Budget, Choice, Line, Player, Reasons
from tetsudo.bots.random.player import RandomPlayer
from tetsudo.bots.rollouts import RolloutsPlayer
from tetsudo.bots.rule_based import RulesPlayer
from tetsudo.bots.search import SearchPlayer
from tetsudo.bots.simple import SimplePlayer

__all__ = [
    "LEVELS",
    "Budget",
    "Choice",
    "Line",
    "MixedPlayer",
    "Player",
    "RandomPlayer",
    "Reasons",
    "RolloutsPlayer",
    "RulesPlayer",
    "SearchPlayer",
    "SimplePlayer",
    "maker",
]
