"""1890: the Second World War air raids (C.10.14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    buy_train,
    clause,
    code,
    company,
    empty_depot,
    hex_id,
    is_admitted,
    kinds,
    lay,
    lay_tile,
    lays_on,
    leave_in_depot,
    operate,
    place_token,
    play,
    president,
    private,
    set_phase,
    start,
    tile,
    token,
)
from tests.clauses.t1890.boards import board, tile_names
from tests.clauses.t1890.forming import assign_minor, set_up_kinki
from tetsudo.core.actions import LayTile, Pass, TakeBackToken
from tetsudo.core.events import Event
from tetsudo.engine.rules.rounds.minors.formation import join
from tetsudo.engine.rules.shares.company_closing import close_company
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import apply_lay_effects
from tetsudo.engine.state.board import face_on, remove_token, set_token_waiting, tiles_left
from tetsudo.game.game import Game
from tetsudo.game.position import read

PRICES = {"JR": 100, "HK": 100, "HS": 90, "KH": 80, "NK": 75, "SY": 70}
"""Par prices; companies operate in this order, after the minors."""


def war(*tokens: str, more: int = 1, variants: Sequence[str] = ("air-raids",)) -> Game:
    """The middle of phase 2.5: tokens placed as in "HS F9 F7" or "HK F7:1"; companies operate in the order of PRICES.

    `more`: number of 3+3-trains left, which are on sale. Each company has its own president and 1000.
    """
    game = board(variants=variants)
    for number, words in enumerate(tokens):
        symbol, *places = words.split()
        if symbol in PRICES:
            start(game, symbol, {number: 60}, par=PRICES[symbol], cash=1000, tokens=[])
        else:
            assign_minor(game, symbol, number, cash=1000)
            places = places[1:]  # it is at home
        for place in places:
            name, _, city = place.partition(":")
            token(game, symbol, name, int(city or 0))
    set_phase(game, "2.5")
    empty_depot(game, "2", "2+2", "3")
    leave_in_depot(game, "3+3", more)
    return game


def tiles(game: Game, **laid: str) -> None:
    """Lay tiles on the map: the hex, then tile and rotation, F7="14 1"."""
    for name, words in laid.items():
        number, _, rotation = words.partition(" ")
        lay(game, name, number, int(rotation or 0))


def raid(game: Game, buyer: str) -> list[Event]:
    """A company buys a 3+3-train from the depot; returns the events."""
    return play(operate(game, buyer, "trains"), buy_train(game, buyer, "3+3"))


def shown(game: Game, *names: str) -> list[str]:
    """Tiles on some hexes, "" for an unbuilt hex."""
    faces = [game.setup.faces[face_on(game.state, hex_id(game, name))] for name in names]
    return ["" if face.tile < 0 else face.name for face in faces]


def left(game: Game, name: str) -> int:
    return tiles_left(game.state, tile(game, name))


def standing(game: Game, hex_name: str) -> dict[str, int]:
    """Companies with tokens on a hex, with the city of each."""
    here, found = hex_id(game, hex_name), dict[str, int]()
    for each in game.setup.companies:
        first, after = game.ruleset.tokens_from[each.id : each.id + 2]
        cities = [place % 8 for place in game.state.tokens[first:after] if place // 8 == here]
        found.update({each.symbol: cities[0]} if cities else {})
    return found


def waiting(game: Game) -> Mapping[str, tuple[str, ...]]:
    """Hexes with waiting tokens, by company."""
    found = {symbol: game.companies[symbol].waiting_tokens for symbol in (each.symbol for each in game.setup.companies)}
    return {symbol: hexes for symbol, hexes in found.items() if hexes}


def take_late(game: Game, symbol: str) -> None:
    """Add a late private that a player has just bought."""
    assign_private(game, symbol, 3)
    for power in game.ruleset.powers.of_private[private(game, symbol)]:
        power.bought(game.ruleset, game.state, [])


def take_back(game: Game, symbol: str, hex_name: str) -> TakeBackToken:
    who = president(game, symbol)
    return TakeBackToken(0 if who is None else who, company(game, symbol), hex_id(game, hex_name))


# Timing


def test_nothing_happens_before_the_last_train() -> None:
    game = war("HS F9", more=2)
    tiles(game, F9="15")
    assert "tile_taken_back" not in kinds(raid(game, "HS"))
    assert shown(game, "F9") == ["15"]


@pytest.mark.rule("1890-C.10.14-a")
def test_the_last_train_of_the_depot_brings_the_raids() -> None:
    game = war("HS F9")
    tiles(game, F9="15")
    assert kinds(raid(game, "HS"))[:3] == ["train_bought", "tile_taken_back", "token_put_back"]
    assert shown(game, "F9") == [""]


def test_a_train_of_the_market_or_of_a_company_brings_none() -> None:
    game = war("HS F9", "HK E12")
    tiles(game, F9="15")
    assign_train(game, "HK", "3+3")
    operate(game, "HS", "trains")
    play(game, buy_train(game, "HS", "3+3", "HK", 1))
    play(game, game.legal_actions()[0].example())  # its president accepts
    assert game.companies["HS"].trains == ("3+3",)
    assert shown(game, "F9") == ["15"]


def test_without_the_variant_there_are_none() -> None:
    game = board()
    start(game, "HS", {0: 60}, cash=1000)
    lay(game, "F9", "15")
    set_phase(game, "2.5")
    empty_depot(game, "2", "2+2", "3")
    leave_in_depot(game, "3+3", 1)
    assert "tile_taken_back" not in kinds(raid(game, "HS"))


# Tiles


@pytest.mark.rule("1890-C.10.14-a")
def test_green_tiles_of_the_eight_cities_go_back_to_the_supply() -> None:
    game = war("HS F9")
    before = [left(game, name) for name in ("820", "14", "15", "822", "823", "12", "824", "821")]
    tiles(game, F5="820", F7="14", F9="15", F11="822", G12="823", H11="12 3", H13="824 3", I12="821")
    raid(game, "HS")
    assert shown(game, "F5", "F7", "F9", "F11", "G12", "H11", "H13", "I12") == [""] * 8
    assert [left(game, name) for name in ("820", "14", "15", "822", "823", "12", "824", "821")] == before


@pytest.mark.rule("1890-C.10.14-a")
def test_so_do_those_around_and_no_others() -> None:
    game = war("HS F9")
    tiles(game, E4="23", E10="14", F13="205", G14="210", H15="206", I14="24", J11="211", J13="25", F3="15")
    tiles(game, D9="12", D11="26", E2="27", F15="14", K12="28")  # two hexes away
    raid(game, "HS")
    assert shown(game, "E4", "E10", "F13", "G14", "H15", "I14", "J11", "J13", "F3") == [""] * 9
    assert shown(game, "D9", "D11", "E2", "F15", "K12") == ["12", "26", "27", "14", "28"]


@pytest.mark.rule("1890-C.10.14-b")
def test_yellow_tiles_stay() -> None:
    game = war("HS F9")
    tiles(game, F7="57 1", F9="6", F11="202", E8="9", I14="8 2")
    raid(game, "HS")
    assert shown(game, "F7", "F9", "F11", "E8", "I14") == ["57", "6", "202", "9", "8"]
    assert standing(game, "F9") == {"HS": 0}


@pytest.mark.rule("1890-C.10.14-c")
def test_an_empty_hex_starts_with_yellow_and_costs_again() -> None:
    game = war("HS F9")
    tiles(game, F9="15", E8="23 3")
    raid(game, "HS")
    operate(game, "HS")
    assert tile_names(lays_on(game, "HS", "F9")) == {"57", "6"}
    assert code(game, lay_tile(game, "HS", "F9", "15")) == "tile_kind"
    play(game, lay_tile(game, "HS", "F9", "6", 2))  # towards E8, in which there are mountains
    assert game.companies["HS"].cash == 1000 - 230 - 80
    operate(game, "HS")
    assert tile_names(lays_on(game, "HS", "E8")) <= {"7", "8", "9"}
    play(
        game,
        next(each for each in game.legal_actions() if isinstance(each, LayTile) and each.hex == hex_id(game, "E8")),
    )
    assert game.companies["HS"].cash == 1000 - 230 - 80 - 120


@pytest.mark.rule("1890-C.10.14-c")
def test_what_was_printed_yellow_is_upgraded_again_at_its_cost() -> None:
    game = war("NK I12")
    tiles(game, I12="821")
    raid(game, "NK")
    operate(game, "NK")
    assert tile_names(lays_on(game, "NK", "I12")) == {"821", "822"}
    play(game, lay_tile(game, "NK", "I12", *sorted(lays_on(game, "NK", "I12"))[0]))
    assert game.companies["NK"].cash == 1000 - 230 - 80


# Tokens


@pytest.mark.rule("1890-C.10.14-d")
def test_tokens_are_put_back_where_there_is_room() -> None:
    game = war("JR G12", "HK E12 G12", "HS F9 F7")
    tiles(game, G12="823", F7="14", E12="15")
    raid(game, "HS")
    assert standing(game, "G12") == {"JR": 0, "HK": 0}
    assert standing(game, "F7") == {"HS": 0}
    assert standing(game, "E12") == {"HK": 0}
    assert not waiting(game)


@pytest.mark.rule("1890-C.10.14-d")
@pytest.mark.parametrize(
    ("hex_name", "number", "other"), [("F9", "15", "HS"), ("F5", "820", "JR"), ("H11", "12 3", "OS")]
)
def test_not_into_a_place_that_waits_for_a_home(hex_name: str, number: str, other: str) -> None:
    game = war(f"HK E12 {hex_name}")
    tiles(game, **{hex_name: number})
    events = raid(game, "HK")
    assert kinds(events).count("token_waits") == 1
    assert standing(game, hex_name) == {}
    assert waiting(game) == {"HK": (hex_name,)}
    start(game, other, {1: 60}, tokens=[])
    operate(game, "HK")
    assert clause(game, place_token(game, "HK", hex_name)) != ""


@pytest.mark.rule("1890-C.10.14-d")
def test_each_token_goes_back_into_its_own_city() -> None:
    game = war("HK E12 G14:1", "KH E16 G14")
    tiles(game, G14="210")
    raid(game, "KH")
    assert standing(game, "G14") == {"HK": 1, "KH": 0}


@pytest.mark.rule("1890-C.10.14-d")
def test_of_two_cities_that_had_become_one_a_home_comes_before_the_other() -> None:
    game = war("OER H13:1", "HK E12 H13")
    tiles(game, H13="824 3")
    assert standing(game, "H13") == {"OER": 0, "HK": 0}
    raid(game, "HK")
    assert standing(game, "H13") == {"OER": 1, "HK": 0}


def test_a_home_that_waits_in_one_of_two_cities_leaves_the_other() -> None:
    game = war("HK E12 H13", "KH E16 H13")
    tiles(game, H13="824 3")
    assign_private(game, "OM", None)
    raid(game, "KH")  # the Ōsaka Electric Railroad, whose home is city 1, has no owner
    assert standing(game, "H13") == {"HK": 0}
    assert waiting(game) == {"KH": ("H13",)}


@pytest.mark.rule("1890-C.10.14-e")
@pytest.mark.parametrize(
    ("buyer", "there", "waits"), [("HK", "HS", "HK"), ("HS", "HK", "HS"), ("KH", "HK", "HS"), ("OER", "HK", "HS")]
)
def test_they_come_back_in_operating_order_from_the_company_after_the_buyer(buyer: str, there: str, waits: str) -> None:
    game = war("HK E12 F7", "HS F9 F7", "KH E16", "OER H13:1")
    tiles(game, F7="14")
    raid(game, buyer)
    assert standing(game, "F7") == {there: 0}
    assert waiting(game) == {waits: ("F7",)}


@pytest.mark.rule("1890-C.10.14-e")
def test_a_minor_stands_in_the_order_before_the_others() -> None:
    game = war("HK E12 H13", "HS F9 H13", "OER H13:1", "KH E16")
    tiles(game, H13="824 3")
    events = raid(game, "HK")  # HS, KH; then OER, HK
    assert [each.company for each in events if each.kind == "token_put_back"] == [
        company(game, symbol) for symbol in ("HS", "OER")
    ]
    assert standing(game, "H13") == {"HS": 0, "OER": 1}
    assert waiting(game) == {"HK": ("H13",)}


# Waiting tokens


def crowded() -> Game:
    """After the raids: HK has the slot in Ashiya, HS waits there; HK has bought the train for 230."""
    game = war("HK E12 F7", "HS F9 F7", "KH E16")
    tiles(game, F7="14")
    raid(game, "KH")
    return game


@pytest.mark.rule("1890-C.10.14-f")
def test_what_waits_is_part_of_the_position() -> None:
    game = crowded()
    text = game.position()
    assert "F7.w1" in text
    assert read(text).state == game.state
    assert game.clone().companies["HS"].waiting_tokens == ("F7",)
    assert read(text.replace("F7.w1", "back")).state.digest() != game.state.digest()


@pytest.mark.rule("1890-C.10.14-f")
def test_it_is_no_token_to_be_placed() -> None:
    game = crowded()
    assert game.companies["HS"].token_prices_left == (100,)
    assert game.companies["HS"].tokens == ("F9",)


@pytest.mark.rule("1890-C.10.14-f")
def test_undo_brings_the_tile_back() -> None:
    game = war("HK E12 F7", "HS F9 F7", "KH E16")
    tiles(game, F7="14")
    before = operate(game, "KH", "trains").position()
    play(game, buy_train(game, "KH", "3+3"))
    game.undo()
    assert game.position() == before


@pytest.mark.rule("1890-C.10.14-g")
def test_it_takes_the_next_place_that_a_tile_brings() -> None:
    game = crowded()
    tiles(game, F9="57 1")
    operate(game, "HS")
    play(game, lay_tile(game, "HS", "F7", "57", 1))
    assert waiting(game) == {"HS": ("F7",)}  # yellow has one slot, too
    operate(game, "HK")
    events = play(game, lay_tile(game, "HK", "F7", "15", 1))
    assert "token_put_back" in kinds(events)
    assert standing(game, "F7") == {"HK": 0, "HS": 0}
    assert not waiting(game)
    assert game.companies["HS"].cash == 1000


@pytest.mark.rule("1890-C.10.14-g")
def test_the_first_in_order_takes_it_first() -> None:
    game = war("HK E12 G12", "HS F9 G12", "KH E16 G12", "NK I12")
    tiles(game, G12="823")
    raid(game, "NK")  # JR's home reserves one of two slots: HK has the other, HS and KH wait
    assert standing(game, "G12") == {"HK": 0}
    assert waiting(game) == {"HS": ("G12",), "KH": ("G12",)}
    operate(game, "HK")
    play(game, lay_tile(game, "HK", "G12", "823", 1))
    assert standing(game, "G12") == {"HK": 0, "HS": 0}  # one of three slots is reserved for JR, still waiting
    assert waiting(game) == {"KH": ("G12",)}


@pytest.mark.rule("1890-C.10.14-h")
def test_it_may_be_taken_back_and_costs_100_elsewhere() -> None:
    game = war("HK E12 F7", "HS F9 F7 E10", "KH E16")
    tiles(game, F7="14", F9="57 1", F11="202 1")
    raid(game, "KH")
    operate(game, "HS")
    assert is_admitted(game, take_back(game, "HS", "F7"))
    play(game, take_back(game, "HS", "F7"))
    assert not waiting(game)
    assert game.companies["HS"].token_prices_left == (100,)
    operate(game, "HS", "token")
    play(game, place_token(game, "HS", "F11"))
    assert standing(game, "F11") == {"HS": 0}
    assert game.companies["HS"].cash == 1000 - 100


@pytest.mark.rule("1890-C.10.14-h")
def test_a_home_token_may_too() -> None:
    game = war("JR G12 B17 H19 F5", "HK E12", "OER H13:1", "HS F9 F5")
    tiles(game, F5="820", F7="57 1", F9="57 1")
    raid(game, "JR")  # JR is the last of all
    assert standing(game, "F5") == {"HS": 0}
    assert waiting(game) == {"JR": ("F5",)}
    play(operate(game, "JR"), take_back(game, "JR", "F5"))
    assert game.companies["JR"].token_prices_left == (100, 40, 100)
    operate(game, "HK", "token")
    assert clause(game, place_token(game, "HK", "F5")) != ""  # nothing is reserved for JR any more, but HS is there


@pytest.mark.rule("1890-C.10.14-h")
def test_it_may_at_any_time() -> None:
    game = crowded()
    operate(game, "HK")  # another company's turn
    assert is_admitted(game, take_back(game, "HS", "F7"))
    play(game, take_back(game, "HS", "F7"))
    other = crowded()
    end_of = operate(other, "HS", "token")  # in the token step, which waits for it
    assert end_of.to_act.doing == "token"
    assert is_admitted(end_of, take_back(other, "HS", "F7"))


@pytest.mark.rule("1890-C.10.14-h")
def test_only_its_president_takes_it_back() -> None:
    game = operate(crowded(), "HS")
    hs, f7 = company(game, "HS"), hex_id(game, "F7")
    assert code(game, TakeBackToken(0, hs, f7)) == "not_president"
    assert clause(game, TakeBackToken(1, hs, hex_id(game, "F9"))) == "1890-C.10.14-h"
    assert code(game, TakeBackToken(0, company(game, "HK"), f7)) == "token_not_waiting"


@pytest.mark.rule("1890-C.10.14-i")
def test_it_lets_its_company_build_on_the_hex_and_nowhere_else() -> None:
    game = war("HK E12 F7", "NK F7", "KH E16")
    tiles(game, F7="14", F5="820")
    raid(game, "NK")
    assert waiting(game) == {"NK": ("F7",)}
    operate(game, "NK")
    assert tile_names(lays_on(game, "NK", "F7")) == {"57", "6"}
    hexes = {each.hex for each in game.legal_actions() if isinstance(each, LayTile)}
    assert hexes == {hex_id(game, "F7")}
    play(game, lay_tile(game, "NK", "F7", "57", 1))
    operate(game, "NK")
    assert tile_names(lays_on(game, "NK", "F7")) == {"15", "205", "206"}
    assert lays_on(game, "NK", "F9") == set()  # the hex to which the track leads


def lone() -> Game:
    """After the raids: NK has only a waiting token on the map, in Ashiya, where HK has the slot."""
    game = war("HK E12 F7", "NK F7", "HS F9")
    tiles(game, F7="14")
    raid(game, "NK")
    tiles(game, F7="57 1", F9="15 1")
    return game


@pytest.mark.rule("1890-C.10.14-i")
def test_it_neither_runs_nor_places_nor_needs_a_train() -> None:
    game = operate(lone(), "NK", "token")
    assert code(game, place_token(game, "NK", "F9")) == "token_unconnected"
    operate(game, "NK", "run")  # its 3+3-train has no run
    assert game.to_act.doing == "trains"
    bare = war("HK E12 F7", "NK F7", "HS F9", "SY F3")
    tiles(bare, F7="14")
    raid(bare, "SY")
    tiles(bare, F7="57 1", F9="15 1")
    operate(bare, "NK", "trains")
    assert not bare.companies["NK"].trains
    assert is_admitted(bare, Pass(1))


@pytest.mark.rule("1890-C.10.14-i")
def test_it_blocks_nobody() -> None:
    game = war("HS F9 F7", "HK E12 F7", "NK I12")
    tiles(game, F7="14 1", F3="57 1", F9="57 1", F5="820")
    raid(game, "HK")  # NK, HS, HK: HS has the slot in Ashiya
    take = take_back(game, "HK", "F7")
    assert waiting(game) == {"HK": ("F7",)}
    tiles(game, F7="15 1", F5="820")
    hs, f7 = company(game, "HS"), hex_id(game, "F7")
    assert standing(game, "F7") == {"HS": 0}
    network = game.ruleset.atlas.network(game.state)
    for symbol in ("NK", "KH"):  # one of two slots is free
        assert network.passable(company(game, symbol), network.ground.stop(f7, 0))
    assert hs in network.holders[network.ground.stop(f7, 0)]
    assert take.company not in network.holders[network.ground.stop(f7, 0)]


@pytest.mark.rule("1890-C.10.14-i")
def test_it_is_no_token_in_sakai() -> None:
    game = war("NK I12 J11", "HK E12 J11:1")
    tiles(game, J11="210")
    take_late(game, "SB")
    raid(game, "NK")
    assert standing(game, "J11") == {"NK": 0, "HK": 1}
    set_token_waiting(game.state, game.ruleset.tokens_from[company(game, "NK")] + 1, hex_id(game, "J11"), 0)
    events: list[Event] = []
    for power in game.ruleset.powers.paying:
        power.also_pays(game.ruleset, game.state, events)
    paid = [each.company for each in events if each.kind == "granted" and each.hex == hex_id(game, "J11")]
    assert paid == [company(game, "HK")]


# Other effects on tokens


def test_its_hex_takes_no_other_token_of_the_company() -> None:
    game = crowded()
    remove_token(game.state, game.ruleset.tokens_from[company(game, "HK")] + 1)  # HK's, to make room
    tiles(game, F7="57 1", F9="57 1")
    operate(game, "HS", "token")
    assert code(game, place_token(game, "HS", "F7")) == "token_twice"


def test_it_leaves_the_board_with_its_company() -> None:
    game = crowded()
    close_company(game.ruleset, game.state, [], company(game, "HS"))
    assert not waiting(game)


def test_kinki_takes_over_what_waits() -> None:
    game = war("HK E12 H13", "HS F9 H13", "OER H13:1")
    tiles(game, H13="824 3")
    raid(game, "OER")  # HK, HS, OER
    assert waiting(game) == {"OER": ("H13",), "ORY": ("H13",)}  # they share the hex
    set_up_kinki(game)
    join(game.ruleset, game.state, [], company(game, "OER"))
    assert waiting(game) == {"KN": ("H13",)}
    log: list[Event] = []
    tiles(game, H13="824 3")
    apply_lay_effects(game.ruleset, game.state, company(game, "HK"), hex_id(game, "H13"), log)
    assert standing(game, "H13") == {"HK": 0, "HS": 0, "KN": 0}


def test_kinki_takes_over_what_was_taken_back() -> None:
    game = war("HK E12 H13", "HS F9 H13", "OER H13:1")
    tiles(game, H13="824 3")
    raid(game, "OER")
    play(operate(game, "HK"), take_back(game, "OER", "H13"))
    set_up_kinki(game)
    join(game.ruleset, game.state, [], company(game, "OER"))
    assert game.companies["KN"].token_prices_left == (100, 0, 0, 0, 40, 100)
    assert standing(game, "H13") == {"HK": 0, "HS": 1}


def test_kobe_rapid_sends_back_what_waits_in_kobe() -> None:
    game = war("JR G12 B17 H19 F5", "HK E12 F5", "HS F9")
    tiles(game, F5="820")
    raid(game, "HK")
    assert waiting(game) == {"HK": ("F5",)}
    take_late(game, "KR")
    assert not waiting(game)
    assert game.companies["HK"].token_prices_left == (100, 100, 100)


@pytest.mark.rule("1890-C.10.14-e", "1890-C.10.14-f")
def test_the_token_of_a_private_comes_last_and_waits_too() -> None:
    game = war("JR G12 B17 H19 F5", "HS F9")
    tiles(game, F5="820")
    take_late(game, "KR")
    events = raid(game, "JR")  # JR comes first, though it has bought the train
    assert "private_token_waits" in kinds(events)
    assert standing(game, "F5") == {"JR": 0}
    operate(game, "JR")
    events = play(game, lay_tile(game, "JR", "F5", "820"))
    assert "private_token_placed" in kinds(events)


def test_the_earthquake_sends_back_what_waits_in_ashiya() -> None:
    game = war("HK E12 F7", "HS F9 F7", "KH E16", variants=("air-raids", "earthquake"))
    tiles(game, F7="14")
    raid(game, "KH")
    assert waiting(game) == {"HS": ("F7",)}
    (quake,) = (power for power in game.ruleset.powers.all if power.kind == "earthquake")
    quake.drawn(game.ruleset, game.state, 1, [])
    assert not waiting(game)
    assert standing(game, "F7") == {}
    assert game.companies["HS"].token_prices_left == (100, 100)
