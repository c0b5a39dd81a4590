"""Speed of other libraries' environments under random play, measured as those of Tetsudo are.

Steps a second in one process, with the observation of the player to act and the legal actions at each step. Each needs
its library: `pip install "pettingzoo[classic]" rlcard open_spiel`; what is missing is left out with a message.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import numpy as np

Step = Callable[[], None]
"""Function that makes one step, and begins another game after the last."""


def measure(make: Callable[[], Step], seconds: float) -> float:
    """Steps a second. The library is loaded, and warm, before the clock runs."""
    step, steps = make(), 0
    for _ in range(50):
        step()
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        step()
        steps += 1
    return steps / (time.perf_counter() - start)


def pettingzoo(name: str) -> Step:
    """Step of a classic game of PettingZoo."""
    from importlib import import_module

    environment: Any = import_module(f"pettingzoo.classic.{name}").env()
    environment.reset(seed=1)
    random = Random(1)

    def step() -> None:
        seen, _reward, terminated, truncated, _info = environment.last()
        if terminated or truncated:
            environment.reset()
            return
        legal = np.flatnonzero(seen["action_mask"])
        environment.step(int(legal[int(random.random() * len(legal))]))

    return step


def rlcard(name: str) -> Step:
    """Step of a game of RLCard."""
    import rlcard

    environment: Any = rlcard.make(name, config={"seed": 1})
    random, seen = Random(1), [environment.reset()[0]]

    def step() -> None:
        if environment.is_over():
            seen[0] = environment.reset()[0]
            return
        seen[0] = environment.step(random.choice([*seen[0]["legal_actions"]]))[0]

    return step


def open_spiel(name: str) -> Step:
    """Step of a game of OpenSpiel."""
    import pyspiel

    if name.startswith("tetsudo"):
        import tetsudo.env.open_spiel  # noqa: F401  # registers it

    game = pyspiel.load_game(name)
    random, state = Random(1), [game.new_initial_state()]

    def step() -> None:
        if state[0].is_terminal():
            state[0] = game.new_initial_state()
        np.array(state[0].observation_tensor(state[0].current_player()), np.float32)
        state[0].apply_action(random.choice(state[0].legal_actions()))

    return step


PEERS: Final[dict[str, Callable[[], Step]]] = {
    "PettingZoo chess": lambda: pettingzoo("chess_v6"),
    "PettingZoo go, 19 x 19": lambda: pettingzoo("go_v5"),
    "RLCard gin rummy": lambda: rlcard("gin-rummy"),
    "OpenSpiel go (C++), 19 x 19": lambda: open_spiel("go(board_size=19)"),
    "OpenSpiel tetsudo_1889": lambda: open_spiel("tetsudo_1889"),
}


def rows(seconds: float) -> Iterator[str]:
    """Line of each peer."""
    for name, make in PEERS.items():
        try:
            yield f"{name:30} {measure(make, seconds):,.0f} steps/s"
        except ImportError as error:
            yield f"{name:30} left out: {error}"
