"""Mechanisms of general use that no shipped title needs: draws, teleports, chosen homes, grouped cities.

Toy editions, as in `test_general_keys.py`.
"""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Annotated

import pytest

import tetsudo
from tests.builders import (
    assign_private,
    bid,
    buy_train,
    code,
    company,
    hex_id,
    kinds,
    lay_private,
    operate,
    par,
    place_token,
    play,
    president,
    set_treasury,
    start,
    stock_round,
    tile,
)
from tests.titles.toys import GAMES, Toy, hold_all_promises
from tetsudo.core.actions import Action, LayTile, Par, Pass
from tetsudo.core.errors import BadData, BadInput
from tetsudo.draw.scene import occupants
from tetsudo.engine.model.power_spec import Draw, Key
from tetsudo.engine.model.title import PowerData, Setup
from tetsudo.engine.rules.engine import settle
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.tokens import has_token_on, next_token, reserved_slots, token_price
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.game.record import before_draws
from tetsudo.language.log_sentences import narrate
from tetsudo.language.power_sentences import sentences
from tetsudo.titles import loader

# A company drawn as the game is set up

DRAWS = '[draws]\nbaron = "ALD BRK DAL"\nheir = "BRK DAL ELM"\n'
BARON = """[privates.CF]
powers = [{ kind = "brings", owner = "player", draw = "baron", what = "president" }]
[privates.MW]
powers = [{ kind = "brings", owner = "player", draw = "heir", what = "share" }]
"""


HEIRLOOM = """[companies.BRK]
reserved = 1
[privates.CF]
powers = [
    { kind = "brings", owner = "player", draw = "baron", what = "president" },
    { kind = "closes_with_train", owner = "any", draw = "baron" },
]
[privates.MW]
powers = [{ kind = "brings", owner = "player", company = "BRK", what = "share" }]
"""
ONE_DRAW = '[draws]\nbaron = "ALD BRK DAL"\n'


def drawn_game(title: str, deal: str = "BRK DAL") -> Game:
    """A game of two players in which Brook Valley is the baron's and the heir has a share of Dale, or others."""
    return tetsudo.new(title, ["Ann", "Bo"], deal=deal.split())


def test_the_presidency_of_the_drawn_company_comes_with_the_private(toy: Toy) -> None:
    game = drawn_game(toy(title=DRAWS, companies=BARON))
    assert narrate(game.setup, game.names, game.events)[:2] == [
        "Brook Valley Railway is drawn for Coast Ferry.",
        "Dale & Coast Railway is drawn for Mine Wagons.",
    ]
    assert game.company("BRK").reserved == 40
    assert game.company("DAL").reserved == 20
    assert game.company("ALD").reserved == game.company("ELM").reserved == 0
    play(game, Pass(0), bid(game, 1, "MW", 20))
    assert game.player("Bo").shares == {"DAL": 20}
    play(game, bid(game, 0, "CF", 50))
    assert (game.to_act.player, game.to_act.doing) == (0, "par")
    assert {each.price for each in game.legal_actions() if isinstance(each, Par)} == set(game.setup.market.pars)
    play(game, par(game, 0, "BRK", 80))
    assert president(game, "BRK") == 0
    assert game.player("Ann").cash == 400 - 50
    assert game.to_act == (1, -1, "stock")
    assert code(game, par(game, 1, "DAL", 80)) == ""


def test_the_drawn_presidency_is_not_for_sale(toy: Toy) -> None:
    game = stock_round(2, title=toy(title=DRAWS, companies=BARON))
    drawn = game.setup.drawn[0]
    assert code(game, Par(0, drawn, 80)) == "president_reserved"
    others = [each.id for each in game.setup.companies if each.id != drawn]
    assert all(code(game, Par(0, other, 80)) == "" for other in others)


def test_the_seed_draws_no_company_twice(toy: Toy) -> None:
    title = toy(title=DRAWS, companies=BARON)
    found = {tetsudo.new(title, ["Ann", "Bo"], seed=seed).setup.dealt for seed in range(60)}
    pairs = {(one, other) for one in ("ALD", "BRK", "DAL") for other in ("BRK", "DAL", "ELM") if one != other}
    assert found == pairs
    assert len({tetsudo.new(title, ["Ann", "Bo"], seed=7).setup.dealt for _ in range(3)}) == 1


def test_records_positions_and_pickles_keep_the_draw(toy: Toy) -> None:
    game = drawn_game(toy(title=DRAWS, companies=BARON), "ALD ELM")
    play(game, bid(game, 0, "MW", 20))
    record = game.record()
    assert record.deal == ["ALD", "ELM"]
    record.seed = 12345
    for again in (tetsudo.load(record), read(write(game)), pickle.loads(pickle.dumps(game))):
        assert again.setup.dealt == ("ALD", "ELM")
        assert again.digest() == game.digest()


