"""Network that values positions, and its training: gradient descent by Adam on the squared error of results.

A player's value is the sum of two parts: the leads in all assets, each weighted as a small network reads from the stage
of the game, and a layer of `DEEP` units that read leads and stage together. `bots.heuristics.value` computes the same
without numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from tetsudo.bots.heuristics import weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.float64]

WIDE: Final = 8
"""Units that read the stage to weigh the leads."""

DEEP: Final = 32
"""Units that read leads and stage together."""

PASSES: Final = 60
BATCH: Final = 256
RATE: Final = 3e-3
DECAY: Final = 0.3
"""Number of passes over the samples, samples in a step, step size at the start, and pull towards 0 as a part of it."""

NOISE: Final = 0.1
"""Standard deviation of noise added to leads, in their own: a small change of a position changes its value little."""

FADE: Final = (0.9, 0.999)
"""Part of the mean of gradients, and of their squares, that is kept from step to step."""

MIN_SPREAD: Final = 0.01
"""Added to the standard deviation of each input, so that a rare one does not drown all others."""

COLUMNS: Final = 112
"""Columns of a line of numbers in source code."""


class Samples(NamedTuple):
    """Leads, stages, and results, as arrays with a row per sample."""

    leads: Array
    stages: Array
    results: Array


class Network(NamedTuple):
    """Weights: of the stage for `WIDE` units, of stage and these for each lead, of leads and stage for `DEEP` units,
    and of these. Each has a row per output.
    """

    stage: Array
    leads: Array
    deep: Array
    last: Array

    @classmethod
    def in_use(cls) -> Network:
        """Network of `bots/heuristics/weights.py`."""
        import numpy as np

        every = (weights.STAGE_WEIGHTS, weights.LEAD_WEIGHTS, weights.DEEP_WEIGHTS, weights.LAST_WEIGHTS)
        return cls(*map(np.array, every))

    def values(self, leads: Array, stages: Array) -> Array:
        """Values of samples; before they are centred over the players of a position."""
        import numpy as np

        weights = np.concatenate([stages, np.tanh(stages @ self.stage.T)], 1) @ self.leads.T
        deep = np.maximum(np.concatenate([leads, stages], 1) @ self.deep.T, 0)
        found: Array = (weights * leads).sum(1) + (deep @ self.last.T)[:, 0]
        return found

    def source(self) -> str:
        """Content of `bots/heuristics/weights.py`."""
        names = ("STAGE_WEIGHTS", "LEAD_WEIGHTS", "DEEP_WEIGHTS", "LAST_WEIGHTS")
        return SOURCE + "\n".join(_matrix(name, matrix) for name, matrix in zip(names, self, strict=True))


SOURCE: Final = '''"""Weights of the network in `bots.heuristics.value`, found by `python -m tetsudo.lab.fitting`."""

from __future__ import annotations

from typing import Final


def _rows(text: str) -> list[list[float]]:
    return [[float(number) for number in row.split()] for row in text.split(";")]


'''


def _matrix(name: str, matrix: Array) -> str:
    rows = (" ".join(f"{number:.4g}" for number in row) for row in matrix.tolist())
    return f'{name}: Final = _rows("""\n{fill("; ".join(rows), COLUMNS)}\n""")\n'


def fit(groups: Sequence[Samples], seed: int = 1) -> Network:
    """Train a network; each group (a table) counts by the square root of its number of samples."""
    import numpy as np

    random = np.random.default_rng(seed)
    leads, stages, results = (np.concatenate(part) for part in zip(*groups, strict=True))
    counts = np.concatenate([np.full(len(each.results), len(each.results) ** -0.5) for each in groups])
    counts /= counts.mean()
    scales = _Scales.of(leads, stages)
    leads, stages = leads / scales.leads, (stages - scales.means) / scales.stages
    network = _fresh(leads.shape[1], stages.shape[1], random)
    steps = _Adam(network, PASSES * -(-len(leads) // BATCH))
    for some in _batches(len(leads), random):
        shaken = leads[some] + NOISE * random.standard_normal((len(some), leads.shape[1]))
        part = Samples(shaken, stages[some], results[some])
        steps.step(_gradients(network, part, counts[some]))
    return scales.folded(network)


def _batches(count: int, random: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    for _ in range(PASSES):
        order = random.permutation(count)
        for first in range(0, count, BATCH):
            yield order[first : first + BATCH]


def _fresh(leads: int, stages: int, random: np.random.Generator) -> Network:
    """Network with random weights."""
    sizes = ((WIDE, stages), (leads, stages + WIDE), (DEEP, leads + stages), (1, DEEP))
    spreads = (stages**-0.5, 0.02, (leads + stages) ** -0.5, 0.1)
    return Network(*[random.standard_normal(size) * spread for size, spread in zip(sizes, spreads, strict=True)])


def _gradients(network: Network, some: Samples, counts: Array) -> list[Array]:
    """Gradients of the mean squared error, in the order of `Network`."""
    import numpy as np

    leads, stages, results = some
    wide = np.tanh(stages @ network.stage.T)
    inputs, both = np.concatenate([stages, wide], 1), np.concatenate([leads, stages], 1)
    deep = np.maximum(both @ network.deep.T, 0)
    error = ((inputs @ network.leads.T) * leads).sum(1) + (deep @ network.last.T)[:, 0] - results
    error = (error * counts * 2 / len(results))[:, None]
    of_weights = error * leads
    of_wide = (of_weights @ network.leads)[:, stages.shape[1] :] * (1 - wide**2)
    of_deep = (error @ network.last) * (deep > 0)
    return [of_wide.T @ stages, of_weights.T @ inputs, of_deep.T @ both, error.T @ deep]


class _Adam:
    """Steps that change a network's arrays."""

    def __init__(self, network: Network, total: int) -> None:
        import numpy as np

        self.arrays = network
        self.means = [np.zeros_like(each) for each in network]
        self.squares = [np.zeros_like(each) for each in network]
        self.total, self.number = total, 0

    def step(self, gradients: Sequence[Array]) -> None:
        """Take one step; its size falls to 0 as half a cosine."""
        import numpy as np

        self.number += 1
        rate = RATE * 0.5 * (1 + np.cos(np.pi * self.number / self.total))
        for array, gradient, mean, square in zip(self.arrays, gradients, self.means, self.squares, strict=True):
            mean += (1 - FADE[0]) * (gradient - mean)
            square += (1 - FADE[1]) * (gradient**2 - square)
            size = np.sqrt(square / (1 - FADE[1] ** self.number)) + 1e-8
            array -= rate * (mean / (1 - FADE[0] ** self.number) / size + DECAY * array)


class _Scales(NamedTuple):
    """Standard deviations of leads and stages, and means of stages; the first term of a stage is always 1."""

    leads: Array
    stages: Array
    means: Array

    @classmethod
    def of(cls, leads: Array, stages: Array) -> _Scales:
        spread, means = stages.std(0) + MIN_SPREAD, stages.mean(0)
        spread[0], means[0] = 1.0, 0.0
        return cls(leads.std(0) + MIN_SPREAD, spread, means)

    def folded(self, network: Network) -> Network:
        """Network for leads and stages as they are, instead of scaled ones."""
        import numpy as np

        stages = len(self.stages)
        leads = np.concatenate([self._unscaled(network.leads[:, :stages]), network.leads[:, stages:]], 1)
        deep = network.deep[:, : len(self.leads)] / self.leads
        return Network(
            self._unscaled(network.stage),
            leads / self.leads[:, None],
            np.concatenate([deep, self._unscaled(network.deep[:, len(self.leads) :])], 1),
            network.last,
        )

    def _unscaled(self, weights: Array) -> Array:
        """Weights of stages as they are: the shift goes to the constant term."""
        found: Array = weights / self.stages
        found[:, 0] -= (found * self.means).sum(1)
        return found
