"""The Great Hanshin Earthquake (C.10.13)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.builders import (
    assign_private,
    best_run,
    buy_train,
    clause,
    code,
    company,
    dividend,
    empty_depot,
    end_stock_round,
    hex_id,
    is_admitted,
    kinds,
    lay,
    operate,
    place_token,
    play,
    private,
    run,
    sell,
    set_cash,
    set_phase,
    set_treasury,
    start,
    stock_round,
    token,
)
from tetsudo.core.actions import HALF, PAY, WITHHOLD, Chance, LayTile, Pass, RestoreToken
from tetsudo.core.events import Event
from tetsudo.core.frames import DebtCollection, PendingDieRoll, Stock
from tetsudo.core.open_actions import Sales
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.emergency.levy import max_proceeds, max_shares_for_debt
from tetsudo.engine.rules.shares.limits import max_sellable
from tetsudo.engine.rules.shares.trading import sell as sell_block
from tetsudo.engine.rules.turn_order.round_sequence import begin_operating_rounds, begin_stock_round
from tetsudo.engine.state.board import tokens_in
from tetsudo.engine.state.rows import row_of, values_of
from tetsudo.engine.state.state import BANK_BROKE, BANKRUPTCY, CLOSED, LAST_TURN, PRICE_REACHED, set_dues, set_status
from tetsudo.game import position
from tetsudo.game.game import Game

BEFORE_D = ("2", "2+2", "3", "3+3", "4", "5", "6")


def table(scenario: str = "C", *, cash: int = 3000, variants: Sequence[str] = ("earthquake",), **options: Any) -> Game:
    """Four players; all trains but the Ds are sold, and Nankai (NK, player 3) has its home token and nothing else."""
    game = stock_round(title="1890", scenario=scenario, variants=variants, cash=cash, **options)
    for each in game.setup.companies:
        if each.kind == "minor":
            set_status(game.state, each.id, CLOSED)
    set_phase(game, "5")
    empty_depot(game, *(name for name in BEFORE_D if name in {each.name for each in game.setup.trains}))
    if scenario in "CD":
        start(game, "NK", {3: 60})
    return game.with_chance(1)


def buys(game: Game, result: int | None = 1, symbol: str = "NK") -> list[Event]:
    """A company buys a D from the bank, with a given random result; None: no random event is expected."""
    set_treasury(game, symbol, 1100)
    operate(game, symbol, "trains")
    events = game.follow(buy_train(game, symbol, "D"))
    return events if result is None else events + game.follow(Chance(result=result))


def next_stock_round(game: Game) -> Game:
    """The stock round of the next game turn."""
    game.state.turn += 1
    begin_stock_round(game.ruleset, game.state, [])
    engine.settle(game.ruleset, game.state, [])
    return game


def price(game: Game, symbol: str) -> int:
    return game.companies[symbol].price


# The trigger


@pytest.mark.rule("1890-C.10.13-a")
@pytest.mark.parametrize(
    ("scenario", "buyer", "trains"), [("C", "NK", 6), ("D", "NK", 6), ("A", "SY", 5), ("B", "SY", 6)]
)
def test_each_d_is_as_likely_to_bring_it(scenario: str, buyer: str, trains: int) -> None:
    """1 in 6 for the first of 6 Ds; 1 in 5 for the second if the first did not; the last is certain."""
    game = table(scenario)
    if buyer == "SY":
        start(game, "SY", {3: 60})
    for before in range(trains):
        game.state.trains = row_of((*values_of(game.state.trains)[: -(game.state.companies + 3)], *_with_none(game)))
        events = buys(game, None, buyer)
        assert "befell" not in kinds(events)
        (asked,) = (frame for frame in game.state.stack if isinstance(frame, PendingDieRoll))
        assert (asked.sides, asked.number) == (trains - before, before)
        events = game.follow(Chance(result=asked.sides))
        assert ("befell" in kinds(events)) == (asked.sides == 1)


def _with_none(game: Game) -> list[int]:
    """The Ds of companies are in the market."""
    companies = game.state.companies
    *held, depot, market, scrapped = game.state.trains[-(companies + 3) :]
    return [0] * companies + [depot, market + sum(held), scrapped]


@pytest.mark.rule("1890-C.10.13-a")
def test_only_the_marked_one_brings_it_and_only_once() -> None:
    game = table()
    assert "befell" not in kinds(buys(game, 6))
    assert "befell" not in kinds(buys(game, 2))
    game.state.trains = row_of((*values_of(game.state.trains)[: -(game.state.companies + 3)], *_with_none(game)))
    assert "befell" in kinds(buys(game, 1))
    assert "drawn" not in kinds(buys(game, None))


@pytest.mark.rule("1890-C.10.13-a")
def test_it_does_not_come_once_the_bank_is_broken() -> None:
    game = table()
    game.state.broken = 1
    assert "drawn" not in kinds(buys(game, None))
    assert game.to_act.doing != "chance"


@pytest.mark.rule("1890-C.10.13-a")
def test_a_d_from_the_market_or_of_a_company_does_not_bring_it() -> None:
    game = table()
    start(game, "HK", {1: 60}, cash=1100)
    buys(game, 6)
    game.state.trains = row_of((*values_of(game.state.trains)[: -(game.state.companies + 3)], *_with_none(game)))
    operate(game, "HK", "trains")
    assert "drawn" not in kinds(game.follow(buy_train(game, "HK", "D", "market")))


# Revenue and prices


@pytest.mark.rule("1890-C.10.13-b")
@pytest.mark.parametrize(("symbol", "left"), [("HS", 0), ("HK", 30), ("SY", 30), ("JR", 30), ("KH", 60)])
def test_until_the_next_stock_round_some_runs_earn_half_or_nothing(symbol: str, left: int) -> None:
    """Nishinomiya 40 (the tile stays, as the test requires: three tokens are there) and Ashiya 20."""
    game = table()
    for each in ("KN", "OS", "NK"):
        token(game, each, "F9")
    lay(game, "F9", "465", 3)
    lay(game, "F7", "57", 1)
    start(game, symbol, {0: 60}, trains=["2"], tokens=[])
    buys(game)
    token(game, symbol, "F7")
    operate(game, symbol, "run")
    play(game, run(game, symbol, ("2", "F7 F9")))
    assert (game.state.revenue if left else game.state.last_run[company(game, symbol)]) == left
    game.state.turn += 1
    operate(game, symbol, "run")
    play(game, run(game, symbol, ("2", "F7 F9")))
    assert game.state.revenue == 60 + 10 * (symbol == "HS")


@pytest.mark.rule("1890-C.10.13-b")
def test_an_odd_half_of_each_share_is_nobodys() -> None:
    """Half of 90 is 45: 4 for each of Hankyu's shares, 27 for six."""
    game = table()
    start(game, "HK", {0: 60}, trains=["2"])
    buys(game)
    operate(game, "HK", "dividend", settle=False)
    power = game.ruleset.powers.changing_revenue[0]
    game.state.revenue = power.revenue_of(game.state, company(game, "HK"), 90)
    had = game.players[0].cash
    play(game, dividend(game, "HK"))
    assert game.players[0].cash == had + 27


