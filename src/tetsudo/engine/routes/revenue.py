"""Revenue of a run. The one place for a title's bonuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from tetsudo.core.units import CompanyId, HexId, Money, TrainId
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.topology import StopId

DIESEL_COLUMN: Final = 5
"""Column of `Node.revenue` that diesels collect."""


StopValue: TypeAlias = Callable[[Network, CompanyId, StopId, int], Money]
"""Value of a stop on a route; takes network, company, stop, column of `Node.revenue`."""

Bonus: TypeAlias = Callable[[Network, CompanyId, TrainId, tuple[StopId, ...]], Money]
"""Bonus of a route besides its stops, never negative; takes network, company, train, stops in order."""


class Link(NamedTuple):
    """Bonus of a route that calls both here and there: bits of stops, and the amount, never negative."""

    here: int
    there: int
    amount: Money


class Call(NamedTuple):
    """Bonus of a run if any route calls at a hex, paid once per run; never negative."""

    hex: HexId
    amount: Money


Calls: TypeAlias = Callable[[Network, CompanyId], Call | None]
"""Call that pays a company in a position, or None."""

Links: TypeAlias = Callable[[Network, CompanyId], tuple[Link, ...]]
"""Links that pay a company in a position. They compare only bits, so they cost next to nothing."""


class Valuation:
    """Plain sum of the stops (1889-RUN-10, 1889-RUN-11, 1889-RUN-12), or a title's replacement for it.

    The search adds up all parts before it bounds anything, so its bounds hold for any
    valuation that pays routes independently of each other. A call is paid once per run:
    `constrained_run.best_run` handles it. `key` distinguishes valuations in results that
    are cached with a network.
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

    @property
    def is_local(self) -> bool:
        """True if a run depends only on the board around it, on links and on a call."""
        return self._worth is None and self.bonus is None

    def links(self, network: Network, company: CompanyId) -> tuple[Link, ...]:
        """Links that pay a company here."""
        return () if self._links is None else self._links(network, company)

    def call(self, network: Network, company: CompanyId) -> Call | None:
        """Call that pays a company here, or None."""
        return None if self._calls is None else self._calls(network, company)

    def column(self, network: Network, train: TrainId, offboard: int) -> int:
        """Column of a stop's revenue that a train collects (1889-RUN-12)."""
        return DIESEL_COLUMN if network.ground.trains[train].diesel else offboard

    def worth(self, network: Network, company: CompanyId, stop: StopId, column: int) -> Money:
        """Value of a stop on a route."""
        if self._worth is not None:
            return self._worth(network, company, stop, column)
        node = network.track.nodes[stop]
        return 0 if node is None else node.revenue[column]  # 1888*-REV-02


def links_payment(links: tuple[Link, ...], used: int) -> Money:
    """Total that links pay for a route; `used`: the bits that it uses."""
    return sum(link.amount for link in links if used & link.here and used & link.there)


PLAIN_VALUATION: Final = Valuation()
