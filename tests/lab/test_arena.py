"""Bots against each other: seating, repeatable games, figures that add up, resumed files."""

from __future__ import annotations

import json
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run
from tetsudo.bots.levels import LEVELS
from tetsudo.core.errors import BadInput
from tetsudo.lab.arena import Contest, GameResult, entrants, play_game
from tetsudo.lab.files.match_log import MatchLog
from tetsudo.lab.ranking import distinct_games, margin, ratings, summary, wilson, win_shares
from tetsudo.lab.table_spec import Table

TABLE = Table("1889", 3)


def contest(bots: str = "simple,random", budgets: str = "", seed: int = 4) -> Contest:
    return Contest(TABLE, entrants(bots, budgets), seed)


def names(found: Contest, number: int) -> list[str]:
    return [each.name for each in found.seats(number)]


def timeless(played: GameResult) -> GameResult:
    return played._replace(ms=())


def test_of_two_the_first_has_one_seat_and_all_seats_in_turn() -> None:
    found = contest()
    assert names(found, 0) == ["simple", "random", "random"]
    assert names(found, 1) == ["random", "simple", "random"]
    assert names(found, 2) == ["random", "random", "simple"]
    assert [found.deal(number) for number in range(7)] == [0, 0, 0, 1, 1, 1, 2]


def test_of_several_each_has_every_seat() -> None:
    found = contest("simple,random,simple")
    assert names(found, 0) == ["simple", "random", "simple#2"]
    assert names(found, 1) == ["simple#2", "simple", "random"]
    more = contest("simple,random,simple,random,simple")  # more bots than seats
    assert [names(more, number)[0] for number in range(5)] == ["simple", "simple#3", "random#2", "simple#2", "random"]


def test_a_game_is_the_same_again() -> None:
    assert timeless(play_game(contest(), 4)) == timeless(play_game(contest(), 4))
    assert timeless(play_game(contest(seed=5), 4)) != timeless(play_game(contest(), 4))


def test_budgets_are_read() -> None:
    assert [(each.seconds, each.rollouts) for each in entrants("simple,random", "0.3")] == [(0.3, None)] * 2
    assert [(each.seconds, each.rollouts) for each in entrants("simple,random", "2,40r")] == [(2, None), (None, 40)]
    with pytest.raises(BadInput, match="give one for all bots, or one for each"):
        entrants("simple,random", "1,2,3")
    with pytest.raises(BadInput, match="seconds, such as"):
        entrants("simple,random", "long")


def test_wilsons_intervals() -> None:
    """8 of 10: by the formula with z = 1.96, 0.490 to 0.943; with no games, the full range."""
    assert wilson(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 0) == (0, 0, 1)


def played(number: int, worths: tuple[int, ...], end: str = "bank") -> GameResult:
    none = (0, 0, 0)
    bots = ("simple", "random", "random")
    return GameResult(
        number, 0, bots, worths, end, 7, {"3": 2}, none, none, none, none, none, none, ((1.0,), (2.0,), ())
    )


def test_wins_are_shared_by_equals() -> None:
    assert win_shares(played(0, (900, 900, 100))) == (0.5, 0.5, 0)
    assert win_shares(played(0, (900, 900, 100), end="")) == (0, 0, 0)
    assert margin(played(0, (900, 700, 100)), 0) == 200
    assert margin(played(0, (900, 700, 100)), 2) == -800


def test_figures_of_bots() -> None:
    found = summary([played(0, (900, 700, 100)), played(1, (300, 400, 100))])
    assert (found["simple"]["seats"], found["simple"]["wins"], found["simple"]["share"]) == (2, 1, 0.5)
    assert (found["random"]["seats"], found["random"]["wins"], found["random"]["share"]) == (4, 1, 0.25)
    assert (found["simple"]["margin"], found["simple"]["ms"]) == (50, 1.0)


def test_copies_of_a_game_count_once() -> None:
    first = played(0, (900, 700, 100))._replace(digest="a")
    again, other = first._replace(game=3), first._replace(game=6, digest="b", worths=(500, 700, 100))
    moved = first._replace(game=1, bots=("random", "simple", "random"))
    assert distinct_games([first, again, other, moved]) == [first, other, moved]
    assert summary(distinct_games([first, again, again, other]))["simple"]["share"] == 0.5


