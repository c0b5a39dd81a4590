"""1890, section 9: the initial stock round, in which privates and minors are sold. Mostly C, three players with 840."""

from __future__ import annotations

import pytest

from tests.builders import bid, buy, clause, code, company, lot, new_game, par, pass_times, play, sell
from tetsudo.core.actions import Bid, Par, Pass
from tetsudo.core.open_actions import Bids
from tetsudo.engine.state.ownership import ordinary_shares
from tetsudo.engine.state.rows import values_of
from tetsudo.engine.state.state import AUCTION_ROUND, FLOATED, OPERATING_ROUND, RESERVED, STARTED, STOCK_ROUND
from tetsudo.game import position
from tetsudo.game.game import Game

ARIMA, KOBE, HANKAI, HANSHIN, KEISHIN, MUNICIPAL = "AR", "KT", "HN", "HT", "KS", "OM"
KANAN, OSAKA_ELECTRIC, OSAKA_RAILWAY, NARA, KOBE_ELECTRIC = "KAN", "OER", "ORY", "NER", "KER"
LINE_UP = (ARIMA, KOBE, HANKAI, HANSHIN, KEISHIN, MUNICIPAL, KANAN, OSAKA_ELECTRIC, OSAKA_RAILWAY, NARA, KOBE_ELECTRIC)
FACES = (20, 40, 70, 110, 160, 220, 100, 200, 100, 160, 100)


def table(players: int = 3, scenario: str = "C") -> Game:
    return new_game(players, title="1890", scenario=scenario)


def cash(game: Game) -> list[int]:
    return [player.cash for player in game.players]


def owner(game: Game, symbol: str) -> int | None:
    held = game.privates[symbol].owner
    return None if held is None else held.id


def buy_all_before(game: Game, symbol: str) -> None:
    """Each player in turn buys the top lot, until a given lot is on top."""
    for each, price in zip(LINE_UP, FACES, strict=True):
        if each == symbol:
            return
        game.apply(bid(game, game.to_act.player, each, price))
        if game.to_act.doing == "par":
            game.apply(Par(game.to_act.player, game.to_act.company, 65))


def whole_auction(game: Game) -> None:
    """Each player in turn buys the top lot, at its price."""
    buy_all_before(game, KOBE_ELECTRIC)
    game.apply(bid(game, game.to_act.player, KOBE_ELECTRIC, 100))


@pytest.mark.rule("1890-9.1-a", "1890-9.1-b", "1890-C.8-b")
def test_the_line_up_goes_from_arima_to_kobe_electric_and_players_act_from_the_priority_deal_clockwise() -> None:
    game = table()
    assert [(each.symbol, each.price) for each in game.setup.lots] == list(zip(LINE_UP, FACES, strict=True))
    assert (game.state.round, game.to_act.player, game.state.priority) == (AUCTION_ROUND, 0, 0)
    assert [type(each) for each in game.legal_actions()] == [Pass, *[Bids] * 11]
    assert code(game, par(game, 0, "HK", 65)) == "not_in_auction"
    game.apply(bid(game, 0, ARIMA, 20))
    assert game.to_act.player == 1
    game.apply(Pass(1))
    assert game.to_act.player == 2


@pytest.mark.rule("1890-9.1.1-a", "1890-9.1.1-b", "1890-9.1.2-a")
def test_only_the_first_is_bought_at_its_face_value_and_the_others_are_bid_on() -> None:
    game = table()
    assert clause(game, bid(game, 0, ARIMA, 25)) == "1890-9.1.1-b"
    assert clause(game, bid(game, 0, KOBE, 40)) == "1890-9.1.3.1-a"
    assert [(each.lot, each.low, each.high) for each in game.legal_actions() if isinstance(each, Bids)] == [
        (0, 20, 20),
        *((at, face + 5, 840) for at, face in enumerate(FACES) if at),
    ]
    game.apply(bid(game, 0, ARIMA, 20))
    assert (owner(game, ARIMA), cash(game)) == (0, [820, 840, 840])


