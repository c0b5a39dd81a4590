"""A position beside an earlier one: what stands on the page, and what of it is marked as changed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tetsudo.draw.text.rows import CompanyRow, PlayerRow, company_rows, player_rows
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels

if TYPE_CHECKING:
    from tetsudo.web.play.scene.scene import Scene


class Comparison:
    """A position beside the one after the own last move of who looks; beside the one before the last action, where
    nobody has moved since, and in the past."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.now = scene.game

    @cached_property
    def before(self) -> Game:
        """The position with which it is compared; the present one if nothing is known of any other."""
        return self.now.earlier(self.scene.compared)

    @property
    def labels(self) -> Labels:
        """What people read for ids."""
        return self.scene.labels

    @cached_property
    def companies(self) -> list[tuple[CompanyRow, CompanyRow]]:
        """Each company now and before, those that operate first, in their order."""
        rows = list(zip(company_rows(self.now), company_rows(self.before), strict=True))
        return sorted(rows, key=lambda row: (row[0].order or 99, not row[0].par))

    @cached_property
    def players(self) -> list[tuple[PlayerRow, PlayerRow]]:
        """Each player now and before."""
        return list(zip(player_rows(self.now), player_rows(self.before), strict=True))
