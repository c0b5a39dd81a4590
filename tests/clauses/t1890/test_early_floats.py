"""1890: the variant in which the train on offer decides when companies float, and capital is paid share by share
(C.10.9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    bid,
    buy,
    buy_train,
    companies_in,
    company,
    end_stock_round,
    kinds,
    leave_in_depot,
    new_game,
    par,
    place_marker,
    play,
    sell,
    set_phase,
    set_treasury,
    skip_company_turn,
    start,
    take_turn,
    train_to_market,
)
from tests.clauses.t1890 import forming, tables
from tests.clauses.t1890.forming import assign_minors, join, set_up_kinki, start_operating_round
from tests.properties.conservation import assert_conserved
from tetsudo.core.actions import Par, Pass
from tetsudo.core.events import Event, StayedUnfloated
from tetsudo.engine.rules.shares.company_closing import close_company
from tetsudo.engine.state.ownership import ordinary_shares
from tetsudo.engine.state.state import is_funded
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.language.log_sentences import narrate

VARIANT = ("early-floats",)
SCENARIOS = ("A", "B", "C", "D")

DEPOTS = {
    "2": (),
    "2+2": ("2",),
    "3": ("2", "2+2"),
    "3+3": ("2", "2+2", "3"),
    "4": ("2", "2+2", "3", "3+3"),
    "5": ("2", "2+2", "3", "3+3", "4"),
    "6": ("2", "2+2", "3", "3+3", "4", "5"),
    "D": ("2", "2+2", "3", "3+3", "4", "5", "6"),
}
"""The train on offer, with the kinds already sold."""

PHASES = {"2": "1", "2+2": "1", "3": "1.5", "3+3": "2", "4": "2.5", "5": "3", "6": "4", "D": "5"}
"""The phase in which a train is on offer, after the previous kind is sold out."""


def table(on_offer: str = "2", scenario: str = "C", **more: Any) -> Game:
    """A stock round of the second turn with 1000 for each of four players, and a given train on offer."""
    game = tables.table(scenario, cash=1000, variants=VARIANT, **more)
    offer(game, on_offer)
    return game


def offer(game: Game, name: str) -> None:
    """Sell all trains before a kind, and set the phase to match."""
    for each in game.setup.trains:
        if each.name in DEPOTS[name]:
            leave_in_depot(game, each.name, 0)
    set_phase(game, PHASES[name])


def started(game: Game, symbol: str, shares: int, price: int = 100) -> None:
    """A company whose president is player 0; the others have one share each. All are paid for."""
    holders = {0: 20} | dict.fromkeys(range(1, 4), 10)
    while sum(holders.values()) > 10 * shares:
        holders.popitem()
    holders[0] += 10 * shares - sum(holders.values())
    start(game, symbol, holders, par=price, cash=price * shares, floated=False)


def cash(game: Game, symbol: str) -> int:
    return game.companies[symbol].cash


def floated(game: Game, symbol: str) -> bool:
    return game.companies[symbol].is_floated


def buys(game: Game, symbol: str, name: str) -> list[Event]:
    """The current company buys a train and ends its turn; returns the events from the purchase on."""
    while game.to_act.doing != "trains":
        game.apply(Pass(game.to_act.player))
    acting, events = game.to_act.company, game.apply(buy_train(game, symbol, name))
    return events if game.to_act.company != acting else events + skip_company_turn(game)


# Time of floating


@pytest.mark.rule("1890-C.10.9-a", "1890-C.10.9-c")
@pytest.mark.parametrize(
    ("on_offer", "needed"), [("2", 2), ("2+2", 2), ("3", 3), ("3+3", 3), ("4", 4), ("5", 5), ("6", 6)]
)
def test_it_floats_at_its_first_turn_with_as_many_shares_as_the_train_on_offer_has_stops(
    on_offer: str, needed: int
) -> None:
    for sold in range(2, 8):
        game = table(on_offer)
        started(game, "NK", sold)
        assert not floated(game, "NK")
        events = end_stock_round(game)
        floats = sold >= needed
        assert floated(game, "NK") == floats
        assert companies_in(game, events) == (["NK"] if floats else [])
        if floats:
            assert (game.to_act.company, game.companies["NK"].tokens) == (company(game, "NK"), ("I12",))
            assert cash(game, "NK") == 100 * sold


@pytest.mark.rule("1890-C.10.9-a", "1890-C.10.9-d")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_presidents_certificate_is_enough_at_first_in_each_scenario(scenario: str) -> None:
    game = table(scenario=scenario)
    take_turn(game, par(game, 0, "HK", 100))
    assert (floated(game, "HK"), cash(game, "HK"), game.players[0].cash) == (False, 200, 800)
    events = end_stock_round(game)
    assert companies_in(game, events) == ["HK"]
    assert (floated(game, "HK"), cash(game, "HK")) == (True, 200)
    assert "Hankyū Railways floats." in narrate(game.setup, game.names, events)
    assert_conserved(game)


@pytest.mark.rule("1890-C.10.9-b")
def test_else_it_does_not_operate_in_the_round_and_is_asked_again_in_the_next() -> None:
    game = table("3+3")
    set_phase(game, "2")  # two operating rounds
    started(game, "NK", 2)
    started(game, "HK", 4, price=80)
    assert game.view().operating_order == ("HK",)
    events = end_stock_round(game)
    assert companies_in(game, events) == ["HK"]
    assert StayedUnfloated(company(game, "NK"), 2, 3) in events
    assert "Nankai Electric Railway does not float: 2 of 3 shares sold." in narrate(game.setup, game.names, events)
    events = skip_company_turn(game)
    assert [each.kind for each in events if each.kind.endswith("_began")] == ["operating_round_began", "turn_began"]
    assert kinds(events).count("stayed_unfloated") == 1
    events = skip_company_turn(game)
    assert "stock_round_began" in kinds(events)
    while game.to_act.player != 1:
        game.apply(Pass(game.to_act.player))
    take_turn(game, buy(game, 1, "NK"))
    assert not floated(game, "NK")
    assert game.view().operating_order == ("NK", "HK")
    assert companies_in(game, end_stock_round(game)) == ["NK"]
    assert cash(game, "NK") == 300


@pytest.mark.rule("1890-C.10.9-a")
def test_what_is_on_offer_when_its_turn_comes_decides() -> None:
    """Hankyu, at the higher price, acts first and buys the last 2+2-train; then three shares are required."""
    for bought in (False, True):
        game = table("2+2")
        leave_in_depot(game, "2+2", 1)
        started(game, "NK", 2, price=80)
        started(game, "HK", 2, price=100)
        assert game.view().operating_order == ("HK", "NK")
        assert companies_in(game, end_stock_round(game)) == ["HK"]
        events = buys(game, "HK", "2+2") if bought else skip_company_turn(game)
        assert companies_in(game, events) == ([] if bought else ["NK"])
        assert (StayedUnfloated(company(game, "NK"), 2, 3) in events) == bought


@pytest.mark.rule("1890-C.10.9-a")
def test_trains_that_lie_in_the_market_do_not_count() -> None:
    game = table("3")
    train_to_market(game, "3")
    leave_in_depot(game, "3", 0)
    started(game, "NK", 3)
    leave_in_depot(game, "3+3", 0)
    assert companies_in(game, end_stock_round(game)) == []


@pytest.mark.rule("1890-C.10.9-a", "1890-10.8-b")
def test_in_its_cell_it_comes_after_those_that_operate_already() -> None:
    """Nankai reached 100 first, but has not started."""
    game = table()
    started(game, "NK", 2)
    start(game, "HK", {1: 50}, par=100, cash=10)
    assert game.view().operating_order == ("HK", "NK")
    assert companies_in(game, end_stock_round(game)) == ["HK"]
    assert companies_in(game, skip_company_turn(game)) == ["NK"]


@pytest.mark.rule("1890-C.10.9-a")
def test_shares_sold_to_the_market_are_sold_from_the_offer() -> None:
    game = table("3")
    started(game, "NK", 3)
    take_turn(game, Pass(0))
    play(game, sell(game, 1, "NK"))
    assert ordinary_shares(game.state, company(game, "NK"), game.state.players + 1) == 1
    assert companies_in(game, end_stock_round(game)) == ["NK"]


# Capital


@pytest.mark.rule("1890-C.10.9-d")
def test_it_is_paid_par_for_each_share_of_the_offer_wherever_its_price_stands() -> None:
    game = table()
    bank = game.view().bank
    take_turn(game, par(game, 0, "NK", 80))
    assert (cash(game, "NK"), game.view().bank) == (160, bank)
    place_marker(game, "NK", (0, 6))  # 125
    events = take_turn(game, buy(game, 1, "NK"))
    assert (cash(game, "NK"), game.players[1].cash, game.view().bank) == (240, 920, bank)
    assert "Nankai Electric Railway receives ¥80." in narrate(game.setup, game.names, events)
    end_stock_round(game)
    assert (floated(game, "NK"), cash(game, "NK")) == (True, 240)


@pytest.mark.rule("1890-C.10.9-d")
def test_a_share_from_the_market_pays_the_bank() -> None:
    game = table()
    start(game, "NK", {0: 30}, par=80, market=10, cash=320, floated=False)
    bank = game.view().bank
    take_turn(game, buy(game, 0, "NK", "market"))
    assert (cash(game, "NK"), game.view().bank) == (320, bank + 80)


@pytest.mark.rule("1890-C.10.9-d")
def test_what_is_sold_after_it_floats_is_paid_to_it_too() -> None:
    game = table()
    start(game, "NK", {0: 20}, par=80, cash=7)
    take_turn(game, buy(game, 0, "NK"))
    assert cash(game, "NK") == 87


@pytest.mark.rule("1890-C.10.9-e")
def test_hanshins_attached_share_counts_and_is_paid_for_when_its_par_is_set() -> None:
    """With par 65: the president's two shares, and the one that comes with the private."""
    game = new_game(2, title="1890", scenario="A", variants=VARIANT)
    while game.to_act.doing != "stock":
        lot = next(
            each for each in game.setup.lots if game.is_legal(bid(game, game.to_act.player, each.symbol, each.price))
        )
        game.apply(bid(game, game.to_act.player, lot.symbol, lot.price))
    holder = next(player.id for player in game.players if "HS" in player.shares)
    assert (cash(game, "HS"), game.companies["HS"].par) == (0, 0)
    bank = game.view().bank
    events = game.apply(par(game, game.to_act.player, "HS", 65))
    assert (cash(game, "HS"), game.view().bank) == (3 * 65, bank - 65)
    assert narrate(game.setup, game.names, events).count("Hanshin Electric Railway receives ¥65.") == 1
    assert sum(each.shares.get("HS", 0) for each in game.players) == 30
    assert game.players[holder].shares["HS"] in (10, 30)
    leave_in_depot(game, "2", 0)
    assert game.view().operating_order == ("KER", "HS")
    leave_in_depot(game, "3", 0)
    assert game.view().operating_order == ("KER",)


