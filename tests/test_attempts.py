"""Information shown beside the legal actions: refused actions, tiles for a hex, effects of an action."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import astuple

from tests.builders import (
    assign_private,
    buy,
    company,
    dividend,
    empty_depot,
    hex_id,
    lay,
    lay_private,
    lay_tile,
    new_game,
    operate,
    play,
    private,
    sell,
    set_cash,
    set_phase,
    start,
    stock_round,
    tile,
    train_to_market,
)
from tests.properties.walks import choose, new_numbered_game
from tetsudo.core.actions import Bid, BuyPrivate, LayPrivateTile, LayTile, SellShares
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Sales
from tetsudo.core.units import NOBODY
from tetsudo.engine.rules.refusals import REASONS
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.rows import with_value
from tetsudo.engine.state.state import bank_of
from tetsudo.game.game import Game
from tetsudo.game.unavailable import (
    CODES_BY_NEARNESS,
    HEX_CODES,
    TIMING_CODES,
    TileChoice,
    hex_refusal,
    lay_cost,
    preview,
    refused_actions,
    tile_choices,
    token_refusal,
)
from tetsudo.language.labels import action_to_data


def refusal_codes(game: Game, player: int = 0) -> list[tuple[str, str]]:
    """Refusal code and name of the item, for every attempt."""
    named = ("company", "train", "lot", "private")
    found = []
    for action, refusal in refused_actions(game, player):
        data = action_to_data(game.setup, game.names, action)
        things = [data[field] for field in ("train", "private", "lot", "company") if field in data and field in named]
        found.append((refusal.code, things[0] if things else action.kind))
    return found


def two_companies(cash: int = 120) -> Game:
    """A stock round: P0 has 60 % of AR, P1 60 % of IR; the market is full of TR."""
    game = stock_round(cash=cash)
    start(game, "AR", {0: 60})
    start(game, "IR", {1: 60})
    start(game, "TR", {1: 30, 0: 20}, market=50)
    return game


@pytest.mark.rule("1889-BUY-17", "1889-BUY-24", "1889-SEL-05", "1889-BUY-07")
def test_what_is_refused_in_a_stock_round() -> None:
    game = two_companies()
    assert refusal_codes(game) == [
        ("cash", "SR"),
        ("cash", "KO"),
        ("cash", "KU"),
        ("cash", "UR"),
        ("hold_limit", "AR"),
        ("none_left", "TR"),
        ("market_limit", "TR"),
    ]
    sentence = refused_actions(game, 0)[0].refusal.sentence
    assert sentence == "P0 has ¥120; the certificate costs ¥130."


@pytest.mark.rule("1889-SR-02")
def test_a_second_purchase_in_a_turn_is_refused_everywhere() -> None:
    game = two_companies(cash=1000)
    play(game, buy(game, 0, "IR"))
    codes = {code for code, _ in refusal_codes(game)}
    assert codes == {"one_purchase", "none_left", "market_limit"}
    assert refusal_codes(game)[:4] == [("one_purchase", symbol) for symbol in ("SR", "KO", "KU", "UR")]


@pytest.mark.rule("1889-SEL-07")
def test_shares_of_the_first_round_stay() -> None:
    game = stock_round(turn=1, cash=1000)
    start(game, "AR", {0: 40})
    assert refusal_codes(game) == [("first_round_sale", "AR")]


@pytest.mark.rule("1889-BUY-23")
def test_one_who_must_sell_may_not_pass() -> None:
    game = two_companies()
    start(game, "SR", {0: 80})
    assert refusal_codes(game)[0] == ("must_sell", "pass")


@pytest.mark.rule("1889-AUC-06")
def test_lots_that_cannot_be_paid() -> None:
    game = new_game(4)
    set_cash(game, 0, 60)
    assert refusal_codes(game) == [("bid_cash", symbol) for symbol in ("DR", "SIR", "UTF")]
    assert refused_actions(game, 0)[0].action == Bid(0, 4, 65), "the least that may be bid"


def test_one_who_is_not_asked_is_told_nothing() -> None:
    game = two_companies()
    assert refused_actions(game, 1) == []
    assert refused_actions(operate(game, "AR"), 1) == []


LATER_TRAINS = [("train_order", name) for name in ("3", "4", "5", "6", "D")]


@pytest.mark.rule("1889-EMR-03", "1889-TRN-07")
def test_trains_that_cannot_be_paid_or_are_not_on_sale() -> None:
    game = stock_round(cash=0)
    start(game, "AR", {0: 60}, cash=60, trains=["2"])
    start(game, "IR", {1: 60}, trains=["2", "3"])
    assert refusal_codes(operate(game, "AR", "trains")) == [("train_cash", "2"), *LATER_TRAINS]


@pytest.mark.rule("1889-TRN-17")
def test_no_train_above_the_limit_from_anybody() -> None:
    game = stock_round(cash=0)
    start(game, "AR", {0: 60}, cash=900, trains=["5", "5"])
    start(game, "IR", {1: 60}, trains=["5"])
    empty_depot(game, "2", "3", "4", "5")
    train_to_market(game, "6")
    set_phase(game, "6")
    operate(game, "AR", "trains", settle=False)
    assert refusal_codes(game) == [("train_limit", name) for name in ("6", "D", "6", "5")], "depot, depot, market, IR"


@pytest.mark.rule("1889-EMR-04", "1889-EMR-08", "1889-TRN-02")
def test_a_forced_purchase_says_what_it_takes() -> None:
    game = stock_round(cash=0)
    start(game, "AR", {0: 40}, cash=10)
    start(game, "IR", {0: 40, 1: 20})
    lay(game, "K8", "57", 1)
    operate(game, "AR", "trains")
    assert refusal_codes(game) == [
        ("must_buy_train", "pass"),
        ("emergency_cash", "2"),
        *LATER_TRAINS,
        ("bankrupt_can_pay", "AR"),
    ]


@pytest.mark.rule("1889-EMR-08")
def test_a_block_that_is_too_small_is_told_beside_those_that_are_listed() -> None:
    """Both shares at 100, and nothing less, pay for the train of 180."""
    game = stock_round(cash=0)
    start(game, "AR", {0: 20, 1: 20}, cash=0)
    start(game, "SR", {1: 40, 0: 20})
    lay(game, "K8", "57", 1)
    empty_depot(game, "2")
    operate(game, "AR", "trains")
    assert [each for each in game.legal_actions() if isinstance(each, Sales)] == [Sales(0, company(game, "SR"), 2, 2)]
    assert ("sale_short", "SR") in refusal_codes(game)


@pytest.mark.rule("1889-EMR-02")
def test_after_a_sale_the_trains_of_others_are_refused() -> None:
    game = stock_round(cash=0)
    start(game, "AR", {0: 40, 1: 20}, cash=10)
    start(game, "KU", {1: 40}, trains=("2",))
    start(game, "SR", {1: 40, 0: 20})
    lay(game, "K8", "57", 1)
    operate(game, "AR", "trains")
    assert ("sale_pays_bank", "2") not in refusal_codes(game)
    game.apply(SellShares(0, company(game, "SR"), 1))
    assert ("sale_pays_bank", "2") in refusal_codes(game)


@pytest.mark.rule("1889-PBY-01", "1889-PBY-02")
def test_privates_that_cannot_be_bought() -> None:
    game = stock_round(cash=0)
    start(game, "AR", {0: 60}, cash=15)
    assign_private(game, "TR", 0)
    assign_private(game, "SMR", 1)
    assign_private(game, "MF", "AR")
    operate(game, "AR")
    assert refusal_codes(game) == [("private_phase", "TR"), ("private_phase", "SMR")], "not the company's own"
    set_phase(game, "3")
    assert refusal_codes(game) == [("private_cash", "SMR")]
    assert refused_actions(game, 0)[0].action == BuyPrivate(0, company(game, "AR"), private(game, "SMR"), 25)


@pytest.mark.rule("1889-PRV-04", "1889-PRV-07", "1889-PRV-09")
def test_privates_that_players_cannot_buy_now() -> None:
    game = stock_round(3, title="1890", scenario="C", turn=1, cash=300)
    assign_private(game, "HT", 1)
    for symbol in ("KF", "SB"):
        give_private(game.state, private(game, symbol), bank_of(game.state))
    refusals = [each.refusal.code for each in refused_actions(game, 0) if each.action.kind == "take_private"]
    assert refusals == ["trade_too_early", "late_too_early", "late_too_early"]
    game.state.turn = 2
    refusals = [each.refusal.code for each in refused_actions(game, 0) if each.action.kind == "take_private"]
    assert refusals == ["cash"]  # 320 for the last one
    assert "minor_in_auction" not in {each.refusal.code for each in refused_actions(game, 0)}


def test_powers_that_do_nothing_now() -> None:
    game = stock_round(cash=0)
    start(game, "IR", {1: 50, 2: 50})
    for symbol in ("MF", "ER", "DR"):
        assign_private(game, symbol, 0)
    refused = {code: thing for code, thing in refusal_codes(game) if code != "cash"}
    assert refused == {"none_left": "IR", "only_when_sold": "ER", "exchange_none_left": "DR"}
    play(game, lay_private(game, 0, "MF", "J9", "437"))
    assert ("power_used", "MF") in refusal_codes(game)


# Hex by hex


def track_step(cash: int = 200, *, at: str = "2") -> Game:
    """AR's track step: its track leaves Tokushima to K6 (water, 80) and L7."""
    game = stock_round(cash=500)
    start(game, "AR", {0: 60}, cash=cash)
    lay(game, "K8", "5", 3)
    set_phase(game, at)
    return operate(game, "AR")


