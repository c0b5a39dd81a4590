"""Best routes of several trains: their tables processed together, place by place.

Trains in some states can end with at most their revenue so far plus the best ending of each state, as if they did
not conflict again. The amount by which this bound exceeds the target is their slack. Each further turn reduces it by
the turn's loss against the best turn; once the slack is negative, the states cannot lead to a better run.

First only the states with the most slack are followed, so that the full search has a run to beat. If the full search
meets too many states, track gets prices (`conflict_costs`) and the search is repeated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import gcd
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.open_actions import Enough
from tetsudo.core.units import Money
from tetsudo.engine.routes.enumeration import NO_LIMIT
from tetsudo.engine.routes.frontier.conflict_costs import Prices
from tetsudo.engine.routes.frontier.dp_table import NO_ROUTE, RouteStates
from tetsudo.engine.routes.frontier.states import EMPTY_OPTION, UNUSED_STATE
from tetsudo.engine.routes.train_set import SearchStopped

INITIAL_BEAM_WIDTH: Final = 20
"""Number of states followed before each place at first."""

INITIAL_MAX_STATES: Final = 1500
"""Maximum number of states in the first full search; each further search may meet `MAX_STATES_FACTOR` times as many."""

MAX_STATES_FACTOR: Final = 20

Joint: TypeAlias = int
"""Numbers of the states of several trains, the last in the lowest bits; those of interchangeable trains ascend."""

Ranked: TypeAlias = tuple[Money, int, int, int]
"""Turn: the change of the slack before the price of the place's track is subtracted; the state after it, bits of
track, the option."""

Reached: TypeAlias = dict[Joint, int]
"""Slack by joint states, with the joint states before them in the lowest bits."""


class TooMany(Exception):
    """More states than allowed."""


class JointRun(NamedTuple):
    """Joint run of some trains."""

    total: Money
    bound: Money
    """Upper bound: the trains cannot earn more."""
    options: list[list[int]]
    """Option in each place, by train."""


class ReachedStates(NamedTuple):
    """States that may lead to a run of at least the target."""

    target: Money
    """Highest total that states with a slack of 0 can reach."""
    reached: list[Reached]
    """By place, from before the first to after the last."""


class Fleet:
    """Tables of some trains. Interchangeable trains share a table and are adjacent."""

    def __init__(self, tables: Sequence[RouteStates]) -> None:
        self._tables = tables
        self._prices = Prices(tables)
        self._alike: list[int] = [sum([table is other for other in tables[:n]]) for n, table in enumerate(tables)]
        """By train: number of interchangeable trains before it."""
        most = max([len(level.first) for table in set(tables) for level in table.levels], default=UNUSED_STATE + 1)
        self._bits: int = most.bit_length()
        self._low: int = (1 << self._bits) - 1
        self._slack_at: int = self._bits * len(tables)
        """Bit position of the slack in the values of `Reached`."""
        self._unit: Money = max(1, gcd(*[gcd(*values) for table in set(tables) for values in table.values]))
        """Common divisor of all values."""
        self.looked_at = 0
        self._most_slack: Money = 0
        self._ranked: dict[RouteStates, list[dict[int, list[Ranked]]]] = {}
        """Turns of a train, by table, place and state."""
        self._firsts: list[dict[Joint, list[Ranked]]] = []
        """Joint turns of all trains but the last, by place and states."""
        self._clear_rankings()

    def best(self, enough: Enough | None = None) -> JointRun | None:
        """Best joint run; None if there is none. `enough` may stop the search once it has a run."""
        if any(table.best == NO_ROUTE for table in self._tables):
            return None
        found = self._single_train_run()
        if found is not None and len(self._tables) == 1:
            return found
        floor = NO_ROUTE if found is None else found.total
        better = self._reach_end(floor, INITIAL_BEAM_WIDTH)
        limit = INITIAL_MAX_STATES
        try:
            while True:
                if better is not None:
                    found = self._run_of(better)
                    floor = found.total
                try:
                    better = self._reach_end(floor, NO_LIMIT, limit, enough if found is not None else None)
                    break
                except TooMany:
                    self._improve(floor)
                    limit *= MAX_STATES_FACTOR
                    better = self._reach_end(floor, INITIAL_BEAM_WIDTH)
        except SearchStopped as stopped:
            return found and found._replace(bound=max(floor, stopped.bound))
        return found if better is None else self._run_of(better)

    def _single_train_run(self) -> JointRun | None:
        """Best run of a single train, if the others may stay at home; else None."""
        must_run = [table for table in self._tables if not table.may_stay]
        if len(must_run) > 1:
            return None
        most = max(must_run or self._tables, key=lambda table: table.best)
        alone = self._tables.index(most)
        home = [EMPTY_OPTION] * len(most.levels)
        options = [home] * len(self._tables)
        options[alone] = most.best_options(self._prices.costs, most.endings)
        return JointRun(most.best, most.best, options)

    def _improve(self, floor: Money) -> None:
        """Drop everything that cannot be part of a better run, and improve the prices for the rest."""
        narrow = self._prices.narrow(self._prices.bound - self._target(floor))
        self._tables = [narrow[table] for table in self._tables]
        self._prices.improve(floor)
        self._clear_rankings()

    def _target(self, floor: Money) -> Money:
        """Lowest total above `floor`."""
        return (floor // self._unit + 1) * self._unit

    def _clear_rankings(self) -> None:
        """Discard the rankings, since prices have changed."""
        self._ranked = {table: [{} for _ in table.levels] for table in self._tables}
        self._firsts = [{} for _ in self._tables[0].levels]

    def _reach_end(
        self, floor: Money, most: int, limit: int = NO_LIMIT, enough: Enough | None = None
    ) -> ReachedStates | None:
        """Ways through all places that earn more than `floor`; `most`: maximum number of states before each place.

        Raise TooMany if more states are met than `limit`, and Stopped if `enough`.
        """
        target = self._target(floor)
        self._most_slack = self._prices.bound - target
        if self._most_slack < 0:
            return None
        way = ReachedStates(
            target, [{self._joint([UNUSED_STATE] * len(self._tables)): self._most_slack << self._slack_at}]
        )
        for at in range(len(self._tables[0].levels)):
            states = way.reached[-1]
            if len(states) > most:
                least = sorted(states.values())[-most]
                states = {state: entry for state, entry in states.items() if entry >= least}
            after = self._next_states(at, states)
            if not after:
                return None
            self.looked_at += len(after)
            limit -= len(after)
            way.reached.append(after)
            if enough is not None and enough(self.looked_at):
                bound = target + (max(after.values()) >> self._slack_at)
                raise SearchStopped(bound - bound % self._unit)
            if limit < 0:
                raise TooMany
        return way

    def _next_states(self, at: int, states: Reached) -> Reached:
        """States after a place that still have slack."""
        reached: Reached = {}
        bits, low, slack_at = self._bits, self._low, self._slack_at
        price = self._prices.still[at] - self._prices.still[at + 1]
        final = len(self._tables) - 1
        lasts = self._ranked[self._tables[final]][at]
        firsts = self._firsts[at]
        alike = self._alike[final]
        for before, entry in states.items():
            slack = (entry >> slack_at) - price
            state = before & low
            last = lasts.get(state) or self._rank(final, at, state)
            top = last[0][0]
            others = before >> bits
            for gain, joint, used, _ in firsts.get(others) or self._rank_joint_turns(at, others):
                left = slack + gain
                if left + top < 0:
                    break
                for more, state, track, _ in last:
                    if left + more < 0:
                        break
                    if track & used:
                        continue
                    if alike and joint & low > state:
                        after = self._insert_state(joint, state, alike)
                    else:
                        after = joint << bits | state
                    now = left + more << slack_at | before
                    if now > reached.get(after, -1):
                        reached[after] = now
        return reached

    def _rank_joint_turns(self, at: int, before: Joint) -> list[Ranked]:
        """Joint turns of all trains but the last, those that leave the most slack first."""
        bits, low, slack = self._bits, self._low, self._most_slack
        others = len(self._tables) - 1
        if others == 1:
            self._firsts[at][before] = self._turns(0, at, before)
            return self._firsts[at][before]
        found: list[Ranked] = [(0, 0, 0, 0)]
        for train in range(others):
            alike = self._alike[train]
            turns = self._turns(train, at, before >> bits * (others - 1 - train) & low)
            found = [
                (
                    gain + more,
                    self._insert_state(joint, state, alike) if alike and joint & low > state else joint << bits | state,
                    used | track,
                    0,
                )
                for gain, joint, used, _ in found
                for more, state, track, _ in turns
                if gain + more + slack >= 0 and not used & track
            ]
        found.sort(key=itemgetter(0), reverse=True)
        self._firsts[at][before] = found
        return found

    def _insert_state(self, joint: Joint, state: int, alike: int) -> Joint:
        """Joint states with one more, inserted in order among those of `alike` interchangeable trains."""
        at = 0
        end = alike * self._bits
        while at < end and joint >> at & self._low > state:
            at += self._bits
        return (joint >> at << self._bits | state) << at | joint & (1 << at) - 1

    def _joint(self, states: Sequence[int]) -> Joint:
        """States of all trains as one number."""
        joint = 0
        for state, alike in zip(states, self._alike, strict=True):
            joint = self._insert_state(joint, state, alike)
        return joint

    def _split_joint(self, joint: Joint) -> list[int]:
        """States of all trains, one by one."""
        count = len(self._tables)
        return [joint >> self._bits * (count - 1 - n) & self._low for n in range(count)]

    def _turns(self, train: int, at: int, state: int) -> list[Ranked]:
        """Turns of a train in a state, those that leave the most slack first."""
        return self._ranked[self._tables[train]][at].get(state) or self._rank(train, at, state)

    def _rank(self, train: int, at: int, state: int) -> list[Ranked]:
        """Compute and cache the turns of a train in a state."""
        table = self._tables[train]
        level, values = table.levels[at], table.values[at]
        endings = self._prices.endings[table]
        ending, after = endings[at][state], endings[at + 1]
        cost = self._prices.costs[at]
        track = table.states.options[at].track
        found: list[Ranked] = []
        for turn in range(level.first[state], level.first[state + 1]):
            option, following = level.options[turn], level.following[turn]
            gain = values[turn] + after[following] - ending
            if cost[option] - gain <= self._most_slack:
                found.append((gain, following, track[option], option))
        found.sort(key=itemgetter(0), reverse=True)
        self._ranked[table][at][state] = found
        return found

    def _run_of(self, way: ReachedStates) -> JointRun:
        """Joint run of the trains on the best way."""
        slack, low = self._slack_at, (1 << self._slack_at) - 1
        end = max(way.reached[-1], key=way.reached[-1].__getitem__)
        total = way.target + (way.reached[-1][end] >> slack)
        steps: list[Joint] = [end]
        for reached in reversed(way.reached[1:]):
            steps.append(reached[steps[-1]] & low)
        steps.reverse()
        done: list[list[int]] = [[] for _ in self._tables]
        seats = list(range(len(self._tables)))  # train at each place in the joint states
        still = self._prices.still
        for at, (before, after) in enumerate(pairwise(steps)):
            gain = (
                (way.reached[at + 1][after] >> slack) - (way.reached[at][before] >> slack) + still[at] - still[at + 1]
            )
            turns = next(self._matching_turns(at, self._split_joint(before), after, gain, 0))
            for seat, turn in zip(seats, turns, strict=True):
                done[seat].append(turn[3])
            seats = self._reorder_seats(seats, turns)
        return JointRun(total, total, done)

    def _reorder_seats(self, seats: list[int], turns: Sequence[Ranked]) -> list[int]:
        """Train at each place in the joint states after some turns."""
        found: list[int] = []
        first = 0
        for n in range(1, len(seats) + 1):
            if n == len(seats) or not self._alike[n]:
                found += [seats[place] for place in sorted(range(first, n), key=lambda place: turns[place][1])]
                first = n
        return found

    def _matching_turns(
        self, at: int, before: list[int], after: Joint, gain: Money, used: int, turns: tuple[Ranked, ...] = ()
    ) -> Iterator[tuple[Ranked, ...]]:
        """Turns by which trains get from some states to others in one place, adding `gain` to the slack."""
        place = len(turns)
        if place == len(before):
            if not gain and self._joint([turn[1] for turn in turns]) == after:
                yield turns
            return
        for turn in self._turns(place, at, before[place]):
            if not turn[2] & used:
                yield from self._matching_turns(at, before, after, gain - turn[0], used | turn[2], (*turns, turn))