@pytest.mark.rule("1890-C.10.9-e")
@pytest.mark.parametrize(("symbol", "attached"), [("HS", 1), ("KH", 1), ("NK", 0), ("HK", 0)])
def test_keihan_is_prefunded_as_hanshin_is_and_others_are_not(symbol: str, attached: int) -> None:
    game = table()
    take_turn(game, par(game, 0, symbol, 75))
    assert cash(game, symbol) == 75 * (2 + attached)
    offer(game, "3")
    assert game.view().operating_order == ((symbol,) if attached else ())


@pytest.mark.rule("1890-C.10.9-e")
def test_the_subway_is_prefunded_as_its_par_is_set_and_operates_while_the_auction_rests() -> None:
    game = new_game(3, title="1890", scenario="C", variants=VARIANT)
    for lot in game.setup.lots[:6]:
        game.apply(bid(game, game.to_act.player, lot.symbol, lot.price))
    player, bank = game.to_act.player, game.view().bank
    game.apply(Par(player, company(game, "OS"), 80))
    assert (cash(game, "OS"), game.view().bank, floated(game, "OS")) == (160, bank - 160, False)
    events = [event for _ in range(3) for event in game.apply(Pass(game.to_act.player))]
    assert "auction_began" not in kinds(events)
    assert companies_in(game, events) == ["OS"]
    assert (cash(game, "OS"), game.to_act.player, game.companies["OS"].tokens) == (160, player, ("H11",))
    assert_conserved(game)