def choices(game: Game, hex_name: str, player: int = 0) -> dict[str, TileChoice]:
    """Choices for a hex by tile number, with the private's symbol for a private's lay."""
    found = {}
    for choice in tile_choices(game, player, hex_id(game, hex_name)):
        by = "" if choice.private == NOBODY else f" {game.setup.privates[choice.private].symbol}"
        found[game.setup.tiles[choice.tile].name + by] = choice
    return found


def codes(game: Game, hex_name: str, player: int = 0) -> dict[str, str]:
    """Refusal code by tile; "" for a legal lay."""
    found = choices(game, hex_name, player)
    return {name: choice.refusal.code if choice.refusal else "" for name, choice in found.items()}


def why(game: Game, hex_name: str, player: int = 0) -> tuple[str, str]:
    """Refusal code and clause if nothing can be laid on a hex."""
    refusal = hex_refusal(game, player, hex_id(game, hex_name))
    return (refusal.code, refusal.clause) if refusal else ("", "")


@pytest.mark.rule("1889-TRK-11", "1889-TRK-12", "1889-TRK-18")
def test_tiles_for_a_hex_with_what_they_cost_and_those_that_do_not_fit() -> None:
    game = track_step()
    found = choices(game, "K6")
    fitting = [name for name, choice in found.items() if not choice.refusal]
    assert fitting == ["7", "8", "9"]
    assert {found[name].cost for name in fitting} == {80}
    assert found["9"].lays == (LayTile(0, company(game, "AR"), hex_id(game, "K6"), tile(game, "9"), 0),)
    assert {codes(game, "K6")[name] for name in ("5", "6", "57", "58", "3", "438")} == {"tile_kind"}
    game.state.supply = with_value(game.state.supply, tile(game, "9"), 0)
    assert list(codes(game, "K6").values())[:3] == ["", "", "tile_supply"], "the nearest first"
    assert why(game, "K6") == ("", "")


