"""Corrections of a position, for people who play on cardboard: they follow no rule, but conserve everything."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

import tetsudo
from tests.builders import (
    assign_train,
    company,
    hex_id,
    new_game,
    operate,
    president,
    private,
    start,
    stock_round,
)
from tetsudo.core.actions import Action, BuyShare, Pass, fields_of
from tetsudo.core.corrections import (
    CORRECTIONS,
    CorrectCash,
    CorrectClosedPrivate,
    CorrectCompanyPrivate,
    Correction,
    CorrectMarket,
    CorrectNoTile,
    CorrectNoToken,
    CorrectOperator,
    CorrectPhase,
    CorrectPresident,
    CorrectPrice,
    CorrectPriority,
    CorrectPrivate,
    CorrectRevenue,
    CorrectShares,
    CorrectTile,
    CorrectToken,
    CorrectTrains,
    CorrectTreasury,
    CorrectTurn,
)
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.core.units import NOBODY, is_hidden
from tetsudo.engine.rules.position_validation import check
from tetsudo.engine.state.board import is_token_on
from tetsudo.engine.state.ownership import holding, ipo_of, market_of, ordinary_shares, private_owner
from tetsudo.engine.state.state import cash_of, owner_of_company
from tetsudo.game.game import Game
from tetsudo.interop.export import export_18xx_games
from tetsudo.lab.random_play import random_action
from tetsudo.lab.table_spec import Table

BANK_1889: Final = 7000


def correct(game: Game, *made: Action) -> None:
    for correction in made:
        assert isinstance(correction, Correction)
        game.correct(correction)


def total(game: Game) -> int:
    return sum(cash_of(game.state, owner) for owner in range(len(game.state.cash)))


def shares(game: Game, player: int, symbol: str) -> int:
    """Number of shares of a player, those of a president's certificate included."""
    return holding(game.state, company(game, symbol), player)


def ipo(game: Game, symbol: str) -> int:
    return ordinary_shares(game.state, company(game, symbol), ipo_of(game.state))


def market(game: Game, symbol: str) -> int:
    return ordinary_shares(game.state, company(game, symbol), market_of(game.state))


def has_token(game: Game, symbol: str, hex_name: str) -> bool:
    first, after = game.ruleset.tokens_from[company(game, symbol) :][:2]
    return is_token_on(game.state, hex_id(game, hex_name), first, after)


def operating() -> Game:
    """Awa Railroad, with half of its shares sold, at the beginning of its turn; par 80."""
    game = stock_round(3)
    start(game, "AR", {0: 40, 1: 10}, par=80)
    return operate(game, "AR")


# What is corrected


def test_the_bank_has_the_difference_to_a_players_cash() -> None:
    game = new_game(3)
    before = game.player(0).cash
    correct(game, CorrectCash(1, 0, before - 25))
    assert game.player(0).cash == before - 25
    assert total(game) == BANK_1889
    assert cash_of(game.state, len(game.state.cash) - 1) == BANK_1889 - 3 * before + 25


def test_the_bank_has_the_difference_to_a_treasury() -> None:
    game = operating()
    correct(game, CorrectTreasury(0, "AR", 123))
    assert game.company("AR").cash == 123
    assert total(game) == BANK_1889


def test_shares_come_from_the_ipo_or_the_market_and_go_back_there() -> None:
    game = operating()  # Ann has the president's certificate, of two shares, and two more; Bo has one
    correct(game, CorrectShares(0, 1, "AR", 3, "ipo"))
    assert (shares(game, 1, "AR"), ipo(game, "AR")) == (3, 3)
    correct(game, CorrectShares(0, 1, "AR", 2, "market"))
    assert (shares(game, 1, "AR"), market(game, "AR")) == (2, 1)
    correct(game, CorrectShares(0, 0, "AR", 2, "ipo"))
    assert (shares(game, 0, "AR"), ipo(game, "AR")) == (2, 5)
    correct(game, CorrectMarket(0, "AR", 4))
    assert (market(game, "AR"), ipo(game, "AR")) == (4, 2)


def test_a_president_keeps_their_certificate() -> None:
    game = operating()
    with pytest.raises(IllegalAction, match="certificate alone is 2 shares"):
        game.correct(CorrectShares(0, 0, "AR", 1, "ipo"))


def test_the_new_president_exchanges_two_shares_for_the_certificate() -> None:
    game = operating()
    with pytest.raises(IllegalAction, match="needs 2 shares"):
        game.correct(CorrectPresident(0, "AR", 1))
    correct(game, CorrectShares(0, 1, "AR", 2, "ipo"), CorrectPresident(0, "AR", 1))
    assert president(game, "AR") == 1
    assert (shares(game, 0, "AR"), shares(game, 1, "AR")) == (4, 2)
    assert game.to_act.player == 1


def test_a_share_price_is_a_space_of_the_market() -> None:
    game = operating()
    cell = next(cell for cell, price in enumerate(game.setup.market.prices) if price == 100)
    correct(game, CorrectPrice(0, "AR", cell))
    assert game.company("AR").price == 100


