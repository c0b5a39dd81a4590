"""1890, section 13: players' net worth at the end, and the winner. Scenario C, three players."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    buy,
    clause,
    code,
    company,
    end_stock_round,
    place_marker,
    private,
    sell,
    set_cash,
    set_phase,
    start,
)
from tests.clauses.t1890.tables import assign_minor, table
from tetsudo.core.actions import Pass
from tetsudo.core.open_actions import Sales
from tetsudo.engine.rules.privates.income import close_privates
from tetsudo.engine.state.ownership import give_private, move_ordinary
from tetsudo.engine.state.state import BANK_BROKE, BANKRUPTCY, RESERVED, STARTED, bank_of, fix_par, set_status
from tetsudo.game.game import Game


def three(cash: int, *, turn: int = 2) -> Game:
    return table("C", players=3, cash=cash, turn=turn)


def totals(game: Game) -> dict[int, int]:
    return {each.player: each.total for each in game.standings()}


@pytest.mark.rule("1890-13-b", "1890-13.1-a", "1890-11.3.1-d", "1890-C.8.1-l")
def test_worth_is_cash_shares_at_the_price_and_privates_and_minors_at_face_value() -> None:
    game = three(0)
    set_cash(game, 0, 123)
    start(game, "NK", {0: 50, 1: 30}, cell=(0, 8), cash=999)  # 175; the company's treasury does not count
    start(game, "HK", {1: 50, 0: 20}, cell=(6, 0))  # 40
    assign_private(game, "KT", 0)  # 40
    assign_private(game, "SB", 0)  # 320, a late one
    assign_private(game, "OM", 1)  # does not count
    assign_minor(game, "NER", 0)  # 160
    assign_minor(game, "KER", 1)  # 100
    assert totals(game) == {
        0: 123 + 5 * 175 + 2 * 40 + 40 + 320 + 160,
        1: 3 * 175 + 5 * 40 + 100,
        2: 0,
    }
    first = game.standings()[0]
    assert (first.cash, first.shares, first.privates) == (123, 955, 520)


@pytest.mark.rule("1890-13-b", "1890-A.8.1-h")
@pytest.mark.parametrize("scenario", ["A", "B"])
def test_osaka_municipal_is_worth_its_price_in_the_small_scenarios(scenario: str) -> None:
    game = table(scenario, players=3, cash=0)
    assign_private(game, "OM", 0)
    assert totals(game) == {0: 120, 1: 0, 2: 0}


@pytest.mark.rule("1890-13.1-a")
def test_a_share_of_a_company_that_was_never_started_is_worth_nothing() -> None:
    game = three(100)
    move_ordinary(game.state, company(game, "HS"), game.state.players + RESERVED, 0, 1)
    assert totals(game) == {0: 100, 1: 100, 2: 100}


@pytest.mark.rule("1890-Intro-b", "1890-13-d")
def test_the_richest_has_won_and_equals_share_the_victory() -> None:
    game = three(300)
    set_cash(game, 1, 400)
    assert game.winners() == ()
    game.state.ended = BANK_BROKE
    assert (game.winners(), list((game.result() or {}).values())) == (("P1",), [400, 300, 300])
    set_cash(game, 2, 400)
    assert game.winners() == ("P1", "P2")


@pytest.mark.rule("1890-13-c")
def test_a_bankrupt_player_may_have_won() -> None:
    game = three(10)
    start(game, "NK", {0: 50}, cell=(0, 8))
    game.state.ended, game.state.bankrupt = BANKRUPTCY, 0
    assert game.winners() == ("P0",)


@pytest.mark.rule("1890-11.2-e", "1890-11.2-f")
def test_late_privates_pay_in_each_operating_round_and_never_close() -> None:
    game = three(0)
    assign_private(game, "KF", 0)
    assign_private(game, "SB", 1)
    give_private(game.state, private(game, "KO"), bank_of(game.state))
    set_phase(game, "6")
    close_privates(game.ruleset, game.state, [])
    start(game, "NK", {2: 50}, cash=200)
    end_stock_round(game)
    assert [player.cash for player in game.players[:2]] == [40, 70]
    assert (game.players[0].privates, game.players[1].privates) == (("KF",), ("SB",))
    assert game.state.privates[private(game, "KO")] == bank_of(game.state)


@pytest.mark.rule("1890-C.8.4-q", "1890-C.8.4-s", "1890-C.8.4-u")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_open_shares_of_kinki_are_traded_before_it_forms_and_only_sales_move_its_price(turn: int) -> None:
    game = three(300, turn=turn)
    kinki = company(game, "KN")
    set_status(game.state, kinki, STARTED)
    fix_par(game.state, kinki, 70)
    place_marker(game, "KN", (4, 4))
    assert code(game, buy(game, 0, "KN", "market")) == "none_left"
    game.apply(buy(game, 0, "KN"))
    assert (game.players[0].cash, game.companies["KN"].in_offering) == (230, 30)
    if turn == 2:
        game.apply(sell(game, 0, "KN"))
    fallen = 65 if turn == 2 else 70
    assert (game.players[0].cash, game.companies["KN"].price) == (230 + 70 * (turn == 2), fallen)
    end_stock_round(game)  # and so on until the last turn: no company operates
    assert (game.is_over, game.companies["KN"].price) == (True, fallen)


@pytest.mark.rule("1890-6.4-c")
def test_who_comes_above_the_limit_by_an_exchange_of_minors_sells_in_the_next_stock_round() -> None:
    game = three(0)
    start(game, "KN", {0: 60}, tokens=[])
    move_ordinary(game.state, company(game, "KN"), game.state.players + RESERVED, 0, 1)
    assert clause(game, Pass(0)) == "1890-6.4-b"
    assert game.legal_actions() == [Sales(0, company(game, "KN"), 1, 5)]
    game.apply(sell(game, 0, "KN"))
    assert game.players[0].shares == {"KN": 60}
    assert code(game, Pass(0)) == ""
