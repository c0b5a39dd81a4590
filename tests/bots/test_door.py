"""The bot interface: information in a view, budgets, bots by name and from files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.builders import lay, operate, start, stock_round
from tetsudo.bots import LEVELS, Budget, Choice, maker
from tetsudo.bots.player import ask_for_choice
from tetsudo.core.actions import LayTile, PlaceToken
from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table

FIRST_OFFER = """
class First:
    def __init__(self, setup, rng):
        self.title = setup.title

    def decide(self, view, actions, budget):
        return actions[0].example()
"""


def railway() -> Game:
    """AR with its home token and a 2-train, about to lay track."""
    game = stock_round()
    start(game, "AR", {0: 60}, cash=0, trains=("2",))
    return operate(game, "AR", "track")


def test_what_if_is_a_game_of_its_own_whose_chance_is_another() -> None:
    game = Table("1889", 3).game(seed=7)
    tried = game.view(0).what_if()
    before = game.digest()
    tried.apply(tried.legal_actions()[0].example())
    assert game.digest() == before != tried.digest()
    assert tried.seed is None


def test_what_if_begins_where_the_game_stands() -> None:
    game = railway()
    tried = game.view(0).what_if()
    assert tried.digest() == game.digest()
    assert tried.actions == []


def test_a_lay_is_tried_whatever_it_costs() -> None:
    """AR has no money."""
    game = railway()
    view = game.view(0)
    lays = [each for each in view.legal_actions() if isinstance(each, LayTile)]
    before = game.digest()
    seen = view.tried(lays[0])
    assert seen.hex(game.setup.map.hexes[lays[0].hex].name).tile == game.setup.tiles[lays[0].tile].name
    assert game.digest() == before


def test_a_token_is_tried() -> None:
    game = railway()
    lay(game, "K8", "57", 1)
    hex, company = game.hex("K8").id, game.company("AR").id
    seen = game.view(0).tried(PlaceToken(0, company, hex, 0))
    assert seen.company("AR").tokens.count("K8") == game.company("AR").tokens.count("K8") + 1


def test_the_last_revenue_is_told() -> None:
    assert railway().view(1).company("AR").last_revenue is None


def test_rollouts_are_counted_and_seconds_pass() -> None:
    thinking = Budget(rollouts=3).begin()
    assert thinking.allows(3)
    assert not thinking.allows(4)
    thinking.rollouts = 3
    assert not thinking.allows()
    assert not Budget(seconds=0).begin().allows()
    assert Budget().begin().allows()
    assert not Budget(cancelled=lambda: True).begin().allows()


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_made_by_its_name(level: str) -> None:
    game = Table("1889", 3).game()
    player = maker(level)(game.setup, Random(1))
    offers = game.legal_actions()
    choice = ask_for_choice(player, game.view(0), offers, Budget(rollouts=2))
    assert any(offer.admits(choice.action) for offer in offers)


def test_a_class_in_a_file_plays(tmp_path: Path) -> None:
    """It may return a bare action."""
    file = tmp_path / "mine.py"
    file.write_text(FIRST_OFFER)
    game = Table("1889", 3).game()
    player = maker(f"{file}:First")(game.setup, Random(1))
    choice = ask_for_choice(player, game.view(0), game.legal_actions())
    assert choice == Choice(game.legal_actions()[0].example())
    assert maker(f"{file}:First") is maker(f"{file}:First")


def test_what_is_no_bot_is_told(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("1 / 0")
    for name, said in {
        "genius": "There is no bot genius. Bots: random, simple, casual, rules, rollouts",
        f"{tmp_path}/nothing.py:Bot": "there is no file",
        f"{file}:Bot": "cannot be run: ZeroDivisionError",
    }.items():
        with pytest.raises(BadInput, match=said):
            maker(name)
    file.write_text("Bot = 3")
    with pytest.raises(BadInput, match="is not a bot class"):
        maker(f"{file}:Bot")