# From phase 5 on


@pytest.mark.rule("1890-C.10.9-f")
def test_in_phase_5_a_company_starts_with_half_of_it_sold_and_ten_times_par() -> None:
    game = table("D")
    bank = game.view().bank
    take_turn(game, par(game, 0, "NK", 80))
    for player in (1, 2):
        take_turn(game, buy(game, player, "NK"))
    assert (cash(game, "NK"), game.view().bank, floated(game, "NK")) == (0, bank + 320, False)
    take_turn(game, buy(game, 3, "NK"))
    assert (cash(game, "NK"), game.view().bank, floated(game, "NK")) == (800, bank + 400 - 800, True)
    take_turn(game, buy(game, 0, "NK"))
    assert (cash(game, "NK"), game.view().bank) == (800, bank + 480 - 800)
    assert is_funded(game.state, company(game, "NK"))
    assert read(write(game)).state == game.state
    assert companies_in(game, end_stock_round(game)) == ["NK"]


@pytest.mark.rule("1890-C.10.9-f", "1890-C.10.9-e")
def test_in_phase_5_no_attached_share_is_paid_for() -> None:
    game = table("D")
    take_turn(game, par(game, 0, "HS", 80))
    take_turn(game, buy(game, 1, "HS"))
    assert (cash(game, "HS"), floated(game, "HS")) == (0, False)
    take_turn(game, buy(game, 2, "HS"))  # 20 + 10 + 10 %, and 10 % that came with the private
    assert (cash(game, "HS"), floated(game, "HS")) == (800, True)


