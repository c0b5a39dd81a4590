"""Training of the baseline (`tetsudo.env.baseline`) by expert iteration on playout labels.

    python -m benchmarks.baseline --folder build/baseline --jobs 2

In each generation the best network so far plays games against policies of several habits, and itself, with some
actions by chance. At some decisions four actions are tried, and the game is played on after each by policies
(`bots.lookahead.playout`), with the same habits and the same secret, for two game turns; the position is then valued
(`bots.heuristics.value`). A fresh network learns from the leads of all playouts so far. It replaces the best one only
if it wins more games in the arena against `mixed` bots, in the same deals, with 95 % confidence; the first must win
more than a fair share. (Against bots without chance the same few games would be played again and again.) Everything
follows from `--seed`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.bots.heuristics.policy import Policy
from tetsudo.bots.heuristics.value import expected_worths
from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.bots.rule_based import habits_of_rules
from tetsudo.core import garbage
from tetsudo.core.actions import Action
from tetsudo.engine.rules.engine import actor, listing, perform
from tetsudo.engine.rules.powers.random_results import SECRET_BITS
from tetsudo.engine.state.state import State
from tetsudo.env.baseline.learning import explained, train
from tetsudo.env.baseline.network import Network
from tetsudo.env.baseline.player import (
    NetworkPlayer,
    TableReader,
    after,
    roll,
    table_reader,
    tried_actions,
)
from tetsudo.env.observation import Array
from tetsudo.lab.arena import Contest, entrants, play_game
from tetsudo.lab.fitting.samples import HABITS
from tetsudo.lab.ranking import wilson, win_shares
from tetsudo.lab.table_spec import Table
from tetsudo.lab.workers.jobs import results

Numbers: TypeAlias = NDArray[np.float64]

TABLE: Final = Table("1889", 3)

PASSES: Final = 16
"""Number of times that a network sees each position."""

TRIED: Final = 4
"""Number of actions that are tried at a labelled decision."""

PLAYOUT_TURNS: Final = 2
"""Number of game turns, the current one included, that a playout lasts before it is valued, as of the rollouts bot."""

LABELLED: Final = 0.04
"""Part of the decisions that are labelled."""

CURIOUS: Final = 0.1
"""Part of the decisions that are made by chance among the actions to try."""

LEARNERS: Final = 0.6
"""Part of the seats that the network has, once there is one; policies with other habits have the rest."""

HELD_OUT: Final = 10
"""Interval of games that are not learned from, to see what the network expects of unknown games."""

OPPONENT: Final = "mixed"
"""Bot in all other seats of the arena."""

CONFIDENCE: Final = 1.64
"""Standard errors above 0 that are above it with 95 % confidence."""

MAX_STEPS: Final = 3000
"""Number of actions after which a game is left."""

BOT: Final = """from pathlib import Path

from tetsudo.env.baseline import NetworkPlayer


def Player(setup, rng):
    return NetworkPlayer(setup, rng, Path(__file__).with_suffix(".npz"))
