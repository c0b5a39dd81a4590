"""Import of 18xx.games files: kind, preset, and messages for bad files."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tetsudo
from tests.properties.test_earthquake import begin as quakes
from tetsudo import interop
from tetsudo.core.actions import Chance, Pass
from tetsudo.core.errors import BadInput
from tetsudo.interop.game_setup import deal_order

PLAYERS = [{"id": 7, "name": "Ann"}, {"id": 9, "name": "Bo"}]


def file(*actions: dict[str, Any], **head: Any) -> dict[str, Any]:
    """A file of a two-player game in 18xx.games' format."""
    start = {"id": 1, "title": "1889", "players": PLAYERS, "settings": {"seed": 1, "optional_rules": []}}
    sent = [{"id": at, "entity_type": "player", **action} for at, action in enumerate(actions, 1)]
    return {**start, **head, "actions": sent}


BUY = {"type": "bid", "entity": 7, "company": "TR", "price": 20}


def test_the_kind_of_a_file_is_found_out_from_it() -> None:
    assert interop.detect(file()) == "18xx.games"
    assert interop.detect({"players": ["p1"], "actions": []}) == "cleaned"
    assert interop.detect({"format": "tetsudo"}) == "tetsudo"
    with pytest.raises(BadInput, match="neither a Tetsudo record"):
        interop.detect({"name": "somebody"})


def test_games_are_played_under_the_preset() -> None:
    game = interop.read(file()).game
    assert game.setup.variants == ("18xx.games",)
    assert game.names == ("Ann", "Bo")
    beginner = interop.read(file(settings={"seed": 5, "optional_rules": ["beginner_game"]})).game
    assert beginner.setup.variants == ("18xx.games", "beginner")


def test_steps_and_callback() -> None:
    seen = []
    report = interop.replay(
        file(BUY, {"type": "pass", "entity": 9}), lambda game, action, _: seen.append((game, action))
    )
    assert report.error is None
    assert [game for game, _ in seen] == [report.game] * 2
    assert seen[1][1] == Pass(1)
    assert report.game.players[0].privates == ("TR",)


def test_a_downloaded_game_replays(shared: Path) -> None:
    path = shared / "games/raw/1889-hotseat.json"
    report = interop.replay(path)
    assert report.error is None
    result = {str(each.player + 1): each.total for each in report.game.standings()}
    assert result == json.loads(path.read_bytes())["result"]


def test_our_own_records_replay_too() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"], seed=4)
    game.apply(Pass(0))
    report = interop.replay(game.record().to_json())
    assert report.error is None
    assert report.game.digest() == game.digest()


def with_chance() -> tetsudo.Game:
    """A game of 1890 with a die roll."""
    game, draw = quakes(7), Random(7)
    while not any(isinstance(action, Chance) for action in game.actions):
        game.apply(draw.choice(game.legal_actions()).example())
    return game


def test_a_record_in_which_chance_decided_replays_too() -> None:
    """With the result in the record, or rolled automatically at the end."""
    game = with_chance()
    written = game.record()
    assert written.actions[-1]["type"] == "chance"
    for actions in (written.actions, written.actions[:-1]):
        written.actions = actions
        report = interop.replay(written.to_json())
        assert report.error is None
        assert report.game.digest() == game.digest()
        assert interop.load(written.to_json()).digest() == game.digest()


def test_an_illegal_action_is_reported_with_index_clause_and_reason() -> None:
    undone = [{"type": "pass", "entity": 7}, {"type": "undo", "entity": 7}]
    report = interop.replay(file(*undone, BUY, BUY))
    assert report.error
    assert report.error.index == 3
    assert report.error.action["company"] == "TR"
    assert report.error.clause.startswith("1889-")
    assert report.error.reason
    assert report.game.length == 1


