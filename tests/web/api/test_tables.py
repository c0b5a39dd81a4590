"""Tables by the API: lists, new ones, seats."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.accounts.builders import account, guest_of
from tests.web.api.builders import Program, open_game, person, program_of
from tetsudo.titles.loader import titles
from tetsudo.web.api import keys
from tetsudo.web.common import rate_limits
from tetsudo.web.tables.models import Seat, Table
from tetsudo.web.tables.people import blocks

pytestmark = pytest.mark.django_db

HERE = {"kind": "me"}
FREE = {"kind": "open"}


def test_titles_are_listed_with_all_that_can_be_chosen() -> None:
    said = Program().get("/titles")
    assert [each["name"] for each in said.data] == [info.name for info in titles()]
    for info in titles():
        one = Program().get(f"/titles/{info.name}").data
        assert [each["name"] for each in one["scenarios"]] == [each.name for each in info.scenarios]
        assert [each["name"] for each in one["options"]] == [each.name for each in info.options]
    missing = Program().get("/titles/1830")
    assert (missing.status, missing.data["kind"]) == (404, "not_found")


def test_bots_are_listed_the_weakest_first() -> None:
    assert [each["name"] for each in Program().get("/bots").data][:4] == ["random", "simple", "casual", "rules"]


def test_a_table_is_as_on_the_page_of_a_new_one() -> None:
    made = person("Ann").post(
        "/tables",
        {
            "title": "1889",
            "seats": [HERE, FREE, {"kind": "bot", "bot": "random"}],
            "name": "Sunday",
            "variants": ["beginner"],
            "settings": {"deadline": 7, "is_listed": False, "undo": "agree"},
        },
    )
    assert made.status == 201
    table = Table.objects.get(key=made.data["key"])
    assert (table.name, table.deadline, table.is_listed, table.undo) == ("Sunday", 7, False, "agree")
    assert table.best_routes, "as usual"
    assert table.variants == ["beginner"]
    seats = made.data["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "open", "bot"]
    assert [seat["is_mine"] for seat in seats] == [True, False, False]
    assert made.data["page"] == f"http://testserver/t/{table.key}/"
    assert made.data["status"] == "waiting"


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"title": "1830"}, "title"),
        ({"seats": [HERE] * 7}, "title"),
        ({"seats": [HERE]}, "seats"),
        ({"seats": [HERE, {"kind": "bot", "bot": "deep blue"}]}, "bot"),
        ({"settings": {"cheating": True}}, "settings"),
        ({"settings": {"undo": "always"}}, ""),
        ({"settings": {"is_listed": 0}}, "settings"),
        ({"settings": {"auto_pass": False}}, "settings"),
        ({"options": {"automatic_passes": False}}, "options"),
        ({"seats": "two"}, "seats"),
        ({"options": {"gravity": 9}}, "options"),
        ({"variants": ["atlantis"]}, ""),
        ({"colour": "red"}, "colour"),
        ({"scenario": "B"}, "title"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(wrong: dict[str, Any], where: str) -> None:
    ann = person("Ann")
    said = ann.post("/tables", {"title": "1889", "seats": [HERE, HERE], **wrong})
    assert (said.status, said.data["kind"]) == (422, "bad_input"), said
    assert said.data["where"] == where
    assert said.data["sentence"].endswith(".")
    assert not Table.everything.exists()


def test_a_body_that_is_no_json_is_refused() -> None:
    ann = person("Ann")
    answer = ann.client.generic("POST", "/api/v1/tables", b"{", "application/json", headers=ann.headers)
    assert answer.status_code in (400, 422)
    assert answer.json()["sentence"]


def test_lists_show_what_everyone_may_find_and_ones_own() -> None:
    ann, bo = person("Ann"), person("Bo")
    listed, private = open_game(ann, "me", "open"), open_game(ann, "me", "open", settings={"is_listed": False})

    def found(program: Program, which: str) -> set[str]:
        return {each["key"] for each in program.get(f"/tables?which={which}").data["tables"]}

    assert found(bo, "waiting") == found(Program(), "waiting") == {listed}
    assert found(ann, "mine") == {listed, private}
    assert found(bo, "mine") == set()
    assert Program().get("/tables?which=mine").status == 401
    assert bo.get("/tables?title=1888").data == {"tables": [], "next": None}
    assert bo.get("/tables?which=lost").status == 422


def test_long_lists_have_pages() -> None:
    ann = person("Ann")
    rate_limits.reset_counters()
    made = []
    for _ in range(41):
        rate_limits.reset_counters()
        made.append(open_game(ann, "me", "open"))
    first = ann.get("/tables")
    second = ann.get("/tables?page=2")
    assert first.data["next"] == 2
    assert second.data["next"] is None
    found = [each["key"] for each in first.data["tables"] + second.data["tables"]]
    assert found == made[::-1]


def test_seats_are_taken_left_and_given() -> None:
    ann, bo = person("Ann"), person("Bo")
    key = open_game(ann, "me", "open", "open")
    assert bo.post(f"/tables/{key}/seats/1/join").data["seats"][1] == {
        "number": 1,
        "name": "Bo",
        "kind": "person",
        "bot": "",
        "is_mine": True,
    }
    taken = person("Cy").post(f"/tables/{key}/seats/1/join")
    assert (taken.status, taken.data["kind"]) == (403, "not_allowed")
    assert person("Di").post(f"/tables/{key}/seats/1/leave").status == 403
    assert bo.post(f"/tables/{key}/seats/1/leave").data["seats"][1]["kind"] == "open"
    assert ann.post(f"/tables/{key}/seats/1/bot", {"bot": "random"}).data["seats"][1]["bot"] == "random"
    assert bo.post(f"/tables/{key}/seats/2/join").data["status"] == "running"
    assert bo.post(f"/tables/{key}/seats/7/join").status == 404
    assert bo.post("/tables/nowhere/seats/1/join").status == 404


def test_a_private_table_needs_the_seats_key() -> None:
    ann, bo = person("Ann"), person("Bo")
    key = open_game(ann, "me", "open", settings={"is_listed": False})
    assert bo.post(f"/tables/{key}/seats/1/join").status == 403
    assert bo.post(f"/tables/{key}/seats/1/join", {"seat_key": "guess"}).status == 403
    seat = Seat.objects.get(table__key=key, number=1)
    assert bo.post(f"/tables/{key}/seats/1/join", {"seat_key": seat.key}).status == 200


def test_a_program_takes_no_seat_of_a_game_that_has_begun() -> None:
    """Its name is in the record already, and may be a person's."""
    ann, bo = person("Ann"), person("Bo")
    key = open_game(ann, "me", "open")
    bo.post(f"/tables/{key}/seats/1/join")
    assert bo.post(f"/tables/{key}/seats/1/leave").status == 200
    robo = program_of(keys.create_program(account("Di"), "Robo"))
    said = robo.post(f"/tables/{key}/seats/1/join")
    assert (said.status, said.data["kind"]) == (403, "not_allowed")
    assert person("Cy").post(f"/tables/{key}/seats/1/join").status == 200


def test_who_is_kept_away_is_so_with_their_programs() -> None:
    ann, bo = account("Ann"), account("Bo")
    robo = program_of(keys.create_program(bo, "Robo"))
    blocks.block(guest_of(ann), guest_of(bo))
    key = open_game(program_of(ann), "me", "open")
    for asking in (program_of(bo), robo):
        assert asking.post(f"/tables/{key}/seats/1/join").status == 403
        assert asking.post(f"/tables/{key}/chat", {"text": "Hello."}).status == 403


def test_rate_limits_hold_and_say_when_to_come_back(settings: Any) -> None:
    settings.RATES = {**settings.RATES, "api": "3/minute"}
    rate_limits.reset_counters()
    ann = person("Ann")
    for _ in range(3):
        assert ann.get("/me").status == 200
    answer = ann.client.get("/api/v1/me", headers=ann.headers)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) == answer.json()["seconds"] > 0
    rate_limits.reset_counters()
