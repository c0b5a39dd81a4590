"""1890: Kobe Electric converts into a late private (A.8.3)."""

from __future__ import annotations

import pytest

from tests.builders import (
    code,
    company,
    end_stock_round,
    hex_id,
    kinds,
    lay,
    operate,
    place_token,
    play,
    private,
    set_cash,
    skip_company_turn,
    start,
    train,
)
from tests.clauses.t1890 import forming
from tests.clauses.t1890.tables import assign_minor, table
from tests.properties.conservation import assert_conserved
from tetsudo.core.actions import Convert, Pass, PassRound
from tetsudo.engine.state.ownership import move_president, train_count
from tetsudo.engine.state.rows import with_value
from tetsudo.engine.state.state import CLOSED, DISCARDED
from tetsudo.game.game import Game


def converts(game: Game, player: int = 0) -> Convert:
    """The conversion of Kobe Electric by its owner."""
    return Convert(player, company(game, "KER"))


def in_turn(scenario: str = "A", step: str = "track", *, cash: int = 100, trains: tuple[str, ...] = ()) -> Game:
    """Kobe Electric (player 0) in a step of its turn; Sanyo (player 1) operates too."""
    game = table(scenario, "1")
    assign_minor(game, "KER", 0, cash=cash, trains=trains)
    start(game, "SY", {1: 60}, par=100, cash=500)
    return operate(game, "KER", step)


@pytest.mark.rule("1890-A.8.3-a")
@pytest.mark.parametrize("scenario", ["A", "B", "C", "D"])
def test_kobe_electric_is_the_same_in_every_scenario(scenario: str) -> None:
    game = table(scenario)
    facts = game.setup.company("KER")
    assert (facts.price, facts.capital) == (100, 200)
    assert [game.setup.map.hexes[hex].place for hex, _ in facts.homes] == ["Tanigami"]


@pytest.mark.rule("1890-A.8.3-b")
@pytest.mark.parametrize("scenario", ["A", "B", "C", "D"])
def test_it_may_convert_at_the_start_of_its_turn_and_the_next_company_acts(scenario: str) -> None:
    game = in_turn(scenario)
    assert code(game, converts(game)) == ""
    events = play(game, converts(game))
    assert "converted" in kinds(events)
    assert game.to_act == (1, company(game, "SY"), "track")
    assert game.state.status[company(game, "KER")] == CLOSED
    assert game.players[0].privates == ("KE",)
    assert_conserved(game)


@pytest.mark.rule("1890-A.8.3-b")
def test_it_may_convert_in_every_step_until_the_turn_is_over() -> None:
    game = in_turn(trains=("2",))
    seen = []
    while game.to_act.company == company(game, "KER"):
        assert code(game, converts(game)) == ""
        seen.append(game.to_act.doing)
        play(game, Pass(0))
    assert seen == ["track", "trains", "privates"]


@pytest.mark.rule("1890-A.8.3-b")
def test_it_may_not_convert_in_the_turn_of_another() -> None:
    game = in_turn()
    move_president(game.state, company(game, "KER"), 1)
    operate(game, "SY")
    assert code(game, converts(game, 1)) == "not_its_turn"
    assert code(game, Convert(1, company(game, "SY"))) == "never_converts"
    assert code(game, Convert(0, company(game, "KER"))) == "not_president"


@pytest.mark.rule("1890-A.8.3-c", "1890-10.4-a")
def test_its_cash_goes_to_the_bank_its_trains_to_the_market_its_token_off_the_map() -> None:
    game = in_turn(cash=173, trains=("2", "2"))
    bank = game.state.cash[-1]
    assert hex_id(game, "D5") * 8 in game.state.tokens
    play(game, converts(game))
    assert game.state.cash[-1] == bank + 173
    assert game.players[0].cash == 500
    assert hex_id(game, "D5") * 8 not in game.state.tokens
    assert game.companies["KER"].trains == ()
    assert train_count(game.state, train(game, "2"), game.state.companies + DISCARDED) == 2
    assert_conserved(game)


