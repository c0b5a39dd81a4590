"""A table at which minors merge, convert and close, pars are set at once, and passage is bought."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

import tetsudo
from tests.browser.games import first_position, simple_game
from tests.builders import bid, company, lay, new_game, operate, par, play, sell, start
from tests.clauses.t1890.forming import assign_minors, join, set_up_kinki, start_operating_round, table
from tests.clauses.t1890.test_forced import forced, shares
from tests.web.test_controls import carried, choices, scene
from tetsudo.core.actions import LayTile
from tetsudo.core.open_actions import Runs
from tetsudo.game.game import Game
from tetsudo.language.log_sentences import narrate
from tetsudo.web.play.controls.controls import action_panel
from tetsudo.web.play.controls.offers import MAP_ACTIONS
from tetsudo.web.play.panels.panels import PANELS, changed_panels
from tetsudo.web.play.scene.widgets import Row

pytestmark = pytest.mark.django_db

FOUR = ("Ann", "Bo", "Cy", "Di")


def positions(scenario: str, seed: int, apart: int) -> Iterator[Game]:
    """Positions of a complete game with some random moves, `apart` actions from each other, plus the first of each
    kind."""
    game, seen = simple_game(seed, FOUR, 0.1, title="1890", scenario=scenario), set()
    for length in range(game.length):
        earlier = game.earlier(length)
        if length % apart == 0 or earlier.to_act.doing not in seen:
            yield earlier
        seen.add(earlier.to_act.doing)


def check(game: Game) -> None:
    """Check that the page has a control for exactly the legal actions, and that all panels can be drawn."""
    shown = scene(game)
    acts = action_panel(shown)
    buttons = [action for choice in choices(acts) if choice.data for action in carried(game, choice)]
    assert all(game.is_legal(action) for action in buttons)
    for offer in game.legal_actions():
        if isinstance(offer, MAP_ACTIONS):
            assert game.setup.map.hexes[offer.hex].name in acts.lit
        elif isinstance(offer, Runs):
            assert any(section.run for section in acts.sections)
        else:
            assert any(offer.admits(button) for button in buttons), offer
    assert [choice.label for section in acts.sections if section.kind == "rest" for choice in section.choices] == []
    assert [panel.name for panel in changed_panels(shown)] == [*PANELS]


def test_each_step_that_comes_has_its_controls_and_panels() -> None:
    found = list(positions("C", 1, 10**6))
    for game in found:
        check(game)
    assert {"auction", "par", "stock", "window", "forming", "run", "trains"} <= {game.to_act.doing for game in found}


@lru_cache
def first(what: str) -> Game:
    """The first position of a game with a kind of decision or a kind of legal action."""
    game = simple_game(1, FOUR, 0.1, title="1890", scenario="C")
    return first_position(
        game, lambda each: each.to_act.doing == what or any(offer.kind == what for offer in each.legal_actions())
    )


def rows(game: Game, kind: str) -> list[Row]:
    """The rows of a section."""
    acts = action_panel(scene(game))
    return [row for section in (*acts.sections, *acts.extras) if section.kind == kind for row in section.rows]


def test_a_window_says_what_a_minor_would_bring() -> None:
    (row,) = rows(first("window"), "joins")
    assert row.name == "OER"
    assert (
        row.sub
        == "for the president's certificate if its owner declares it from phase 2 on, at the latest in phase 2.5"
    )
    assert [choice.label for choice in row.choices] == ["Form KN"]
    assert "Ann becomes president of Kinki Nippon Railways." in row.note
    finish = action_panel(scene(first("window"))).finish
    assert [choice.label for choice in finish] == ["Not now", "Not in this round"]


def test_a_conversion_says_what_is_lost() -> None:
    (row,) = rows(first("convert"), "joins")
    assert row.name == "KER"
    assert row.sub == "converts into a private that pays ¥0, and its turn ends"
    assert [choice.label for choice in row.choices] == ["Convert"]


def test_a_token_of_a_private_is_passed_for_a_price() -> None:
    (row,) = rows(first("buy_passage"), "passages")
    assert (row.name, [choice.label for choice in row.choices]) == ("Kōbe Rapid Transit Railway", ["Pay ¥100"])


def test_minors_are_lots_with_home_and_treasury() -> None:
    lots = {row.name: row for row in rows(tetsudo.new("1890", FOUR, scenario="C"), "auction")}
    assert lots["Nara Electric Railway"].sub == "minor"
    assert lots["Nara Electric Railway"].facts == ("¥160",)
    assert lots["Nara Electric Railway"].note.startswith(
        "Home: B17 Kyōto, H19 Nara. A minor: one certificate, and ¥320"
    )
    assert lots["Arima Railway"].note.startswith("It costs ¥5 less for each turn it is not sold.")


def test_a_half_dividend_says_what_is_kept() -> None:
    game = new_game(3, title="1890", scenario="C")
    start(game, "JR", par=100, holders={0: 60})
    operate(game, "JR", "dividend", settle=False)
    game.state.revenue = 130
    half, withheld = rows(game, "dividend")
    assert (half.name, half.choices[0].label) == ("P0 ¥36, Japan Railways keeps ¥70", "Pay half")
    assert (withheld.name, withheld.choices[0].label) == ("Japan Railways keeps ¥130", "Withhold")


def test_a_forced_sale_says_what_is_chosen_and_what_is_needed() -> None:
    game = forced(cash=0, owns=10)  # 440 short
    shares(game, "JR", 100, {1: 20, 0: 30})
    shares(game, "HK", 80, {1: 40, 0: 30})
    operate(game, "SY", "trains")
    assert sale_text(game) == "Sell shares. ¥440 still to raise."
    play(game, sell(game, 0, "HK"), sell(game, 0, "JR", 3))
    assert sale_text(game) == "Sell shares. Selected: 1 HK, 3 JR. ¥60 still to raise."


def sale_text(game: Game) -> str:
    """Title above the shares."""
    return next(section.title for section in action_panel(scene(game)).sections if section.kind == "deals")


def test_a_charter_of_a_minor_has_a_face_value_and_no_price() -> None:
    page = drawn(first("convert"), "companies")
    minor = page[page.index("Kōbe Electric Railway") :].partition("</article>")[0]
    assert "Face value" in minor
    assert "¥100" in minor
    assert "Par" not in minor


def test_a_share_of_a_company_that_is_not_started_is_shown() -> None:
    """Keishin brings one share of Keihan."""
    game = new_game(2, title="1890", scenario="C")
    for lot in game.setup.lots[:5]:
        play(game, bid(game, game.to_act.player, lot.symbol, lot.price))
    assert game.players[0].shares == {"KH": 10}
    page = drawn(game, "matrix")
    assert "KH" in page
    assert ">10<" in page


def test_what_is_reserved_is_shown() -> None:
    page = " ".join(drawn(first("window"), "companies").split())
    kinki = page[page.index('data-company="KN"') :].partition("</article>")[0]
    assert "Reserved <b>60%</b>" in kinki


def test_a_turn_out_of_order_is_called_so() -> None:
    game = table()
    set_up_kinki(game)
    assign_minors(game, OER=0, ORY=0)
    start_operating_round(game)
    play(game, join(game, "OER"))
    assert game.to_act.company == company(game, "KN")
    assert action_panel(scene(game)).turn.place == "special turn, out of operating order"
    start_operating_round(game)
    assert action_panel(scene(game)).turn.place == "company 1 of 1"


def test_of_two_tiles_it_is_said_which_it_is() -> None:
    game = new_game(3, title="1890", scenario="C")
    start(game, "JR", {0: 60}, par=100, cash=500)
    lay(game, "F7", "57", 1)  # next to Kobe, its home
    operate(game, "JR")
    assert map_text(game) == "Choose a glowing hex to lay tile 1 of 2."
    play(game, next(offer for offer in game.legal_actions() if isinstance(offer, LayTile)))
    assert map_text(game) == "Choose a glowing hex to lay tile 2 of 2."


def map_text(game: Game) -> str:
    """Text next to the map."""
    return next(section.text for section in action_panel(scene(game)).sections if section.kind == "map")


def test_whoever_sets_a_par_price_alone_starts_nothing() -> None:
    """Eight lots are bought in turn; the sixth brings the Subway's par and presidency, the last only Kinki's par."""
    game, told = new_game(4, title="1890", scenario="C"), []
    for lot in game.setup.lots[:8]:
        play(game, bid(game, game.to_act.player, lot.symbol, lot.price))
        if game.to_act.doing == "par":
            events = play(game, par(game, game.to_act.player, game.setup.companies[game.to_act.company].symbol, 65))
            told += narrate(game.setup, game.names, events)
    assert told == [
        "P1 sets the par price of Ōsaka Municipal Subway at ¥65.",
        "P1 becomes president of Ōsaka Municipal Subway.",
        "P3 sets the par price of Kinki Nippon Railways at ¥65.",
    ]


def drawn(game: Game, name: str) -> str:
    """A panel, on one line."""
    return " ".join(next(panel.drawn for panel in changed_panels(scene(game)) if panel.name == name).split())


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "seed"), [("A", 3), ("B", 4), ("C", 1), ("C", 5), ("D", 2)])
def test_everything_that_is_offered_has_a_control_and_nothing_else(scenario: str, seed: int) -> None:
    for game in positions(scenario, seed, 7):
        check(game)
