"""Environments of PettingZoo: its own tests, snapshots, rewards, hidden amounts, and agents out of turn."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from tetsudo import env
from tetsudo.core.errors import BadInput
from tetsudo.engine.state.state import move_cash
from tetsudo.env.environment import TableEnvironment


def play(environment: TableEnvironment, random: Random, steps: int) -> list[int]:
    """Play random legal codes, for some steps or to the end."""
    played: list[int] = []
    for _agent in environment.agent_iter(steps):
        seen, _reward, terminated, truncated, _info = environment.last()
        if terminated or truncated:
            environment.step(None)
            continue
        assert seen is not None
        code = int(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        played.append(code)
        environment.step(code)
    return played


@pytest.mark.parametrize("id", env.ids())
def test_the_api_of_pettingzoo(id: str) -> None:
    api_test(env.make(id, max_steps=120), num_cycles=60, verbose_progress=False)


def test_the_same_seed_gives_the_same_game() -> None:
    seed_test(lambda: env.make("tetsudo/1889-v0", max_steps=200), num_cycles=100)


@pytest.mark.long
def test_the_performance_benchmark_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    """It plays random legal codes for five seconds."""
    performance_benchmark(env.make("tetsudo/1889-v0"))
    printed = capsys.readouterr().out
    turns = re.search(r"([\d.]+) turns per second", printed)
    assert turns is not None
    assert float(turns[1]) > 0
    assert "Finished performance benchmark" in printed


def test_a_snapshot_goes_on_as_the_game_did() -> None:
    environment = env.make("tetsudo/1889-v0", players=3)
    environment.reset(seed=5)
    play(environment, Random(1), 120)
    kept = environment.snapshot()
    first = play(environment, Random(2), 60)
    environment.restore(kept)
    assert play(environment, Random(2), 60) == first
    again = pickle.loads(pickle.dumps(environment))
    assert play(again, Random(3), 40) == play(environment, Random(3), 40)


@pytest.mark.parametrize("reward", ["win", "worth"])
def test_rewards_come_at_the_end_and_add_up_to_nothing(reward: Any) -> None:
    environment = env.make("tetsudo/1889-v0", players=3, reward=reward)
    environment.reset(seed=2)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    random = Random(4)
    for agent in environment.agent_iter():
        seen, earned, terminated, truncated, _info = environment.last()
        total[agent] += earned
        done = terminated or truncated
        code = None if done or seen is None else int(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        environment.step(code)
    assert environment.game.is_over
    assert sum(total.values()) == pytest.approx(0)
    best = environment.game.standings()[0]
    assert total[f"player_{best.player}"] == max(total.values()) > 0


def test_hidden_cash_is_flagged_and_zero() -> None:
    environment = env.make("tetsudo/1890-C-v0", players=3, variants=["hidden-cash"])
    environment.reset(seed=1)
    assert environment.game.ruleset.hides
    parts = environment.parts("player_1")
    assert parts["hidden"][1] == 0
    assert parts["cash"][1] > 0
    assert list(parts["hidden"][[0, 2]]) == [1, 1]
    assert list(parts["cash"][[0, 2]]) == [0, 0]


def test_hidden_cash_changes_nothing_that_an_agent_sees() -> None:
    environment = env.make("tetsudo/1890-C-v0", players=3, variants=["hidden-cash"])
    environment.reset(seed=1)
    seen = [environment.observe(agent)["observation"] for agent in environment.possible_agents]
    move_cash(environment.game.state, 2, environment.game.setup.players + len(environment.game.setup.companies), 50)
    after = [environment.observe(agent)["observation"] for agent in environment.possible_agents]
    assert [np.array_equal(one, other) for one, other in zip(seen, after, strict=True)] == [True, True, False]


def test_parts_cover_the_whole_observation_once() -> None:
    observation = env.make("tetsudo/1888-v0").observation
    ends = [(part.first, part.first + part.size) for part in observation.parts]
    assert [first for first, _ in ends] == [0, *(after for _, after in ends[:-1])]
    assert ends[-1][1] == observation.size
    assert all(part.meaning for part in observation.parts)


def test_an_illegal_code_changes_nothing() -> None:
    environment = env.make("tetsudo/1889-v0")
    environment.reset(seed=1)
    before = environment.game.state.digest()
    with pytest.raises(ValueError, match="its action_mask is 0"):
        environment.step(environment.codes.size - 1)
    assert environment.game.state.digest() == before


def test_players_with_a_power_are_asked_between_turns_if_wished() -> None:
    asked, plain = (env.make("tetsudo/1889-v0", players=3, interrupts=each) for each in (True, False))
    steps = []
    for environment in (asked, plain):
        environment.reset(seed=3)
        out_of_turn = 0
        random = Random(7)
        for agent in environment.agent_iter(600):
            seen, _, terminated, truncated, _ = environment.last()
            if terminated or truncated or seen is None:
                environment.step(None)
                continue
            out_of_turn += agent != f"player_{environment.game.to_act.player}"
            environment.step(int(random.choice(np.flatnonzero(seen["action_mask"]).tolist())))
        steps.append(out_of_turn)
    assert steps[0] > 0 == steps[1]


def test_unknown_ids_are_refused_with_those_that_exist() -> None:
    with pytest.raises(BadInput, match="There is no environment 'tetsudo/1830-v0'; there are tetsudo/1889-v0, "):
        env.make("tetsudo/1830-v0")
