"""1890: formation of Kinki and the assets that each minor brings (C.8.3, C.8.4)."""

from __future__ import annotations

import pytest

from tests.builders import (
    buy,
    clause,
    code,
    company,
    discard,
    end_stock_round,
    hex_id,
    is_admitted,
    kinds,
    lay,
    par,
    play,
    president,
    sell,
    set_cash,
    set_phase,
    skip_company_turn,
    start,
)
from tests.clauses.t1890.forming import (
    assign_minor,
    assign_minors,
    join,
    paid_token,
    set_up_kinki,
    start_operating_round,
    table,
)
from tests.properties.conservation import assert_conserved
from tetsudo.core import frames
from tetsudo.core.actions import BuyShare, Pass
from tetsudo.core.events import SharesExchanged
from tetsudo.engine.rules.shares.company_closing import close_company
from tetsudo.engine.state.ownership import ipo_of, move_ordinary
from tetsudo.engine.state.state import CLOSED, RESERVED, STARTED, STOCK_ROUND, UNSTARTED, set_status
from tetsudo.game.game import Game


def formed(par: int = 80, **cash: int) -> Game:
    """Kinki forms from the named minors before the first turn of a round in phase 2."""
    game = table()
    set_up_kinki(game, par)
    assign_minors(game, **cash)
    start_operating_round(game)
    play(game, join(game, "OER"))
    return game


# Reserved shares


@pytest.mark.rule("1890-C.8.4-ah", "1890-C.8.4-v", "1890-7.3-b")
def test_nobody_is_president_before_and_no_share_need_be_sold() -> None:
    game = table()
    set_up_kinki(game, 80)
    assign_minors(game, OER=0, ORY=0)
    start_operating_round(game)
    assert president(game, "KN") is None
    assert game.state.status[company(game, "KN")] == STARTED
    events = play(game, join(game, "OER"))
    assert "floated" in kinds(events)
    assert president(game, "KN") == 0


@pytest.mark.rule("1890-7.3-b", "1890-C.8.4-r")
def test_kinki_does_not_start_when_all_of_its_open_shares_are_bought() -> None:
    game = table()
    set_up_kinki(game, 80, {1: 3, 2: 1})
    assert game.state.status[company(game, "KN")] == STARTED
    assign_minors(game, OER=0, ORY=0)
    start_operating_round(game)
    assert game.to_act.doing == "window"
    assert not game.companies["KN"].is_floated


# Money and certificates


@pytest.mark.rule("1890-C.8.4-x", "1890-7.3.2-d", "1890-C.8.3-p", "1890-C.8.3-t", "1890-C.8.4-w")
@pytest.mark.parametrize(("par", "cash"), [(80, 320 + 130 + 75), (65, 260 + 130 + 75), (100, 400 + 130 + 75)])
def test_kinki_has_four_times_par_and_what_two_minors_have(par: int, cash: int) -> None:
    game = formed(par, OER=130, ORY=75)
    assert game.companies["KN"].cash == cash
    assert game.companies["OER"].cash == game.companies["ORY"].cash == 0
    assert [player.cash for player in game.players] == [500, 500, 500, 500]
    assert_conserved(game)


@pytest.mark.rule("1890-C.8.3-q", "1890-C.8.3-t", "1890-C.8.3-c", "1890-C.8.4-o")
def test_owners_have_twenty_and_ten_percent_for_their_minors() -> None:
    game = formed(80, OER=130, ORY=75)
    assert game.players[0].shares == {"KN": 20}
    assert game.players[1].shares == {"KN": 10}
    assert {game.state.status[company(game, symbol)] for symbol in ("OER", "ORY")} == {CLOSED}
    assert president(game, "OER") is None


@pytest.mark.rule("1890-C.8.3-j", "1890-C.8.3-i")
def test_half_of_kanans_cash_goes_to_its_owner() -> None:
    game = formed(80, OER=130, ORY=75, KAN=101)
    play(game, join(game, "KAN"))
    assert game.companies["KN"].cash == 525 + 51
    assert game.players[2].cash == 550
    assert game.players[2].shares == {"KN": 10}
    assert_conserved(game)


@pytest.mark.rule("1890-C.8.3-j", "1890-C.8.3-i")
@pytest.mark.parametrize(("cash", "told"), [(101, ["cash_taken"]), (0, [])])
def test_what_kanan_leaves_to_whom_is_told(cash: int, told: list[str]) -> None:
    game = formed(80, OER=130, ORY=75, KAN=cash)
    events = play(game, join(game, "KAN"))
    assert [each for each in kinds(events) if each in ("cash_taken", "shares_exchanged")] == [*told, "shares_exchanged"]
    assert SharesExchanged(2, company(game, "KN"), 1) in events


