"""Keys and options of general use that no shipped title needs: toy editions, with figures worked out by hand.

Each toy is played at random as well: what is listed is accepted and nothing else, money and certificates are conserved,
undo, records and positions restore everything. `test_general_mechanisms.py` has the larger ones.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    bid,
    buy,
    buy_private,
    code,
    company,
    hex_id,
    lay,
    new_game,
    operate,
    par,
    play,
    private,
    sell,
    set_cash,
    set_phase,
    start,
    stock_round,
    tile,
)
from tests.titles.toys import GAMES, Toy, hold_all_promises
from tetsudo.core.actions import Answer, BuyShare, Descriptor, LayTile, Par, Pass, TakePrivate
from tetsudo.core.errors import BadData
from tetsudo.core.events import Event
from tetsudo.core.open_actions import PrivateTakes
from tetsudo.draw.market import zone_colour, zone_texts
from tetsudo.engine.rules.emergency.bankruptcy import release_bid
from tetsudo.engine.rules.privates.lots import cash_outside_bids
from tetsudo.engine.state.board import tiles_left
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.titles import loader

# Tiles that never run out

UNLIMITED = '[yellow]\n9 = { count = "unlimited" }\n'


def put_anywhere(game: Game, hex_name: str, name: str) -> None:
    """Put a tile on a hex in the first rotation that fits."""
    hex, faces = hex_id(game, hex_name), game.setup.face_of
    fitting = [turn for turn in range(6) if game.ruleset.atlas.fits(hex, faces[tile(game, name), turn])]
    lay(game, hex_name, name, fitting[-1])


def listed_tiles(game: Game) -> set[str]:
    """Numbers of the tiles that may be laid now."""
    return {game.setup.tiles[each.tile].name for each in game.legal_actions() if isinstance(each, LayTile)}


def test_a_tile_of_unlimited_count_never_runs_out(toy: Toy) -> None:
    """Of tile 8 there are six: with six on the map none is left. Of tile 9 there are any number."""
    game = stock_round(2, title=toy(tiles=UNLIMITED))
    start(game, "ALD", {0: 60}, cash=500)
    put_anywhere(game, "B3", "5")
    operate(game, "ALD")
    for name in ("B7", "C8", "D5", "E4", "E6", "A4"):
        put_anywhere(game, name, "8")
    assert "8" not in listed_tiles(game)
    assert "9" in listed_tiles(game)
    for name in ("B7", "D5", "E4"):
        put_anywhere(game, name, "9")
    assert tiles_left(game.state, tile(game, "9")) == -1
    assert tiles_left(game.state, tile(game, "8")) == 3
    assert read(write(game)).state == game.state
    before = game.state.clone()
    assert {"8", "9"} <= listed_tiles(game)
    nine = tile(game, "9")
    game.apply(next(each for each in game.legal_actions() if isinstance(each, LayTile) and each.tile == nine))
    assert tiles_left(game.state, tile(game, "9")) == -1
    game.undo()
    assert game.state == before


def test_an_unlimited_tile_has_no_extra_copies(toy: Toy) -> None:
    with pytest.raises(BadData, match=r"9\.extra: says nothing where count is unlimited"):
        loader.check(toy(tiles='[yellow]\n9 = { count = "unlimited", extra = 2 }\n'))


def test_another_word_is_no_count(toy: Toy) -> None:
    with pytest.raises(BadData, match="count: must be a whole number, not 'many'"):
        loader.check(toy(tiles='[yellow]\n9 = { count = "many" }\n'))


# A private that no company may buy

KEPT = "[privates.MW]\nfor_sale = false\n"


def test_a_private_that_is_not_for_sale_is_sold_to_no_company(toy: Toy) -> None:
    game = stock_round(2, title=toy(companies=KEPT))
    start(game, "ALD", {0: 60}, cash=500)
    assign_private(game, "MW", 0)
    assign_private(game, "CF", 0)
    set_phase(game, "3")
    operate(game, "ALD")
    assert code(game, buy_private(game, 0, "ALD", "MW", 20)) == "private_never_sold"
    assert code(game, buy_private(game, 0, "ALD", "CF", 50)) == ""


def test_what_is_not_for_sale_has_no_price_for_companies(toy: Toy) -> None:
    with pytest.raises(BadData, match=r"privates\.MW\.high: says nothing where for_sale is false"):
        loader.check(toy(companies=f"{KEPT}high = 40\n"))


@pytest.mark.parametrize("number", GAMES)
def test_random_games_with_tiles_and_privates_keep_every_promise(toy: Toy, number: int) -> None:
    hold_all_promises(toy(tiles=UNLIMITED, companies=KEPT), number)


# An auction in which only the highest bid holds money back

FREED = '[rules]\nbids_hold = "highest"\n'
QUARRY = '[privates.QU]\nname = "Quarry"\nprice = 60\nincome = 10\n'


def auction_with_two_bids(title: str) -> Game:
    """Player 0 has bid 60 on the ferry, player 1 has outbid them with 65; both have 400."""
    game = new_game(2, title=title)
    play(game, bid(game, 0, "CF", 60), bid(game, 1, "CF", 65))
    return game


def test_an_outbid_player_has_their_money_back(toy: Toy) -> None:
    game = auction_with_two_bids(toy(title=FREED, companies=QUARRY))
    assert code(game, bid(game, 0, "QU", 400)) == ""
    assert code(game, bid(game, 0, "QU", 401)) == "bid_cash"
    play(game, bid(game, 0, "QU", 400))
    assert code(game, bid(game, 1, "QU", 405)) == "bid_cash"
    assert read(write(game)).state == game.state


def test_usually_every_bid_holds_money_back(toy: Toy) -> None:
    game = auction_with_two_bids(toy(companies=QUARRY))
    assert code(game, bid(game, 0, "QU", 341)) == "bid_cash"
    assert code(game, bid(game, 0, "QU", 340)) == ""


def test_the_highest_bidder_raises_with_the_money_of_their_bid(toy: Toy) -> None:
    game = auction_with_two_bids(toy(title=FREED, companies=QUARRY))
    play(game, Pass(0))
    assert code(game, bid(game, 1, "CF", 400)) == ""
    assert code(game, bid(game, 1, "CF", 401)) == "bid_cash"
    assert code(game, bid(game, 1, "QU", 336)) == "bid_cash"


def test_who_has_spent_the_money_drops_out_of_the_bid_off(toy: Toy) -> None:
    """Player 1 buys the wagons for 20; then the ferry is on top, and player 0 has nothing left to raise with."""
    game = auction_with_two_bids(toy(title=FREED, companies=QUARRY))
    play(game, bid(game, 0, "QU", 400), bid(game, 1, "MW", 20))
    assert game.to_act == (0, -1, "bid-off")
    assert game.legal_actions() == [Pass(0)]
    play(game, Pass(0))
    # The quarry follows at once: it has one bidder.
    assert [game.player(name).cash for name in ("P0", "P1")] == [0, 400 - 20 - 65]
    assert [game.player(name).privates for name in ("P0", "P1")] == [("QU",), ("MW", "CF")]


def test_a_bid_without_cover_returns_when_the_highest_is_released_for_a_train(toy: Toy) -> None:
    """Player 1 cannot pay for a train but for the bid of 65; the 60 of player 0 are spent, so that bid returns too."""
    more = 'bankruptcy = "forced"\nmust_own_train = "always"\nall_pass = "round"\n'
    game = auction_with_two_bids(toy(title=FREED + more, companies=QUARRY))
    play(game, bid(game, 0, "QU", 390))
    start(game, "ALD", {1: 60}, cash=0)
    set_cash(game, 1, 95)
    log: list[Event] = []
    operate(game, "ALD", "trains", settle=False)
    assert release_bid(game.ruleset, game.state, log, company(game, "ALD"))
    assert [(each.player, each.price) for each in log if each.kind == "bid_returned"] == [(1, 65), (0, 60)]
    assert cash_outside_bids(game.ruleset, game.state, 0) == 400 - 390


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize("more", ["", 'all_pass = "round"\n', "auction_turn = true\n"])
def test_random_games_with_such_an_auction_keep_every_promise(toy: Toy, number: int, more: str) -> None:
    hold_all_promises(toy(title=FREED + more, companies=QUARRY), number)


# Several shares in one turn

CHEAP = """[marks]
y = { zone = "yellow", uncounted = true, unlimited = true, several = true }
"""
LOW = (2, 0)
"""Yellow cell of 40."""


def cheap_table(title: str, **options: Any) -> Game:
    """Alder Valley is at 40 with a share in the market, Brook Valley at 65; player 0 has 300."""
    game = stock_round(2, title=title, cash=300, **options)
    start(game, "ALD", {1: 40}, par=60, market=20, cell=LOW)
    start(game, "BRK", {1: 40}, par=65, market=20)
    return game


def shares_on_offer(game: Game) -> list[Descriptor]:
    """Listed purchases of the player to act."""
    return [each for each in game.legal_actions() if isinstance(each, (BuyShare, Par))]


def test_several_shares_of_a_cheap_company_are_bought_in_one_turn(toy: Toy) -> None:
    """One from the market and two of the company's own, at 40 each; nothing of another company."""
    game = cheap_table(toy(market=CHEAP))
    play(game, buy(game, 0, "ALD", "market"))
    assert game.to_act.player == 0
    assert shares_on_offer(game) == [buy(game, 0, "ALD")]
    assert code(game, buy(game, 0, "BRK")) == "one_purchase"
    assert code(game, par(game, 0, "DAL", 60)) == "one_purchase"
    assert code(game, buy(game, 0, "ALD", "market")) == "none_left"
    assert read(write(game)).state == game.state
    play(game, buy(game, 0, "ALD"), buy(game, 0, "ALD"))
    assert (game.player("P0").shares, game.player("P0").cash) == ({"ALD": 60}, 300 - 3 * 40)
    assert shares_on_offer(game) == []
    for left in (40, 20, 0):
        game.undo()
        assert game.player("P0").shares.get("ALD", 0) == left


