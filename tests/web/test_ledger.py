"""Figures for a decision, now and after it, compared with values worked out by hand."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_train,
    bid,
    buy,
    lay,
    lay_tile,
    new_game,
    operate,
    play,
    run,
    sell,
    set_treasury,
    start,
    stock_round,
)
from tetsudo.core.actions import Action
from tetsudo.game.game import Game
from tetsudo.web.play.controls.before_after import ledger_of


def shown(game: Game, player: int, action: Action | None = None, kind: str = "player") -> dict[str, list[str]]:
    """Figures by row name, for a player or the current company."""
    blocks = ledger_of(game, player, action).blocks
    return {
        line.name: [cell.text for cell in line.cells] for block in blocks if block.kind == kind for line in block.lines
    }


def test_a_player_sees_his_cash_certificates_and_worth_without_choosing() -> None:
    """The president's 20 % at a par of 65 are worth 130."""
    game = stock_round(3, cash=400)
    start(game, "AR", {0: 20}, par=65)
    lines = shown(game, 0)
    assert (lines["Cash"], lines["Certificates of 19"], lines["Net worth"]) == (["¥400"], ["1"], ["¥530"])


def test_a_share_costs_cash_and_is_a_certificate_more() -> None:
    game = stock_round(3, cash=400)
    start(game, "AR", {1: 20}, par=65)
    lines = shown(game, 0, buy(game, 0, "AR"))
    assert lines["Cash"] == ["¥400", "¥335"]
    assert lines["Certificates of 19"] == ["0", "1"]
    assert lines["AR"] == ["0 %", "10 %"]
    assert lines["Net worth"] == ["¥400", "¥400"]


def test_what_is_sold_lowers_the_price_of_the_rest() -> None:
    """The share sells for 65; the marker moves down a row, to 60: 30 % are then worth 180."""
    game = stock_round(3, cash=400)
    start(game, "AR", {1: 50, 0: 40}, par=65)
    lines = shown(game, 0, sell(game, 0, "AR"))
    assert lines["Cash"] == ["¥400", "¥465"]
    assert lines["AR"] == ["40 %", "30 %"]
    assert lines["Price"] == ["¥65", "¥60"]
    assert lines["Net worth"] == ["¥660", "¥645"]


def test_a_bid_binds_money() -> None:
    game = new_game(3)
    lines = shown(game, 0, bid(game, 0, "MF", 35))
    assert lines["Cash"] == ["¥420", "¥420"]
    assert lines["Tied up in bids"] == ["¥0", "¥35"]
    assert lines["Free"] == ["¥420", "¥385"]


def test_a_tile_in_the_mountains_is_paid_by_the_treasury() -> None:
    """The mountain in F7 costs 80; the company has no train and no route yet."""
    game = stock_round(3)
    start(game, "TR", {0: 60}, cash=300)
    operate(game, "TR")
    found = ledger_of(game, 0, lay_tile(game, "TR", "F7", "7"))
    assert (shown(game, 0, lay_tile(game, "TR", "F7", "7"), "company")["Treasury"], found.note) == (
        ["¥300", "¥220"],
        "",
    )


@pytest.mark.rule("1889-TRN-02")
def test_a_lay_after_which_the_train_cannot_be_paid_warns() -> None:
    """Kochi and Nangoku form a route: the company must buy a train, for at least 80, and has 100."""
    game = stock_round(3)
    start(game, "TR", {0: 60}, cash=100)
    lay(game, "G10", "58")
    operate(game, "TR")
    assert "cheapest at ¥80" in ledger_of(game, 0, lay_tile(game, "TR", "F7", "7")).note
    set_treasury(game, "TR", 160)
    assert ledger_of(game, 0, lay_tile(game, "TR", "F7", "7")).note == ""


def test_an_outcome_has_only_what_changes() -> None:
    game = stock_round(3, cash=400)
    start(game, "AR", {1: 20}, par=65)
    [outcome] = ledger_of(game, 0, buy(game, 0, "AR")).outcomes
    assert (outcome.name, [tuple(figure) for block in outcome.blocks for figure in block]) == (
        "",
        [("Cash", "¥335", "¥400"), ("Certificates of 19", "1", "0"), ("AR", "10 %", "0 %")],
    )


def test_figures_now_stand_where_nothing_is_chosen_or_changed() -> None:
    """Laying a plain tile costs nothing."""
    game = stock_round(3, cash=400)
    start(game, "KO", {0: 60}, cash=300)
    [now] = ledger_of(game, 0).outcomes
    assert [figure[1:] for block in now.blocks for figure in block if figure.name == "Cash"] == [("¥400", "")]
    operate(game, "KO")
    [unchanged] = ledger_of(game, 0, lay_tile(game, "KO", "J3", "8")).outcomes
    assert [figure[1:] for block in unchanged.blocks for figure in block if figure.name == "Treasury"] == [("¥300", "")]


def test_each_of_several_outcomes_has_its_changes() -> None:
    """Of 40, the owner of 60 % gets 24, and the price is 70; or the treasury gets all, and the price is 60."""
    game = stock_round(3, cash=100)
    start(game, "TR", {0: 60}, par=65)
    assign_train(game, "TR", "2")
    lay(game, "G10", "58")
    operate(game, "TR", "run")
    outcomes = ledger_of(game, 0, run(game, "TR", ("2", "F9 G10"))).outcomes
    texts = {each.name: {figure.name: figure.text for block in each.blocks for figure in block} for each in outcomes}
    assert texts["pay out"].items() >= {"Price": "¥70", "Cash": "¥124"}.items()
    assert texts["withhold"].items() >= {"Price": "¥60", "Treasury": "¥40"}.items()
    assert "Treasury" not in texts["pay out"]


def test_what_cannot_be_done_says_why() -> None:
    game = stock_round(3, cash=10)
    start(game, "AR", {1: 20}, par=65)
    found = ledger_of(game, 0, buy(game, 0, "AR"))
    assert found.refusal
    assert [block.heads for block in found.blocks] == [[""]]


def test_a_run_says_what_paying_and_withholding_would_do() -> None:
    """Kochi brings 30 and Nangoku 10; the owner of 60 % gets 24 of 40, and the marker moves right from 65 to 70, or
    left to 60."""
    game = stock_round(3, cash=100)
    start(game, "TR", {0: 60}, par=65)
    assign_train(game, "TR", "2")
    lay(game, "G10", "58")
    operate(game, "TR", "run")
    action = run(game, "TR", ("2", "F9 G10"))
    assert [block.heads for block in ledger_of(game, 0, action).blocks] == [["pay out", "withhold"]] * 2
    assert shown(game, 0, action)["Cash"] == ["¥124", "¥100"]
    company = shown(game, 0, action, "company")
    assert (company["Treasury"], company["Price"]) == (["¥0", "¥40"], ["¥70", "¥60"])


def test_what_paying_would_do_stands_before_who_decides_it_only() -> None:
    game = stock_round(3, cash=100)
    start(game, "TR", {0: 60, 1: 20}, par=65)
    assign_train(game, "TR", "2")
    lay(game, "G10", "58")
    operate(game, "TR", "run")
    play(game, run(game, "TR", ("2", "F9 G10")))
    assert [block.heads for block in ledger_of(game, 0).blocks] == [["pay out", "withhold"]] * 2
    assert [(block.kind, block.heads) for block in ledger_of(game, 1).blocks] == [("player", ["now"])]
