"""Owners of the copies of trains, by 18xx.games ids: `3-1` is the second 3-train."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import TrainId
from tetsudo.engine.state.ownership import train_count
from tetsudo.engine.state.state import DEPOT, DISCARDED, SCRAPPED, State
from tetsudo.game.game import Game

DEFAULT_UNLIMITED_COPIES: Final = 20
"""Default number of copies on 18xx.games of a kind that never runs out."""


class Trains:
    """Holder of each copy by id, numbered as in `engine/state/state.py`.

    Copies of one holder are in the order of their arrival: 18xx.games sells the copy of a kind that was discarded
    first.
    """

    def __init__(self, game: Game, endless: int = DEFAULT_UNLIMITED_COPIES) -> None:
        companies = len(game.setup.companies)
        self.depot, self.market, self.gone = companies + DEPOT, companies + DISCARDED, companies + SCRAPPED
        self.kinds = {train.name: train for train in game.setup.trains}
        self.holder = {
            f"{train.name}-{copy}": self.depot
            for train in game.setup.trains
            for copy in range(train.count if train.count >= 0 else endless)
        }
        self._kind_of = {id: self.kinds[id.rpartition("-")[0]].id for id in self.holder}

    def kind(self, id: str, where: str) -> TrainId:
        """Kind of a copy."""
        name = id.rpartition("-")[0]
        if name not in self.kinds:
            raise BadInput("there is no train {id!r}", where, id=id)
        return self.kinds[name].id

    def holder_of(self, id: str, where: str) -> int:
        """Holder of a copy that is still in the game."""
        if id not in self.holder:
            raise BadInput("there is no train {id!r}", where, id=id)
        if self.holder[id] == self.gone:
            raise BadInput("the train {id!r} has left the game", where, id=id)
        return self.holder[id]

    def copies(self, kind: TrainId, holder: int) -> list[str]:
        """Copies of a kind with a holder, in the order of their arrival."""
        return [id for id, has in self.holder.items() if has == holder and self._kind_of[id] == kind]

    def move(self, id: str, holder: int) -> None:
        """Move a copy to another holder."""
        del self.holder[id]
        self.holder[id] = holder

    def remove_gone(self, state: State) -> None:
        """Remove exported and rusted copies: of each kind the copy that would be sold next."""
        held = Counter((self._kind_of[id], has) for id, has in self.holder.items() if has != self.gone)
        for (kind, holder), copies in held.items():
            left = train_count(state, kind, holder)
            for id in self.copies(kind, holder)[: copies - left] if left >= 0 else ():
                self.holder[id] = self.gone
