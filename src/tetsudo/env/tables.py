"""Tables of environments by id: `tetsudo/1890-C-v0` is scenario C of 1890, in version 0 of the environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.game.record import new
from tetsudo.titles.loader import Given, titles

VERSION: Final = 0
"""Version of all environments; it rises whenever codes, observations or rewards change."""

MAX_STEPS: Final = 20_000
"""Number of steps after which a game that has no end is stopped."""

SEED_BITS: Final = 32
"""Number of random bits of a game's seed."""


@dataclass(frozen=True)
class TableChoice:
    """Id of an environment, and the choices of its table."""

    id: str
    title: str
    scenario: str | None
    players: int
    variants: Sequence[str]
    options: Mapping[str, Given]

    def game(self, seed: int) -> Game:
        """New game whose random events follow from a seed. It keeps no earlier positions."""
        names = [f"Player {seat + 1}" for seat in range(self.players)]
        game = new(
            self.title, names, seed=seed, scenario=self.scenario, variants=self.variants, options=dict(self.options)
        )
        game.keeps_positions = False
        return game


def ids() -> list[str]:
    """Ids of all environments: one for each title, or for each scenario of a title that has some."""
    found: list[str] = []
    for info in titles():
        names = [f"{info.name}-{each.name}" for each in info.scenarios] or [info.name]
        found += [f"tetsudo/{name}-v{VERSION}" for name in names]
    return found


def table_of(id: str, players: int, variants: Sequence[str], options: Mapping[str, Given] | None) -> TableChoice:
    """Table of an environment; `BadInput` for an unknown id."""
    if id not in ids():
        raise BadInput("There is no environment {id!r}; there are {ids}.", id=id, ids=", ".join(ids()))
    title, scenario = choices_of_id(id)
    return TableChoice(id, title, scenario, players, tuple(variants), dict(options or {}))


def choices_of_id(id: str) -> tuple[str, str | None]:
    """Title of an environment, and its scenario."""
    title, _, scenario = id.removeprefix("tetsudo/").removesuffix(f"-v{VERSION}").partition("-")
    return title, scenario or None
