"""Value network: two hidden layers, in numpy.

It expects a player's lead: the final net worth as a part of the average, less 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tetsudo.env.observation import Array

HIDDEN: Final = (32, 16)
"""Sizes of the hidden layers; larger ones learn the games by heart."""

MIN_SPREAD: Final = 1e-3
"""Spread below which an input counts as one that never changes."""

MAX_INPUT: Final = 5
"""Bound on scaled inputs, so that a rare one does not drown all others."""


class Network:
    """Layers of weights and biases; inputs are scaled by the mean and the spread of those of the training."""

    def __init__(self, mean: Array, spread: Array, weights: Sequence[Array], biases: Sequence[Array]) -> None:
        self.mean, self.spread = mean, spread
        self.weights, self.biases = [*weights], [*biases]

    @classmethod
    def fresh(cls, inputs: Array, generator: np.random.Generator) -> Network:
        """Network with random weights, for inputs such as these; shape (positions, inputs)."""
        sizes = (inputs.shape[-1], *HIDDEN, 1)
        weights: list[Array] = [
            (generator.standard_normal((before, after)) * (2 / before) ** 0.5).astype(np.float32)
            for before, after in pairwise(sizes)
        ]
        spread: Array = inputs.std(axis=0)
        spread[spread < MIN_SPREAD] = 1
        return cls(inputs.mean(axis=0), spread, weights, [np.zeros(size, np.float32) for size in sizes[1:]])

    def layers(self, inputs: Array) -> list[Array]:
        """Scaled inputs, and the values of each layer after them; shape (positions, layer)."""
        found: list[Array] = [np.clip((inputs - self.mean) / self.spread, -MAX_INPUT, MAX_INPUT)]
        last = len(self.weights) - 1
        for number, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            sums = found[-1] @ weights + biases
            found.append(sums if number == last else np.maximum(sums, 0))
        return found

    def values(self, inputs: Array) -> Array:
        """Expected lead of the viewer in each position; `inputs`: shape (positions, inputs)."""
        return self.layers(inputs)[-1][:, 0]

    def save(self, path: Path) -> None:
        """Write the network to a file; weights have 16 bits."""
        arrays: dict[str, NDArray[Any]] = {"mean": self.mean, "spread": self.spread}
        for number, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            arrays[f"weights{number}"] = weights.astype(np.float16)
            arrays[f"biases{number}"] = biases
        np.savez_compressed(path, allow_pickle=False, **arrays)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Network of a file."""
        with np.load(path, allow_pickle=False) as kept:
            numbers = range(sum(name.startswith("weights") for name in kept.files))
            weights = [kept[f"weights{number}"].astype(np.float32) for number in numbers]
            return cls(kept["mean"], kept["spread"], weights, [kept[f"biases{number}"] for number in numbers])
