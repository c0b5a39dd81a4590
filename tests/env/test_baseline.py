"""The baseline: a network that learns, inputs that are the same for every seat, a bot that plays by it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks import baseline
from tetsudo.bots import RulesPlayer
from tetsudo.core.actions import LayTile
from tetsudo.core.errors import BadInput
from tetsudo.core.frames import Turn
from tetsudo.engine.rules.engine import perform
from tetsudo.engine.state.ownership import company_trains
from tetsudo.engine.state.state import State, bank_of, move_cash
from tetsudo.env.baseline import Network, NetworkPlayer, learning
from tetsudo.env.baseline.player import after, leads, table_reader
from tetsudo.game.game import Game
from tetsudo.lab.table_spec import Table


def fresh_weights(folder: Path, game: Game) -> Path:
    """File of a network that has learned nothing."""
    reader = table_reader(game.ruleset)
    inputs = reader.inputs.of(reader.observations([game.state], 0), 0)
    Network.fresh(inputs, np.random.default_rng(1)).save(folder / "fresh.npz")
    return folder / "fresh.npz"


def played(table: Table, actions: int) -> Game:
    """Game of rule-based bots after some actions."""
    game = table.game(1)
    bot = RulesPlayer(game.setup, Random(1))
    for _ in range(actions):
        view = game.view(game.to_act.player)
        game.apply(bot.decide(view, view.legal_actions()).action)
    return game


def is_before_trains(game: Game, state: State, company: int) -> bool:
    """True if a company is in its turn, but does not buy trains yet."""
    frame = state.stack[-1]
    return isinstance(frame, Turn) and frame.company == company and game.ruleset.steps[frame.step] != "trains"


def test_gradients_are_the_slopes_of_the_error() -> None:
    generator = np.random.default_rng(3)
    inputs = generator.standard_normal((5, 4, 7)).astype(np.float32)
    goals = generator.standard_normal((5, 4)).astype(np.float32)
    network = Network.fresh(inputs.reshape(-1, 7), generator)

    def error() -> float:
        missed = network.values(inputs.reshape(-1, 7)).reshape(5, 4) - goals
        within = missed - missed.mean(axis=1, keepdims=True)
        return float((missed**2).mean() + learning.WITHIN * (within**2).mean())

    gradients = learning._gradients(network, inputs, goals)
    tensors = [*network.weights, *network.biases]
    for tensor, gradient in zip(tensors, gradients, strict=True):
        place = np.unravel_index(int(np.abs(gradient).argmax()), gradient.shape)
        step = np.float32(1e-2)
        tensor[place] += step
        above = error()
        tensor[place] -= 2 * step
        below = error()
        tensor[place] += step
        assert (above - below) / float(2 * step) == pytest.approx(float(gradient[place]), rel=0.05)


def test_a_network_learns_leads_and_the_differences_within_groups() -> None:
    generator = np.random.default_rng(1)
    inputs = generator.standard_normal((1000, 4, 6)).astype(np.float32)
    inputs[:, :, :5] = inputs[:, :1, :5]  # what a decision does not change
    goals = inputs[:, :, 0] * inputs[:, :, 1] + 0.1 * inputs[:, :, 5]
    network = Network.fresh(inputs.reshape(-1, 6), generator)
    assert learning.explained(network, inputs, goals)[0] < 0.3
    learning.train(network, inputs, goals, 150, generator)
    fresh = generator.standard_normal((500, 4, 6)).astype(np.float32)
    overall, within = learning.explained(network, fresh, fresh[:, :, 0] * fresh[:, :, 1] + 0.1 * fresh[:, :, 5])
    assert overall > 0.7
    assert within > 0.7


def test_a_file_keeps_a_network(tmp_path: Path) -> None:
    inputs = np.random.default_rng(1).standard_normal((50, 9)).astype(np.float32)
    network = Network.fresh(inputs, np.random.default_rng(2))
    network.save(tmp_path / "kept.npz")
    assert Network.load(tmp_path / "kept.npz").values(inputs) == pytest.approx(network.values(inputs), abs=0.02)


def test_every_viewer_has_the_first_seat_of_its_inputs() -> None:
    game = Table("1889", 3).game()
    for seat, cash_of_seat in enumerate((100, 200, 300)):
        move_cash(game.state, seat, bank_of(game.state), game.player(seat).cash - cash_of_seat)
    reader = table_reader(game.ruleset)
    cash = [100, 200, 300]
    for viewer in range(3):
        found = reader.inputs.of(reader.observations([game.state], viewer), viewer)[0]
        expected = [cash[(viewer + seat) % 3] / game.setup.settings.starting_cash for seat in range(3)]
        assert found[:3] == pytest.approx(expected)


def test_seats_that_are_alike_have_the_same_inputs() -> None:
    """At the start all players have the same; only who acts first, and has priority, differs."""
    game = Table("1889", 3).game()
    reader = table_reader(game.ruleset)
    first, second = (reader.inputs.of(reader.observations([game.state], seat), seat)[0] for seat in (0, 1))
    differing = np.flatnonzero(first != second)
    names = {
        part.name
        for slot in differing
        for part in reader.observer.parts
        if reader.inputs.slots[0][slot] in range(part.first, part.first + part.size)
    }
    assert names == {"to_act", "priority"}


def test_a_tile_is_judged_after_the_dividend() -> None:
    game = played(Table("1889", 3), 40)
    bot = RulesPlayer(game.setup, Random(1))
    lays: list[LayTile] = []
    while not lays or not company_trains(game.state, game.to_act.company):
        view = game.view(game.to_act.player)
        game.apply(bot.decide(view, view.legal_actions()).action)
        lays = [offer for offer in game.legal_actions() if isinstance(offer, LayTile)]
    company, action = game.to_act.company, lays[0]
    assert is_before_trains(game, game.state, company)
    then = after(game.ruleset, game.state, action, Random(1))
    assert not is_before_trains(game, then, company)
    laid = game.state.clone()
    perform(game.ruleset, laid, action, [])
    assert then.tiles == laid.tiles


def test_leads_are_parts_of_the_average_worth() -> None:
    game = played(Table("1889", 3), 80)
    worths = {each.player: each.total for each in game.standings()}
    average = sum(worths.values()) / 3
    assert leads(game.ruleset, game.state) == pytest.approx([worths[seat] / average - 1 for seat in range(3)])


@pytest.mark.parametrize("title", ["1889", "1888n"])
def test_the_bot_plays_legal_actions(title: str, tmp_path: Path) -> None:
    game = Table(title, 3).game(4)
    bot = NetworkPlayer(game.setup, Random(1), fresh_weights(tmp_path, game))
    for _ in range(120):
        view = game.view(game.to_act.player)
        action = bot.decide(view, view.legal_actions()).action
        assert game.is_legal(action)
        game.apply(action)


def test_a_table_of_another_kind_is_refused(tmp_path: Path) -> None:
    weights = fresh_weights(tmp_path, Table("1889", 3).game())
    game = Table("1889", 4).game()
    with pytest.raises(BadInput, match="trained for another title or number of players"):
        NetworkPlayer(game.setup, Random(1), weights)


def test_weights_that_are_not_there_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"there is no file .*nothing\.npz"):
        NetworkPlayer(Table("1889", 3).game().setup, Random(1), tmp_path / "nothing.npz")


def test_the_labels_of_a_game_follow_from_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "LABELLED", 0.01)
    monkeypatch.setattr(baseline, "MAX_STEPS", 250)
    first, again, other = (baseline.Games("1", None).samples(number) for number in (0, 0, 1))
    assert first.inputs.shape[1] == first.leads.shape[1] == baseline.TRIED
    assert len(first.leads) % baseline.TABLE.players == 0
    assert np.array_equal(first.inputs, again.inputs)
    assert np.array_equal(first.leads, again.leads)
    assert first.leads.shape != other.leads.shape or not np.array_equal(first.leads, other.leads)


def test_the_weights_of_the_package_play_a_game_to_its_end() -> None:
    game = Table("1889", 3).game(2)
    bots = [NetworkPlayer(game.setup, Random(seat)) for seat in range(3)]
    while not game.is_over:
        view = game.view(game.to_act.player)
        game.apply(bots[view.player].decide(view, view.legal_actions()).action)
    assert game.end_reason


@pytest.mark.parametrize(
    ("gains", "clear"), [([0.0] * 50 + [1.0] * 50, True), ([-1.0, 1.0] * 50, False), ([1.0, 0.0, -1.0] * 30, False)]
)
def test_a_gain_is_clear_if_chance_hardly_explains_it(gains: list[float], clear: bool) -> None:
    assert baseline.is_clear(np.array(gains)) == clear


@pytest.mark.long
def test_a_generation_is_trained_and_gated(tmp_path: Path) -> None:
    said = Namespace(folder=tmp_path, generations=1, games=3, matches=3, jobs=1, seed=1)
    (line,) = baseline.generations(said)
    assert line.startswith("generation 1: ")
    assert (tmp_path / "generation1.npz").stat().st_size < 1_000_000
    assert (tmp_path / "weights.npz").exists() == ("kept" in line)
