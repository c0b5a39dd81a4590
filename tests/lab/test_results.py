"""Outcomes in files: the part saved by an interrupted run, and the final result."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tetsudo.core.errors import BadInput
from tetsudo.lab.files.results import Results
from tetsudo.lab.simulate import simulate
from tetsudo.lab.table_spec import Table

TABLE = Table("1889", 3)
SEED = 4
GAMES = 6
SUFFIXES = ("jsonl", "parquet")


def play_until(path: Path, games: int, most: int | None = None) -> Results:
    """Play on up to a total number of games, or stop after `most` more."""
    results = Results(path, TABLE, SEED)
    with results.open_for_append():
        for outcome in islice(simulate(TABLE, games, SEED, played=results.outcomes), most):
            results.append(outcome)
        if most is not None:
            raise KeyboardInterrupt
    return results


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_interrupted_run_goes_on_to_the_same_end(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{suffix}"
    with pytest.raises(KeyboardInterrupt):
        play_until(path, GAMES, most=2)
    assert len(Results(path, TABLE, SEED).outcomes) == 2
    play_until(path, GAMES)
    found = Results(path, TABLE, SEED).outcomes
    assert [found[number] for number in range(GAMES)] == list(simulate(TABLE, GAMES, SEED))
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_more_games_are_added_to_those_that_are_there(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{suffix}"
    play_until(path, 2)
    first = Results(path, TABLE, SEED).outcomes
    play_until(path, 3)
    assert Results(path, TABLE, SEED).outcomes == {**first, 2: list(simulate(TABLE, 3, SEED))[2]}


def test_a_line_in_the_middle_of_which_a_run_was_killed_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_until(path, 3)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert set(Results(path, TABLE, SEED).outcomes) == {0, 1}
    play_until(path, 3)
    assert path.read_bytes() == whole


def test_a_row_says_which_game_it_is_and_how_it_went(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_until(path, 1)
    row = json.loads(path.read_text())
    outcome = next(simulate(TABLE, 1, SEED))
    assert row == {
        "title": "1889",
        "scenario": None,
        "variants": [],
        "options": "{}",
        "players": 3,
        "seed": 4,
        "game": 0,
        "actions": outcome.actions,
        "turns": outcome.turns,
        "end": outcome.end,
        "worths": list(outcome.worths),
        "digest": f"{outcome.digest:016x}",
    }


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    ("table", "seed"), [(TABLE, 5), (Table("1889", 4), SEED), (Table("1889", 3, variants=("beginner",)), SEED)]
)
def test_a_file_of_other_games_is_refused_and_stays(suffix: str, table: Table, seed: int, tmp_path: Path) -> None:
    path = tmp_path / f"games.{suffix}"
    play_until(path, 1)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="a different table or seed"):
        Results(path, table, seed)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["[]\n", "nothing\n", '{"title": "1889"}\n', "\x00\n"])
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_no_file_of_outcomes_is_refused_and_stays(suffix: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{suffix}"
    path.write_text(text)
    with pytest.raises(BadInput, match="not a results file"):
        Results(path, TABLE, SEED)
    assert path.read_text() == text


def test_a_name_says_what_is_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\.jsonl or \.parquet"):
        Results(tmp_path / "games.csv", TABLE, SEED)


def test_the_command_keeps_its_games_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    command = ["simulate", "1889", "--players", "3", "--seed", "4", "--out", str(path)]
    code, said, _ = run(monkeypatch, capsys, *command, "--games", "2")
    assert (code, said.startswith("2 games,")) == (0, True)
    code, said, _ = run(monkeypatch, capsys, *command, "--games", "3")
    assert (code, said.startswith("1 games,"), "2 games of" in said) == (0, True, True)
    assert len(path.read_text().splitlines()) == 3
    code, said, _ = run(monkeypatch, capsys, *command, "--games", "3")
    assert (code, said.startswith("3 games of")) == (0, True)
    code, _, complaint = run(
        monkeypatch, capsys, "simulate", "1889", "--players", "4", "--seed", "4", "--out", str(path)
    )
    assert code != 0
    assert "a different table or seed" in complaint