"""
"""Bot file of a generation, for the arena."""


class Samples(NamedTuple):
    """Groups of positions after several actions of a decision, as one seat sees them, and its leads after playouts.

    `inputs`: shape (groups, TRIED, inputs); `leads`: shape (groups, TRIED).
    """

    inputs: Array
    leads: Array


@dataclass(frozen=True)
class Games:
    """Games of a generation, by number; without weights, of policies alone."""

    seed: str
    weights: Path | None

    def samples(self, number: int) -> Samples:
        """Play a game and label some of its decisions."""
        random = Random(f"{self.seed}-{number}")
        game = TABLE.game(random.getrandbits(SECRET_BITS), keep_positions=False)
        rules, state, reader = game.ruleset, game.state, table_reader(game.ruleset)
        network = None if self.weights is None else NetworkPlayer(game.setup, random, self.weights)
        learners = {seat for seat in range(state.players) if network is not None and random.random() < LEARNERS}
        policies = [Policy(rules, random, each) for each in _habits(state.players, random)]
        found: list[Samples] = []
        with garbage.collect_rarely():
            for _ in range(MAX_STEPS):
                if state.ended:
                    break
                player = actor(rules, state)
                offers = listing(rules, state, player)
                if network is not None and player in learners:
                    action = network.choose(reader, state, player, offers)
                else:
                    action = policies[player].choose(state, player, offers)
                if random.random() < LABELLED:
                    found += _labelled(reader, state, tried_actions(rules, state, player, offers, random), random)
                if random.random() < CURIOUS:
                    action = random.choice(tried_actions(rules, state, player, offers, random))
                perform(rules, state, action, [])
                roll(rules, state, random)
        return joined(found, reader.inputs.size)


def _habits(players: int, random: Random) -> list[Habits]:
    """Habits of all seats: those of the bot `rules`, or others."""
    return [random.choice((habits_of_rules(players), random.choice(HABITS))) for _ in range(players)]


def _labelled(reader: TableReader, state: State, actions: Sequence[Action], random: Random) -> Iterator[Samples]:
    """The usual action and some others, with the leads at the end of a playout from each; nothing without a choice.

    All playouts of a decision have the same habits and the same secret.
    """
    usual, *others = actions
    if not others:
        return
    tried = [usual, *random.sample(others, min(len(others), TRIED - 1))]
    tried += [usual] * (TRIED - len(tried))
    habits, secret = _habits(state.players, random), random.getrandbits(SECRET_BITS)
    states = [after(reader.rules, state, action, random) for action in tried]
    ends: list[list[float]] = []
    for each in states:
        playout = PolicyPlayout(reader.rules, each.clone(), habits, secret)
        playout.play(until=state.turn + PLAYOUT_TURNS)
        worths = expected_worths(reader.rules, playout.state)
        ends.append([own * len(worths) / sum(worths) - 1 for own in worths])
    for seat in range(state.players):
        inputs = reader.inputs.of(reader.observations(states, seat), seat)
        yield Samples(inputs[None], np.array([[end[seat] for end in ends]], np.float32))


def joined(samples: Sequence[Samples], size: int) -> Samples:
    """Samples one after another; `size`: number of inputs."""
    empty = Samples(np.zeros((0, TRIED, size), np.float32), np.zeros((0, TRIED), np.float32))
    inputs, ends = zip(empty, *samples, strict=True)
    return Samples(np.concatenate(inputs), np.concatenate(ends))


def learn(games: Sequence[Samples], seed: int) -> tuple[Network, tuple[float, float], tuple[float, float]]:
    """Network trained on some games; what it expects of them, and of those held out (`explained`)."""
    generator = np.random.default_rng(seed)
    size = games[0].inputs.shape[-1]
    known = joined([each for number, each in enumerate(games) if number % HELD_OUT], size)
    unknown = joined(games[::HELD_OUT], size)
    network = Network.fresh(known.inputs.reshape(-1, size), generator)
    train(network, known.inputs, known.leads, PASSES, generator)
    return network, explained(network, *known), explained(network, *unknown)


def won(bot: str, games: int, seed: int, jobs: int) -> Numbers:
    """Part of each game that a bot wins against mixed bots in all other seats."""
    contest = Contest(TABLE, entrants(f"{bot},{OPPONENT}"), seed)
    played = results(partial(play_game, contest), range(games), jobs)
    return np.array([dict(zip(game.bots, win_shares(game), strict=True))[bot] for game in played])


def is_clear(gains: Numbers) -> bool:
    """True if the average is above 0 with 95 % confidence."""
    return bool(gains.mean() > CONFIDENCE * gains.std() / len(gains) ** 0.5)


def generations(said: argparse.Namespace) -> Iterator[str]:
    """Train all generations; yields a line of each."""
    best, weights, pool = np.full(said.matches, 1 / TABLE.players), None, list[Samples]()
    for generation in range(1, said.generations + 1):
        start = perf_counter()
        pool += results(Games(f"{said.seed}-{generation}", weights).samples, range(said.games), said.jobs)
        played = perf_counter()
        network, known, unknown = learn(pool, said.seed + generation)
        trained = perf_counter()
        path = said.folder / f"generation{generation}.npz"
        network.save(path)
        bot = path.with_suffix(".py")
        bot.write_text(BOT, "utf-8")
        wins = won(f"{bot}:Player", said.matches, said.seed, said.jobs)
        share, is_better = wilson(wins.sum(), said.matches), is_clear(wins - best)
        yield (
            f"generation {generation}: {sum(len(each.leads) for each in pool):,} groups; of the variance it expects"
            f" {known[0]:.2f} ({known[1]:.2f} within groups), {unknown[0]:.2f} ({unknown[1]:.2f}) in unknown games;"
            f" wins {share.share:.1%} ({share.low:.1%}-{share.high:.1%}), before {best.mean():.1%},"
            f" {'kept' if is_better else 'dropped'};"
            f" {played - start:.0f} s of games, {trained - played:.0f} s of training,"
            f" {perf_counter() - trained:.0f} s in the arena"
        )
        if is_better:
            best, weights = wins, path
    if weights is not None:
        (said.folder / "weights.npz").write_bytes(weights.read_bytes())


def main() -> None:
    """Train, and print what each generation is worth."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--folder", type=Path, default=Path("build/baseline"))
    asked.add_argument("--generations", type=int, default=3)
    asked.add_argument("--games", type=int, default=450, help="in each generation")
    asked.add_argument("--matches", type=int, default=600, help="games in the arena for each generation")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    said = asked.parse_args()
    said.folder = said.folder.resolve()
    said.folder.mkdir(parents=True, exist_ok=True)
    with garbage.collect_rarely():
        for line in generations(said):
            print(line)
            sys.stdout.flush()


if __name__ == "__main__":
    # Called through its module name, so that its classes can be sent to other processes.
    import_module("benchmarks.baseline").main()
