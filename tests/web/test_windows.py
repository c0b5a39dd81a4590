"""What a table shows where minors join, convert and close, pars are set at once, and tokens are passed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.games import played
from tests.web.test_controls import carried, choices, scene
from tetsudo.actions import Runs
from tetsudo.game import Game
from tetsudo.web.table.controls import acts_of
from tetsudo.web.table.desk import ON_THE_MAP
from tetsudo.web.table.panels import changed_panels

pytestmark = pytest.mark.django_db

FOUR = ("Ann", "Bo", "Cy", "Di")


def positions(scenario: str, seed: int, apart: int) -> Iterator[Game]:
    """Positions of a whole game that is a little odd, some actions from each other; each step's first too."""
    game, seen = played(seed, FOUR, 0.1, title="1890", scenario=scenario), set()
    for length in range(game.length):
        earlier = game.earlier(length)
        if length % apart == 0 or earlier.to_act.doing not in seen:
            yield earlier
        seen.add(earlier.to_act.doing)


def check(game: Game) -> None:
    """All that is offered is on the page, and nothing else; all panels can be drawn."""
    shown = scene(game)
    acts = acts_of(shown)
    buttons = [action for choice in choices(acts) if choice.data for action in carried(game, choice)]
    assert all(game.is_legal(action) for action in buttons)
    for offer in game.legal_actions():
        if isinstance(offer, ON_THE_MAP):
            assert game.setup.map.hexes[offer.hex].name in acts.lit
        elif isinstance(offer, Runs):
            assert any(section.run for section in acts.sections)
        else:
            assert any(offer.admits(button) for button in buttons), offer
    assert [choice.label for section in acts.sections if section.kind == "rest" for choice in section.choices] == []
    assert len(changed_panels(shown)) == 4


def test_each_step_that_comes_has_its_controls_and_panels() -> None:
    found = list(positions("C", 1, 10**6))
    for game in found:
        check(game)
    assert {"auction", "par", "stock", "window", "forming", "run", "trains"} <= {game.to_act.doing for game in found}


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "seed"), [("A", 3), ("B", 4), ("C", 1), ("C", 5), ("D", 2)])
def test_everything_that_is_offered_has_a_control_and_nothing_else(scenario: str, seed: int) -> None:
    for game in positions(scenario, seed, 7):
        check(game)
