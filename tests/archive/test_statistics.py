"""Statistics of finished games: figures by hand, and none of fewer than ten games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run
from tetsudo.analysis.game_facts import GameFacts, facts_of
from tetsudo.analysis.title_statistics import statistics_of
from tetsudo.game import record
from tetsudo.lab.arena import entrants
from tetsudo.lab.simulate import play_bots
from tetsudo.lab.table_spec import Table

BASE: dict[str, Any] = {
    "title": "1889", "scenario": "", "variants": [], "players": 2, "actions": 100, "stock_rounds": 5,
    "operating_rounds": 8, "end": "bank", "worths": [500, 400], "is_corrected": False, "pars": [], "sales": [],
    "first_tiles": [], "line": [],
}  # fmt: skip


def game(**facts: Any) -> GameFacts:
    return GameFacts(**{**BASE, **facts})


def test_lengths_are_the_tenth_percentile_the_median_and_the_ninetieth() -> None:
    found = statistics_of(game(actions=100 + number) for number in range(20))[""]
    assert found["games"] == 20
    assert found["lengths"] == [
        {
            "players": 2,
            "games": 20,
            "actions": {"low": 102, "median": 110, "high": 118},
            "stock_rounds": {"low": 5, "median": 5, "high": 5},
            "operating_rounds": {"low": 8, "median": 8, "high": 8},
        }
    ]


def test_nothing_of_fewer_than_ten_games_is_shown() -> None:
    games = [game(pars=[["AR", 100, 0]])] * 10 + [
        game(pars=[["AR", 90, 0]], end="bankrupt", players=3, worths=[1] * 3)
    ] * 9
    found = statistics_of(games)[""]
    assert found["pars"] == [
        {"company": "AR", "par": 100, "games": 10, "win_percent": 100, "expected_percent": 50},
    ]
    assert [(each["end"], each["games"], each["percent"]) for each in found["ends"]] == [("bank", 10, 53)]
    assert [each["players"] for each in found["lengths"]] == [2]
    assert found["left_out"] == {
        "lengths": 1, "ends": 1, "pars": 1, "privates": 0, "first_tiles": 0, "opening_lines": 0
    }  # fmt: skip


def test_a_win_is_shared_in_a_tie() -> None:
    found = statistics_of([game(pars=[["AR", 100, 0]], worths=[500, 500])] * 10)[""]
    assert found["pars"][0]["win_percent"] == 50


def test_the_price_of_a_private_is_set_against_wins() -> None:
    """Ten buyers pay 20 and win, ten pay 20 and lose, ten pay 50 and lose: the median is 20."""
    sales = [(20, 0)] * 10 + [(20, 1)] * 10 + [(50, 1)] * 10
    found = statistics_of(game(sales=[["TR", price, seat]]) for price, seat in sales)[""]["privates"]
    assert found == [
        {
            "private": "TR",
            "price": {"low": 20, "median": 20, "high": 50},
            "games": 30,
            "win_percent": 33,
            "expected_percent": 50,
            "cheap": {"games": 20, "win_percent": 50, "expected_percent": 50},
            "expensive": {"games": 10, "win_percent": 0, "expected_percent": 50},
        }
    ]


def test_the_opening_book_counts_lines_by_whoever_laid_their_last_tile() -> None:
    first, second = ["AR", "K8", "6", 0], ["IR", "E2", "5", 1]
    games = [game(line=[first, second], first_tiles=[first, second])] * 10 + [game(line=[first])] * 5
    found = statistics_of(games)[""]
    assert [(each["lays"], each["games"], each["win_percent"]) for each in found["opening_lines"]] == [
        ([["AR", "K8", "6"]], 15, 100),
        ([["AR", "K8", "6"], ["IR", "E2", "5"]], 10, 0),
    ]
    assert [(each["company"], each["hex"], each["tile"]) for each in found["first_tiles"]] == [
        ("AR", "K8", "6"),
        ("IR", "E2", "5"),
    ]


def test_games_of_another_scenario_are_counted_apart_and_corrected_ones_not_at_all() -> None:
    found = statistics_of([game(scenario="A"), game(scenario="C"), game(scenario="C", is_corrected=True)])
    assert {scenario: data["games"] for scenario, data in found.items()} == {"A": 1, "C": 1}


@pytest.fixture(scope="module")
def played() -> bytes:
    return play_bots(Table("1889", 2), 1, entrants("rules", ""), 0, recorded=True).record


def test_facts_are_those_of_the_log(played: bytes) -> None:
    done = record.load(played)
    facts = facts_of(done)
    log = [event.kind for event in done.events]
    assert facts.actions == len(done.actions)
    assert facts.operating_rounds == log.count("operating_round_began")
    assert len(facts.pars) == log.count("par_set") + log.count("started")
    assert len(facts.sales) == len(done.setup.lots)
    assert sum(facts.win_share(seat) for seat in range(2)) == 1
    assert done.names[facts.worths.index(max(facts.worths))] in done.winners()
    assert GameFacts(**json.loads(json.dumps(facts.to_data()))) == facts


def test_the_command_counts_files(
    played: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(10):
        (tmp_path / f"{number}.json").write_bytes(played)
    files = sorted(tmp_path.iterdir())
    _code, shown, _errors = run(monkeypatch, capsys, "statistics", "1889", *files)
    assert "1889: 10 games. Figures of fewer than 10 games are left out." in shown
    assert "100 % (50 %)" in shown
    _code, said, _errors = run(monkeypatch, capsys, "statistics", "1889", *files, "--json")
    assert json.loads(said)["scenarios"][""]["games"] == 10
    assert "There is no finished game of 1888" in run(monkeypatch, capsys, "statistics", "1888", *files)[1]