@pytest.mark.rule("1890-C.8.3-b")
def test_osaka_railway_operates_from_the_token_of_osaka_electric() -> None:
    game = table()
    set_status(game.state, company(game, "OER"), UNSTARTED)
    assign_minor(game, "ORY", 1)
    start_operating_round(game)
    assert game.to_act.company == company(game, "ORY")
    assert (game.companies["OER"].tokens, game.companies["ORY"].tokens) == (("H13",), ("H13",))


@pytest.mark.rule("1890-C.8.3-j")
def test_kanans_trains_go_to_kinki() -> None:
    game = table()
    set_up_kinki(game)
    assign_minors(game, OER=0, ORY=0)
    assign_minor(game, "KAN", 2, 0, ["2", "2+2"])
    start_operating_round(game)
    play(game, join(game, "OER"), join(game, "KAN"))
    assert game.companies["KN"].trains == ("2", "2+2")
    assert game.companies["KAN"].trains == ()


@pytest.mark.rule("1890-C.8.3-w")
def test_nara_brings_all_its_cash_and_trains_for_two_shares() -> None:
    game = table("4")
    set_up_kinki(game)
    start(game, "NK", {1: 60}, par=70)
    assign_minors(game, OER=10, ORY=0)
    assign_minor(game, "NER", 3, 77, ["4"])
    start_operating_round(game)  # phase 4: Osaka Electric must merge
    play(game, join(game, "NER"))
    assert game.companies["KN"].cash == 4 * 80 + 10 + 77
    assert game.companies["KN"].trains == ("4",)
    assert game.players[3].shares == {"KN": 20}
    assert game.players[3].cash == 500
    assert_conserved(game)


# President


@pytest.mark.rule("1890-C.8.4-y", "1890-6.5-a", "1890-6.5-b", "1890-6.5-d")
def test_a_strictly_larger_holder_takes_the_presidents_certificate() -> None:
    game = table()
    set_up_kinki(game, 80, {3: 3})
    assign_minors(game, OER=0, ORY=0)
    start_operating_round(game)
    play(game, join(game, "OER"))
    assert president(game, "KN") == 3
    assert game.to_act == (3, company(game, "KN"), "track")
    assert game.players[3].shares == {"KN": 30}
    assert game.players[0].shares == {"KN": 20}
    assert_conserved(game)


@pytest.mark.rule("1890-C.8.4-y")
def test_an_equal_holder_does_not() -> None:
    game = table()
    set_up_kinki(game, 80, {3: 2})
    assign_minors(game, OER=0, ORY=0)
    start_operating_round(game)
    play(game, join(game, "OER"))
    assert president(game, "KN") == 0


@pytest.mark.rule("1890-C.8.4-y", "1890-6.5-a")
def test_the_president_is_asked_after_all_exchanges() -> None:
    """Two bought shares of Kinki, Osaka Railway and Kanan: 40 % against 20 %, though the first exchange makes it 20 %
    each."""
    game = table()
    set_up_kinki(game, 80, {2: 2})
    assign_minor(game, "OER", 0)
    assign_minor(game, "ORY", 2)
    assign_minor(game, "KAN", 2)
    start_operating_round(game)
    play(game, join(game, "OER"))
    assert president(game, "KN") == 0  # during Kanan's decision
    play(game, join(game, "KAN"))
    assert president(game, "KN") == 2
    assert game.players[2].shares == {"KN": 40}


@pytest.mark.rule("1890-C.8.4-y", "1890-6.5-a")
def test_a_later_merger_may_change_the_president() -> None:
    game = table("4")
    set_up_kinki(game, 80, {3: 1})
    start(game, "NK", {1: 60}, par=70)
    assign_minors(game, OER=0, ORY=0, NER=0)
    start_operating_round(game)
    play(game, Pass(3))
    assert president(game, "KN") == 0
    skip_company_turn(game)
    assert game.to_act.doing == "window"
    play(game, join(game, "NER"))
    assert president(game, "KN") == 3
    assert game.players[3].shares == {"KN": 30}


# Tokens


@pytest.mark.rule("1890-C.8.3-k", "1890-C.8.4-n", "1890-10.4.1-c")
def test_kinkis_tokens_replace_those_of_the_minors() -> None:
    game = formed(80, OER=0, ORY=0, KAN=0)
    play(game, join(game, "KAN"))
    assert game.companies["KN"].tokens == ("H13", "J15")
    assert game.companies["KAN"].tokens == game.companies["OER"].tokens == ()
    assert game.companies["KN"].token_prices_left == (0, 0, 40, 100)


