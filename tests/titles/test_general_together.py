"""All keys and options of general use in one toy, played at random: they meet each other at every position."""

from __future__ import annotations

import pytest

from tests.titles.toys import Toy, hold_all_promises

TITLE = """[draws]
baron = "ALD BRK DAL"
[phases]
2 = { sells_privates = true }
[rules]
bids_hold = "highest"
private_trades = "always"
trade_turns = "extra"
private_low = 0
steps = "home track token run dividend trains privates"
"""
COMPANIES = """[companies.BRK]
homes = "C6 C8"
chooses_home = true
[companies.ELM]
homes = "E2 B7"
tokens = "0 40 60"
chooses_home = true
[privates.CF]
powers = [{ kind = "teleport", owner = "company", tiles = "5 57", hexes = "C4 B7" }]
[privates.MW]
for_sale = false
powers = [
    { kind = "brings", owner = "player", draw = "baron", what = "president" },
    { kind = "closes_with_train", owner = "any", draw = "baron" },
]
[privates.QU]
name = "Quarry"
price = 60
income = 10
powers = [{ kind = "teleport", owner = "company", tiles = "6 57", hexes = "C8 C4" }]
"""
MAP = """[hexes]
B7 = { place = "Mill", cost = 40, terrain = ["hill"], nodes = ["city 1 0"] }
C8 = { place = "Pit", nodes = ["city 1 0"] }
A2 = { place = "Pittsburgh", nodes = ["city 1 yellow=30 brown=60 end"], group = "Pittsburgh" }
F3 = { place = "Pittsburgh", nodes = ["offboard yellow=40 brown=80"], group = "Pittsburgh" }
"""
MARKET = """[marks]
p = { par = true, several = true }
y = { zone = "yellow", uncounted = true, unlimited = true, several = true }
"""
TILES = '[yellow]\n9 = { count = "unlimited" }\n'


@pytest.mark.parametrize("agreed", [False, True])
@pytest.mark.parametrize("first", [0, pytest.param(4, marks=pytest.mark.long)])
def test_random_games_keep_every_promise(toy: Toy, first: int, agreed: bool) -> None:
    """With offers that are asked for, and with sales that are agreed, so that companies have the teleports."""
    more = 'offers = "agreed"\n' if agreed else ""
    for number in range(first, first + (40 if first else 4)):
        hold_all_promises(toy(title=TITLE + more, companies=COMPANIES, map=MAP, market=MARKET, tiles=TILES), number)
