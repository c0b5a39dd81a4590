"""Play by the API: what is legal, what is refused and why, and whole games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import tetsudo
from tests.web.api.builders import Program, open_game, person
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Table

pytestmark = pytest.mark.django_db

MANUAL = {"auto_pass": "never"}


def test_every_legal_action_is_accepted_as_it_is_listed_and_as_it_is_typed() -> None:
    ann = person("Ann")
    random = Random(5)
    for number in range(30):
        if number % 10 == 0:
            key = open_game(ann)
        now = ann.get(f"/tables/{key}/actions").data
        chosen = random.choice([each for each in now["actions"] if each["action"]])
        sent = {"command": chosen["command"]} if number % 2 else {"action": chosen["action"]}
        said = ann.post(f"/tables/{key}/actions", {"version": now["version"], **sent})
        assert said.status == 200, (chosen, said)
        assert said.data["version"] > now["version"]


def test_the_legal_actions_are_those_of_the_engine() -> None:
    ann = person("Ann")
    key = open_game(ann)
    table = Table.objects.get(key=key)
    game = games.current(table).game
    now = ann.get(f"/tables/{key}/actions").data
    assert [each["type"] for each in now["actions"]] == [offer.kind for offer in game.legal_actions()]
    bids = [each for each in now["actions"] if each["amount"]]
    assert bids
    for each in bids:
        assert each["amount"]["field"] == "price"
        for price in (each["amount"]["low"], each["amount"]["high"]):
            action = tetsudo.language.labels.action_from_data(
                game.setup, game.names, {**each["action"], "price": price}
            )
            assert game.why_not(action) is None


def test_a_stale_move_is_refused_with_409_and_changes_nothing() -> None:
    ann = person("Ann")
    key = open_game(ann)
    first = ann.get(f"/tables/{key}/actions").data["actions"][0]["action"]
    assert ann.post(f"/tables/{key}/actions", {"version": 0, "action": first}).status == 200
    said = ann.post(f"/tables/{key}/actions", {"version": 0, "action": first})
    assert (said.status, said.data["kind"]) == (409, "stale")
    assert Table.objects.get(key=key).version == 1


def test_an_illegal_move_names_its_clause_and_the_remedy() -> None:
    ann = person("Ann")
    key = open_game(ann)
    now = ann.get(f"/tables/{key}/actions").data
    bid = next(each for each in now["actions"] if each["amount"])
    too_low = {**bid["action"], "price": bid["amount"]["low"] - 1}
    said = ann.post(f"/tables/{key}/actions", {"version": 0, "action": too_low})
    assert (said.status, said.data["kind"]) == (422, "illegal")
    assert said.data["clause"].startswith("1889-")
    assert said.data["code"]
    assert said.data["clause"] not in said.data["sentence"]
    assert Table.objects.get(key=key).version == 0


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"version": 0}, 422),
        ({"version": 0, "action": {"type": "pass", "player": "Ann"}, "command": "pass"}, 422),
        ({"version": 0, "action": {"type": "fly", "player": "Ann"}}, 422),
        ({"version": 0, "action": {}}, 422),
        ({"version": 0, "command": "fly to the moon"}, 422),
        ({"version": -1, "command": "pass"}, 422),
        ({"version": 10**12, "command": "pass"}, 422),
        ({"command": "pass"}, 422),
        ({"version": 5, "command": "pass"}, 409),
    ],
)
def test_a_malformed_move_is_refused_with_a_sentence(sent: dict[str, Any], status: int) -> None:
    ann = person("Ann")
    key = open_game(ann, settings=MANUAL)
    said = ann.post(f"/tables/{key}/actions", sent)
    assert said.status == status, said
    assert said.data["sentence"]
    assert Table.objects.get(key=key).version == 0


def test_nobody_moves_for_another() -> None:
    ann, bo = person("Ann"), person("Bo")
    key = open_game(ann, "me", "open")
    before = ann.get(f"/tables/{key}/actions")
    assert (before.status, before.data["kind"]) == (422, "bad_input")
    bo.post(f"/tables/{key}/seats/1/join")
    now = ann.get(f"/tables/{key}/actions").data
    assert bo.get(f"/tables/{key}/actions").data["actions"] == []
    for other in (bo, person("Cy")):
        said = other.post(f"/tables/{key}/actions", {"version": 0, "action": now["actions"][0]["action"]})
        assert (said.status, said.data["kind"]) == (403, "not_allowed")
    assert Program().post(f"/tables/{key}/actions", {"version": 0, "command": "pass"}).status == 401


def test_a_spectator_sees_what_the_player_to_act_may_do() -> None:
    key = open_game(person("Ann"))
    assert Program().get(f"/tables/{key}/actions").data["actions"]


def test_positions_are_kept_and_the_record_replays_to_the_present_one() -> None:
    ann = person("Ann")
    key = open_game(ann)
    seen = []
    for _ in range(6):
        now = ann.get(f"/tables/{key}/actions").data
        seen.append((now["version"], ann.get(f"/tables/{key}/position").data["position"]["position"]))
        ann.post(f"/tables/{key}/actions", {"version": now["version"], "action": now["actions"][0]["action"]})
    for version, position in seen:
        then = ann.get(f"/tables/{key}/position?version={version}").data
        assert then["position"]["position"] == position
    assert ann.get(f"/tables/{key}/position?version=900").status == 404
    record = ann.get(f"/tables/{key}/record").data
    now = ann.get(f"/tables/{key}/position").data
    assert tetsudo.load(record).position() == now["position"]["position"]
    assert record.get("seed") is None
    assert now["viewer"] in ("Ann", "Ann 2")
    assert Program().get(f"/tables/{key}/position").data["viewer"] is None


def test_moves_after_a_version_tell_all_that_happened() -> None:
    ann = person("Ann")
    key = open_game(ann, settings={"undo": "free", **MANUAL})
    for _ in range(2):
        now = ann.get(f"/tables/{key}/actions").data
        ann.post(f"/tables/{key}/actions", {"version": now["version"], "action": now["actions"][0]["action"]})
    assert ann.post(f"/tables/{key}/undo", {"version": 2}).data["version"] == 3
    assert ann.post(f"/tables/{key}/redo", {"version": 3}).data["version"] == 4
    assert ann.post(f"/tables/{key}/redo", {"version": 4}).status in (403, 422)
    said = ann.get(f"/tables/{key}/moves?after=1").data
    assert said["version"] == 4
    assert [(each["version"], each["move"]["type"]) for each in said["moves"]][1:] == [(3, "undo"), (4, "redo")]
    assert ann.get(f"/tables/{key}/moves?after=4").data["moves"] == []


def test_an_undo_that_others_must_agree_to() -> None:
    ann, bo = person("Ann"), person("Bo")
    key = open_game(ann, "me", "open", settings={"undo": "agree", **MANUAL})
    bo.post(f"/tables/{key}/seats/1/join")
    first = ann.get(f"/tables/{key}/actions").data["actions"][0]["action"]
    ann.post(f"/tables/{key}/actions", {"version": 0, "action": first})
    assert ann.post(f"/tables/{key}/undo", {"version": 1}).status == 403
    assert ann.post(f"/tables/{key}/undo/ask", {"version": 1}).status == 200
    assert bo.post(f"/tables/{key}/undo/decline").status == 200
    assert ann.post(f"/tables/{key}/undo/ask", {"version": 1}).status == 200
    assert bo.post(f"/tables/{key}/undo/agree", {"version": 1}).data["version"] == 2


def test_nothing_is_played_before_all_seats_are_taken() -> None:
    ann = person("Ann")
    key = open_game(ann, "me", "open")
    for path, sent in (
        ("actions", {"version": 0, "command": "pass"}),
        ("actions", {"version": 0, "action": {"type": "pass", "player": "Ann"}}),
        *((each, {"version": 0}) for each in ("undo", "redo", "undo/ask", "undo/agree")),
        ("undo/decline", {}),
    ):
        said = ann.post(f"/tables/{key}/{path}", sent)
        assert (said.status, said.data["kind"]) == (422, "bad_input"), (path, said)
        assert "a seat is still open" in said.data["sentence"]
    for path in ("position", "actions", "moves", "record"):
        assert ann.get(f"/tables/{key}/{path}").status == 422
    assert Table.objects.get(key=key).version == 0


def test_the_chat_is_written_and_read() -> None:
    ann = person("Ann")
    key = open_game(ann)
    said = ann.post(f"/tables/{key}/chat", {"text": "Hello."})
    assert said.status == 201
    assert said.data["name"] == "Ann, Ann 2"
    lines = Program().get(f"/tables/{key}/chat").data
    assert [line["text"] for line in lines if not line["is_news"]] == ["Hello."]
    assert Program().get(f"/tables/{key}/chat?after={said.data['id']}").data == []
    for wrong in ("", " ", "x" * 1001):
        assert ann.post(f"/tables/{key}/chat", {"text": wrong}).status == 422
    assert person("Bo").post(f"/tables/{key}/chat", {"text": "Hi."}).status == 201, "a spectator of a listed table"


def test_hidden_amounts_stay_hidden() -> None:
    ann, bo = person("Ann"), person("Bo")
    made = ann.post(
        "/tables",
        {"title": "1890", "scenario": "C", "variants": ["hidden-cash"], "seats": [{"kind": "me"}, {"kind": "open"}]},
    )
    assert made.status == 201, made
    key = made.data["key"]
    joined = bo.post(f"/tables/{key}/seats/1/join")
    assert joined.status == 200, joined
    seen = ann.get(f"/tables/{key}/position")
    assert seen.status == 200, seen
    now = seen.data
    assert [player["cash"] is None for player in now["position"]["players"]] == [False, True]
    assert Program().get(f"/tables/{key}/actions").data["actions"] == []
    for path in ("moves", "record"):
        assert ann.get(f"/tables/{key}/{path}").status == 422
