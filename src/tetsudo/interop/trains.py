"""Which company has which copy of a train, by that program's ids: `3-1` is the second 3-train."""

from __future__ import annotations

from typing import Final

from tetsudo.errors import BadInput
from tetsudo.game import Game
from tetsudo.state import DEPOT, DISCARDED
from tetsudo.units import TrainId

ENDLESS: Final = 20
"""How many copies of a kind that never runs out that program makes."""


class Trains:
    """By id, the holder of each copy, as `state` numbers holders."""

    def __init__(self, game: Game) -> None:
        companies = len(game.setup.companies)
        self.depot, self.market = companies + DEPOT, companies + DISCARDED
        self.kinds = {train.name: train for train in game.setup.trains}
        self.holder = {
            f"{train.name}-{copy}": self.depot
            for train in game.setup.trains
            for copy in range(train.count if train.count >= 0 else ENDLESS)
        }

    def kind(self, id: str, where: str) -> TrainId:
        """The kind of a copy."""
        name = id.rpartition("-")[0]
        if name not in self.kinds:
            raise BadInput(f"there is no train {id!r}", where)
        return self.kinds[name].id

    def holder_of(self, id: str, where: str) -> int:
        """Who has a copy."""
        if id not in self.holder:
            raise BadInput(f"there is no train {id!r}", where)
        return self.holder[id]

    def copies(self, kind: TrainId, holder: int) -> list[str]:
        """The copies of a kind that a holder has, lowest number first."""
        return [id for id, has in self.holder.items() if has == holder and self.kinds[id.rpartition("-")[0]].id == kind]

    def move(self, id: str, holder: int) -> None:
        """A copy changes hands."""
        self.holder[id] = holder
