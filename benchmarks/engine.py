"""Speed of the engine: listing, applying, clone, undo, best routes, random play, strict replay.

Times are processor time, since other work on the machine would distort wall-clock time. Each line also has the number
of function calls per question, which is the same on every machine, and the median time relative to the reference loop
(`reference.py`), timed just before.
"""

from __future__ import annotations

import cProfile
import gc
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import thread_time_ns

from benchmarks import reference
from tetsudo import interop
from tetsudo.bots import SimplePlayer
from tetsudo.core.actions import Action
from tetsudo.core.errors import TetsudoError
from tetsudo.core.open_actions import Runs
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.game.game import Game
from tetsudo.game.record import load, write
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table
from tetsudo.titles.loader import titles

PLAYERS = 4
GAMES = 30
WALKED = 8
COUNTED = 2
RECORDED = "games/1889/*.json"
USUAL_LENGTH = 450


def main() -> None:
    """Time everything and print one line per question."""
    gc.disable()
    for info in titles():
        print(f"\n{info.full_name}")
        measure_title(Table(info.name, PLAYERS))
    replays(Table("1889", PLAYERS))


def measure_title(table: Table) -> None:
    """Time random play of a title, and each question at the positions of its games."""
    random_play(table)
    games = [random_actions(table, number) for number in range(WALKED)]
    print(f"\nQuestions, at every position of {WALKED} random games (counts: {COUNTED} games), in microseconds")
    print(HEADING)
    walk(table, "list", games, lambda game: game.legal_actions())
    walk(table, "list, apply", games, None)
    walk(table, "clone", games, lambda game: game.clone(), times=10)
    walk(table, "undo", games, lambda game: game.undo(), after=True)
    walk(table, "best routes", games, best_run, only=runs)


# Random play


def random_play(table: Table) -> None:
    """Time whole random games: list, choose, apply."""
    unit = reference.microseconds()
    speeds: list[float] = []
    actions = 0
    began = thread_time_ns()
    for number in range(GAMES):
        rng = Random(f"1-{number}")
        game = table.game(number, keep_positions=False)
        start = thread_time_ns()
        played = play_random(game, rng).actions
        speeds.append((thread_time_ns() - start) / 1000 / played)
        actions += played
    seconds = (thread_time_ns() - began) / 1e9
    print(f"Reference loop: {unit:.1f} us")
    print(f"Random play, {PLAYERS} players: {GAMES / seconds:.1f} games/s, {actions / seconds:,.0f} actions/s")
    print(f"  {actions} actions; an action takes {line(speeds)} us (by game); {mean(speeds) / unit:.3f} of the loop")


def random_actions(table: Table, number: int) -> list[Action]:
    """The actions of a random game."""
    game = table.game(number)
    play_random(game, Random(f"1-{number}"))
    return game.actions


# Questions at every position

Question = Callable[[Game], object]
COLUMNS = ("n", "mean", "p50", "p99", "worst", "calls p50", "p99", "worst", "p50/loop")
HEADING = " " * 14 + "".join(f"{column:>10}" for column in COLUMNS)


def walk(
    table: Table,
    name: str,
    games: Sequence[list[Action]],
    question: Question | None,
    times: int = 1,
    after: bool = False,
    only: Callable[[Game], bool] = lambda game: True,
) -> None:
    """Time a question at every position of the games, before or after each action; None: list and apply the action."""
    unit = reference.microseconds()
    spent: list[float] = []
    calls: list[float] = []
    for number, actions in enumerate(games):
        for count in (False, True) if number < COUNTED else (False,):
            game = table.game(number)
            game = Game(uncached_ruleset(game), game.names, number)
            for action in actions:
                if after:
                    game.apply(action)
                asked = question or list_and_apply(action)
                if only(game):
                    measure = calls_per_question if count else time_per_call
                    (calls if count else spent).append(measure(asked, game, times))
                if question:  # undone by the question
                    game.apply(action)
    times_of = f"{mean(spent):10.1f}{percentile_of(spent, 50):10.1f}{percentile_of(spent, 99):10.1f}{max(spent):10.1f}"
    calls_of = f"{percentile_of(calls, 50):10.0f}{percentile_of(calls, 99):10.0f}{max(calls):10.0f}"
    print(f"{name:14}{len(spent):10}{times_of}{calls_of}{percentile_of(spent, 50) / unit:10.3f}")


