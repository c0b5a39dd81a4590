"""The options in which a game reads the rules otherwise than 18xx.games, and those of them that matter to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.interop.game_setup import PASSES, PRESET
from tetsudo.titles import loader

PASSING: Final = "passes_without_trade"
"""The option under which who cannot trade is passed for, as in their program."""

TOLD: Final = ("tile_colours", "offers", "automatic_passes")
"""Options that their files need not tell: what follows from them stands in the actions."""


class Reading(NamedTuple):
    """An option of a game, and what 18xx.games has instead."""

    option: str
    ours: OptionValue
    theirs: OptionValue

    def told_ours(self) -> str:
        """The option as it is written to choose it, with the game's value."""
        return f"{self.option}={_text(self.ours)}"

    def told_theirs(self) -> str:
        """The same with their value."""
        return f"{self.option}={_text(self.theirs)}"


def _text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def other_readings(setup: Setup) -> list[Reading]:
    """The options of a game that are others than under the preset, but for those that files need not tell."""
    chosen = [variant for variant in setup.variants if variant != PRESET]
    theirs = {**loader.setup(setup.title, setup.players, [PRESET, *chosen]).options, **PASSES}
    return [
        Reading(name, value, theirs[name])
        for name, value in setup.options.items()
        if value != theirs[name] and name not in TOLD
    ]


def house_rules(setup: Setup) -> list[Reading]:
    """Of these, the options that differ from those of the title and its variants too."""
    changed = loader.changed_options(setup)
    return [reading for reading in other_readings(setup) if reading.option in changed]


def that_matter(readings: list[Reading], gives_same: Callable[[Mapping[str, OptionValue]], bool]) -> list[Reading]:
    """The readings without which a game comes out otherwise in their program; none if others matter too.

    `gives_same`: whether their program, with some options as the game has them, comes to its position.
    """
    kept = list(readings)
    if not gives_same(_options(kept)):
        return []
    for reading in readings:
        fewer = [each for each in kept if each != reading]
        if gives_same(_options(fewer)):
            kept = fewer
    return kept


def _options(readings: list[Reading]) -> dict[str, OptionValue]:
    return {reading.option: reading.ours for reading in readings}