@pytest.mark.rule("1890-9.1.2-b")
def test_what_follows_is_on_top_if_nobody_has_bid_on_it_and_else_it_is_auctioned() -> None:
    game = table()
    game.apply(bid(game, 0, ARIMA, 20))
    assert code(game, bid(game, 1, KOBE, 40)) == ""

    game = table()
    play(game, bid(game, 0, KOBE, 45), bid(game, 1, ARIMA, 20))
    assert owner(game, KOBE) == 0
    assert code(game, bid(game, 2, HANKAI, 70)) == ""


@pytest.mark.rule("1890-9.1.3-a", "1890-9.1.3-b", "1890-9.1.3.1-d", "1890-9.1.3.1-f")
def test_one_bid_a_turn_and_what_is_bid_is_held_back() -> None:
    game = table()
    game.apply(bid(game, 0, NARA, 600))
    assert clause(game, bid(game, 0, KOBE_ELECTRIC, 105)) == "1890-8.1-a"
    play(game, Pass(1), Pass(2))
    assert clause(game, bid(game, 0, MUNICIPAL, 241)) == "1890-9.1.3.1-d"
    game.apply(bid(game, 0, MUNICIPAL, 240))
    play(game, Pass(1), Pass(2))
    assert clause(game, bid(game, 0, ARIMA, 20)) == "1890-9.1.3.1-d"
    assert [type(each) for each in game.legal_actions()] == [Pass]
    assert values_of(game.state.bids).count(0) == 3 * 11 - 2


@pytest.mark.rule("1890-9.1.3.1-a", "1890-9.1.3.1-b", "1890-9.1.3.1-c", "1890-9.1.3.1-e")
def test_bids_are_five_above_the_face_value_and_above_the_highest_bid_and_any_number_above_that() -> None:
    game = table()
    assert (code(game, bid(game, 0, HANKAI, 74)), code(game, bid(game, 0, HANKAI, 75))) == ("bid_low", "")
    game.apply(bid(game, 0, HANKAI, 75))
    assert (code(game, bid(game, 1, HANKAI, 79)), code(game, bid(game, 1, HANKAI, 82))) == ("bid_low", "")
    play(game, bid(game, 1, HANKAI, 82), Pass(2))
    assert (code(game, bid(game, 0, HANKAI, 86)), code(game, bid(game, 0, HANKAI, 87))) == ("bid_low", "")
    game.apply(bid(game, 0, HANKAI, 87))  # the player's own 75 is returned
    assert sum(values_of(game.state.bids)[:: game.state.players]) == 87


@pytest.mark.rule("1890-9.1.4-a", "1890-9.1.4-b", "1890-9.1.4-d", "1890-9.1.4-e", "1890-9.1.4-f")
def test_bidders_raise_from_the_left_of_the_highest_until_one_is_left() -> None:
    game = table(4)
    play(game, bid(game, 0, KOBE, 50), Pass(1), bid(game, 2, KOBE, 55))
    play(game, bid(game, 3, KOBE, 60), Pass(0), bid(game, 1, ARIMA, 20))
    assert (game.to_act.doing, game.to_act.player) == ("bid-off", 0)  # left of player 3, the highest bidder
    assert game.legal_actions(1) == game.legal_actions(3) == []
    assert clause(game, bid(game, 0, KOBE, 64)) == "1890-9.1.4-e"
    play(game, bid(game, 0, KOBE, 65), Pass(2))
    assert game.to_act.player == 3
    play(game, bid(game, 3, KOBE, 70))
    assert (game.to_act.player, code(game, Bid(2, lot(game, KOBE), 75))) == (0, "not_your_turn")
    game.apply(Pass(0))
    assert (owner(game, KOBE), cash(game)) == (3, [630, 610, 630, 560])
    assert not any(game.state.bids)


