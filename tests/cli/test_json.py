"""`--json`: one document on stdout with documented keys, numbers as numbers, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli.test_commands import run
from tests.conftest import ROOT
from tetsudo.game import record
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table

Ask = Callable[..., Any]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run a command with --json; returns its document, after checking the exit code and the error output."""

    def asked(*words: str | Path, code: int = 0, said: str = "") -> Any:
        found, out, err = run(monkeypatch, capsys, *words, "--json")
        assert found == code, err
        assert said in err
        assert bool(err) == bool(said)
        return json.loads(out)

    return asked


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """1889 with three players before the first action."""
    path = tmp_path / "start.json"
    path.write_bytes(record.write(Table("1889", 3).game()).to_json())
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """1889 with three players after 120 actions."""
    game = Table("1889", 3).game(seed=2)
    play_random(game, Random(2), 120)
    path = tmp_path / "played.json"
    path.write_bytes(record.write(game).to_json())
    return path


def test_titles(ask: Ask) -> None:
    found = {title["name"]: title for title in ask("titles")["titles"]}
    assert [*found] == ["1889", "1888n", "1888", "1890"]
    assert (found["1889"]["minimum_players"], found["1889"]["maximum_players"]) == (2, 6)
    assert found["1890"]["designer"] == "Shin-ichi Takasaki"


def test_a_title_with_its_choices(ask: Ask) -> None:
    """1889: a bank of 7,000; certificate limits 25, 19, 14, 12, 11 (1889-SET-05)."""
    found = ask("titles", "1889")
    options = {option["name"]: option for option in found["options"]}
    assert set(options["bank"]["defaults"].values()) == {7000}
    assert options["certificate_limit"]["defaults"] == {"2": 25, "3": 19, "4": 14, "5": 12, "6": 11}
    assert "beginner" in [variant["name"] for variant in found["variants"]]
    assert [scenario["name"] for scenario in ask("titles", "1890")["scenarios"]] == ["C", "D", "A", "B"]


def test_powers(ask: Ask) -> None:
    kinds = {power["kind"]: power for power in ask("titles", "1890", "--powers")["powers"]}
    assert "station" in kinds
    assert all(power["help"] for power in kinds.values())


def test_options_for_title_data(ask: Ask) -> None:
    options = {option.pop("name"): option for option in ask("titles", "--options")["options"]}
    assert {key: options["capital"][key] for key in ("values", "usual")} == {
        "values": "full, incremental",
        "usual": "full",
    }
    assert options["bank"]["usual"] is None


def test_a_position(ask: Ask, start: Path) -> None:
    """Three players start with 420 each, paid from the bank of 7,000 (1889-SET-03)."""
    found = ask("show", start)
    assert (found["title"], found["round"], found["phase"], found["actions"]) == ("1889", "auction", "2", 0)
    assert (found["bank"], found["certificate_limit"]) == (7000 - 3 * 420, 19)
    assert [player["cash"] for player in found["players"]] == [420, 420, 420]
    assert [player["has_priority"] for player in found["players"]] == [True, False, False]
    assert [company["company"] for company in found["companies"]] == ["AR", "IR", "SR", "KO", "TR", "KU", "UR"]
    assert {company["ipo"] for company in found["companies"]} == {100}
    assert found["depot"] == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": None}
    assert found["on_sale"] == [{"train": "2", "price": 80}]
    takamatsu = found["lots"][0]
    assert (takamatsu["lot"], takamatsu["price"], takamatsu["income"], takamatsu["bids"]) == ("TR", 20, 5, {})
    assert found["to_act"] == {"player": "Player 1", "company": None}


def test_a_position_in_the_middle_of_a_game(ask: Ask, played: Path, tmp_path: Path) -> None:
    found = ask("show", played, "--svg", tmp_path / "map.svg")
    amounts = [
        found["bank"],
        *(player["cash"] for player in found["players"]),
        *(company["treasury"] for company in found["companies"]),
    ]
    assert sum(amounts) == 7000
    assert (tmp_path / "map.svg").is_file()
    assert found["actions"] == 120
    assert ask("show", played, "--at", "0")["actions"] == 0


def test_a_position_leads_to_perft(ask: Ask, start: Path) -> None:
    assert ask("perft", "1889", "-d", "1", "--from", ask("show", start)["position"])["depths"][0]["sequences"] == 7


def test_a_replay(ask: Ask, played: Path) -> None:
    found = ask("replay", played)
    assert (found["is_legal"], found["error"], found["doubts"], found["actions"]) == (True, None, [], 120)
    assert [row["place"] for row in found["standings"]] == [1, 2, 3]
    for row in found["standings"]:
        assert row["worth"] == row["cash"] + row["shares"] + row["privates"] - row["owes"]


