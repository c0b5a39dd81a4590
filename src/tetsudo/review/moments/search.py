"""Search for the moments of a finished game, in three stages with different scenarios.

1. `screen`: all plans of every decision, in few scenarios. The best other plan is chosen.
2. `check`: that plan and the one played, in other scenarios. Its lead is the error of the decision, without the bias
   of the choice: the summary uses all of them. Decisions where no other plan led have no error.
3. `fresh`: the same two plans again, for the few decisions of each player that look worst, in many other scenarios.
   Only these results can mark a moment.

A search uses no clock and no processes. Trials are independent of each other and have a key, so they can be made in any
order, in several processes, and kept.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final, NamedTuple

from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.core.units import PlayerId
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.text.record import GameRecord
from tetsudo.review.findings.past import Past, past_of
from tetsudo.review.moments.decisions import DECISION_KINDS, Decision, decisions
from tetsudo.review.moments.statistics import Mean, needed_errors
from tetsudo.review.moments.trials import Shares, Trial, leads, play_trial

DEFAULT_BUDGET: Final = 6000
"""Default number of playouts: less than five minutes of one core for 500 actions, without compilation."""

SCREEN_SHARE: Final = 0.45
FRESH_SHARE: Final = 0.35
"""Parts of the budget for the first and the last stage."""

MAX_SCREEN_SCENARIOS: Final = 3
MIN_CHECK_SCENARIOS: Final = 2
MAX_CHECK_SCENARIOS: Final = 6
MIN_FRESH_SCENARIOS: Final = 12
MAX_FRESH_SCENARIOS: Final = 80

MAX_SUSPECTS: Final = 6
"""Maximum number of a player's decisions that get fresh scenarios."""

MAX_MOMENTS: Final = 5
"""Maximum number of a player's moments."""

MIN_LOSS: Final = 0.005
"""Least part of all players' worth that a moment costs, whatever its error: with three, 1.5 % of a player's own."""


class Moment(NamedTuple):
    """A decision that cost its player: the plan played, a better one, and their expected shares of all worth.

    `loss`: mean lead of the better plan over the one played in the same fresh scenarios, with its standard error.
    """

    decision: Decision
    better: Plan
    played_share: float
    better_share: float
    loss: Mean


@dataclass(frozen=True, slots=True)
class Moments:
    """Result of a search: moments in order of moves, and the error by player and kind of decision."""

    moments: tuple[Moment, ...]
    errors: Mapping[tuple[PlayerId, str], Mean]
    playouts: int

    def of_player(self, player: PlayerId) -> tuple[Moment, ...]:
        """Moments of a player."""
        return tuple(moment for moment in self.moments if moment.decision.player == player)


