"""`copy`, `deepcopy` and `pickle` give an independent game; the same holds for objects obtained from a game."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tetsudo
from tests.properties.walks import Walk, listings_of, new_game_with
from tetsudo.core.actions import Action, Chance
from tetsudo.core.errors import HiddenAmount, IllegalAction
from tetsudo.core.open_actions import Bids, Runs
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.game.game import Game
from tetsudo.game.hidden_information import visible_state
from tetsudo.game.history import Moment, steps
from tetsudo.game.record import BadRecord
from tetsudo.titles.data import discovery
from tetsudo.titles.loader import title_info, titles

Way = Callable[[Any], Any]


def through_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: dict[str, Way] = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": through_pickle}
way_of = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)

TABLES = [
    (info.name, scenario, variants)
    for info in titles()
    for scenario in ([each.name for each in info.scenarios] or [""])
    for variants in ((), *((each.name,) for each in info.variants_in(scenario)))
]
LATE = 400


def played(game: Game, until: int, number: int = 1) -> Game:
    """A random game so far, or to its end."""
    walk = Walk(number, game)
    while not game.is_over and game.length < until:
        game.apply(walk.decide(game, listings_of(game)))
    return game


def facts(game: Game) -> tuple[object, ...]:
    """Everything observable about a game."""
    steps = [(each.action, each.events, each.index) for each in game.moments()]
    table = game.names, game.seed, game.known_from, game.eyes, game.keeps_positions, game.setup.told_in
    return (game.state, game.state.digest(), steps, game.events, game.undone, game.to_act, repr(game), *table)


def assert_of_its_own(game: Game, other: Game) -> None:
    """Assert that two games are equal, and that each can play on and undo without affecting the other."""
    assert facts(other) == facts(game)
    assert other.ruleset.setup.__reduce__() == game.ruleset.setup.__reduce__()
    before = facts(game)
    if other.length > other.known_from:
        other.undo()
        assert other.length < game.length
        assert facts(game) == before
        other.redo()
        assert other.state == game.state
    if not other.is_over:
        played(other, other.length + 5)
        assert other.length > game.length
        assert facts(game) == before
        again = game.clone()
        played(again, again.length + 5)
        assert facts(again)[:6] == facts(other)[:6]
        while again.length > again.known_from:
            assert again.undo() == other.undo()
        assert again.state == other.state == game.started_from()


@way_of
@pytest.mark.parametrize("title", [info.name for info in titles()])
def test_each_title_new_and_late(way: Way, title: str) -> None:
    game = tetsudo.new(title, ["Ann", "Bo", "Cy"], seed=3)
    assert_of_its_own(game, way(game))
    played(game, LATE)
    assert game.length > 200
    assert_of_its_own(game, way(game))


@pytest.mark.parametrize(("title", "scenario", "variants"), TABLES)
def test_each_scenario_and_variant(title: str, scenario: str, variants: tuple[str, ...]) -> None:
    game = played(new_game_with(2, title, variants, scenario or None), 60)
    assert_of_its_own(game, through_pickle(game))


@way_of
def test_house_rules_and_what_is_dealt(way: Way) -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"], variants=["beginner"], options={"bank": 5000}, deal=["SIR", "DR"], seed=5)
    other = way(played(game, 30))
    assert_of_its_own(game, other)
    assert other.setup.options["bank"] == 5000
    assert other.setup.deal == game.setup.deal


@way_of
def test_after_undo_what_was_undone_can_be_done_again(way: Way) -> None:
    game = played(tetsudo.new("1889", ["Ann", "Bo"], seed=4), 50)
    end = game.state.clone()
    for _ in range(3):
        game.undo()
    other = way(game)
    assert other.undone == game.undone == 3
    assert_of_its_own(game, way(game))
    for _ in range(3):
        other.redo()
    assert other.state == end
    assert (game.length, game.undone) == (47, 3)


@way_of
def test_a_game_that_tells_no_seed_or_knows_little_of_its_past(way: Way) -> None:
    game = played(tetsudo.new("1890", ["Ann", "Bo"], seed=4), 50)
    for each in (game.with_seed(None), game.with_last(10), game.in_language("ja"), game.with_chance(77)):
        assert_of_its_own(each, way(each))
    assert_of_its_own(game, way(tetsudo.load(game.record())))


@way_of
def test_a_game_without_positions(way: Way) -> None:
    fast = Game(tetsudo.new("1889", ["Ann", "Bo"]).ruleset, ["Ann", "Bo"], keep_positions=False)
    other = way(played(fast, 40))
    assert facts(other) == facts(fast)
    assert other.record() == fast.record()


@way_of
def test_what_chance_will_decide_is_the_same(way: Way) -> None:
    game = tetsudo.new("1890", ["Ann", "Bo"], seed=9, variants=["tigers"]).with_seed(None)
    assert played(way(game), LATE).actions == played(game, LATE).actions


def hidden_game() -> Game:
    """A game with hidden cash and train prices."""
    game = new_game_with(5, "1890", ("hidden-cash", "hidden-prices"), "C")
    return played(game, 300)


@way_of
def test_what_somebody_knows_stays_so(way: Way) -> None:
    game = hidden_game()
    seen = game.seen_by(0)
    other = way(seen)
    assert facts(other) == facts(seen)
    with pytest.raises(HiddenAmount):
        _ = other.player(1).cash
    assert other.player(0).cash == game.player(0).cash
    told, undone = seen.actions, list[Action]()
    while seen.length:
        undone.append(seen.undo())
        assert undone[-1] == other.undo()
        assert seen.state == other.state
    assert undone[::-1] == [each for each in told if type(each) is not Chance], "no price is told by undoing it"


def test_a_pickle_of_what_somebody_knows_holds_nothing_else() -> None:
    """Neither earlier positions nor past actions contain an amount that is hidden from the viewer."""
    game = hidden_game()
    kept, whole = (steps(each._past) for each in (through_pickle(game.seen_by(0)), game))
    for step, open_step in zip(kept, whole, strict=True):
        assert step.before is not None
        assert open_step.before is not None
        assert step.before == visible_state(game.ruleset, frozenset({0}), open_step.before)
        assert step.before != open_step.before
    back = game.seen_by(0)
    back.undo()
    assert through_pickle(back).undone == 0, "what was undone may have been somebody else's price"


def test_rules_that_no_title_has_are_not_pickled() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"])
    other = Game(Ruleset(game.setup), ["Ann", "Bo"])
    assert through_pickle(other).state == other.state
    own = Game(Ruleset(replace(game.setup, trains=game.setup.trains[1:])), ["Ann", "Bo"])
    assert copy.deepcopy(own).state == own.state
    with pytest.raises(TypeError, match="not those of its title and options"):
        pickle.dumps(own)


def test_thousands_of_actions_are_no_recursion() -> None:
    """A history longer than any real game's: the same steps repeated, like those of a file with 50,000 actions."""
    game = played(tetsudo.new("1889", ["Ann", "Bo"], seed=4), 100)
    step = game.moments()[-1]
    for _ in range(20_000):
        game._past = Moment(game._past, step.before, step.action, step.events, game.length)
    for way in WAYS.values():
        assert way(game).length == 20_100
    assert way(game.moments()[-1]).index == 20_099