def test_a_replay_up_to_an_illegal_action(ask: Ask, played: Path) -> None:
    data = json.loads(played.read_text("utf-8"))
    data["actions"][3] = {"type": "bid", "player": "Player 1", "lot": "TR", "price": 1}
    played.write_text(json.dumps(data), encoding="utf-8")
    found = ask("replay", played, code=1, said="Action 3, ")
    assert (found["is_legal"], found["actions"], found["error"]["index"]) == (False, 3, 3)
    assert found["error"]["action"]["price"] == 1
    assert found["error"]["clause"].startswith("1889-")


def test_rules(ask: Ask) -> None:
    every = ask("rules", "1889")["clauses"]
    assert len(every) > 100
    assert {"title", "id", "section", "kind", "text", "resolution"} == every[0].keys()
    (clause,) = ask("rules", "1889-OR-07")["clauses"]
    assert (clause["id"], clause["title"]) == ("1889-OR-07", "1889")
    assert any(place.startswith("titles/t1889/title.toml:") for place in clause["code"])
    assert any("test_only_the_president_decides" in test for test in clause["tests"])
    assert {clause["title"] for clause in ask("rules", "1888*-TRK-07")["clauses"]} == {"1888", "1888n"}
    found = ask("rules", "1889", "certificate limit")["clauses"]
    assert 0 < len(found) < len(every)


def test_coverage(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        'import pytest\n\n@pytest.mark.rule("1889-OR-07")\ndef test_it() -> None:\n    pass\n', encoding="utf-8"
    )
    found = ask("rules", "1889", "--coverage", "--tests", tmp_path, code=1)
    shown = {clause["id"]: clause["tests"] for clause in found["clauses"]}
    assert [id for id, tests in shown.items() if tests] == ["1889-OR-07"]
    assert found["unknown"] == {}


def test_perft(ask: Ask) -> None:
    """First of three players: pass, buy the cheapest of six lots, or bid on another one; counts of tests/perft."""
    found = ask("perft", "1889", "-p", "3", "-d", "2")
    assert (found["title"], found["players"]) == ("1889", 3)
    assert [(row["depth"], row["sequences"]) for row in found["depths"]] == [(1, 7), (2, 48)]
    divided = ask("perft", "1889", "-p", "3", "-d", "2", "--divide")
    assert (divided["depth"], divided["sequences"], len(divided["first_actions"])) == (2, 48, 7)
    assert sum(row["sequences"] for row in divided["first_actions"]) == 48
    assert divided["first_actions"][0]["action"] == "pass"


def test_simulate(ask: Ask) -> None:
    words = ("simulate", "1889", "-p", "3", "-g", "3", "--seed", "9")
    found, again = ask(*words), ask(*words)
    for each in (found, again):
        assert each.pop("played_now").keys() == {"games", "actions", "seconds"}
    assert found == again
    assert [found[key] for key in ("title", "players", "seed", "games", "played_before")] == ["1889", 3, 9, 3, 0]
    assert sum(found["ends"].values()) == 3
    assert sum(row["wins"] for row in found["seats"]) == pytest.approx(3)
    assert found["length"]["minimum"] <= found["length"]["median"] <= found["length"]["maximum"]
    assert 3 * found["length"]["minimum"] <= found["actions"] <= 3 * found["length"]["maximum"]


def test_simulate_names_bots_and_choices(ask: Ask) -> None:
    words = ("--bots", "simple,random", "--variant", "beginner", "--option", "bank=5000")
    found = ask("simulate", "1889", "-p", "3", "-g", "1", *words)
    assert [row["bot"] for row in found["seats"]] == ["simple", "random", "simple"]
    assert (found["variants"], found["options"]) == (["beginner"], {"bank": 5000})


@pytest.mark.parametrize(
    "words", ["titles 1898", "show nowhere.json", "perft 1889 -p 9", "simulate 1889 --bots simpel"]
)
def test_an_error_is_a_sentence_and_no_document(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(monkeypatch, capsys, *words.split(), "--json")
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_the_manual_lists_every_key(ask: Ask, start: Path) -> None:
    page = (ROOT / "docs" / "playing.md").read_text("utf-8")
    section = page[page.index("## Output as JSON") :].partition("\n## ")[0]
    listed = set(re.findall(r"`(\w+)`", section))
    documents = (
        *(ask("titles"), ask("titles", "1889"), ask("titles", "--powers"), ask("show", start), ask("replay", start)),
        *(ask("rules", "1889-OR-07"), ask("rules", "1889", "--coverage"), ask("perft", "1889", "-d", "1")),
        *(ask("perft", "1889", "-d", "1", "--divide"), ask("simulate", "1889", "-g", "1")),
        ask("print", "1889", "--only", "tokens", "--out", start.with_suffix(".pdf")),
        ask("print", "1889", "--only", "tokens", "--png", start.with_suffix("")),
    )
    assert {key for document in documents for key in document} <= listed
