"""Simulations: the same results for any number of processes, and figures that add up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import tetsudo
from tests.cli.test_commands import run
from tetsudo.bots import mixed
from tetsudo.bots.heuristics.parameters import Habits
from tetsudo.core.errors import BadInput
from tetsudo.lab.arena import entrants
from tetsudo.lab.simulate import simulate, summarize
from tetsudo.lab.table_spec import Table

TABLE = Table("1889", 3)


def test_the_number_of_processes_changes_nothing() -> None:
    alone = list(simulate(TABLE, 13, seed=4))
    assert list(simulate(TABLE, 13, seed=4, jobs=2)) == alone
    assert [outcome.number for outcome in alone] == list(range(13))


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    assert list(simulate(TABLE, 5, seed=4))[:2] == list(simulate(TABLE, 2, seed=4))


def test_another_seed_gives_other_games() -> None:
    assert list(simulate(TABLE, 2, seed=5)) != list(simulate(TABLE, 2, seed=4))


def test_dealt_privates_come_from_the_seed() -> None:
    table = Table("1889", 3, variants=("beginner",))
    assert list(simulate(table, 3, seed=1)) == list(simulate(table, 3, seed=1, jobs=2))
    assert len({tuple(table.game(seed).setup.deal) for seed in range(20)}) > 5


def test_figures_add_up() -> None:
    outcomes = list(simulate(TABLE, 6, seed=1))
    summary = summarize(outcomes)
    assert summary.games == 6
    assert summary.actions == sum(summary.lengths) == sum(outcome.actions for outcome in outcomes)
    assert summary.length(0) == min(summary.lengths)
    assert summary.length(100) == max(summary.lengths)
    assert sum(summary.ends.values()) == 6
    assert sum(summary.wins) == pytest.approx(6)
    assert len(summary.worth) == 3


def test_options_hold() -> None:
    assert Table("1889", 3, options={"bank": 3000}).game().setup.settings.bank == 3000
    with pytest.raises(BadInput, match="bank"):
        Table("1889", 3, options={"bank": 1}).game()


# Bots


def test_bots_play_in_the_order_of_the_seats_and_the_same_seed_gives_the_same_games() -> None:
    """Rules of thumb against a random player: the first seat ends far ahead."""
    table, bots = Table("1889", 2), entrants("rules,random")
    games = list(simulate(table, 2, seed=4, bots=bots))
    assert list(simulate(table, 1, seed=4, bots=bots)) == games[:1]
    assert all(game.worths[0] > game.worths[1] and game.end for game in games)
    other = list(simulate(table, 1, seed=4, bots=entrants("random,rules")))
    assert other[0].worths[0] < other[0].worths[1]


def test_mixed_bots_never_play_the_same_game_and_the_rules_of_thumb_always_do() -> None:
    assert summarize(simulate(TABLE, 12, seed=4, bots=entrants("mixed"))).distinct == 12
    assert summarize(simulate(TABLE, 12, seed=4, bots=entrants("rules"))).distinct == 1


def test_mixed_habits_sit_in_every_seat_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three players: three games in a row have the same three habits, turned by one seat each time."""
    drawn: list[Habits] = []
    draw = mixed.draw_habits

    def noted(rng: Random) -> Habits:
        drawn.append(draw(rng))
        return drawn[-1]

    monkeypatch.setattr(mixed, "draw_habits", noted)
    list(simulate(TABLE, 4, seed=4, bots=entrants("mixed")))
    first, second, third, next_ = (drawn[start : start + 3] for start in range(0, 12, 3))
    assert second == [*first[1:], first[0]]
    assert third == [*second[1:], second[0]]
    assert len({*map(repr, first), *map(repr, next_)}) == 6


def test_a_run_says_how_many_games_are_distinct(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("simulate", "1889", "--players", "2", "--games", "3")
    assert "Distinct games: 3 of 3" in run(monkeypatch, capsys, *words)[1]
    assert "Only 1 of 3 games are distinct" in run(monkeypatch, capsys, *words, "--bots", "rules")[1]


def test_a_bot_that_does_what_it_may_not_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text("class Cheat:\n    def __init__(self, *made): ...\n    def decide(self, *asked): return None\n")
    with pytest.raises(BadInput, match="Cheat played an illegal action: None"):
        list(simulate(Table("1889", 2), 1, seed=4, bots=entrants(f"{file}:Cheat")))


def test_what_bots_have_played_is_kept_by_who_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ["simulate", "1889", "--players", "2", "--games", "1", "--out", str(tmp_path / "games.jsonl")]
    code, out, _ = run(monkeypatch, capsys, *words, "--bots", "rules,random")
    assert (code, "1 rules" in out, "2 random" in out) == (0, True, True)
    code, out, _ = run(monkeypatch, capsys, *words, "--bots", "rules,random")
    assert "1 games of" in out
    changes = (((), "different bots"), (("--bots", "rules,rules"), "different bots"), (("--budget", "3r"), "bots"))
    for others, said in changes:
        code, _, err = run(monkeypatch, capsys, *words, *others)
        assert (code, said in err) == (2, True)
    code, _, err = run(monkeypatch, capsys, *words, "--bots", "rules,rules,rules")
    assert (code, "there are 2 seats" in err) == (2, True)


# Records


Simulated = Callable[..., str]


@pytest.fixture
def simulated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Simulated:
    """Output of `tetsudo simulate` with records kept in a folder."""

    def simulated(folder: Path, *more: str, games: int = 3) -> str:
        words = ["simulate", "1889", "--players", "3", "--games", str(games), "--seed", "4", "--records", str(folder)]
        _code, out, err = run(monkeypatch, capsys, *words, *more)
        return out + err

    return simulated


@pytest.mark.parametrize("bots", ["random", "simple", "mixed"])
def test_a_record_is_the_game_that_was_played(tmp_path: Path, simulated: Simulated, bots: str) -> None:
    simulated(tmp_path / "games", "--bots", bots, "--jobs", "2")
    files = [tmp_path / "games" / f"1889-3p-seed4-{number:06}.json" for number in range(3)]
    assert sorted((tmp_path / "games").iterdir()) == files
    for outcome in simulate(TABLE, 3, seed=4, bots=() if bots == "random" else entrants(bots)):
        game = tetsudo.load(files[outcome.number])
        assert (game.length, game.digest(), game.end_reason) == (outcome.actions, outcome.digest, outcome.end)


def test_an_interrupted_run_plays_a_game_again_whose_record_is_missing(tmp_path: Path, simulated: Simulated) -> None:
    out, folder = tmp_path / "games.jsonl", tmp_path / "games"
    simulated(folder, "--out", str(out), games=2)
    rows = out.read_text()
    kept = {path: path.read_bytes() for path in folder.iterdir()}
    lost = folder / "1889-3p-seed4-000001.json"
    lost.write_bytes(kept[folder / "1889-3p-seed4-000000.json"])  # of another game
    assert "1 games of" in simulated(folder, "--out", str(out), games=2)
    assert {path: path.read_bytes() for path in folder.iterdir()} == kept
    assert out.read_text() == rows


def test_a_folder_that_cannot_be_made_is_said_before_anything_is_played(tmp_path: Path, simulated: Simulated) -> None:
    (tmp_path / "games").write_text("")
    said = simulated(tmp_path / "games", games=1)
    assert "cannot be written" in said
    assert "games/s" not in said
