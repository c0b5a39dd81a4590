"""Files of 18xx.games from before November 2020: routes without chains, players and privates by name, single shares."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tetsudo import interop
from tetsudo.core.events import TrainRan
from tetsudo.interop import route_chains_2020
from tetsudo.interop.game_setup import TITLES

PATHS = ("games/1889/224.json", "games/1889/68.json", "games/random/1889-4p-34.json", "games/1888/128097.json")


def end_to_end(chains: list[list[str]], draw: Random) -> list[str]:
    """Chains in one list, each in either direction; a hex shared by two chains appears once or twice."""
    told: list[str] = []
    for chain in chains:
        turned = draw.choice((chain, chain[::-1]))
        told += turned[1:] if told and told[-1] == turned[0] and draw.random() < 0.5 else turned
    return told


def as_in_2020(data: dict[str, Any], draw: Random) -> dict[str, Any]:
    """A game as written in 2020."""
    names = {symbol: name for name, symbol in TITLES[data["title"]].privates.items()}
    players = [each if isinstance(each, str) else each["name"] for each in data["players"]]
    actions = [dict(action) for action in data["actions"]]
    for action in actions:
        if action["type"] == "run_routes":
            action["routes"] = [_route_of_2020(route, draw) for route in action["routes"]]
        if action["entity_type"] == "company":
            action["entity"] = names.get(action["entity"], action["entity"])
        if action["type"] in ("bid", "buy_company"):
            action["company"] = names.get(action["company"], action["company"])
        if action["type"] == "buy_shares":
            action |= {"type": "buy_share", "share": action.pop("shares")[0]}
    return data | {"players": [{"name": name} for name in players], "actions": actions}


def _route_of_2020(route: dict[str, Any], draw: Random) -> dict[str, Any]:
    kept = {key: route[key] for key in ("train", "revenue") if key in route}
    return kept | {"hexes": end_to_end(route["connections"], draw)}


def without_answers(data: dict[str, Any]) -> dict[str, Any]:
    """A cleaned game without the fields that only cleaned games have."""
    return {key: data[key] for key in ("title", "optional_rules", "players", "actions")}


def played_alike(path: Path, seed: int) -> interop.ReplayReport:
    data = json.loads(path.read_bytes())
    report = interop.replay(as_in_2020(without_answers(data), Random(seed)))
    assert report.error is None, report.error
    assert report.game.digest() == interop.replay(path).game.digest()
    return report


@pytest.mark.parametrize("path", PATHS)
def test_a_game_written_as_in_2020_is_the_same_game(path: str, shared: Path) -> None:
    played_alike(shared / path, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3])
def test_every_recorded_game_written_as_in_2020_is_the_same_game(seed: int, shared: Path) -> None:
    for path in sorted((shared / "games").glob("*/*.json")):
        data = json.loads(path.read_bytes())
        if path.parent.name != "raw" and "beginner_game" not in data.get("optional_rules", []):
            played_alike(path, seed)


def test_the_case_of_2020_and_the_same_game_of_today(shared: Path) -> None:
    case, today = (interop.replay(shared / "cases" / f"{name}.json") for name in ("route-2020-chains", "route-today"))
    assert (case.error, case.doubts) == (None, ())
    assert case.game.state == today.game.state


def test_players_by_name_and_single_shares(shared: Path) -> None:
    """Player 2 starts KO at 65 after four auctioned privates."""
    report = interop.replay(shared / "cases/old-names.json")
    assert report.error is None
    company = report.game.companies["KO"]
    assert (company.par, company.president and company.president.name) == (65, "Player 2")
    data = json.loads((shared / "cases/old-names.json").read_bytes())
    bought = {"type": "buy_share", "entity": "Player 1", "entity_type": "player", "share": "KO_1", "percent": 10}
    report = interop.replay(data | {"actions": [*data["actions"], bought]})
    assert report.error is None
    assert report.game.players[0].shares == {"KO": 10}


def test_privates_by_their_names_of_then() -> None:
    """The auction of a published game of May 2020."""
    bids = (("Ann", "Mitsubishi Ferry", 35), ("Bo", "Ehime Railway", 45), ("Cy", "Dougo Railway", 65))
    actions = [
        {"type": "bid", "entity": player, "entity_type": "player", "company": private, "price": price}
        for player, private, price in (*bids, ("Ann", "Takamatsu E-Railroad", 20))
    ]
    file = {"title": "1889", "players": [{"name": name} for name in ("Ann", "Bo", "Cy")], "actions": actions}
    report = interop.replay(file)
    assert report.error is None
    assert report.game.players[0].privates == ("TR", "MF")


def test_players_may_be_called_by_name_though_they_have_numbers() -> None:
    bid = {"type": "bid", "entity": "Ann", "entity_type": "player", "company": "TR", "price": 20}
    players = [{"id": 91, "name": "Ann"}, {"id": 9, "name": "Bo"}]
    assert interop.replay({"title": "1889", "players": players, "actions": [bid]}).error is None
    assert interop.replay({"title": "1889", "players": players, "actions": [bid | {"entity": 91}]}).error is None


def routes_changed(shared: Path, *routes: dict[str, Any]) -> interop.ReplayReport:
    """Replay the case with other routes in its last run."""
    data = json.loads((shared / "cases/route-2020-chains.json").read_bytes())
    data["actions"][-1]["routes"] = list(routes)
    return interop.replay(data)


def test_what_fits_no_track_is_refused_with_its_clause(shared: Path) -> None:
    report = routes_changed(shared, {"train": "3-0", "hexes": ["B3", "B7", "C4"], "revenue": 90})
    assert report.error
    assert report.error.clause == "1889-RUN-02"


def test_of_several_readings_the_one_with_the_recorded_revenue_is_taken(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two legal readings earn it, the result also mentions the other stops."""
    game = interop.replay(shared / "cases/route-2020-chains.json").game
    by_name = game.setup.map.by_name
    longer, shorter = (tuple(by_name[name] for name in names.split()) for names in ("B7 B5 B3 C4", "B3 C4"))
    as_told = route_chains_2020.readings
    monkeypatch.setattr(
        route_chains_2020,
        "readings",
        lambda network, hexes: [shorter, longer] if hexes == shorter[::-1] else as_told(network, hexes),
    )
    ran = {"train": "3-0", "hexes": ["C4", "B3"]}
    for revenue, earned in ((90, 90), (50, 50), (None, 50)):
        report = routes_changed(shared, ran | ({"revenue": revenue} if revenue else {}))
        assert report.error is None
        assert [event.price for event in report.game.events if isinstance(event, TrainRan)][-1] == earned
        assert bool(report.doubts) == (revenue is None)
    assert report.doubts == (
        "actions[224]: the stops of these routes are ambiguous (B3-C4 or B3-B7-C4); the first reading is used",
    )


def test_a_hostile_list_of_hexes_is_soon_read(shared: Path) -> None:
    """Back and forth on the same track: few ways are searched, and the run is refused."""
    report = routes_changed(shared, {"train": "3-0", "hexes": ["B3", "C4"] * 100})
    assert report.error
    assert report.error.clause
