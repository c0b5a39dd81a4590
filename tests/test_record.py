"""Records: content, reading back, and messages for bad ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tetsudo
from tetsudo.core.actions import KINDS, Bid, Pass
from tetsudo.core.errors import BadInput
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.text.record_schema import SCHEMA, schema
from tetsudo.interop import replay
from tetsudo.language.labels import action_from_data, action_text, action_to_data

ANN_AND_BO = ["Ann", "Bo"]


def begun(*actions: dict[str, Any], **head: Any) -> dict[str, Any]:
    """A record of a two-player game."""
    start = {"format": "tetsudo", "version": 2, "title": "1889", "players": ANN_AND_BO}
    return {**start, **head, "actions": list(actions)}


def played() -> Game:
    game = tetsudo.new("1889", ANN_AND_BO, seed=7)
    game.apply(Bid(0, 2, 55))
    game.apply(Pass(1))
    return game


# Reading back


def test_a_game_comes_back_from_its_record(tmp_path: Path) -> None:
    game = played()
    written = game.record()
    path = tmp_path / "game.json"
    path.write_bytes(written.to_json())
    for source in (
        written,
        written.to_json(),
        written.to_json().decode(),
        path,
        str(path),
        json.loads(path.read_bytes()),
    ):
        again = tetsudo.load(source)
        assert again.state == game.state
        assert again.actions == game.actions
        assert again.names == game.names
        assert again.seed == 7
        assert again.record() == written


@pytest.mark.shared("games/1889/247.json", "games/random/1889b-3p-373.json", "games/1889/68.json")
def test_recorded_games_come_back_from_ours(shared_file: Path) -> None:
    game = replay(shared_file).game
    again = tetsudo.load(game.record().to_json())
    assert again.state == game.state
    assert again.setup.variants == game.setup.variants


def test_a_record_holds_what_differs_from_the_defaults() -> None:
    game = tetsudo.new("1889", ANN_AND_BO, options={"bank": 5000, "float_percent": 50, "offers": "agreed"})
    assert game.record().options == {"bank": 5000, "offers": "agreed"}
    assert tetsudo.load(game.record()).setup.settings == game.setup.settings


def test_a_record_depends_on_no_generator() -> None:
    """The deal and the drawn seating are written."""
    game = tetsudo.new("1889", ["Ann", "Bo", "Cy"], variants=["beginner"], seed=3, seating="random")
    written = json.loads(game.record().to_json())
    assert written["players"] == list(game.names)
    assert sorted(written["deal"]) == ["DR", "ER", "SIR"]
    written["seed"] = 99
    assert tetsudo.load(written).state == game.state


def test_random_seats_come_from_the_seed() -> None:
    names = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    seats = {tetsudo.new("1889", names, seed=seed, seating="random").names for seed in range(10)}
    assert len(seats) > 5
    assert all(sorted(each) == names for each in seats)
    assert tetsudo.new("1889", names, seed=1, seating="random").names in seats


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True, "7"])
def test_a_seed_that_no_record_can_hold_is_refused(seed: Any) -> None:
    with pytest.raises(BadInput, match=f"seed: must be a whole number from 0 to {2**63 - 1}"):
        tetsudo.new("1889", ANN_AND_BO, seed=seed)
    assert tetsudo.load(tetsudo.new("1889", ANN_AND_BO, seed=2**63 - 1).record().to_json()).seed == 2**63 - 1


def test_a_game_from_the_middle_is_recorded_with_its_position() -> None:
    before = played()
    game = Game.at(before.ruleset, before.names, before.state.clone())
    game.apply(Pass(0))
    written = game.record()
    assert written.start == before.position()
    again = tetsudo.load(written.to_json())
    assert again.state == game.state
    assert again.length == 1


def test_a_file_has_an_action_a_line() -> None:
    lines = played().record().to_json().decode().splitlines()
    assert '  {"type": "bid", "player": "Ann", "lot": "ER", "price": 55},' in lines


def test_every_action_of_a_game_is_told_and_read_by_names(shared: Path) -> None:
    game = replay(shared / "games/1889/314.json").game
    kinds = set()
    for action in game.actions:
        data = action_to_data(game.setup, game.names, action)
        assert data["type"] == action.kind
        assert action_from_data(game.setup, game.names, json.loads(json.dumps(data))) == action
        assert action_text(game.setup, game.names, action)
        kinds.add(action.kind)
    assert len(kinds) > 10


def test_the_schema_is_up_to_date() -> None:
    """To rebuild it: `python -m tetsudo.game.text.record_schema`."""
    assert json.loads(SCHEMA.read_bytes()) == schema()
    assert {"GameRecord", *KINDS} <= schema()["$defs"].keys()


# Refusals


def test_an_illegal_action_names_index_action_clause_and_reason() -> None:
    bid = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
    with pytest.raises(record.BadRecord) as refused:
        tetsudo.load(begun(bid, bid))
    assert refused.value.index == 1
    assert refused.value.action == bid
    assert refused.value.clause.startswith("1889-")
    assert refused.value.reason
    assert refused.value.where == "actions[1]"
    assert isinstance(refused.value, BadInput)


@pytest.mark.parametrize(
    ("action", "where"),
    [
        ({}, "actions[0].type"),
        ({"type": ["pass"]}, "actions[0].type"),
        ({"type": "dance"}, "actions[0].type"),
        ({"type": "pass"}, "actions[0].player"),
        ({"type": "pass", "player": "Cy"}, "actions[0].player"),
        ({"type": "pass", "player": 0}, "actions[0].player"),
        ({"type": "pass", "player": "Ann", "why": "tired"}, "actions[0].why"),
        ({"type": "bid", "player": "Ann", "lot": "ER", "price": -5}, "actions[0].price"),
        ({"type": "bid", "player": "Ann", "lot": "ER", "price": 1e3}, "actions[0].price"),
        ({"type": "bid", "player": "Ann", "lot": "ER", "price": True}, "actions[0].price"),
        ({"type": "bid", "player": "Ann", "lot": "ER", "price": 10**30}, "actions[0].price"),
        (
            {"type": "lay_tile", "player": "Ann", "company": "AR", "hex": "K8", "tile": "5", "rotation": 6},
            "actions[0].rotation",
        ),
        ({"type": "buy_share", "player": "Ann", "company": "AR", "source": "Bo"}, "actions[0].source"),
        ({"type": "answer", "player": "Ann", "accept": 1}, "actions[0].accept"),
        ({"type": "run_routes", "player": "Ann", "company": "AR", "routes": [1]}, "actions[0].routes[0]"),
        ({"type": "run_routes", "player": "Ann", "company": "AR", "routes": [{}] * 99}, "actions[0].routes"),
        (
            {"type": "run_routes", "player": "Ann", "company": "AR", "routes": [{"train": "2", "hexes": ["K8", "Z9"]}]},
            "actions[0].routes[0].hexes[1]",
        ),
    ],
)
def test_an_action_that_names_nothing_is_refused_with_its_field(action: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as refused:
        tetsudo.load(begun(action))
    assert refused.value.where == where


@pytest.mark.parametrize(
    ("head", "where"),
    [
        ({"format": "18xx"}, "format"),
        ({"version": 3}, "version"),
        ({"version": "1"}, "version"),
        ({"title": 1889}, "title"),
        ({"title": "1830"}, "title"),
        ({"players": "Ann"}, "players"),
        ({"players": ["Ann", 5]}, "players[1]"),
        ({"players": ["Ann", "Ann"]}, "players[1]"),
        ({"players": ["Ann", " ann"]}, "players[1]"),
        ({"players": ["Ann", " "]}, "players[1]"),
        ({"players": ["Ann", "Bo\n"]}, "players[1]"),
        ({"players": ["Ann", "B" * 61]}, "players[1]"),
        ({"players": ["Ann"]}, "players"),
        ({"variants": ["flying"]}, "variant"),
        ({"options": {"bank": "much"}}, "options"),
        ({"options": {"bank": 1.5}}, "options[...]"),
        ({"options": {"luck": 1}}, "options"),
        ({"deal": ["TR", "MF"]}, "deal"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"scenario": "B"}, "scenario"),
        ({"start": "nowhere"}, "position"),
        ({"comment": "hello"}, "record"),
    ],
)
def test_a_bad_head_is_refused_with_its_field(head: dict[str, Any], where: str) -> None:
    with pytest.raises(BadInput) as refused:
        tetsudo.load(begun(**head))
    assert refused.value.where == where, str(refused.value)


def test_actions_of_the_wrong_type_are_refused() -> None:
    with pytest.raises(BadInput, match="actions"):
        tetsudo.load({**begun(), "actions": {"0": "pass"}})
    with pytest.raises(BadInput, match="actions"):
        tetsudo.load({**begun(), "actions": ["pass"]})


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{", "line 1"),
        ('{\n"format": "tetsudo",\n"version": 1,,\n}', "line 3"),
        ('{"format": "tetsudo", "version": NaN}', "line 1"),
        ('{"format": "tetsudo", "version": Infinity}', "line 1"),
        ('{"a": ' + "[" * 100_000, "file"),
        ('{"a": ' * 100_000, "file"),
        ('{"format": "\udc80"}', "file"),
    ],
)
def test_text_that_is_not_json_is_refused_with_its_line(text: str, where: str) -> None:
    with pytest.raises(BadInput) as refused:
        tetsudo.load(text)
    assert refused.value.where == where, str(refused.value)


@pytest.mark.parametrize("data", [b"", b"[]", b"5", b"null", b'"{}"', b"\xff\xfe", b"\x00" * 100])
def test_other_things_are_refused(data: bytes) -> None:
    with pytest.raises(BadInput):
        tetsudo.load(data)


def test_a_truncated_record_is_refused_with_its_line() -> None:
    data = played().record().to_json()
    with pytest.raises(BadInput, match="line 9"):
        tetsudo.load(data[:-30])


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # sparse file: uses no disk space
    for source in (path, b" " * 8_000_001):
        with pytest.raises(BadInput, match="larger than"):
            tetsudo.load(source)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.json", "a\x00b"):
        with pytest.raises(BadInput, match="cannot be read"):
            tetsudo.load(path)