@pytest.mark.rule("1890-9.1.4-d", "1890-9.1.4-e")
def test_the_first_to_raise_is_the_next_bidder_left_of_the_highest_not_the_lowest() -> None:
    game = table(4)
    play(game, bid(game, 0, KOBE, 45), Pass(1), Pass(2), bid(game, 3, KOBE, 50), Pass(0), bid(game, 1, KOBE, 55))
    game.apply(bid(game, 2, ARIMA, 20))
    assert (game.to_act.doing, game.to_act.player) == ("bid-off", 3)
    game.apply(Pass(3))
    assert game.to_act.player == 0
    game.apply(bid(game, 0, KOBE, 60))
    assert game.to_act.player == 1  # a player who has dropped out is not asked again
    game.apply(Pass(1))
    assert (owner(game, KOBE), cash(game)) == (0, [570, 630, 610, 630])


@pytest.mark.rule("1890-8.1-b", "1890-9.1-a", "1890-3.7-a")
def test_a_bid_moves_the_priority_deal_as_a_purchase_does_and_a_pass_or_a_raise_does_not() -> None:
    game = table()
    game.apply(bid(game, 0, KOBE, 45))
    assert game.state.priority == 1
    game.apply(Pass(1))
    assert game.state.priority == 1
    game.apply(bid(game, 2, KOBE, 50))
    assert game.state.priority == 0
    game.apply(bid(game, 0, ARIMA, 20))
    assert (game.to_act.doing, game.to_act.player, game.state.priority) == ("bid-off", 0, 1)
    play(game, bid(game, 0, KOBE, 55), Pass(2))
    assert (game.to_act.player, game.state.priority) == (1, 1)


@pytest.mark.rule("1890-9.1.4-c")
def test_a_sole_bidder_pays_what_he_bid() -> None:
    game = table()
    play(game, bid(game, 0, KOBE, 77), bid(game, 1, ARIMA, 20))
    assert (owner(game, KOBE), cash(game)) == (0, [840 - 77, 820, 840])


@pytest.mark.rule("1890-9.1.4-g")
def test_a_raise_uses_free_money_and_the_own_bid_but_no_other() -> None:
    game = table()
    play(game, bid(game, 0, KOBE, 45), bid(game, 1, KOBE, 50), Pass(2))
    play(game, bid(game, 0, MUNICIPAL, 500), Pass(1), bid(game, 2, ARIMA, 20))
    assert (game.to_act.doing, game.to_act.player) == ("bid-off", 0)
    assert game.legal_actions() == [Pass(0), Bids(0, lot(game, KOBE), 55, 340)]


@pytest.mark.rule("1890-9.1.4-h", "1890-9.1.4-i", "1890-8.1-b")
def test_auctions_follow_each_other_and_then_the_one_left_of_the_buyer_acts() -> None:
    game = table()
    play(game, bid(game, 0, KOBE, 45), bid(game, 1, HANKAI, 75), bid(game, 2, HANKAI, 80), bid(game, 0, HANSHIN, 115))
    game.apply(bid(game, 1, ARIMA, 20))
    assert owner(game, KOBE) == 0
    assert (game.to_act.doing, game.to_act.player) == ("bid-off", 1)
    game.apply(Pass(1))
    assert (owner(game, HANKAI), owner(game, HANSHIN)) == (2, 0)
    assert (game.to_act.doing, game.to_act.player, game.state.priority) == ("auction", 2, 2)
    assert code(game, bid(game, 2, KEISHIN, 160)) == ""


@pytest.mark.rule("1890-9.2-a", "1890-9.2-d", "1890-4.1-e")
def test_after_the_last_sale_the_stock_round_of_the_same_turn_begins_left_of_the_last_to_act() -> None:
    game = table(2)  # 1260 each for lots totalling 1280
    assert game.state.turn == 1
    whole_auction(game)
    assert (game.state.round, game.state.turn) == (STOCK_ROUND, 1)
    assert game.to_act.player == game.state.priority == 1  # eleven lots: player 0 has bought the last one


