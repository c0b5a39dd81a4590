"""Search for the moments of a finished game, in stages with different scenarios.

1. `SCREEN`: all plans of every decision, in few scenarios. The best other plan is chosen.
2. `CHECK`: that plan and the one played, in other scenarios. Its lead is the error of the decision, without the bias
   of the choice: the summary uses all of them. Decisions where no other plan led have no error.
3. `FRESH`: the same two plans again, and the next best ones, for the few decisions of each player that look worst, in
   many other scenarios. Only these results can mark a moment.
4. `OPINION`: the chosen plan and the one played again, for decisions that look like mistakes, with players of other
   habits. These must find a mistake too: otherwise the loss lies in how the game goes on.
5. `CONFIRM`: the chosen plan and the one played once more, for decisions that every way of going on finds bad, in games
   that the search bot plays on. Good players must lose as much by it as a moment costs.
6. `VALUE`: the positions between the players' turns, for the changes by round.

A search uses no clock and no processes. Trials are independent of each other and have a key, so they can be made in any
order, in several processes, and kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property
from random import Random
from typing import Final

from tetsudo.analysis.accounts.rounds import accounts
from tetsudo.core.units import PlayerId
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.text.record import GameRecord
from tetsudo.review.findings.past import Past, past_of
from tetsudo.review.moments.changes import changes
from tetsudo.review.moments.confirming import PLAYOUTS_A_DECISION
from tetsudo.review.moments.decisions import DECISION_KINDS, Decision, decisions
from tetsudo.review.moments.results import Continuation, KindErrors, Moment, Moments
from tetsudo.review.moments.segments import Segment, segments
from tetsudo.review.moments.statistics import Mean, needed_errors
from tetsudo.review.moments.trials import (
    CHECK,
    CONFIRM,
    FRESH,
    OPINION,
    SCREEN,
    VALUE,
    Results,
    Start,
    Trial,
    leads,
    opinions,
    play_trial,
)

DEFAULT_BUDGET: Final = 6000
"""Default number of playouts: less than five minutes of one core for 500 actions, without compilation."""

SCREEN_SHARE: Final = 0.35
CHECK_SHARE: Final = 0.15
FRESH_SHARE: Final = 0.3
VALUE_SHARE: Final = 0.2
"""Parts of the budget for the stages."""

SCENARIOS: Final[Mapping[str, tuple[int, int]]] = {
    SCREEN: (1, 3),
    CHECK: (2, 6),
    FRESH: (12, 60),
    OPINION: (36, 36),
    VALUE: (2, 12),
}
"""Minimum and maximum number of scenarios of a stage. `OPINION` has twelve for each way of going on: with six, one mean
in a game of five was 0.009 of all worth too low."""

CONFIRMING_PAIRS: Final = 4
"""Number of scenarios of `CONFIRM`, in each of which two games are played on."""

MAX_SEARCHED: Final = 40
"""Maximum number of decisions that the search bot makes in each of these games; fewer if the budget is less than their
playouts.
"""

MAX_SUSPECTS: Final = 6
"""Maximum number of a player's decisions other than runs that get fresh scenarios."""

MAX_RUNS: Final = 2
"""The same for runs, which lose less than other decisions but surely."""

MAX_MOMENTS: Final = 5
"""Maximum number of a player's moments."""

MAX_BETTER: Final = 3
"""Maximum number of plans shown beside the one played."""

MIN_LOSS: Final = 0.09
"""Least part of an average player's worth that a moment costs, whatever its error: with three players three hundredths
of all worth (docs/review.md).
"""

MIN_OPINION: Final = 0.06
"""The same for the mean in each way of going on."""

