"""The Hanshin Tigers' die (C.10.12), and random events in general."""

from __future__ import annotations

from collections import Counter

import pytest

import tetsudo
from tests.builders import best_run, dividend, kinds, lay, operate, play, run, set_phase, start
from tests.clauses.t1890.boards import board
from tetsudo.core.actions import Chance, Pass
from tetsudo.core.events import Event
from tetsudo.core.frames import PendingDieRoll
from tetsudo.engine.rules.powers import random_results
from tetsudo.game import position, unavailable
from tetsudo.game.game import Game
from tetsudo.language.log_sentences import narrate


def tigers(*, brown: bool = True, trains: tuple[str, ...] = ("2",), **options: str) -> Game:
    """Hanshin about to run. Brown Nishinomiya is printed 40, green 30; next to it Ashiya 20 and Itami 20."""
    game = board(variants=["tigers"], **options)
    start(game, "HS", {1: 60}, trains=trains)
    set_phase(game, "4")
    lay(game, "F9", "465" if brown else "15", 3 if brown else 1)
    lay(game, "F7", "57", 1)
    lay(game, "E10", "57", 0)
    return operate(game, "HS", "run")


def rolled(game: Game, result: int, *routes: tuple[str, str]) -> tuple[Game, list[Event]]:
    """The game after a run with a given die result, and the events."""
    then = game.with_chance(1)
    return then, then.follow(run(game, "HS", *routes)) + then.follow(Chance(result=result))


@pytest.mark.rule("1890-C.10.12-a")
@pytest.mark.parametrize(("die", "worth"), [(1, 100), (2, 60), (3, 50), (4, 40), (5, 40), (6, 40)])
def test_a_die_says_what_nishinomiya_is_worth(die: int, worth: int) -> None:
    """Next to Ashiya's 20."""
    game, events = rolled(tigers(), die, ("2", "F9 F7"))
    assert [event.price for event in events if event.kind == "ran"] == [60, 20 + worth]
    assert [event.price for event in events if event.kind == "valued"] == [worth]
    assert game.state.revenue == 20 + worth
    assert game.to_act.doing == "dividend"


@pytest.mark.rule("1890-C.10.12-a")
def test_what_the_die_says_is_paid_out() -> None:
    """Nishinomiya 100 and Ashiya 20: 12 for each of player 1's six shares."""
    game, _ = rolled(tigers(), 1, ("2", "F9 F7"))
    had = game.players[1].cash
    play(game, dividend(game, "HS"))
    assert game.players[1].cash == had + 72


@pytest.mark.rule("1890-C.10.12-b")
def test_it_replaces_the_fixed_bonus() -> None:
    """Nothing goes to the treasury; before the roll, Nishinomiya counts at its printed value."""
    game = tigers()
    assert best_run(game) == 60
    game, events = rolled(game, 4, ("2", "F9 F7"))
    assert "granted" not in kinds(events)
    assert game.companies["HS"].cash == 0


@pytest.mark.rule("1890-C.10.12-a")
@pytest.mark.parametrize(("calls", "worth", "said"), [("each", 240, ", for each of 2 stops."), ("once", 180, "run.")])
def test_one_die_counts_for_each_train_that_calls(calls: str, worth: int, said: str) -> None:
    """Nishinomiya's 40 twice, Ashiya and Itami 20 each: 120; a 1 makes both of them, or one, 100."""
    game, events = rolled(tigers(trains=("2", "2"), die_calls=calls), 1, ("2", "F9 F7"), ("2", "F9 E10"))
    assert kinds(events).count("drawn") == 1
    assert game.state.revenue == worth
    (valued,) = (event for event in events if event.kind == "valued")
    assert narrate(game.setup, game.names, [valued])[0].endswith(said)


@pytest.mark.rule("1890-C.10.12-a")
def test_only_trains_that_call_there_count() -> None:
    """A second train from Itami to Ōsaka Kita is not affected by the die; nor is its revenue."""
    game, _ = rolled(tigers(trains=("2", "2")), 1, ("2", "F9 F7"))
    assert game.state.revenue == 120


