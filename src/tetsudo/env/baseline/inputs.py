"""Inputs of the network: parts of an observation, with seats counted from the viewer.

So a position looks the same to each player who is in the same place, and every position teaches the network as often
as there are players.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tetsudo.env.observation import Array, Observation, Part

LEFT_OUT: Final = frozenset(("viewer", "frame", "supply", "tile", "rotation", "token_hex", "token_city"))
"""Parts that are no inputs: numbers of things as amounts teach nothing, and the frame counts seats in its own ways."""

CLOSED_FIRST: Final = 1
"""Place of the first player among the owners of a private, after the one for closed."""


class Inputs:
    """Selection and order of an observation's slots for each viewer; `size` of them."""

    def __init__(self, observer: Observation) -> None:
        setup = observer.reading.rules.setup
        self.players = setup.players
        self._rows = {
            "bids": len(setup.lots),
            "shares": len(setup.companies),
            "president": len(setup.companies),
            "owner": len(setup.privates),
        }
        kept = [part for part in observer.parts if part.name not in LEFT_OUT]
        self.slots = [np.concatenate([self._slots(part, viewer) for part in kept]) for viewer in range(self.players)]
        self.size = len(self.slots[0])

    def of(self, observations: Array, viewer: int) -> Array:
        """Inputs of one viewer's observations, shape (positions, size)."""
        return observations[:, self.slots[viewer]]

    def _slots(self, part: Part, viewer: int) -> NDArray[np.int64]:
        """Slots of a part, in the order in which the viewer's seat is the first one."""
        slots = np.arange(part.first, part.first + part.size)
        if part.name == "sold":
            return np.roll(slots.reshape(self.players, -1), -viewer, axis=0).reshape(-1)
        if part.name in ("cash", "hidden", "debts", "to_act", "priority", *self._rows):
            grid = slots.reshape(self._rows.get(part.name, 1), -1)
            first = CLOSED_FIRST if part.name == "owner" else 0
            seats = slice(first, first + self.players)
            grid[:, seats] = np.roll(grid[:, seats], -viewer, axis=1)
        return slots
