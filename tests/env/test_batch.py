"""Games stepped together: the same as one by one, rewards and endings, refusals."""

from __future__ import annotations

import numpy as np
import pytest

from tetsudo import env
from tetsudo.core.errors import BadInput
from tetsudo.env.batch import GameBatch


def check_arrays(batch: GameBatch) -> None:
    """Every row is what the game of that row says by itself."""
    for place, game in enumerate(batch.games()):
        player = game.to_act.player
        assert batch.players[place] == player
        assert np.array_equal(batch.observation[place], batch.observer.of(game.state, player))
        legal = batch.codes.legal(game.legal_actions(player)).codes
        assert sorted(legal) == np.flatnonzero(batch.mask[place]).tolist()


@pytest.mark.parametrize("id", env.ids())
def test_every_game_of_a_batch_is_shown_as_it_is(id: str) -> None:
    batch = env.make_batch(id, 5, players=3, seed=4)
    for number in range(120):
        if number % 8 == 0:
            check_arrays(batch)
        batch.step(batch.sample())
    assert len({game.state.digest() for game in batch.games()}) == 5


@pytest.mark.parametrize("reward", ["win", "worth"])
def test_a_game_that_ends_is_followed_by_another(reward: str) -> None:
    batch = env.make_batch("tetsudo/1889-v0", 8, players=2, seed=1, reward=reward)  # type: ignore[arg-type]
    ended = 0
    for _ in range(3000):
        batch.step(batch.sample())
        for place in np.flatnonzero(batch.done):
            ended += 1
            assert batch.steps[place] == 0
            assert batch.rewards[place].sum() == pytest.approx(0, abs=1e-6)
            assert batch.rewards[place].max() > 0
        assert not batch.rewards[~batch.done].any()
        if ended > 4:
            break
    assert ended > 4
    check_arrays(batch)


def test_a_game_that_is_too_long_is_stopped_without_a_reward() -> None:
    batch = env.make_batch("tetsudo/1889-v0", 3, max_steps=20)
    for number in range(1, 41):
        batch.step(batch.sample())
        assert batch.stopped.all() == (number % 20 == 0)
        assert not batch.rewards.any()
    assert batch.steps.tolist() == [0, 0, 0]


def test_a_code_that_is_not_legal_moves_no_game() -> None:
    batch = env.make_batch("tetsudo/1889-v0", 3)
    codes = batch.sample()
    codes[2] = batch.codes.size - 1
    with pytest.raises(ValueError, match="is not legal in game 2: its mask is 0"):
        batch.step(codes)
    with pytest.raises(ValueError, match="There are 3 games, but 2 codes"):
        batch.step([0, 0])
    assert batch.steps.tolist() == [0, 0, 0]


def test_the_same_seed_plays_the_same_games() -> None:
    ends = []
    for seed in (1, 1, 2):
        batch = env.make_batch("tetsudo/1890-C-v0", 4, seed=seed)
        for _ in range(60):
            batch.step(batch.sample())
        ends.append([game.state.digest() for game in batch.games()])
    assert ends[0] == ends[1] != ends[2]


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(BadInput, match="must be one of win, worth, not 'money'"):
        env.make_batch("tetsudo/1889-v0", 2, reward="money")  # type: ignore[arg-type]
