"""A view never reveals what its player may not know, and never changes the game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.properties.walks import TITLES, choose, new_numbered_game
from tetsudo.game.play import SAMPLE_SECRET
from tetsudo.game.views.table import View


def readable_facts(view: View) -> list[Any]:
    """Everything readable from a view without further calls."""
    names = [name for name in dir(View) if isinstance(getattr(View, name), property) and name != "offer"]
    parts = [repr(getattr(view, name)) for name in names]
    return [repr(view), *parts, view.legal_actions() if view.to_act.doing != "run" else []]


@pytest.mark.parametrize("title", TITLES)
def test_views_clone_and_look_ahead_without_telling_of_chance_or_what_was_undone(title: str) -> None:
    random, game = Random(5), new_numbered_game(5, title)
    for _ in range(150):
        if game.is_over:
            break
        action = choose(game.legal_actions(), random)
        if game.length % 5 == 0:
            before = game.state.clone()
            other = game.with_chance(6)
            other.apply(action)
            other.undo()  # the undone action must stay secret
            for player in (-1, *range(game.setup.players)):
                mine, others = game.view(player), other.view(player)
                assert readable_facts(mine.clone()) == readable_facts(others.clone()) == readable_facts(mine)
                then, thens = mine.preview(action), others.preview(action)
                assert readable_facts(then) == readable_facts(thens)
                for copy in (mine.clone(), others.clone(), then, thens):
                    assert (copy._game.seed, copy._game._secret, copy._game.undone) == (None, SAMPLE_SECRET, 0)
            assert game.state == before
        game.apply(action)