@pytest.mark.rule("1890-C.10.9-f")
def test_what_it_was_paid_for_before_phase_5_is_not_paid_again() -> None:
    game = table("6")
    take_turn(game, par(game, 0, "NK", 80))
    take_turn(game, buy(game, 1, "NK"))
    assert cash(game, "NK") == 240
    set_phase(game, "5")
    take_turn(game, buy(game, 2, "NK"))
    assert cash(game, "NK") == 240
    events = take_turn(game, buy(game, 3, "NK"))
    assert cash(game, "NK") == 800
    assert "Nankai Electric Railway floats and receives ¥560." in narrate(game.setup, game.names, events)
    assert_conserved(game)


@pytest.mark.rule("1890-C.10.9-f")
def test_one_that_has_half_sold_as_phase_5_begins_floats_at_its_first_turn() -> None:
    """Six shares were required while the 6-train was next; Hankyu buys it in its turn, before Nankai's."""
    game = table("6")
    started(game, "NK", 5, price=80)
    start(game, "HK", {1: 50}, par=100, cash=700)
    assert game.view().operating_order == ("HK",)
    assert companies_in(game, end_stock_round(game)) == ["HK"]
    assert companies_in(game, buys(game, "HK", "6")) == ["NK"]
    assert (game.view().phase, cash(game, "NK")) == ("5", 800)


@pytest.mark.rule("1890-C.10.9-f", "1890-C.10.9-d")
def test_one_that_has_floated_before_goes_on_being_paid_for_each_share() -> None:
    game = table("D")
    start(game, "NK", {0: 20}, par=80, cash=10)
    take_turn(game, buy(game, 0, "NK"))
    assert cash(game, "NK") == 90
    assert not is_funded(game.state, company(game, "NK"))


# JR


@pytest.mark.rule("1890-C.10.9-g")
@pytest.mark.parametrize("on_offer", ["2", "3+3", "6"])
def test_jr_needs_five_shares_whatever_train_is_on_offer(on_offer: str) -> None:
    for sold, floats in ((4, False), (5, True)):
        game = table(on_offer)
        started(game, "JR", sold)
        assert not floated(game, "JR")
        assert game.view().operating_order == (("JR",) if floats else ())
        assert companies_in(game, end_stock_round(game)) == (["JR"] if floats else [])
        assert cash(game, "JR") == 100 * sold


@pytest.mark.rule("1890-C.10.9-g", "1890-C.10.9-d")
def test_jr_is_paid_for_each_share_too() -> None:
    game = table()
    take_turn(game, par(game, 0, "JR", 100))
    assert cash(game, "JR") == 200


