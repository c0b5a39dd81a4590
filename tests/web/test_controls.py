"""A player's controls: all legal actions, refused ones with reasons, and the status line above them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from django.utils.html import escape

from tests.browser.moments import MOMENTS
from tests.builders import (
    assign_private,
    assign_train,
    bid,
    empty_depot,
    lay,
    lay_tile,
    new_game,
    operate,
    private,
    set_cash,
    start,
    stock_round,
)
from tests.properties.walks import choose, new_numbered_game
from tests.rules.test_windows import at_window
from tests.web.builders import browser
from tetsudo.core.actions import Action, Bid, BuyTrain, Pass, TakePrivate
from tetsudo.core.open_actions import Runs
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.state import bank_of
from tetsudo.game import unavailable
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data
from tetsudo.web.play.controls import controls
from tetsudo.web.play.controls.controls import ActionPanel, action_panel
from tetsudo.web.play.controls.offers import MAP_ACTIONS
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.play.scene.widgets import Choice
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.from_record import create_from_game
from tetsudo.web.tables.models import Guest

pytestmark = pytest.mark.django_db


def scene(game: Game, own: str = "") -> Scene:
    """A position as seen by its only guest, who has every seat, or only the one named."""
    guest = Guest.objects.create(name="Ann")
    table = create_from_game(game, guest, "")
    if own:
        table.seats.exclude(name=own).update(guest=Guest.objects.create(name="other"))
    return Scene(table, games.current(table), guest, False)


def choices(acts: ActionPanel) -> Iterator[Choice]:
    """Every button of the turn."""
    for section in (*acts.sections, *acts.extras):
        yield from section.all_choices()
    yield from acts.finish


def carried(game: Game, choice: Choice) -> list[Action]:
    """The action of a button, or the actions at both ends of its range."""
    data = json.loads(choice.json)
    field = data.pop("open", "")
    amounts = (choice.amount.low, choice.amount.high) if choice.amount else (0,)
    return [action_from_data(game.setup, game.names, data | ({field: each} if field else {})) for each in amounts]


def some_positions(seed: int, apart: int = 9) -> Iterator[Game]:
    """Positions of a random game, `apart` actions from each other."""
    game, chance, number = new_numbered_game(seed), Random(seed), 0
    while not game.is_over and number < 260:
        if number % apart == 0:
            yield game.clone()
        game.apply(choose(game.legal_actions(), chance))
        number += 1


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_everything_that_is_offered_is_on_the_page_and_nothing_else(seed: int) -> None:
    for game in some_positions(seed):
        acts = action_panel(scene(game))
        offers = game.legal_actions()
        buttons = [action for choice in choices(acts) if choice.data for action in carried(game, choice)]
        assert all(game.is_legal(action) for action in buttons)
        for offer in offers:
            if isinstance(offer, MAP_ACTIONS):
                assert game.setup.map.hexes[offer.hex].name in acts.lit
            elif isinstance(offer, Runs):
                assert any(section.run for section in acts.sections)
            else:
                assert any(offer.admits(button) for button in buttons), offer


@pytest.mark.parametrize("seed", [3, 5])
def test_what_is_refused_is_there_with_its_reason(seed: int) -> None:
    seen = set()
    for game in some_positions(seed):
        refused = {choice.refusal.code for choice in choices(action_panel(scene(game))) if choice.refusal}
        tried = unavailable.refused_actions(game, game.to_act.player)
        on_map = [each for each in tried if isinstance(each.action, MAP_ACTIONS)]
        assert refused == {each.refusal.code for each in tried if each not in on_map}
        seen |= refused
    assert len(seen) > 4


def test_one_button_at_most_is_the_usual_thing() -> None:
    for game in some_positions(8):
        usual = [choice for choice in choices(action_panel(scene(game))) if choice.tone == "primary"]
        assert len(usual) <= 1
        assert all(choice.data for choice in usual)


def test_a_kind_of_action_that_nothing_is_made_for_gets_plain_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controls, "STEP_SECTIONS", ())
    game = new_game(3)
    buttons = [action for choice in choices(action_panel(scene(game))) for action in carried(game, choice)]
    assert all(any(offer.admits(button) for button in buttons) for offer in game.legal_actions())


def test_who_waits_finds_nothing_to_press() -> None:
    acts = action_panel(scene(new_game(3), own="P1"))
    assert not list(choices(acts))
    assert not acts.turn.is_mine


# The status line


def test_the_line_says_who_for_which_company_what_and_what_then() -> None:
    game = new_game(3)
    start(game, "AR", holders={0: 60})
    line = action_panel(scene(operate(game, "AR"))).turn
    assert (line.who, line.company and line.company.symbol, line.task) == ("P0", "AR", "lay track")
    assert [step.name for step in line.steps][:5] == ["track", "token", "run", "dividend", "trains"]
    assert [step.name for step in line.steps if step.is_now] == ["track"]
    assert "company 1 of 1" in line.place


def test_the_line_says_who_is_asked_after_a_pass() -> None:
    line = action_panel(scene(new_game(3))).turn
    assert (line.who, line.then) == ("P0", "P1")


def test_the_line_of_a_game_that_is_over_names_nobody() -> None:
    game = new_game(2)
    game.state.ended = 1
    assert action_panel(scene(game)).turn.who == ""


def test_ending_a_turn_is_called_by_what_it_ends() -> None:
    game = new_game(3)
    start(game, "AR", holders={0: 60})
    operate(game, "AR")
    assert [choice.label for choice in action_panel(scene(game)).finish] == ["Lay no track"]
    game.apply(Pass(0))
    assert [choice.label for choice in action_panel(scene(game)).finish] != ["Lay no track"]


# Hexes of the current turn and others


def test_hexes_of_the_turn_are_told_from_those_where_a_private_lays() -> None:
    game = new_game(3)
    start(game, "AR", holders={0: 60})
    assign_private(game, "MF", 1)
    acts = action_panel(scene(operate(game, "AR")))
    assert "B11" in acts.also
    assert "K8" in acts.lit
    assert "K8" not in acts.also


def test_a_bid_is_offered_from_the_least_to_all_that_one_has() -> None:
    game = new_game(3)
    (section,) = action_panel(scene(game)).sections
    amounts = [choice.amount for choice in section.all_choices() if choice.amount]
    low = min(offer.low for offer in game.legal_actions() if offer.example().kind == "bid" and offer.low != offer.high)  # type: ignore[attr-defined]
    assert amounts[0].low == amounts[0].start == low
    assert {number for _word, number in amounts[0].quick} >= {low, amounts[0].high}
    game.apply(Bid(0, 1, low))
    said = [row.said for row in action_panel(scene(game)).sections[0].rows]
    assert any("P0" in text for text in said)


def test_a_company_without_a_train_is_shown_the_cheapest_first() -> None:
    game = new_game(3)
    start(game, "AR", holders={0: 60}, cash=200)
    usual = [each for each in choices(action_panel(scene(operate(game, "AR", "trains")))) if each.tone == "primary"]
    bought = [action for each in usual for action in carried(game, each)]
    assert [type(action) for action in bought] == [BuyTrain]


def test_a_run_is_shown_as_the_table_has_it() -> None:
    game = running_game()
    shown = scene(game)
    best = next(offer for offer in game.legal_actions() if isinstance(offer, Runs))
    assert shown.shown_run
    assert sum(shown.shown_run.earned) == best.revenue() > 0
    shown.table.best_routes = False
    waits = Scene(shown.table, shown.hot, shown.guest, False).shown_run
    assert waits
    assert waits.earned == ()
    assert all(line.wish.idle for line in waits.lines)


def running_game() -> Game:
    """Awa Railroad with a train and a route from K8, in a position that can be written."""
    game = new_game(3)
    start(game, "AR", holders={0: 60})
    for name, tile, rotation in (("K8", "57", 1), ("J9", "58", 0)):
        lay(game, name, tile, rotation)
    assign_train(game, "AR", "2")
    return operate(game, "AR", "run")


def test_tiles_that_are_laid_move_the_line_on() -> None:
    game = new_game(3)
    start(game, "AR", holders={0: 60})
    operate(game, "AR")
    game.apply(
        next(offer for offer in game.legal_actions() if isinstance(offer, type(lay_tile(game, "AR", "K8", "6"))))
    )
    assert action_panel(scene(game)).turn.task != "lay track"


def test_sales_are_a_button_for_each_number_of_shares() -> None:
    game = stock_round(3)
    start(game, "AR", holders={0: 60})
    acts = action_panel(scene(game))
    counts = [choice.data["count"] for choice in choices(acts) if choice.data and choice.data["type"] == "sell_shares"]
    most = max(offer.high for offer in game.legal_actions() if offer.example().kind == "sell_shares")  # type: ignore[attr-defined]
    assert counts == list(range(1, most + 1))


def test_a_block_too_small_for_the_train_is_a_button_that_says_so() -> None:
    """Both shares at 100, and nothing less, pay for the train of 180."""
    game = stock_round(3)
    start(game, "AR", {0: 20, 1: 20})
    start(game, "SR", {1: 40, 0: 20})
    lay(game, "K8", "57", 1)
    empty_depot(game, "2")
    set_cash(game, 0, 0)
    operate(game, "AR", "trains")
    section = next(each for each in action_panel(scene(game)).sections if each.kind == "deals")
    small, enough = next(row.choices for row in section.rows if row.name == "SR")
    assert (small.label, small.data, enough.label) == ("Sell 1", None, "Sell 2")
    assert small.refusal is not None
    assert small.refusal.remedy == "Sell at least 2."


def test_who_may_declare_between_turns_finds_a_button_for_each_answer() -> None:
    game = at_window()
    found = action_panel(scene(game))
    assert found.turn.task == "decide whether minors merge now"
    answers = [action for choice in choices(found) for action in carried(game, choice)]
    assert sorted(answers, key=str) == sorted(game.legal_actions(), key=str)


def all_are_there(game: Game) -> ActionPanel:
    """The controls of a position, after checking that every legal action has a button."""
    acts = action_panel(scene(game))
    buttons = [action for choice in choices(acts) if choice.data for action in carried(game, choice)]
    assert all(game.is_legal(action) for action in buttons)
    assert all(any(offer.admits(button) for button in buttons) for offer in game.legal_actions())
    return acts


def test_a_par_price_that_is_set_at_once_costs_nothing() -> None:
    game = new_game(3, title="1890", scenario="D")
    for lot in game.setup.lots[:6]:
        game.apply(bid(game, game.to_act.player, lot.symbol, lot.price))
    assert game.to_act.doing == "par"
    acts = all_are_there(game)
    assert [choice.label for choice in acts.sections[0].all_choices()] == ["¥65", "¥70", "¥75", "¥80", "¥90", "¥100"]
    assert not any("cost" in choice.says for choice in choices(acts))


def test_privates_of_the_bank_and_of_other_players_are_offered_and_asked_for() -> None:
    game = stock_round(3, title="1890", scenario="C", cash=500)
    assign_private(game, "HT", 1)
    give_private(game.state, private(game, "SB"), bank_of(game.state))
    acts = all_are_there(game)
    (section,) = (each for each in acts.sections if each.kind == "privates")
    assert [row.name for row in section.rows] == ["Hanshin Tramway", "Senboku Rapid Railway"]
    game.apply(TakePrivate(0, private(game, "HT"), 90))
    acts = all_are_there(game)
    assert acts.sections[0].rows[0].sub == "P0 offers ¥90 for Hanshin Tramway."


@pytest.mark.parametrize("moment", ["1888n-private-tile", "1890-convert", "stock-early"])
def test_what_explains_a_choice_is_on_the_page_wherever_the_choice_is(moment: str) -> None:
    shown = scene(MOMENTS[moment]())
    panel = controls.action_panel(shown)
    sections = [*panel.sections, *panel.extras, *(section for tray in panel.others for section in tray.sections)]
    texts = [section.text for section in sections if section.text]
    assert texts
    assert shown.guest
    page = browser(shown.guest).get(f"/t/{shown.table.key}/").content.decode()
    acts = page[page.index('id="acts"') : page.index('id="matrix"')]
    for text in texts:
        assert escape(text) in acts
