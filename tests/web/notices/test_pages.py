"""Pages of notices, and the way to the next game."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.builders import Party, open_party
from tests.web.notices.builders import NOON, make_due, notices, recipient
from tetsudo.core.errors import BadInput
from tetsudo.web.common.mail_settings import mail_settings
from tetsudo.web.notices.channels import push_keys
from tetsudo.web.notices.models import PushDevice, Recipient, TableWish
from tetsudo.web.tables.models import Seat, Table

pytestmark = pytest.mark.django_db

WISHES = {"webhook": "never", "hook_form": "json", "cool_down": "10", "zone": "Europe/Berlin", "kinds": ["turn"]}
MAIL_WISHES = {**WISHES, "mail": "away", "address": "ann@example.org", "digest_hour": ""}


@pytest.fixture
def hall() -> Party:
    """Ann, Bo and Cy; Ann is to act."""
    return open_party()


@pytest.fixture
def ann(hall: Party, settings: Any) -> Client:
    """Ann's browser, at a site with mail."""
    settings.HAS_MAIL = True
    client = hall.client("Ann")
    client.defaults["HTTP_ACCEPT"] = "text/html"
    return client


def wishes(hall: Party, name: str = "Ann") -> Recipient:
    return Recipient.objects.get(guest=hall.guests[name])


# Wishes


def test_wishes_are_saved(hall: Party, ann: Client) -> None:
    assert "E-mail address" in ann.get("/notices/").content.decode()
    assert not Recipient.objects.exists(), "a look saves nothing"
    answer = ann.post("/notices/", {**MAIL_WISHES, "quiet_from": "22", "quiet_until": "7", "cool_down": "60"})
    assert answer.status_code == 302
    found = wishes(hall)
    assert (found.mail, found.address, found.is_confirmed, found.is_active) == ("away", "ann@example.org", False, True)
    assert (found.quiet_from, found.quiet_until, found.cool_down, found.kinds) == (22, 7, 60, ["turn"])
    assert (found.site, found.language, found.digest_hour) == ("http://testserver/", "en", None)
    page = ann.get("/notices/").content.decode()
    assert "ann@example.org is not confirmed yet" in page
    assert [(notice.kind, notice.channel, notice.state) for notice in notices()] == [("confirm", "mail", "due")]


def test_the_same_address_is_confirmed_once(hall: Party, ann: Client) -> None:
    ann.post("/notices/", MAIL_WISHES)
    Recipient.objects.update(is_confirmed=True)
    ann.post("/notices/", {**MAIL_WISHES, "digest_hour": "18"})
    assert wishes(hall).is_confirmed
    assert wishes(hall).digest_hour == 18
    ann.post("/notices/", {**MAIL_WISHES, "address": "new@example.org"})
    assert not wishes(hall).is_confirmed
    assert len(notices()) == 2


def test_addresses_cannot_be_changed_all_the_time(hall: Party, ann: Client) -> None:
    answers = [ann.post("/notices/", {**MAIL_WISHES, "address": f"{number}@example.org"}) for number in range(6)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429, 429, 429]
    assert len(notices()) == 3


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"address": ""}, "Enter the address for your mails."),
        ({"address": "nonsense"}, "valid email"),
        ({"zone": "Mars/Base"}, "There is no such time zone."),
        ({"quiet_from": "22"}, "Choose both hours, or none."),
        ({"webhook": "always"}, "Enter the address of the webhook."),
        ({"hook_address": "http://10.0.0.1/"}, "This is not the address of a webhook"),
        ({"hook_address": "file:///etc/passwd"}, "This is not the address of a webhook"),
        ({"cool_down": "0"}, "Select a valid choice"),
        ({"kinds": ["nonsense"]}, "Select a valid choice"),
    ],
)
def test_such_wishes_are_refused(hall: Party, ann: Client, sent: dict[str, Any], sentence: str) -> None:
    answer = ann.post("/notices/", {**MAIL_WISHES, **sent})
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Recipient.objects.exists()


def test_only_what_the_host_has_set_up_is_offered(hall: Party, ann: Client, settings: Any) -> None:
    settings.HAS_MAIL = False
    page = ann.get("/notices/").content.decode()
    assert "E-mail" not in page
    assert "Push messages" not in page
    assert "Webhook" in page