@pytest.mark.rule("1890-C.10.13-c")
def test_prices_stand_still_to_the_end_of_the_next_stock_round() -> None:
    """Through a dividend, no dividend, sales, and a sold-out company."""
    game = table()
    start(game, "HK", {0: 60, 1: 40}, trains=["2"])
    start(game, "KH", {1: 60, 0: 20})
    buys(game)
    before = {symbol: price(game, symbol) for symbol in ("HK", "KH", "NK")}
    for payout in (0, WITHHOLD):
        operate(game, "HK", "dividend", settle=False)
        game.state.revenue = 50
        play(game, dividend(game, "HK", payout))
    next_stock_round(game)
    play(game, sell(game, 0, "KH", 2))
    events = end_stock_round(game)
    assert "sold_out" in kinds(events)
    assert {symbol: price(game, symbol) for symbol in before} == before
    operate(game, "HK", "dividend", settle=False)
    game.state.revenue = 50
    play(game, dividend(game, "HK"))
    assert price(game, "HK") > before["HK"]


# Effects on the map


@pytest.mark.rule("1890-C.10.13-d")
def test_kobe_rapid_closes() -> None:
    """Its token is removed; a company that has paid for passage is blocked again if Kobe is full of other tokens."""
    game = table()
    assign_private(game, "KR", 1)
    lay(game, "F5", "820")
    start(game, "HK", {1: 60})
    station = next(power for power in game.ruleset.powers.passages)
    station.bought(game.ruleset, game.state, [])
    station.remember(game.state, 0)
    assert tokens_in(game.state, hex_id(game, "F5"), 0) == 1
    events = buys(game)
    assert [event.private for event in events if event.kind == "private_closed"] == [private(game, "KR")]
    assert tokens_in(game.state, hex_id(game, "F5"), 0) == 0
    face = game.state.tiles[hex_id(game, "F5")]
    assert not station.ignores(company(game, "HK"), hex_id(game, "F5"), face, 0, station.mark(game.state))