def test_bots_without_chance_play_the_same_games_again() -> None:
    """`rules` draws nothing, so three seats make three games."""
    rules = contest("rules,rules")
    assert len(distinct_games(play_game(rules, number) for number in range(6))) == 3
    assert len(distinct_games(play_game(contest("mixed,mixed"), number) for number in range(6))) == 6


@pytest.mark.parametrize("seats", range(2, 6))
def test_who_comes_higher_is_rated_higher_and_ties_are_equal(seats: int) -> None:
    """After one game between equals, for all possible ties."""
    none = (0,) * seats
    bots = tuple(f"bot {seat}" for seat in range(seats))
    for worths in product(range(seats), repeat=seats):
        game = GameResult(0, 0, bots, worths, "bank", 7, {}, none, none, none, none, none, none, ())
        rated = [ratings([game])[bot]["mu"] for bot in bots]
        for one, other in combinations(range(seats), 2):
            assert (rated[one] > rated[other]) == (worths[one] > worths[other])
            assert (rated[one] == rated[other]) == (worths[one] == worths[other])


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_file_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    words = ["arena", "1889", "--players", "3", "--bots", "simple,random", "--json", str(file), "--games"]
    assert run(monkeypatch, capsys, *words, "2")[0] == 0
    *before, said = lines(file)
    assert said["summary"]["simple"]["seats"] == 2
    assert {"seats", "wins", "share", "low", "high", "ms"} <= set(said["summary"]["random"])
    with file.open("a") as cut:
        cut.write('{"contest":')
    code, text, _ = run(monkeypatch, capsys, *words, "3")
    assert code == 0
    assert "2 were played before" in text
    *after, said = lines(file)
    assert after[:2] == before
    assert [row["game"] for row in after] == [0, 1, 2]
    assert said["summary"]["simple"]["seats"] == 3


def test_a_file_of_another_contest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bouts = MatchLog(file, contest())
    bouts.rewrite()
    bouts.append(played(0, (1, 2, 3)))
    with pytest.raises(BadInput, match="games of a different contest"):
        MatchLog(file, contest(seed=5))
    file.write_text("[]\n")
    with pytest.raises(BadInput, match="is not a match log"):
        MatchLog(file, contest())


CHEAT = """
from tetsudo.core.actions import Pass
class Cheat:
    def __init__(self, setup, rng):
        self.count = 0
    def decide(self, view, actions, budget):
        self.count += 1
        if self.count == 3:
            raise RuntimeError("lost")
        return Pass(view.player + 1) if self.count == 2 else actions[0].example()
"""


def test_what_a_bot_of_a_file_may_not_do_is_counted_and_not_done(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(CHEAT)
    found = Contest(TABLE, entrants(f"{file}:Cheat,random"), 1)
    assert play_game(found, 0).faults == (2, 0, 0)


SLOW = ("rollouts", "search", "coach")

FIRST = """
class First:
    def __init__(self, setup, rng):
        pass
    def decide(self, view, actions, budget):
        return actions[0].example()
"""


@pytest.mark.parametrize(
    "level", [pytest.param(each, marks=pytest.mark.long if each in SLOW else ()) for each in LEVELS]
)
def test_every_level_meets_a_bot_of_a_file(level: str, tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(FIRST)
    played = play_game(Contest(TABLE, entrants(f"{level},{file}:First", "4r"), 1), 0)
    assert played.end
    assert played.faults == (0, 0, 0)
    assert played.bots == (level, f"{file}:First", f"{file}:First")


@pytest.mark.parametrize("level", ["simple", "rules", pytest.param("rollouts", marks=pytest.mark.long)])
def test_processes_change_nothing(level: str) -> None:
    from tetsudo.lab.workers.jobs import results

    found = contest(f"{level},random", "4r")
    alone = [timeless(play_game(found, number)) for number in range(2)]
    together = list(results(lambda number: play_game(found, number), range(2), jobs=2))
    assert [timeless(each) for each in together] == alone
