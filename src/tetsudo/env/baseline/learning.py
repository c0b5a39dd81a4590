"""Training of a network: gradient descent by Adam on the squared error of leads.

Positions come in groups: those after several actions of one decision, as one player sees them. Not only leads count,
but also the differences within a group: a player who compares actions needs them, and they are much smaller than the
differences between games.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tetsudo.env.baseline.network import Network
from tetsudo.env.observation import Array

BATCH: Final = 128
"""Number of groups in a step."""

RATE: Final = 1e-3
"""Step size at the start; it falls to 0 as half a cosine."""

DECAY: Final = 1.0
"""Pull of weights towards 0, as a part of the step."""

WITHIN: Final = 30.0
"""Weight of the differences within groups."""

FADE: Final = (0.9, 0.999)
"""Part of the mean of gradients, and of their squares, that is kept from step to step."""


def train(network: Network, inputs: Array, leads: Array, passes: int, generator: np.random.Generator) -> None:
    """Change a network so that it expects the leads; each pass shows every group once, in another order.

    `inputs`: shape (groups, positions, inputs); `leads`: shape (groups, positions).
    """
    tensors = [*network.weights, *network.biases]
    means = [np.zeros_like(each) for each in tensors]
    squares = [np.zeros_like(each) for each in tensors]
    total, step = passes * -(-len(inputs) // BATCH), 0
    for _ in range(passes):
        order = generator.permutation(len(inputs))
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            step += 1
            rate = np.float32(RATE * 0.5 * (1 + np.cos(np.pi * step / total)))
            found = zip(tensors, _gradients(network, inputs[some], leads[some]), means, squares, strict=True)
            for tensor, gradient, mean, square in found:
                mean += np.float32(1 - FADE[0]) * (gradient - mean)
                square += np.float32(1 - FADE[1]) * (gradient * gradient - square)
                size = np.sqrt(square / np.float32(1 - FADE[1] ** step)) + np.float32(1e-8)
                tensor -= rate * (mean / np.float32(1 - FADE[0] ** step) / size + np.float32(DECAY) * tensor)


def _gradients(network: Network, inputs: Array, leads: Array) -> list[Array]:
    """Gradients of the mean squared error: of all weights, then of all biases."""
    layers = network.layers(inputs.reshape(-1, inputs.shape[-1]))
    missed = layers[-1].reshape(leads.shape) - leads
    missed = missed + np.float32(WITHIN) * (missed - missed.mean(axis=1, keepdims=True))
    error: Array = (missed * np.float32(2 / leads.size)).reshape(-1, 1)
    of_weights: list[Array] = []
    of_biases: list[Array] = []
    for number in reversed(range(len(network.weights))):
        of_weights.append(layers[number].T @ error)
        of_biases.append(error.sum(axis=0))
        error = (error @ network.weights[number].T) * (layers[number] > 0)
    return [*reversed(of_weights), *reversed(of_biases)]


def explained(network: Network, inputs: Array, leads: Array) -> tuple[float, float]:
    """Parts of the variance that a network expects: of the leads, and of the differences within groups."""
    missed = leads - network.values(inputs.reshape(-1, inputs.shape[-1])).reshape(leads.shape)
    within = leads - leads.mean(axis=1, keepdims=True)
    missed_within = missed - missed.mean(axis=1, keepdims=True)
    return 1 - float(missed.var() / leads.var()), 1 - float(missed_within.var() / max(within.var(), 1e-12))
