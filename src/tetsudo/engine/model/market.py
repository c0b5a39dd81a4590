"""Stock market as a table: each cell knows where a token moves from it."""

from __future__ import annotations

from dataclasses import dataclass

from tetsudo.core.units import CellId, Money
from tetsudo.engine.model.frozen import FrozenModel


@dataclass(frozen=True, slots=True)
class Market(FrozenModel):
    """Cells in reading order, row by row.

    The four moves give the next cell of a token, including at the edges: at the end of
    a row, for example, a payout may move it up, depending on the title.
    """

    prices: tuple[Money, ...]
    rows: tuple[int, ...]  # by cell
    columns: tuple[int, ...]
    on_payout: tuple[CellId, ...]
    on_withhold: tuple[CellId, ...]
    on_sale: tuple[CellId, ...]  # per share
    on_sold_out: tuple[CellId, ...]
    zones: tuple[str, ...]  # "" or the zone's name, by cell
    uncounted: tuple[bool, ...]  # certificates here do not count toward the certificate limit
    unlimited: tuple[bool, ...]  # a player may exceed the holding limit of a company here
    several: tuple[bool, ...]  # a player may buy several shares of a company here in one turn
    closed: tuple[bool, ...]  # a company whose token enters this cell closes
    pars: dict[Money, CellId]

    def order(self, cell: CellId) -> tuple[int, int]:
        """Sort key: highest price first, then furthest right (1889-OR-04, 1888*-OR-08, 1890-10.3-c)."""
        return (-self.prices[cell], -self.columns[cell])
