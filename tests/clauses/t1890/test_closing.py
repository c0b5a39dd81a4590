"""1890, section 7.4: a company closes when its price enters a closed cell. Scenario C, three players."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    buy,
    code,
    company,
    hex_id,
    operate,
    par,
    play,
    private,
    sell,
    start,
    stock_round,
    token,
)
from tetsudo.core.actions import Pass
from tetsudo.core.units import NOBODY
from tetsudo.engine.rules.rounds.operating.place_token import token_refusal
from tetsudo.engine.state.ownership import move_president, train_count
from tetsudo.engine.state.rows import values_of
from tetsudo.engine.state.state import CLOSED, DISCARDED, OUT, set_status
from tetsudo.game import position
from tetsudo.game.game import Game

LAST_BROWN = (8, 0)  # 30, above a closed cell
BESIDE_CLOSED = (9, 1)  # 30, right of a closed cell


def table(player: int = 0) -> Game:
    return stock_round(3, title="1890", scenario="C", player=player, cash=300)


def market_trains(game: Game, name: str) -> int:
    kind = next(each.id for each in game.setup.trains if each.name == name)
    return train_count(game.state, kind, game.state.companies + DISCARDED)


@pytest.mark.rule("1890-3.12.5.5-a", "1890-8.3.1-d", "1890-7.4-c")
def test_a_sale_into_a_closed_cell_closes_the_company_and_its_shares_are_void() -> None:
    game = table()
    nankai = start(game, "NK", {0: 40, 1: 30}, cell=LAST_BROWN)
    events = play(game, sell(game, 0, "NK", 1))
    assert "company_closed" in [event.kind for event in events]
    assert game.state.status[nankai] == CLOSED
    assert game.players[0].cash == 330  # the sale itself is paid, at the old price
    assert [player.shares for player in game.players] == [{}, {}, {}]
    assert (game.players[1].cash, game.players[0].certificates) == (300, 0)
    stride = game.state.players + OUT + 1
    assert values_of(game.state.shares)[nankai * stride : (nankai + 1) * stride] == (0, 0, 0, 0, 0, 0, 8)
    assert game.state.president[nankai] == game.state.players + OUT
    assert game.state.cell[nankai] == NOBODY


@pytest.mark.rule("1890-3.12.5.5-a")
def test_a_sale_of_many_shares_that_passes_brown_cells_closes_it_too() -> None:
    game = table()
    start(game, "NK", {0: 60, 1: 20}, cell=(6, 0))  # 40, 35, 30, closed, closed
    game.apply(sell(game, 0, "NK", 4))
    assert game.companies["NK"].price == 0
    assert game.state.status[company(game, "NK")] == CLOSED
    assert game.players[0].cash == 300 + 4 * 40


@pytest.mark.rule("1890-8.3.1-d")
def test_on_the_bottom_row_a_sale_moves_nothing() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 30}, cell=(10, 2))
    game.apply(sell(game, 0, "NK", 2))
    assert (game.companies["NK"].price, game.companies["NK"].cell) == (30, (10, 2))


@pytest.mark.rule("1890-7.4-d", "1890-7.4-e", "1890-7.4-h")
def test_its_cash_goes_to_the_bank_its_trains_to_the_market_and_its_privates_leave_the_game() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 30}, cell=LAST_BROWN, cash=170, trains=("2", "2"))
    assign_private(game, "KT", "NK")
    bank = game.view().bank
    game.apply(sell(game, 0, "NK", 1))
    assert game.companies["NK"].cash == 0
    assert game.view().bank == bank + 170 - 30
    assert (market_trains(game, "2"), game.companies["NK"].trains) == (2, ())
    assert game.state.privates[private(game, "KT")] == NOBODY


@pytest.mark.rule("1890-7.4-f")
def test_its_tokens_leave_the_board_and_others_may_use_their_slots() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 30}, cell=LAST_BROWN)
    keihan = start(game, "KH", {1: 20}, cash=500, tokens=("E16",))
    token(game, "KH", "J11")  # next to Osaka Minami, on the track towards it
    minami = hex_id(game, "I12")
    assert token_refusal(game.ruleset, game.state, keihan, minami, 0) == "city_full"
    game.apply(sell(game, 0, "NK", 1))
    assert game.companies["NK"].tokens == ()
    assert token_refusal(game.ruleset, game.state, keihan, minami, 0) != "city_full"
    assert token_refusal(game.ruleset, game.state, keihan, minami, 0) != "city_reserved"


@pytest.mark.rule("1890-7.4-g")
def test_a_closed_company_is_not_started_again() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 30}, cell=LAST_BROWN)
    play(game, sell(game, 0, "NK", 1), Pass(0))
    assert code(game, par(game, 1, "NK", 65)) == "already_started"
    assert code(game, buy(game, 1, "NK")) == "none_left"
    assert code(game, buy(game, 1, "NK", "market")) == "none_left"
    assert code(game, sell(game, 1, "NK")) == "no_price"


@pytest.mark.rule("1890-7.4-i", "1890-3.12.5-c", "1890-3.12.5.5-a")
def test_a_company_that_withholds_into_a_closed_cell_closes_and_its_turn_is_over() -> None:
    game = table()
    nankai = start(game, "NK", {0: 40, 1: 30}, cell=BESIDE_CLOSED, cash=400)
    start(game, "HK", {1: 50}, cell=(8, 2))
    operate(game, "NK", "run")  # it has no train: no dividend, and the marker moves left
    assert game.state.status[nankai] == CLOSED
    assert (game.to_act.doing, game.to_act.company) == ("track", company(game, "HK"))
    assert game.companies["NK"].cash == 0


@pytest.mark.rule("1890-10.8-b", "1890-7.4-c")
def test_those_below_it_in_its_cell_move_up_and_the_position_can_be_read() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 30}, cell=LAST_BROWN)
    hankyu = start(game, "HK", {1: 50}, cell=LAST_BROWN)
    assert game.state.depth[hankyu] == 1
    game.apply(sell(game, 0, "NK", 1))
    assert game.state.depth[hankyu] == 0
    for minor in ("KAN", "OER", "ORY", "NER", "KER"):
        set_status(game.state, company(game, minor), CLOSED)
        move_president(game.state, company(game, minor), game.state.players + OUT)
    assert position.read(game.position()).state == game.state


@pytest.mark.rule("1890-11.4.2-d")
def test_companies_operate_until_they_close() -> None:
    game = table()
    start(game, "NK", {0: 40, 1: 30}, cell=LAST_BROWN)
    start(game, "HK", {1: 50})
    assert game.view().operating_order == ("HK", "NK")
    game.apply(sell(game, 0, "NK", 1))
    assert game.view().operating_order == ("HK",)
