"""Comparison of winners' choices with a bot's first choices: pars, trains and dividends, by kind.

    python -m tests.bots.people --bot search --budget 0.3

reads the complete recorded games of the shared folder. It shows how the bots differ from human winners; nothing is
tuned to it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from random import Random

from tests.conftest import SHARED
from tetsudo import interop
from tetsudo.bots import Budget, maker
from tetsudo.bots.player import ask_for_choice
from tetsudo.core.actions import Action, BuyTrain, Dividend, Par
from tetsudo.lab.arena import entrants

KINDS: tuple[type[Action], ...] = (Par, BuyTrain, Dividend)
TOP_CHOICES = 3
"""Number of a bot's choices considered."""


def count_matches(path: Path, bot: str, budget: Budget) -> Counter[tuple[str, str]]:
    """By kind: number of winner's choices, and how many were the bot's first choice or one of its first three."""
    recorded = json.loads(path.read_bytes())
    worths: dict[str, int] = {name: int(worth) for name, worth in recorded["result"].items()}
    winner = max(worths, key=lambda name: worths[name])
    imported = interop.read(recorded)
    game, found = imported.game, Counter[tuple[str, str]]()
    while imported.remaining:
        action = imported.action()
        if isinstance(action, KINDS) and game.names[action.player] == winner:
            view = game.view(action.player)
            choice = ask_for_choice(maker(bot)(game.setup, Random(game.length)), view, view.legal_actions(), budget)
            first = [choice.action, *(line.action for line in choice.reasons.lines if line.action != choice.action)]
            kind = type(action).__name__
            found[kind, "chosen"] += 1
            found[kind, "first"] += action == first[0]
            found[kind, "of three"] += action in first[:TOP_CHOICES]
        imported.step()
    return found


def main() -> None:
    """Compare all positions and print the figures."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--bot", default="search")
    asked.add_argument("--budget", default="0.3")
    said = asked.parse_args()
    (bot,) = entrants(said.bot, said.budget)
    every = [path for title in ("1889", "1888") for path in sorted((SHARED / "games" / title).glob("*.json"))]
    whole = [path for path in every if json.loads(path.read_bytes())["complete"]]
    found = sum((count_matches(path, bot.bot, bot.budget) for path in whole), Counter[tuple[str, str]]())
    for kind in (each.__name__ for each in KINDS):
        chosen = found[kind, "chosen"]
        print(f"{kind}: of {chosen}, first {found[kind, 'first']}, of the first three {found[kind, 'of three']}")


if __name__ == "__main__":
    main()