# Kinki


def formation(held: dict[int, int], in_phase: str = "2", market: int = 0) -> Game:
    """Kinki at 80, with some of the four offered shares sold; Osaka Electric, with 50, may merge."""
    game = forming.table(in_phase, variants=VARIANT)
    set_up_kinki(game, 80, held, market)
    assign_minors(game, OER=50)
    start_operating_round(game)
    return game


@pytest.mark.rule("1890-C.10.9-h")
@pytest.mark.parametrize(("held", "market", "sold"), [({}, 0, 0), ({1: 1}, 0, 1), ({1: 2, 3: 1}, 1, 4)])
def test_kinki_forms_with_what_was_paid_for_its_shares_and_nothing_else(
    held: dict[int, int], market: int, sold: int
) -> None:
    game = formation(held, market=market)
    bank = game.view().bank
    play(game, join(game, "OER"))
    assert floated(game, "KN")
    assert (cash(game, "KN"), game.view().bank) == (50 + 80 * sold, bank - 80 * sold)
    assert game.to_act.company == company(game, "KN")
    assert_conserved(game)


@pytest.mark.rule("1890-C.10.9-h")
def test_before_it_forms_the_bank_holds_what_is_paid_and_afterwards_kinki_is_paid() -> None:
    game = table()
    set_up_kinki(game, 80)
    bank = game.view().bank
    take_turn(game, buy(game, 0, "KN"))
    assert (cash(game, "KN"), game.view().bank) == (0, bank + 80)
    game = table()
    forming.form_kinki(game)
    set_treasury(game, "KN", 30)
    take_turn(game, buy(game, 0, "KN"))
    assert cash(game, "KN") == 110


@pytest.mark.rule("1890-C.10.9-h")
def test_no_number_of_sold_shares_lets_kinki_operate_before_it_forms() -> None:
    game = formation({1: 4})
    assert game.view().operating_order == ("OER",)
    assert game.to_act.doing == "window"
    events = play(game, *[Pass(0)])
    assert companies_in(game, events) == ["OER"]
    assert "stayed_unfloated" not in kinds(skip_company_turn(game))


@pytest.mark.rule("1890-C.10.9-f", "1890-C.10.9-h")
def test_from_phase_5_on_kinki_has_four_times_par_as_usual() -> None:
    """The same as if Osaka Electric was sold this late; it must merge at once."""
    game = forming.table("5", variants=VARIANT)
    set_up_kinki(game, 80, {1: 2})
    assign_minors(game, OER=50)
    start_operating_round(game)
    assert cash(game, "KN") == 50 + 320
    assert is_funded(game.state, company(game, "KN"))


@pytest.mark.rule("1890-C.10.9-a", "1890-C.10.11-a", "1890-C.10.11-d")
def test_as_a_normal_company_kinki_floats_as_others_and_has_its_tokens_at_once() -> None:
    game = tables.table("D", "2", cash=1000, variants=VARIANT)
    take_turn(game, par(game, 0, "KN", 80))
    assert cash(game, "KN") == 160
    end_stock_round(game)
    assert game.to_act.company == company(game, "KN")
    assert game.companies["KN"].tokens == ("H13", "J15")


# Companies that have started but do not operate


@pytest.mark.rule("1890-8.6.1-a", "1890-C.10.9-a")
def test_one_that_is_sold_out_before_its_first_turn_rises() -> None:
    game = table()
    start(game, "NK", {0: 50, 1: 50}, par=90, floated=False)
    place_marker(game, "NK", (1, 4))
    events = end_stock_round(game)
    assert "sold_out" in kinds(events)
    assert game.companies["NK"].price == 100


@pytest.mark.rule("1890-7.4-d", "1890-C.10.9-d")
def test_what_one_that_closes_was_paid_is_the_banks() -> None:
    game = table("4")
    started(game, "NK", 3)
    bank = game.view().bank
    close_company(game.ruleset, game.state, [], company(game, "NK"))
    assert (cash(game, "NK"), game.view().bank) == (0, bank + 300)
    assert companies_in(game, end_stock_round(game)) == []
