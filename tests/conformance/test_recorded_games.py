"""Games played on 18xx.games replay to the same positions, action by action.

`compare_positions.py` of the shared folder defines when positions are equal.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

import tetsudo
from tetsudo import interop
from tetsudo.core.actions import RunRoutes
from tetsudo.game.game import Game
from tetsudo.lab.random_play import random_action

SAMPLE = (
    "games/1889/83.json",  # the start of a game, two bid-offs
    "games/1889/247.json",  # bankruptcy before the train step
    "games/1889/233.json",  # an exchange in an operating round
    "games/random/1889-3p-503.json",  # consecutive bid-offs, shares sold at a bankruptcy
    "games/random/1889-4p-304.json",  # one block a turn in an emergency
    "games/random/1889b-5p-305.json",  # the beginner variant
    "games/1888/63897.json",  # the prototype: ferry, mountain, one tile along the wall
    "games/random/1888-3p-353.json",  # 1888-N: a free private, exports, two tiles along the wall, a bankruptcy
    "games/random/1888-4p-384.json",  # 1888-N: the Forbidden City; companies over the train limit after an export
)


@pytest.fixture(scope="session")
def compare(shared: Path) -> ModuleType:
    """The comparison script, as a module."""
    spec = importlib.util.spec_from_file_location("compare_positions", shared / "tools" / "compare_positions.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def differences(compare: ModuleType, recorded: dict, produced: dict) -> list:
    """Differences between two whole positions."""
    return [
        difference
        for key in (*compare.KEYED, *compare.WHOLE)
        for difference in compare.differences(recorded.get(key), produced.get(key), key, frozenset())
    ]


def replay_beside(compare: ModuleType, recorded: dict) -> interop.Tracer:
    """Replay a game; before each action check that it is listed, and after it compare the positions."""
    imported = interop.read(recorded)
    game, tracer = imported.game, interop.Tracer(imported.game)
    assert not differences(compare, recorded["initial"], tracer.initial)
    wanted = compare.positions(recorded)
    while imported.remaining:
        at, action = imported.file_action.index, imported.action()
        assert game.is_legal(action), f"action {at}: {game.why_not(action)}"
        listed = game.legal_actions(action.player)
        assert any(each.admits(action) for each in listed), f"action {at}: {action} is not listed"
        action, events = imported.step()
        tracer.add(action, events, imported.renamed_tiles())
        # The position also goes through the script, so that tiles that look alike are equal.
        (produced,) = compare.positions({"initial": tracer.latest, "trace": [tracer.entries[-1]]})
        found = differences(compare, next(wanted), produced)
        assert not found, f"after action {at}: {found[:3]}"
    assert len(tracer.entries) == len(recorded["trace"])
    assert game.is_over == bool(recorded["complete"])
    return tracer


@pytest.mark.shared(*SAMPLE)
def test_a_sample_of_recorded_games_replays_to_the_same_positions(shared_file: Path, compare: ModuleType) -> None:
    replay_beside(compare, json.loads(shared_file.read_bytes()))


@pytest.mark.long
@pytest.mark.shared("games/1889/*.json", "games/1888/*.json", "games/random/*.json")
def test_every_recorded_game_replays_to_the_same_positions(shared_file: Path, compare: ModuleType) -> None:
    replay_beside(compare, json.loads(shared_file.read_bytes()))


@pytest.mark.shared(*SAMPLE)
def test_the_result_is_the_recorded_one(shared_file: Path) -> None:
    recorded = json.loads(shared_file.read_bytes())
    report = interop.replay(recorded)
    assert report.error is None
    worth = {report.game.names[each.player]: each.total for each in report.game.standings()}
    assert worth == recorded["result"]


@pytest.mark.shared("games/random/1889-3p-503.json", "games/random/1889b-5p-305.json")
def test_a_written_trace_satisfies_the_script(
    shared_file: Path, compare: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = interop.read(shared_file)
    tracer = interop.Tracer(imported.game)
    while imported.remaining:
        action, events = imported.step()
        tracer.add(action, events, imported.renamed_tiles())
    produced = tmp_path / "trace.json"
    produced.write_text(json.dumps(tracer.document()))
    monkeypatch.setattr("sys.argv", ["compare_positions.py", str(shared_file), str(produced)])
    assert compare.main() == 0


def in_the_form_of_2020(told: list[dict], played: Game) -> list[dict]:
    """Actions in the format of 2020: routes with all hexes in order, without chains."""
    found = []
    for action, ours in zip(told, played.actions, strict=True):
        if isinstance(ours, RunRoutes):
            names = [[played.setup.map.hexes[hex].name for hex in route.hexes] for route in ours.routes]
            sent = [route for route in action["routes"] if route["connections"]]
            routes = [{"train": was["train"], "hexes": hexes} for was, hexes in zip(sent, names, strict=True)]
            action = {**action, "routes": routes}
        found.append(action)
    return found


@pytest.mark.shared("games/1889/224.json", "games/random/1888-3p-353.json")
def test_routes_of_2020_are_run(shared_file: Path, compare: ModuleType) -> None:
    """The positions equal the recorded ones, action by action, with either form of routes."""
    recorded = json.loads(shared_file.read_bytes())
    actions = in_the_form_of_2020(recorded["actions"], interop.replay(recorded).game)
    assert any(route["hexes"] for action in actions for route in action.get("routes", ()))
    replay_beside(compare, recorded | {"actions": actions})


def test_routes_of_2020_of_a_game_of_our_own() -> None:
    """A random game under the preset, exported, then imported with routes in the old form."""
    game = tetsudo.new("1888n", ["Ann", "Bo", "Cy"], variants=["18xx.games"])
    chance = Random(4)
    while not game.is_over and sum(isinstance(each, RunRoutes) for each in game.actions) < 12:
        game.apply(random_action(game, chance))
    file = interop.export_18xx_games(game)
    old = file | {"actions": in_the_form_of_2020(file["actions"], game)}
    report = interop.replay(old)
    assert report.error is None
    assert report.game.state == game.state
    assert sum(run > 0 for run in game.state.last_run) > 1
