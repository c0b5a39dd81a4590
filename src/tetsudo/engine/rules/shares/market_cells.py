"""Tokens on the stock market: positions, moves and operating order."""

from __future__ import annotations

from typing import Final

from tetsudo.core.units import NOBODY, CellId, CompanyId, Money
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.rows import count_of, row_of, with_value
from tetsudo.engine.state.state import FLOATED, State, cell_of, set_status

OPERATING_ON_TOP: Final = {"began": True, "waiting": False}
"""Stack orders by status: True if companies that operate are above the others, False if below."""


def ends_game(rules: Ruleset, price: Money) -> bool:
    """True if a price ends the game (1890-C.10.5-a, 1890-C.10.5-b)."""
    return 0 < rules.end_price <= price


def price_of(rules: Ruleset, state: State, company: CompanyId) -> Money:
    """Market price of a share; 0 while the company has none."""
    cell = cell_of(state, company)
    return rules.market.prices[cell] if cell != NOBODY else 0  # 1890-3.12.5-a


def enter_cell(rules: Ruleset, state: State, company: CompanyId, cell: CellId) -> None:
    """Put a token at the bottom of a cell's stack (1889-BUY-06); it leaves its old cell.

    Other rules stack companies that operate above the others, or below them (1890-10.8-b).

    1888*-MKT-02, 1890-7.3.1-e.
    """
    leave_market(state, company)
    place = count_of(state.cell, cell)
    upper = OPERATING_ON_TOP.get(rules.settings.stack_order)
    if upper is not None and (state.status[company] == FLOATED) == upper:
        lower = [
            other
            for other, there in enumerate(state.cell)
            if there == cell and (state.status[other] == FLOATED) != upper
        ]
        place -= len(lower)
        state.depth = row_of([depth + (other in lower) for other, depth in enumerate(state.depth)])
    state.depth = with_value(state.depth, company, place)
    state.cell = with_value(state.cell, company, cell)


def begin_to_operate(rules: Ruleset, state: State, company: CompanyId) -> None:
    """Let a company operate, and restack its token where the stack order goes by status.

    It goes to the bottom (`began`), or becomes the last of those waiting, above all that operate (`waiting`)
    (1890-10.8-b).
    """
    if rules.settings.stack_order == "waiting":
        enter_cell(rules, state, company, state.cell[company])
    set_status(state, company, FLOATED)
    if rules.settings.stack_order == "began":
        enter_cell(rules, state, company, state.cell[company])


def cell_after_sale(rules: Ruleset, cell: CellId, count: int) -> CellId:
    """Cell that a token reaches when a number of shares is sold (1889-SEL-02, 1889-SEL-03, 1890-8.3.1-d)."""
    for _ in range(count):
        cell = rules.market.on_sale[cell]
    return cell


def leave_market(state: State, company: CompanyId) -> None:
    """Take a token off the market; those below it in its cell move up."""
    old, depth = state.cell[company], state.depth[company]
    if old != NOBODY:
        cells = state.cell
        state.depth = row_of([each - (cells[at] == old and each > depth) for at, each in enumerate(state.depth)])
        state.cell = with_value(state.cell, company, NOBODY)
    state.depth = with_value(state.depth, company, 0)


def operating_order(rules: Ruleset, state: State, least: int = FLOATED) -> list[CompanyId]:
    """Floated companies in operating order: by price, then furthest right, then top of the stack.

    Companies without a price, such as minors, come first, in the title's order. `least`: STARTED to include companies
    that have not floated, in the order in which they would act.
    """
    ranks, companies = rules.ranks, state.companies
    keys: list[int] = []  # rank and company in one number, which sorts faster than a function of the company
    for company, status in enumerate(state.status):
        if least <= status <= FLOATED:  # 1888*-OR-10
            keys.append((ranks[state.cell[company]] + state.depth[company]) * companies + company)
    keys.sort()  # 1889-OR-03, 1889-OR-05, 1888*-OR-06, 1888*-OR-07, 1890-10.1-a, 1890-10.3-b, 1890-10.3-d
    order = [key % companies for key in keys]
    if least < FLOATED and rules.settings.stack_order == "operating":  # 1890-10.8-b
        order.sort(key=lambda company: ranks[state.cell[company]] + (state.status[company] != FLOATED))
    return order