@pytest.mark.rule("1890-C.8.3-b", "1890-7.4-f")
@pytest.mark.parametrize("order", [("OER", "ORY"), ("ORY", "OER")])
def test_a_token_that_serves_two_leaves_the_board_with_the_second(order: tuple[str, str]) -> None:
    game = table()
    assign_minors(game, OER=0, ORY=0)
    for symbol, left in zip(order, (1, 0), strict=True):
        close_company(game.ruleset, game.state, [], company(game, symbol))
        assert sum(place >= 0 for place in game.state.tokens) == left


@pytest.mark.rule("1890-C.8.3-x")
def test_naras_token_is_removed_where_kinki_has_one_and_replaced_elsewhere() -> None:
    game = table("4")
    set_up_kinki(game)
    assign_minors(game, OER=0, ORY=0, NER=0)
    upgrade(game, "H19", "15")
    paid_token(game, "H19", 0)  # green Nara is one city with two slots
    start_operating_round(game)
    events = play(game, join(game, "NER"))
    assert kinds(events).count("token_removed") == 1
    assert kinds(events).count("token_replaced") == 1
    assert sorted(game.companies["KN"].tokens) == ["B17", "H13", "H19"]
    assert game.companies["NER"].tokens == ()
    assert_conserved(game)


@pytest.mark.rule("1890-C.8.4-n", "1890-10.4.1-c")
def test_kinki_pays_forty_and_a_hundred_for_its_own_tokens() -> None:
    game = formed(100, OER=200, ORY=0)
    assert game.companies["KN"].tokens == ("H13",)
    assert game.companies["KN"].token_prices_left[-2:] == (40, 100)


# Trains


@pytest.mark.rule("1890-C.8.3-y", "1890-12.2-b", "1890-12.2-c")
def test_trains_above_the_limit_are_discarded_before_the_special_turn() -> None:
    """Two 2-trains from each of three minors make six; in phase 2 the limit is four."""
    game = table()
    set_up_kinki(game)
    for owner, symbol in enumerate(("OER", "ORY", "KAN")):
        assign_minor(game, symbol, owner, 0, ["2", "2"])
    start_operating_round(game)
    play(game, join(game, "OER"), join(game, "KAN"))
    assert game.to_act == (0, company(game, "KN"), "discard")
    assert code(game, Pass(0)) == "must_discard"
    play(game, discard(game, "KN", "2"), discard(game, "KN", "2"))
    assert game.companies["KN"].trains == ("2", "2", "2", "2")
    assert game.to_act == (0, company(game, "KN"), "track")
    assert game.state.trains[company(game, "KN")] == 4
    assert_conserved(game)


@pytest.mark.rule("1890-C.8.3-y")
def test_trains_above_the_limit_are_discarded_after_a_later_merger_by_the_president() -> None:
    game = table("4")
    set_up_kinki(game)
    start(game, "NK", {1: 60}, par=70)
    assign_minor(game, "OER", 0, 0, ["4"])
    assign_minor(game, "ORY", 1, 0, ["4"])
    assign_minor(game, "NER", 3, 0, ["5"])
    start_operating_round(game)
    play(game, Pass(3))
    idle = game.to_act.company
    assert idle == company(game, "KN")
    while game.to_act.doing != "window":
        skip_company_turn(game)
    play(game, join(game, "NER"))
    assert game.to_act.doing == "discard"
    assert game.to_act.player == president(game, "KN")
    play(game, discard(game, "KN", "5"))
    assert game.companies["KN"].trains == ("4", "4")


# Sold out, and limits


@pytest.mark.rule("1890-C.8.4-ae")
def test_kinki_does_not_rise_before_nara_has_merged() -> None:
    game = formed(80, OER=0, ORY=0, KAN=0, NER=0)
    play(game, join(game, "KAN"))
    for player in range(4):
        move_ordinary(game.state, company(game, "KN"), ipo_of(game.state), player, 1)
    assert price_after_stock_round(game) == 80
    set_phase(game, "5")
    start_operating_round(game)  # Nara must merge
    assert game.companies["NER"].tokens == ()
    assert price_after_stock_round(game) == 90


def price_after_stock_round(game: Game) -> int:
    """Kinki's price after a stock round in which all players pass."""
    state = game.state
    state.round = STOCK_ROUND
    state.stack = (frames.Stock(0),)
    for player in range(4):
        set_cash(game, player, 0)
    end_stock_round(game)
    return game.companies["KN"].price


# Before and after, in stock rounds


def stock_round(game: Game, player: int = 0) -> Game:
    """A stock round in which `player` is to act."""
    game.state.round = STOCK_ROUND
    game.state.stack = (frames.Stock(player),)
    return game


