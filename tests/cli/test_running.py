"""`tetsudo routes` and `tetsudo check-run`: best runs and proposed runs, in games and on custom boards."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from tests.cli.test_commands import run
from tetsudo.game import record
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table

COAST = """\
title = "1889"
phase = "3"
[tiles]
E2 = "5 4"
F3 = "57 2"
[tokens]
IR = ["E2"]
[trains]
IR = ["2", "3"]
"""
"""Matsuyama (20) between Imabari (30) and Saijō (20): the 2-train runs on one side of it, the 3-train on the other."""


class Terminal:
    """Runs commands and keeps their output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._tools = (monkeypatch, capsys)
        self.folder = folder
        (folder / "coast.toml").write_text(COAST, "utf-8")
        monkeypatch.chdir(folder)

    def says(self, *words: str | Path, code: int = 0) -> str:
        """Output of a command; checks its exit code."""
        found, out, err = run(*self._tools, *words)
        assert found == code, out + err
        return " ".join((out if code < 2 else err).split())


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path)


def test_the_best_run_on_a_board_made_by_hand(terminal: Terminal) -> None:
    said = terminal.says("routes", "--board", "coast.toml", "--svg", "map.svg")
    assert "IR Iyo Railway (2 3): ¥90, proved" in said
    assert "2 ¥40 F3-E2 Saijō 20 + Matsuyama 20" in said
    assert "3 ¥50 F1-E2 Imabari 30 + Matsuyama 20" in said
    assert set(re.findall(r'data-train="(.)"', (terminal.folder / "map.svg").read_text("utf-8"))) == {"2", "3"}


def test_other_trains_than_a_company_has(terminal: Terminal) -> None:
    said = terminal.says("routes", "--board", "coast.toml", "--company", "IR", "--trains", "3")
    assert "IR Iyo Railway (3): ¥70, proved" in said


def test_a_search_that_may_not_last_says_how_far_it_is_proved(terminal: Terminal) -> None:
    """The trains appear in no other test: proved runs are cached."""
    short = ("routes", "--board", "coast.toml", "--company", "IR", "--trains", "3 4", "--seconds", "0")
    assert "found in time: no run earns more than ¥" in terminal.says(*short)
    (found,) = json.loads(terminal.says(*short, "--json"))["companies"]
    assert not found["proved"]
    assert 0 < found["revenue"] <= 90 <= found["bound"]


def test_as_json(terminal: Terminal) -> None:
    (found,) = json.loads(terminal.says("routes", "--board", "coast.toml", "--json"))["companies"]
    assert (found["company"], found["fleet"], found["revenue"], found["proved"]) == ("IR", ["2", "3"], 90, True)
    assert found["bound"] == 90
    assert found["trains"][0]["stops"] == [
        {"hex": "F3", "place": "Saijō", "revenue": 20},
        {"hex": "E2", "place": "Matsuyama", "revenue": 20},
    ]


def test_a_valid_run_against_the_best(terminal: Terminal) -> None:
    said = terminal.says("check-run", "--board", "coast.toml", "3:f3-e2-f1", "--svg", "map.svg")
    assert "Valid: ¥70, ¥20 less than the best." in said
    assert "The best run earns ¥90, proved." in said
    assert (terminal.folder / "map.svg").is_file()


@pytest.mark.parametrize(
    ("routes", "clause"),
    [
        ("2:F3-E2-F1", "1889-RUN-07"),
        ("2:E2-F3 3:F3-E2", "1889-RUN-05"),
        ("2:E2-F3 2:E2-F1", "1889-RUN-01"),
        ("2:F3-I2", ""),
    ],
)
def test_an_invalid_run_and_its_clause(terminal: Terminal, routes: str, clause: str) -> None:
    said = terminal.says("check-run", "--board", "coast.toml", *routes.split(), code=1)
    assert "Not valid:" in said
    assert clause in said
    told = json.loads(terminal.says("check-run", "--board", "coast.toml", "--json", *routes.split(), code=1))
    assert not told["valid"]
    assert clause in told["refusal"]["clause"]
    assert told["best"]["revenue"] == 90


def test_in_a_recorded_game(terminal: Terminal) -> None:
    game = Table("1889", 3, variants=("beginner",)).game(seed=4)
    play_random(game, Random(4), 400)
    (terminal.folder / "game.json").write_bytes(record.write(game).to_json())
    ran = next(event for event in game.events if event.kind == "ran")
    at = next(number for number, moment in enumerate(game.moments()) if ran in moment.events)
    symbol, typed = game.setup.companies[ran.company].symbol, game.earlier(at).text(game.actions[at])
    best = json.loads(terminal.says("routes", "game.json", "--at", str(at), "--company", symbol, "--json"))
    assert best["companies"][0]["revenue"] >= ran.price
    said = terminal.says("check-run", "game.json", "--at", str(at), *typed.split())
    assert f"Valid: ¥{ran.price}" in said
    assert len(json.loads(terminal.says("routes", "game.json", "--json"))["companies"]) == sum(
        bool(company.trains) for company in game.companies.values()
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("routes", "Name the file of a game"),
        ("routes nowhere.json", "no such file"),
        ("routes --board nowhere.toml", "no such file"),
        ("routes game.json --board coast.toml", "name one of them"),
        ("routes --board coast.toml --at 3", "--at: a board made by hand has no actions"),
        ("routes --board coast.toml --trains D", "--trains: say whose they are"),
        ("routes --board coast.toml --company XX", "There is no company XX"),
        ("routes --board coast.toml --company IR --trains 7", "trains.IR: There is no train 7"),
        ("routes --board bad.toml", "bad.toml: tiles.E2: tile 8 does not fit there with rotation 0"),
        ("check-run --board coast.toml F3-E2", "must be a train and its hexes"),
        ("check-run --board coast.toml 2:F3-Z9", "There is no hex Z9"),
        ("check-run --board bare.toml 2:F3-E2", "--company: say whose run it is"),
    ],
)
def test_what_cannot_be_asked(terminal: Terminal, words: str, sentence: str) -> None:
    (terminal.folder / "bad.toml").write_text('title = "1889"\n[tiles]\nE2 = "8"\n', "utf-8")
    (terminal.folder / "bare.toml").write_text('title = "1889"\n', "utf-8")
    assert sentence in terminal.says(*words.split(), code=2)