@pytest.mark.rule("1890-C.10.12-b")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_counts_at_every_call_as_a_plain_reading_has_it(die: int) -> None:
    """Revenues of the trains, each with the city's value this turn: 20 in Ashiya, 20 in Itami, the die twice."""
    game, events = rolled(tigers(trains=("2", "2")), die, ("2", "F9 F7"), ("2", "F9 E10"))
    value = (100, 60, 50, 40, 40, 40)[die - 1]
    assert [event.price for event in events if event.kind == "ran"] == [120, (value + 20) + (value + 20)]
    assert game.state.revenue == 2 * (value + 20)


def test_a_position_between_run_and_die_knows_its_calls() -> None:
    game = tigers(trains=("2", "2"))
    game.follow(run(game, "HS", ("2", "F9 F7"), ("2", "F9 E10")))
    again = position.read(game.position()).with_chance(1)
    again.follow(Chance(result=1))
    assert again.state.revenue == 240
    assert position.read(again.position()).digest() == again.digest()


@pytest.mark.rule("1890-C.10.12-a")
def test_nothing_is_rolled_before_it_is_brown() -> None:
    game = tigers(brown=False)
    assert "drawn" not in kinds(play(game, run(game, "HS", ("2", "F9 F7"))))
    assert game.state.revenue == 50


@pytest.mark.rule("1890-C.10.12-a")
def test_nothing_is_rolled_for_another_company() -> None:
    game = tigers()
    start(game, "SY", {2: 60}, trains=["2"], tokens=["F7"])
    operate(game, "SY", "run")
    assert "drawn" not in kinds(play(game, run(game, "SY", ("2", "F7 F9"))))


@pytest.mark.rule("1890-C.10.12-a")
def test_it_is_rolled_anew_in_each_turn() -> None:
    game = tigers()
    die = next(power.id for power in game.ruleset.powers.all if power.draws)
    for number in range(3):
        operate(game, "HS", "run")
        game.follow(run(game, "HS", ("2", "F9 F7")))
        assert game.state.stack[-1] == PendingDieRoll(die, 6, number)
        game.draw()


# Random events in general


@pytest.mark.rule("1890-Intro-c")
def test_while_chance_is_waited_for_nobody_can_do_anything() -> None:
    game = tigers()
    game.follow(run(game, "HS", ("2", "F9 F7")))
    assert game.to_act == (-1, -1, "chance")
    assert [game.legal_actions(player) for player in range(4)] == [[]] * 4
    refusal = game.why_not(Pass(1))
    assert refusal is not None
    assert refusal.sentence == "Resolve the random event first."
    assert [game.is_legal(Chance(result=result)) for result in (0, 1, 6, 7)] == [False, True, True, False]


def test_chance_comes_by_itself_and_only_where_it_is_asked() -> None:
    game = tigers()
    assert not game.is_legal(Chance(result=1))
    play(game, run(game, "HS", ("2", "F9 F7")))
    assert [action.kind for action in game.actions] == ["run_routes", "chance"]
    assert not game.is_legal(Chance(result=1))


@pytest.mark.rule("1890-Intro-c")
def test_undone_and_done_again_it_is_the_same() -> None:
    game = tigers()
    play(game, run(game, "HS", ("2", "F9 F7")))
    digest, record = game.digest(), game.record()
    assert game.undo().kind == "run_routes"
    assert (game.length, game.undone) == (0, 2)
    game.redo()
    assert (game.digest(), game.record()) == (digest, record)
    game.undo()
    play(game, run(game, "HS", ("2", "F9 F7")))
    assert game.digest() == digest


def test_who_undoes_and_runs_elsewhere_does_not_roll_another_die() -> None:
    game = tigers()
    play(game, run(game, "HS", ("2", "F9 F7")))
    seen = game.actions[1]
    game.undo()
    play(game, run(game, "HS", ("2", "F9 E10")))
    assert game.actions[1] == seen


