"""The games in OpenSpiel: its own tests, the playthrough, random events as chance nodes, copies and refusals."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="open_spiel is not installed: the extra [spiel]")

import pyspiel
from open_spiel.integration_tests import api_test

from tests.env.playthrough import FOLDER, GAMES, playthrough
from tetsudo import env
from tetsudo.bots import SimplePlayer
from tetsudo.core.errors import BadInput
from tetsudo.env.open_spiel import short_name

NAMES = [short_name(id) for id in env.ids()]
DICE = "tetsudo_1890_c(players=3,variants=tigers)"


def played_by_bots(name: str, stop: str) -> Any:
    """State of a game between simple bots, where it first is of a kind."""
    state = pyspiel.load_game(name).new_initial_state()
    bot = SimplePlayer(state.play.setup, Random(1))
    while not getattr(state, stop)() and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
            continue
        view, codes = state.play.view(state.current_player()), state.shared.codes
        offers = view.legal_actions()
        state.apply_action(codes.encode(bot.decide(view, offers).action, offers))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_the_simulation_of_open_spiel(name: str) -> None:
    game = pyspiel.load_game(f"{name}(players=3,max_steps=80)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", ["tigers", "earthquake", "hidden-cash", "tigers+hidden-cash"])
def test_the_simulation_of_variants(variant: str) -> None:
    """Whole games: random players of 1890 soon pass all together, and nothing is built."""
    game = pyspiel.load_game(f"tetsudo_1890_c(players=2,variants={variant},max_steps=250)")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


class TestThePartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's own checks of 400 positions."""

    game_name = "tetsudo_1889"
    game = pyspiel.load_game("tetsudo_1889(players=3)")


def test_the_playthroughs_are_as_they_were() -> None:
    for name, game in GAMES.items():
        kept = (FOLDER / f"{name}.txt").read_text("utf-8")
        actions = [int(found) for found in re.findall(r"^action: (\d+)$", kept, re.MULTILINE)]
        assert len(actions) == 40
        assert playthrough(game, actions) + "\n" == kept


def test_observations_are_those_of_the_environment() -> None:
    table = env.make("tetsudo/1889-v0", players=3)
    table.reset(seed=1)
    state = pyspiel.load_game("tetsudo_1889(players=3)").new_initial_state()
    random = Random(2)
    for _ in range(60):
        seen = table.observe(table.agent_selection)
        assert state.legal_actions() == np.flatnonzero(seen["action_mask"]).tolist()
        assert np.allclose(state.observation_tensor(), seen["observation"])
        code = random.choice(state.legal_actions())
        state.apply_action(code)
        table.step(code)
    observer = pyspiel.load_game("tetsudo_1889(players=3)").make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["viewer"].tolist() == [0, 1, 0]


def test_random_events_are_chance_nodes() -> None:
    state = played_by_bots(DICE, "is_chance_node")
    assert state.get_game().get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert state.legal_actions() == [result for result, _ in outcomes]
    ends = {str(state.child(result)) for result, _ in outcomes}
    assert len(ends) > 1
    plain = pyspiel.load_game("tetsudo_1890_c(players=3)")
    assert plain.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def test_returns_are_the_rewards_of_the_end() -> None:
    state = played_by_bots("tetsudo_1889(players=3,reward=worth)", "is_terminal")
    worths = {each.player: each.total for each in state.play.standings()}
    total = sum(worths.values())
    assert state.returns() == pytest.approx([worths[seat] / total - 1 / 3 for seat in range(3)])
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_a_game_that_is_too_long_ends_without_a_reward() -> None:
    state = pyspiel.load_game("tetsudo_1889(players=3,max_steps=5)").new_initial_state()
    for _ in range(5):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0, 0]


def test_a_state_that_was_written_goes_on_as_the_first_does() -> None:
    game = pyspiel.load_game("tetsudo_1888n(players=3)")
    state, random = game.new_initial_state(), Random(5)
    for _ in range(50):
        state.apply_action(random.choice(state.legal_actions()))
    copies = [state.clone(), pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]]
    for _ in range(30):
        code = random.choice(state.legal_actions())
        for each in (state, *copies):
            each.apply_action(code)
        assert {str(each) for each in copies} == {str(state)}
        assert [each.history() for each in copies] == [state.history()] * 2


def test_hidden_cash_is_no_part_of_what_others_see() -> None:
    game = pyspiel.load_game("tetsudo_1890_c(players=2,variants=hidden-cash)")
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert not game.get_type().provides_information_state_string
    state = game.new_initial_state()
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["hidden"][:2].tolist() == [1, 0]
    assert observer.dict["cash"][0] == 0 < observer.dict["cash"][1]


def test_options_and_variants_are_those_of_the_title() -> None:
    state = pyspiel.load_game("tetsudo_1889(players=2,variants=beginner,options=bank:5000+idle_runs:true)")
    settings = state.new_initial_state().play.setup.settings
    assert settings.bank == 5000
    assert settings.idle_runs


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("players=9", "Shikoku 1889 is for 2 to 6 players, not 9"),
        ("options=bonk:3", "bonk"),
        ("variants=dice", "dice"),
        ("reward=money", "must be one of win, worth, not 'money'"),
    ],
)
def test_what_a_title_does_not_have_is_refused(parameters: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        pyspiel.load_game(f"tetsudo_1889({parameters})")


def test_a_code_that_is_not_legal_is_refused() -> None:
    state = pyspiel.load_game("tetsudo_1889(players=3)").new_initial_state()
    with pytest.raises(ValueError, match="is not legal now"):
        state.apply_action(state.shared.codes.size - 1)