def test_trains_come_from_the_depot_the_market_or_another_company() -> None:
    game = operating()
    start(game, "KO", {1: 50}, par=70)
    correct(game, CorrectTrains(0, "AR", "2", 2, "depot"))
    assert list(game.company("AR").trains) == ["2", "2"]
    correct(game, CorrectTrains(0, "AR", "2", 1, "market"), CorrectTrains(0, "KO", "2", 1, "AR"))
    assert list(game.company("AR").trains) == []
    assert list(game.company("KO").trains) == ["2"]
    with pytest.raises(IllegalAction, match="only 1 such trains"):
        game.correct(CorrectTrains(0, "AR", "2", 2, "market"))


def test_privates_change_hands_and_close() -> None:
    game = operating()
    correct(game, CorrectPrivate(0, "TR", 1), CorrectCompanyPrivate(0, "MF", "AR"))
    assert private_owner(game.state, private(game, "TR")) == 1
    assert private_owner(game.state, private(game, "MF")) == owner_of_company(game.state, company(game, "AR"))
    correct(game, CorrectClosedPrivate(0, "TR"))
    assert private_owner(game.state, private(game, "TR")) == NOBODY


def test_tiles_are_laid_turned_and_taken_back() -> None:
    game = operating()
    correct(game, CorrectTile(0, "K6", "8", 0))
    assert (game.hex("K6").tile, game.hex("K6").rotation) == ("8", 0)
    left = game.state.supply[game.id_of("tile", "8")]
    correct(game, CorrectTile(0, "K6", "8", 3))
    assert (game.hex("K6").rotation, game.state.supply[game.id_of("tile", "8")]) == (3, left)
    correct(game, CorrectNoTile(0, "K6"))
    assert not game.hex("K6").tile
    assert game.state.supply[game.id_of("tile", "8")] == left + 1
    with pytest.raises(IllegalAction, match="does not fit"):
        game.correct(CorrectTile(0, "K8", "8", 0))  # a town's tile has no place in a city


def test_tokens_are_placed_and_taken_back() -> None:
    game = operating()
    correct(game, CorrectToken(0, "AR", "F9", 0))
    assert has_token(game, "AR", "F9")
    with pytest.raises(IllegalAction):
        game.correct(CorrectToken(0, "AR", "F9", 5))
    correct(game, CorrectNoToken(0, "AR", "F9"))
    assert not has_token(game, "AR", "F9")


def test_phase_and_priority() -> None:
    game = operating()
    correct(game, CorrectPhase(0, "3"), CorrectPriority(0, 2))
    assert game.setup.phases[game.state.phase].name == "3"
    assert game.state.priority == 2


def test_anyone_can_be_next_in_a_stock_round() -> None:
    game = stock_round(3)
    start(game, "AR", {0: 20}, par=65)
    correct(game, CorrectTurn(0, 2))
    assert game.to_act.player == 2
    game.apply(BuyShare(2, "AR", "ipo"))
    with pytest.raises(IllegalAction, match="while a company operates"):
        game.correct(CorrectOperator(0, "AR"))


def test_another_company_operates_first_and_the_interrupted_one_again_later() -> None:
    game = stock_round(3)
    start(game, "AR", {0: 50}, par=80)
    start(game, "KO", {1: 50}, par=70)
    operate(game, "AR")
    correct(game, CorrectOperator(2, "KO"))
    assert (game.to_act.company, game.to_act.player) == (game.id_of("company", "KO"), 1)
    while game.to_act.company == game.id_of("company", "KO"):
        game.apply(Pass(1))
    assert game.to_act.company == game.id_of("company", "AR")


def test_a_revenue_counted_at_the_table_is_paid() -> None:
    """Without a tile on the map: 10 shares, revenue 100; Ann's four receive 40, Bo's one 10; the price moves up.

    With 500 in its treasury the company then decides about trains.
    """
    game = operating()
    correct(game, CorrectTreasury(0, "AR", 500))
    assign_train(game, "AR", "2")
    before = [game.player(seat).cash for seat in range(3)]
    correct(game, CorrectRevenue(0, "AR", 100))
    assert game.to_act.doing == "dividend"
    game.apply(game.parse("pay"))
    assert [game.player(seat).cash - cash for seat, cash in enumerate(before)] == [40, 10, 0]
    assert game.company("AR").price == 90
    with pytest.raises(IllegalAction, match="has run already"):
        game.correct(CorrectRevenue(0, "AR", 120))
    assert game.to_act.doing == "trains"


# What a correction is not


def test_a_correction_is_no_move() -> None:
    game = new_game(3)
    correction = CorrectCash(0, 0, 1)
    assert not game.is_legal(correction)
    refusal = game.why_not(correction)
    assert refusal is not None
    assert refusal.code == "correction"
    with pytest.raises(IllegalAction, match="no move"):
        game.apply(correction)


