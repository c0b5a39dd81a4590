"""Reviews of the games in the shared folder: every run below the best is found, and nothing false."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.review.test_second_reading import check
from tetsudo import interop
from tetsudo.game.game import Game
from tetsudo.review import review
from tetsudo.review.findings.kinds import RunBelowBest


def imported(file: Path) -> tuple[Game, dict[int, int]]:
    """Finished game of a file, and the index in the file of each of its moves."""
    script = interop.read(file)
    places: dict[int, int] = {}
    for place in range(script.remaining):
        before = script.game.length
        script.step()
        places.update(dict.fromkeys(range(before, script.game.length), place))
    return script.game, places


def best_runs(shared: Path, game: str) -> list[dict[str, Any]]:
    """Runs of a game, with the best total that 18xx.games' program finds."""
    every = json.loads((shared / "games" / "best-runs.json").read_text("utf-8"))
    return [each for each in every if each["game"] == game]


def compare_runs(shared: Path, file: Path) -> None:
    game, places = imported(file)
    found = {
        (places[each.move], game.setup.companies[each.company].symbol, each.revenue, each.best)
        for each in review(game).findings
        if isinstance(each, RunBelowBest)
    }
    recorded = best_runs(shared, f"{file.parent.name}/{file.stem}")
    assert recorded
    assert found == {
        (each["i"], each["company"], each["ran"], each["best"])
        for each in recorded
        if each["ran"] + each.get("subsidy", 0) < each["best"]  # a subsidy may make up for a lower revenue
    }


@pytest.mark.shared("games/1889/104.json")
def test_all_runs_below_the_best_are_found(shared: Path, shared_file: Path) -> None:
    compare_runs(shared, shared_file)


COMPLETE = ("105", "164", "233", "247", "314", "352", "5033", "68")


@pytest.mark.long
@pytest.mark.shared(*(f"games/1889/{name}.json" for name in COMPLETE), "games/1888/128097.json")
def test_also_in_the_other_games(shared: Path, shared_file: Path) -> None:
    compare_runs(shared, shared_file)


@pytest.mark.long
@pytest.mark.shared("games/random/*.json")
def test_random_games_have_a_second_reading(shared_file: Path) -> None:
    game, _ = imported(shared_file)
    assert game.is_over
    check(game)
