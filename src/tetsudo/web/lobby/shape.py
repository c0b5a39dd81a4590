"""What a new table's form depends on: title, scenario, variants, number of players, and what is usual then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from tetsudo.model.title import OptionValue
from tetsudo.titles.loader import Choice, TitleInfo, setup, titles
from tetsudo.web.aids.reference import FULL_TABLE


class Sent(Protocol):
    """What a form sent."""

    def get(self, key: str, default: Any = ..., /) -> Any:
        """The last value of a field."""

    def getlist(self, key: str, default: Any = ..., /) -> Any:
        """All its values."""


class Shape(NamedTuple):
    """The choices that decide which others there are. Always one that can be played."""

    info: TitleInfo
    scenario: str
    variants: tuple[str, ...]
    players: int

    @property
    def seats(self) -> range:
        """The numbers of players that the title is for."""
        return range(self.info.minimum_players, self.info.maximum_players + 1)

    @property
    def usual(self) -> Mapping[str, OptionValue]:
        """The house rules if nothing is changed."""
        return setup(self.info.name, self.players, self.variants, scenario=self.scenario or None).options


def shape_of(sent: Sent) -> Shape:
    """What was chosen; where it cannot be, what is nearest to it."""
    info = next((info for info in titles() if info.name == sent.get("title")), titles()[0])
    scenario = _among(info.scenarios, [sent.get("scenario", "")])
    text = str(sent.get("players", ""))
    players = int(text) if text.isdecimal() and len(text) < 4 else FULL_TABLE
    return Shape(
        info,
        scenario[0] if scenario else (info.scenarios[0].name if info.scenarios else ""),
        tuple(_among(info.variants, sent.getlist("variants"))),
        min(max(players, info.minimum_players), info.maximum_players),
    )


def _among(choices: Sequence[Choice], names: Sequence[str]) -> list[str]:
    return [choice.name for choice in choices if choice.name in names]
