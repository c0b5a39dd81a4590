"""Founding, joining, leaving, organisers, closing, deletion and export."""

from __future__ import annotations

import pytest
from django.db.models import ForeignObjectRel
from django.test import Client

from tests.web.accounts.builders import account, confirmed, guest_of
from tests.web.clubs.builders import browser_of, club_of, finished, member
from tetsudo.web.accounts import export
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs import membership, own_data
from tetsudo.web.clubs.models import Club, Member, Removal
from tetsudo.web.tables.models import Block, Table

pytestmark = pytest.mark.django_db

FORM = {"name": "Friday club", "description": "We play\non Fridays.", "language": "de", "is_listed": "on"}


def members(club: Club) -> dict[str, bool]:
    """Members by name, True for organisers."""
    return {each.account.guest.name: each.is_organiser for each in club.members.all()}


# Founding


def test_a_person_founds_a_club() -> None:
    ann = account("Ann")
    answer = browser_of(ann).post("/clubs/new/", FORM)
    club = Club.objects.get()
    assert answer["Location"] == f"/clubs/{club.key}/"
    assert (club.name, club.description, club.language) == ("Friday club", "We play on Fridays.", "de")
    assert (club.is_listed, club.is_open, club.closed) == (True, False, None)
    assert members(club) == {"Ann": True}


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "x" * 61}, {"name": "\u202e"}, {"description": "x" * 401}, {"language": "xx"}]
)
def test_a_wrong_form_founds_nothing(wrong: dict[str, str]) -> None:
    assert browser_of(account("Ann")).post("/clubs/new/", {**FORM, **wrong}).status_code == 422
    assert not Club.objects.exists()


def test_a_person_is_in_a_limited_number_of_clubs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MAX_CLUBS", 1)
    _club, (ann,) = club_of("Ann")
    answer = browser_of(ann).post("/clubs/new/", FORM)
    assert answer.status_code == 422
    assert "at most 1 clubs" in answer.content.decode()
    assert Club.objects.count() == 1


# Joining


def test_an_invitation_link_makes_a_member() -> None:
    club, _people = club_of("Ann")
    bo = account("Bo")
    client, address = browser_of(bo), f"/clubs/invitation/{club.invitation}/"
    page = client.get(address).content.decode()
    assert "Friday club" in page
    assert members(club) == {"Ann": True}  # looking joins nobody
    assert client.post(address)["Location"] == f"/clubs/{club.key}/"
    assert members(club) == {"Ann": True, "Bo": False}
    assert client.get(address)["Location"] == f"/clubs/{club.key}/"


def test_a_guest_is_asked_to_sign_in_and_led_back(client: Client) -> None:
    club, _people = club_of("Ann")
    address = f"/clubs/invitation/{club.invitation}/"
    assert client.get(address)["Location"] == f"/account/login/?next={address}"


def test_a_renewed_link_replaces_the_old_one() -> None:
    club, (ann,) = club_of("Ann")
    old = f"/clubs/invitation/{club.invitation}/"
    browser_of(ann).post(f"/clubs/{club.key}/change/", {"do": "renew"})
    club.refresh_from_db()
    client = browser_of(account("Bo"))
    assert client.post(old).status_code == 404
    assert client.post(f"/clubs/invitation/{club.invitation}/").status_code == 302


@pytest.mark.parametrize("fields", [{}, {"is_listed": True}, {"is_open": True}], ids=str)
def test_only_open_clubs_are_joined_without_a_link(fields: dict[str, bool]) -> None:
    club, _people = club_of("Ann", **fields)
    answer = browser_of(account("Bo")).post(f"/clubs/{club.key}/join/")
    assert answer.status_code == (403 if club.is_listed else 404)
    assert members(club) == {"Ann": True}


def test_an_open_club_is_joined_by_a_button() -> None:
    club, _people = club_of("Ann", is_listed=True, is_open=True)
    client = browser_of(account("Bo"))
    assert "Join the club" in client.get(f"/clubs/{club.key}/").content.decode()
    for _twice in range(2):
        assert client.post(f"/clubs/{club.key}/join/").status_code == 302
    assert members(club) == {"Ann": True, "Bo": False}