@pytest.mark.rule("1890-C.10.13-e")
def test_tokens_in_kobe_and_ashiya_return_to_their_companies() -> None:
    """JR's home token too; each may be placed again for 100, like any returned token."""
    game = table()
    start(game, "JR", {0: 60})
    start(game, "SY", {1: 50}, cash=100)
    token(game, "SY", "F7")
    events = buys(game)
    assert [
        (game.setup.companies[event.company].symbol, game.setup.map.hexes[event.hex].name)
        for event in events
        if event.kind == "token_returned"
    ] == [("JR", "F5"), ("SY", "F7")]
    assert game.companies["JR"].tokens == ("G12", "B17", "H19")
    assert game.companies["SY"].tokens == ("F3",)
    lay(game, "F3", "57", 1)
    lay(game, "F7", "57", 1)
    lay(game, "F5", "820")
    operate(game, "SY", "token")
    play(game, place_token(game, "SY", "F5"))
    assert game.companies["SY"].cash == 0


@pytest.mark.rule("1890-C.10.13-e")
def test_a_home_token_that_came_back_is_placed_again_for_100() -> None:
    game = table()
    start(game, "SY", {1: 50}, tokens=["F5"], cash=500)
    token(game, "SY", "E14")
    buys(game)
    assert game.companies["SY"].token_prices_left == (100,)
    assert game.companies["SY"].tokens == ("E14",)


@pytest.mark.rule("1890-C.10.13-f")
@pytest.mark.parametrize(("lies", "turned", "colour"), [("465", 3, 2), ("15", 1, 1), ("57", 1, 0)])
def test_the_tile_of_nishinomiya_drops_one_level(lies: str, turned: int, colour: int) -> None:
    """Brown to green to yellow to no tile; only part of its track remains, and Hanshin's token stays."""
    game = table()
    start(game, "HS", {0: 60})
    lay(game, "F9", lies, turned)
    hex = hex_id(game, "F9")
    old = game.setup.faces[game.state.tiles[hex]]
    left = dict(zip((each.name for each in game.setup.tiles), game.state.supply, strict=True))
    assert "tile_lowered" in kinds(buys(game))
    new = game.setup.faces[game.state.tiles[hex]]
    assert new.colour == colour
    assert new.exits & ~old.exits == 0
    assert game.companies["HS"].tokens == ("F9",)
    then = dict(zip((each.name for each in game.setup.tiles), game.state.supply, strict=True))
    assert then[lies] == left[lies] + 1
    assert new.name == "" or colour == 0 or then[new.name] == left[new.name] - 1
    operate(game, "HS")
    assert hex in {each.hex for each in game.legal_actions() if isinstance(each, LayTile)} or colour == 0


@pytest.mark.rule("1890-C.10.13-f")
def test_the_tile_stays_where_no_lower_one_has_room_for_its_tokens() -> None:
    game = table()
    start(game, "HS", {0: 60})
    lay(game, "F9", "465", 3)
    for symbol in ("HK", "SY"):
        start(game, symbol, {1: 60}, tokens=["F9"])
    before = game.state.tiles
    assert "tile_lowered" not in kinds(buys(game))
    assert game.state.tiles == before


def itami(cash: int = 500) -> Game:
    """Hankyu with a token in Itami, which has two slots, and one at home; track to Nishinomiya."""
    game = table()
    start(game, "HK", {1: 60}, trains=["2"], tokens=["E12"], cash=cash)
    token(game, "HK", "E10")
    lay(game, "E10", "12", 4)
    lay(game, "F9", "465", 3)
    return game


