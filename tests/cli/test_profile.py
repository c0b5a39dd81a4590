"""`tetsudo profile`: a player's costs over several games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.review.planted import Players
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.review.report.moments import KIND_NAMES


def begun(seat: int) -> Game:
    """A game in which Ann has a seat."""
    return record.new("1889", ["Ann" if number == seat else f"Bot {number}" for number in range(3)], seed=seat)


def file_of(game: Game, file: Path) -> Path:
    file.write_bytes(record.write(game).to_json())
    return file


def test_a_player_of_two_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files = [file_of(Players("rules", 1).play(begun(seat), seat), tmp_path / f"{seat}.json") for seat in (1, 2)]
    code, out, err = run(monkeypatch, capsys, "profile", "Ann", *files, "--playouts", "100", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["player"], found["games"]) == ("Ann", 2)
    games = [each["game"] for each in found["costs"]]
    assert games == sorted(games, reverse=True)
    counts = dict.fromkeys((each["kind"] for each in found["costs"]), 0)
    for file, seat in zip(files, (1, 2), strict=True):
        out = run(monkeypatch, capsys, "review", file, "--playouts", "100", "--json")[1]
        for each in json.loads(out)["moments"]["errors"]:
            counts[each["kind"]] = counts.get(each["kind"], 0) + (each["decisions"] if each["player"] == seat else 0)
    assert {each["kind"]: each["decisions"] for each in found["costs"]} == {
        kind: count for kind, count in counts.items() if count
    }
    code, out, _err = run(monkeypatch, capsys, "profile", "Ann", *files, "--playouts", "100")
    assert "2 games" in out
    assert all(KIND_NAMES[each["kind"]].template in out for each in found["costs"])


def test_games_without_the_player_and_games_that_still_run_are_refused_before_anything_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    running = file_of(begun(0), tmp_path / "running.json")
    code, out, err = run(monkeypatch, capsys, "profile", "Anne", running)
    assert (code, out) == (2, "")
    assert "Ann" in err
    code, out, err = run(monkeypatch, capsys, "profile", "Ann", running)
    assert (code, out) == (2, "")
    assert "still running" in err
    assert "running.json" in err