# Objects obtained from a game


@way_of
def test_views(way: Way) -> None:
    game = played(new_game_with(5, "1890", ("hidden-cash",), "C"), 200)
    views = [*game.players, *game.companies.values(), *game.privates.values(), game.hex("G12"), game.view(0)]
    for view in views:
        other = way(view)
        assert type(other) is type(view)
        assert repr(other) == repr(view)
    assert way(game.hex("G12")).face == game.hex("G12").face
    assert way(game.to_act) == game.to_act
    assert way(game.standings()) == game.standings()
    assert [way(each) for each in game.events] == game.events
    assert way(game.state) == game.state


@way_of
def test_every_descriptor_of_a_game(way: Way) -> None:
    game = tetsudo.new("1889", ["Ann", "Bo", "Cy"], seed=3)
    walk, kinds = Walk(1, game), set[type[Action]]()
    while not game.is_over:
        listings = listings_of(game)
        for each in (each for listing in listings for each in listing if not isinstance(each, Runs)):
            assert way(each) == each
            assert way(each).example() == each.example()
            kinds.add(type(each))
        game.apply(walk.decide(game, listings))
    assert Bids in kinds
    assert len(kinds) > 10


def test_runs_are_copied_and_say_why_they_are_not_pickled() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo", "Cy"], seed=3)
    walk = Walk(1, game)
    while not any(isinstance(each, Runs) for each in game.legal_actions()):
        game.apply(walk.decide(game, listings_of(game)))
    runs = next(each for each in game.legal_actions() if isinstance(each, Runs))
    assert copy.deepcopy([runs])[0].best() == copy.copy(runs).best() == runs.best()
    assert through_pickle(runs.best()) == runs.best()
    with pytest.raises(TypeError, match=r"Runs search in the position they were listed in: pickle the game"):
        pickle.dumps(runs)
    again = through_pickle(game).legal_actions()
    assert [each.best() for each in again if isinstance(each, Runs)] == [runs.best()]


