"""Forecasts of bots' games by playouts, at the start of each turn, by the habits of all players in them.

    python -m benchmarks.strength.forecasts 1889:4 --bot search --budget 24r --games 48 --jobs 2

Each figure is the correlation of players' final leads over the average with their mean leads in playouts from the start
of a turn; in the first row, with their leads in worth then. With a budget in rollouts, all follows from `--seed`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from statistics import StatisticsError, correlation, fmean
from typing import Final, TypeAlias

from benchmarks.strength.__main__ import read_table
from tetsudo.bots.heuristics.parameters import (
    BUILDER,
    HOLDING_BUILDER,
    JOINER,
    RUSHER,
    RUSHING_WITHHOLDER,
    SAVING_BUILDER,
    SAVING_HOLDING_BUILDER,
    SIMPLE,
    USUAL,
    WITHHOLDER,
    Habits,
)
from tetsudo.bots.levels import maker
from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.bots.player import ask_for_choice
from tetsudo.bots.search import MULTIPLAYER_OPPONENTS
from tetsudo.core import garbage
from tetsudo.engine.rules.powers.random_results import SECRET_BITS
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.lab.arena import Entrant, entrants
from tetsudo.lab.fitting.samples import worth_leads
from tetsudo.lab.table_spec import Table
from tetsudo.lab.workers.jobs import results

KINDS: Final = (USUAL, JOINER, SIMPLE, RUSHER, WITHHOLDER, RUSHING_WITHHOLDER)

MODELS: Final[dict[str, tuple[Habits, ...]]] = {
    "of several kinds": KINDS,
    "the same, every third a builder": (*KINDS, BUILDER, BUILDER, BUILDER),
    "builders, half of whom save": (BUILDER, SAVING_BUILDER),
    "the same, at any par": (replace(BUILDER, par=0.0), replace(SAVING_BUILDER, par=0.0)),
    "the same, who sell nothing": (HOLDING_BUILDER, SAVING_HOLDING_BUILDER),
    "usual": (USUAL,),
    "usual, builders at any par": (USUAL, WITHHOLDER, replace(BUILDER, par=0.0), replace(SAVING_BUILDER, par=0.0)),
    "search's: usual, builders who sell nothing": MULTIPLAYER_OPPONENTS,
}
"""Habits from which each player's are drawn for each playout."""

LAST_TURN: Final = 7
"""Last turn from whose start is foretold."""

Leads: TypeAlias = list[float]
"""Lead of each player over the average, as a part of it."""

Forecasts: TypeAlias = dict[tuple[int, str], Leads]
"""Forecasts by turn and model."""


@dataclass(frozen=True)
class Forecaster:
    """Games of a bot against itself, and forecasts of them."""

    table: Table
    entrant: Entrant
    playouts: int
    seed: int

    def forecasts(self, number: int) -> tuple[Forecasts, Leads]:
        """Play a game; return its forecasts by turn and model, and how it ended."""
        random, turn = Random(f"{self.seed}-{number}"), 0
        found: Forecasts = {}
        game = self.table.game(random.getrandbits(SECRET_BITS), keep_positions=False)
        bots = [maker(self.entrant.bot)(game.setup, Random(random.random())) for _ in range(self.table.players)]
        with garbage.collect_rarely():
            while not game.is_over:
                if turn < game.state.turn <= LAST_TURN:
                    turn = game.state.turn
                    found[turn, "worth"] = worth_leads(game.ruleset, game.state)
                    for name, models in MODELS.items():
                        found[turn, name] = self.forecast(game.ruleset, game.state, models, random)
                player = game.to_act.player
                offers, budget = game.legal_actions(), self.entrant.budget
                game.apply(ask_for_choice(bots[player], game.view(player), offers, budget).action)
        return found, worth_leads(game.ruleset, game.state)

    def forecast(self, rules: Ruleset, state: State, models: Sequence[Habits], random: Random) -> Leads:
        """Mean leads at the end of some playouts."""
        ends = []
        for _ in range(self.playouts):
            habits = random.choices(models, k=state.players)
            playout = PolicyPlayout(rules, state.clone(), habits, random.getrandbits(SECRET_BITS))
            playout.play()
            ends.append(worth_leads(rules, playout.state))
        return [fmean(column) for column in zip(*ends, strict=True)]


def main() -> None:
    """Print a Markdown table, a row for each model."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("table", help="such as 1889:4 or 1890:C:3")
    asked.add_argument("--bot", default="search")
    asked.add_argument("--budget", default="24r")
    asked.add_argument("--playouts", type=int, default=12)
    asked.add_argument("--games", type=int, default=48)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    said = asked.parse_args()
    entrant = entrants(f"{said.bot},{said.bot}", said.budget)[0]
    forecaster = Forecaster(read_table(said.table), entrant, said.playouts, said.seed)
    games = list(results(forecaster.forecasts, range(said.games), said.jobs))
    print(f"| players are; turn | {' | '.join(map(str, range(1, LAST_TURN + 1)))} |")
    print(f"| --- |{' --- |' * LAST_TURN}")
    for name in ("worth", *MODELS):
        print(f"| {name} | {' | '.join(cell(games, turn, name) for turn in range(1, LAST_TURN + 1))} |")


def cell(games: Sequence[tuple[Forecasts, Leads]], turn: int, name: str) -> str:
    """Correlation of a model's forecasts from a turn with results; "" without two different forecasts and results."""
    both = [(told[turn, name], end) for told, end in games if (turn, name) in told]
    told = [lead for column, _ in both for lead in column]
    ends = [lead for _, column in both for lead in column]
    try:
        return f"{correlation(told, ends):.2f}"
    except StatisticsError:
        return ""


if __name__ == "__main__":
    # Called through its module name, so that its classes can be sent to other processes.
    import_module("benchmarks.strength.forecasts").main()
