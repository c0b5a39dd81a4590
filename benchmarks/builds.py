"""The compiled engine compared with the pure one, as ratios: `python -m benchmarks builds`, after `make compiled`.

Each build runs several times, in its own process, by turns. The best time of each kind counts, since other work on the
machine can only add to it. Times are processor time.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import thread_time_ns

from benchmarks.engine import best_run, recorded_game, runs, uncached_ruleset
from tetsudo.core.actions import Action
from tetsudo.game.game import Game
from tetsudo.lab.random_play import Playout, play_random
from tetsudo.lab.table_spec import Table
from tetsudo.titles.loader import titles

ROOT = Path(__file__).resolve().parent.parent
BUILDS = {"pure": ROOT / "src", "compiled": ROOT / "build" / "compiled"}
ROUNDS = 3
PLAYERS = 4
GAMES = 6
KEPT = 40_000

Times = dict[str, float]
"""Microseconds by kind of work."""


def main() -> None:
    """Measure both builds in turn and print the best of each."""
    if not BUILDS["compiled"].is_dir():
        sys.exit("There is no compiled engine: make compiled.")
    best: dict[str, Times] = {name: {} for name in BUILDS}
    for _ in range(ROUNDS):
        for name, place in BUILDS.items():
            for what, time in _measure_in_process(place).items():
                best[name][what] = min(time, best[name].get(what, time))
    print(f"Microseconds of processor, the best of {ROUNDS} runs\n{'':34}{'pure':>10}{'compiled':>10}{'ratio':>8}")
    for what, pure in best["pure"].items():
        compiled = best["compiled"][what]
        print(f"{what:34}{pure:10.2f}{compiled:10.2f}{pure / compiled:8.2f}")


def _measure_in_process(place: Path) -> Times:
    program = "from benchmarks import builds; builds.measure()"
    environment = {**os.environ, "PYTHONPATH": f"{place}{os.pathsep}{ROOT}", "PYTHONHASHSEED": "0"}
    ran = subprocess.run(
        [sys.executable, "-P", "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    times: Times = json.loads(ran.stdout)
    return times


def measure() -> None:
    """Measure this process's build and print its times as JSON."""
    gc.disable()
    times: Times = {}
    for info in titles():
        times |= {f"{info.full_name}: {what}": time for what, time in _measure_title(Table(info.name, PLAYERS)).items()}
    times["replay of 450 actions, maps known"] = _replay()
    print(json.dumps(times))


def _measure_title(table: Table) -> Times:
    spent: Times = {}
    games = [_game(table, number) for number in range(GAMES)]
    actions = [game.actions for game in games]  # maps are cached from here on
    count = sum(map(len, actions))
    spent["play, an action"] = _time_per_item(lambda: [_play(table, number) for number in range(GAMES)], count)
    listed = [state for game in games for state in game.replay()]
    spent["list"] = _time_per_item(lambda: [game.legal_actions() for game in listed], len(listed))
    ahead = [(game, action) for game, action in zip(listed, _nexts(games), strict=True) if action is not None]
    spent["apply"] = _time_per_item(lambda: [game.apply(action) for game, action in ahead], len(ahead))
    spent["undo"] = _time_per_item(lambda: [game.undo() for game, _ in ahead], len(ahead))
    spent["clone"] = _time_per_item(lambda: [game.clone() for game in listed], len(listed))
    spent[f"clone, {KEPT} kept, collector on"] = _time_kept_clones(listed[len(listed) // 2])
    running = [game for game in listed if not game.is_over and runs(game)]
    spent["best run"] = _time_per_item(lambda: [best_run(game) for game in running], len(running))
    return spent


def _game(table: Table, number: int) -> Game:
    game = table.game(number)
    play_random(game, Random(f"1-{number}"))
    return game


def _play(table: Table, number: int) -> Playout:
    return play_random(table.game(number, keep_positions=False), Random(f"1-{number}"))


def _nexts(games: list[Game]) -> list[Action | None]:
    """The action taken at each position of the games; None at their ends."""
    return [action for game in games for action in (*game.actions, None)]


def _time_kept_clones(game: Game) -> float:
    """Time of a clone while all clones are kept; the garbage collector scans only these clones, no older objects."""
    kept: list[Game] = []
    gc.collect()
    gc.freeze()
    gc.enable()
    try:
        return _time_per_item(lambda: kept.extend(game.clone() for _ in range(KEPT)), KEPT)
    finally:
        gc.disable()
        gc.unfreeze()


def _replay() -> float:
    """Time to replay a recorded game, scaled to 450 actions."""
    _, game = recorded_game(Table("1889", PLAYERS))
    rules, actions = uncached_ruleset(game), game.actions

    def again() -> None:
        one = Game(rules, game.names)
        for action in actions:
            one.apply(action)

    again()
    return min(_time_per_item(again, len(actions)) for _ in range(5)) * 450


def _time_per_item(do: Callable[[], object], count: int) -> float:
    """Microseconds per item, for `count` items."""
    began = thread_time_ns()
    do()
    return (thread_time_ns() - began) / 1000 / count


if __name__ == "__main__":
    main()
