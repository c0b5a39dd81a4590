"""End of a game of 1890: the bank, the last turn, bankruptcy in passing (13.2 to 13.4)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    buy_train,
    dividend,
    empty_depot,
    end_stock_round,
    kinds,
    operate,
    play,
    sell,
    set_cash,
    skip_company_turn,
    start,
)
from tests.clauses.t1890.tables import join_akashi, table
from tetsudo.core.actions import PAY, WITHHOLD, Pass
from tetsudo.core.events import Event
from tetsudo.engine.state.ownership import move_president
from tetsudo.engine.state.state import BANK_BROKE, CLOSED, LAST_TURN, OUT, bank_of, set_status
from tetsudo.game.game import Game


def bank_has(game: Game, amount: int) -> None:
    """Leave `amount` in the bank; player 3 gets the rest."""
    bank = game.state.cash[bank_of(game.state)]
    set_cash(game, 3, game.state.cash[3] + bank - amount)


def earning(left: int, *, in_phase: str = "1", **more: int) -> Game:
    """Sanyo has earned 100; player 0 has 60 %, and the bank has `left`."""
    game = table("A", in_phase, **more)
    join_akashi(game)
    start(game, "SY", {0: 60}, trains=["2"], cash=200)
    game.state.revenue = 100
    bank_has(game, left)
    return operate(game, "SY", "dividend")


def to_the_end_of_the_turn(game: Game) -> list[Event]:
    """Companies do as little as possible until the next stock round or the end; returns the events."""
    events: list[Event] = []
    while not game.is_over and game.to_act.doing != "stock":
        if game.to_act.doing == "run":
            events += play(game, next(iter(game.legal_actions())).example())
        elif game.to_act.doing == "dividend":
            events += play(game, dividend(game, "SY", WITHHOLD))
        else:
            events += play(game, Pass(game.to_act.player))
    return events


@pytest.mark.rule("1890-13.3-a", "1890-13.3-c")
@pytest.mark.parametrize(("left", "broken"), [(60, False), (59, True)])
def test_the_bank_breaks_when_a_payment_exceeds_what_it_has(left: int, broken: bool) -> None:
    """Player 0 gets 60, and the shortfall is paid too."""
    game = earning(left)
    events = play(game, dividend(game, "SY", PAY))
    assert ("bank_broke" in kinds(events)) == broken
    assert game.players[0].cash == 560
    assert game.view().bank == left - 60


@pytest.mark.rule("1890-13.3-a")
def test_play_goes_on_until_the_game_turn_is_over() -> None:
    """In the first of two operating rounds: both are completed."""
    game = earning(10, in_phase="2")
    game.state.operating_rounds = 2
    events = play(game, dividend(game, "SY", PAY))
    assert not game.is_over
    events += to_the_end_of_the_turn(game)
    assert kinds(events).count("operating_round_began") == 1, "the second, after the one in which it broke"
    assert (game.is_over, game.state.ended) == (True, BANK_BROKE)


@pytest.mark.rule("1890-13.3-b")
def test_after_a_break_in_a_stock_round_its_operating_rounds_are_played() -> None:
    game = table("A", "2")
    start(game, "SY", {0: 60}, cash=200)
    bank_has(game, 50)
    events = play(game, sell(game, 0, "SY", 1))
    assert "bank_broke" in kinds(events)
    events += end_stock_round(game)
    while not game.is_over:
        events += skip_company_turn(game)
    assert kinds(events).count("operating_round_began") == 2
    assert game.state.ended == BANK_BROKE


@pytest.mark.rule("1890-13.3-d")
def test_a_bank_that_broke_stays_so() -> None:
    """A train purchase refills it and it can pay the whole next round, but the game still ends."""
    game = earning(10)
    game.state.operating_rounds = 2
    assign_private(game, "KT", 1)
    empty_depot(game, "2")
    play(game, dividend(game, "SY", PAY), buy_train(game, "SY", "3"))
    assert game.view().bank == 10 - 60 + 180
    to_the_end_of_the_turn(game)
    assert game.view().bank == 130 - 10 - 110  # Kobe Tramway; Akashi 20 to Himeji 40, and to Kobe 30
    assert game.state.ended == BANK_BROKE


@pytest.mark.rule("1890-13.4-a", "1890-5-d", "1890-A.9-a", "1890-B.13-a", "1890-C.9-a", "1890-D.9-a")
@pytest.mark.parametrize(("scenario", "last"), [("A", 10), ("B", 8), ("C", 10), ("D", 10)])
def test_the_last_game_turn(scenario: str, last: int) -> None:
    game = table(scenario, turn=last - 1)
    start(game, "SY", {0: 60}, cash=200)
    end_stock_round(game)
    skip_company_turn(game)
    assert (game.is_over, game.state.turn) == (False, last)
    end_stock_round(game)
    skip_company_turn(game)
    assert (game.is_over, game.state.ended, game.view().phase) == (True, LAST_TURN, "1")


@pytest.mark.rule("1890-13-a", "1890-C.9-a")
def test_the_game_goes_on_when_every_company_is_closed() -> None:
    """The book has three endings: here no player has a decision, and Kobe Tramway pays 10 in turns 8, 9 and 10."""
    game = table("A", turn=8)
    assign_private(game, "KT", 1)
    for each in game.setup.companies:
        set_status(game.state, each.id, CLOSED)
        move_president(game.state, each.id, game.state.players + OUT)
    events = end_stock_round(game)
    assert kinds(events).count("stock_round_began") == 2
    assert (game.state.turn, game.state.ended, game.players[1].cash) == (10, LAST_TURN, 530)
