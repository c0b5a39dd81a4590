"""The stock market as a table: each cell knows where a token goes from it."""

from __future__ import annotations

from dataclasses import dataclass

from tetsudo.core.units import CellId, Money
from tetsudo.engine.model.frozen import Fixed


@dataclass(frozen=True, slots=True)
class Market(Fixed):
    """Cells in reading order, row by row.

    The four moves say where a token goes, edges included: at the end of its row a
    payout may move it up, and so on, as the title's market says.
    """

    prices: tuple[Money, ...]
    rows: tuple[int, ...]  # by cell
    columns: tuple[int, ...]
    on_payout: tuple[CellId, ...]
    on_withhold: tuple[CellId, ...]
    on_sale: tuple[CellId, ...]  # per share
    on_sold_out: tuple[CellId, ...]
    zones: tuple[str, ...]  # "" or the zone's name, by cell
    uncounted: tuple[bool, ...]  # certificates here do not count toward the limit
    unlimited: tuple[bool, ...]  # a player may hold more than the limit of a company
    closed: tuple[bool, ...]  # a company whose token comes here closes
    pars: dict[Money, CellId]

    def order(self, cell: CellId) -> tuple[int, int]:
        """Sort key: the highest price first, then the furthest right (1889-OR-04, 1888*-OR-08, 1890-10.3-c)."""
        return (-self.prices[cell], -self.columns[cell])