@pytest.mark.rule("1890-C.10.13-g")
def test_tokens_in_itami_lie_face_down() -> None:
    """Hankyu no longer runs from it; the slot remains Hankyu's and blocks as before."""
    game = itami()
    operate(game, "HK", "run")
    assert best_run(game) == 70, "Itami 30 and Nishinomiya 40"
    events = buys(game)
    assert [event.company for event in events if event.kind == "token_turned_down"] == [company(game, "HK")]
    operate(game, "HK", "run")
    assert game.to_act.doing != "run" or game.to_act.company != company(game, "HK")
    assert game.companies["HK"].tokens == ("E12", "E10")
    assert tokens_in(game.state, hex_id(game, "E10"), 0) == 1


def restore(game: Game, symbol: str = "HK", place: str = "E10") -> RestoreToken:
    number = company(game, symbol)
    president = game.companies[symbol].president
    assert president is not None
    return RestoreToken(president.id, number, hex_id(game, place))


@pytest.mark.rule("1890-C.10.13-g")
def test_after_the_next_stock_round_100_restores_each() -> None:
    game = itami()
    buys(game)
    operate(game, "HK")
    assert code(game, restore(game)) == "restore_early"
    next_stock_round(game)
    begin_operating_rounds(game.ruleset, game.state, [])
    operate(game, "HK")
    assert is_admitted(game, restore(game))
    play(game, restore(game))
    assert game.companies["HK"].cash == 400
    assert not game.is_legal(restore(game))
    operate(game, "HK", "run")
    lay(game, "F9", "465", 3)
    operate(game, "HK", "run")
    assert best_run(game) == 70


@pytest.mark.rule("1890-C.10.13-g")
def test_what_forbids_to_restore_is_said() -> None:
    game = itami(cash=99)
    start(game, "SY", {2: 50}, cash=500)
    buys(game)
    game.state.turn += 1
    operate(game, "HK")
    assert code(game, restore(game)) == "restore_cash"
    assert clause(game, restore(game)) == "1890-C.10.13-g"
    assert code(game, restore(game, place="F5")) == "restore_none"
    assert code(game, restore(game, "SY")) == "not_its_turn"
    set_treasury(game, "HK", 100)
    assert code(game, RestoreToken(2, company(game, "HK"), hex_id(game, "E10"))) == "not_president"
    assert game.is_legal(restore(game))


# The levy on players


def owners() -> Game:
    """Player 0: 6 of Hanshin and 2 of Hankyu. 1: 6 of Hankyu, two privates. 2: 5 of Sanyo. 3: 6 of Nankai."""
    game = table()
    start(game, "HS", {0: 60})
    start(game, "HK", {1: 60, 0: 20})
    start(game, "SY", {2: 50})
    for symbol in ("KF", "SB"):
        assign_private(game, symbol, 1)
    return game


@pytest.mark.rule("1890-C.10.13-h")
def test_each_player_pays_for_trains_sold_and_for_what_he_has() -> None:
    """One D: 100; 200 for each of 8 shares, of 6 and 2 privates, of 5, of 6. A president's certificate is two
    shares."""
    game = owners()
    events = buys(game)
    assert [event.price for event in events if event.kind == "owed"] == [1700, 1700, 1100, 1300]
    assert values_of(game.state.dues) == (1700, 1700, 1100, 1300)
    next_stock_round(game)
    had = [player.cash for player in game.players]
    paid = [event for event in end_stock_round(game) if event.kind == "due_paid"]
    assert sorted((event.player, event.price) for event in paid) == [(0, 1700), (1, 1700), (2, 1100), (3, 1300)]
    assert game.players[0].cash == had[0] - 1700
    assert not game.state.dues


@pytest.mark.rule("1890-C.10.13-h")
def test_each_d_that_the_bank_has_sold_counts() -> None:
    game = owners()
    for result in (6, 5):
        buys(game, result)
    game.state.trains = row_of((*values_of(game.state.trains)[: -(game.state.companies + 3)], *_with_none(game)))
    buys(game, 1)
    assert values_of(game.state.dues) == (1900, 1900, 1300, 1500)


@pytest.mark.rule("1890-C.10.13-i")
def test_what_is_bought_or_sold_later_changes_nothing() -> None:
    game = owners()
    buys(game)
    next_stock_round(game)
    play(game, sell(game, 0, "HK", 2))
    paid = [event for event in end_stock_round(game) if event.kind == "due_paid"]
    assert {event.price for event in paid if event.player == 0} == {1700}