MIN_RUN_LOSS: Final = 0.001
"""Least part of all worth that a run costs, whose loss is exact."""


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
        self._game = record.load(source) if isinstance(source, GameRecord) else source
        self._past: Past = past_of(self._game)
        self._states = {step.move: step.before for step in self._past.steps} | {len(self._past.steps): self._past.end}
        self._budget = budget
        self._seed = seed
        self._players = sorted(range(self._past.end.players) if players is None else players)

    @cached_property
    def _free(self) -> list[Decision]:
        """All decisions with real choices."""
        return list(decisions(self._past, self._seed, self._players))

    @cached_property
    def decisions(self) -> Mapping[int, Decision]:
        """Decisions looked at, by move: all with real choices, or as many of them at random as the budget allows."""
        found = list(self._free)
        Random(self._seed).shuffle(found)
        kept, left = [], int(self._budget * SCREEN_SHARE)
        for each in found:
            left -= len(each.plans)
            if left >= 0:
                kept.append(each)
        return {each.move: each for each in sorted(kept)}

    @cached_property
    def segments(self) -> list[Segment]:
        """Segments of the game."""
        return segments(self._past, [each.end for each in accounts(self._game).rounds])

    def pending(self, known: Mapping[str, Results]) -> list[Trial]:
        """Trials of the first stage that is not done yet, without those known; none if all is done."""
        for stage in (self._screens, self._checks, self._fresh, self._opinions, self._confirmations, self._values):
            missing = [trial for trial in stage(known) if trial.key not in known]
            if missing:
                return missing
        return []

    def play(self, trial: Trial) -> Results:
        """Make a trial."""
        state = self._states[trial.move]
        if trial.stage == VALUE:
            return play_trial(self._past.rules, Start(state), trial, self._seed)
        decision = self.decisions[trial.move]
        start = Start(state, decision.player, decision.plans, decision.kind == "run")
        return play_trial(self._past.rules, start, trial, self._seed)

    def run(self) -> Moments:
        """Make all trials, and evaluate them."""
        known: dict[str, Results] = {}
        while trials := self.pending(known):
            known.update((trial.key, self.play(trial)) for trial in trials)
        return self.result(known)

    # Stages

    def _screens(self, known: Mapping[str, Results]) -> list[Trial]:
        every = [(each.move, tuple(range(len(each.plans)))) for each in self.decisions.values()]
        return self._trials(SCREEN, SCREEN_SHARE, every)

    def _checks(self, known: Mapping[str, Results]) -> list[Trial]:
        ranked = {move: self._ranked(known, move) for move in self.decisions}
        return self._trials(CHECK, CHECK_SHARE, [(move, (0, plans[0])) for move, plans in ranked.items() if plans])

    def _fresh(self, known: Mapping[str, Results]) -> list[Trial]:
        suspects = [(move, (0, *self._ranked(known, move)[:MAX_BETTER])) for move in self._suspects(known)]
        return self._trials(FRESH, FRESH_SHARE, suspects)

    def _opinions(self, known: Mapping[str, Results]) -> list[Trial]:
        found = [each.decision.move for each in self._mistakes(known) if not self._is_run(each.decision.move)]
        every: list[tuple[int, tuple[int, ...]]] = [(move, (0, self._ranked(known, move)[0])) for move in sorted(found)]
        return self._trials(OPINION, 0.0, every)

    def _confirmations(self, known: Mapping[str, Results]) -> list[Trial]:
        found = [each.decision.move for each in self._agreed(known) if not self._is_run(each.decision.move)]
        each_game = self._budget // max(1, len(found) * 2 * CONFIRMING_PAIRS)
        searched = min(MAX_SEARCHED, max(1, each_game // PLAYOUTS_A_DECISION))
        return [
            Trial(CONFIRM, move, (0, self._ranked(known, move)[0]), 1, part, searched)
            for move in sorted(found)
            for part in range(CONFIRMING_PAIRS)
        ]

    def _values(self, known: Mapping[str, Results]) -> list[Trial]:
        bounds = sorted({0, *(segment.end for segment in self.segments)})
        return self._trials(VALUE, VALUE_SHARE, [(move, (0,)) for move in bounds])

    def _trials(self, stage: str, share: float, every: list[tuple[int, tuple[int, ...]]]) -> list[Trial]:
        """Trials of a stage before some moves, each with its plans, with as many scenarios as its budget pays for."""
        least, most = SCENARIOS[stage]
        size = max(1, sum(len(plans) for _move, plans in every))
        count = max(least, min(most, int(self._budget * share) // size))
        return [Trial(stage, move, plans, count) for move, plans in every]

    def _ranked(self, known: Mapping[str, Results], move: int) -> list[int]:
        """Numbers of the plans that did better than the one played in the first stage, the best first."""
        player, results = self.decisions[move].player, known[f"{SCREEN}-{move}"]
        means = {plan: Mean.of(leads(results, plan, player)).value for plan in range(1, len(results))}
        return sorted((plan for plan in means if means[plan] > 0), key=lambda plan: (-means[plan], plan))

    def _suspects(self, known: Mapping[str, Results]) -> list[int]:
        """Moves of each player that look bad enough by both stages, the worst: some runs, and one other of a turn."""
        turns = {move: segment.first for segment in self.segments for move in range(segment.first, segment.end)}
        found: list[int] = []
        for player in self._players:
            looks = {
                move: self._lead_so_far(known, move)
                for move, each in self.decisions.items()
                if each.player == player and f"{CHECK}-{move}" in known
            }
            worst = sorted(looks, key=lambda move: (-looks[move], move))
            worst = [move for move in worst if looks[move] > self._least(move) / 2]
            runs = [move for move in worst if self._is_run(move)]
            others = {turns[move]: move for move in reversed(worst) if not self._is_run(move)}
            found += [*runs[:MAX_RUNS], *sorted(others.values(), key=lambda move: (-looks[move], move))[:MAX_SUSPECTS]]
        return sorted(found)

    def _lead_so_far(self, known: Mapping[str, Results], move: int) -> float:
        """Mean lead of the chosen plan in the scenarios of both stages."""
        player, best = self.decisions[move].player, self._ranked(known, move)[0]
        first = leads(known[f"{SCREEN}-{move}"], best, player)
        return Mean.of([*first, *leads(known[f"{CHECK}-{move}"], 1, player)]).value

    def _least(self, move: int) -> float:
        """Least loss of a moment at a move."""
        return MIN_RUN_LOSS if self._is_run(move) else MIN_LOSS / self._past.end.players

    def _is_run(self, move: int) -> bool:
        return self.decisions[move].kind == "run"

    # Evaluation

    def result(self, known: Mapping[str, Results]) -> Moments:
        """Moments, errors and changes by round, from the results of all trials."""
        found = sorted(self._marked(known), key=lambda moment: moment.decision.move)
        playouts = sum(len(row) for results in known.values() for row in results)
        return Moments(tuple(found), self._errors(known), tuple(changes(self.segments, self._players, known)), playouts)

    def _mistakes(self, known: Mapping[str, Results]) -> list[Moment]:
        """Decisions that look like mistakes after the third stage: large losses beyond enough standard errors."""
        every = [self._moment(known, move) for move in self._suspects(known)]
        looks = Counter(each.decision.player for each in every)
        return [each for each in every if self._is_sure(each, looks[each.decision.player])]

    def _agreed(self, known: Mapping[str, Results]) -> list[Moment]:
        """Mistakes in every way of going on."""
        return [each for each in self._mistakes(known) if self._is_agreed(known, each.decision.move)]

    def _marked(self, known: Mapping[str, Results]) -> list[Moment]:
        """Moments of all players: confirmed mistakes, the most expensive ones of each player."""
        confirmed = [each for each in self._agreed(known) if self._is_confirmed(known, each.decision.move)]
        worst = sorted(confirmed, key=lambda each: -each.loss.value)
        return [
            moment
            for player in self._players
            for moment in [each for each in worst if each.decision.player == player][:MAX_MOMENTS]
        ]

    def _is_agreed(self, known: Mapping[str, Results], move: int) -> bool:
        """True if a decision loses enough in each way of going on."""
        if self._is_run(move):
            return True
        found = opinions(leads(known[f"{OPINION}-{move}"], 1, self.decisions[move].player))
        return min(found) >= MIN_OPINION / self._past.end.players

    def _is_confirmed(self, known: Mapping[str, Results], move: int) -> bool:
        """True if the search bot loses by a decision as much as a moment costs."""
        if self._is_run(move):
            return True
        pairs = [known[f"{CONFIRM}-{move}-{part}"] for part in range(CONFIRMING_PAIRS)]
        lost = Mean.of([lead for pair in pairs for lead in leads(pair, 1, self.decisions[move].player)])
        return lost.value >= self._least(move)

    def _is_sure(self, moment: Moment, looks: int) -> bool:
        """True if a loss is large enough, and beyond enough standard errors for a number of looks."""
        loss = moment.loss
        return loss.value >= self._least(moment.decision.move) and (
            loss.value > needed_errors(looks, loss.number) * loss.error
        )

    def _moment(self, known: Mapping[str, Results], move: int) -> Moment:
        decision, results = self.decisions[move], known[f"{FRESH}-{move}"]
        tried = (0, *self._ranked(known, move)[:MAX_BETTER])
        played, *others = (
            Continuation(decision.plans[plan], Mean.of([each[decision.player] for each in row]).value)
            for plan, row in zip(tried, results, strict=True)
        )
        better = tuple(sorted(others, key=lambda each: -each.expected))
        return Moment(decision, played, better, Mean.of(leads(results, 1, decision.player)))

    def _errors(self, known: Mapping[str, Results]) -> dict[tuple[PlayerId, str], KindErrors]:
        """Errors by player and kind, in parts of all worth; only of kinds of which a decision was looked at."""
        found: dict[tuple[PlayerId, str], list[float]] = {}
        for move, decision in self.decisions.items():
            results = known.get(f"{CHECK}-{move}")
            lost = Mean.of(leads(results, 1, decision.player)).value if results else 0.0
            found.setdefault((decision.player, decision.kind), []).append(lost)
        keys = [(player, kind) for player in self._players for kind in DECISION_KINDS if (player, kind) in found]
        counts = Counter((each.player, each.kind) for each in self._free)
        return {key: KindErrors(Mean.of(found[key]), counts[key]) for key in keys}