class Search:
    """Search for the moments of a game, within a number of playouts.

    `pending` says which trials are to be made, `play` makes one, and `result` evaluates them all.
    """

    def __init__(
        self,
        source: Game | GameRecord,
        budget: int = DEFAULT_BUDGET,
        seed: int = 1,
        players: Collection[PlayerId] | None = None,
    ) -> None:
        """`players`: those whose decisions are looked at, all by default. Raises BadInput if the game still runs."""
        game = record.load(source) if isinstance(source, GameRecord) else source
        self._past: Past = past_of(game)
        self._steps = {step.move: step for step in self._past.steps}
        self._budget = budget
        self._seed = seed
        self._players = range(self._past.end.players) if players is None else players

    @cached_property
    def decisions(self) -> Mapping[int, Decision]:
        """Decisions looked at, by move: all with real choices, or as many of them at random as the budget allows."""
        found = list(decisions(self._past, self._seed, self._players))
        Random(self._seed).shuffle(found)
        kept, left = [], self._screen_budget
        for each in found:
            left -= len(each.plans)
            if left >= 0:
                kept.append(each)
        return {each.move: each for each in sorted(kept)}

    @property
    def _screen_budget(self) -> int:
        return int(self._budget * SCREEN_SHARE)

    def pending(self, known: Mapping[str, Shares]) -> list[Trial]:
        """Trials of the first stage that is not done yet, without those known; none if all is done."""
        for stage in (self._screens, self._checks, self._fresh):
            missing = [trial for trial in stage(known) if trial.key not in known]
            if missing:
                return missing
        return []

    def play(self, trial: Trial) -> Shares:
        """Make a trial."""
        decision, state = self.decisions[trial.move], self._steps[trial.move].before
        return play_trial(self._past.rules, state, decision, trial, self._seed)

    def run(self) -> Moments:
        """Make all trials, and evaluate them."""
        known: dict[str, Shares] = {}
        while trials := self.pending(known):
            known.update((trial.key, self.play(trial)) for trial in trials)
        return self.result(known)

    # Stages

    def _screens(self, known: Mapping[str, Shares]) -> list[Trial]:
        every = [(each.move, tuple(range(len(each.plans)))) for each in self.decisions.values()]
        count = _bounded(self._screen_budget, sum(len(plans) for _, plans in every), 1, MAX_SCREEN_SCENARIOS)
        return [Trial("screen", move, plans, count) for move, plans in every]

    def _checks(self, known: Mapping[str, Shares]) -> list[Trial]:
        chosen = {move: self._chosen(known, move) for move in self.decisions}
        pairs = [(move, (0, plan)) for move, plan in chosen.items() if plan]
        budget = int(self._budget * (1 - SCREEN_SHARE - FRESH_SHARE))
        count = _bounded(budget, 2 * len(pairs), MIN_CHECK_SCENARIOS, MAX_CHECK_SCENARIOS)
        return [Trial("check", move, pair, count) for move, pair in pairs]

    def _fresh(self, known: Mapping[str, Shares]) -> list[Trial]:
        suspects = self._suspects(known)
        budget = int(self._budget * FRESH_SHARE)
        count = _bounded(budget, 2 * len(suspects), MIN_FRESH_SCENARIOS, MAX_FRESH_SCENARIOS)
        return [Trial("fresh", move, (0, self._chosen(known, move)), count) for move in suspects]

    def _chosen(self, known: Mapping[str, Shares], move: int) -> int:
        """Number of the plan with the best results at a decision; 0 is the one played."""
        means = [Mean.of(shares).value for shares in known[f"screen-{move}"]]
        return max(range(len(means)), key=lambda plan: (means[plan], -plan))

    def _suspects(self, known: Mapping[str, Shares]) -> list[int]:
        """Moves of each player that look worst by both stages, if they look bad enough."""
        found: list[int] = []
        for player in sorted(self._players):
            looks = {
                move: self._lead_so_far(known, move)
                for move, each in self.decisions.items()
                if each.player == player and f"check-{move}" in known
            }
            worst = sorted(looks, key=lambda move: (-looks[move], move))[:MAX_SUSPECTS]
            found += [move for move in worst if looks[move] > MIN_LOSS / 2]
        return sorted(found)

    def _lead_so_far(self, known: Mapping[str, Shares], move: int) -> float:
        """Mean lead of the chosen plan in the scenarios of both stages."""
        first = leads(known[f"screen-{move}"], self._chosen(known, move))
        return Mean.of([*first, *leads(known[f"check-{move}"], 1)]).value

    # Evaluation

    def result(self, known: Mapping[str, Shares]) -> Moments:
        """Moments and errors, from the results of all trials."""
        found: list[Moment] = []
        for player in sorted(self._players):
            found += self._marked(known, player)
        playouts = sum(len(row) for shares in known.values() for row in shares)
        return Moments(tuple(sorted(found, key=lambda each: each.decision.move)), self._errors(known), playouts)

    def _marked(self, known: Mapping[str, Shares], player: PlayerId) -> list[Moment]:
        """Moments of a player: those beyond enough standard errors, the most expensive ones."""
        looked_at = [move for move in self._suspects(known) if self.decisions[move].player == player]
        every = [self._moment(known, move) for move in looked_at]
        sure = [each for each in every if _is_sure(each.loss, len(every))]
        return sorted(sure, key=lambda each: -each.loss.value)[:MAX_MOMENTS]

    def _moment(self, known: Mapping[str, Shares], move: int) -> Moment:
        shares, decision = known[f"fresh-{move}"], self.decisions[move]
        played, better = (Mean.of(row).value for row in shares)
        return Moment(decision, decision.plans[self._chosen(known, move)], played, better, Mean.of(leads(shares, 1)))

    def _errors(self, known: Mapping[str, Shares]) -> dict[tuple[PlayerId, str], Mean]:
        """Error per decision by player and kind, in shares of all worth; only of kinds that a player decided."""
        found: dict[tuple[PlayerId, str], list[float]] = {}
        for move, decision in self.decisions.items():
            shares = known.get(f"check-{move}")
            lost = Mean.of(leads(shares, 1)).value if shares else 0.0
            found.setdefault((decision.player, decision.kind), []).append(lost)
        keys = [
            (player, kind) for player in sorted(self._players) for kind in DECISION_KINDS if (player, kind) in found
        ]
        return {key: Mean.of(found[key]) for key in keys}


def _bounded(budget: int, size: int, least: int, most: int) -> int:
    """Number of scenarios that a budget pays for, if one scenario has `size` playouts; between two bounds."""
    return max(least, min(most, budget // max(1, size)))


def _is_sure(loss: Mean, looks: int) -> bool:
    """True if a loss is large enough, and beyond enough standard errors for a number of looks."""
    return loss.value >= MIN_LOSS and loss.value > needed_errors(looks, loss.number) * loss.error
