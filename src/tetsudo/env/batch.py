"""Many games of one table, stepped together, with observations, masks and rewards in arrays.

    batch = make_batch("tetsudo/1889-v0", count=64, players=4)
    batch.step(batch.sample())

A game that ends is followed by another at once: `done` and `rewards` are about the one that ended, the observation
and the mask about the new one. Every observation is that of the player to act (`players`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tetsudo.core.garbage import collect_rarely
from tetsudo.env.codes import ActionCodes
from tetsudo.env.observation import Array, Observation
from tetsudo.env.rewards import Reward, check_reward, final_rewards
from tetsudo.env.stepping import Stepper
from tetsudo.game.game import Game

Codes: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


class GameBatch:
    """Games of one table; the arrays are written anew at each step.

    `observation`: (games, size) float32; `mask`: (games, codes) int8, 1 for what is legal; `players`: player to act;
    `steps`: actions so far; `rewards`: (games, seats) float32, not 0 only where a game has just ended; `done` and
    `stopped`: games that have just ended, or were stopped as too long.
    """

    def __init__(self, begin: Callable[[], Game], count: int, reward: Reward, max_steps: int, seed: int = 0) -> None:
        check_reward(reward)
        rules = begin().ruleset
        self.codes, self.observer = ActionCodes(rules), Observation(rules)
        self.count, self.seats, self.reward = count, rules.setup.players, reward
        self._stepper = Stepper(self.codes, begin, count, max_steps)
        self._generator = np.random.default_rng(seed)
        self.observation: Array = np.zeros((count, self.observer.size), np.float32)
        self.mask = np.zeros((count, self.codes.size), np.int8)
        self.players: Codes = np.zeros(count, np.int64)
        self.rewards: Array = np.zeros((count, self.seats), np.float32)
        self.done: Flags = np.zeros(count, np.bool_)
        self.stopped: Flags = np.zeros(count, np.bool_)
        self.steps: Codes = np.zeros(count, np.int64)
        self._rows = np.arange(count) * self.codes.size
        self._legal: Codes = np.zeros(0, np.int64)
        self._counts: Codes = np.zeros(count, np.int64)
        self._show()

    def step(self, codes: ArrayLike) -> None:
        """Play a code in each game. Raises `ValueError` for one that is not legal, and then no game has moved."""
        with collect_rarely():
            self._stepper.step(np.asarray(codes, np.int64).tolist())
        self.rewards[:] = 0
        self.done[:] = False
        self.stopped[:] = False
        for place, game in self._stepper.over:
            self.done[place] = True
            self.rewards[place] = final_rewards(game, self.reward)
        self.stopped[self._stepper.cut] = True
        self._show()

    def sample(self) -> Codes:
        """A legal code for each game, uniformly at random."""
        firsts = np.cumsum(self._counts) - self._counts
        found: Codes = self._legal[firsts + (self._generator.random(self.count) * self._counts).astype(np.int64)]
        return found

    def games(self) -> list[Game]:
        """The games themselves, to look at. They have no past."""
        return [*self._stepper.games]

    def _show(self) -> None:
        """Write observations and masks of all positions."""
        self.observer.write(*self._stepper.read(self.observer.reading), self.observation)
        codes, counts = self._stepper.legal_codes()
        self._legal, self._counts = np.frombuffer(codes, np.int64), np.frombuffer(counts, np.int64)
        self.mask[:] = 0
        self.mask.reshape(-1)[np.repeat(self._rows, self._counts) + self._legal] = 1
        self.players[:] = self._stepper.players
        self.steps[:] = self._stepper.steps
