"""Master mode: the host moves for every player, as long as everyone agrees."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.clauses.t1890.hidden import first_hidden_game
from tests.web.builders import Party, browser, open_party
from tests.web.test_hidden import Hall
from tetsudo.web.accounts.deletion.former import become_former_player
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, MasterRequest, Message, Move, Seat, SeatPlan, Table
from tetsudo.web.tables.moves import programmed, submit
from tetsudo.web.tables.own_seats import has_master, own_seats, played_seats
from tetsudo.web.tables.people.merging import merge
from tetsudo.web.tables.seats import join, leave, master_mode

pytestmark = pytest.mark.django_db

PASS = {"type": "pass"}


def press(party: Party, name: str, do: str) -> int:
    """Press a button for master mode; returns the status."""
    return party.client(name).post(f"/t/{party.table.key}/master/", {"do": do}).status_code


def act(party: Party, name: str, player: str) -> Any:
    """Pass for a player, in the browser of someone at the table."""
    sent = {"version": party.table.version, "action": json.dumps({"type": "pass", "player": player})}
    answer = party.client(name).post(f"/t/{party.table.key}/act/", sent)
    party.table.refresh_from_db()
    return answer


def page(party: Party, name: str, path: str = "") -> str:
    """A page of the table as someone there."""
    client = party.client(name)
    return str(client.get(f"/t/{party.table.key}/{path}", headers={"accept": "text/html"}).content.decode())


def agreed() -> Party:
    """A running game of Ann, Bo and Cy, in which all have agreed that Ann moves for everyone."""
    party = open_party(("Ann", "Bo", "Cy"))
    assert [press(party, *each) for each in (("Ann", "ask"), ("Bo", "agree"), ("Cy", "agree"))] == [302] * 3
    party.table.refresh_from_db()
    return party


def test_the_host_moves_for_everyone_once_all_agree() -> None:
    party = open_party(("Ann", "Bo", "Cy"))
    press(party, "Ann", "ask")
    press(party, "Bo", "agree")
    assert act(party, "Ann", "Ann").status_code == 200
    assert act(party, "Ann", "Bo").status_code == 403  # Cy has not agreed
    press(party, "Cy", "agree")
    for player in ("Bo", "Cy", "Ann"):
        assert act(party, "Ann", player).status_code == 200
    assert [(move.seat, move.is_masters) for move in Move.objects.filter(seat__isnull=False).order_by("index")] == [
        (0, None),
        (1, True),
        (2, True),
        (0, None),
    ]
    assert [message.news for message in Message.objects.all()] == ["master-asked", "master-on"]
    told = party.client("Ann").get(f"/api/v1/tables/{party.table.key}/moves").json()["moves"]
    assert [move["is_masters"] for move in told if move["seat"] is not None] == [False, True, True, False]


def test_only_the_host_moves_for_others() -> None:
    party = agreed()
    assert act(party, "Bo", "Ann").status_code == 403
    assert act(party, "Ann", "Ann").status_code == 200
    assert act(party, "Cy", "Bo").status_code == 403
    assert act(party, "Bo", "Bo").status_code == 200  # everyone still moves for themselves
    assert Move.objects.get(seat=1).is_masters is None


@pytest.mark.parametrize("name", ["Ann", "Bo", "Cy"])
def test_anyone_ends_it_at_once(name: str) -> None:
    party = agreed()
    act(party, "Ann", "Ann")
    assert press(party, name, "end") == 302
    assert act(party, "Ann", "Bo").status_code == 403
    assert Message.objects.latest("pk").news == "master-off"
    assert not MasterRequest.objects.exists()


def test_a_move_that_was_sent_before_the_end_comes_too_late() -> None:
    party = agreed()
    act(party, "Ann", "Ann")
    table = Table.objects.get(pk=party.table.pk)  # as a request has read it
    press(party, "Cy", "end")
    with pytest.raises(NotAllowed, match="Not everyone agrees any more"):
        submit.act(table, table.version, {"type": "pass", "player": "Bo"}, [0, 1, 2], own=[0])
    assert Move.objects.filter(seat=1).count() == 0


def test_it_does_not_go_on_with_someone_who_has_not_agreed() -> None:
    party = agreed()
    act(party, "Ann", "Ann")
    leave.vacate(Seat.objects.select_related("table").get(table=party.table, number=2), keeps_name=True)
    party.table.refresh_from_db()
    assert played_seats(party.table, party.guests["Ann"]) == [0, 1]  # no one in the open seat has agreed
    new = Guest.objects.create(name="Di")
    join.sit_down(Seat.objects.get(table=party.table, number=2), new, "Cy")
    assert not has_master(party.table)
    assert act(party, "Ann", "Bo").status_code == 403
    browser(new).post(f"/t/{party.table.key}/master/", {"do": "agree"})
    assert act(party, "Ann", "Bo").status_code == 200


def test_it_ends_with_another_owner() -> None:
    """All agreed to this host, and to no other."""
    party = agreed()
    become_former_player(party.guests["Ann"])
    table = Table.objects.get(pk=party.table.pk)
    assert table.owner == party.guests["Bo"]
    assert played_seats(table, table.owner) == [1]
    assert table.master == "ended"
    last = Message.objects.latest("pk")
    assert (last.news, last.facts) == ("master-off", {"who": "former player"})


def test_the_page_shows_who_asks_who_agreed_and_what_was_moved() -> None:
    party = open_party(("Ann", "Bo", "Cy"))
    assert "Ask the others" in page(party, "Ann", "seats/")
    assert "Master mode" not in page(party, "Bo", "seats/")
    press(party, "Ann", "ask")
    assert "Ann asks to move for every player (master mode)." in page(party, "Bo")
    press(party, "Bo", "agree")
    assert "Not agreed yet: Cy" in page(party, "Ann", "seats/")
    press(party, "Cy", "agree")
    party.table.refresh_from_db()
    assert "Ann may move for every player, as all" in " ".join(page(party, "Cy", "seats/").split())
    assert "asks to move for every player (master mode)." not in page(party, "Bo").partition('id="messages"')[0]
    act(party, "Ann", "Ann")
    assert "by the host" not in page(party, "Bo")
    act(party, "Ann", "Bo")
    for name in ("Ann", "Bo"):
        assert page(party, name).count("by the host") == 1
    press(party, "Bo", "end")
    assert page(party, "Cy").count("by the host") == 1


def test_a_game_with_hidden_amounts_has_none() -> None:
    hall = Hall(first_hidden_game())
    owner = hall.table.owner
    with pytest.raises(NotAllowed, match="hides amounts"):
        master_mode.ask(hall.table, owner)
    Table.objects.filter(pk=hall.table.pk).update(master="agreed")
    everyone = list(Seat.objects.filter(table=hall.table).values_list("guest_id", flat=True))
    MasterRequest.objects.create(table=hall.table, agreed=everyone)
    hall.table.refresh_from_db()
    assert played_seats(hall.table, owner) == own_seats(hall.table, owner)


def test_plans_of_others_stay_theirs() -> None:
    party = agreed()
    programmed.make(party.table, party.guests["Bo"], 1, {"kind": "bid", "lot": "MF", "price": 45})
    act(party, "Ann", "Ann")
    assert "up to ¥45" in page(party, "Bo")
    assert "up to ¥45" not in page(party, "Ann")
    sent = {"seat": 1, "kind": "bid", "lot": "MF", "price": 60}
    assert party.client("Ann").post(f"/t/{party.table.key}/plans/", sent).status_code == 403
    assert SeatPlan.objects.count() == 1


@pytest.mark.parametrize(("name", "do", "status"), [("Bo", "ask", 403), ("Bo", "agree", 409), ("Ann", "x", 422)])
def test_what_cannot_be_pressed_changes_nothing(name: str, do: str, status: int) -> None:
    party = open_party(("Ann", "Bo"))
    assert press(party, name, do) == status
    assert not MasterRequest.objects.exists()
    assert not Message.objects.exists()


def test_people_elsewhere_have_no_say() -> None:
    party = open_party(("Ann", "Bo"))
    press(party, "Ann", "ask")
    stranger = browser(Guest.objects.create(name="Eve"))
    for do in ("agree", "end"):
        assert stranger.post(f"/t/{party.table.key}/master/", {"do": do}).status_code == 403
    assert MasterRequest.objects.get().agreed == [party.guests["Ann"].pk]


def test_an_agreement_goes_with_a_guest_who_signs_in() -> None:
    party = agreed()
    after = Guest.objects.create(name="Bo")
    merge(party.guests["Bo"], after)
    party.table.refresh_from_db()
    assert has_master(party.table)


def test_a_bot_moves_for_itself() -> None:
    party = open_party(("Ann", "Bo"), ("rules",))
    press(party, "Ann", "ask")
    press(party, "Bo", "agree")
    party.table.refresh_from_db()
    assert played_seats(party.table, party.guests["Ann"]) == [0, 1]


def test_tables_without_it_ask_the_database_nothing_more() -> None:
    party = open_party(("Ann", "Bo"))
    with CaptureQueriesContext(connection) as found:
        assert not has_master(party.table)
    assert len(found) == 0
