"""Price moves on the stock market. A company whose token reaches a closed cell closes at once."""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.units import CellId, CompanyId
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.company_closing import close_company
from tetsudo.engine.rules.shares.market_cells import cell_after_sale, enter_cell
from tetsudo.engine.state.state import State, cell_of


def move_price(rules: Ruleset, state: State, log: Log, company: CompanyId, cell: CellId) -> None:
    """Move a token, unless prices are frozen. If it stays, it keeps its place in the stack."""
    old = cell_of(state, company)
    if cell == old or any(power.holds_prices(state) for power in rules.powers.holding):
        return
    enter_cell(rules, state, company, cell)
    log.append(events.PriceMoved(company, rules.market.prices[old], rules.market.prices[cell]))
    if rules.market.closed[cell]:  # 1890-3.12.5.5-a
        close_company(rules, state, log, company)


def drop_price(rules: Ruleset, state: State, log: Log, company: CompanyId, count: int) -> None:
    """Drop the price of a company for `count` shares sold (1888*-MKT-09, 1888*-SEL-08, 1890-8.3.1-c)."""
    move_price(rules, state, log, company, cell_after_sale(rules, cell_of(state, company), count))