@pytest.mark.rule("1890-A.8.3-d")
def test_what_it_turns_into_is_worth_nothing_pays_nothing_and_does_not_count() -> None:
    game = in_turn(cash=0)
    start(game, "HK", {0: 60}, par=100)
    assert game.players[0].certificates == 1 + 5
    play(game, converts(game))
    assert game.players[0].certificates == 5
    assert game.players[0].worth == 500 + 6 * 100
    assert game.setup.privates[private(game, "KE")].income == 0


@pytest.mark.rule("1890-A.8.3-d")
def test_a_table_may_let_it_pay() -> None:
    """The book gives no amount: 0 unless the players choose one."""
    game = table("A", "1", converted_income=10)
    assign_minor(game, "KER", 0, cash=0)
    start(game, "SY", {1: 60}, par=100, cash=500)
    operate(game, "KER")
    play(game, converts(game))
    assert game.players[0].cash == 500
    skip_company_turn(game)  # Sanyo's, the last of the round
    end_stock_round(game)
    assert game.players[0].cash == 510


@pytest.mark.rule("1890-A.8.3-e")
def test_tanigami_takes_another_token_afterwards() -> None:
    game = in_turn()
    lay(game, "F3", "57", 0)
    lay(game, "E4", "9", 0)  # from Akashi, Sanyo's home, to Tanigami
    operate(game, "SY", "token", settle=False)
    assert code(game, place_token(game, "SY", "D5")) == "city_full"
    operate(game, "KER")
    play(game, converts(game))
    operate(game, "SY", "token")
    assert code(game, place_token(game, "SY", "D5")) == ""


@pytest.mark.rule("1890-A.8.3-b")
def test_it_may_convert_instead_of_buying_a_train_that_is_forced() -> None:
    game = in_turn(cash=0)
    lay(game, "D7", "57", 1)  # Tanigami has a route now
    operate(game, "KER", "trains")
    assert code(game, Pass(0)) == "must_buy_train"
    play(game, converts(game))
    assert game.to_act.company == company(game, "SY")
    assert game.players[0].cash == 500


@pytest.mark.rule("1890-A.8.3-b", "1890-13.2-b")
def test_one_who_cannot_pay_for_its_train_converts_it_and_is_not_bankrupt() -> None:
    game = in_turn(cash=79)  # the cheapest train costs 80
    set_cash(game, 0, 0)
    lay(game, "D7", "57", 1)
    operate(game, "KER", "trains")
    assert not game.is_over
    assert game.legal_actions() == [converts(game)]
    play(game, converts(game))
    assert (game.is_over, game.players[0].cash, game.to_act.company) == (False, 0, company(game, "SY"))


@pytest.mark.rule("1890-A.8.3-b")
def test_it_is_not_converted_once_shares_are_sold_for_its_train() -> None:
    game = in_turn(cash=0)
    game.state.sold = with_value(game.state.sold, 0, 1 << company(game, "SY"))
    assert code(game, converts(game)) == "convert_after_sale"


@pytest.mark.rule("1890-A.8.3-b")
def test_its_owner_is_not_asked_between_the_turns_of_others() -> None:
    game = table("A", "1")
    assign_minor(game, "KER", 0)
    start(game, "SY", {1: 60}, par=100, cash=500)
    forming.start_operating_round(game)
    seen = [game.to_act.company]
    while game.to_act.company == company(game, "KER"):
        play(game, Pass(0))
    assert [*seen, game.to_act.company] == [company(game, "KER"), company(game, "SY")]
    assert game.to_act.doing == "track"


@pytest.mark.rule("1890-A.8.3-b")
def test_under_the_other_reading_its_owner_is_asked_between_all_turns() -> None:
    game = table("A", "1", conversions="round")
    assign_minor(game, "KER", 0)
    start(game, "SY", {1: 60}, par=100, cash=500)
    forming.start_operating_round(game)
    assert game.to_act.doing == "window"
    assert game.legal_actions() == [converts(game), Pass(0), PassRound(0)]
    play(game, Pass(0))
    assert game.to_act == (0, company(game, "KER"), "track")
    assert code(game, converts(game)) == ""
    play(game, Pass(0), Pass(0))
    assert game.to_act.doing == "window"
    play(game, converts(game))
    assert game.to_act == (1, company(game, "SY"), "track")
    assert game.players[0].privates == ("KE",)