@pytest.mark.rule("1890-C.8.4-q", "1890-C.8.4-r", "1890-8.4-e")
def test_reserved_certificates_are_not_on_offer() -> None:
    game = table()
    set_up_kinki(game, 80, {1: 3})
    assign_minors(game, OER=0, ORY=0)
    stock_round(game)
    assert code(game, buy(game, 0, "KN")) == ""
    assert code(game, par(game, 0, "KN", 80)) == "president_of_minors"
    assert clause(game, par(game, 0, "KN", 80)) == "1890-8.4-e"
    play(game, buy(game, 0, "KN"))  # the fourth
    stock_round(game, 2)
    assert code(game, buy(game, 2, "KN")) == "none_left"
    reserved = game.state.players + RESERVED
    assert not is_admitted(game, BuyShare(2, company(game, "KN"), reserved))


@pytest.mark.rule("1890-C.8.4-s")
def test_the_open_shares_are_bought_at_par_and_sold_at_the_price() -> None:
    game = table(turn=1)
    set_up_kinki(game, 80)
    assign_minors(game, OER=0, ORY=0)
    stock_round(game)
    play(game, buy(game, 0, "KN"))
    assert game.players[0].cash == 420
    game.state.turn = 2
    stock_round(game)
    play(game, sell(game, 0, "KN"))
    assert game.players[0].cash == 500


@pytest.mark.rule("1890-C.8.4-u")
def test_before_it_forms_only_sales_move_its_price() -> None:
    game = table("1")
    set_up_kinki(game, 80, {0: 1})
    assign_minors(game, OER=0, ORY=0)
    stock_round(game)
    play(game, sell(game, 0, "KN"))
    assert game.companies["KN"].price == 75
    start_operating_round(game)
    skip_company_turn(game)
    skip_company_turn(game)
    assert game.to_act.doing == "stock"
    assert game.companies["KN"].price == 75


@pytest.mark.rule("1890-6.4-c")
def test_who_is_above_the_limit_by_an_exchange_sells_in_the_next_stock_round() -> None:
    """20 % for Osaka Electric, 10 % for Osaka Railway and four shares make 70 %."""
    game = table()
    set_up_kinki(game, 80, {0: 4})
    assign_minor(game, "OER", 0)
    assign_minor(game, "ORY", 0)
    start_operating_round(game)
    play(game, join(game, "OER"))
    assert game.players[0].shares == {"KN": 70}
    assert game.to_act == (0, company(game, "KN"), "track")
    stock_round(game)
    assert code(game, Pass(0)) == "must_sell"
    assert clause(game, Pass(0)) == "1890-6.4-b"
    play(game, sell(game, 0, "KN"))
    assert game.players[0].shares == {"KN": 60}
    assert code(game, Pass(game.to_act.player)) == ""


@pytest.mark.rule("1890-C.8.3-e")
def test_each_minor_counts_as_one_certificate_and_its_shares_as_theirs() -> None:
    game = table("4")
    set_up_kinki(game, 80)
    for symbol in ("OER", "ORY", "KAN", "NER"):
        assign_minor(game, symbol, 0)
    start(game, "NK", {1: 60}, par=70)
    assert game.players[0].certificates == 4
    start_operating_round(game)  # all but Nara must merge: 20 %, 10 % and 10 %
    assert game.players[0].certificates == 3 + 1
    play(game, join(game, "NER"))
    assert game.players[0].certificates == 3 + 2


@pytest.mark.rule("1890-C.8.3-x", "1890-C.8.3-k")
def test_tokens_are_replaced_where_upgrades_have_joined_the_cities() -> None:
    """Green Nara and brown Kyoto are one city each; Kinki's tokens take the minors' own slots there."""
    game = table("5")
    set_up_kinki(game)
    assign_minors(game, OER=0, ORY=0, NER=0)
    for hex_name, tiles in (("H19", ("15",)), ("B17", ("825", "835"))):
        for name in tiles:
            upgrade(game, hex_name, name)
    places = {place for place in game.state.tokens if place >= 0}
    start_operating_round(game)  # all must merge
    assert set(game.companies["KN"].tokens) == {"H13", "H19", "B17"}
    assert {place for place in game.state.tokens if place >= 0} == places
    assert_conserved(game)


def upgrade(game: Game, hex_name: str, name: str) -> None:
    """Put a tile on a hex, in a rotation that is a legal upgrade of the current tile."""
    hex = hex_id(game, hex_name)
    tile = next(each.id for each in game.setup.tiles if each.name == name)
    faces = game.ruleset.atlas.lays(hex, game.state.tiles[hex])
    rotation = next(game.setup.faces[face].rotation for face in faces if game.setup.faces[face].tile == tile)
    lay(game, hex_name, name, rotation)
