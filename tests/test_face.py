"""Interactive use from Python: action texts, names, representations, the best run."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import tetsudo
from tests.builders import assign_private, lay, new_game, operate, set_cash, start, stock_round
from tests.properties.walks import TITLES, choose, concrete_action, listings_of, new_numbered_game
from tetsudo.core.actions import Pass
from tetsudo.core.open_actions import Runs
from tetsudo.game.game import Game
from tetsudo.titles.loader import setup


@pytest.mark.parametrize("title", TITLES)
def test_what_can_be_listed_can_be_said_and_understood(title: str) -> None:
    """For every player with legal actions, not only the player to act."""
    for number in range(2):
        game, chance = new_numbered_game(number, title), Random(number)
        while not game.is_over and game.length < 400:
            if game.length % 10 == number:
                for action in (concrete_action(each, chance) for listing in listings_of(game) for each in listing):
                    assert game.parse(game.text(action)) == action, game.text(action)
            game.apply(choose(game.legal_actions(), chance))


def test_what_stands_for_many_is_said_by_its_example_and_applied_by_one() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"])
    assert [game.text(offer) for offer in game.legal_actions()][:3] == ["pass", "bid TR 20", "bid MF 35"]
    with pytest.raises(tetsudo.IllegalAction, match=r"choose one, such as its `example\(\)`"):
        game.apply(game.legal_actions()[1])
    game.apply(game.legal_actions()[1].example())
    assert game.length == 1


def test_who_acts_besides_is_said_before_it() -> None:
    game = stock_round(2)
    assert game.text(Pass(0)) == "pass"
    assert game.text(Pass(1)) == f"{game.names[1]}: pass"
    assert game.parse("pass", 1) == Pass(1)


def test_names_may_have_colons_and_begin_like_others() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo: the second", " Bo"])
    for player in range(3):
        assert game.parse(game.text(Pass(player))) == Pass(player)


def test_things_say_what_they_are() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo", "Cy"])
    assert repr(game) == "<Game of 1889: Ann, Bo, Cy; 0 actions; Ann to act, auction>"
    assert repr(game.view(1)) == f"<View of Bo on {game!r}>"
    assert repr(game.view()) == f"<View of a spectator on {game!r}>"
    assert repr(game.player("Bo")) == "<Bo: ¥420>"
    assert repr(game.private("TR")) == "<TR: Takamatsu Electric Track, unsold>"
    assert repr(game.hex("K8")) == "<K8: Tokushima, as printed>"


def test_what_is_large_says_what_it_is_in_short() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"], variants=["beginner"])
    game.apply(game.parse("pass"))
    assert repr(game.setup) == "<Setup of 1889 beginner: 2 players>"
    assert repr(game.record()) == "<Record of 1889 beginner: Ann, Bo; 1 actions>"
    assert repr(tetsudo.titles()[0]) == "<1889: Shikoku 1889, 2 to 6 players>"
    (run,) = coast("2").legal_actions()[-1:]
    assert repr(run) == "Runs(player=0, company=1, fleet=(0,))"


def test_a_company_says_what_it_has() -> None:
    game = coast("2", "3")
    assign_private(game, "TR", 0)
    assert repr(game.company("AR")) == "<AR: ¥0>"
    assert repr(game.company("IR")) == "<IR: ¥0, price ¥70, president P0, 2-train, 3-train>"
    assert repr(game) == "<Game of 1889: P0, P1, P2, P3; 0 actions; P0 to act, run of IR>"
    set_cash(game, 0, 35)
    assert repr(game.player("P0")) == "<P0: ¥35, 60 % of IR, TR>"
    assert repr(game.hex("E2")) == "<E2: Matsuyama, tile 5, rotation 4>"


def test_names_that_are_not_there_are_key_errors() -> None:
    game = new_game(2)
    for ask in (game.player, game.company, game.private, game.hex):
        with pytest.raises(KeyError):
            ask("nobody")


def coast(*trains: str) -> Game:
    """IR, with a token in Matsuyama (20), between Imabari (30) and Saijo (20)."""
    game = stock_round()
    start(game, "IR", {0: 60}, par=70, trains=trains, tokens=("E2",))
    lay(game, "E2", "5", 4)
    lay(game, "F3", "57", 2)
    return operate(game, "IR", "run", settle=False)


def test_the_best_run_is_told_with_its_routes() -> None:
    best = coast("2").company("IR").best_run()
    assert (best.revenue, best.proved, best.trains) == (20 + 30, True, ("2",))
    assert {frozenset(route) for route in best.routes} == {frozenset({"E2", "F1"})}
    assert best.bound == best.revenue
    assert best.looked_at > 0


def test_a_search_that_is_told_to_stop_says_what_it_has_and_what_may_be_missing() -> None:
    """Two 2-trains earn 50 and 40, one on each side of Matsuyama; no bound is lower."""
    game = coast("2", "2")
    for best in (game.company("IR").best_run(enough=lambda looked_at: True), game.company("IR").best_run()):
        assert best.revenue <= (20 + 30) + (20 + 20) <= best.bound
        assert best.proved == (best.revenue == best.bound)
    assert best.proved
    (runs,) = (offer for offer in game.legal_actions() if isinstance(offer, Runs))
    assert (runs.proof().routes, runs.proof().bound) == (runs.best().routes, runs.revenue())


def test_the_best_run_of_trains_that_it_has_not() -> None:
    company = coast().company("IR")
    assert company.best_run().revenue == 0
    assert company.best_run(trains=("2", "2")).revenue == (20 + 30) + (20 + 20)
    assert company.best_run(trains=["3"]).revenue == 30 + 20 + 20
    with pytest.raises(KeyError, match=r"There is no train 9\. Trains: 2, 3, 4, 5, 6, D"):
        company.best_run(trains=["9"])


def test_a_game_is_seen_again_action_by_action() -> None:
    game = new_numbered_game(1)
    for _ in range(30):
        game.apply(choose(game.legal_actions(), Random(game.length)))
    seen = list(game.replay())
    assert [then.length for then in seen] == list(range(31))
    assert [then.state for then in seen] == [game.earlier(length).state for length in range(31)]
    assert seen[-1].record() == game.record()


def test_a_game_from_a_position_is_seen_again_from_there() -> None:
    game = tetsudo.game.position.read(new_numbered_game(1).position())
    game.apply(Pass(game.to_act.player))
    assert [then.length for then in game.replay()] == [0, 1]


def test_a_view_looks_ahead_and_leaves_the_game_alone() -> None:
    game = new_game(3)
    before, view = game.digest(), game.view(0)
    then = view.preview(game.parse("buy TR"))
    assert (then.players[0].cash, then.players[0].privates, then.to_act.player) == (420 - 20, ("TR",), 1)
    assert (game.digest(), game.length) == (before, 0)
    with pytest.raises(tetsudo.IllegalAction):
        view.preview(game.parse("bid TR 25"))
    kept = view.clone()
    game.apply(game.parse("buy TR"))
    assert (kept.to_act.player, view.to_act.player) == (0, 1)


def test_options_are_numbers_lists_and_words() -> None:
    listed = setup("1889", 4, options={"train_prices": [80, 180, 300, 450, 630, 900], "trade_in_prices": 700})
    assert listed is setup("1889", 4, options={"train_prices": "80 180 300 450 630 900", "trade_in_prices": "700"})
    with pytest.raises(tetsudo.BadInput, match="must be 6 times"):
        tetsudo.new("1889", ["Ann", "Bo"], options={"train_prices": [80, 180]})
    with pytest.raises(tetsudo.BadInput, match="must be a whole number"):
        tetsudo.new("1889", ["Ann", "Bo"], options={"bank": [7000]})


@pytest.mark.shared("games/1889/133.json")
def test_games_of_other_programs_are_loaded_like_ours(shared_file: Path) -> None:
    game = tetsudo.load(shared_file)
    assert (game.length, game.to_act.doing) == (82, "run")
    assert tetsudo.load(game.record()).digest() == game.digest()


def test_a_file_that_is_no_game_is_bad_input() -> None:
    for given in ('{"actions": 5}', b"[]", {"format": "other"}, "/nowhere"):
        with pytest.raises(tetsudo.BadInput):
            tetsudo.load(given)
