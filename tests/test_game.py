"""The public interface, as seen after `import tetsudo`."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import tetsudo
from tests.builders import (
    assign_private,
    company,
    hex_id,
    new_game,
    operate,
    private,
    set_phase,
    start,
    stock_round,
    tile,
)
from tetsudo.core.actions import (
    Action,
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    Route,
    RunRoutes,
    SellShares,
)
from tetsudo.core.open_actions import Bids, Runs, Sales
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.refusals import REASONS
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import State
from tetsudo.game.play import ruleset_of
from tetsudo.titles.loader import setup, titles


def test_a_new_game_waits_for_the_first_player() -> None:
    game = tetsudo.new("1889", players=["Ann", "Bo", "Cy"], seed=7)
    assert game.to_act == (0, -1, "auction")
    assert [player.name for player in game.players] == ["Ann", "Bo", "Cy"]
    assert [player.cash for player in game.players] == [420, 420, 420]
    assert game.result() is None
    assert game.end_reason == ""


def test_a_listed_range_admits_its_amounts_and_no_other() -> None:
    game = new_game(3)
    offer = next(each for each in game.legal_actions() if isinstance(each, Bids) and each.lot == 1)
    assert (offer.low, offer.high) == (35, 420)
    assert [offer.admits(Bid(0, 1, price)) for price in (34, 35, 420, 421)] == [False, True, True, False]


def test_an_action_never_changes() -> None:
    game = new_game(3)
    for offer in game.legal_actions():
        with pytest.raises(AttributeError):
            offer.player = 1
        with pytest.raises(AttributeError):
            del offer.player
    again = pickle.loads(pickle.dumps(BuyShare(0, 1, 3)))
    assert again == copy.copy(again) == BuyShare(0, 1, 3) != BuyShare(0, 2, 3)
    assert len({Pass(1), Pass(1), Pass(2), Bid(0, 1, 35)}) == 3


@pytest.mark.pure
def test_a_listing_that_was_asked_for_with_another_kind_of_number_leaves_none_in_the_next() -> None:
    game = new_game(3)
    game.apply(game.legal_actions()[0])
    game.legal_actions(True)  # equal to 1, as numpy's integers are
    for offer in game.legal_actions():
        assert type(offer.player) is int
        assert game.is_legal(offer.example())


@pytest.mark.pure  # compiled code calls its own functions, so patches have no effect
def test_what_was_just_listed_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(3)
    asked: list[Action] = []
    refusal = engine.refusal

    def noted(rules: Ruleset, state: State, action: Action) -> str:
        asked.append(action)
        return refusal(rules, state, action)

    monkeypatch.setattr(engine, "refusal", noted)
    game.apply(game.legal_actions()[0])
    assert asked == []
    game.apply(Pass(1))
    assert asked == [Pass(1)]


@pytest.mark.pure
def test_an_amount_of_a_listed_range_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stock_round()
    start(game, "AR", {0: 60})
    offer = next(each for each in game.legal_actions() if isinstance(each, Sales))
    monkeypatch.setattr(engine, "refusal", lambda *asked: pytest.fail("asked again"))
    game.apply(offer.at(offer.high))


def test_an_amount_of_a_listed_range_is_a_whole_number_within_it() -> None:
    game = stock_round()
    start(game, "AR", {0: 60})
    offer = next(each for each in game.legal_actions() if isinstance(each, Sales))
    wrong: list[Any] = [0, offer.high + 1, 1.0, "1", None]
    for count in wrong:
        with pytest.raises(tetsudo.IllegalAction):
            game.apply(SellShares(offer.player, offer.company, count))
        game.legal_actions()
    game.apply(SellShares(bool(offer.player), offer.company, 1))
    assert type(game.actions[-1].player) is int, "the listed action is made, not an equal one"


def test_what_was_listed_before_something_happened_is_asked_for_again() -> None:
    game = new_game(3)
    listed = game.legal_actions()[0]
    clone = game.clone()
    game.apply(Pass(0))
    with pytest.raises(tetsudo.IllegalAction):
        game.apply(listed)
    game.undo()
    game.apply(listed)
    clone.apply(Pass(0))
    game.legal_actions()
    with pytest.raises(tetsudo.IllegalAction):
        clone.apply(listed)


def test_what_stands_for_many_or_was_put_into_a_listing_is_refused() -> None:
    game = new_game(3)
    listed = game.legal_actions()
    listed.append(Bid(0, 1, 34))
    for each in listed[1:]:
        with pytest.raises(tetsudo.IllegalAction):
            game.apply(each)
    assert game.length == 0


@pytest.mark.parametrize("junk", ["pass", None, 5, (0, 1), Pass])
def test_what_is_no_action_is_refused_like_one(junk: Any) -> None:
    game = new_game(3)
    before = game.digest()
    with pytest.raises(tetsudo.IllegalAction, match="not an action"):
        game.apply(junk)
    assert game.digest() == before


@pytest.mark.parametrize(
    "action",
    [Pass(3), Pass(-1), Bid(0, 99, 35), Bid(0, 1, True), BuyShare(0, 7, 3), BuyShare(0, -1, 3), Bid(0, 1, 2.5)],  # type: ignore[arg-type]
)
def test_ids_that_do_not_exist_are_refused(action: Any) -> None:
    game = new_game(3)
    assert not game.is_legal(action)
    with pytest.raises(tetsudo.IllegalAction):
        game.apply(action)


@pytest.mark.parametrize(
    "action",
    [
        BuyTrain(0, 0, 0, 7, 80, -2),
        BuyTrain(0, 0, 0, 7, 80, 99),
        RunRoutes(0, 0, (Route(0, (0, -1)),)),
        RunRoutes(0, 0, (Route(0, (0, 10_000)),)),
        RunRoutes(0, 0, (Route(99, (0, 1)),)),
        RunRoutes(0, 0, (Route(-1, (0, 1)),)),
        RunRoutes(0, 0, (Route(0, (0, 1)),) * 51),
        RunRoutes(0, 0, (Route(0, (0,) * 501),)),
    ],
)
def test_trains_and_routes_that_do_not_exist_are_no_names_of_anything(action: Any) -> None:
    game = operate(start_of_awa(cash=100), "AR")
    refusal = game.why_not(action)
    assert refusal is not None
    assert refusal.code == "unknown_id"


def test_a_game_that_is_over_waits_for_nobody() -> None:
    game = operate(start_of_awa(cash=100), "AR")
    assert game.to_act == (0, company(game, "AR"), "track")
    game.state.ended = 1
    assert game.to_act == (-1, -1, "")
    assert game.legal_actions(0) == []
    refusal = game.why_not(Pass(0))
    assert refusal is not None
    assert refusal.code == "game_over"


def test_a_refusal_says_what_with_figures_and_which_clause() -> None:
    game = operate(start_of_awa(cash=25), "AR", "token", settle=False)
    refusal = game.why_not(PlaceToken(0, company(game, "AR"), hex_id(game, "K4"), 0))
    assert refusal is not None
    assert refusal.sentence == "Awa Railroad has ¥25; a token costs ¥40."
    assert refusal.clause == "1889-TOK-03"
    assert str(refusal) == "Awa Railroad has ¥25; a token costs ¥40. (1889-TOK-03)"


def test_a_refusal_says_what_would_help() -> None:
    game = stock_round(3, cash=500)
    start(game, "AR", {0: 20, 1: 20}, market=40)
    refusal = game.why_not(SellShares(1, company(game, "AR"), 2))
    assert refusal is not None
    assert refusal.code == "not_your_turn"
    refusal = game.why_not(SellShares(0, company(game, "AR"), 2))
    assert refusal is not None
    assert refusal.sentence == "The market has 40 % of Awa Railroad; the limit is 50 %."


def test_every_reason_of_the_engine_has_a_sentence_and_names_a_clause_that_exists() -> None:
    named = [set(setup(title.name, 4).clauses) for title in titles()]
    assert all(each <= set(REASONS) for each in named)
    without = {"unknown_id", "unknown_action", "no_power"}
    without |= {"correction", "chance_first", "chance_result", "chance_other", "no_chance"}
    without |= {"no_home_there", "must_choose_home"}  # no company of these titles chooses its home
    without |= {"private_lay_rest"}  # no private of these titles lays all of its tiles or none
    assert set(REASONS) - set().union(*named) == without


def test_undo_and_redo_walk_back_and_forth_without_a_replay() -> None:
    game = new_game(2)
    first = game.digest()
    game.apply(Bid(0, 0, 20))
    second = game.digest()
    game.apply(Pass(1))
    assert game.undo() == Pass(1)
    assert game.digest() == second
    assert game.undo() == Bid(0, 0, 20)
    assert game.digest() == first
    game.redo()
    assert game.digest() == second
    game.apply(Bid(1, 0 + 1, 30))
    with pytest.raises(tetsudo.BadInput, match="nothing to redo"):
        game.redo()


def test_nothing_to_undo_is_said() -> None:
    with pytest.raises(tetsudo.BadInput, match="nothing to undo"):
        new_game(2).undo()


def test_a_clone_shares_the_past_and_nothing_of_the_future() -> None:
    game = new_game(2)
    game.apply(Bid(0, 0, 20))
    other = game.clone()
    other.apply(Pass(1))
    assert game.length == 1
    assert other.length == 2
    assert game.to_act.player == 1
    other.undo()
    other.undo()
    assert other.length == 0
    assert game.length == 1


def test_a_run_is_one_descriptor_that_gives_the_best_on_demand() -> None:
    game = start_of_awa(cash=100, trains=("2",))
    operate(game, "AR", "run")
    (offer,) = [each for each in game.legal_actions() if isinstance(each, Runs)]
    # Tokushima (yellow tile 5, 20) to Naruto & Awaji (20 until the first 5-train).
    assert offer.revenue() == 40
    assert offer.admits(offer.best())
    game.apply(offer.best())
    assert game.state.revenue == 40
    assert offer.revenue() == 40, "it speaks of the position in which it was listed"


def start_of_awa(*, cash: int, trains: tuple[str, ...] = ()) -> tetsudo.Game:
    """Awa Railroad with its home on a yellow tile that leads to Naruto & Awaji."""
    from tests.builders import lay

    game = stock_round(3)
    start(game, "AR", {0: 60}, cash=cash, trains=trains)
    lay(game, "K8", "5", 3)  # sides 3 and 4: K6 and L7
    return game


def test_the_views_speak_the_words_of_the_table() -> None:
    game = start_of_awa(cash=70, trains=("2", "2"))
    awa = game.companies["AR"]
    assert (awa.name, awa.cash, awa.par, awa.price) == ("Awa Railroad", 70, 100, 100)
    assert awa.president is not None
    assert awa.president.name == "P0"
    assert awa.trains == ("2", "2")
    assert awa.tokens == ("K8",)
    assert awa.token_prices_left == (40,)
    assert (awa.in_offering, awa.in_market) == (40, 0)
    assert game.players[0].shares == {"AR": 60}
    assert (game.hex("K8").tile, game.hex("K8").rotation) == ("5", 3)
    assert game.hex("A8").tile is None
    view = game.view(1)
    assert view.legal_actions() == []
    assert view.phase == "2"
    assert view.on_sale == ("2",)


def test_a_lay_is_listed_once_for_rotations_that_look_alike() -> None:
    game = start_of_awa(cash=500)
    lay_straight = [
        each.rotation
        for each in operate(game, "AR").legal_actions()
        if isinstance(each, LayTile) and each.hex == hex_id(game, "K6") and each.tile == tile(game, "9")
    ]
    assert lay_straight == [0]
    action = LayTile(0, company(game, "AR"), hex_id(game, "K6"), tile(game, "9"), 3)
    assert game.is_legal(action)
    again = game.clone()
    again.apply(LayTile(0, company(game, "AR"), hex_id(game, "K6"), tile(game, "9"), 0))
    game.apply(action)
    assert game.state == again.state


def test_an_offer_is_seen_until_it_is_answered() -> None:
    game = start_of_awa(cash=100)
    set_phase(game, "3")
    assign_private(game, "SIR", 2)
    operate(game, "AR")
    assert game.view(2).offer is None
    game.apply(BuyPrivate(0, company(game, "AR"), private(game, "SIR"), 90))
    assert game.view(2).offer == (0, "AR", "private", "SIR", 90, 2)
    assert game.to_act == (2, company(game, "AR"), "offer")
    game.apply(Answer(2, 1))
    assert game.view(2).offer is None
    assert game.companies["AR"].privates == ("SIR",)
    assert game.view(0).hex("K8").tile == "5"


def test_a_game_in_which_nobody_can_ever_act_again_is_over() -> None:
    """No player has cash, no company has started, no private pays, and no rule sets a last turn."""
    game = stock_round(3, cash=0)
    engine.settle(game.ruleset, game.state, [])
    assert game.is_over
    assert game.legal_actions() == []


def test_rules_are_kept_for_the_setups_asked_for_last() -> None:
    """Rules of a thirteenth setup replace the first ones. A game by these goes on: it draws its maps anew."""
    first, kept = tetsudo.new("1889", players=["Ann", "Bo"]), tetsudo.new("1889", players=["Ann", "Bo", "Cy"])
    seats = [("1889", 4), ("1889", 5), ("1889", 6), ("1888n", 2), ("1888n", 3), ("1888n", 4), ("1888n", 5)]
    seats += [("1888n", 6), ("1888", 3), ("1888", 4)]
    listed, network = first.legal_actions(), first.ruleset.atlas.network(first.state)
    for each in seats:
        ruleset_of(setup(*each))
    assert ruleset_of(first.setup) is first.ruleset
    assert ruleset_of(kept.setup) is kept.ruleset
    for each in [*seats, ("1888", 5)]:
        ruleset_of(setup(*each))
    assert ruleset_of(kept.setup) is kept.ruleset
    assert ruleset_of(first.setup) is not first.ruleset
    first.state.network = None
    assert first.ruleset.atlas.network(first.state) is not network
    assert first.legal_actions() == listed
