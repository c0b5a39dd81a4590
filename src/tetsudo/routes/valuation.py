"""What a run earns. The one place for a title's bonuses."""

from __future__ import annotations

from typing import Final

from tetsudo.board.ground import StopId
from tetsudo.board.network import Network
from tetsudo.units import CompanyId, Money, TrainId

DIESEL_COLUMN: Final = 5
"""Where `Node.revenue` has what diesels collect."""


class Valuation:
    """The plain sum of the stops (1889 RUN-10 to RUN-12).

    A title with bonuses makes its own: `worth` changes what a stop counts, `bonus` adds to a
    whole route. The search adds both while it grows routes, before it bounds anything, so
    that its bounds hold for any valuation whose routes are paid independently.
    """

    key: int = 0  # tells valuations apart where results are remembered
    bonuses: bool = False  # whether `bonus` is ever asked

    def column(self, network: Network, train: TrainId, offboard: int) -> int:
        """Which of a stop's amounts a train collects."""
        return DIESEL_COLUMN if network.ground.trains[train].diesel else offboard

    def worth(self, network: Network, company: CompanyId, stop: StopId, column: int) -> Money:
        """What a stop adds to a route."""
        node = network.track.nodes[stop]
        return 0 if node is None else node.revenue[column]

    def bonus(self, network: Network, company: CompanyId, train: TrainId, stops: tuple[StopId, ...]) -> Money:
        """What a route adds beside its stops; never negative."""
        return 0


PLAIN: Final = Valuation()