@pytest.mark.rule("1890-8.4-e", "1890-C.8.4-q")
def test_after_the_auction_the_presidents_certificates_of_kinki_and_the_subway_are_not_for_sale() -> None:
    game = table(2)
    whole_auction(game)
    assert (game.companies["KN"].par, game.companies["OS"].par) == (65, 65)
    assert code(game, par(game, 1, "KN", 65)) == "president_of_minors"
    assert clause(game, par(game, 1, "KN", 65)) == "1890-8.4-e"
    assert code(game, par(game, 1, "OS", 65)) == "already_started"
    assert code(game, buy(game, 1, "KN")) == ""  # but the four others are
    assert code(game, par(game, 1, "HK", 65)) == ""


@pytest.mark.rule("1890-9.3-a", "1890-9.3-b", "1890-9.3-c", "1890-9.3-d", "1890-8.6-b")
def test_when_all_pass_an_operating_round_follows_and_the_next_turn_goes_on_with_the_same_bids() -> None:
    game = table()
    play(game, bid(game, 0, ARIMA, 20), bid(game, 1, HANKAI, 75), *(Pass(player) for player in (2, 0)))
    assert game.state.round == AUCTION_ROUND
    game.apply(Pass(1))
    # The only operating round of the turn ends at once: Arima has paid 5, and no company operates.
    assert (game.state.round, game.state.turn, cash(game)) == (AUCTION_ROUND, 2, [825, 840, 840])
    assert (game.to_act.player, game.state.priority) == (2, 2)  # left of player 1, the last to act
    assert clause(game, bid(game, 2, KOBE, 45)) == "1890-9.1.1-b"
    play(game, Pass(2), Pass(0))
    assert clause(game, bid(game, 1, MUNICIPAL, 766)) == "1890-9.1.3.1-d"  # 75 of player 0's 840 are committed to a bid
    play(game, bid(game, 1, KOBE, 40))
    assert owner(game, HANKAI) == 1


@pytest.mark.rule("1890-9.3-b")
def test_minors_that_are_sold_operate_while_the_auction_rests() -> None:
    game = table()
    buy_all_before(game, OSAKA_ELECTRIC)
    pass_times(game, 3)
    assert (game.state.round, game.state.operating_round, game.state.turn) == (OPERATING_ROUND, 1, 1)
    assert game.to_act.company == company(game, KANAN)


@pytest.mark.rule("1890-9.3.1-a", "1890-9.3.1-b", "1890-9.3.1-c", "1890-9.1.2-a")
def test_arima_costs_five_less_after_each_turn_without_its_sale_and_is_taken_when_it_costs_nothing() -> None:
    game = table()
    for turn, price in ((1, 20), (2, 15), (3, 10), (4, 5)):
        assert (game.state.turn, game.to_act.player) == (turn, 0)
        assert [each.low for each in game.legal_actions() if isinstance(each, Bids)][:2] == [price, 45]
        events = pass_times(game, 3)
    assert game.state.turn == 5
    assert (owner(game, ARIMA), cash(game)) == (0, [840] * 3)
    assert (game.to_act.player, game.state.priority) == (1, 1)
    assert "lot_sold" in [event.kind for event in events]
    assert clause(game, bid(game, 1, KOBE, 35)) == "1890-9.1.1-b"
    assert code(game, bid(game, 1, KOBE, 40)) == ""
    # Its face value is unchanged, and with it the price range for companies and its final value.
    facts = game.setup.privates[0]
    assert (facts.price, facts.low, facts.high) == (20, 10, 40)
    assert game.standings()[0].total == 860