@pytest.mark.parametrize(
    ("action", "where"),
    [
        ({"type": "dance", "entity": 7}, "actions[0].type"),
        ({"type": "pass", "entity": 8}, "actions[0].entity"),
        ({"type": "pass", "entity": None}, "actions[0].entity"),
        ({"type": "pass", "entity": 7, "entity_type": "ghost"}, "actions[0].entity_type"),
        ({"type": "bid", "entity": 7, "company": "XX", "price": 20}, "actions[0].company"),
        ({"type": "bid", "entity": 7, "company": "TR", "price": "much"}, "actions[0].price"),
        ({"type": "bid", "entity": 7, "company": "TR", "price": 10**18}, "actions[0].price"),
        ({"type": "par", "entity": 7, "corporation": "AR", "share_price": "x"}, "actions[0].share_price"),
        ({"type": "buy_shares", "entity": 7, "shares": []}, "actions[0].shares"),
        ({"type": "buy_shares", "entity": 7, "shares": ["AR_99"]}, "actions[0].shares"),
        ({"type": "buy_shares", "entity": 7, "shares": ["AR_1", "KO_1"]}, "actions[0].shares"),
        ({"type": "sell_shares", "entity": 7, "shares": ["AR"], "percent": 10}, "actions[0].shares[0]"),
        ({"type": "lay_tile", "entity": "AR", "hex": "K8", "tile": "999-0", "rotation": 0}, "actions[0].tile"),
        ({"type": "lay_tile", "entity": "AR", "hex": "Z1", "tile": "5-0", "rotation": 0}, "actions[0].hex"),
        ({"type": "place_token", "entity": "AR", "city": "5-0-0"}, "actions[0].city"),
        ({"type": "dividend", "entity": "AR", "entity_type": "corporation", "kind": "gift"}, "actions[0].kind"),
        (
            {"type": "buy_train", "entity": "AR", "entity_type": "corporation", "train": "9-0", "price": 1},
            "actions[0].train",
        ),
        (
            {"type": "buy_train", "entity": "AR", "entity_type": "corporation", "train": "2-9", "price": 1},
            "actions[0].train",
        ),
    ],
)
def test_an_action_that_names_nothing_is_reported_with_its_field(action: dict[str, Any], where: str) -> None:
    report = interop.replay(file(action))
    assert report.error
    assert report.error.reason.startswith(where)
    assert report.error.clause == ""


@pytest.mark.parametrize(
    ("routes", "where"),
    [
        ([{"train": "2-0", "connections": [["K4", "Z9"]]}], "routes[0].connections[0]"),
        ([{"train": "2-0", "connections": ["K4"]}], "routes[0].connections[0]"),
        ([{"train": "2-0", "connections": [["K4", "J3"], ["I4", "I2"]]}], "routes[0].connections"),
        ([{"train": 5, "connections": []}], "routes[0].train"),
        ([{"train": "2-0"}], "routes[0].connections"),
        ([{"train": "2-0", "connections": None, "hexes": None}], "routes[0].connections"),
        ([{"train": "2-0", "connections": [], "revenue": 30}], "routes[0].revenue"),
        ([{"train": "2-0", "hexes": ["K4", "Z9"]}], "routes[0].hexes[1]"),
        ([{"train": "2-0", "hexes": "K4"}], "routes[0].hexes"),
        ([{"train": "2-0", "hexes": ["K4"] * 201}], "routes[0].hexes"),
        ([{"train": "2-0", "stops": ["K4", "J3"]}], "routes[0].stops"),
        ([{"train": "2-0", "connections": [["K4", "J3"]], "path": 5}], "routes[0].path"),
        (None, "routes"),
    ],
)
def test_a_route_that_names_nothing_is_reported_with_its_field(routes: list, where: str) -> None:
    action = {"type": "run_routes", "entity": "AR", "entity_type": "corporation", "routes": routes}
    report = interop.replay(file(action))
    assert report.error
    assert report.error.reason.startswith(f"actions[0].{where}")