def list_and_apply(action: Action) -> Question:
    """The work of random play, without the choice."""
    return lambda game: (game.legal_actions(), game.apply(action))


def time_per_call(question: Question, game: Game, times: int) -> float:
    """Microseconds per question."""
    began = thread_time_ns()
    for _ in range(times):
        question(game)
    return (thread_time_ns() - began) / 1000 / times


def calls_per_question(question: Question, game: Game, times: int) -> float:
    """Number of function calls per question."""
    profile = cProfile.Profile()
    profile.enable()
    question(game)
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats()) - 1  # minus the call of `disable`


def runs(game: Game) -> bool:
    """True if a company is to run its trains."""
    return game.to_act.doing == "run"


def best_run(game: Game) -> object:
    """The best routes of the company that is to run."""
    return [offer.best() for offer in game.legal_actions() if isinstance(offer, Runs)]


# Strict replay


def replays(table: Table) -> None:
    """Time the replay of a recorded game, with a cold and with a warm map cache."""
    unit = reference.microseconds()
    name, game = recorded_game(table)
    actions = game.actions
    record = write(game)
    cold = [
        time_per_call(lambda _: apply_all(Game(uncached_ruleset(game), game.names), actions), game, 1)
        for _ in range(10)
    ]
    known = uncached_ruleset(game)
    warm = [time_per_call(lambda _: apply_all(Game(known, game.names), actions), game, 1) for _ in range(10)]
    loaded = [time_per_call(lambda _: load(record), game, 1) for _ in range(10)]
    print(f"\nStrict replay of {name}, {len(actions)} actions, in milliseconds (and for {USUAL_LENGTH} actions)")
    for what, spent in (("from nothing", cold), ("maps known", warm), ("from the record", loaded)):
        median = percentile_of(spent, 50) / 1000
        usual = median * USUAL_LENGTH / len(actions)
        loops = percentile_of(spent, 50) / unit
        print(f"  {what:16} {median:6.1f} ({usual:.1f})   worst {max(spent) / 1000:.1f}   {loops:.0f} loops")


def shared_folder() -> Path:
    """The developers' shared folder; it may be missing."""
    return Path(os.environ.get("TETSUDO_SHARED") or Path(__file__).parents[2] / "shared")


def recorded_game(table: Table) -> tuple[str, Game]:
    """The recorded game that replays and is closest to the usual length; otherwise a game played by bots."""
    found: list[tuple[int, str, Game]] = []
    for file in sorted(shared_folder().glob(RECORDED)):
        try:
            report = interop.replay(file)
        except TetsudoError:
            continue
        if report.error is None and report.game.is_over:
            found.append((abs(report.game.length - USUAL_LENGTH), file.name, report.game))
    if found:
        _, name, game = min(found, key=lambda each: each[:2])
        return name, game
    return "a game of bots", game_of_bots(table)


def game_of_bots(table: Table) -> Game:
    """A game played by simple players."""
    game = table.game()
    players = [SimplePlayer(game.setup, Random(seat)) for seat in range(table.players)]
    while not game.is_over:
        player = game.to_act.player
        game.apply(players[player].decide(game.view(player), game.legal_actions()).action)
    return game


def uncached_ruleset(game: Game) -> Ruleset:
    """The same rules with empty caches."""
    return Ruleset(game.setup)


def apply_all(game: Game, actions: Sequence[Action]) -> None:
    """Apply the actions in order."""
    for action in actions:
        game.apply(action)


# Figures


def percentile_of(values: Sequence[float], percent: int) -> float:
    """A percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def mean(values: Sequence[float]) -> float:
    """The mean of the values."""
    return sum(values) / len(values)


def line(values: Sequence[float]) -> str:
    """Median, p99 and worst, as text."""
    return f"p50 {percentile_of(values, 50):.1f}, p99 {percentile_of(values, 99):.1f}, worst {max(values):.1f}"


if __name__ == "__main__":
    main()