def short(game: Game, player: int, cash: int) -> Game:
    """After the next stock round; a player has only `cash`."""
    buys(game)
    next_stock_round(game)
    set_cash(game, player, cash)
    game.state.priority = 0
    game.state.stack = (Stock(0, game.state.players),)
    engine.settle(game.ruleset, game.state, [])
    return game


@pytest.mark.rule("1890-C.10.13-j", "1890-C.10.13-c")
def test_who_is_short_of_cash_sells_shares_at_prices_that_stand_still() -> None:
    """Player 0 owes 1,700 and has 1,450: three shares at 100, of any company, and no more."""
    game = short(owners(), 0, 1450)
    assert game.to_act == (0, -1, "levy")
    assert is_admitted(game, sell(game, 0, "HS", 3))
    assert code(game, sell(game, 0, "HS", 4)) == "levy_excess"
    assert code(game, Pass(0)) == "levy_first"
    assert clause(game, Pass(0)) == "1890-C.10.13-j"
    assert code(game, sell(game, 1, "HK", 1)) == "not_your_turn"
    play(game, sell(game, 0, "HS", 2))
    assert code(game, sell(game, 0, "HS", 2)) == "levy_excess"
    again = position.read(game.position())
    assert again.digest() == game.digest()
    events = play(game, sell(game, 0, "HK", 1))
    assert "price_moved" not in kinds(events)
    assert (price(game, "HS"), price(game, "HK")) == (100, 100)
    assert game.players[0].cash == 50
    assert "operating_round_began" in kinds(events)


@pytest.mark.rule("1890-C.10.13-j")
def test_a_president_whom_nobody_can_follow_keeps_his_certificate() -> None:
    """Only four of Hanshin's six shares can be sold: the last two are the president's certificate."""
    game = short(owners(), 0, 1100)
    assert is_admitted(game, sell(game, 0, "HS", 4))
    assert code(game, sell(game, 0, "HS", 5)) == "levy_sale"


@pytest.mark.rule("1890-C.10.13-j")
def test_who_cannot_raise_it_is_bankrupt() -> None:
    """Four of Hanshin and two of Hankyu bring 600: with 1,099 that is 1 too little."""
    game = short(owners(), 0, 1099)
    assert game.is_over
    assert game.end_reason == "bankrupt"
    assert (game.state.bankrupt, game.players[0].cash) == (0, 0)
    assert not short(owners(), 0, 1100).is_over


@pytest.mark.rule("1890-C.10.13-j")
def test_sales_never_put_the_money_out_of_reach() -> None:
    """Random sales in any order: a player who can pay can still pay after any legal sale; otherwise no sequence
    suffices."""
    random = Random(3)
    for _ in range(60):
        game = table()
        holders = {symbol: _some_holders(random) for symbol in ("HS", "HK", "SY", "KH")}
        for symbol, shares in holders.items():
            start(game, symbol, shares, market=random.choice((0, 10, 20)))
        buys(game)
        next_stock_round(game)
        set_cash(game, 0, 0)
        raised = max_proceeds(game.ruleset, game.state, 0)
        assert raised == _most_by_trying(game)
        if not raised:
            continue
        set_dues(game.state, (max(raised - random.choice((0, 40, 150)), 1), 0, 0, 0))
        game.state.stack = (Stock(0, 4), DebtCollection())
        while game.state.dues and not game.is_over:
            offers = [offer for offer in game.legal_actions() if isinstance(offer, Sales)]
            assert offers, "who still owes something can sell something"
            offer = random.choice(offers)
            assert offer.high == max_shares_for_debt(game.ruleset, game.state, 0, offer.company)
            game.apply(offer.at(random.randint(offer.low, offer.high)))
        assert not game.is_over


def _some_holders(random: Random) -> dict[int, int]:
    """Shares of a company by player, the president first."""
    president = random.choice((0, 1))
    other = random.choice([player for player in range(4) if player != president])
    return {president: random.choice((20, 30, 40)), other: random.choice((10, 20))}