@way_of
def test_refusals(way: Way) -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"])
    refusal = game.why_not(game.parse("buy AR ipo"))
    assert isinstance(refusal, IllegalAction)
    other = way(refusal)
    facts = ("code", "sentence", "clause", "remedy", "args")
    assert [getattr(other, fact) for fact in facts] == [getattr(refusal, fact) for fact in facts]
    data = {
        "format": "tetsudo",
        "version": 1,
        "title": "1889",
        "players": ["a", "b"],
        "actions": [{"type": "pass", "player": "b"}],
    }
    with pytest.raises(BadRecord) as bad:
        tetsudo.load(data)
    assert str(way(bad.value)) == str(bad.value)
    assert way(bad.value).index == 0
    with pytest.raises(tetsudo.BadInput) as unknown:
        game.player("Zoe")
    assert str(way(unknown.value)) == str(unknown.value)


# Custom titles


@pytest.fixture
def deluxe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an edition of 1890, not registered for other tests."""
    monkeypatch.setattr(discovery, "_added_titles", {})
    folder = tmp_path / "deluxe"
    folder.mkdir()
    (folder / "title.toml").write_text('base = "1890"\nname = "Deluxe"\n[rules]\nbank = 12000\n')
    return folder


def test_a_title_in_a_folder_is_found_again_by_another_process(deluxe: Path, tmp_path: Path) -> None:
    """The pickle names the folder, so the reading process needs no registration."""
    game = played(tetsudo.new(deluxe, ["Ann", "Bo"], seed=1), 100)
    assert_of_its_own(game, through_pickle(game))
    path = tmp_path / "game.pickle"
    path.write_bytes(pickle.dumps(game))
    program = (
        "import pickle, sys; game = pickle.load(open(sys.argv[1], 'rb'));"
        "game.undo(); game.redo(); print(game.digest(), game.setup.settings.bank, game.length)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=False)
    assert done.stdout.split() == [str(game.digest()), "12000", "100"], done.stderr[-500:]


def test_a_title_that_is_gone_is_told_in_a_sentence(deluxe: Path) -> None:
    program = (
        "import pickle, sys, tetsudo, pathlib;"
        "sys.stdout.buffer.write(pickle.dumps(tetsudo.new(pathlib.Path(sys.argv[1]), ['Ann', 'Bo'])))"
    )
    gone = deluxe.with_name("gone")
    deluxe.rename(gone)
    done = subprocess.run([sys.executable, "-c", program, str(gone)], capture_output=True, check=True)
    gone.rename(deluxe)
    with pytest.raises(tetsudo.BadInput, match=r"there is no title\.toml in .*gone"):
        pickle.loads(done.stdout)


def test_every_title_was_asked() -> None:
    assert {title for title, _, _ in TABLES} == {info.name for info in titles()}
    assert len(TABLES) > 40
    assert all(scenario or not title_info(title).scenarios for title, scenario, _ in TABLES)