def test_what_fits_in_no_rotation_is_not_told_to_be_turned() -> None:
    game = track_step(at="3")
    assign_private(game, "MF", 0)
    lay(game, "J9", "58", 1)
    assert why(game, "J9") == ("no_upgrade", "1889-TRK-11")


@pytest.mark.rule("1889-TRK-18", "1889-TRK-03", "1889-TRK-08", "1889-TRK-13", "1889-TRK-19", "1889-TRK-01")
def test_why_nothing_lies_on_a_hex_now() -> None:
    game = track_step(cash=60)
    assign_private(game, "TR", 1)
    assert why(game, "K6") == ("terrain_cost", "1889-TRK-18")
    assert why(game, "K8") == ("tile_colour", "1889-TRK-03")
    assert why(game, "J7") == ("hex_closed", "1889-TRK-08")
    assert why(game, "L7") == ("hex_closed", "1889-TRK-08")
    assert why(game, "J11") == ("hex_unconnected", "1889-TRK-13")
    assert [tile_choices(game, 0, hex_id(game, name)) for name in ("K6", "K8", "J7", "L7", "J11")] == [[]] * 5
    set_phase(game, "3")
    assert why(game, "K4") == ("hex_blocked", "1889-TRK-19")
    assign_private(game, "MF", 0)
    play(game, lay_tile(game, "AR", "K8", "15", 1))
    assert why(game, "K6") == ("one_tile", "1889-TRK-01")


