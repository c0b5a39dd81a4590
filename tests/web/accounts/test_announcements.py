"""Announcements: a sentence on every page, from one time to another, which a browser may close."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.web.accounts.test_desk import deeds, organiser
from tests.web.builders import open_party
from tetsudo.web.accounts.desk import banner
from tetsudo.web.accounts.desk.models import Banner

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Read announcements at once, and keep none."""
    banner.kept.forget()
    yield
    banner.kept.forget()


def announced(text: str = "The site rests at 20:00", **more: Any) -> Banner:
    """An announcement for an hour."""
    now = timezone.now()
    times = {"begins": now - timedelta(minutes=1), "ends": now + timedelta(hours=1)}
    banner.kept.forget()
    return Banner.objects.create(text=text, **{**times, **more})


def lobby(client: Client | None = None, language: str = "en") -> str:
    """The lobby's page."""
    headers = {"accept": "text/html", "accept-language": language}
    return str((client or Client()).get("/", headers=headers).content.decode())


def test_an_organiser_announces_and_withdraws() -> None:
    _ann, desk = organiser()
    now = timezone.now()
    sent = {
        "text": "Restart <at> 8",
        "text_ja": "8時に再起動します",
        "level": "warning",
        "begins": f"{now - timedelta(minutes=1):%Y-%m-%dT%H:%M}",
        "ends": f"{now + timedelta(hours=2):%Y-%m-%dT%H:%M}",
    }
    assert desk.post("/desk/announcements/add/", sent).status_code == 302
    made = Banner.objects.get()
    assert "Restart &lt;at&gt; 8" in lobby()
    assert 'class="banner warning"' in lobby()
    assert "8時に再起動します" in lobby(language="ja")
    desk.post(f"/desk/announcements/{made.pk}/change/", {"do": "withdraw", "reason": "Done"})
    assert "Restart" not in lobby()
    assert [deed for _who, deed in deeds()] == ["withdraw", "announce"]


@pytest.mark.parametrize(
    ("begins", "ends"), [("2026-01-02T00:00", "2026-01-01T00:00"), ("2020-01-01T00:00", "2020-01-02T00:00"), ("", "x")]
)
def test_an_announcement_that_would_never_be_shown_is_refused(begins: str, ends: str) -> None:
    _ann, desk = organiser()
    sent = {"text": "Hello", "level": "notice", "begins": begins, "ends": ends}
    answer = desk.post("/desk/announcements/add/", sent)
    assert 'class="errorlist"' in answer.content.decode()
    assert not Banner.objects.exists()


def test_it_is_shown_on_every_page_in_its_time_only() -> None:
    announced("Now")
    announced("Later", begins=timezone.now() + timedelta(minutes=1))
    announced("Before", ends=timezone.now() - timedelta(seconds=1))
    party = open_party(("Bo", "Cy"))
    for path in ("/", "/titles/", "/account/login/", "/nowhere/", f"/t/{party.table.key}/"):
        shown = Client().get(path, headers={"accept": "text/html"}).content.decode()
        assert 'role="status">Now</p>' in shown, path
        assert "Later" not in shown
        assert "Before" not in shown


def test_a_browser_closes_it_until_it_is_closed_itself() -> None:
    made, other = announced("First"), announced("Second")
    client = Client()
    answer = client.post(f"/announcements/{made.pk}/close/", {"next": "/titles/"})
    assert answer["Location"] == "/titles/"
    assert answer.cookies[banner.COOKIE]["max-age"] == ""
    shown = lobby(client)
    assert "First" not in shown
    assert "Second" in shown
    client.post(f"/announcements/{other.pk}/close/", {"next": "https://evil.example.org/"})
    assert 'class="banner' not in lobby(client)
    assert "First" in lobby()


def test_closing_leads_to_no_other_site_and_keeps_no_nonsense() -> None:
    made = announced()
    client = Client()
    client.cookies[banner.COOKIE] = "x-9-" + "8" * 500
    answer = client.post(f"/announcements/{made.pk}/close/", {"next": "//evil.example.org/"})
    assert answer["Location"] == "/"
    assert answer.cookies[banner.COOKIE].value == str(made.pk)


def test_pages_ask_the_database_only_every_few_seconds() -> None:
    announced()
    lobby()
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert "The site rests" in lobby()
    assert [each for each in found.captured_queries if "desk_banner" in each["sql"]] == []
    banner.kept.until = 0.0  # some seconds later, in this or in another process
    Banner.objects.update(text="It is back")
    assert "It is back" in lobby()


def test_pages_go_on_if_announcements_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    announced()
    lobby()
    banner.kept.forget()

    def fail(**_more: Any) -> Any:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(Banner.objects, "filter", fail)
    assert "The site rests" in lobby()
