"""Small games of 1889 with one finding each; figures are worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import (
    assign_private,
    buy_train,
    company,
    dividend,
    empty_depot,
    lay,
    operate,
    place_marker,
    play,
    private,
    run,
    set_phase,
    set_treasury,
    start,
    stock_round,
    train,
)
from tetsudo.core.actions import WITHHOLD, Pass
from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY
from tetsudo.engine.state.rows import row_of
from tetsudo.engine.state.state import BANK_BROKE
from tetsudo.game.game import Game
from tetsudo.review import Finding, review


def coast(*trains: str, step: str, cash: int = 0) -> Game:
    """IR of player 0 at a step of its turn: Imabari 30 – Matsuyama 20 – Saijo 20 – Niihama 20, token in Matsuyama."""
    game = stock_round(2)
    start(game, "IR", {0: 60}, trains=trains, tokens=("E2",), cash=cash)
    lay_coast(game)
    return operate(game, "IR", step, settle=False)


def lay_coast(game: Game) -> None:
    lay(game, "E2", "5", 4)
    lay(game, "F3", "57", 2)
    lay(game, "G4", "6", 2)


def found(game: Game, kind: str) -> list[Any]:
    """Findings of a kind if the game ends here."""
    game.state.ended = BANK_BROKE
    return list(review(game).of_kind(kind))


def values(finding: Finding, *names: str) -> tuple[Any, ...]:
    return tuple(getattr(finding, name) for name in names)


def test_a_run_of_40_where_50_is_possible() -> None:
    game = coast("2", step="run")
    play(game, run(game, "IR", ("2", "E2 F3")))  # 20 + 20; 30 + 20 by Imabari
    (finding,) = found(game, "run_below_best")
    assert values(finding, "player", "move", "revenue", "best", "lost") == (0, 0, 40, 50, 10)
    assert [game.setup.map.hexes[hex].name for hex in sorted(finding.best_routes[0].hexes)] == ["E2", "F1"]


def test_the_best_run_is_no_finding() -> None:
    game = coast("2", step="run")
    play(game, run(game, "IR", ("2", "F1 E2")))
    assert not found(game, "run_below_best")


@pytest.mark.parametrize(("cash", "spent"), [(0, 0), (79, None), (80, 80)])
def test_withheld_money_that_was_not_needed(cash: int, spent: int | None) -> None:
    """A second 2-train costs 80: with 80 in the treasury it needs none of the 50 withheld, with 79 it needs 1."""
    game = coast("2", step="run", cash=cash)
    play(game, run(game, "IR", ("2", "F1 E2")), dividend(game, "IR", WITHHOLD))
    if cash:
        play(game, buy_train(game, "IR", "2"))
    findings = found(game, "useless_withholding")
    if spent is None:
        assert not findings
    else:
        (finding,) = findings
        assert values(finding, "move", "amount", "runs", "spent", "treasury") == (1, 50, 1, spent, cash)


def test_withholding_that_closes_a_company() -> None:
    """A company of 1890 closes when its price falls to 0: what it withheld goes to the bank with its treasury."""
    game = stock_round(2, title="1890", scenario="D")
    market = game.setup.market
    symbol = next(each.symbol for each in game.setup.companies if each.kind != "minor")
    start(game, symbol, {0: 60}, par=max(market.pars), trains=("2",), cash=20)
    last = next(cell for cell, after in enumerate(market.on_withhold) if market.closed[after] and after != cell)
    place_marker(game, symbol, (market.rows[last], market.columns[last]))
    operate(game, symbol, "dividend", settle=False)
    game.state.revenue = 60
    play(game, dividend(game, symbol, WITHHOLD))
    (finding,) = found(game, "useless_withholding")
    assert values(finding, "move", "until", "amount", "spent", "treasury") == (0, 0, 60, 0, 20)


def test_a_train_that_earned_40_of_its_80() -> None:
    game = coast(step="trains", cash=80)
    play(game, buy_train(game, "IR", "2"))
    start(game, "AR", {1: 60}, cash=300)
    empty_depot(game, "2", "3")
    operate(game, "IR", "run", settle=False)
    play(game, run(game, "IR", ("2", "E2 F3")))
    operate(game, "AR", "trains", settle=False)
    play(game, buy_train(game, "AR", "4"))
    (finding,) = found(game, "train_rusted_unpaid")
    assert values(finding, "player", "company", "move", "train") == (0, company(game, "IR"), 2, train(game, "2"))
    assert values(finding, "count", "price", "earned") == (1, 80, 40)


def passed_share(final: int) -> Game:
    """Player 0 has four certificates (50 %) of 25 and 500, and passes: a share costs 100, and `final` at the end."""
    game = stock_round(2, cash=500)
    start(game, "IR", {0: 50})
    game.state.cash = row_of((500, 90, *game.state.cash[2:]))
    play(game, Pass(0))
    place_marker(game, "IR", next(place_of_price(game, final)))
    return game


def place_of_price(game: Game, price: int) -> Iterator[tuple[int, int]]:
    """Rows and columns of the market with a price."""
    market = game.ruleset.market
    for cell, each in enumerate(market.prices):
        if each == price:
            yield market.rows[cell], market.columns[cell]


def test_money_and_certificates_unused() -> None:
    """Player 1 has only 90."""
    game = passed_share(110)
    (finding,) = found(game, "unused_certificate")
    assert values(finding, "player", "held", "limit", "cash", "price") == (0, 4, 25, 500, 100)
    assert finding.clause == "1889-BUY-19"
    (idle,) = review(game).of_kind("idle_money")
    assert values(idle, "player", "company", "move", "amount", "chances") == (0, NOBODY, 0, 500, 1)
    assert values(idle, "share", "price", "brought", "clause") == (company(game, "IR"), 100, 110, "1889-END-04")


def test_money_that_no_share_repaid_is_no_finding() -> None:
    assert not found(passed_share(100), "idle_money")


@pytest.mark.parametrize("cash", [79, 80])
def test_a_treasury_that_could_pay_for_another_train(cash: int) -> None:
    """A second 2-train for 80 runs Matsuyama 20 – Saijo 20 beside Imabari – Matsuyama."""
    game = coast("2", step="trains", cash=cash)
    if cash == 80:
        play(game, Pass(0))
    operate(game, "IR", "run", settle=False)
    play(game, run(game, "IR", ("2", "F1 E2")), dividend(game, "IR"))
    idle = found(game, "idle_money")
    assert len(idle) == (cash == 80)
    for finding in idle:
        assert values(finding, "player", "move", "amount", "chances", "price", "brought") == (0, 0, 80, 1, 80, 40)
        assert (finding.train, finding.clause) == (train(game, "2"), "1889-END-05")


def test_a_forced_train_that_cost_the_president_nothing_a_turn_earlier() -> None:
    """IR has 100 and no track, so it need not buy a 2-train for 80. A turn later it must, and has 50."""
    game = stock_round(2, cash=300)
    start(game, "IR", {0: 60}, cash=100, tokens=("E2",))
    operate(game, "IR", "trains")
    play(game, Pass(0))
    while game.to_act.doing == "stock":
        play(game, Pass(game.to_act.player))
    lay_coast(game)
    set_treasury(game, "IR", 50)
    while game.to_act.doing != "trains":
        play(game, Pass(0))
    play(game, buy_train(game, "IR", "2"))
    (finding,) = found(game, "cheaper_train_earlier")
    assert values(finding, "player", "price", "paid") == (0, 80, 30)
    assert values(finding, "earlier", "earlier_price", "treasury") == (0, 80, 100)


@pytest.mark.parametrize(("cash", "price"), [(30, 30), (70, 40)])
def test_a_private_that_closed_unsold(cash: int, price: int) -> None:
    """A company may pay up to twice the 20 of TR, or what it has. The first 5-train closes privates."""
    game = stock_round(2)
    set_phase(game, "3")
    assign_private(game, "TR", 0)
    start(game, "IR", {0: 60}, cash=cash)
    start(game, "AR", {1: 60}, cash=500)
    empty_depot(game, "2", "3", "4")
    operate(game, "IR", "privates")
    play(game, Pass(0))
    operate(game, "AR", "trains", settle=False)
    play(game, buy_train(game, "AR", "5"))
    (finding,) = found(game, "private_not_sold")
    assert values(finding, "player", "company", "private") == (0, company(game, "IR"), private(game, "TR"))
    assert values(finding, "move", "price", "earlier") == (1, price, 0)


def test_a_token_never_used() -> None:
    game = coast("2", step="token", cash=40)
    play(game, Pass(0))  # Saijo was free, and a token cost 40
    (finding,) = found(game, "unused_tokens")
    assert values(finding, "company", "count", "price", "chances", "move") == (company(game, "IR"), 1, 40, 1, 0)


def test_a_running_game_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^This game is still running\. Review it once it is over\.$"):
        review(stock_round(2))
