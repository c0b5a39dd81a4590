"""The basis of all rules of thumb: the rules of the table, a bot's habits, and the potential of the map."""

from __future__ import annotations

from random import Random

from tetsudo.bots.heuristics.map_potential import potential_of
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.engine.rules.ruleset.ruleset import Ruleset


class Judgement:
    """Facts and habits by which a bot judges a position."""

    def __init__(self, rules: Ruleset, rng: Random, habits: Habits) -> None:
        self.rules = rules
        self.rng = rng
        self.habits = habits
        self.potential = potential_of(rules)