@pytest.mark.parametrize(
    ("head", "where"),
    [
        ({"title": "1830"}, "title"),
        ({"title": None}, "title"),
        ({"players": []}, "players"),
        ({"players": [{"id": 7, "name": "Ann"}]}, "players"),
        ({"players": [{"id": 7, "name": "Ann"}, {"id": 7, "name": "Bo"}]}, "players"),
        ({"players": [{"id": 7, "name": "Ann"}, {"id": 8, "name": "Ann"}]}, "players[1]"),
        ({"players": [{"id": 7, "name": ["Ann"]}, {"id": 8, "name": "Bo"}]}, "players[0].name"),
        ({"settings": {"optional_rules": ["flying"]}}, "settings.optional_rules[0]"),
        ({"settings": []}, "settings"),
    ],
)
def test_a_bad_head_is_refused_with_its_field(head: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as refused:
        interop.read(file(**head))
    assert refused.value.where == where


@pytest.mark.parametrize(("players", "rules"), [(2, ["small_bank"]), (3, ["small_bank"]), (4, ["north", "small_bank"])])
def test_the_early_name_of_the_published_rules_of_1888_is_read(players: int, rules: list[str]) -> None:
    """They have a bank of 9,000, and companies float at 60 %; 18xx.games' prototype has 10,000 and 50 %."""
    named = [{"id": seat, "name": name} for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")[:players], 1)]
    game = interop.read(file(title="1888", players=named, settings={"optional_rules": rules})).game
    settings = game.setup.settings
    assert (game.setup.title, game.setup.variants) == ("1888n", ("18xx.games",))
    assert (settings.bank, settings.float_percent) == (9000, 60)


def test_the_case_of_the_small_bank(shared: Path) -> None:
    game = interop.load(shared / "cases/small-bank.json")
    assert (game.setup.title, game.view().bank) == ("1888n", 9000 - 3 * 800)


def test_an_optional_rule_that_is_not_here_is_named_with_what_it_needs() -> None:
    with pytest.raises(BadInput, match="the optional rule 'east' of 1888 is not supported: the map and the companies"):
        interop.read(file(title="1888", settings={"optional_rules": ["north", "east"]}))
    known = "without any, or with north, small_bank, a game is read"
    with pytest.raises(BadInput, match=f"the optional rule 'flying' of 1888 is not supported; {known}"):
        interop.read(file(title="1888", settings={"optional_rules": ["flying"]}))


def test_a_chain_of_hexes_may_stand_in_either_direction(shared: Path) -> None:
    """All chains of a real game reversed: the game is the same."""
    path = shared / "games/1889/224.json"
    data = json.loads(path.read_bytes())
    for action in data["actions"]:
        for route in action.get("routes", []):
            route["connections"] = [chain[::-1] for chain in route["connections"]]
            del route["hexes"]
    report = interop.replay(data)
    assert report.error is None
    assert report.game.digest() == interop.replay(path).game.digest()


def test_where_shares_come_from_is_known_without_being_told(shared: Path) -> None:
    """Downloaded files have no `from`; it follows from the numbers of the certificates."""
    path = shared / "games/random/1889-3p-503.json"
    data = json.loads(path.read_bytes())
    sources = []
    imported = interop.read(data)
    while imported.remaining:
        sent = imported.file_action.fields.raw
        action, _ = imported.step()
        if sent["type"] == "buy_shares" and sent["entity_type"] == "player":
            sources.append((sent["from"], action.source - len(data["players"])))  # type: ignore[attr-defined]
    assert set(sources) == {("ipo", 0), ("market", 1)}


@pytest.mark.parametrize(
    ("seed", "privates", "dealt"),
    [(373, "ER DR SIR", "ER SIR DR"), (305, "TR ER SMR DR SIR", "ER SMR SIR TR DR")],
)
def test_privates_are_dealt_as_that_program_draws_them(seed: int, privates: str, dealt: str) -> None:
    """The two beginner games of the shared folder, with the seeds from their names."""
    assert deal_order(seed, privates.split()) == dealt.split()


def test_brown_before_its_phase_is_read_under_an_option_of_its_own(shared: Path) -> None:
    """18xx.games allows any colour; a game that used this is played without the rule, others with it."""
    assert interop.read(shared / "games/1889/68.json").game.setup.settings.tile_colours == "any"
    assert interop.read(shared / "games/1889/104.json").game.setup.settings.tile_colours == "phase"


def test_a_route_that_is_only_its_stops_is_refused(shared: Path) -> None:
    """A route that cannot be traced is an error, not an empty run."""
    data = json.loads((shared / "games/1889/224.json").read_bytes())
    run = next(
        action
        for action in data["actions"]
        if action["type"] == "run_routes" and any(len(chain) > 2 for chain in action["routes"][0]["connections"])
    )
    del run["routes"][0]["connections"]
    report = interop.replay(data)
    assert report.error
    assert (report.error.action["type"], report.error.clause) == ("run_routes", "1889-RUN-02")


def passing(entity: str, kind: str, path: Path, at: int) -> str:
    """The reason why an entity may not pass in place of a recorded action; "" if it may."""
    data = json.loads(path.read_bytes())
    passed = {"type": "pass", "entity": entity, "entity_type": kind}
    report = interop.replay(data | {"actions": [*data["actions"][:at], passed]})
    return report.error.reason if report.error else ""


def test_only_who_is_asked_passes(shared: Path) -> None:
    """A private passes for itself if asked to lay, and a company only in its own turn."""
    path = shared / "games/random/1889-4p-34.json"
    data = json.loads(path.read_bytes())
    steps = list(enumerate(data["actions"]))
    lay = next(at for at, each in steps if each["entity"] == "ER" and each["type"] == "pass")
    assert passing("ER", "company", path, lay) == ""
    for entity, kind in (("MF", "company"), (data["actions"][lay - 1]["entity"], "corporation"), ("p1", "player")):
        assert "has nothing to pass now" in passing(entity, kind, path, lay)
    step = next(at for at, each in steps if at > lay and (each["type"], each["entity_type"]) == ("pass", "corporation"))
    company = data["actions"][step]["entity"]
    assert passing(company, "corporation", path, step) == ""
    positions = [data["initial"], *data["trace"][:step]]
    owners = {name: each["president"] for entry in positions for name, each in entry.get("corps", {}).items()}
    others = [name for name, each in owners.items() if each and name != company]
    for entity, kind in ((others[0], "corporation"), (owners[company], "player"), ("ER", "company"), ("MF", "company")):
        assert "has nothing to pass now" in passing(entity, kind, path, step)


def broken(path: Path, kind: str, change: dict[str, Any], key: str = "type") -> interop.ReplayError | None:
    """The error of a game that ends at its first action of a kind, with that action changed."""
    data = json.loads(path.read_bytes())
    at = next(at for at, action in enumerate(data["actions"]) if action["type"] == kind and key in action)
    data["actions"][at:] = [{**data["actions"][at], **change}]
    error = interop.replay(data).error
    assert error is None or error.index == at
    return error


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        ("sell_shares", {}, ""),
        ("sell_shares", {"shares": ["KO_1", "KO_1"], "percent": 20}, "shares: must be shares of the seller, each once"),
        ("sell_shares", {"shares": ["SR_0"], "percent": 20}, "shares: must be shares of the seller, each once"),
        ("sell_shares", {"shares": ["KO_99"]}, "shares: must be shares of the seller, each once"),
        ("sell_shares", {"percent": 20}, "percent: is not what these shares are"),
        ("sell_shares", {"percent": 19}, "percent: is not what these shares are"),
        ("discard_train", {}, ""),
        ("discard_train", {"train": "3-99"}, "train: there is no train '3-99'"),
        ("discard_train", {"train": "3-3"}, "train: IR has no train '3-3'"),
        ("buy_train", {}, ""),
        ("buy_train", {"exchange": "4-99"}, "exchange: there is no train '4-99'"),
        ("buy_train", {"exchange": "4-0"}, "exchange: AR has no train '4-0'"),
    ],
)
@pytest.mark.shared("games/1889/319.json")
def test_a_copy_is_named_by_who_has_it(shared_file: Path, kind: str, change: dict[str, Any], reason: str) -> None:
    """Otherwise the copies would be tracked wrongly, and a later purchase misread."""
    error = broken(shared_file, kind, change, "exchange" if kind == "buy_train" else "type")
    assert (error.reason.partition("].")[2] if error else "") == reason