@pytest.mark.parametrize("deal", ["", "BRK", "BRK BRK", "ELM ALD", "BRK DAL ELM", "XX DAL"])
def test_what_cannot_be_drawn_is_refused(toy: Toy, deal: str) -> None:
    with pytest.raises(BadInput, match=r"^deal: deal must end with the companies drawn, ALD/BRK/DAL, BRK/DAL/ELM, not"):
        drawn_game(toy(title=DRAWS, companies=BARON), deal)


def test_the_card_says_what_is_drawn(toy: Toy) -> None:
    title = toy(title=DRAWS, companies=BARON)
    at_table, printed = drawn_game(title).setup, loader.setup(title, 2)
    ferry, among = at_table.privates[1], "Alder Valley Railway, Brook Valley Railway, Dale & Coast Railway"
    told = "Its buyer receives the president's certificate of {} and sets its par at once."
    assert sentences(ferry, at_table) == [told.format("Brook Valley Railway")]
    assert sentences(ferry, printed) == [told.format(f"a company that is drawn as a game begins ({among})")]


def test_a_title_has_no_company_drawn_yet_where_it_is_shown(toy: Toy) -> None:
    """Its box has all certificates of all companies, and the card names none."""
    game = before_draws(drawn_game(toy(title=DRAWS, companies=BARON)))
    assert [game.company(symbol).reserved for symbol in ("ALD", "BRK", "DAL", "ELM")] == [0, 0, 0, 0]
    assert "drawn as a game begins (" in sentences(game.setup.privates[1], game.setup)[0]


def test_a_sentence_names_the_company_of_a_draw(toy: Toy) -> None:
    """A title's own power need not look it up."""

    class Statue(Power[Ruleset]):
        kind = "statue"
        help = "Shows whom a draw has drawn."
        sentence = "It shows the founder of {draw}."
        draw: Annotated[Draw, Key("which one")]

        def settle(self, setup: Setup) -> None:
            self.company = setup.drawn[self.draw]

    setup = drawn_game(toy(title=DRAWS, companies=BARON), "BRK DAL").setup
    ferry = replace(setup.privates[1], powers=(PowerData(Statue, "any", {"draw": 1}),))
    assert sentences(ferry, setup) == ["It shows the founder of Dale & Coast Railway."]


def test_if_any_company_may_be_drawn_none_is_listed(toy: Toy) -> None:
    title = toy(title=DRAWS.replace("ALD BRK DAL", "ALD BRK DAL ELM"), companies=BARON)
    printed = loader.setup(title, 2)
    (told,) = sentences(printed.privates[1], printed)
    assert told == (
        "Its buyer receives the president's certificate of a company that is drawn as a game begins and sets its par at"
        " once."
    )


def test_one_company_may_be_drawn_and_have_a_share_with_another_private(toy: Toy) -> None:
    """Brook Valley has a share for Mine Wagons in any case and, if it is drawn, its presidency for Coast Ferry."""
    title = toy(title=ONE_DRAW, companies=HEIRLOOM)
    assert [drawn_game(title, deal).company("BRK").reserved for deal in ("ALD", "BRK")] == [20, 60]
    game = drawn_game(title, "BRK")
    play(game, bid(game, 0, "MW", 20), bid(game, 1, "CF", 50), par(game, 1, "BRK", 80))
    assert (game.player("Ann").shares, game.player("Bo").shares) == ({"BRK": 20}, {"BRK": 40})
    assert game.company("BRK").reserved == 0


@pytest.mark.parametrize(("drawn", "is_closed"), [("BRK", True), ("ALD", False)])
def test_a_private_closes_with_the_first_train_of_the_drawn_company(toy: Toy, drawn: str, is_closed: bool) -> None:
    game = drawn_game(toy(title=ONE_DRAW, companies=HEIRLOOM), drawn)
    assign_private(game, "CF", 0)
    (_, told) = sentences(game.setup.privates[1], game.setup)
    assert told == f"It closes when {game.company(drawn).name} buys a train."
    start(game, "BRK", {0: 60}, cash=200)
    operate(game, "BRK", "trains", settle=False)
    events = play(game, buy_train(game, "BRK", "2"))
    assert game.private("CF").is_closed == is_closed
    assert ("private_closed" in kinds(events)) == is_closed


