"""The published suite of positions: the engine agrees with every entry, and the entries with 18xx.games' program."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tetsudo
from tests.conftest import ROOT
from tests.perft.suite.__main__ import FOLDER, FORMAT, VERSION, named_positions
from tests.perft.suite.every_frame import MARK, top_frame
from tetsudo import interop
from tetsudo.core.frames import KINDS
from tetsudo.core.open_actions import Range, Runs
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.game.text.position import LATER_FIELDS
from tetsudo.lab.perft import COUNTERS
from tetsudo.language.labels import action_from_data, action_to_data

TITLES = [info.name for info in tetsudo.titles()]
MAX_BYTES = 2_000_000
RECORDED = "18xx-games"


def file(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found


def positions() -> list[Any]:
    return [pytest.param(each, id=each["id"]) for title in TITLES for each in file(title)["positions"]]


def apply(text: str, action: dict[str, Any]) -> Game:
    """Game after an action as the suite writes it."""
    game = position.read(text)
    game.apply(action_from_data(game.setup, game.names, action))
    return game


@pytest.mark.parametrize("name", [*TITLES, RECORDED])
def test_a_file_says_what_it_is(name: str) -> None:
    said = file(name)
    assert (said["format"], said["version"]) == (FORMAT, VERSION)
    assert said["tetsudo"] == tetsudo.__version__, "run: python -m tests.perft.suite"


def test_files_are_of_moderate_size() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.json")) < MAX_BYTES


@pytest.mark.parametrize("title", TITLES)
def test_counts_of_named_positions_are_those_that_are_checked(title: str) -> None:
    """`test_perft.py` counts them in two ways."""
    found = {each["id"]: (each["position"], each["perft"]) for each in file(title)["positions"]}
    named = {id: (known["position"], known["counts"]) for id, known in named_positions(title).items()}
    assert found | named == found


@pytest.mark.parametrize("entry", [each for each in positions() if f"/{MARK}-" in str(each.id)])
def test_counts_of_the_other_positions(entry: dict[str, Any]) -> None:
    for depth, count in enumerate(entry["perft"], 1):
        assert COUNTERS["undo"](position.read(entry["position"]), depth) == count


def test_every_frame_that_waits_for_a_decision_is_on_top_of_some_position() -> None:
    """Except for debts at the end of a stock round, which players seldom cannot pay; a die roll waits for no one."""
    texts = [each["position"] for title in TITLES for each in file(title)["positions"]]
    shown = {top_frame(position.read(text)) for text in texts}
    assert {kind.__name__ for kind in KINDS} - shown == {"PendingDieRoll", "DebtCollection", "Operating"}


@pytest.mark.parametrize("title", TITLES)
def test_the_order_of_ids_is_that_of_the_position(title: str) -> None:
    """Read by the file alone: the companies' treasuries, trains, tokens and the powers' numbers."""
    said = file(title)
    for each in said["positions"]:
        table, game = said["tables"][each["table"]], position.read(each["position"])
        fields = dict(field.partition("=")[::2] for field in each["position"].split(" ")[1:])
        cash = numbers(fields["cash"])
        players, companies = table["players"], [company["symbol"] for company in table["companies"]]
        assert cash[:players] == [player.cash for player in game.players]
        assert cash[players:-1] == [game.company(symbol).cash for symbol in companies]
        trains, holders = numbers(fields["trains"]), len(companies) + 3
        for at, symbol in enumerate(companies):
            held = [name for kind, name in enumerate(table["trains"]) for _ in range(trains[kind * holders + at])]
            assert held == list(game.company(symbol).trains)
        cells = [tuple(table["cells"][cell][1:]) if cell >= 0 else None for cell in numbers(fields["cell"])]
        assert cells == [game.company(symbol).cell for symbol in companies]
        tokens = sum(each["tokens"] for each in (*table["companies"], *table["privates"]))
        assert len(fields["tokens"].split(",")) == tokens
        assert len(numbers(fields["uses"])) == len(table["powers"])
        assert len(numbers(fields["privates"])) == len(table["privates"])


def numbers(text: str) -> list[int]:
    """Numbers of a field: `7*3` is 7 three times."""
    found: list[int] = []
    for part in text.split(","):
        value, _star, times = part.partition("*")
        found += [int(value)] * int(times or 1)
    return found


@pytest.mark.parametrize("entry", positions())
def test_legal_actions_are_all_that_are_legal(entry: dict[str, Any]) -> None:
    game = position.read(entry["position"])
    offers = game.legal_actions()
    assert len(offers) == len(entry["legal"])
    for offer, known in zip(offers, entry["legal"], strict=True):
        if isinstance(offer, Runs):
            assert known["any"] == "routes"
            continue
        assert action_to_data(game.setup, game.names, offer.example()) == known["action"]
        if isinstance(offer, Range):
            limits = {"field": offer.amount, "low": offer.low, "high": offer.high}
            assert known["range"] == limits
            for amount in (offer.low, offer.high):
                action = {**known["action"], offer.amount: amount}
                assert game.is_legal(action_from_data(game.setup, game.names, action))


@pytest.mark.parametrize("entry", positions())
def test_refusals_name_their_clause(entry: dict[str, Any]) -> None:
    game = position.read(entry["position"])
    assert entry["refused"]
    for each in entry["refused"]:
        refusal = game.why_not(action_from_data(game.setup, game.names, each["action"]))
        assert refusal is not None
        assert (refusal.code, refusal.clause) == (each["code"], each["clause"])
        assert refusal.clause in game.setup.clauses.values()


@pytest.mark.parametrize("entry", positions())
def test_positions_after_actions_and_net_worth(entry: dict[str, Any]) -> None:
    game = position.read(entry["position"])
    assert {player.name: player.worth for player in game.players} == entry["worth"]
    for each in entry["after"]:
        then = apply(entry["position"], each["action"])
        assert then.is_over == each["over"]
        assert then.is_over or then.position() == each["position"]


@pytest.mark.parametrize("entry", positions())
def test_best_runs(entry: dict[str, Any]) -> None:
    game = position.read(entry["position"])
    for each in entry["best_runs"]:
        best = game.company(each["company"]).best_run(each["trains"])
        routes = [{"train": train, "hexes": list(hexes)} for train, hexes in zip(best.trains, best.routes, strict=True)]
        assert (best.revenue, routes) == (each["revenue"], each["routes"])


def test_best_runs_are_those_of_the_other_program() -> None:
    """Its exhaustive search gave these revenues, for 100 runs of people's games."""
    entries = file(RECORDED)["runs"]
    assert len(entries) == 100
    for each in entries:
        assert (
            position.read(each["position"]).company(each["company"]).best_run(each["trains"]).revenue == each["revenue"]
        )