def test_a_visitor_without_a_seat_is_told_to_take_one(client: Client) -> None:
    assert "Take a seat at a table first." in client.get("/notices/").content.decode()
    for path in ("/notices/sent/", "/t/nonsense/notices/"):
        assert client.get(path).status_code == 404
    assert client.post("/notices/devices/").status_code == 404


def test_a_table_has_wishes_of_its_own(hall: Party, ann: Client) -> None:
    path = f"/t/{hall.table.key}/notices/"
    assert "as at other tables" in ann.get(path).content.decode()
    assert ann.post(path, {"mail": "always", "webhook": "", "cool_down": "240"}).status_code == 302
    wish = TableWish.objects.get()
    assert (wish.mail, wish.webhook, wish.cool_down) == ("always", "", 240)
    assert wishes(hall).is_active, "though nothing is wished for other tables"
    assert ann.post(path, {"mail": "nonsense"}).status_code == 422
    ann.post(path, {"mail": "", "webhook": "", "cool_down": ""})
    assert not TableWish.objects.exists()
    assert not wishes(hall).is_active


# Devices


def test_a_browser_is_added_and_removed(hall: Party, ann: Client, settings: Any) -> None:
    data = {"endpoint": "https://push.example/abc", "public": 87 * "A", "secret": 22 * "B"}
    assert ann.post("/notices/devices/", data, headers={"user-agent": "Firefox (Android)"}).status_code == 302
    assert ann.post("/notices/devices/", data).status_code == 302
    device = PushDevice.objects.get()
    assert wishes(hall).push == "away"
    assert wishes(hall).is_active
    bo = hall.client("Bo")
    bo.post(f"/notices/devices/{device.pk}/off/")
    assert PushDevice.objects.exists(), "it is not Bo's"
    ann.post(f"/notices/devices/{device.pk}/off/")
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {"endpoint": "http://push.example/"},
        {"endpoint": ""},
        {"public": "short"},
        {"secret": 50 * "B"},
        {"secret": "<script>.."},
    ],
)
def test_such_a_subscription_is_refused(ann: Client, sent: dict[str, str]) -> None:
    data = {"endpoint": "https://push.example/abc", "public": 87 * "A", "secret": 22 * "B", **sent}
    assert ann.post("/notices/devices/", data).status_code == 422
    assert not PushDevice.objects.exists()


def test_a_guest_has_only_some_devices(ann: Client) -> None:
    for number in range(12):
        data = {"endpoint": f"https://push.example/{number}", "public": 87 * "A", "secret": 22 * "B"}
        ann.post("/notices/devices/", data)
    assert PushDevice.objects.count() == 10