@pytest.mark.parametrize(("blocker", "joins"), [("Ann", False), ("Bo", True)])
def test_whom_an_organiser_blocked_cannot_join(blocker: str, joins: bool) -> None:
    club, people = club_of("Ann", "Bo", is_listed=True, is_open=True)
    by = next(each for each in people if guest_of(each).name == blocker)
    cy = account("Cy")
    Block.objects.create(blocker=guest_of(by), blocked=guest_of(cy))
    client = browser_of(cy)
    for address in (f"/clubs/{club.key}/join/", f"/clubs/invitation/{club.invitation}/"):
        answer = client.post(address)
        assert answer.status_code == (302 if joins else 403)
        assert joins or "Ann" not in answer.content.decode()
    assert ("Cy" in members(club)) == joins
    assert ("Join the club" in client.get(f"/clubs/{club.key}/").content.decode()) is False


def test_a_full_club_takes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MAX_MEMBERS", 1)
    club, _people = club_of("Ann")
    answer = browser_of(account("Bo")).post(f"/clubs/invitation/{club.invitation}/")
    assert answer.status_code == 422
    assert "at most 1 members" in answer.content.decode()
    assert members(club) == {"Ann": True}


# Organisers


def test_organisers_name_others_and_step_down() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    client, address = browser_of(ann), f"/clubs/{club.key}/change/"
    assert client.post(address, {"do": "step-down"}).status_code == 403
    client.post(address, {"do": "appoint", "who": member(club, bo).pk})
    assert members(club) == {"Ann": True, "Bo": True}
    assert client.post(address, {"do": "step-down"})["Location"] == f"/clubs/{club.key}/"
    assert members(club) == {"Ann": False, "Bo": True}
    assert client.post(address, {"do": "appoint", "who": member(club, ann).pk}).status_code == 403


def test_the_last_organiser_cannot_leave() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    client, address = browser_of(ann), f"/clubs/{club.key}/leave/"
    answer = client.post(address)
    assert answer.status_code == 403
    assert "Name another organiser first, or close the club." in answer.content.decode()
    membership.appoint(member(club, bo))
    assert client.post(address)["Location"] == "/clubs/"
    assert members(club) == {"Bo": True}


def test_a_removed_member_cannot_join_again_until_it_is_allowed() -> None:
    club, (ann, bo) = club_of("Ann", "Bo", is_listed=True, is_open=True)
    client, address = browser_of(ann), f"/clubs/{club.key}/change/"
    client.post(address, {"do": "remove", "who": member(club, bo).pk})
    assert members(club) == {"Ann": True}
    browser = browser_of(bo)
    for way in (f"/clubs/{club.key}/join/", f"/clubs/invitation/{club.invitation}/"):
        assert browser.post(way).status_code == 403
    assert "Bo" in client.get(f"/clubs/{club.key}/settings/").content.decode()
    client.post(address, {"do": "readmit", "who": Removal.objects.get().pk})
    assert browser.post(f"/clubs/{club.key}/join/").status_code == 302
    assert members(club) == {"Ann": True, "Bo": False}


def test_an_organiser_is_not_removed() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    membership.appoint(member(club, bo))
    answer = browser_of(ann).post(f"/clubs/{club.key}/change/", {"do": "remove", "who": member(club, bo).pk})
    assert answer.status_code == 403
    assert members(club) == {"Ann": True, "Bo": True}
    assert not Removal.objects.exists()


@pytest.mark.parametrize("sent", [{"do": "x"}, {}, {"do": "remove"}, {"do": "remove", "who": "9" * 30}])
def test_a_wrong_change_is_refused(sent: dict[str, str]) -> None:
    club, (ann, _bo) = club_of("Ann", "Bo")
    assert browser_of(ann).post(f"/clubs/{club.key}/change/", sent).status_code == 404
    assert members(club) == {"Ann": True, "Bo": False}


def test_members_of_another_club_are_out_of_reach() -> None:
    club, (ann,) = club_of("Ann")
    other, (_di, bo) = club_of("Di", "Bo")
    for do in ("appoint", "remove"):
        answer = browser_of(ann).post(f"/clubs/{club.key}/change/", {"do": do, "who": member(other, bo).pk})
        assert answer.status_code == 404
    assert members(other) == {"Di": True, "Bo": False}


