"""A table for many games: its choices, without player names and seeds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tetsudo.engine.model.options import OptionValue
from tetsudo.game.game import Game
from tetsudo.game.record import new
from tetsudo.titles.data.discovery import names
from tetsudo.titles.loader import name_of_title, title_info


@dataclass(frozen=True)
class Table:
    """A title (name or path of its folder), its choices, and the number of players."""

    title: str
    players: int
    scenario: str | None = None
    variants: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def game(self, seed: int = 0, *, keep_positions: bool = True) -> Game:
        """Create a game with generic player names."""
        game = self.named_game(self.names, seed)
        game.keeps_positions = keep_positions
        return game

    def named_game(self, names: Sequence[str], seed: int = 0) -> Game:
        """Create a game with named players."""
        return new(
            name_of_title(self.title),
            names,
            seed=seed,
            scenario=self.scenario,
            variants=self.variants,
            options=dict(self.options),
        )

    def to_data(self) -> dict[str, Any]:
        """Data common to all games of the table, in types that JSON and Parquet support."""
        return {
            "title": self.title,
            "scenario": self.scenario,
            "variants": list(self.variants),
            "options": json.dumps(dict(self.options), sort_keys=True),
            "players": self.players,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Generic player names."""
        return tuple(f"Player {seat + 1}" for seat in range(self.players))


def seed_of(seed: int, number: int) -> int:
    """Seed of a numbered game, derived from the seed of the series."""
    return game_rng(seed, number).getrandbits(32)


def game_rng(seed: int, number: int) -> Random:
    """Generator of a numbered game: its first bits are the game's seed, the rest plays the game."""
    return Random(f"{seed}-{number}")


def tables() -> Iterator[Table]:
    """All tables of the titles that come with Tetsudo, by scenario and number of players, without variants."""
    for name in names():
        info = title_info(name)
        scenarios: list[str | None] = [choice.name for choice in info.scenarios]
        for scenario in scenarios or [None]:
            yield from (Table(name, players, scenario) for players in info.seats(scenario or ""))
