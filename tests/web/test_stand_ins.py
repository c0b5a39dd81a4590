"""A substitute bot of any level plays for an absent player, who may take the seat back; the chat announces both."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from tests.web.builders import Party, browser, open_party
from tests.web.test_vacating import do, page, seat_of
from tetsudo.titles.loader import titles
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.models import Guest, Message, Move, Seat, Table
from tetsudo.web.tables.own_seats import own_seats
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table
from tetsudo.web.tables.seats.rematch import rematch

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Party:
    return open_party()


def said(hall: Party, who: str = "Cy") -> str:
    """The chat as a player reads it."""
    return page(hall, who, "chat/")


def test_all_others_together_let_a_bot_stand_in_and_he_takes_his_seat_back(hall: Party) -> None:
    assert do(hall, "Ann", "ask", "Bo", bot="rollouts") == 302
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]
    assert "asks to let a bot (Strong bot) play for Bo" in page(hall, "Cy")
    assert do(hall, "Cy", "agree", "Bo", bot="rollouts") == 302
    seat = seat_of(hall, "Bo")
    assert (seat.bot, seat.guest, seat.left_by, seat.name) == ("rollouts", None, hall.guests["Bo"], "Bo")
    assert own_seats(hall.table, hall.guests["Bo"]) == []
    assert "Strong bot plays for Bo, who can take the seat back at any time." in said(hall)
    assert "Strong bot plays" in page(hall, "Ann")
    assert "Strong bot plays for Bo: that is you." in page(hall, "Bo", "")
    assert "that is you" not in page(hall, "Ann", "")
    assert do(hall, "Bo", "back", "Bo") == 302
    seat = seat_of(hall, "Bo")
    assert (seat.bot, seat.guest, seat.left_by) == ("", hall.guests["Bo"], None)
    assert "Bo plays again." in said(hall)


def test_nobody_else_takes_that_seat(hall: Party) -> None:
    do(hall, "Bo", "bot", "Bo", bot="rules")
    for who in ("Ann", "Cy", ""):
        assert do(hall, who, "back", "Bo") == 403
        assert do(hall, who, "take", "Bo", name="Somebody") == 403
    assert seat_of(hall, "Bo").bot == "rules"


def test_of_two_neither_lets_a_bot_play_for_the_other_and_nobody_alone(hall: Party) -> None:
    two = open_party(("Ann", "Bo"))
    assert do(two, "Ann", "ask", "Bo", bot="rules") == 403
    assert do(hall, "Ann", "stand-in", "Bo", bot="rules") == 403
    assert {seat.bot for seat in Seat.objects.all()} == {""}


def test_sitting_down_by_the_link_takes_it_back_too(hall: Party) -> None:
    do(hall, "Bo", "bot", "Bo", bot="simple")
    key = seat_of(hall, "Bo").key
    assert "Play again yourself" in hall.client("Bo").get(f"/seat/{key}/").content.decode()
    assert "This seat is taken" in hall.client("Cy").get(f"/seat/{key}/").content.decode()
    assert hall.client("Bo").post(f"/seat/{key}/", {"name": "Bo"}).status_code == 302
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]


def test_after_the_deadline_a_bot_stands_in_at_once(hall: Party) -> None:
    moment = timezone.now() - timedelta(days=4)
    Table.objects.update(deadline=3, changed=moment, created=moment)
    Seat.objects.update(since=moment)
    hall.table.refresh_from_db()
    who = seat_of(hall, next(seat.name for seat in hall.table.seats.all() if seat.number == hall.table.to_act)).name
    other = next(name for name in hall.guests if name != who)
    assert "Let a bot play" in page(hall, other)
    assert do(hall, other, "stand-in", who, bot="no-such") == 422
    assert do(hall, other, "stand-in", who, bot="rules") == 302
    worker.move(hall.table.pk)
    assert Move.objects.get().seat == seat_of(hall, who).number
    assert do(hall, who, "back", who) == 302


def test_an_empty_seat_that_a_bot_plays_is_his_who_left_it(hall: Party) -> None:
    do(hall, "Bo", "leave", "Bo")
    do(hall, "Ann", "ask", "Bo", bot="rules")
    do(hall, "Cy", "agree", "Bo", bot="rules")
    assert do(hall, "Bo", "back", "Bo") == 302
    assert seat_of(hall, "Bo").guest == hall.guests["Bo"]


def test_once_the_game_is_over_nothing_changes_hands(hall: Party) -> None:
    do(hall, "Bo", "bot", "Bo", bot="rules")
    Table.objects.update(status=Table.Status.FINISHED)
    assert do(hall, "Bo", "back", "Bo") == 403


def test_everybody_reads_it_in_his_language(hall: Party) -> None:
    do(hall, "Bo", "bot", "Bo", bot="rules")
    with translation.override("ja"):
        spoken = str(worker.label_of("rules"))
    japanese = hall.client("Cy").get(f"/t/{hall.table.key}/chat/", headers={"accept-language": "ja"}).content.decode()
    assert spoken in japanese
    assert "Solid bot" not in japanese
    assert Message.objects.get().facts == {"bot": "rules", "name": "Bo"}


def test_a_level_that_is_known_no_more_keeps_its_name(hall: Party) -> None:
    do(hall, "Bo", "bot", "Bo", bot="rules")
    Seat.objects.filter(name="Bo").update(bot="Gone")
    Message.objects.update(facts={"bot": "Gone", "name": "Bo"})
    assert "Gone plays for Bo" in said(hall)
    assert "Gone plays" in page(hall, "Ann")


def test_in_a_rematch_his_seat_is_held_for_him(hall: Party) -> None:
    do(hall, "Bo", "bot", "Bo", bot="rules")
    Table.objects.update(status=Table.Status.FINISHED, advice="all", pace=4)
    hall.table.refresh_from_db()
    again = rematch(hall.table, hall.guests["Ann"], is_turned=False)
    seat = again.seats.get(number=1)
    assert (seat.name, seat.bot, seat.guest, seat.left_by) == ("Bo", "", None, hall.guests["Bo"])
    assert (again.advice, again.pace) == ("all", 4)
    assert rematch(hall.table, hall.guests["Bo"], is_turned=False) == again
    assert again.seats.get(number=1).guest == hall.guests["Bo"]


# Levels


@pytest.mark.parametrize("first", [0, 5])
def test_any_level_sits_in_any_seat_and_its_name_tells_it_once(first: int) -> None:
    levels = [*worker.BOTS][first : first + 5]
    ann = Guest.objects.create(name="Ann")
    chairs = [Chair("Ann"), *(Chair(bot=bot) for bot in [*levels, levels[-1]][:5])]
    table = open_table(TableSettings(titles()[0].name, chairs), ann)
    names = [seat.name for seat in table.seats.all()][1:]
    assert [name.partition(" ")[2] for name in names[: len(levels)]] == [f"({worker.BOTS[bot][0]})" for bot in levels]
    assert len(set(names)) == len(names)
    shown = browser(ann).get(f"/t/{table.key}/seats/").content.decode()
    assert "Solid bot plays" not in shown


def test_the_level_of_a_bot_is_changed_by_who_plays_with_it() -> None:
    hall = open_party(("Ann",), ("simple", "simple"))
    assert do(hall, "Ann", "ask", "Botan (Beginner bot)", bot="rollouts") == 302
    assert [seat.bot for seat in hall.table.seats.all()] == ["", "simple", "rollouts"]
    assert "Strong bot now plays Botan (Beginner bot)&#x27;s seat." in said(hall, "Ann")
    assert "Strong bot plays" in page(hall, "Ann")
    assert do(hall, "Ann", "ask", "Botan (Beginner bot)", bot="rollouts") == 403


def test_before_the_game_begins_a_bot_has_the_name_of_its_level() -> None:
    ann = Guest.objects.create(name="Ann")
    table = open_table(TableSettings(titles()[0].name, [Chair("Ann"), Chair("Other"), Chair()]), ann)
    for bot, name in (("simple", "Aki (Beginner bot)"), ("rollouts", "Aki (Strong bot)")):
        browser(ann).post(f"/t/{table.key}/seats/", {"do": "bot", "seat": 1, "bot": bot})
        assert table.seats.get(number=1).name == name
    assert not Message.objects.exists()
    assert Client().get(f"/t/{table.key}/").status_code == 200
