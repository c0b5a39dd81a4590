"""An invitation that makes an organiser: the host alone can make one, and it counts once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.web.accounts.builders import account, filled_form
from tests.web.host_commands import command
from tetsudo.web.accounts.desk.models import Trace
from tetsudo.web.accounts.models import Invitation, User
from tetsudo.web.accounts.signing_up import invitations

pytestmark = pytest.mark.django_db


def sign_up(key: str, **more: str) -> int:
    """Number of organisers after someone has signed up with an invitation."""
    client, query = Client(), f"?invitation={key}"
    client.post("/account/signup/", filled_form(client, query, **more))
    return User.objects.filter(is_organiser=True).count()


def test_whoever_signs_up_with_it_is_an_organiser() -> None:
    assert sign_up(invitations.create_for_organiser().key) == 1
    made = User.objects.get()
    entry = Trace.objects.get()
    assert (entry.deed, entry.person, entry.by_name) == ("organiser", made, "command line")


def test_any_other_invitation_makes_an_ordinary_account() -> None:
    assert sign_up(invitations.create(label="Organiser").key) == 0
    assert User.objects.count() == 1
    assert not Trace.objects.exists()


@pytest.mark.usefixtures("mail_site")
def test_a_known_address_does_not_spend_it() -> None:
    made = invitations.create_for_organiser()
    account("Bo", "ann@example.org")
    assert sign_up(made.key, email="ann@example.org") == 0
    assert sign_up(made.key, email="amy@example.org") == 1
    assert sign_up(made.key, email="eve@example.org") == 1
    assert sorted(User.objects.values_list("email", flat=True)) == ["amy@example.org", "ann@example.org"]


def test_a_key_cannot_be_made_up() -> None:
    made = invitations.create()
    Invitation.objects.filter(pk=made.pk).update(key=f"{made.key}-{'0' * invitations.SIGNATURE_LENGTH}")
    made.refresh_from_db()
    assert sign_up(made.key) == 0


@pytest.mark.usefixtures("open_site")
def test_it_counts_once_also_at_an_open_site(settings: Any) -> None:
    made = invitations.create_for_organiser()
    assert invitations.use(made.key)
    assert not invitations.use(made.key)
    assert invitations.use(""), "others still sign up without one"


def test_the_command_makes_the_database_and_the_link(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new/site.db"
    code, said = command("invite", "--organiser", "--database", url, "--site", "https://games.example.org")
    assert code == 0, said
    assert said.startswith("https://games.example.org/account/signup/?invitation=")
    assert len(said.splitlines()) == 1
    code, said = command("invite", "--organiser", "--people", "2", "--database", url)
    assert (code, said) == (2, "--people: an organiser's invitation is for one person\n")
