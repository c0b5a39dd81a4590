"""A table at which many games are played: what was chosen, without seats' names and seeds."""

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
    """A title, by name or by the path of its folder, its choices, and how many play."""

    title: str
    players: int
    scenario: str | None = None
    variants: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def game(self, seed: int = 0, *, keep_positions: bool = True) -> Game:
        """A new game of players whose names nobody cares about."""
        game = self.named_game(self.names, seed)
        game.keeps_positions = keep_positions
        return game

    def named_game(self, names: Sequence[str], seed: int = 0) -> Game:
        """A new game of people."""
        return new(
            name_of_title(self.title),
            names,
            seed=seed,
            scenario=self.scenario,
            variants=self.variants,
            options=dict(self.options),
        )

    def described(self) -> dict[str, Any]:
        """What games at it have in common, in words that JSON and Parquet can say."""
        return {
            "title": self.title,
            "scenario": self.scenario,
            "variants": list(self.variants),
            "options": json.dumps(dict(self.options), sort_keys=True),
            "players": self.players,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called where nobody cares."""
        return tuple(f"Player {seat + 1}" for seat in range(self.players))


def seed_of(seed: int, number: int) -> int:
    """The seed of a numbered game of many, whose own seed everything comes from."""
    return chance_of(seed, number).getrandbits(32)


def chance_of(seed: int, number: int) -> Random:
    """The generator of a numbered game of many: its first bits are the game's seed, and what follows plays it."""
    return Random(f"{seed}-{number}")


def tables() -> Iterator[Table]:
    """Every title that comes with Tetsudo, scenario and number of seats, without variants."""
    for name in names():
        info = title_info(name)
        scenarios: list[str | None] = [choice.name for choice in info.scenarios]
        for scenario in scenarios or [None]:
            yield from (Table(name, players, scenario) for players in info.seats(scenario or ""))
