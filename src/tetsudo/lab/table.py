"""A table at which many games are played: what was chosen, without seats' names and seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tetsudo.game import Game
from tetsudo.model.title import OptionValue
from tetsudo.record import new
from tetsudo.rules.ruleset import Ruleset
from tetsudo.titles.loader import powers, setup


@dataclass(frozen=True)
class Table:
    """A title, its choices, and how many play."""

    title: str
    players: int
    scenario: str | None = None
    variants: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def game(self, seed: int = 0, *, keep_positions: bool = True) -> Game:
        """A new game. Where the seed deals nothing, all games share what is remembered of maps."""
        options = tuple(sorted(self.options.items()))
        shared = _ruleset(self.title, self.players, self.scenario, self.variants, options)
        if shared is not None:
            return Game(shared, self.names, seed, keep_positions=keep_positions)
        game = self.named_game(self.names, seed)
        game.keeps_positions = keep_positions
        return game

    def named_game(self, names: Sequence[str], seed: int = 0) -> Game:
        """A new game of people."""
        return new(
            self.title, names, seed=seed, scenario=self.scenario, variants=self.variants, options=dict(self.options)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called where nobody cares."""
        return tuple(f"Player {seat + 1}" for seat in range(self.players))


@lru_cache(maxsize=8)
def _ruleset(
    title: str,
    players: int,
    scenario: str | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, OptionValue], ...],
) -> Ruleset | None:
    """The rules of all games of a table; None where each game is dealt something else."""
    fixed = setup(title, players, variants, dict(options), scenario)
    return Ruleset(fixed, powers(title)) if fixed.rules.auction else None