def test_a_record_tells_it_and_is_read_again() -> None:
    game = tigers()
    play(game, run(game, "HS", ("2", "F9 F7")))
    written = game.record()
    assert written.actions[1].keys() == {"type", "result"}
    again = tetsudo.load(written.to_json())
    assert (again.digest(), again.record()) == (game.digest(), written)
    assert [each.length for each in again.replay()] == [0, 1, 2]
    written.actions.pop()  # the random event resolves by itself
    assert tetsudo.load(written).digest() == game.digest()


def test_a_record_with_another_result_is_refused() -> None:
    game = tigers()
    play(game, run(game, "HS", ("2", "F9 F7")))
    written = game.record()
    written.actions[1]["result"] = written.actions[1]["result"] % 6 + 1
    with pytest.raises(tetsudo.BadInput, match="does not match this game's seed"):
        tetsudo.load(written)
    written.seed = None  # without a published seed, results are trusted
    assert tetsudo.load(written.to_json()).length == 2
    written.actions[1]["result"] = 7
    with pytest.raises(tetsudo.BadInput, match="There is no such result"):
        tetsudo.load(written)


def test_a_position_that_waits_for_chance_is_read_again() -> None:
    game = tigers()
    game.follow(run(game, "HS", ("2", "F9 F7")))
    again = position.read(game.position())
    assert again.digest() == game.digest()
    again.draw()
    assert again.to_act.doing == "dividend"


def test_it_is_typed_and_told() -> None:
    game = tigers()
    play(game, run(game, "HS", ("2", "F9 F7")))
    seen = game.actions[1]
    assert isinstance(seen, Chance)
    assert game.parse(game.text(seen)) == seen
    assert f"Random result: {seen.result} of 6." in narrate(game.setup, game.names, game.latest_events)


def test_a_preview_ends_where_chance_begins() -> None:
    game = tigers()
    assert "drawn" not in kinds(unavailable.preview(game, run(game, "HS", ("2", "F9 F7"))))


def test_it_is_sampled_by_other_secrets() -> None:
    """Over 600 clones, each result comes up about 100 times."""
    game = tigers()
    action, found = run(game, "HS", ("2", "F9 F7")), Counter[int]()
    for secret in range(600):
        sample = game.with_chance(secret)
        sample.apply(action)
        assert sample.record().seed is None
        found[sample.record().actions[1]["result"]] += 1
    assert all(60 < found[die] < 140 for die in range(1, 7))


def test_a_player_who_looks_ahead_does_not_see_the_tables_die() -> None:
    """A preview rolls the same, whatever the game's seed."""
    game = tigers()
    action = run(game, "HS", ("2", "F9 F7"))
    seen = {
        tuple(event.result for event in game.with_seed(seed).view(1).preview(action).events if event.kind == "drawn")
        for seed in range(12)
    }
    assert len(seen) == 1


def test_the_die_is_fair() -> None:
    """Chi-square of 60,000 rolls with 5 degrees of freedom: one in 1,000 fair dice exceeds 20.5.

    10,000 rolls in each of six games, and one roll in each of 60,000.
    """
    series = [
        Counter(
            random_results.draw_result(seed, PendingDieRoll(0, 6, number)).result
            for seed in range(6)
            for number in range(10_000)
        ),
        Counter(random_results.draw_result(seed, PendingDieRoll(0, 6, 0)).result for seed in range(60_000)),
    ]
    for found in series:
        assert set(found) == set(range(1, 7))
        assert sum((found[die] - 10_000) ** 2 / 10_000 for die in range(1, 7)) < 20.5


def test_a_record_of_version_1_is_played_as_it_was() -> None:
    """The die counted once at that time, however many trains called."""
    game = tetsudo.new("1890", ["Ann", "Bo"], variants=["tigers"], scenario="C")
    written = game.record()
    written.version = 1
    assert tetsudo.load(written.to_json()).setup.settings.die_calls == "once"
    assert tetsudo.load(game.record().to_json()).setup.settings.die_calls == "each"
    assert "die_calls" not in tetsudo.new("1889", ["Ann", "Bo"]).record().options
