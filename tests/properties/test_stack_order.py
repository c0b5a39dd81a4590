"""The market's stacks in random play of 1890, compared with a second implementation that follows events (1890 10.8)."""

from __future__ import annotations

import pytest

from tests.properties.walks import Walk, listings_of
from tetsudo.core.events import Event
from tetsudo.game.game import Game
from tetsudo.game.record import new

ORDERS = ("arrival", "operating", "began", "waiting")

ARRIVALS = ("started", "par_set", "price_moved")
"""Events by which a marker enters a cell."""


KINDS = (*ARRIVALS, "floated", "company_closed")


def company_of(event: Event) -> int:
    company = getattr(event, "company", None)
    assert isinstance(company, int)
    return company


class Stacks:
    """The stack of each cell, top first, according to events."""

    def __init__(self, order: str) -> None:
        self.order = order
        self.cells: dict[int, list[int]] = {}
        self.operating: set[int] = set()

    def follow(self, game: Game) -> None:
        """Apply the moves of the last action. Cells that a marker passed through are skipped."""
        moved = [(event.kind, company_of(event)) for event in game.latest_events if event.kind in KINDS]
        for at, (kind, company) in enumerate(moved):
            comes_again = any(other == company and later in ARRIVALS for later, other in moved[at + 1 :])
            if kind == "floated":
                self.begin(company)
                continue
            self.leave(company)
            cell = game.state.cell[company]
            if kind != "company_closed" and not comes_again and cell >= 0:
                self.enter(company, cell)

    def leave(self, company: int) -> None:
        for stack in self.cells.values():
            if company in stack:
                stack.remove(company)

    def enter(self, company: int, cell: int) -> None:
        """Add a marker at the bottom of its stack, or below the group it may not pass."""
        stack = self.cells.setdefault(cell, [])
        group = [other for other in stack if (other in self.operating) == (company in self.operating)]
        others = [other for other in stack if other not in group]
        if self.order in ("arrival", "operating"):
            stack.append(company)
        elif (company in self.operating) == (self.order == "began"):
            stack[:] = [*group, company, *others]
        else:
            stack[:] = [*others, *group, company]

    def begin(self, company: int) -> None:
        """Move a company that starts operating below the others that operate, within the order's groups."""
        for stack in self.cells.values():
            if company in stack and self.order in ("began", "waiting"):
                stack.remove(company)
                operating = [other for other in stack if other in self.operating]
                waiting = [other for other in stack if other not in self.operating]
                stack[:] = [*operating, company, *waiting] if self.order == "began" else [*waiting, company, *operating]
        self.operating.add(company)


def crowd(game: Game) -> int:
    """Number of markers in the fullest cell."""
    cells = [cell for cell in game.state.cell if cell >= 0]
    return max(map(cells.count, cells), default=0)


@pytest.mark.rule("1890-10.8-b", "1890-7.3.1-e")
@pytest.mark.parametrize("order", ORDERS)
def test_stacks_lie_as_events_tell_it(order: str) -> None:
    fullest = 0
    for number in range(6):
        game = new("1890", ["A", "B", "C"], seed=number, scenario="C", options={"stack_order": order})
        walk, stacks = Walk(number, game), Stacks(order)
        while not game.is_over and game.length < 1200:
            game.apply(walk.decide(game, listings_of(game)))
            stacks.follow(game)
            state = game.state
            for cell, stack in stacks.cells.items():
                here = [company for company, place in enumerate(state.cell) if place == cell]
                assert sorted(here, key=state.depth.__getitem__) == stack
                assert sorted(state.depth[company] for company in here) == [*range(len(here))]
            fullest = max(fullest, crowd(game))
    assert fullest > 3
