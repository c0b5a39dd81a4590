"""The basis of every rule of thumb: the rules at a table, the numbers of a bot, the potential of its map."""

from __future__ import annotations

from random import Random

from tetsudo.bots.heuristics.map_potential import Potential
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.engine.rules.ruleset.ruleset import Ruleset


class Judgement:
    """The facts and numbers by which a bot judges a position."""

    def __init__(self, rules: Ruleset, rng: Random, habits: Habits) -> None:
        self.rules = rules
        self.rng = rng
        self.habits = habits
        self.potential = Potential.of(rules)