@pytest.mark.rule("1890-9.3.1-a", "1890-9.3.1-c")
def test_nothing_falls_once_arima_is_sold() -> None:
    game = table()
    game.apply(bid(game, 0, ARIMA, 20))
    events = pass_times(game, 3)
    assert game.state.turn == 2
    assert "lot_reduced" not in [event.kind for event in events]
    assert not any(game.state.discounts)
    assert clause(game, bid(game, 1, KOBE, 35)) == "1890-9.1.1-b"


@pytest.mark.rule("1890-9.3.1-b")
def test_arima_at_nothing_lets_the_bids_on_what_follows_be_settled() -> None:
    game = table()
    game.apply(bid(game, 0, KOBE, 45))
    pass_times(game, 3 * 4)
    # Player 1, left of the last to act, takes Arima; the bid on the next lot is the only one.
    assert (owner(game, ARIMA), owner(game, KOBE), game.to_act.player) == (1, 0, 2)
    assert cash(game) == [795, 840 + 0, 840]


@pytest.mark.rule("1890-9.4-a", "1890-8.4-f", "1890-C.8.1-k", "1890-C.8.4-e", "1890-C.8.1-l")
def test_the_buyer_of_osaka_municipal_sets_the_par_of_the_subway_and_has_its_presidency() -> None:
    game = table()
    buy_all_before(game, MUNICIPAL)
    game.apply(bid(game, 2, MUNICIPAL, 220))
    assert (game.to_act.doing, game.to_act.player, game.to_act.company) == ("par", 2, company(game, "OS"))
    assert game.legal_actions() == [par(game, 2, "OS", price) for price in (65, 70, 75, 80, 90, 100)]
    assert clause(game, Pass(2)) == clause(game, bid(game, 2, KANAN, 100)) == "1890-9.4-a"
    assert clause(game, par(game, 2, "OS", 85)) == "1890-7.3.1-b"
    before = cash(game)
    game.apply(par(game, 2, "OS", 90))
    subway = game.companies["OS"]
    assert (subway.par, subway.price, cash(game)) == (90, 90, before)
    assert subway.president is not None
    assert (subway.president.id, game.players[2].shares, subway.in_offering) == (2, {"OS": 20}, 80)
    assert not subway.is_floated
    assert (game.to_act.doing, game.to_act.player) == ("auction", 0)
    assert game.setup.privates[5].face == 0


@pytest.mark.rule("1890-9.4-b", "1890-C.8.3-m", "1890-C.8.4-p", "1890-C.8.4-t", "1890-C.8.4-p")
def test_the_buyer_of_osaka_electric_sets_the_par_of_kinki_which_has_no_president_yet() -> None:
    game = table()
    buy_all_before(game, OSAKA_ELECTRIC)
    game.apply(bid(game, game.to_act.player, OSAKA_ELECTRIC, 200))
    assert (game.to_act.doing, game.to_act.player) == ("par", 1)
    game.apply(par(game, 1, "KN", 80))
    kinki = game.companies["KN"]
    assert (kinki.par, kinki.price, kinki.president, kinki.in_offering) == (80, 80, None, 40)
    assert game.state.status[company(game, "KN")] == STARTED
    assert game.to_act.player == 2


@pytest.mark.rule("1890-7.1-a", "1890-7.2-a", "1890-7.2-c", "1890-7.2-d", "1890-C.8.3-f", "1890-C.8.3-u")
def test_a_minor_operates_from_its_sale_with_its_capital_and_its_tokens() -> None:
    game = table(2)
    whole_auction(game)
    minors = {symbol: game.companies[symbol] for symbol in (KANAN, OSAKA_ELECTRIC, OSAKA_RAILWAY, NARA, KOBE_ELECTRIC)}
    assert {symbol: minor.cash for symbol, minor in minors.items()} == {
        KANAN: 100, OSAKA_ELECTRIC: 200, OSAKA_RAILWAY: 100, NARA: 320, KOBE_ELECTRIC: 200,
    }  # fmt: skip
    assert {symbol: minor.tokens for symbol, minor in minors.items()} == {
        KANAN: ("J15",), OSAKA_ELECTRIC: ("H13",), OSAKA_RAILWAY: ("H13",), NARA: ("B17", "H19"),
        KOBE_ELECTRIC: ("D5",),
    }  # fmt: skip
    assert all(minor.is_floated for minor in minors.values())
    holders = [minor.president.id for minor in minors.values() if minor.president]
    assert holders == [0, 1, 0, 1, 0]
    assert game.players[1].shares[NARA] == 100
    assert owner(game, ARIMA) == 0


