"""Mails by a real mail server: their text, their headers, turning them off, confirming an address, failures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.builders import Party, open_party
from tests.web.notices.builders import NOON, mail_recipient, make_due, notices, work
from tests.web.notices.receivers import Mailbox, mail_server
from tetsudo.web.notices import addresses
from tetsudo.web.notices.channels import mail
from tetsudo.web.notices.models import Recipient
from tetsudo.web.tables.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def box(settings: Any) -> Iterator[Mailbox]:
    """The mail server, which the site uses."""
    with mail_server() as (box, port):
        settings.HAS_MAIL = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 5
        settings.DEFAULT_FROM_EMAIL = "Tetsudo <games@t.example>"
        yield box


@pytest.fixture
def hall() -> Party:
    """Ann, Bo and Cy at a table with a name and a deadline; Ann is to act."""
    hall = open_party()
    Table.objects.filter(pk=hall.table.pk).update(name="Friday\nnight", deadline=3)
    hall.table.refresh_from_db()
    return hall


def letter(box: Mailbox, number: int = -1) -> EmailMessage:
    parsed = message_from_bytes(box.letters[number].content, policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    return parsed


def text_of(box: Mailbox) -> str:
    return str(letter(box).get_content())


def test_it_says_what_waits(box: Mailbox, hall: Party) -> None:
    mail_recipient(hall.guests["Bo"])
    hall.act({"type": "pass", "player": "Ann"})
    work(timezone.now())
    assert box.letters[0].to == ["bo@example.org"]
    assert letter(box)["Subject"] == "Your turn: Friday night"
    text = text_of(box)
    for line in (
        "Shikoku 1889",
        "Friday night",
        "Auction: buy, bid or pass",
        f"https://t.example/t/{hall.table.key}/",
    ):
        assert f"{line}\n" in text.replace("\r\n", "\n"), text
    assert re.search(r"Until \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)", text)
    assert "You chose notices for: It is my turn." in text


def test_mail_programs_can_turn_them_off_with_one_click(box: Mailbox, hall: Party) -> None:
    bo = mail_recipient(hall.guests["Bo"])
    make_due(hall.table, hall.guests["Bo"], channel="mail")
    work(NOON)
    found = letter(box)
    assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(
        r"<https://t\.example(/notices/off/\S+/)>", found["List-Unsubscribe"].replace("\r\n", "").replace(" ", "")
    )
    assert link, found["List-Unsubscribe"]
    program = Client(enforce_csrf_checks=True)
    assert program.get(link[1]).status_code == 200
    bo.refresh_from_db()
    assert bo.mail == "always", "a look turns nothing off"
    assert program.post(link[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    bo.refresh_from_db()
    assert bo.mail == "never"
    assert program.post(link[1].replace("/off/", "/off/x")).status_code == 404


def test_it_has_the_same_id_each_time(box: Mailbox, hall: Party) -> None:
    mail_recipient(hall.guests["Bo"])
    notice = make_due(hall.table, hall.guests["Bo"], channel="mail")
    box.answer = "451 Later"
    work(NOON)
    box.answer = ""
    work(NOON + timedelta(minutes=2))
    assert letter(box)["Message-ID"] == f"<{notice.key}.{notice.pk}@t.example>"
    assert [each.attempts for each in notices()] == [2]


@pytest.mark.parametrize(
    ("answer", "state"), [("451 Later", "due"), ("554 Never", "failed"), ("421 Busy", "due"), ("250 OK", "sent")]
)
def test_a_refusal_is_final_or_not(box: Mailbox, hall: Party, answer: str, state: str) -> None:
    mail_recipient(hall.guests["Bo"])
    make_due(hall.table, hall.guests["Bo"], channel="mail")
    box.answer = answer
    work(NOON)
    assert [each.state for each in notices()] == [state]


def test_without_a_server_it_waits(hall: Party, settings: Any) -> None:
    settings.HAS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    mail_recipient(hall.guests["Bo"])
    make_due(hall.table, hall.guests["Bo"], channel="mail")
    work(NOON)
    (notice,) = notices()
    assert (notice.state, notice.tried) == ("due", None)
    assert "ConnectionRefusedError" in notice.reason


def test_an_address_is_confirmed_by_a_button(box: Mailbox, hall: Party) -> None:
    bo = mail_recipient(hall.guests["Bo"], is_confirmed=False)
    addresses.ask_to_confirm(bo)
    make_due(hall.table, hall.guests["Bo"], channel="mail")
    work(timezone.now())
    assert [each["Subject"] for each in (letter(box, number) for number in range(len(box.letters)))] == [
        "Confirm your address for Tetsudo"
    ]
    link = re.search(r"https://t\.example(/notices/confirm/\S+/)", text_of(box))
    assert link
    assert addresses.mail_address(hall.guests["Bo"]) == ""
    visitor = Client()
    assert "bo@example.org" in visitor.get(link[1]).content.decode()
    assert addresses.mail_address(hall.guests["Bo"]) == "", "a look confirms nothing"
    visitor.post(link[1])
    assert addresses.mail_address(hall.guests["Bo"]) == "bo@example.org"
    Recipient.objects.update(address="other@example.org", is_confirmed=False)
    assert visitor.post(link[1]).status_code == 404
    assert addresses.mail_address(hall.guests["Bo"]) == ""


def test_a_daily_mail_has_all_tables(box: Mailbox, hall: Party) -> None:
    bo = mail_recipient(hall.guests["Bo"], digest_hour=18, zone="Asia/Tokyo")
    other = open_party(["Ann", "Bo"]).table
    for table in (hall.table, other):
        make_due(table, hall.guests["Bo"], channel="mail")
    work(NOON + timedelta(hours=21))
    assert len(box.letters) == 1
    assert letter(box)["Subject"] == "Tetsudo: 2 notices"
    assert f"/t/{hall.table.key}/" in text_of(box)
    assert f"/t/{other.key}/" in text_of(box)
    assert addresses.off_path(bo) in text_of(box)


def test_it_is_in_the_language_of_its_reader(box: Mailbox, hall: Party) -> None:
    mail_recipient(hall.guests["Bo"], language="ja")
    hall.act({"type": "pass", "player": "Ann"})
    work(timezone.now())
    assert "四国" in text_of(box)


def test_a_test_mail_arrives(box: Mailbox) -> None:
    mail.send_test("you@example.org")
    assert letter(box)["Subject"] == "Tetsudo: test mail"
