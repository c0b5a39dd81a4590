"""1889: selling shares (SEL)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    buy,
    buy_private,
    clause,
    company,
    is_admitted,
    pass_times,
    play,
    sell,
    set_phase,
    start,
    stock_round,
    take_turn,
)
from tetsudo.core.actions import Pass
from tetsudo.core.events import PresidentChanged
from tetsudo.game.game import Game


def shares(game: Game, symbol: str) -> list[int]:
    """Percent of a company by player."""
    return [player.shares.get(symbol, 0) for player in game.players]


def president(game: Game, symbol: str) -> int | None:
    player = game.companies[symbol].president
    return None if player is None else player.id


# Price and marker


@pytest.mark.rule("1889-SEL-01", "1889-SEL-02", "1889-SEL-12")
def test_a_block_goes_to_the_market_at_one_price_and_then_the_marker_drops_once_a_share() -> None:
    game = stock_round()
    start(game, "AR", {1: 50, 0: 30}, par=65, cell=(0, 5), cash=400)
    bank = game.view().bank
    game.apply(sell(game, 0, "AR", 3))
    assert game.players[0].cash == 420 + 3 * 125
    assert game.view().bank == bank - 3 * 125
    assert game.companies["AR"].cash == 400
    assert game.companies["AR"].in_market == 30
    assert game.companies["AR"].cell == (3, 5)


@pytest.mark.rule("1889-SEL-01")
def test_nobody_sells_what_he_does_not_have() -> None:
    game = stock_round()
    start(game, "AR", {1: 50, 0: 20})
    assert clause(game, sell(game, 0, "AR", 3)) == "1889-SEL-01"
    assert clause(game, sell(game, 0, "AR", 0)) == "1889-SEL-01"
    assert clause(game, sell(game, 0, "IR", 1)) == "1889-SEL-01"


@pytest.mark.rule("1889-SEL-03")
@pytest.mark.parametrize(("cell", "count"), [((10, 0), 1), ((10, 3), 2), ((9, 1), 3), ((6, 5), 2)])
def test_the_marker_stays_at_the_bottom_of_its_column(cell: tuple[int, int], count: int) -> None:
    game = stock_round()
    bottom = 6 if cell[1] == 5 else 10
    start(game, "AR", {1: 50, 0: 30}, cell=cell)
    game.apply(sell(game, 0, "AR", count))
    assert game.companies["AR"].cell == (bottom, cell[1])


@pytest.mark.rule("1889-SEL-03")
def test_a_marker_that_stays_at_the_bottom_keeps_its_place_in_the_stack() -> None:
    game = stock_round()
    start(game, "AR", {1: 50, 0: 30}, cell=(10, 3))
    start(game, "IR", {2: 50}, cell=(10, 3))
    game.apply(sell(game, 0, "AR", 2))
    assert game.view().operating_order == ("AR", "IR")


@pytest.mark.rule("1889-SEL-04")
def test_the_example_of_the_rules() -> None:
    game = stock_round()
    start(game, "UR", {1: 50, 0: 20}, cell=(0, 3))
    start(game, "TR", {2: 50, 0: 10}, cell=(7, 4))
    assert (game.companies["UR"].price, game.companies["TR"].price) == (100, 60)
    play(game, sell(game, 0, "UR", 2), sell(game, 0, "TR", 1))
    assert game.players[0].cash == 420 + 200 + 60
    assert (game.companies["UR"].price, game.companies["TR"].price) == (80, 60)
    assert game.companies["TR"].cell == (7, 4)


@pytest.mark.rule("1889-SEL-12")
def test_a_company_is_sold_in_one_block_a_turn() -> None:
    game = stock_round()
    start(game, "AR", {1: 50, 0: 30})
    start(game, "IR", {2: 50, 0: 10})
    play(game, sell(game, 0, "AR", 1))
    assert clause(game, sell(game, 0, "AR", 1)) == "1889-SEL-12"
    play(game, sell(game, 0, "IR", 1))
    assert game.companies["AR"].in_market == 10


@pytest.mark.rule("1889-SEL-12")
def test_another_block_may_follow_in_the_next_turn() -> None:
    game = stock_round(2)
    start(game, "AR", {1: 50, 0: 30}, cash=1000)
    take_turn(game, sell(game, 0, "AR", 1))
    pass_times(game, 1)
    assert clause(game, sell(game, 0, "AR", 1)) == ""


# Limits


@pytest.mark.rule("1889-SEL-05")
@pytest.mark.parametrize(("market", "most"), [(20, 3), (30, 2), (40, 1)])
def test_the_market_holds_50_percent_at_most(market: int, most: int) -> None:
    game = stock_round()
    start(game, "AR", {1: 20, 0: 40}, market=market)
    assert clause(game, sell(game, 0, "AR", most)) == ""
    assert clause(game, sell(game, 0, "AR", most + 1)) == "1889-SEL-05"


@pytest.mark.rule("1889-SEL-05")
def test_a_sixth_share_finds_no_place_in_an_empty_market() -> None:
    game = stock_round()
    start(game, "AR", {0: 60, 1: 30})
    assert clause(game, sell(game, 0, "AR", 5)) == ""
    assert clause(game, sell(game, 0, "AR", 6)) == "1889-SEL-05"


@pytest.mark.rule("1889-SEL-05")
def test_a_full_market_takes_nothing() -> None:
    game = stock_round(cash=1000)
    start(game, "AR", {1: 30, 0: 20}, market=50)
    assert clause(game, sell(game, 0, "AR")) == "1889-SEL-05"


@pytest.mark.parametrize(("limit", "most"), [(20, 2), (30, 3), (80, 6)])
def test_house_rule_market_limit(limit: int, most: int) -> None:
    game = stock_round(market_limit=limit)
    start(game, "AR", {0: 60, 1: 40})
    assert clause(game, sell(game, 0, "AR", most)) == ""
    assert clause(game, sell(game, 0, "AR", most + 1)) == ("1889-SEL-01" if most == 6 else "1889-SEL-05")


@pytest.mark.rule("1889-SEL-07")
def test_nothing_is_sold_in_the_first_round() -> None:
    game = stock_round(turn=1, cash=1000)
    start(game, "AR", {1: 50, 0: 20})
    assert clause(game, sell(game, 0, "AR")) == "1889-SEL-07"
    pass_times(game, 4)
    assert game.to_act.company == company(game, "AR")
    pass_times(game, 1)
    assert game.to_act.doing == "stock"
    assert clause(game, sell(game, 0, "AR")) == ""


@pytest.mark.rule("1889-SEL-08")
@pytest.mark.parametrize("name", ["2", "3", "4"])
def test_privates_are_not_sold_in_stock_rounds(name: str) -> None:
    game = stock_round(cash=1000)
    set_phase(game, name)
    start(game, "AR", {0: 50}, cash=1000)
    assign_private(game, "TR", 0)
    assert clause(game, buy_private(game, 0, "AR", "TR", 20)) == "1889-SEL-08"


# The president's certificate


@pytest.mark.rule("1889-SEL-06", "1889-SEL-09")
@pytest.mark.parametrize("others", [{}, {1: 10}, {1: 10, 2: 10, 3: 10}])
def test_the_president_certificate_is_not_sold_to_the_market(others: dict[int, int]) -> None:
    game = stock_round()
    start(game, "AR", {0: 40, **others})
    assert clause(game, sell(game, 0, "AR", 2)) == ""
    assert clause(game, sell(game, 0, "AR", 3)) == "1889-SEL-09"
    assert clause(game, sell(game, 0, "AR", 4)) == "1889-SEL-09"
    game.apply(sell(game, 0, "AR", 2))
    assert president(game, "AR") == 0
    assert shares(game, "AR")[0] == 20


@pytest.mark.rule("1889-SEL-06")
def test_what_reaches_the_market_are_ordinary_shares() -> None:
    game = stock_round()
    start(game, "AR", {0: 20, 1: 20})
    take_turn(game, sell(game, 0, "AR", 2))
    assert shares(game, "AR") == [0, 20, 0, 0]
    assert game.companies["AR"].in_market == 20
    assert (president(game, "AR"), game.players[1].certificates) == (1, 1)
    take_turn(game, buy(game, 1, "AR", "market"))
    assert shares(game, "AR") == [0, 30, 0, 0]


@pytest.mark.rule("1889-SEL-09")
def test_a_president_sheds_the_certificate_to_somebody_with_20_percent() -> None:
    game = stock_round()
    start(game, "AR", {0: 30, 1: 20})
    events = play(game, sell(game, 0, "AR", 3))
    assert PresidentChanged(1, company(game, "AR")) in events
    assert shares(game, "AR") == [0, 20, 0, 0]
    assert game.players[1].certificates == 1


@pytest.mark.rule("1889-SEL-09")
def test_one_share_of_a_bare_president_certificate_is_sold_by_exchanging_it() -> None:
    game = stock_round()
    start(game, "AR", {0: 20, 2: 20})
    game.apply(sell(game, 0, "AR", 1))
    assert president(game, "AR") == 2
    assert shares(game, "AR") == [10, 0, 20, 0]
    assert game.companies["AR"].in_market == 10
    assert (game.players[0].certificates, game.players[2].certificates) == (1, 1)


@pytest.mark.rule("1889-SEL-09")
def test_a_president_who_sells_down_to_a_tie_stays() -> None:
    game = stock_round()
    start(game, "AR", {0: 40, 1: 30})
    game.apply(sell(game, 0, "AR", 1))
    assert president(game, "AR") == 0
    assert shares(game, "AR") == [30, 30, 0, 0]


@pytest.mark.rule("1889-SEL-10")
def test_the_certificate_goes_to_the_largest_holder() -> None:
    game = stock_round()
    start(game, "AR", {0: 40, 1: 10, 2: 20, 3: 30})
    game.apply(sell(game, 0, "AR", 3))
    assert president(game, "AR") == 3
    assert shares(game, "AR") == [10, 10, 20, 30]


@pytest.mark.rule("1889-SEL-11")
@pytest.mark.parametrize(
    ("seller", "holders", "heir"), [(0, (1, 2), 1), (2, (1, 3), 3), (2, (0, 1), 0), (3, (1, 2), 1)]
)
def test_a_tie_goes_to_the_nearest_clockwise(seller: int, holders: tuple[int, int], heir: int) -> None:
    game = stock_round(player=seller)
    start(game, "UR", {seller: 30, holders[0]: 20, holders[1]: 20})
    game.apply(sell(game, seller, "UR", 2))
    assert president(game, "UR") == heir
    assert shares(game, "UR")[heir] == 20
    assert shares(game, "UR")[seller] == 10


@pytest.mark.rule("1889-SEL-05", "1889-SEL-09")
def test_the_market_limit_holds_for_a_president_who_leaves() -> None:
    game = stock_round()
    start(game, "AR", {0: 40, 1: 20}, market=30)
    assert clause(game, sell(game, 0, "AR", 3)) == "1889-SEL-05"
    game.apply(sell(game, 0, "AR", 2))
    assert president(game, "AR") == 0
    assert game.companies["AR"].in_market == 50


def test_undo_gives_the_presidency_and_the_price_back() -> None:
    game = stock_round()
    start(game, "AR", {0: 30, 1: 20}, cell=(0, 5))
    before = game.digest()
    game.apply(sell(game, 0, "AR", 3))
    game.undo()
    assert game.digest() == before
    assert president(game, "AR") == 0
    assert game.companies["AR"].cell == (0, 5)
    assert is_admitted(game, Pass(0))
