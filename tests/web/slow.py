"""Bots loaded from a file, for tests: one thinks until stopped, one thinks for a while, one gives reasons.

Each appends a line to the file in `THOUGHTS` whenever it starts thinking: process, seat, time.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from tetsudo.bots.player import Budget, Choice, Line, Reasons
from tetsudo.engine.model.templates import Phrase, Value

THINKING_SECONDS = 0.2


def _note(word: str, seat: int) -> None:
    path = os.environ.get("THOUGHTS")
    if path:
        with Path(path).open("a") as file:
            file.write(f"{word} {os.getpid()} {seat} {time.time()}\n")


class _Bot:
    def __init__(self, setup: Any, rng: Any) -> None:
        self.rng = rng


class Endless(_Bot):
    """Thinks until cancelled."""

    def decide(self, view: Any, actions: Any, budget: Budget) -> Any:
        _note("begins", view.player)
        while not budget.cancelled():
            time.sleep(0.01)
        _note("moot", view.player)
        return actions[-1].example()


class Steady(_Bot):
    """Thinks for a while and chooses the last legal action, so that its move shows that it was asked."""

    def decide(self, view: Any, actions: Any, budget: Budget) -> Any:
        _note("begins", view.player)
        time.sleep(THINKING_SECONDS)
        _note("ends", view.player)
        return actions[-1].example()


class Wise(_Bot):
    """Predicts each player's visible worth as their final worth, with two lines to compare."""

    def decide(self, view: Any, actions: Any, budget: Budget) -> Choice:
        game = view.what_if()
        worths = tuple(float(player.worth) for player in game.players)
        first, second = actions[-1].example(), actions[0].example()
        better = tuple(worth + 100 * (seat == view.player) for seat, worth in enumerate(worths))
        sentence = Phrase("It came out furthest ahead of the best other player in {count} playouts.",
                          count=Value("number", 9))  # fmt: skip
        lines = (Line(first, better, 10.0, 9), Line(second, worths, 20.0, 9))
        return Choice(first, Reasons(sentence, lines, Phrase("It hopes for a 4-train.")))


class Liar(_Bot):
    """Advises a legal action, with nonsensical lines."""

    def decide(self, view: Any, actions: Any, budget: Budget) -> Choice:
        action = actions[0].example()
        lines: Any = (Line(action, (float("nan"),), 1.0, 1), "no line", Line(action, (1.0, 2.0), 0.0, 1))
        return Choice(action, Reasons(Phrase("{no} such gap"), lines))
