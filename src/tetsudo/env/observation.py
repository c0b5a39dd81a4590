"""Observations: a position as one array of numbers, part by part, as one player sees it.

Amounts that a player may not see are 0, and flagged in the part `hidden`. `Observation.parts` says what each slot
means; `docs/environments.md` lists the parts of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tetsudo.core.units import PlayerId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.env.reading import Reading, read_all

Array: TypeAlias = NDArray[np.float32]


class Part(NamedTuple):
    """Part of an observation: its slots from `first` on, the scale of their numbers, and what they mean."""

    name: str
    first: int
    size: int
    scale: float
    meaning: str

    @property
    def slots(self) -> slice:
        """Slots of the part in the array."""
        return slice(self.first, self.first + self.size)


class Observation:
    """Observations of a table's positions; `size` numbers each."""

    def __init__(self, rules: Ruleset) -> None:
        self.reading = Reading(rules)
        self.size = self.reading.size
        self.parts: tuple[Part, ...] = _parts(self.reading)
        self._scales = np.concatenate([np.full(part.size, part.scale, np.float32) for part in self.reading.scaled])

    def of(self, state: State, viewer: PlayerId) -> Array:
        """Observation of a whole position by a player."""
        return self.of_all([state], [viewer]).reshape(-1)

    def of_all(self, states: Sequence[State], viewers: Sequence[PlayerId]) -> Array:
        """Observations of positions, each by a player; shape (positions, size)."""
        found: Array = np.zeros((len(states), self.size), np.float32)
        self.write(*read_all(self.reading, states, viewers), found)
        return found

    def write(self, numbers: bytes, ones: bytes, out: Array) -> None:
        """Write observations into an array of shape (positions, size); the numbers are those of `read_all`."""
        width = self.reading.width
        read = np.frombuffer(numbers, np.int64).reshape(len(out), width)
        np.multiply(read, self._scales, out=out[:, :width], casting="unsafe")
        out[:, width:] = 0
        out.reshape(-1)[np.frombuffer(ones, np.int64)] = 1

    def by_name(self, found: Array) -> dict[str, Array]:
        """Parts of an observation by name; views into its array."""
        return {part.name: found[part.slots] for part in self.parts}


def _parts(reading: Reading) -> tuple[Part, ...]:
    """Parts of both halves, one after another."""
    found: list[Part] = []
    for scaled in reading.scaled:
        found.append(Part(scaled.name, _after(found), scaled.size, scaled.scale, scaled.meaning))
    for hot in reading.hot:
        found.append(Part(hot.name, _after(found), hot.number * hot.size, 1.0, f"1 for {hot.meaning}"))
    return tuple(found)


def _after(parts: list[Part]) -> int:
    """First slot after some parts."""
    return parts[-1].first + parts[-1].size if parts else 0