def _most_by_trying(game: Game) -> int:
    """Most that player 0 can raise, over all ways to sell each company's shares one by one or in blocks."""
    set_dues(game.state, (100_000, 0, 0, 0))
    best = 0
    symbols = [symbol for symbol in ("HS", "HK", "SY", "KH") if game.companies[symbol].price]
    for ways in product((1, 2, 9), repeat=len(symbols)):
        then = game.clone()
        then.state.stack = (Stock(0, 4), DebtCollection())
        for symbol, block in zip(symbols, ways, strict=True):
            while _sell_some(then, company(then, symbol), block):
                pass
        best = max(best, then.state.cash[0])
    set_dues(game.state, ())
    return best


def _sell_some(game: Game, number: int, block: int) -> bool:
    """Sell a block of a company's shares, or fewer if not all can be sold; True if any were sold."""
    count = min(block, max_sellable(game.ruleset, game.state, 0, number))
    if count:
        sell_block(game.ruleset, game.state, [], 0, number, count)
    return bool(count)


# Unpaid levies at the end of the game


def bare_worths(game: Game) -> list[int]:
    """Players' net worths without their dues, in seat order."""
    return [each.cash + each.shares + each.privates for each in sorted(game.standings())]


def worths(game: Game) -> list[int]:
    """Players' net worths, in seat order."""
    return [each.total for each in sorted(game.standings())]


@pytest.mark.rule("1890-C.10.13-i")
def test_what_is_owed_is_deducted_from_worth_from_the_beginning() -> None:
    """Unpaid dues make no player richer, and paying them changes no net worth."""
    game = owners()
    buys(game)
    before = worths(game)
    assert before == [bare - due for bare, due in zip(bare_worths(game), (1700, 1700, 1100, 1300), strict=True)]
    next_stock_round(game)
    end_stock_round(game)
    assert not game.state.dues
    income = game.players[1].cash - 1300  # from the next operating round, by two privates
    assert income > 0
    assert worths(game) == bare_worths(game) == [before[0], before[1] + income, before[2], before[3]]


@pytest.mark.rule("1890-C.10.13-i")
@pytest.mark.parametrize("ending", [LAST_TURN, BANK_BROKE, BANKRUPTCY, PRICE_REACHED])
def test_it_is_deducted_whatever_ends_the_game(ending: int) -> None:
    game = owners()
    buys(game)
    game.state.ended = ending
    assert worths(game) == [bare - due for bare, due in zip(bare_worths(game), (1700, 1700, 1100, 1300), strict=True)]
    assert game.result() == {game.names[each.player]: each.total for each in game.standings()}


@pytest.mark.rule("1890-C.10.13-i", "1890-C.10.13-j")
@pytest.mark.parametrize("first", range(4))
def test_all_who_owe_are_treated_alike_whoever_is_bankrupt_when(first: int) -> None:
    """Player 1 owes 1,700 and has 100 and nothing to sell; players who pay before and after are treated alike."""
    game = owners()
    buys(game)
    next_stock_round(game)
    set_cash(game, 1, 100)
    before = worths(game)
    game.state.priority = first
    game.state.stack = (Stock(first, game.state.players),)
    engine.settle(game.ruleset, game.state, [])
    assert (game.end_reason, game.state.bankrupt) == ("bankrupt", 1)
    assert game.players[1].cash == 0
    assert worths(game) == before
    turns = [(first + step) % 4 for step in range(4)]
    assert [player for player in turns if not game.players[player].due] == turns[: turns.index(1)]


# Cases that random games never reached


@pytest.mark.rule("1890-C.10.13-b", "1890-C.10.13-f")
@pytest.mark.parametrize(("symbol", "treasured", "paid"), [("HK", 0, 15), ("SY", 0, 15), ("JR", 15, 6)])
def test_an_odd_ten_is_halved_to_a_five(symbol: str, treasured: int, paid: int) -> None:
    """Nishinomiya, green since the earthquake (30), and Ashiya (20): 25 of 50 remain. 60 % of that is 15.

    JR pays 10 of it, 10 for each full 20, and keeps the rest (1890-A.8.4-j): 60 % of that is 6.
    """
    game = table()
    lay(game, "F9", "465", 3)
    lay(game, "F7", "57", 1)
    start(game, symbol, {0: 60}, trains=["2"], tokens=[])
    buys(game)
    token(game, symbol, "F7")
    set_treasury(game, symbol, 0)
    operate(game, symbol, "run")
    events = play(game, run(game, symbol, ("2", "F7 F9")))
    assert [(event.old, event.new) for event in events if event.kind == "revenue_changed"] == [(50, 25)]
    had = game.players[0].cash
    play(game, dividend(game, symbol, PAY if symbol != "JR" else HALF))
    assert (game.companies[symbol].cash, game.players[0].cash - had) == (treasured, paid)