@pytest.mark.rule("1890-C.8.3-b", "1890-C.8.3-l", "1890-C.8.3-s")
def test_one_token_in_osaka_higashi_serves_two_minors() -> None:
    game = table(2)
    whole_auction(game)
    assert game.state.tokens.count(game.setup.map.by_name["H13"] * 8 + 1) == 1
    network = game.ruleset.atlas.network(game.state)
    reached = [network.reach(company(game, symbol)).cities for symbol in (OSAKA_ELECTRIC, OSAKA_RAILWAY)]
    assert reached[0] == reached[1] != ()
    assert (game.setup.map.by_name["H13"], 1) in reached[0]


@pytest.mark.rule("1890-C.8.1-i", "1890-C.8.1-j", "1890-A.8.1-g", "1890-11.4.2-b")
def test_a_share_of_hanshin_and_one_of_keihan_come_with_their_privates() -> None:
    game = table()
    buy_all_before(game, HANSHIN)
    assert game.companies["HS"].in_offering == 90
    game.apply(bid(game, 0, HANSHIN, 110))
    game.apply(bid(game, 1, KEISHIN, 160))
    assert (game.players[0].shares, game.players[1].shares) == ({"HS": 10}, {"KH": 10})
    for symbol in ("HS", "KH"):
        assert game.companies[symbol].in_offering == 90
        assert not ordinary_shares(game.state, company(game, symbol), game.state.players + RESERVED)
    assert (cash(game)[0], game.players[0].certificates) == (840 - 20 - 110, 3)


@pytest.mark.rule("1890-8.3-b", "1890-8.3-a")
def test_nothing_is_sold_by_players_in_the_auction() -> None:
    game = table()
    buy_all_before(game, KEISHIN)
    assert code(game, sell(game, game.to_act.player, "HS")) == "not_in_auction"


@pytest.mark.parametrize(
    ("scenario", "prices"),
    [
        pytest.param("A", [20, 40, 60, 110, 120, 100], marks=pytest.mark.rule("1890-A.8-b", "1890-A.8-c")),
        pytest.param("B", [20, 40, 110, 120, 160, 100], marks=pytest.mark.rule("1890-B.8-b", "1890-B.8-c")),
        pytest.param("D", [20, 40, 70, 110, 160, 220, 100], marks=pytest.mark.rule("1890-C.8-c")),
    ],
)
def test_the_line_up_of_each_scenario(scenario: str, prices: list[int]) -> None:
    assert [each.price for each in table(3, scenario).setup.lots] == prices


@pytest.mark.rule("1890-9.4-a", "1890-9.3-d")
def test_positions_of_the_auction_are_written_and_read() -> None:
    game = table()
    buy_all_before(game, MUNICIPAL)
    game.apply(bid(game, 2, MUNICIPAL, 220))
    assert position.read(game.position()).state == game.state
    game.apply(par(game, 2, "OS", 65))
    game.apply(bid(game, 0, NARA, 200))
    assert position.read(game.position()).state == game.state
    buy_all_before_osaka = [bid(game, 1, KANAN, 100), bid(game, 2, OSAKA_ELECTRIC, 200), par(game, 2, "KN", 65)]
    play(game, *buy_all_before_osaka)
    assert position.read(game.position()).state == game.state
    assert game.state.status[company(game, KANAN)] == FLOATED
