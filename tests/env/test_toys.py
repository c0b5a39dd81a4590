"""Codes and observations of toy titles with the keys of general use, in every position of a random game."""

from __future__ import annotations

import pytest

from tests.env.test_codes import check_codes
from tests.properties.walks import Walk, listings_of, new_numbered_game
from tests.titles.test_general_keys import CHEAP, FREED, QUARRY, TRADES
from tests.titles.test_general_mechanisms import BARON, CHOICE, DRAWS, ELM, MILL, TELEPORT
from tests.titles.toys import Toy
from tetsudo.env.codes import ActionCodes
from tetsudo.env.observation import Observation

EARLY = "[phases]\n2 = { sells_privates = true }\n"
TOYS = {
    "trades": {"title": TRADES + 'bids_hold = "highest"\n', "companies": QUARRY},
    "several": {"title": FREED, "market": CHEAP},
    "draws": {"title": DRAWS, "companies": BARON},
    "teleport": {"title": EARLY, "map": MILL, "companies": TELEPORT},
    "home": {"title": CHOICE, "map": MILL, "companies": ELM},
}


@pytest.mark.parametrize("name", TOYS)
def test_whatever_is_listed_has_a_code(toy: Toy, name: str) -> None:
    title = toy(**TOYS[name])
    for number in range(3):
        game = new_numbered_game(number, title)
        codes, walk = ActionCodes(game.ruleset), Walk(number, game)
        seen = Observation(game.ruleset)
        while not game.is_over and game.length < 300:
            for player in range(game.setup.players):
                check_codes(game, codes, player)
            assert len(seen.of(game.state, game.to_act.player)) == seen.size
            game.apply(walk.decide(game, listings_of(game)))