def test_moves_lead_to_the_recorded_positions() -> None:
    for each in file(RECORDED)["moves"]:
        assert apply(each["position"], each["action"]).position() == each["after"]


def moves_of(path: Path) -> dict[int, tuple[str, str]]:
    name = f"{path.parent.name}/{path.stem}"
    return {
        each["index"]: (each["position"], each["after"]) for each in file(RECORDED)["moves"] if each["game"] == name
    }


@pytest.mark.shared("games/1889/247.json", "games/random/1888-3p-353.json")
def test_moves_are_those_of_the_recorded_games(shared_file: Path) -> None:
    """Conformance tests compare each position of these games with that of 18xx.games' program."""
    known = moves_of(shared_file)
    assert len(known) >= 3
    imported = interop.read(shared_file)
    while imported.remaining:
        at, before = imported.file_action.index, imported.game.position()
        imported.step()
        if at in known:
            assert known.pop(at) == (before, imported.game.position())
    assert not known


# The manual

PAGE = ROOT / "docs" / "positions.md"


def test_the_manual_has_every_field_in_order() -> None:
    text = tetsudo.new("1889", players=["Ann", "Bo"]).position()
    fields = [field.partition("=")[0] for field in text.split(" ")[1:]]
    listed = re.findall(r"^\| `(\w+)` \|", PAGE.read_text("utf-8").partition("### Fields")[2].partition("###")[0], re.M)
    assert [field for field in listed if field not in LATER_FIELDS] == fields
    assert set(LATER_FIELDS) <= set(listed)


def test_the_manual_has_every_frame_with_its_values() -> None:
    listed = re.findall(r"^\| (\d+) \| `(\w+)` \| (.*?) ?\|", PAGE.read_text("utf-8"), re.M)
    assert [(number, name, values.strip()) for number, name, values in listed] == [
        (str(number), kind.__name__, ", ".join(f"`{value}`" for value in kind.__match_args__))
        for number, kind in enumerate(KINDS)
    ]