@pytest.mark.rule("1890-C.10.13-b", "1890-C.8.4-al")
def test_hanshin_gets_nothing_for_its_treasury_either() -> None:
    """Brown Nishinomiya stays, with three tokens: later 40 and 20 bring 10 more, and 10 for the treasury."""
    game = table()
    for each in ("KN", "OS", "NK"):
        token(game, each, "F9")
    lay(game, "F9", "465", 3)
    lay(game, "F7", "57", 1)
    start(game, "HS", {0: 60}, trains=["2"], tokens=[])
    buys(game)
    token(game, "HS", "F7")
    set_treasury(game, "HS", 0)
    operate(game, "HS", "run")
    assert "granted" not in kinds(play(game, run(game, "HS", ("2", "F7 F9"))))
    assert game.companies["HS"].cash == 0
    game.state.turn += 1
    operate(game, "HS", "run")
    assert "granted" in kinds(play(game, run(game, "HS", ("2", "F7 F9"))))
    assert game.companies["HS"].cash == 10


@pytest.mark.rule("1890-C.10.13-b")
def test_what_the_bank_pays_for_a_token_is_whole() -> None:
    """Hankyū's 40 for Takarazuka, in the income step of the next operating round of this turn."""
    game = table()
    start(game, "HK", {0: 60}, cash=0)
    token(game, "HK", "D9")
    buys(game)
    had = game.companies["HK"].cash
    game.state.operating_rounds = 2
    while game.state.operating_round == 1:
        game.apply(next(each for each in game.legal_actions() if each.kind == "pass").example())
    assert game.companies["HK"].cash == had + 40


@pytest.mark.rule("1890-C.10.13-a", "1890-C.10.13-e", "1890-C.10.13-f", "1890-C.10.13-h")
def test_it_strikes_in_scenario_a_too() -> None:
    """Without Kōbe Rapid: tokens in Kōbe and Ashiya are returned, Nishinomiya is green, 100 and 200 a share are
    owed."""
    game = table("A")
    start(game, "SY", {3: 60}, tokens=["F3"])
    start(game, "HK", {0: 40, 1: 20}, tokens=["E12"])
    token(game, "SY", "F5")
    token(game, "HK", "F7")
    lay(game, "F9", "465", 3)
    events = buys(game, 1, "SY")
    assert [event.hex for event in events if event.kind == "token_returned"] == [
        hex_id(game, name) for name in ("F5", "F7")
    ]
    assert game.setup.faces[game.state.tiles[hex_id(game, "F9")]].colour == 2
    assert [game.players[player].due for player in range(4)] == [900, 500, 100, 1300]


@pytest.mark.rule("1890-C.10.13-a", "1890-C.10.13-h", "1890-C.10.3-a")
def test_with_8_trains_one_of_those_brings_it() -> None:
    game = table(variants=["earthquake", "eight-trains"])
    set_treasury(game, "NK", 1100)
    operate(game, "NK", "trains")
    game.follow(buy_train(game, "NK", "8"))
    assert game.to_act.doing == "chance"
    assert "befell" in kinds(game.follow(Chance(result=1)))
    assert [game.players[player].due for player in range(4)] == [100, 100, 100, 1300]


@pytest.mark.rule("1890-C.10.13-e")
def test_a_company_that_is_left_without_a_token_lays_nothing_and_needs_no_train() -> None:
    """It has no route, so it needs no train; its price does not move; the position can be read back."""
    game = table()
    start(game, "SY", {1: 50}, tokens=["F7"], cash=500)
    lay(game, "F7", "57", 1)
    buys(game)
    assert game.companies["SY"].tokens == ()
    before = price(game, "SY")
    operate(game, "SY")
    assert not [each for each in game.legal_actions() if each.kind in ("lay_tile", "run_routes")]
    assert position.read(position.write(game)).legal_actions() == game.legal_actions()
    acting = game.to_act.company
    while not game.is_over and game.to_act.company == acting:
        game.apply(next(each for each in game.legal_actions() if each.kind == "pass").example())
    assert price(game, "SY") == before