@pytest.mark.rule("1889-TRK-11")
def test_what_was_upgraded_last_takes_no_tile() -> None:
    game = track_step(at="5")
    lay(game, "K6", "39")
    assert why(game, "K6") == ("no_upgrade", "1889-TRK-11")


@pytest.mark.rule("1889-PRV-08")
def test_a_discount_is_taken_off() -> None:
    game = track_step()
    assign_private(game, "SMR", "AR")
    here, number = LayTile(0, company(game, "AR"), hex_id(game, "H9"), tile(game, "9"), 0), tile(game, "437")
    assert lay_cost(game, here) == 0
    assign_private(game, "SMR", 0)
    assert lay_cost(game, here) == 80
    assert lay_cost(game, LayPrivateTile(0, private(game, "MF"), here.hex, number, 0)) == 0


@pytest.mark.rule("1889-PRV-02", "1889-PRV-05")
def test_a_private_lays_beside_the_company_and_between_turns() -> None:
    game = track_step()
    assign_private(game, "MF", 0)
    assert codes(game, "J9")["437 MF"] == ""
    assert choices(game, "J9")["437 MF"].cost == 0
    assert codes(game, "J9")["58"] == "track_unconnected"
    stock = stock_round(cash=0)
    assign_private(stock, "MF", 0)
    assert codes(stock, "J9") == {"437 MF": ""}
    assert why(stock, "K8") == ("not_in_stock_round", "1889-SR-02")
    assert why(stock, "J9", player=1) == ("not_your_turn", "1889-SR-01")


@pytest.mark.rule("1889-PRV-07")
def test_the_seller_sees_the_tiles_of_the_private_that_he_has_sold() -> None:
    game = stock_round(cash=500)
    start(game, "AR", {0: 60}, cash=200, trains=["3"])
    assign_private(game, "ER", 0)
    set_phase(game, "3")
    game.state.supply = with_value(game.state.supply, tile(game, "12"), 0)
    play(operate(game, "AR"), BuyPrivate(0, company(game, "AR"), private(game, "ER"), 40))
    assert game.to_act.doing == "free lay"
    found = codes(game, "C4")
    assert found["205 ER"] == ""
    assert found["12 ER"] == "tile_supply"
    assert set(found) == {f"{name} ER" for name in ("12", "13", "14", "15", "205", "206")}
    lay(game, "C4", "13")
    assert set(codes(game, "C4").values()) == {"tile_supply", "no_rotation"}, "turning would not help"


