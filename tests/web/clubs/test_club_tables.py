"""Tables of a club: opened from its page, listed or private, with their rematches."""

from __future__ import annotations

import pytest

from tests.web.accounts.builders import account, guest_of
from tests.web.clubs.builders import browser_of, club_of, finished
from tetsudo.web.clubs import membership
from tetsudo.web.clubs.models import ClubTable
from tetsudo.web.tables.models import Block, Preset, Seat, Table
from tetsudo.web.tables.seats.rematch import rematch

pytestmark = pytest.mark.django_db

FORM = {
    "title": "1889",
    "players": "2",
    "name": "Evening",
    "undo": "own",
    "best_routes": "on",
    "seat-0-kind": "here",
    "seat-0-name": "Ann",
    "seat-1-kind": "open",
}


def test_a_new_table_from_the_clubs_page_is_the_clubs() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    client, address = browser_of(ann), f"/clubs/{club.key}/new/"
    page = client.get(address).content.decode()
    assert f'action="{address}"' in page
    assert "/new/preset/" not in page
    answer = client.post(address, FORM)
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.key}/"
    assert ClubTable.objects.get().club == club
    assert "Evening" in browser_of(bo).get(f"/clubs/{club.key}/").content.decode()


def test_a_refused_form_opens_nothing_and_stays_in_the_club() -> None:
    club, (ann,) = club_of("Ann")
    answer = browser_of(ann).post(f"/clubs/{club.key}/new/", {**FORM, "players": "99"})
    assert answer.status_code == 422
    assert f'action="/clubs/{club.key}/new/"' in answer.content.decode()
    assert not Table.objects.exists()


def test_presets_lead_to_the_club_too() -> None:
    club, (ann,) = club_of("Ann")
    client = browser_of(ann)
    saved = client.post(f"/clubs/{club.key}/new/", {**FORM, "save": "1", "preset-name": "Quick"}).content.decode()
    assert f'action="/clubs/{club.key}/new/"' in saved
    preset = Preset.objects.get()
    link = f"/clubs/{club.key}/new/preset/{preset.key}/"
    assert link in client.get(f"/clubs/{club.key}/new/").content.decode()
    assert f'action="/clubs/{club.key}/new/"' in client.get(link).content.decode()


def test_a_table_of_the_lobby_is_no_clubs() -> None:
    _club, (ann,) = club_of("Ann")
    browser_of(ann).post("/new/", FORM)
    assert Table.objects.count() == 1
    assert not ClubTable.objects.exists()


def private_table() -> tuple[Table, dict[str, object]]:
    """A private table of a club that waits for a second player, and its people: the members Ann, Bo; the other Cy."""
    club, (ann, bo) = club_of("Ann", "Bo", is_listed=True)
    browser_of(ann).post(f"/clubs/{club.key}/new/", FORM)
    return Table.objects.get(), {"club": club, "ann": ann, "bo": bo, "cy": account("Cy")}


def test_members_take_a_seat_at_a_private_table_without_its_link() -> None:
    table, people = private_table()
    assert not table.is_listed
    sent = {"do": "take", "seat": "1", "name": "X"}
    for name, code in (("cy", 403), ("bo", 302)):
        client = browser_of(people[name])  # type: ignore[arg-type]
        assert client.post(f"/t/{table.key}/seats/", sent).status_code == code, name
    assert table.seats.get(number=1).guest == guest_of(people["bo"])  # type: ignore[arg-type]


def test_a_blocked_member_takes_no_seat_at_the_blockers_table() -> None:
    table, people = private_table()
    Block.objects.create(blocker=guest_of(people["ann"]), blocked=guest_of(people["bo"]))  # type: ignore[arg-type]
    client = browser_of(people["bo"])  # type: ignore[arg-type]
    assert client.post(f"/t/{table.key}/seats/", {"do": "take", "seat": "1", "name": "Bo"}).status_code == 403
    assert table.seats.get(number=1).guest is None


def test_who_left_the_club_needs_the_link_again() -> None:
    table, people = private_table()
    bo = people["bo"]
    membership.leave(people["club"].members.get(account=bo))  # type: ignore[attr-defined]
    client = browser_of(bo)  # type: ignore[arg-type]
    assert client.post(f"/t/{table.key}/seats/", {"do": "take", "seat": "1", "name": "Bo"}).status_code == 403


def test_a_rematch_is_the_clubs_too_and_not_open_to_other_members() -> None:
    club, (ann, bo, cy) = club_of("Ann", "Bo", "Cy")
    before = finished(club, {ann: 500, bo: 400})
    made = rematch(before, guest_of(ann), is_turned=False)
    assert ClubTable.objects.get(table=made).club == club
    client = browser_of(cy)
    assert client.post(f"/t/{made.key}/seats/", {"do": "take", "seat": "1", "name": "Cy"}).status_code == 403
    rematch(before, guest_of(bo), is_turned=False)
    assert ClubTable.objects.filter(club=club).count() == 2


def test_a_closed_club_has_no_rematches() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    before = finished(club, {ann: 500, bo: 400})
    membership.close(club)
    made = rematch(before, guest_of(ann), is_turned=False)
    assert not ClubTable.objects.filter(table=made).exists()


def test_a_running_game_shows_players_and_round_only() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    browser_of(ann).post(f"/clubs/{club.key}/new/", {**FORM, "rule-hidden_cash": "on"})
    table = Table.objects.get()
    browser_of(bo).post(f"/t/{table.key}/seats/", {"do": "take", "seat": "1", "name": "Bo"})
    table.refresh_from_db()
    assert table.status == Table.Status.RUNNING
    page = browser_of(bo).get(f"/clubs/{club.key}/").content.decode()
    assert "Evening" in page
    assert table.result is None
    assert "¥" not in page


def test_finished_tables_have_pages() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    for number in range(41):
        finished(club, {ann: 500, bo: 400}, name=f"Game {number:02}.")
    client = browser_of(ann)
    assert "All finished tables" in client.get(f"/clubs/{club.key}/").content.decode()
    first, second = (client.get(f"/clubs/{club.key}/tables/?page={page}").content.decode() for page in (1, 2))
    assert first.count('<li class="card') == 40
    assert "Game 00." in second
    assert Seat.objects.filter(name="Ann").count() == 41