def test_other_shares_are_bought_one_by_one(toy: Toy) -> None:
    game = cheap_table(toy(market=CHEAP))
    play(game, buy(game, 0, "BRK"))
    assert shares_on_offer(game) == []
    game = cheap_table("valley")
    play(game, buy(game, 0, "ALD"))
    assert shares_on_offer(game) == []
    assert code(game, buy(game, 0, "ALD")) == "one_purchase"


def test_a_sale_ends_the_purchase(toy: Toy) -> None:
    game = cheap_table(toy(market=CHEAP))
    start(game, "ELM", {1: 20, 0: 20}, par=70)
    play(game, buy(game, 0, "ALD"))
    assert code(game, sell(game, 0, "ELM")) == ""
    play(game, sell(game, 0, "ELM"))
    assert code(game, buy(game, 0, "ALD")) == "one_purchase"


def test_shares_that_count_are_bought_only_up_to_the_limit(toy: Toy) -> None:
    """Twelve certificates count at two players; here those of cheap companies do, and 60 % is the most."""
    counted = '[marks]\ny = { zone = "yellow", uncounted = false, several = true }\n'
    game = cheap_table(toy(market=counted))
    play(game, buy(game, 0, "ALD"), buy(game, 0, "ALD"), buy(game, 0, "ALD", "market"))
    assert game.player("P0").shares == {"ALD": 60}
    game = cheap_table(toy(market=counted), certificate_limit=5)
    for symbol, price in (("DAL", 70), ("ELM", 80)):
        start(game, symbol, {0: 60, 1: 20}, par=price)
    # Two certificates of Dale, three of Elm: no room for more.
    assert code(game, buy(game, 0, "ALD")) == "certificate_limit"


