"""A seat in a running game is vacated by its owner, by all others, or by the table's deadline; in no other way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.builders import Party, browser, open_party
from tests.web.filling import random_actions
from tetsudo.titles.loader import titles
from tetsudo.web.tables.models import Guest, Move, Seat, SeatRequest, Table
from tetsudo.web.tables.own_seats import own_seats
from tetsudo.web.tables.seats import leave
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Party:
    """Ann, who opened the table, Bo and Cy, in a running game."""
    return open_party()


def do(hall: Party, who: str, what: str, seat: str, **more: str) -> int:
    """Status of an action on the seats page; `who`: "" for a guest without a name."""
    client = hall.client(who) if who else Client()
    number = hall.table.seats.get(name=seat).number
    status: int = client.post(f"/t/{hall.table.key}/seats/", {"do": what, "seat": number, **more}).status_code
    return status


def seat_of(hall: Party, name: str) -> Seat:
    return hall.table.seats.get(name=name)


def page(hall: Party, who: str, path: str = "seats/") -> str:
    """A page as a viewer sees it."""
    client = hall.client(who) if who else Client()
    return client.get(f"/t/{hall.table.key}/{path}").content.decode()


# Never by the table's owner alone


@pytest.mark.parametrize("what", ["leave", "bot", "ask", "agree", "expire"])
def test_who_opened_the_table_does_not_empty_a_seat_alone(hall: Party, what: str) -> None:
    for _ in range(3):
        do(hall, "Ann", what, "Bo", bot="simple" if what == "bot" else "")
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]
    assert not seat_of(hall, "Bo").bot


def test_of_two_neither_puts_out_the_other() -> None:
    hall = open_party(("Ann", "Bo"))
    assert do(hall, "Ann", "ask", "Bo") == 403
    assert "Ask the others to open it" not in page(hall, "Ann")
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]


def test_nor_does_he_if_he_does_not_play(hall: Party) -> None:
    Table.objects.update(owner=Guest.objects.create(name="Host"))
    host = browser(Guest.objects.get(name="Host"))
    for what in ("leave", "ask", "agree", "expire", "bot"):
        answer = host.post(f"/t/{hall.table.key}/seats/", {"do": what, "seat": 1, "bot": "simple"})
        assert answer.status_code in (403, 409)
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]


def test_before_the_game_begins_he_may() -> None:
    guests = [Guest.objects.create(name=name) for name in ("Ann", "Bo")]
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair(), Chair()]), guests[0])
    sit_down(table.seats.get(number=1), guests[1], "Bo")
    assert browser(guests[0]).post(f"/t/{table.key}/seats/", {"do": "leave", "seat": 1}).status_code == 200
    assert table.seats.get(number=1).is_open


# By its owner


def test_its_owner_empties_a_seat_and_may_come_back(hall: Party) -> None:
    assert do(hall, "Bo", "leave", "Bo") == 200
    seat = seat_of(hall, "Bo")
    assert seat.is_open
    sit_down(seat, hall.guests["Bo"], "")
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]


def test_an_empty_seat_is_open_to_others_by_the_link_that_all_players_see(hall: Party) -> None:
    Table.objects.update(is_listed=False)
    do(hall, "Bo", "leave", "Bo")
    key = seat_of(hall, "Bo").key
    assert [key in page(hall, who) for who in ("Ann", "Cy", "")] == [True, True, False]
    assert "Take this seat" not in page(hall, "")
    newcomer = Client()
    assert newcomer.post(f"/seat/{key}/", {"name": "Di"})["Location"] == f"/t/{hall.table.key}/"
    assert seat_of(hall, "Bo").guest == Guest.objects.get(name="Di")


def test_nobody_plays_a_second_hand_against_others(hall: Party) -> None:
    do(hall, "Bo", "leave", "Bo")
    assert do(hall, "Ann", "take", "Bo", name="Ann") == 403
    assert hall.client("Cy").post(f"/seat/{seat_of(hall, 'Bo').key}/", {"name": "Cy"}).status_code == 422
    assert "Take this seat" not in page(hall, "Ann")
    assert seat_of(hall, "Bo").is_open


def test_who_is_alone_takes_what_seats_he_likes(hall: Party) -> None:
    for name in ("Bo", "Cy"):
        do(hall, name, "leave", name)
    assert do(hall, "Ann", "take", "Bo", name="Ann") == 302
    assert do(hall, "Ann", "ask", "Cy", bot="simple") == 302
    assert seat_of(hall, "Cy").bot == "simple"


# By agreement


def test_all_others_together_empty_a_seat(hall: Party) -> None:
    assert do(hall, "Ann", "ask", "Bo") == 302
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]
    assert "<b>Ann</b> asks to open Bo" in page(hall, "Cy")
    assert "Ann asks to open Bo&#x27;s seat." in page(hall, "Cy", "")
    assert "Ann asks to open Bo&#x27;s seat." not in page(hall, "Ann", "")
    assert do(hall, "Cy", "agree", "Bo") == 302
    seat = seat_of(hall, "Bo")
    assert seat.is_open
    assert not SeatRequest.objects.exists()
    assert own_seats(hall.table, hall.guests["Bo"]) == []


@pytest.mark.parametrize("who", ["Bo", "Eve", ""])
def test_whose_seat_it_is_and_who_watches_has_no_vote(hall: Party, who: str) -> None:
    hall.guests["Eve"] = Guest.objects.create(name="Eve")
    assert do(hall, who, "ask", "Bo") == 403
    do(hall, "Ann", "ask", "Bo")
    assert do(hall, who, "agree", "Bo") == 403
    assert do(hall, who, "refuse", "Bo") == 403
    assert SeatRequest.objects.get().agreed == [hall.guests["Ann"].pk]
    assert not seat_of(hall, "Bo").is_open


def test_one_who_refuses_ends_it(hall: Party) -> None:
    do(hall, "Ann", "ask", "Bo")
    assert do(hall, "Cy", "refuse", "Bo") == 302
    assert do(hall, "Cy", "agree", "Bo") == 409
    assert not seat_of(hall, "Bo").is_open


def test_of_four_all_three_must_agree() -> None:
    hall = open_party(("Ann", "Bo", "Cy", "Di"))
    do(hall, "Ann", "ask", "Di")
    do(hall, "Bo", "agree", "Di")
    assert not seat_of(hall, "Di").is_open
    do(hall, "Cy", "agree", "Di")
    assert seat_of(hall, "Di").is_open


def test_who_moves_meanwhile_stays(hall: Party) -> None:
    """A request concerns an absent player."""
    actions = random_actions()
    who = actions[0]["player"]
    others = [name for name in hall.guests if name != who]
    do(hall, others[0], "ask", who)
    hall.act(actions[0])
    assert do(hall, others[1], "agree", who) == 409
    assert seat_of(hall, who).guest == hall.guests[who]


def test_once_the_game_is_over_nobody_loses_his_seat(hall: Party) -> None:
    do(hall, "Ann", "ask", "Bo")
    Table.objects.update(status=Table.Status.FINISHED)
    assert "asks to open" not in page(hall, "Cy")
    assert do(hall, "Cy", "agree", "Bo") == 409
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]


def test_it_takes_two_also_if_somebody_has_left_since(hall: Party) -> None:
    do(hall, "Ann", "ask", "Bo")
    do(hall, "Cy", "leave", "Cy")
    do(hall, "Ann", "agree", "Bo")
    assert not seat_of(hall, "Bo").is_open


def test_an_empty_seat_is_played_by_a_bot_if_all_players_agree(hall: Party) -> None:
    do(hall, "Bo", "leave", "Bo")
    assert do(hall, "Ann", "bot", "Bo", bot="random") == 403
    assert do(hall, "Ann", "ask", "Bo", bot="nonsense") == 422
    assert do(hall, "Ann", "ask", "Bo", bot="random") == 302
    assert seat_of(hall, "Bo").is_open
    assert "asks to let a bot (Random bot) play for Bo" in page(hall, "Cy")
    assert do(hall, "Cy", "agree", "Bo", bot="simple") == 409
    assert do(hall, "Cy", "agree", "Bo", bot="random") == 302
    assert (seat_of(hall, "Bo").bot, seat_of(hall, "Bo").guest) == ("random", None)


def test_a_bots_seat_in_a_game_with_others_is_freed_by_all_of_them() -> None:
    hall = open_party(("Ann", "Bo"), ("simple",))
    assert do(hall, "Ann", "leave", "Aki (Beginner bot)") == 403
    assert do(hall, "Ann", "ask", "Aki (Beginner bot)") == 302
    assert seat_of(hall, "Aki (Beginner bot)").bot
    do(hall, "Bo", "agree", "Aki (Beginner bot)")
    assert seat_of(hall, "Aki (Beginner bot)").is_open


def test_who_plays_against_bots_only_does_as_he_likes_with_them() -> None:
    hall = open_party(("Ann",), ("simple", "simple"))
    assert do(hall, "Ann", "ask", "Aki (Beginner bot)") == 302
    assert seat_of(hall, "Aki (Beginner bot)").is_open


# By the deadline


def late(hall: Party, days: float, deadline: int = 3) -> str:
    """Let the game wait for some days; returns the player it waits for."""
    moment = timezone.now() - timedelta(days=days)
    Table.objects.update(deadline=deadline, changed=moment, created=moment)
    Move.objects.update(at=moment)
    Seat.objects.filter(table=hall.table).update(since=moment)
    hall.table.refresh_from_db()
    return next(seat.name for seat in hall.table.seats.all() if seat.number == hall.table.to_act)


def test_after_the_deadline_a_player_opens_the_seat(hall: Party) -> None:
    hall.act(random_actions()[0])
    who = late(hall, 3.1)
    other = next(name for name in hall.guests if name != who)
    assert "Open this seat" in page(hall, other)
    assert "has been inactive for too long" in page(hall, other, "")
    assert "Open this seat" not in page(hall, who)
    assert "Open this seat" not in page(hall, "")
    assert do(hall, "", "expire", who) == 403
    assert do(hall, other, "expire", who) == 302
    assert seat_of(hall, who).is_open


@pytest.mark.parametrize(("days", "deadline"), [(2.9, 3), (100, 0)])
def test_before_it_or_where_there_is_none_nobody_does(hall: Party, days: float, deadline: int) -> None:
    who = late(hall, days, deadline)
    for other in hall.guests:
        assert do(hall, other, "expire", who) == 403
    assert not seat_of(hall, who).is_open


def test_only_the_seat_for_which_the_game_waits(hall: Party) -> None:
    who = late(hall, 10)
    waiting = [name for name in hall.guests if name != who]
    assert do(hall, waiting[0], "expire", waiting[1]) == 403
    assert not seat_of(hall, waiting[1]).is_open


def test_a_move_or_a_new_person_begins_the_time_anew(hall: Party) -> None:
    who = late(hall, 10)
    hall.act(random_actions()[0])
    assert not any(leave.is_overdue(seat) for seat in hall.table.seats.select_related("table"))
    who = late(hall, 10)
    do(hall, who, "leave", who)
    seat = seat_of(hall, who)
    sit_down(seat, Guest.objects.create(name="Di"), "")
    assert not leave.is_overdue(seat_of(hall, who))


def test_what_the_table_agreed_on_is_said_before_one_sits_down(client: Client) -> None:
    form: dict[str, Any] = {
        "title": "1889", "players": "2", "undo": "own", "deadline": "7", "talk": "seated",
        "seat-0-kind": "here", "seat-0-name": "Ann", "seat-1-kind": "open", "seat-1-name": "",
    }  # fmt: skip
    client.post("/new/", form)
    table = Table.objects.get()
    assert (table.deadline, table.talk) == (7, "seated")
    said = "A player who keeps the game waiting for 7 days may be replaced"
    assert said in Client().get(f"/seat/{table.seats.get(number=1).key}/").content.decode()
    assert said in client.get(f"/t/{table.key}/").content.decode()
    assert client.post("/new/", {**form, "deadline": "8"}).status_code == 422
