"""Sign-up: who may, by which proof, and what a new account has."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.web.accounts.builders import PASSWORD, filled_form, guest_of, hidden, signed_in, solution
from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import Invitation, User
from tetsudo.web.accounts.signing_up import invitations, mail_domains, proof_of_work, sign_in_names
from tetsudo.web.tables.models import Guest

pytestmark = pytest.mark.django_db


def invited(people: int = 1) -> str:
    return f"?invitation={invitations.create(people).key}"


# Who may


@pytest.mark.parametrize("mode", ["closed", "invitation"])
def test_nobody_signs_up_without_an_invitation(client: Client, settings: Any, mode: str) -> None:
    settings.SIGN_UP = mode
    assert 'name="password1"' not in client.get("/account/signup/").content.decode()
    client.post("/account/signup/", {"name": "Ann", "password1": PASSWORD, "username": "a", "offer": "b"})
    assert not User.objects.exists()


def test_a_closed_site_takes_no_invitation_either(client: Client, settings: Any) -> None:
    query = invited()
    settings.SIGN_UP = "closed"
    assert 'name="password1"' not in client.get(f"/account/signup/{query}").content.decode()


def test_an_invitation_is_for_as_many_as_it_says(client: Client) -> None:
    query = invited(2)
    forms = [filled_form(client, query) for _ in range(3)]
    for form in forms:
        Client().post("/account/signup/", form)
    assert User.objects.count() == 2
    assert Invitation.objects.get().used == 2


def test_an_invitation_expires(client: Client) -> None:
    form = filled_form(client, invited())
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    client.post("/account/signup/", form)
    assert not User.objects.exists()


@pytest.mark.parametrize(("people", "days"), [(0, 1), (1, 0), (1001, 1), (1, 366)])
def test_an_invitation_has_bounds(people: int, days: int) -> None:
    with pytest.raises(BadInput):
        invitations.create(people, days)


# Without mail


def test_a_new_account_has_a_name_a_guest_and_a_code_shown_until_it_is_saved(client: Client) -> None:
    form = filled_form(client, invited())
    answer = client.post("/account/signup/", form)
    assert answer["Location"] == "/account/recovery-code/"
    user = User.objects.get()
    assert user.username == form["username"]
    assert guest_of(user).name == "Ann"
    for _reload in range(2):
        page = client.get("/account/recovery-code/").content.decode()
        assert re.search(r"<code>(\w{5}-){5}\w{5}</code>", page)
    client.post("/account/recovery-code/", {"saved": "1"})
    assert "<code>" not in client.get("/account/recovery-code/").content.decode()
    assert PASSWORD not in str(User.objects.values())


def test_a_sign_in_name_cannot_be_chosen(client: Client) -> None:
    form = filled_form(client, invited())
    for more in ({"username": "ann-hill-1000"}, {"offer": sign_in_names.signed("x")}, {"offer": ""}):
        answer = client.post("/account/signup/", {**form, **more})
        assert "too old" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["short", "password123", ""])
def test_a_weak_password_is_refused_and_uses_no_invitation(client: Client, password: str) -> None:
    client.post("/account/signup/", filled_form(client, invited(), password1=password))
    assert not User.objects.exists()
    assert Invitation.objects.get().used == 0


def test_a_name_is_valid_as_at_tables(client: Client) -> None:
    client.post("/account/signup/", filled_form(client, invited(), name="\u202eAnn"))
    assert not User.objects.exists()


def test_the_same_password_signs_in_again(client: Client) -> None:
    client.post("/account/signup/", filled_form(client, invited()))
    phone = signed_in(User.objects.get())
    assert phone.get("/").context["guest"].name == "Ann"


def test_what_the_browser_had_belongs_to_the_new_account(client: Client) -> None:
    client.post("/guest/", {"name": "Annie"})
    client.post("/account/signup/", filled_form(client, invited(), name="Ann"))
    assert [guest.name for guest in Guest.objects.all()] == ["Ann"]


# With an open site


@pytest.mark.usefixtures("open_site")
def test_an_open_site_asks_for_a_proof_of_work(client: Client) -> None:
    form = filled_form(client)
    answer = client.post("/account/signup/", {**form, "proof": ""})
    assert "calculation" in answer.content.decode()
    assert not User.objects.exists()
    client.post("/account/signup/", form)
    assert User.objects.count() == 1


@pytest.mark.usefixtures("open_site")
def test_a_proof_counts_once(client: Client) -> None:
    proof = filled_form(client)["proof"]
    assert proof_of_work.is_solved(proof)
    assert not proof_of_work.is_solved(proof)
    assert not proof_of_work.is_solved(f"{proof} ")


@pytest.mark.parametrize("proof", ["", "x", "e30=", "W10=", "bnVsbA==", "MQ==", "x" * 3000, "eyJzYWx0IjogMX0="])
def test_a_wrong_proof_is_refused(proof: str) -> None:
    assert not proof_of_work.is_solved(proof)


@pytest.mark.usefixtures("open_site")
def test_a_proof_is_too_old_after_a_while(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_of_work, "VALID_SECONDS", -5)
    assert not proof_of_work.is_solved(filled_form(client)["proof"])


@pytest.mark.usefixtures("open_site")
def test_who_is_invited_proves_nothing(client: Client) -> None:
    form = filled_form(client, invited(), proof="")
    client.post("/account/signup/", form)
    assert User.objects.count() == 1


@pytest.mark.usefixtures("open_site")
def test_the_script_of_the_proof_is_on_that_page_only(client: Client) -> None:
    assert proof_of_work.SCRIPT in client.get("/account/signup/").content.decode()
    for page in ("/", "/account/login/", "/guest/"):
        assert proof_of_work.SCRIPT not in client.get(page).content.decode()


@pytest.mark.usefixtures("open_site")
def test_sign_ups_are_limited(client: Client, settings: Any) -> None:
    codes = [client.post("/account/signup/", {}).status_code for _ in range(80)]
    assert codes[-1] == 429


# With mail


def sign_up_by_mail(client: Client, address: str = "ann@example.org") -> Any:
    page = client.get("/account/signup/").content.decode()
    form = {"name": "Ann", "email": address, "password1": PASSWORD, "proof": solution(page), "invitation": ""}
    return client.post("/account/signup/", form)


@pytest.mark.usefixtures("mail_site")
def test_an_address_is_confirmed_before_the_first_sign_in(client: Client) -> None:
    answer = sign_up_by_mail(client)
    assert answer["Location"] == "/account/confirm-email/"
    assert "_auth_user_id" not in client.session
    (message,) = mail.outbox
    link = re.search(r"http://testserver(/account/confirm-email/\S+)", str(message.body))
    assert link, message.body
    assert "_auth_user_id" not in client.session
    assert client.get(link[1]).status_code == 200
    client.post(link[1])
    client.post("/account/login/", {"login": "ann@example.org", "password": PASSWORD})
    assert client.get("/").context["guest"].name == "Ann"


@pytest.mark.usefixtures("mail_site")
def test_a_password_is_reset_by_mail(client: Client) -> None:
    test_an_address_is_confirmed_before_the_first_sign_in(client)
    mail.outbox.clear()
    phone = Client()
    phone.post("/account/password/reset/", {"email": "ann@example.org"})
    (message,) = mail.outbox
    link = re.search(r"http://testserver(/account/password/reset/key/\S+)", str(message.body))
    assert link
    form = phone.get(link[1], follow=True)
    phone.post(form.request["PATH_INFO"], {"password1": "another long phrase", "password2": "another long phrase"})
    phone.post("/account/login/", {"login": "ann@example.org", "password": "another long phrase"})
    assert phone.get("/").context["guest"].name == "Ann"
    assert client.get("/").context["guest"] is None


@pytest.mark.usefixtures("mail_site")
@pytest.mark.parametrize("address", ["a@mailinator.com", "A@MAILINATOR.COM", "a@x.yopmail.com"])
def test_a_disposable_address_is_refused(client: Client, address: str) -> None:
    assert "provider" in sign_up_by_mail(client, address).content.decode()
    assert not User.objects.exists()


def test_the_host_edits_the_list_of_domains(tmp_path: Path, settings: Any) -> None:
    file = tmp_path / "domains"
    file.write_text("# ours\n@Example.COM  # all of it\n")
    settings.REFUSED_MAIL_DOMAINS = str(file)
    assert mail_domains.is_refused("a@b.example.com")
    assert not mail_domains.is_refused("a@mailinator.com")
    assert not mail_domains.is_refused("a@notexample.com")
    with pytest.raises(BadInput):
        mail_domains.refused_domains(str(tmp_path / "missing"))


def test_the_own_list_has_no_ordinary_provider() -> None:
    assert not any(
        mail_domains.is_refused(f"a@{name}") for name in ("gmail.com", "gmx.de", "outlook.com", "yahoo.co.jp")
    )


def test_the_form_shows_the_offered_name_in_a_field_that_password_managers_keep(client: Client) -> None:
    page = client.get(f"/account/signup/{invited()}").content.decode()
    field = re.search(r'<input[^>]*name="username"[^>]*>', page)
    assert field
    assert 'autocomplete="username"' in field[0]
    assert "readonly" in field[0]
    assert sign_in_names.is_offered(hidden(page, "username"), hidden(page, "offer"))
