"""Every address of clubs in every role: who gets what, and nobody anything else."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.test import Client

from tests.web.accounts.builders import account, guest_of
from tests.web.builders import browser
from tests.web.clubs.builders import browser_of, club_of, finished, member
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs import membership, urls
from tetsudo.web.clubs.models import Club, ClubTable, Member, Removal
from tetsudo.web.tables.models import Block, Guest, Table

pytestmark = pytest.mark.django_db

ROLES: Final = ("nobody", "guest", "other", "member", "organiser", "removed", "blocked", "banned")

OUT: Final = 302
"""Asked to sign in."""


def row(nobody: int, guest: int, other: int, member: int, organiser: int, removed: int, blocked: int) -> dict[str, int]:
    """Expected answers by role. A banned person is nobody."""
    return dict(zip(ROLES, (nobody, guest, other, member, organiser, removed, blocked, nobody), strict=True))


LISTED: Final[dict[str, dict[str, int]]] = {
    "clubs": row(200, 200, 200, 200, 200, 200, 200),
    "club-new": row(OUT, OUT, 200, 200, 200, 200, 200),
    "club-invitation": row(OUT, OUT, 200, 302, 302, 403, 403),
    "club": row(200, 200, 200, 200, 200, 200, 200),
    "club-tables": row(200, 200, 200, 200, 200, 200, 200),
    "club-ladder": row(403, 403, 403, 200, 200, 403, 403),
    "club-head-to-head": row(403, 403, 403, 200, 200, 403, 403),
    "club-new-table": row(OUT, OUT, 403, 200, 200, 403, 403),
    "club-preset": row(OUT, OUT, 403, 404, 404, 403, 403),
    "club-settings": row(OUT, OUT, 403, 403, 200, 403, 403),
    "club-join": row(405, 405, 405, 405, 405, 405, 405),
    "club-leave": row(405, 405, 405, 405, 405, 405, 405),
    "club-change": row(405, 405, 405, 405, 405, 405, 405),
}
"""Answers of a listed club by address and role."""

ALIKE: Final = {"clubs", "club-new", "club-invitation", "club-join", "club-leave", "club-change"}
"""Addresses that answer alike for a club that is not listed; the others do not exist for those who are no members."""

ADDRESSES: Final = {
    "clubs": "/clubs/",
    "club-new": "/clubs/new/",
    "club-invitation": "/clubs/invitation/{invitation}/",
    "club": "/clubs/{key}/",
    "club-tables": "/clubs/{key}/tables/",
    "club-ladder": "/clubs/{key}/ladder/",
    "club-head-to-head": "/clubs/{key}/head-to-head/",
    "club-new-table": "/clubs/{key}/new/",
    "club-preset": "/clubs/{key}/new/preset/none/",
    "club-settings": "/clubs/{key}/settings/",
    "club-join": "/clubs/{key}/join/",
    "club-leave": "/clubs/{key}/leave/",
    "club-change": "/clubs/{key}/change/",
}


def test_every_address_is_in_the_table() -> None:
    assert {each.name for each in urls.urlpatterns} == set(ADDRESSES) == set(LISTED)


def club_and_browsers(**fields: Any) -> tuple[Club, dict[str, Client]]:
    """A club of Ann, the organiser, and Bo, with a listed and a private table; a browser in each role."""
    club, (ann, bo, removed) = club_of("Ann", "Bo", "Removed", **fields)
    membership.remove(member(club, removed))
    people = {"other": account("Other"), "member": bo, "organiser": ann, "removed": removed}
    people |= {"blocked": account("Blocked"), "banned": account("Banned")}
    Block.objects.create(blocker=guest_of(ann), blocked=guest_of(people["blocked"]))
    finished(club, {ann: 500, bo: 400}, name="Open house", is_listed=True)
    finished(club, {ann: 500, bo: 400}, name="Back room", is_listed=False)
    found = {"nobody": Client(), "guest": browser(Guest.objects.create(name="Gus"))}
    found |= {role: browser_of(user) for role, user in people.items()}
    User.objects.filter(pk=people["banned"].pk).update(is_active=False)
    for client in found.values():
        client.defaults["HTTP_ACCEPT"] = "text/html"
    return club, found


@pytest.mark.parametrize("is_listed", [True, False])
def test_each_address_as_each_viewer(is_listed: bool) -> None:
    club, clients = club_and_browsers(is_listed=is_listed)
    breaches: list[tuple[object, ...]] = []
    for name, address in ADDRESSES.items():
        for role, client in clients.items():
            expected = LISTED[name][role]
            if not is_listed and name not in ALIKE and role not in ("member", "organiser"):
                expected = 404
            answer = client.get(address.format(key=club.key, invitation=club.invitation))
            if answer.status_code != expected:
                breaches.append((name, role, answer.status_code, expected))
            breaches += [(name, role, text) for text in seen(answer.content.decode(), role, name, club)]
    assert breaches == []


def seen(page: str, role: str, name: str, club: Club) -> list[str]:
    """Words in a page that the role may not see."""
    secret: dict[str, tuple[str, ...]] = {"Back room": ("member", "organiser")}
    if name != "club-invitation":
        secret[club.invitation] = ("organiser",)
    if not club.is_listed and name != "club-invitation":
        secret[club.name] = ("member", "organiser")
    return [text for text, roles in secret.items() if text in page and role not in roles]


POSTS: Final[tuple[tuple[str, dict[str, str], tuple[str, ...]], ...]] = (
    ("settings/", {"name": "Evil club", "language": "en"}, ("organiser",)),
    ("change/", {"do": "renew"}, ("organiser",)),
    ("change/", {"do": "close"}, ("organiser",)),
    ("change/", {"do": "appoint", "who": "{bo}"}, ("organiser",)),
    ("change/", {"do": "remove", "who": "{bo}"}, ("organiser",)),
    ("change/", {"do": "step-down"}, ()),
    ("change/", {"do": "readmit", "who": "{removal}"}, ("organiser",)),
    ("join/", {}, ("other",)),
    ("leave/", {}, ("member",)),
)
"""Forms with the roles that change something by them."""


def state() -> list[Any]:
    """All rows of clubs."""
    return [list(model.objects.order_by("pk").values()) for model in (Club, Member, Removal, ClubTable, Table)]


@pytest.mark.parametrize(("way", "sent", "roles"), POSTS, ids=str)
def test_only_these_change_anything(way: str, sent: dict[str, str], roles: tuple[str, ...]) -> None:
    club, clients = club_and_browsers(is_listed=True, is_open=True)
    rows = {"bo": club.members.get(is_organiser=False).pk, "removal": Removal.objects.get().pk}
    sent = {name: value.format(**rows) for name, value in sent.items()}
    before = state()
    for role in [each for each in ROLES if each not in roles]:
        answer = clients[role].post(f"/clubs/{club.key}/{way}", sent)
        assert state() == before, (role, answer.status_code)
    for role in roles:
        assert clients[role].post(f"/clubs/{club.key}/{way}", sent).status_code == 302
        assert state() != before, role


@pytest.mark.parametrize("way", ["settings/", "change/", "join/", "leave/", "new/"])
def test_forms_from_elsewhere_are_refused(way: str) -> None:
    club, (ann,) = club_of("Ann")
    client = browser_of(ann)
    client.handler.enforce_csrf_checks = True
    assert client.post(f"/clubs/{club.key}/{way}", {"do": "close"}).status_code == 403
    club.refresh_from_db()
    assert club.closed is None


def test_joins_are_limited(settings: Any) -> None:
    settings.RATES = {**settings.RATES, "clubs": "1/hour"}
    club, _people = club_of("Ann", is_listed=True, is_open=True)
    client = browser_of(account("Bo"))
    codes = []
    for _time in range(2):
        codes.append(client.post(f"/clubs/{club.key}/join/").status_code)
        client.post(f"/clubs/{club.key}/leave/")
    assert codes == [302, 429]


def test_no_page_has_inline_code_or_style() -> None:
    club, clients = club_and_browsers(is_listed=True)
    for address in ADDRESSES.values():
        page = clients["organiser"].get(address.format(key=club.key, invitation=club.invitation)).content.decode()
        page += clients["other"].get(address.format(key=club.key, invitation=club.invitation)).content.decode()
        assert not re.search(r"<style|\sstyle=|\son\w+=\"", page), address
        scripts = re.findall(r"<script([^>]*)>", page)
        assert [each for each in scripts if "src=" not in each] == [], address
