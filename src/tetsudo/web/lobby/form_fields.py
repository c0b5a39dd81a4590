"""Choices that a new table's forms depend on: title, scenario, variants, number of players, and their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from tetsudo.engine.model.options import OptionValue
from tetsudo.titles.choices import Exclusion
from tetsudo.titles.loader import Choice, TitleInfo, is_name, setup, title_info, titles
from tetsudo.web.reference.title_card import DEFAULT_PLAYERS


class FormData(Protocol):
    """Data sent by a form."""

    def get(self, key: str, default: Any = ..., /) -> Any:
        """Last value of a field."""

    def getlist(self, key: str, default: Any = ..., /) -> Any:
        """All values of a field."""


class Shape(NamedTuple):
    """The choices that determine all others. Always playable together."""

    info: TitleInfo
    scenario: str
    variants: tuple[str, ...]
    players: int
    left_out: tuple[tuple[Choice, Exclusion], ...] = ()
    """Ticked variants that are incompatible with others, each with one of these and the reason."""

    @property
    def seats(self) -> range:
        """Numbers of players that the title allows in the scenario."""
        return self.info.seats(self.scenario)

    @property
    def available_variants(self) -> tuple[Choice, ...]:
        """Variants available in the scenario."""
        return self.info.variants_in(self.scenario)

    @property
    def default_options(self) -> Mapping[str, OptionValue]:
        """Default house rules."""
        return setup(self.info.name, self.players, self.variants, scenario=self.scenario or None).options

    @property
    def currency(self) -> str:
        """Currency of the title."""
        return setup(self.info.name, self.players, self.variants, scenario=self.scenario or None).currency


def shape_of(sent: FormData) -> Shape:
    """Choices sent by a form; an unplayable one is replaced by the nearest possible."""
    title = str(sent.get("title", ""))
    info = title_info(title) if is_name(title) else titles()[0]
    scenario = _scenario(info, sent.get("scenario", ""))
    seats = info.seats(scenario)
    text = str(sent.get("players", ""))
    players = int(text) if text.isdecimal() and len(text) < 4 else DEFAULT_PLAYERS
    ticked = sent.getlist("variants")
    variants = info.playable(scenario, ticked)
    left_out = tuple(
        (choice, other)
        for choice in info.variants_in(scenario)
        if choice.name in ticked and choice.name not in variants
        for other in choice.excludes
        if other.name in variants
    )
    return Shape(info, scenario, variants, min(max(players, seats[0]), seats[-1]), left_out)


def _scenario(info: TitleInfo, name: str) -> str:
    """Valid scenario of the title: the named one, else the first, or "" if there are none."""
    names = [choice.name for choice in info.scenarios]
    return name if name in names else next(iter(names), "")
