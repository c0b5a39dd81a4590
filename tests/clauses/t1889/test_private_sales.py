"""Companies buy privates from players in 1889 (PBY)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.builders import (
    assign_private,
    buy_private,
    clause,
    code,
    is_admitted,
    kinds,
    lay_tile,
    operate,
    play,
    set_phase,
    set_treasury,
    start,
    stock_round,
)
from tetsudo.core.actions import Answer, Pass
from tetsudo.game.game import Game

RANGES = {
    "TR": (10, 40),
    "MF": (15, 60),
    "ER": (20, 80),
    "SMR": (25, 100),
    "DR": (30, 120),
    "SIR": (40, 160),
    "UTF": (75, 300),
}
"""Half to double the face values of 20, 30, 40, 50, 60, 80 and 150."""


def turn(
    symbol: str = "SIR", owner: int = 0, *, in_phase: str = "3", variants: Sequence[str] = (), **more: int
) -> Game:
    """AR (president: player 0), with 500, at the start of its turn; a player owns one private."""
    game = stock_round(variants=variants, **more)
    set_phase(game, in_phase)
    start(game, "AR", {0: 60}, cash=500)
    assign_private(game, symbol, owner)
    return operate(game, "AR")


@pytest.mark.rule("1889-PBY-01", "1889-PHS-12")
@pytest.mark.parametrize(("in_phase", "may"), [("2", False), ("3", True), ("4", True), ("5", False), ("6", False)])
def test_companies_buy_privates_in_phases_3_and_4(in_phase: str, may: bool) -> None:
    game = turn(in_phase=in_phase)
    assert clause(game, buy_private(game, 0, "AR", "SIR", 80)) == ("" if may else "1889-PBY-01")


@pytest.mark.rule("1889-PBY-01")
def test_only_in_the_companys_own_turn() -> None:
    game = turn()
    start(game, "KU", {0: 60}, cash=500)
    assert not is_admitted(game, buy_private(game, 0, "KU", "SIR", 80))
    assert is_admitted(game, buy_private(game, 0, "AR", "SIR", 80))


@pytest.mark.rule("1889-PBY-02")
@pytest.mark.parametrize(("symbol", "low", "high"), [(symbol, *bounds) for symbol, bounds in RANGES.items()])
def test_the_price_is_half_to_double_of_face(symbol: str, low: int, high: int) -> None:
    game = turn(symbol)
    for price, found in [(low - 1, "1889-PBY-02"), (low, ""), (high, ""), (high + 1, "1889-PBY-02")]:
        assert clause(game, buy_private(game, 0, "AR", symbol, price)) == found


@pytest.mark.rule("1889-PBY-02")
def test_the_treasury_pays_and_the_player_receives() -> None:
    game = turn()
    cash, bank = game.players[0].cash, game.view().bank
    play(game, buy_private(game, 0, "AR", "SIR", 160))
    assert game.companies["AR"].cash == 340
    assert game.players[0].cash == cash + 160
    assert game.view().bank == bank
    assert game.companies["AR"].privates == ("SIR",)
    assert game.players[0].privates == ()


@pytest.mark.rule("1889-PBY-02")
def test_no_more_than_the_treasury_holds() -> None:
    game = turn()
    set_treasury(game, "AR", 99)
    assert code(game, buy_private(game, 0, "AR", "SIR", 99)) == ""
    assert code(game, buy_private(game, 0, "AR", "SIR", 100)) == "private_cash"


@pytest.mark.rule("1889-PBY-02")
def test_the_range_is_an_option() -> None:
    game = turn(private_low=100, private_high=150)
    for price, legal in [(79, False), (80, True), (120, True), (121, False)]:
        assert is_admitted(game, buy_private(game, 0, "AR", "SIR", price)) == legal


@pytest.mark.rule("1889-PBY-03")
def test_a_bought_private_blocks_no_longer() -> None:
    game = turn("TR")
    start(game, "KO", {0: 60}, cash=100)
    operate(game, "KO")
    upgrade = lay_tile(game, "KO", "K4", "440", 0)
    assert clause(game, upgrade) == "1889-TRK-19"
    play(game, buy_private(game, 0, "KO", "TR", 10))
    assert clause(game, upgrade) == ""


@pytest.mark.rule("1889-PBY-03")
def test_it_does_not_matter_which_company_bought_it() -> None:
    game = turn("TR")
    start(game, "KO", {1: 60})
    play(game, buy_private(game, 0, "AR", "TR", 10))
    operate(game, "KO")
    assert is_admitted(game, lay_tile(game, "KO", "K4", "440", 0))


@pytest.mark.rule("1889-PBY-04")
@pytest.mark.parametrize("owner", ["AR", "KU"])
def test_a_companys_private_is_never_sold_again(owner: str) -> None:
    game = turn()
    start(game, "KU", {0: 60})
    assign_private(game, "SIR", owner)
    assert clause(game, buy_private(game, 0, "AR", "SIR", 80)) == "1889-PBY-04"


@pytest.mark.rule("1889-PBY-04")
def test_nor_one_that_is_closed() -> None:
    game = turn()
    assign_private(game, "SIR", None)
    assert not is_admitted(game, buy_private(game, 0, "AR", "SIR", 80))


@pytest.mark.rule("1889-PBY-05")
def test_its_owner_is_asked() -> None:
    game = turn(owner=1)
    offer = buy_private(game, 0, "AR", "SIR", 80)
    assert "offer_made" in kinds(play(game, offer))
    assert (game.to_act.player, game.to_act.doing) == (1, "offer")
    assert clause(game, offer) != ""
    assert not is_admitted(game, Pass(0))
    assert not is_admitted(game, Answer(0, 1))
    assert not is_admitted(game, Pass(1))
    play(game, Answer(1, 1))
    assert game.companies["AR"].privates == ("SIR",)
    assert (game.to_act.player, game.to_act.doing) == (0, "track")


@pytest.mark.rule("1889-PBY-05")
def test_its_owner_may_decline() -> None:
    game = turn(owner=1)
    play(game, buy_private(game, 0, "AR", "SIR", 80), Answer(1, 0))
    assert game.players[1].privates == ("SIR",)
    assert game.companies["AR"].cash == 500
    assert clause(game, buy_private(game, 0, "AR", "SIR", 80)) == "1889-PBY-05"
    assert clause(game, buy_private(game, 0, "AR", "SIR", 81)) == ""


@pytest.mark.rule("1889-PBY-05")
def test_what_was_declined_may_be_offered_again_in_another_turn() -> None:
    game = turn(owner=1)
    start(game, "KU", {2: 60}, cash=500)
    operate(game, "AR")
    play(game, buy_private(game, 0, "AR", "SIR", 80), Answer(1, 0))
    while game.to_act.company == game.companies["AR"].id:
        play(game, Pass(0))
    assert game.to_act.company == game.companies["KU"].id
    assert is_admitted(game, buy_private(game, 2, "KU", "SIR", 80))


@pytest.mark.rule("1889-PBY-05")
@pytest.mark.parametrize(("owner", "variants"), [(0, ()), (0, ("18xx.games",)), (1, ("18xx.games",))])
def test_ones_own_or_on_18xx_games_any_is_bought_at_once(owner: int, variants: tuple[str, ...]) -> None:
    game = turn(owner=owner, variants=variants)
    play(game, buy_private(game, 0, "AR", "SIR", 80))
    assert game.companies["AR"].privates == ("SIR",)
    assert game.to_act.player == 0
