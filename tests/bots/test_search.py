"""The search player: deterministic for a number of rollouts, legal, and consistent with its plan."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import empty_depot, operate, start, stock_round
from tetsudo.bots import Budget, Choice, RolloutsPlayer, SearchPlayer
from tetsudo.bots.heuristics.candidates import WAITING_MARGIN, candidates
from tetsudo.bots.heuristics.parameters import (
    HOLDING_BUILDER,
    SAVING_HOLDING_BUILDER,
    USUAL,
    WITHHOLDER,
)
from tetsudo.bots.heuristics.policy import Policy
from tetsudo.bots.levels import Maker
from tetsudo.bots.lookahead.sequential_halving import Scenarios
from tetsudo.bots.search import (
    HESITATION,
    SALE_HESITATION,
    hesitation,
    opponent_habits,
    whole_hesitation,
)
from tetsudo.core.actions import PAY, WITHHOLD, Dividend, Par, Pass, PlaceToken, SellShares
from tetsudo.core.open_actions import Sales
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table


def decision_of(game: Game, budget: Budget) -> Choice:
    player = game.to_act.player
    return SearchPlayer(game.setup, Random(1)).decide(game.view(player), game.legal_actions(), budget)


def test_the_same_number_of_rollouts_gives_the_same_decision() -> None:
    game = Table("1889", 3).game(1)
    first, second = (decision_of(game, Budget(rollouts=10)) for _ in range(2))
    assert (first.action, first.reasons.lines) == (second.action, second.reasons.lines)


@pytest.mark.parametrize("table", [Table("1889", 2), Table("1888", 3), Table("1890", 2, "A", ("hidden-cash",))])
def test_decisions_are_legal(table: Table) -> None:
    game = table.game(1)
    players = [SearchPlayer(game.setup, Random(seat)) for seat in range(table.players)]
    for _ in range(8):
        seat = game.to_act.player
        action = players[seat].decide(game.view(seat), game.legal_actions(), Budget(rollouts=3)).action
        assert game.is_legal(action)
        game.apply(action)


def test_a_sale_is_tried_together_with_the_company_that_it_pays() -> None:
    """With 100 in cash no company floats; after selling half of AR one does."""
    game = stock_round(player=0, cash=100)
    start(game, "AR", {0: 60, 1: 40}, cash=100, trains=("5",))
    policy = Policy(game.ruleset, Random(1), USUAL)
    offers = game.legal_actions()
    usual = policy.choose(game.state, 0, offers)
    plans = candidates(policy, game.state, 0, offers, usual)
    together = [plan for plan in plans if len(plan) == 2]
    alone = [plan for plan in plans if plan not in together and isinstance(plan[0], SellShares)]
    state = game.state
    assert {hesitation(plan, usual, state, 0.08) for plan in together} == {0.08}
    assert {hesitation(plan, usual, state, 0.08) for plan in alone} == {SALE_HESITATION}
    assert together
    for sale, par in together:
        assert isinstance(sale, SellShares)
        assert isinstance(par, Par)
        then = game.clone()
        then.apply(sale)
        assert then.is_legal(par)
        assert not game.is_legal(par)


def test_who_could_begin_a_company_does_not_wait_for_others_lightly() -> None:
    """With 420 a company floats at 80."""
    game = stock_round(player=0, cash=420)
    offers = game.legal_actions()
    par = next(offer for offer in offers if isinstance(offer, Par))
    assert hesitation((Pass(0),), par, game.state, 0.08) == WAITING_MARGIN
    assert hesitation((Pass(0),), Pass(0), game.state, 0.08) == 0.08


@pytest.mark.parametrize(("players", "part"), [(2, 1 / 3), (3, 2 / 3), (4, 1.0), (6, 1.0)])
def test_who_has_fewer_opponents_hesitates_less(players: int, part: float) -> None:
    game = stock_round(players, cash=100)
    start(game, "AR", {0: 60, 1: 40}, cash=100, trains=("5",))
    sale = next(offer for offer in game.legal_actions() if isinstance(offer, Sales)).example()
    assert hesitation((Pass(0),), Pass(0), game.state, 0.09) == pytest.approx(0.09 * part)
    assert hesitation((sale,), Pass(0), game.state, 0.0) == pytest.approx(SALE_HESITATION * part)


def test_auctions_tokens_and_trains_need_a_margin() -> None:
    assert whole_hesitation(Table("1889", 4).game().legal_actions()) == HESITATION
    game = stock_round()
    assert whole_hesitation(game.legal_actions()) == 0
    start(game, "AR", {0: 60}, cash=500)
    for step, margin in (("trains", HESITATION), ("track", 0)):
        operate(game, "AR", step, settle=False)
        assert whole_hesitation(game.legal_actions()) == margin
    assert whole_hesitation([PlaceToken(0, 0, 0, 0), Pass(0)]) == HESITATION


def test_sales_that_pay_for_a_train_need_no_margin_of_sales() -> None:
    game = stock_round(player=0, cash=0)
    start(game, "AR", {0: 60, 1: 40}, cash=0)
    sale = next(offer for offer in game.legal_actions() if isinstance(offer, Sales)).example()
    operate(game, "AR", "trains", settle=False)
    assert hesitation((sale,), Pass(0), game.state, 0.08) == 0.08


@pytest.mark.parametrize(("players", "expected"), [(2, PAY), (3, WITHHOLD), (6, WITHHOLD)])
def test_three_or_more_keep_a_run_that_pays_a_train(players: int, expected: int) -> None:
    """AR has 100 and earns 80; the next train costs 180. The single playout is that of the usual line."""
    game = stock_round(players)
    start(game, "AR", {0: 60}, cash=100, trains=("2",))
    empty_depot(game, "2")
    operate(game, "AR", "dividend", settle=False)
    game.state.revenue = 80
    action = decision_of(game, Budget(rollouts=1)).action
    assert action == Dividend(0, game.company("AR").id, expected)


@pytest.mark.parametrize(
    ("players", "turn", "is_known"), [(2, 0, True), (2, 1, True), (2, 2, False), (4, 0, False), (4, 2, False)]
)
def test_of_two_the_other_is_thought_to_play_as_a_builder_until_something_has_run(
    players: int, turn: int, is_known: bool
) -> None:
    """In the auction and the first turn the opponent plays as a builder; later habits vary by playout. With more
    opponents they vary from the start."""
    game = Table("1889", players).game(1)
    game.state.turn = turn
    scenarios = Scenarios(game.view(0), 1, opponent_habits(game.state))
    kinds = {habits for number in range(12) for habits in scenarios[number].habits}
    assert (kinds == {HOLDING_BUILDER}) == is_known
    assert (len(kinds) == 1) == is_known


@pytest.mark.parametrize("players", [3, 4])
def test_several_others_are_thought_to_play_in_several_ways(players: int) -> None:
    """In 40 playouts each way comes up about as often; none sells shares to start a company. In the first all are
    alike."""
    game = Table("1889", players).game(1)
    game.state.turn = 3
    scenarios = Scenarios(game.view(0), 1, opponent_habits(game.state))
    found = [habits for number in range(1, 40) for habits in scenarios[number].habits[1:]]
    assert set(found) == {USUAL, WITHHOLDER, HOLDING_BUILDER, SAVING_HOLDING_BUILDER}
    assert all(abs(found.count(each) - len(found) / 4) <= len(found) / 8 for each in set(found))
    assert not any(habits.raises for habits in found)
    assert len(set(scenarios[0].habits)) == 1


@pytest.mark.parametrize(("make", "cash"), [(RolloutsPlayer, 330), (SearchPlayer, 350)])
@pytest.mark.parametrize(("hesitation", "waits"), [(9.0, False), (0.0, True)])
def test_all_that_try_things_hesitate_to_wait(
    make: Maker, cash: int, hesitation: float, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here waiting looks better; but worths range from -1, a lost game, to 1, a won one, so they differ by at most
    2."""
    monkeypatch.setattr("tetsudo.bots.heuristics.candidates.WAITING_MARGIN", hesitation)
    game = stock_round(player=0, cash=cash)
    action = make(game.setup, Random(2)).decide(game.view(0), game.legal_actions(), Budget(rollouts=30)).action
    assert isinstance(action, Pass) == waits
