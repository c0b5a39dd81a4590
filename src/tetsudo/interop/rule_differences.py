"""Options that differ between a game and 18xx.games, and the ones that matter in that game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.interop.game_setup import AUTO_PASS_OPTIONS, PRESET
from tetsudo.titles import loader

PASSING_OPTION: Final = "passes_without_trade"
"""Option for automatic passes of players who cannot trade, as on 18xx.games."""

UNSTATED_OPTIONS: Final = ("tile_colours", "offers", "automatic_passes")
"""Options that a file need not state: their effects show in the actions."""


class RuleDifference(NamedTuple):
    """Option of a game, and its value on 18xx.games."""

    option: str
    ours: OptionValue
    theirs: OptionValue

    def our_setting(self) -> str:
        """Option with the game's value, as written to set it."""
        return f"{self.option}={_text(self.ours)}"

    def their_setting(self) -> str:
        """Option with the value of 18xx.games, as written to set it."""
        return f"{self.option}={_text(self.theirs)}"


def _text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def preset_differences(setup: Setup) -> list[RuleDifference]:
    """Options of a game that differ from the preset, without those that files need not state."""
    chosen = [variant for variant in setup.variants if variant != PRESET]
    theirs = {**loader.setup(setup.title, setup.players, [PRESET, *chosen]).options, **AUTO_PASS_OPTIONS}
    return [
        RuleDifference(name, value, theirs[name])
        for name, value in setup.options.items()
        if value != theirs[name] and name not in UNSTATED_OPTIONS
    ]


def house_rules(setup: Setup) -> list[RuleDifference]:
    """Options among these that also differ from the title and its variants."""
    changed = loader.changed_options(setup)
    return [reading for reading in preset_differences(setup) if reading.option in changed]


def relevant_differences(
    readings: list[RuleDifference], gives_same: Callable[[Mapping[str, OptionValue]], bool]
) -> list[RuleDifference]:
    """Differences that change the outcome of a game on 18xx.games; none if something else matters too.

    `gives_same`: True if 18xx.games, with some options as in the game, reaches the same position.
    """
    kept = list(readings)
    if not gives_same(_options(kept)):
        return []
    for reading in readings:
        fewer = [each for each in kept if each != reading]
        if gives_same(_options(fewer)):
            kept = fewer
    return kept


def _options(readings: list[RuleDifference]) -> dict[str, OptionValue]:
    return {reading.option: reading.ours for reading in readings}
