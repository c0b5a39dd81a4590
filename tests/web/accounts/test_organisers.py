"""The organisers' page, and the cleanup of accounts that were never confirmed."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.web.accounts.builders import account, guest_of, signed_in
from tests.web.builders import open_party
from tetsudo.web.accounts.models import Invitation, User
from tetsudo.web.accounts.signing_up import invitations
from tetsudo.web.tables.games import cleanup
from tetsudo.web.tables.models import Guest, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Client:
    """A browser of an organiser."""
    user = account("Ann")
    User.objects.filter(pk=user.pk).update(is_organiser=True)
    return signed_in(user)


def test_nobody_else_finds_the_page() -> None:
    for sent in ({}, {"people": "5", "days": "3"}):
        assert signed_in(account(f"Bo{len(sent)}")).post("/organise/", sent).status_code == 404
    assert Client().get("/organise/")["Location"].startswith("/account/login/")
    assert not Invitation.objects.exists()


def test_an_invitation_is_made_shown_used_and_withdrawn(organiser: Client) -> None:
    assert 'href="/organise/"' in organiser.get("/account/").content.decode()
    assert organiser.post("/organise/", {"people": "2", "days": "3", "label": "Club"}).status_code == 302
    page = organiser.get("/organise/").content.decode()
    assert "used 0 of 2" in page
    assert "Club" in page
    link = re.search(r"<code>http://testserver(\S+?)</code>", page)
    assert link
    assert 'name="password1"' in Client().get(link[1]).content.decode()
    organiser.post("/organise/", {"withdraw": str(Invitation.objects.get().pk)})
    assert not Invitation.objects.exists()
    assert 'name="password1"' not in Client().get(link[1]).content.decode()


def test_an_organisers_invitation_is_the_hosts_alone(organiser: Client) -> None:
    made = invitations.create_for_organiser()
    page = organiser.get("/organise/").content.decode()
    assert made.key not in page
    assert "used 0 of 1" not in page
    organiser.post("/organise/", {"withdraw": str(made.pk)})
    assert Invitation.objects.get() == made


@pytest.mark.parametrize("sent", [{"people": "0", "days": "3"}, {"people": "1", "days": "999"}, {"people": "many"}])
def test_numbers_out_of_range_make_none(organiser: Client, sent: dict[str, str]) -> None:
    answer = organiser.post("/organise/", sent)
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert not Invitation.objects.exists()


def test_what_cannot_be_withdrawn_changes_nothing(organiser: Client) -> None:
    Invitation.objects.create(expires=timezone.now() + timedelta(days=1))
    for each in ("", "-1", "x", "9" * 30, "²"):
        assert organiser.post("/organise/", {"withdraw": each}).status_code == 302
    assert Invitation.objects.count() == 1


def test_a_test_mail_is_sent_and_its_failure_is_read(organiser: Client, mail_site: None, settings: Any) -> None:
    page = organiser.post("/organise/", {"address": "ann@example.org"}, follow=True).content.decode()
    assert "accepted a mail to ann@example.org" in page
    assert [message.to for message in mail.outbox] == [["ann@example.org"]]
    assert organiser.post("/organise/", {"address": "nonsense"}).status_code == 422
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 1, 2
    page = organiser.post("/organise/", {"address": "ann@example.org"}, follow=True).content.decode()
    assert "The mail was not accepted: ConnectionRefusedError" in page


def test_a_site_without_mail_says_what_to_set(organiser: Client) -> None:
    assert "TETSUDO_MAIL_URL" in organiser.get("/organise/").content.decode()
    organiser.post("/organise/", {"address": "ann@example.org"})
    assert mail.outbox == []


def test_accounts_that_were_never_confirmed_go_after_two_weeks() -> None:
    old = timezone.now() - timedelta(days=15)
    users = {name: account(name) for name in ("Never", "Confirmed", "New", "Seated", "Unmailed")}
    for name, user in users.items():
        if name != "Unmailed":
            EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=name == "Confirmed")
        User.objects.filter(pk=user.pk).update(created=timezone.now() if name == "New" else old, last_login=None)
    Seat.objects.filter(table=open_party(("Bo", "Cy")).table, number=0).update(guest=guest_of(users["Seated"]))
    gone = cleanup.tidy()
    assert gone["accounts that were never confirmed"] == 1
    left = {user.username.partition("-")[0] for user in User.objects.all()}
    assert left == {"confirmed", "new", "seated", "unmailed"}
    assert not Guest.objects.filter(name="Never").exists()
