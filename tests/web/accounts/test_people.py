"""Profiles, results, companions and blocks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.web.accounts.builders import account, guest_of, signed_in
from tests.web.builders import Party, browser, open_party
from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import Profile, User
from tetsudo.web.accounts.pages.profile_page import hours_text
from tetsudo.web.accounts.people.results import Results
from tetsudo.web.tables.chat import messages, unread
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Block, Guest, Seat, Table
from tetsudo.web.tables.people import blocks
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down

pytestmark = pytest.mark.django_db


def finished(people: dict[Guest, str], result: dict[str, int], *bots: str, **fields: Any) -> Table:
    """A finished table with a result."""
    table = open_party(("X", "Y")).table
    table.seats.all().delete()
    for number, (guest, name) in enumerate(people.items()):
        Seat.objects.create(table=table, number=number, guest=guest, name=name)
    for number, name in enumerate(bots, len(people)):
        Seat.objects.create(table=table, number=number, bot="simple", name=name)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, result=result, is_listed=True, **fields)
    return table


def shown(user: User, client: Client, **flags: bool) -> str:
    """Profile of an account in a browser."""
    profile = Profile.objects.get(account=user)
    Profile.objects.filter(pk=user.pk).update(**flags)
    return client.get(f"/people/{profile.key}/").content.decode()


# Results


def test_results_are_counted_against_people_only() -> None:
    ann, bo = guest_of(account("Ann")), Guest.objects.create(name="Bo")
    finished({ann: "Ann", bo: "Bo"}, {"Ann": 500, "Bo": 400})
    finished({ann: "Ann", bo: "Bo"}, {"Ann": 300, "Bo": 300})
    finished({ann: "Ann", bo: "Bo"}, {"Ann": 300, "Bo": 200, "Robo": 900}, "Robo")
    finished({ann: "Ann"}, {"Ann": 300, "Robo": 200}, "Robo")
    finished({ann: "Ann", bo: "Bo"}, {"Ann": 900, "Bo": 400}, start="tetsudo-position/2 ...")
    results = Results(ann)
    ((_title, tally),) = results.by_title
    assert (tally.played, tally.won) == (3, 2)
    against = results.by_person[bo.pk]
    assert (against.played, against.won, against.lost) == (3, 2, 0)


# Profiles


def test_a_profile_shows_the_name_only_unless_more_is_chosen(client: Client) -> None:
    user = account("Ann")
    ann, bo = guest_of(user), Guest.objects.create(name="Bo")
    finished({ann: "Ann", bo: "Bo"}, {"Ann": 500, "Bo": 400}, name="Friday")
    Profile.objects.update(time_zone="Asia/Tokyo", hours_from=19, hours_to=23)
    page = shown(user, client)
    assert "<h1>Ann</h1>" in page
    for hidden in ("Friday", "Asia/Tokyo", "Results", user.username):
        assert hidden not in page
    page = shown(user, client, shows_games=True, shows_results=True, shows_hours=True)
    for told in ("Friday", "19:00–23:00", "Asia/Tokyo", "Results"):
        assert told in page
    assert user.username not in page


def test_unlisted_games_are_never_shown(client: Client) -> None:
    user = account("Ann")
    table = finished({guest_of(user): "Ann"}, {"Ann": 1}, name="Secret")
    Table.objects.filter(pk=table.pk).update(is_listed=False)
    page = shown(user, client, shows_games=True)
    assert "Secret" not in page
    assert table.key not in page


def test_a_viewer_sees_results_against_themselves(client: Client) -> None:
    user, other = account("Ann"), account("Bo")
    finished({guest_of(user): "Ann", guest_of(other): "Bo"}, {"Ann": 500, "Bo": 400})
    assert "Against you: 1 played" in shown(user, signed_in(other), shows_results=True)
    assert "Against you" not in shown(user, client)


def test_a_blocked_viewer_sees_the_name_only() -> None:
    user, other = account("Ann"), account("Bo")
    Block.objects.create(blocker=guest_of(user), blocked=guest_of(other))
    assert "Results" not in shown(user, signed_in(other), shows_results=True)


def test_a_banned_person_has_no_profile(client: Client) -> None:
    user = account("Ann")
    key = Profile.objects.get().key
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get(f"/people/{key}/").status_code == 404


def test_hours_are_told_in_the_viewers_zone() -> None:
    profile = Profile(time_zone="Asia/Tokyo", hours_from=19, hours_to=23)
    assert hours_text(profile) == "19:00–23:00"
    assert hours_text(profile, "UTC") == "10:00–14:00"
    assert hours_text(profile, "") == hours_text(Profile(time_zone="UTC")) == ""


def test_a_profile_is_changed_on_the_own_page() -> None:
    user = account("Ann")
    client = signed_in(user)
    sent = {
        "name": "Anna",
        "away_note": "back on Monday",
        "time_zone": "Europe/Berlin",
        "hours_from": "0",
        "hours_to": "",
    }
    assert client.post("/account/", sent).status_code == 302
    guest, profile = guest_of(user), Profile.objects.get()
    assert (guest.name, guest.away_note) == ("Anna", "back on Monday")
    assert (profile.time_zone, profile.hours_from, profile.hours_to) == ("Europe/Berlin", 0, None)
    assert not profile.shows_games


@pytest.mark.parametrize("field", ["name", "away_note", "time_zone", "hours_from"])
def test_a_wrong_profile_is_refused(field: str) -> None:
    user = account("Ann")
    sent = {"name": "Ann", field: "\u202e"}
    assert signed_in(user).post("/account/", sent).status_code == 422
    assert guest_of(user).name == "Ann"


def seated_party() -> tuple[Party, User]:
    """A running table at which a person with an account sits second."""
    party, user = open_party(("Ann", "Bo")), account("Bo")
    Seat.objects.filter(table=party.table, number=1).update(guest=guest_of(user))
    return party, user


def test_an_away_note_is_shown_to_the_players_of_a_table() -> None:
    party, user = seated_party()
    Guest.objects.filter(account=user).update(away_note="back on Monday")
    for path in ("", "seats/"):
        page = party.client("Ann").get(f"/t/{party.table.key}/{path}", headers={"accept": "text/html"}).content.decode()
        assert "back on Monday" in page
    assert "back on Monday" not in Client().get(f"/t/{party.table.key}/").content.decode()


def test_a_seat_leads_to_the_profile() -> None:
    party, user = seated_party()
    page = party.client("Ann").get(f"/t/{party.table.key}/seats/").content.decode()
    assert f"/people/{Profile.objects.get(account=user).key}/" in page


# Companions


def test_people_of_shared_tables_are_listed() -> None:
    _party, user = seated_party()
    page = signed_in(user).get("/account/people/").content.decode()
    assert "Ann" in page
    Guest.objects.create(name="Stranger")
    assert "Stranger" not in page


def test_somebody_is_blocked_and_unblocked() -> None:
    party, user = seated_party()
    client, handle = signed_in(user), f"guest-{party.guests['Ann'].pk}"
    client.post("/account/people/", {"person": handle, "block": "1"})
    assert Block.objects.get().blocked == party.guests["Ann"]
    client.post("/account/people/", {"person": handle, "unblock": "1"})
    assert not Block.objects.exists()


@pytest.mark.parametrize("handle", ["", "guest-", "guest-1x", "guest-99999999999999999999", "wrong", "guest-²"])
def test_an_unknown_person_is_not_blocked(handle: str) -> None:
    assert signed_in(account("Ann")).post("/account/people/", {"person": handle}).status_code == 404


def test_guests_at_other_tables_cannot_be_tried_out() -> None:
    other = Guest.objects.create(name="Stranger")
    client = signed_in(account("Ann"))
    assert client.post("/account/people/", {"person": f"guest-{other.pk}"}).status_code == 404


# Blocks


def waiting_table(owner: Guest) -> Table:
    return open_table(TableSettings("1889", [Chair(owner.name), Chair(), Chair()]), owner)


def test_a_blocked_person_cannot_join() -> None:
    ann, bo, cy = (Guest.objects.create(name=name) for name in ("Ann", "Bo", "Cy"))
    table = waiting_table(ann)
    blocks.block(ann, bo)
    with pytest.raises(NotAllowed, match="cannot join"):
        sit_down(table.seats.get(number=1), bo, "Bo")
    sit_down(table.seats.get(number=1), cy, "Cy")
    blocks.unblock(ann, bo)
    blocks.block(cy, bo)
    with pytest.raises(NotAllowed, match="cannot join"):
        sit_down(table.seats.get(number=2), bo, "Bo")
    blocks.unblock(cy, bo)
    sit_down(table.seats.get(number=2), bo, "Bo")


def test_a_refusal_does_not_say_by_whom() -> None:
    ann, bo = Guest.objects.create(name="Ann"), Guest.objects.create(name="Bo")
    table = waiting_table(ann)
    blocks.block(ann, bo)
    answer = browser(bo).post(f"/seat/{table.seats.get(number=1).key}/", {"name": "Bo"}).content.decode()
    assert "You cannot join this table." in answer
    assert "block" not in answer.lower()


def test_a_blocked_spectator_cannot_write() -> None:
    party, bo = open_party(("Ann", "Cy")), Guest.objects.create(name="Bo")
    blocks.block(party.guests["Cy"], bo)
    with pytest.raises(NotAllowed):
        messages.say(party.table, bo, "hello")


def test_a_blocked_player_is_heard_by_the_others() -> None:
    party = open_party(("Ann", "Bo", "Cy"))
    ann, bo, cy = party.guests.values()
    blocks.block(ann, bo)
    messages.say(party.table, bo, "rude words")
    for name, is_seen in (("Ann", False), ("Cy", True), ("Bo", True)):
        client = party.client(name)
        for path in ("", "chat/"):
            page = client.get(f"/t/{party.table.key}/{path}", headers={"accept": "text/html"}).content.decode()
            assert ("rude words" in page) is is_seen, (name, path)
    assert unread.counts([party.table], ann) == {}
    assert unread.counts([party.table], cy) == {party.table.pk: 1}


def test_nobody_blocks_themselves() -> None:
    ann = Guest.objects.create(name="Ann")
    with pytest.raises(BadInput):
        blocks.block(ann, ann)
