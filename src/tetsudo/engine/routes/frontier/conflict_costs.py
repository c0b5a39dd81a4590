"""Prices of track that several trains want.

A bound that treats each train separately counts the best track once for each train. So track gets a price, which
is subtracted from each train's revenue, and the sum of all prices is added to the bound: since each piece of track
is used at most once, no fleet can earn more. Any prices give a bound (Lagrangian relaxation); good prices are found
by raising the price of overused track and lowering the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from tetsudo.core.units import Money
from tetsudo.engine.routes.frontier.dp_table import Costs, Endings, RouteStates, narrow_table
from tetsudo.engine.routes.frontier.states import UNUSED_STATE
from tetsudo.engine.routes.train_set import split_bits

MAX_PRICE_CHANGES: Final = 16
"""Maximum number of price changes in one call of `improve`."""

INITIAL_STEP_SCALE: Final = 1.5
STEP_DECAY: Final = 0.93
"""Scale of a price change (gap divided by squared excess use) at first, and its decay with each change."""


class Prices:
    """Prices of track for some trains, place by place; 0 at first."""

    def __init__(self, tables: Sequence[RouteStates]) -> None:
        self._count: dict[RouteStates, int] = dict.fromkeys(tables, 0)
        for table in tables:
            self._count[table] += 1
        self._options = tables[0].states.options
        self._of: list[dict[int, Money]] = [{} for _ in self._options]
        """By place: the price of each bit of track that has one."""
        self._step = INITIAL_STEP_SCALE
        self.costs: Costs = [[0] * len(options.track) for options in self._options]
        self.still: list[Money] = [0] * (len(self._options) + 1)
        """Before each place, and after the last: sum of the prices of track from there on."""
        self.endings: dict[RouteStates, Endings] = {table: table.endings for table in self._count}
        """By table: best ending of each state at these prices."""

    @property
    def bound(self) -> Money:
        """Upper bound: no run earns more."""
        return self.still[0] + sum(
            [count * self.endings[table][0][UNUSED_STATE] for table, count in self._count.items()]
        )

    def narrow(self, loss: Money) -> dict[RouteStates, RouteStates]:
        """Narrow the tables to routes that lose at most `loss`; return the new table by old table."""
        narrow = {table: narrow_table(table, self.costs, endings, loss) for table, endings in self.endings.items()}
        self._count = {narrow[table]: count for table, count in self._count.items()}
        self.endings = {table: table.endings for table in self._count}
        return narrow

    def improve(self, floor: Money) -> None:
        """Change the prices to lower the bound. `floor`: revenue of a known run."""
        least = self.bound
        kept = (self._of[:], self.costs[:], self.still, self.endings)
        for _ in range(MAX_PRICE_CHANGES):
            excess = self._excess()
            size = sum([over * over for place in excess for over in place.values()])
            if not size or self.bound <= floor:
                break
            self._step *= STEP_DECAY
            step = self._step * (self.bound - floor) / size
            for at, place in enumerate(excess):
                if place:
                    self._change_prices(at, {bit: round(step * over) for bit, over in place.items()})
            self.still = list(accumulate([sum(of.values()) for of in reversed(self._of)], initial=0))[::-1]
            self.endings = {table: table.best_endings(self.costs) for table in self._count}
            if self.bound < least:
                least = self.bound
                kept = (self._of[:], self.costs[:], self.still, self.endings)
        self._of, self.costs, self.still, self.endings = kept

    def _excess(self) -> list[dict[int, int]]:
        """Uses of each bit of track beyond the first, by place, for bits that are overused or have a price."""
        used: list[dict[int, int]] = [dict.fromkeys(of, -1) for of in self._of]
        for table, count in self._count.items():
            route = table.best_options(self.costs, self.endings[table])
            for place, options, option in zip(used, self._options, route, strict=True):
                for bit in split_bits(options.track[option]):
                    place[bit] = place.get(bit, -1) + count
        return [
            {bit: over for bit, over in place.items() if over > 0 or bit in of}
            for place, of in zip(used, self._of, strict=True)
        ]

    def _change_prices(self, at: int, more: dict[int, Money]) -> None:
        """Raise or lower prices in one place; no price falls below 0."""
        of = dict(self._of[at])
        for bit, change in more.items():
            of[bit] = of.get(bit, 0) + change
            if of[bit] <= 0:
                del of[bit]
        self._of[at] = of
        bits = sum(of)
        known: dict[int, Money] = {0: 0}
        costs: list[Money] = []
        for track in self._options[at].track:
            priced = track & bits
            cost = known.get(priced, -1)
            if cost < 0:
                cost = known[priced] = sum([of[bit] for bit in split_bits(priced)])
            costs.append(cost)
        self.costs[at] = costs