def test_the_zone_says_so(toy: Toy) -> None:
    told = dict(zone_texts(loader.setup(toy(market=CHEAP), 2)))
    assert "several shares per turn" in told[zone_colour(loader.setup("valley", 2).market, "yellow")]


@pytest.mark.parametrize("number", GAMES)
def test_random_games_with_cheap_shares_keep_every_promise(toy: Toy, number: int) -> None:
    """All cells are marked, so that such purchases are frequent."""
    everywhere = "[marks]\np = { par = true, several = true }\n" + CHEAP.removeprefix("[marks]\n")
    hold_all_promises(toy(market=everywhere), number)


# Private trades that use up no turn

TRADES = '[rules]\nprivate_trades = "always"\ntrade_turns = "extra"\n'


def trading_table(title: str) -> Game:
    """Player 0, in turn, has the wagons, player 1 the ferry; each has 300."""
    game = stock_round(2, title=title, cash=300)
    assign_private(game, "MW", 0)
    assign_private(game, "CF", 1)
    return game


def trade(game: Game, player: int, symbol: str, price: int) -> TakePrivate:
    """A player's offer for another player's private."""
    return TakePrivate(player, private(game, symbol), price)


def test_a_private_is_bought_as_an_extra(toy: Toy) -> None:
    game = trading_table(toy(title=TRADES))
    before = game.state.stack
    play(game, trade(game, 0, "CF", 60))
    assert (game.to_act.player, game.to_act.doing) == (1, "offer")
    assert read(write(game)).state == game.state
    play(game, Answer(1, 1))
    assert [game.player(name).cash for name in ("P0", "P1")] == [240, 360]
    assert game.player("P0").privates == ("MW", "CF")
    assert game.state.stack == before
    assert code(game, par(game, 0, "ALD", 60)) == ""
    game.undo()
    game.undo()
    assert game.player("P0").privates == ("MW",)


