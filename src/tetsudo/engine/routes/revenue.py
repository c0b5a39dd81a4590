"""What a run earns. The one place for a title's bonuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, HexId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId

DIESEL_COLUMN: Final = 5
"""Where `Node.revenue` has what diesels collect."""


StopValue: TypeAlias = Callable[[Network, CompanyId, StopId, int], Money]
"""What a stop adds to a route: network, company, stop, column of `Node.revenue`."""

Bonus: TypeAlias = Callable[[Network, CompanyId, TrainId, tuple[StopId, ...]], Money]
"""What a route adds beside its stops, never negative: network, company, train, stops in order."""


class Link(NamedTuple):
    """A bonus of a route that calls both here and there: bits of stops, and the amount, never negative."""

    here: int
    there: int
    amount: Money


class Call(NamedTuple):
    """A bonus of a run of which any route calls on a hex, once however many do; never negative."""

    hex: HexId
    amount: Money


Calls: TypeAlias = Callable[[Network, CompanyId], Call | None]
"""The call that pays a company in a position."""

Links: TypeAlias = Callable[[Network, CompanyId], tuple[Link, ...]]
"""The links that pay a company in a position. They ask bits only, so that they cost next to nothing."""


class Valuation:
    """The plain sum of the stops (1889-RUN-10, 1889-RUN-11, 1889-RUN-12), or what a title puts in its place.

    The search adds all parts before it bounds anything, so that its bounds hold for any
    valuation whose routes are paid independently of each other. A call is paid once for a whole run:
    `wishes.best_run` looks after it. `key` tells valuations apart
    where results are remembered with a network.
    """

    __slots__ = ("_calls", "_links", "_worth", "bonus", "key")

    def __init__(
        self,
        key: int = 0,
        worth: StopValue | None = None,
        bonus: Bonus | None = None,
        links: Links | None = None,
        calls: Calls | None = None,
    ) -> None:
        self.key: int = key
        self._worth: StopValue | None = worth
        self.bonus: Bonus | None = bonus
        self._links: Links | None = links
        self._calls: Calls | None = calls

    def links(self, network: Network, company: CompanyId) -> tuple[Link, ...]:
        """The links that pay a company here."""
        return () if self._links is None else self._links(network, company)

    def call(self, network: Network, company: CompanyId) -> Call | None:
        """The call that pays a company here."""
        return None if self._calls is None else self._calls(network, company)

    def column(self, network: Network, train: TrainId, offboard: int) -> int:
        """Which of a stop's amounts a train collects (1889-RUN-12)."""
        return DIESEL_COLUMN if network.ground.trains[train].diesel else offboard

    def worth(self, network: Network, company: CompanyId, stop: StopId, column: int) -> Money:
        """What a stop adds to a route."""
        if self._worth is not None:
            return self._worth(network, company, stop, column)
        node = network.track.nodes[stop]
        return 0 if node is None else node.revenue[column]  # 1888*-REV-02


def linked(links: tuple[Link, ...], used: int) -> Money:
    """What links pay a route, of which the bits that it uses are given."""
    return sum(link.amount for link in links if used & link.here and used & link.there)


PLAIN: Final = Valuation()
