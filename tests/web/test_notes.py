"""Private notes: on the whole game, and a line on each company and each other player."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.web.builders import Party, browser, open_party
from tetsudo.web.tables.games import removal
from tetsudo.web.tables.models import Guest, Note, NoteLine, Seat, Table

pytestmark = pytest.mark.django_db

EVIL = """sell "AR" & 'KO' <script>alert(1)</script>"""


@pytest.fixture
def hall() -> Party:
    return open_party()


def save(client: Client, hall: Party, text: str, about: str = "") -> Any:
    """Save a note as the page does."""
    data = {"text": text, **({"about": about} if about else {})}
    return client.post(f"/t/{hall.table.key}/notes/", data, headers={"accept": "text/html"})


def page(client: Client, hall: Party, path: str = "") -> str:
    answer = client.get(f"/t/{hall.table.key}/{path}", headers={"accept": "text/html"})
    assert answer.status_code == 200
    return answer.content.decode()


def lines(client: Client, hall: Party) -> dict[str, str]:
    """Fields for notes on companies and players, by what they are about."""
    shown = " ".join(page(client, hall, "notes/").split())
    return {about: unescape(text) for text, about in re.findall(r'value="([^"]*)" data-about="([^"]*)"', shown)}


def noted(client: Client, hall: Party, path: str = "") -> Any:
    """Notes on companies and players in a page, for the marks."""
    found = re.search(r'<script id="noted" type="application/json">(.*?)</script>', page(client, hall, path))
    assert found
    return json.loads(found[1])


def test_a_line_each_for_companies_and_other_players(hall: Party) -> None:
    shown = lines(hall.client("Bo"), hall)
    companies = ["AR", "IR", "SR", "KO", "TR", "KU", "UR"]
    assert [*shown] == [*(f"company:{symbol}" for symbol in companies), "player:0", "player:2"]
    assert set(shown.values()) == {""}
    assert "player:1" in lines(browser(Guest.objects.create(name="Eve")), hall)
    Seat.objects.filter(table=hall.table).update(guest=hall.guests["Bo"])
    assert [*lines(hall.client("Bo"), hall)] == [f"company:{symbol}" for symbol in companies]


def test_they_are_saved_as_typed(hall: Party) -> None:
    ann = hall.client("Ann")
    assert save(ann, hall, EVIL).content == b"Saved."
    assert save(ann, hall, EVIL, "company:AR").content == b"Saved."
    assert save(ann, hall, "  bluffs\n often ", "player:1").status_code == 200
    assert "<script>alert" not in page(ann, hall) + page(ann, hall, "notes/")
    shown = page(ann, hall, "notes/")
    assert EVIL in unescape(shown[shown.index("<textarea") : shown.index("</textarea>")])
    wanted = {"company:AR": EVIL, "player:1": "bluffs often"}
    assert {about: text for about, text in lines(ann, hall).items() if text} == wanted == noted(ann, hall)
    assert save(ann, hall, "hold", "company:AR").status_code == 200
    assert save(ann, hall, " ", "player:1").status_code == 200
    assert [*NoteLine.objects.values_list("about", "text")] == [("company:AR", "hold")]
    assert Note.objects.get().text == EVIL


def test_only_who_wrote_them_sees_them(hall: Party) -> None:
    """Also not from a cache: all pages are asked for by the writer first."""
    ann, bo, eve = hall.client("Ann"), hall.client("Bo"), browser(Guest.objects.create(name="Eve"))
    hall.act({"type": "pass", "player": "Ann"})
    for about in ("", "company:AR", "player:1"):
        save(ann, hall, f"secret of {about}", about)
    save(bo, hall, "mine", "company:AR")
    paths = ("", "at/0/", "parts/", "at/0/parts/", "notes/", "chat/", "record/", "commands/?version=1", "chronicle/")
    for path in paths:
        assert page(ann, hall, path).count("secret of") == {"": 2, "notes/": 3}.get(path, 0), path
    for viewer in (bo, eve, Client()):
        for path in paths:
            assert "secret of" not in page(viewer, hall, path), path
    assert lines(bo, hall)["company:AR"] == "mine"
    assert lines(eve, hall)["company:AR"] == ""


def test_a_page_of_the_past_keeps_no_notes(hall: Party) -> None:
    """Browsers keep such a page for a day; it fetches the notes."""
    hall.act({"type": "pass", "player": "Ann"})
    save(hall.client("Ann"), hall, "kept apart", "company:AR")
    assert f'hx-get="/t/{hall.table.key}/notes/" hx-trigger="load"' in page(hall.client("Ann"), hall, "at/0/")
    assert noted(hall.client("Ann"), hall) == {"company:AR": "kept apart"}
    assert noted(hall.client("Ann"), hall, "at/0/") == {}
    assert hall.client("Ann").get(f"/t/{hall.table.key}/notes/")["Cache-Control"] == "no-store"


def test_visitors_without_a_name_keep_none(hall: Party) -> None:
    for about in ("", "company:AR"):
        assert save(Client(), hall, "x", about).status_code == 403
    assert "Only guests with a name can keep notes." in page(Client(), hall, "notes/")
    assert not Note.objects.exists()
    assert not NoteLine.objects.exists()


@pytest.mark.parametrize(
    ("about", "text"),
    [
        ("", "x" * 20_001),
        ("company:AR", "x" * 201),
        ("company:ZZ", "x"),
        ("player:3", "x"),
        ("player:-1", "x"),
        ("AR", "x"),
        ("company:" + "A" * 500, "x"),
    ],
)
def test_what_is_too_long_or_about_nothing_is_refused(hall: Party, about: str, text: str) -> None:
    assert save(hall.client("Ann"), hall, text, about).status_code == 422
    assert not Note.objects.exists()
    assert not NoteLine.objects.exists()


def test_the_longest_are_kept_whole(hall: Party) -> None:
    ann = hall.client("Ann")
    assert save(ann, hall, "ō" * 20_000).status_code == 200
    assert save(ann, hall, "ō" * 200, "player:2").status_code == 200
    assert len(lines(ann, hall)["player:2"]) == 200


def test_they_go_with_their_table(hall: Party) -> None:
    other = open_party(("Dee", "Flo"))
    for party, name in ((hall, "Ann"), (other, "Dee")):
        save(party.client(name), party, "x")
        save(party.client(name), party, "x", "company:AR")
    removal.hide(hall.table)
    removal.clear(hall.table)
    for kind in (Note, NoteLine):
        assert [*kind.objects.values_list("table", flat=True)] == [other.table.pk]
    assert not Table.everything.filter(pk=hall.table.pk).exists()


def test_they_are_private_to_a_branch(hall: Party) -> None:
    hall.act({"type": "pass", "player": "Ann"})
    save(hall.client("Ann"), hall, "kept apart", "company:AR")
    branch = hall.client("Ann").post(f"/t/{hall.table.key}/branch/1/").headers["Location"]
    assert "kept apart" not in hall.client("Ann").get(branch).content.decode()