def test_the_service_worker_serves_the_whole_site(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in answer.content
    app = json.loads(client.get("/manifest.webmanifest").content)
    assert (app["scope"], app["start_url"]) == ("/", "/")


def test_keys_are_created_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(push_keys, "key_file", lambda: tmp_path / "push-key")
    assert push_keys.public_key() == ""
    file = push_keys.create()
    key = file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600
    push_keys.create()
    assert file.read_text() == key
    assert re.fullmatch(r"[\w-]{87}", push_keys.public_key())


# Sent notices


def test_what_was_sent_is_listed_with_its_reason(hall: Party, ann: Client) -> None:
    recipient(hall.guests["Ann"])
    make_due(hall.table, hall.guests["Ann"], state="sent", done=NOON)
    make_due(hall.table, hall.guests["Ann"], "turn", state="failed", done=NOON, reason="the webhook answered 404")
    make_due(hall.table, hall.guests["Bo"], "chat", state="sent", done=NOON)
    page = ann.get("/notices/sent/").content.decode()
    for words in ("The game is over: Shikoku 1889", "You chose: A game is over.", "the webhook answered 404"):
        assert words in page
    assert "chat" not in page, "that is Bo's"
    assert "Some notices could not be delivered." in ann.get("/").content.decode()
    ann.post("/notices/seen/")
    assert "Some notices could not be delivered." not in ann.get("/").content.decode()


# Next game


@pytest.fixture
def three(hall: Party) -> list[Table]:
    """Three tables that wait for Ann: the second for longest; at the third she plays alone."""
    second, alone = open_party(["Ann", "Bo"]), open_party(["Ann"], ["simple", "simple"])
    for each in (second, alone):
        each.table.seats.filter(guest__name="Ann").update(guest=hall.guests["Ann"])
    for each, hours in ((hall, 2), (second, 30), (alone, 500)):
        Table.objects.filter(pk=each.table.pk).update(to_act=0, changed=timezone.now() - timedelta(hours=hours))
    return [hall.table, second.table, alone.table]


def test_the_next_game_has_waited_for_longest(ann: Client, three: list[Table]) -> None:
    first, second, alone = three
    assert ann.get("/next/").headers["Location"] == f"/t/{second.key}/"
    assert ann.get(f"/next/?from={second.key}").headers["Location"] == f"/t/{first.key}/"
    Table.objects.filter(pk__in=(first.pk, second.pk)).update(to_act=1)
    assert ann.get("/next/").headers["Location"] == f"/t/{alone.key}/"
    assert ann.get(f"/next/?from={alone.key}").headers["Location"] == "/"


def test_the_number_counts_where_others_wait(ann: Client, three: list[Table]) -> None:
    first, second, _alone = three
    assert json.loads(ann.get("/next/count/").content)["count"] == 2
    found = json.loads(ann.get(f"/next/count/?from={second.key}").content)
    assert found == {"count": 2, "others": 1, "name": "Shikoku 1889", "url": f"/t/{first.key}/"}
    assert json.loads(Client().get("/next/count/").content) == {"count": 0, "others": 0}


def test_the_lobby_opens_with_what_waits(ann: Client, three: list[Table]) -> None:
    Table.objects.filter(pk=three[1].pk).update(deadline=2, doing="track", acting="AR", stage="Operating round 2.1")
    Seat.objects.filter(table=three[1]).update(since=None)
    Table.objects.filter(pk=three[1].pk).update(created=timezone.now() - timedelta(days=9))
    page = ann.get("/").content.decode()
    waiting = page.partition("Waiting for you")[2].partition("</section>")[0]
    assert 'data-waiting="2"' in page
    keys = re.findall(r'href="/t/([^/]+)/"', waiting)
    assert keys == [three[1].key, three[0].key]
    for words in ("Operating round 2.1", "lay track (AR)", "1\xa0day, 6\xa0hours", "17\xa0hours"):
        assert words in waiting
    assert "Waiting for you" not in Client().get("/").content.decode()


def test_a_table_has_a_way_to_the_next_game(hall: Party, ann: Client) -> None:
    page = ann.get(f"/t/{hall.table.key}/").content.decode()
    assert re.search(r'<a id="next"[^>]* hidden href="/next/" data-count="/next/count/"', page)
    assert 'id="next"' not in Client(headers={"accept": "text/html"}).get(f"/t/{hall.table.key}/").content.decode()


def test_a_move_says_what_is_to_be_decided(hall: Party) -> None:
    hall.act({"type": "pass", "player": "Ann"})
    found = Table.objects.get(pk=hall.table.pk)
    assert (found.doing, found.acting) == ("auction", "")


# Settings of the host


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://mail.example", ("mail.example", 25, "", "", False, False)),
        ("smtp+tls://ann:p%40ss@mail.example", ("mail.example", 587, "ann", "p@ss", False, True)),
        ("smtps://ann:x@mail.example:4650", ("mail.example", 4650, "ann", "x", True, False)),
    ],
)
def test_a_mail_server_is_a_url(url: str, expected: tuple[object, ...]) -> None:
    found = mail_settings({"TETSUDO_MAIL_URL": url, "TETSUDO_MAIL_FROM": "Tetsudo <games@t.example>"})
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_SSL", "USE_TLS")
    assert tuple(found[f"EMAIL_{name}"] for name in names) == expected
    assert found["HAS_MAIL"]


@pytest.mark.parametrize(
    ("url", "sender"),
    [
        ("mail.example", "a@t.example"),
        ("http://mail.example", "a@t.example"),
        ("smtp://", "a@t.example"),
        ("smtp://u:secret@mail.example:nonsense", "a@t.example"),
        ("smtp://mail.example/path", "a@t.example"),
        ("smtp://mail.example", ""),
        ("smtp://mail.example", "no address"),
        ("smtp://mail.example", "A <a@t.example>\nBcc: b@t.example"),
    ],
)
def test_such_a_mail_server_is_refused(url: str, sender: str) -> None:
    with pytest.raises(BadInput) as refusal:
        mail_settings({"TETSUDO_MAIL_URL": url, "TETSUDO_MAIL_FROM": sender})
    assert "secret" not in str(refusal.value)


def test_without_a_mail_server_there_is_no_mail() -> None:
    assert not mail_settings({})["HAS_MAIL"]