@pytest.mark.rule("1889-TOK-03", "1889-TOK-04", "1889-TOK-05")
def test_why_a_token_may_not_be_placed() -> None:
    game = stock_round(cash=500)
    start(game, "AR", {0: 60}, cash=60, trains=["2"])
    lay(game, "K8", "57", 1)
    operate(game, "AR", "token", settle=False)
    place = hex_id(game, "F9")
    refusal = token_refusal(game, 0, place, 0)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("token_unconnected", "1889-TOK-04")
    assert why(game, "F9") == ("token_unconnected", "1889-TOK-04")
    assert why(game, "K8") == ("token_twice", "1889-TOK-05")
    assert why(game, "J9") == ("hex_without_city", "1889-TOK-04")
    set_cash(game, game.state.players + company(game, "AR"), 39)
    assert why(game, "F9") == ("token_cost", "1889-TOK-03")


# Effects of an action


def test_a_preview_tells_what_would_happen_and_changes_nothing() -> None:
    game = two_companies(cash=500)
    before = game.state.clone()
    events = preview(game, sell(game, 0, "AR", 2))
    assert [event.kind for event in events] == ["shares_sold", "price_moved"]
    assert (game.state, game.length) == (before, 0)
    with pytest.raises(IllegalAction, match="¥"):
        preview(two_companies(cash=0), buy(game, 0, "IR"))


@pytest.mark.rule("1889-DIV-01")
def test_a_preview_of_a_dividend_says_who_gets_what() -> None:
    game = stock_round(cash=0)
    start(game, "AR", {0: 40, 1: 20}, market=10)
    operate(game, "AR", "dividend", settle=False)
    game.state.revenue = 100
    received = {astuple(each) for each in preview(game, dividend(game, "AR")) if each.kind == "received"}
    assert received == {(0, 40), (1, 20), (game.state.players + company(game, "AR"), 10)}


# All positions


def assert_attempts_are_refused(game: Game) -> None:
    for player in range(game.setup.players):
        listed = game.legal_actions(player)
        found = refused_actions(game, player)
        for action, refusal in found:
            assert not game.is_legal(action)
            assert not any(each.admits(action) for each in listed)
            assert refusal.code not in TIMING_CODES
            assert refusal.sentence
            assert "{" not in str(refusal)
        keys = [str(action) for action, _ in found]
        assert len(keys) == len(set(keys))
        assert [str(each.action) for each in refused_actions(game, player)] == keys


def assert_choices_are_what_is_listed(game: Game, player: int, hexes: list[int]) -> None:
    listed = [each for each in game.legal_actions(player) if isinstance(each, LayTile | LayPrivateTile)]
    for hex in hexes:
        found = tile_choices(game, player, hex)
        laid = [lay for choice in found for lay in choice.lays]
        assert sorted(map(str, laid)) == sorted(str(each) for each in listed if each.hex == hex)
        assert all(bool(choice.lays) != bool(choice.refusal) for choice in found)
        assert len({(choice.tile, choice.private) for choice in found}) == len(found)
        refusal = hex_refusal(game, player, hex)
        assert refusal is None or not laid
        assert refusal or laid or any(getattr(each, "hex", -1) == hex for each in game.legal_actions(player))


@pytest.mark.parametrize("number", [0, 1, *(pytest.param(number, marks=pytest.mark.long) for number in range(2, 6))])
def test_nothing_that_is_refused_is_legal_in_random_games(number: int) -> None:
    random = Random(number)
    game = new_numbered_game(number)
    hexes = range(len(game.setup.map.hexes))
    while not game.is_over:
        if game.length % 5 == 0:
            assert_attempts_are_refused(game)
            assert_choices_are_what_is_listed(game, random.randrange(game.setup.players), random.sample(hexes, 2))
            assert_choices_are_what_is_listed(game, game.to_act.player, random.sample(hexes, 3))
        game.apply(choose(game.legal_actions(), random))
    assert refused_actions(game, 0) == []
    refusal = hex_refusal(game, 0, 0)
    assert refusal is not None
    assert refusal.code == "game_over"


def test_every_reason_that_is_named_has_a_sentence() -> None:
    assert {*TIMING_CODES, *CODES_BY_NEARNESS, *HEX_CODES.values(), "no_rotation"} <= REASONS.keys()
