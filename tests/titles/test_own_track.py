"""Private whose two tiles its company lays in its track step, both or none: a toy edition of Four Valleys."""

from __future__ import annotations

import pytest

from tests.builders import assign_private, code, lay, lay_private, lay_tile, operate, play, start, stock_round
from tests.titles.toys import GAMES, Toy, hold_all_promises
from tetsudo.core.actions import LayPrivateTile, Pass
from tetsudo.game.game import Game
from tetsudo.language.power_sentences import sentences

WAGONS = """[privates.MW]
powers = [{ kind = "lays_tile", owner = "company", when = "own_track", tiles = "8 9", hexes = "B5 B7", together = 2, \
joined = true, rest = "all" }]
"""
# B7 lies south of B5, at the edge of the map: its sides 0 and 1 lead nowhere.
JOINED = {("B5", "9", 0), ("B5", "8", 0), ("B5", "8", 4), ("B7", "8", 3)}
"""Lays with track at the common side."""


def owning(title: str) -> Game:
    """Alder Valley, of player 0, owns the private and is about to lay track; player 0 presides over Dale, too."""
    game = stock_round(2, title=title, cash=300)
    start(game, "ALD", {0: 60}, cash=100)
    start(game, "DAL", {0: 60}, cash=100)
    assign_private(game, "MW", "ALD")
    return operate(game, "ALD")


def lays(game: Game) -> set[tuple[str, str, int]]:
    """Listed lays of the private: hex, tile, rotation."""
    hexes, tiles = game.setup.map.hexes, game.setup.tiles
    listed = (each for each in game.legal_actions() if isinstance(each, LayPrivateTile))
    return {(hexes[each.hex].name, tiles[each.tile].name, each.rotation) for each in listed}


def test_the_first_tile_leaves_room_for_the_second(toy: Toy) -> None:
    game = owning(toy(companies=WAGONS))
    assert lays(game) == JOINED
    assert code(game, lay_private(game, 0, "MW", "B5", "9", 1)) == "private_lay_rest"
    play(game, lay_private(game, 0, "MW", "B5", "9", 0))
    assert code(game, Pass(0)) == "must_lay_rest"
    assert lays(game) == {("B7", "8", 3)}
    play(game, lay_private(game, 0, "MW", "B7", "8", 3))
    assert (game.to_act.doing, lays(game)) == ("track", set())
    assert code(game, lay_tile(game, "ALD", "B3", "57", 1)) == ""  # the tile of the turn is still to come


def test_two_tiles_of_a_kind_take_two_copies(toy: Toy) -> None:
    game = owning(toy(companies=WAGONS, tiles="[yellow]\n8 = { count = 1 }\n"))
    assert lays(game) == {("B5", "9", 0), ("B7", "8", 3)}
    assert code(game, lay_private(game, 0, "MW", "B5", "8", 0)) == "private_lay_rest"


def test_the_track_step_waits_for_it(toy: Toy) -> None:
    game = owning(toy(companies=WAGONS))
    play(game, lay_tile(game, "ALD", "B3", "57", 1))
    assert (game.to_act.doing, lays(game)) == ("track", JOINED)
    play(game, Pass(0))
    assert game.to_act.doing != "track"


def test_it_is_lost_once_a_tile_lies_there(toy: Toy) -> None:
    game = owning(toy(companies=WAGONS))
    lay(game, "B7", "8", 3)
    assert lays(game) == set()
    play(game, lay_tile(game, "ALD", "B3", "57", 1))
    assert game.to_act.doing != "track"


def test_only_the_track_step_of_its_company_is_the_time(toy: Toy) -> None:
    game = owning(toy(companies=WAGONS))
    wish = lay_private(game, 0, "MW", "B5", "9", 0)
    assert code(game, wish) == ""
    operate(game, "ALD", "trains", settle=False)
    assert code(game, wish) == "private_lay_when"
    operate(game, "DAL")
    assert (code(game, wish), lays(game)) == ("private_lay_when", set())
    idle = stock_round(2, title=game.setup.title)
    start(idle, "ALD", {0: 60})
    assign_private(idle, "MW", "ALD")
    assert (code(idle, wish), lays(idle)) == ("private_lay_when", set())


def test_the_card_tells_it(toy: Toy) -> None:
    setup = owning(toy(companies=WAGONS)).setup
    assert sentences(setup.privates[0], setup) == [
        "The company that owns it may lay 2 of #8, #9, joined by track, in B5, B7, when it lays track, once: free,"
        " without connection, in addition to the turn's tile."
    ]


def test_the_card_names_a_single_tile(toy: Toy) -> None:
    """It is not one of several."""
    power = '{ kind = "lays_tile", owner = "company", when = "own_track", tiles = "8", hexes = "B5 B7" }'
    setup = owning(toy(companies=f"[privates.MW]\npowers = [{power}]\n")).setup
    assert sentences(setup.privates[0], setup)[0].startswith("The company that owns it may lay #8 in B5, B7, when")


@pytest.mark.parametrize("number", GAMES)
def test_random_games_keep_every_promise(toy: Toy, number: int) -> None:
    hold_all_promises(toy(companies=WAGONS), number)