@pytest.mark.parametrize(
    "bad",
    [
        CorrectCash(0, 7, 100),
        CorrectCash(0, 0, -5),
        CorrectCash(9, 0, 5),
        CorrectShares(0, "Nobody", "AR", 2, "ipo"),
        CorrectPrice(0, "AR", 10_000),
        CorrectPrice(0, "KO", 3),
        CorrectTile(0, "K6", "8", 6),
        CorrectNoToken(0, "AR", "C10"),
        CorrectPresident(0, "KO", 1),
    ],
    ids=repr,
)
def test_a_bad_correction_changes_nothing(bad: Correction) -> None:
    game = operating()
    before = game.digest()
    with pytest.raises(IllegalAction):
        game.correct(bad)
    assert game.digest() == before


# Its trace


def test_it_is_in_the_log_the_record_and_can_be_undone() -> None:
    game = Table("1889", 3).game()
    before = game.digest()
    correct(game, CorrectCash(1, 0, 400))
    assert [event.kind for event in game.latest_events] == ["position_corrected"]
    again = tetsudo.load(game.record().to_json())
    assert again.digest() == game.digest()
    assert again.actions == game.actions
    game.undo()
    assert game.digest() == before
    game.redo()
    assert game.digest() == again.digest()


def test_it_has_no_command() -> None:
    game = Table("1889", 3).game()
    correct(game, CorrectCash(1, 0, 400))
    with pytest.raises(BadInput, match="cannot be typed"):
        game.text(game.actions[0])


def test_18xx_games_cannot_hold_it() -> None:
    game = Table("1889", 3).game()
    correct(game, CorrectCash(1, 0, 400))
    with pytest.raises(BadInput, match="cannot hold corrections"):
        export_18xx_games(game)


def test_hidden_cash_stays_hidden() -> None:
    game = tetsudo.new("1890", ["Ann", "Bo", "Cy"], scenario="C", variants=["hidden-cash"])
    correct(game, CorrectCash("Ann", "Ann", 300))
    (event,) = game.seen_by("Bo").latest_events
    assert is_hidden(event.correction.price)  # type: ignore[union-attr]
    (event,) = game.seen_by("Ann").latest_events
    assert event.correction.price == 300  # type: ignore[union-attr]


def test_a_refusal_tells_no_hidden_amount() -> None:
    game = tetsudo.new("1890", ["Ann", "Bo", "Cy"], scenario="C", variants=["hidden-cash"])
    told = []
    for seen in (game, game.seen_by("Bo").clone()):
        with pytest.raises(IllegalAction) as refused:
            seen.correct(CorrectCash("Bo", "Bo", 10**7 + 1))
        told.append(str(refused.value))
    assert told[0].startswith("No such position is possible. (cash: ")
    assert told[1] == "No such position is possible."


def _refusal(game: Game, correction: Correction) -> str:
    """Sentence of the refusal of a correction; "" if it is made."""
    try:
        game.clone().correct(correction)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize("seed", range(3))
def test_a_refusal_at_any_position_tells_no_hidden_amount(seed: int) -> None:
    """It is the table's own, or names no field of the position; a masked game raises nothing else."""
    random, refused = Random(seed), 0
    game = tetsudo.new("1890", ["Ann", "Bo", "Cy"], seed=seed, scenario="C", variants=["hidden-cash", "hidden-prices"])
    for _step in range(240):
        if game.is_over:
            break
        game.apply(random_action(game, random))
        correction = _random_correction(game, random)
        if told := _refusal(game, correction):
            assert _refusal(game.seen_by("Bo"), correction) in (told, "No such position is possible.")
            refused += 1
    assert refused > 40


# Anything, anywhere


def _random_correction(game: Game, random: Random) -> Correction:
    kind: Any = CORRECTIONS[random.choice(sorted(CORRECTIONS))]
    sizes = game.ruleset.sizes
    values = {
        name: random.choice((0, 10, 100, 250)) if name == "price" else random.randrange(min(sizes[name], 12))
        for name in fields_of(kind)
    }
    if "hex" in values:
        values["hex"] = random.randrange(sizes["hex"])
    if "tile" in values:
        values["tile"] = random.randrange(sizes["tile"])
    made: Correction = kind(**values)
    return made


@pytest.mark.parametrize("title", ["1889", "1888", "1888-N", "1890"])
def test_at_any_position_it_gives_a_possible_one_or_is_refused(title: str) -> None:
    """Money, shares, trains and tiles are conserved (`check`), the game goes on, and its record gives the same."""
    random, made = Random(title), set()
    for seed in range(6):
        game = Table(title, 3 + seed % 2).game()
        for step in range(240):
            if game.is_over:
                break
            if step % 4 == 3:
                before = game.digest()
                try:
                    correction = _random_correction(game, random)
                    game.correct(correction)
                    made.add(correction.kind)
                except IllegalAction:
                    assert game.digest() == before
                else:
                    check(game.ruleset, game.state)
                    assert game.is_over or game.to_act.player >= 0
                    assert game.is_over or game.legal_actions()
            if not game.is_over:
                game.apply(random_action(game, random))
        assert tetsudo.load(game.record().to_json()).digest() == game.digest()
    assert len(made) >= 12