def test_any_player_trades_at_any_time_in_a_stock_round(toy: Toy) -> None:
    """Player 1 buys out of turn, so player 0 sells in turn; then the turn goes on, and the priority stays."""
    game = trading_table(toy(title=TRADES))
    assert [each.private for each in game.legal_actions(1) if isinstance(each, PrivateTakes)] == [private(game, "MW")]
    priority = game.state.priority
    play(game, trade(game, 1, "MW", 30))
    assert (game.to_act.player, game.to_act.doing) == (0, "offer")
    assert read(write(game)).state == game.state
    play(game, Answer(0, 1))
    assert [game.player(name).cash for name in ("P0", "P1")] == [330, 270]
    assert (game.to_act.player, game.state.priority) == (0, priority)
    play(game, par(game, 0, "ALD", 60))
    assert code(game, trade(game, 0, "CF", 10)) == ""


def test_a_declined_offer_must_be_raised(toy: Toy) -> None:
    game = trading_table(toy(title=TRADES))
    play(game, trade(game, 1, "MW", 30), Answer(0, 0))
    assert code(game, trade(game, 1, "MW", 30)) == "offer_declined"
    assert code(game, trade(game, 1, "MW", 31)) == ""
    assert code(game, trade(game, 1, "MW", 301)) == "cash"
    assert code(game, trade(game, 1, "CF", 10)) == "trade_with_players"


def test_elsewhere_it_is_the_purchase_of_the_turn(toy: Toy) -> None:
    game = trading_table(toy(title=TRADES.replace("extra", "purchase")))
    assert code(game, trade(game, 1, "MW", 30)) == "not_your_turn"
    play(game, trade(game, 0, "CF", 60), Answer(1, 1))
    assert code(game, par(game, 0, "ALD", 60)) in ("one_purchase", "not_your_turn")


def test_extra_trades_need_trades(toy: Toy) -> None:
    with pytest.raises(BadData, match=r"rules\.trade_turns: says nothing where private_trades is none"):
        loader.check(toy(title='[rules]\ntrade_turns = "extra"\n'))


@pytest.mark.parametrize("number", GAMES)
def test_random_games_with_extra_trades_keep_every_promise(toy: Toy, number: int) -> None:
    hold_all_promises(toy(title=TRADES, companies=QUARRY), number)