def test_settings_are_changed() -> None:
    club, (ann,) = club_of("Ann")
    client, address = browser_of(ann), f"/clubs/{club.key}/settings/"
    assert client.post(address, {**FORM, "name": "Sunday club"}).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.is_listed) == ("Sunday club", True)
    assert client.post(address, {**FORM, "name": " "}).status_code == 422
    club.refresh_from_db()
    assert club.name == "Sunday club"


# Closing


def test_a_closed_club_stays_for_its_members_and_changes_no_more() -> None:
    club, (ann, bo) = club_of("Ann", "Bo", is_listed=True, is_open=True)
    table = finished(club, {ann: 500, bo: 400}, name="Last game")
    client = browser_of(ann)
    client.post(f"/clubs/{club.key}/change/", {"do": "close"})
    page = client.get(f"/clubs/{club.key}/").content.decode()
    assert "This club is closed." in page
    assert "Last game" in page
    assert "New table of the club" not in page
    assert client.get(f"/clubs/{club.key}/ladder/").status_code == 200
    for way, sent in (("settings/", FORM), ("change/", {"do": "renew"}), ("new/", {})):
        assert client.post(f"/clubs/{club.key}/{way}", sent).status_code == 403
    outsider = browser_of(account("Cy"))
    assert outsider.get(f"/clubs/{club.key}/").status_code == 404
    assert outsider.post(f"/clubs/invitation/{club.invitation}/").status_code == 404
    assert "Friday club" not in outsider.get("/clubs/").content.decode()
    assert client.post(f"/clubs/{club.key}/leave/").status_code == 302
    assert Table.objects.filter(pk=table.pk).exists()


# Deleted accounts


def test_the_longest_member_follows_a_deleted_organiser() -> None:
    club, (ann, _bo, _cy) = club_of("Ann", "Bo", "Cy")
    confirmed(ann).post("/account/delete/")
    assert members(club) == {"Bo": True, "Cy": False}
    club.refresh_from_db()
    assert club.closed is None


def test_no_one_is_named_while_another_organiser_is_there() -> None:
    club, (ann, _bo, cy) = club_of("Ann", "Bo", "Cy")
    membership.appoint(member(club, cy))
    confirmed(ann).post("/account/delete/")
    assert members(club) == {"Bo": False, "Cy": True}


def test_a_club_without_members_is_closed() -> None:
    club, (ann,) = club_of("Ann", is_listed=True)
    confirmed(ann).post("/account/delete/")
    club.refresh_from_db()
    assert club.closed is not None
    assert not User.objects.exists()


def test_a_deleted_account_leaves_no_name_in_the_club() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    finished(club, {ann: 500, bo: 400})
    membership.appoint(member(club, bo))
    confirmed(ann).post("/account/delete/")
    client = browser_of(bo)
    for part in ("", "ladder/", "head-to-head/", "tables/", "settings/"):
        page = client.get(f"/clubs/{club.key}/{part}").content.decode()
        assert "Ann" not in page, part


# Export


def test_each_foreign_key_to_accounts_is_exported() -> None:
    ours = {Member, Removal}
    relations = [each for each in User._meta.get_fields(include_hidden=True) if isinstance(each, ForeignObjectRel)]
    clubs = {each.related_model for each in relations if each.related_model._meta.app_label == "clubs"}
    assert clubs == ours == {rows.model for _called, rows in own_data.rows(account("Ann"))}


def test_the_export_has_clubs() -> None:
    club, (_ann, bo) = club_of("Ann", "Bo")
    data = export.account_data(bo, guest_of(bo))
    assert [(row["club__name"], row["is_organiser"]) for row in data["clubs"]] == [("Friday club", False)]
    membership.remove(member(club, bo))
    data = export.account_data(bo, guest_of(bo))
    assert data["clubs"] == []
    assert [row["club__key"] for row in data["clubs_removed_from"]] == [club.key]
    assert club.invitation not in str(data)