def test_a_private_closes_with_the_train_of_a_named_company(toy: Toy) -> None:
    power = 'powers = [{ kind = "closes_with_train", owner = "any", company = "ALD" }]'
    game = stock_round(2, title=toy(companies=f"[privates.CF]\n{power}\n"))
    assign_private(game, "CF", 1)
    start(game, "ALD", {0: 60}, cash=200)
    operate(game, "ALD", "trains", settle=False)
    play(game, buy_train(game, "ALD", "2"))
    assert game.private("CF").is_closed


@pytest.mark.parametrize(
    ("draws", "companies", "sentence"),
    [
        ('[draws]\nbaron = "ALD XX"\nheir = "BRK"\n', BARON, "draws.baron: 'XX' is no company"),
        ('[draws]\nbaron = "BRK"\nheir = "BRK"\n', BARON, "draws.heir: has too few companies"),
        (DRAWS, BARON.replace("share", "par"), "draws.heir: brings shares and at most one president"),
        (DRAWS, BARON + "[companies.ALD]\npresident_reserved = true\n", "baron: ALD cannot be drawn: its president"),
        (DRAWS, BARON + "[companies.BRK]\nreserved = 3\n", "draws.heir: brings more shares than a company has left"),
        (ONE_DRAW, HEIRLOOM.replace('"any", draw = "baron"', '"any"'), "company: is missing, and so is a draw"),
        (DRAWS, BARON.replace('draw = "heir", ', ""), r"powers\[0\].company: is missing, and so is a draw"),
        (DRAWS, BARON.replace('draw = "heir"', 'draw = "heir", company = "ELM"'), "company: says nothing where draw"),
        ("", BARON, "draw: 'baron' is no draw .1 more mistake"),
    ],
)  # fmt: skip
def test_draws_that_cannot_be_made_are_refused(toy: Toy, draws: str, companies: str, sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        loader.check(toy(title=draws, companies=companies))


@pytest.mark.parametrize("number", GAMES)
def test_random_games_with_draws_keep_every_promise(toy: Toy, number: int) -> None:
    hold_all_promises(toy(title=DRAWS, companies=BARON), number)
    hold_all_promises(toy(title=ONE_DRAW, companies=HEIRLOOM), number)


# A teleport: a tile of the turn and a token, both without connection

MILL = '[hexes]\nB7 = { place = "Mill", cost = 40, terrain = ["hill"], nodes = ["city 1 0"] }\n'
TELEPORT = """[privates.CF]
powers = [{ kind = "teleport", owner = "company", tiles = "5 57", hexes = "C4 B7" }]
"""


def teleport_table(title: str, owner: str | int = "ALD", cash: int = 100) -> Game:
    """Alder Valley, far from the mill, is to lay track; it has the ferry, or another owner has."""
    game = stock_round(2, title=title)
    start(game, "ALD", {0: 60}, cash=cash)
    start(game, "BRK", {1: 60}, cash=cash)
    assign_private(game, "CF", owner)
    return operate(game, "ALD")


def to_mill(game: Game) -> Action:
    """Tile 57 on the mill by the ferry, from Brookton's hex to A6."""
    hex, faces = hex_id(game, "B7"), game.setup.face_of
    rotation = next(turn for turn in range(6) if game.ruleset.atlas.fits(hex, faces[tile(game, "57"), turn]))
    return lay_private(game, 0, "CF", "B7", "57", rotation)


def test_the_tile_is_the_turns_and_pays_for_the_terrain_the_token_is_free(toy: Toy) -> None:
    """The mill costs 40 to build on; a second token costs 40 elsewhere."""
    game = teleport_table(toy(map=MILL, companies=TELEPORT))
    events = play(game, to_mill(game))
    assert kinds(events) == ["terrain_paid", "private_tile_laid"]
    assert game.company("ALD").cash == 100 - 40
    assert game.to_act.doing == "token"
    assert code(game, place_token(game, "ALD", "B7")) == ""
    assert read(write(game)).state == game.state
    play(game, place_token(game, "ALD", "B7"))
    assert game.company("ALD").cash == 60
    assert has_token_on(game.ruleset, game.state, company(game, "ALD"), hex_id(game, "B7"))
    game.undo()
    game.undo()
    assert code(game, to_mill(game)) == ""


def test_ordinary_tiles_use_up_the_lays_of_the_turn(toy: Toy) -> None:
    """Of two lays the teleport may be the second; then no third is left for it."""
    two = "[phases]\n2 = { lays = { ALD = 2 } }\n"
    game = teleport_table(toy(title=two, map=MILL, companies=TELEPORT))
    lay_anything(game)
    assert code(game, to_mill(game)) == ""
    lay_anything(game)
    assert code(game, to_mill(game)) == "private_lay_when"


def lay_anything(game: Game) -> None:
    """Lay the first listed tile of a company."""
    play(game, next(each for each in game.legal_actions() if isinstance(each, LayTile)))


def test_the_token_needs_the_tile_of_the_same_turn(toy: Toy) -> None:
    game = teleport_table(toy(map=MILL, companies=TELEPORT))
    play(game, to_mill(game), Pass(0))
    finish_turn(game)
    assert game.to_act.company == company(game, "BRK")
    operate(game, "ALD", "token", settle=False)
    assert code(game, place_token(game, "ALD", "B7")) == "token_unconnected"
    operate(game, "ALD")
    assert code(game, to_mill(game)) == "power_used"


def finish_turn(game: Game) -> None:
    """Leave trains and everything else alone until the next company's turn."""
    while game.to_act.company == company(game, "ALD"):
        game.apply(Pass(game.to_act.player))


@pytest.mark.parametrize("owner", [0, "BRK"])
def test_only_the_company_that_owns_the_private_teleports(toy: Toy, owner: str | int) -> None:
    game = teleport_table(toy(map=MILL, companies=TELEPORT), owner)
    assert code(game, to_mill(game)) == "not_your_private"


def test_the_terrain_must_be_paid_for(toy: Toy) -> None:
    game = teleport_table(toy(map=MILL, companies=TELEPORT), cash=39)
    refused = game.why_not(to_mill(game))
    assert refused is not None
    assert (refused.code, refused.sentence) == (
        "private_lay_cost",
        "Alder Valley Railway cannot pay the terrain cost of $40 on B7.",
    )
    free = teleport_table(toy(map=MILL, companies=TELEPORT.replace("hexes", "pays = false, cost = 30, hexes")), cash=39)
    play(free, to_mill(free), place_token(free, "ALD", "B7"))
    assert free.company("ALD").cash == 39 - 30


def test_the_token_may_have_a_price(toy: Toy) -> None:
    """60 are left after the terrain: enough for a token of 60, not for one of 61."""
    priced = TELEPORT.replace("hexes", "cost = 60, hexes")
    game = teleport_table(toy(map=MILL, companies=priced))
    play(game, to_mill(game))
    play(game, place_token(game, "ALD", "B7"))
    assert game.company("ALD").cash == 0
    game.undo()
    set_treasury(game, "ALD", 59)
    refused = game.why_not(place_token(game, "ALD", "B7"))
    assert refused is not None
    assert (refused.code, refused.sentence) == ("token_cost", "Alder Valley Railway has $59; a token costs $60.")


def test_a_private_lays_tiles_in_one_way_only(toy: Toy) -> None:
    other = '{ kind = "lays_tile", owner = "company", when = "turn", tiles = "8", hexes = "B5" }'
    with pytest.raises(BadData, match="a private has only one of teleport and lays_tile"):
        loader.check(toy(map=MILL, companies=TELEPORT.replace("}]", f"}}, {other}]")))


def test_the_card_of_the_teleport_says_it_all(toy: Toy) -> None:
    setup = loader.setup(toy(map=MILL, companies=TELEPORT), 2)
    assert sentences(setup.privates[1], setup) == [
        "Once, the company that owns it may lay one of #5, #57 in C4 Forge, B7 Mill as a tile of its turn for the "
        "terrain cost, without connection. In the same turn it may place a token there free, also without connection."
    ]
    one = loader.setup(toy(map=MILL, companies=TELEPORT.replace('"5 57"', '"57"')), 2)
    assert "may lay #57 in" in sentences(one.privates[1], one)[0]


@pytest.mark.parametrize("number", GAMES)
def test_random_games_with_a_teleport_keep_every_promise(toy: Toy, number: int) -> None:
    """Companies buy the private early and cheaply, so that most games use it."""
    early = '[phases]\n2 = { sells_privates = true }\n[rules]\nprivate_low = 0\noffers = "agreed"\n'
    hold_all_promises(toy(title=early, map=MILL, companies=TELEPORT), number)


# A company chooses its home among several

CHOICE = '[rules]\nsteps = "home track token run dividend trains privates"\n'
ELM = '[companies.ELM]\nhomes = "E2 B7"\ntokens = "0 40 60"\nchooses_home = true\n'


def choosing_table(title: str) -> Game:
    """Elm Valley, with 100, is to choose between Elmstead and the mill in its first turn."""
    game = stock_round(2, title=title)
    start(game, "BRK", {1: 60}, cash=100)
    start(game, "ELM", {0: 60}, cash=100, tokens=[])
    return operate(game, "ELM", "home", settle=False)


def test_the_president_chooses_one_of_the_homes(toy: Toy) -> None:
    game = choosing_table(toy(title=CHOICE, map=MILL, companies=ELM))
    assert (game.to_act.player, game.to_act.doing) == (0, "home")
    assert set(game.legal_actions()) == {place_token(game, "ELM", "E2"), place_token(game, "ELM", "B7")}
    assert code(game, Pass(0)) == "must_choose_home"
    assert code(game, place_token(game, "ELM", "B3")) == "no_home_there"
    assert code(game, place_token(game, "ELM", "D3")) == "no_home_there"
    assert read(write(game)).state == game.state
    play(game, place_token(game, "ELM", "B7"))
    assert game.to_act.doing == "track"
    assert game.company("ELM").cash == 100
    number = company(game, "ELM")
    assert token_price(game.ruleset, game.state, number, next_token(game.ruleset, game.state, number)) == 40
    assert code(game, place_token(game, "ELM", "E2")) == "not_this_step"
    assert read(write(game)).state == game.state
    game.undo()
    assert game.to_act.doing == "home"


def test_a_slot_is_reserved_in_each_home_until_the_choice(toy: Toy) -> None:
    game = choosing_table(toy(title=CHOICE, map=MILL, companies=ELM))
    mill, elmstead, brook = hex_id(game, "B7"), hex_id(game, "E2"), company(game, "BRK")
    reserved = [reserved_slots(game.ruleset, game.state, brook, hex, 0) for hex in (mill, elmstead)]
    assert reserved == [1, 1]
    assert {hex for (hex, _), who in occupants(game.setup, game.state).items() if who[0].symbol == "ELM"} == {
        mill,
        elmstead,
    }
    play(game, place_token(game, "ELM", "E2"))
    assert reserved_slots(game.ruleset, game.state, brook, mill, 0) == 0
    assert (mill, 0) not in occupants(game.setup, game.state)


def test_other_companies_begin_with_track(toy: Toy) -> None:
    game = choosing_table(toy(title=CHOICE, map=MILL, companies=ELM))
    operate(game, "BRK", "home", settle=False)
    settle(game.ruleset, game.state, [])
    assert game.to_act.doing == "track"


@pytest.mark.parametrize(
    ("rules", "companies", "sentence"),
    [
        ("", ELM, "rules.steps: must begin with home: ELM chooses its home"),
        (CHOICE.replace("home track", "track home"), ELM, "rules.steps: must begin with home"),
        (CHOICE, "", "rules.steps: has a step home, but no company chooses its home"),
        (CHOICE, ELM.replace("E2 B7", "E2"), "chooses_home: says nothing for a company with one home"),
        (CHOICE, ELM + "lays_home = true\n", "lays_home: cannot be combined with chooses_home"),
        (CHOICE, ELM.replace("E2 B7", "E2 B3"), "the city B3:0 has no room for one more home"),
    ],
)
def test_homes_that_cannot_be_chosen_are_refused(toy: Toy, rules: str, companies: str, sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        loader.check(toy(title=rules, map=MILL, companies=companies))


@pytest.mark.parametrize("number", GAMES)
def test_random_games_with_a_choice_of_homes_keep_every_promise(toy: Toy, number: int) -> None:
    all_choose = '[companies.BRK]\nhomes = "C6 C8"\nchooses_home = true\n' + ELM
    two = MILL + 'C8 = { place = "Pit", nodes = ["city 1 0"] }\n'
    hold_all_promises(toy(title=CHOICE, map=two, companies=all_choose), number)


# A location of several hexes with cities

PITTSBURGH = """[hexes]
A2 = { place = "Pittsburgh", nodes = ["city 1 yellow=30 brown=60 end"], group = "Pittsburgh" }
F3 = { place = "Pittsburgh", nodes = ["offboard yellow=40 brown=80"], group = "Pittsburgh" }
"""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('B3 = { group = "Pittsburgh" }', "B3.group: is for a location where routes end"),
        ('C4 = { group = "Pittsburgh" }', "C4.group: is for a location where routes end"),
        ('B3 = { nodes = ["city 1 20 end"], group = "Pittsburgh" }', "in a colour that takes no tile"),
    ],
)
def test_a_group_is_of_ends_only(toy: Toy, line: str, sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        loader.check(toy(map=f"[hexes]\n{line}\n"))


@pytest.mark.parametrize("number", GAMES)
def test_random_games_with_such_a_location_keep_every_promise(toy: Toy, number: int) -> None:
    hold_all_promises(toy(map=PITTSBURGH), number)
