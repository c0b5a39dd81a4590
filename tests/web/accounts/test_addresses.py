"""Every address of accounts, as nobody, guest, person, other person and banned: who gets what, and no other way in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import URLPattern, URLResolver

from tests.web.accounts.builders import PASSWORD, account, confirmed, guest_of, signed_in
from tests.web.builders import browser
from tetsudo.web.accounts import urls
from tetsudo.web.accounts.models import Profile, User
from tetsudo.web.tables.models import Guest

pytestmark = pytest.mark.django_db

OPEN: Final = "open"
OWN: Final = "own"
AWAY: Final = "away"

ADDRESSES: Final[dict[str, tuple[str, str]]] = {
    "person": ("/people/{profile}/", OPEN),
    "recover": ("/account/recovery/", OPEN),
    "account_inactive": ("/account/inactive/", OPEN),
    "account_login": ("/account/login/", AWAY),
    "account_signup": ("/account/signup/", AWAY),
    "account": ("/account/", OWN),
    "account-people": ("/account/people/", OWN),
    "account-delete": ("/account/delete/", OWN),
    "recovery-code": ("/account/recovery-code/", OWN),
    "account_logout": ("/account/logout/", OWN),
    "account_change_password": ("/account/password/change/", OWN),
    "account_reauthenticate": ("/account/reauthenticate/", OWN),
    "mfa_index": ("/account/2fa/", OWN),
    "mfa_activate_totp": ("/account/2fa/totp/activate/", OWN),
    "mfa_add_webauthn": ("/account/2fa/webauthn/add/", OWN),
    "mfa_list_webauthn": ("/account/2fa/webauthn/", OWN),
}
"""Pages by address name: for everybody, for the signed-in person, or for those who are not signed in."""

MAIL_ONLY: Final = {
    "account_email": "/account/email/",
    "account_email_verification_sent": "/account/confirm-email/",
    "account_confirm_email": "/account/confirm-email/wrong/",
    "account_reset_password_done": "/account/password/reset/done/",
    "account_reset_password_from_key": "/account/password/reset/key/1-wrong/",
    "account_reset_password_from_key_done": "/account/password/reset/key/done/",
}
"""Addresses that a site without mail does not have."""

ELSEWHERE: Final = {
    "account-export": "/account/export/",  # answers posts only
    "organise": "/organise/",  # for organisers only
    "account_reset_password": "/account/password/reset/",  # leads to the recovery code without mail
    "account_set_password": "/account/password/set/",  # for accounts without a password, which do not exist
    "mfa_login_webauthn": "/account/2fa/webauthn/login/",  # a challenge for any visitor
    "mfa_authenticate": "/account/2fa/authenticate/",  # within signing in only
    "mfa_reauthenticate": "/account/2fa/reauthenticate/",
    "mfa_reauthenticate_webauthn": "/account/2fa/webauthn/reauthenticate/",
    "mfa_deactivate_totp": "/account/2fa/totp/deactivate/",
    "mfa_view_recovery_codes": "/account/2fa/recovery-codes/",
    "mfa_generate_recovery_codes": "/account/2fa/recovery-codes/generate/",
    "mfa_download_recovery_codes": "/account/2fa/recovery-codes/download/",
    "mfa_remove_webauthn": "/account/2fa/webauthn/keys/1/remove/",
    "mfa_edit_webauthn": "/account/2fa/webauthn/keys/1/edit/",
}
"""Addresses with tests of their own, or that nobody without keys can use."""


def names(patterns: Any = urls.urlpatterns) -> Iterator[str]:
    """Names of all addresses."""
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from names(each.url_patterns)
        elif isinstance(each, URLPattern):
            yield str(each.name)


def test_every_address_is_in_a_table() -> None:
    assert set(names()) == {*ADDRESSES, *MAIL_ONLY, *ELSEWHERE}


def viewers() -> dict[str, Client]:
    """A browser of each kind. The person asked about is Ann."""
    ann, bo, banned = account("Ann"), account("Bo"), account("Cy")
    found = {"nobody": Client(), "guest": browser(Guest.objects.create(name="Di")), "Ann": confirmed(ann)}
    found |= {"Bo": confirmed(bo), "banned": signed_in(banned)}
    User.objects.filter(pk=banned.pk).update(is_active=False)
    for client in found.values():
        client.defaults["HTTP_ACCEPT"] = "text/html"
    return found


EXPECTED: Final = {
    OPEN: {"nobody": 200, "guest": 200, "banned": 200, "Ann": 200, "Bo": 200},
    OWN: {"nobody": 302, "guest": 302, "banned": 302, "Ann": 200, "Bo": 200},
    AWAY: {"nobody": 200, "guest": 200, "banned": 200, "Ann": 302, "Bo": 302},
}


@pytest.mark.usefixtures("open_site")
def test_each_address_as_each_viewer() -> None:
    clients = viewers()
    breaches: list[tuple[str, str, object]] = []
    profile = Profile.objects.get(account__username__startswith="ann").key
    secrets = [User.objects.get(username__startswith="ann").username, *Guest.objects.values_list("key", flat=True)]
    for address, access in ADDRESSES.values():
        for name, client in clients.items():
            answer = client.get(address.format(profile=profile))
            if answer.status_code != EXPECTED[access][name]:
                breaches.append((address, name, answer.status_code))
            if name != "Ann" and any(secret in answer.content.decode() for secret in secrets):
                breaches.append((address, name, "secret"))
    assert breaches == []


@pytest.mark.parametrize("address", MAIL_ONLY.values())
def test_a_site_without_mail_has_no_pages_about_mail(address: str) -> None:
    client = signed_in(account("Ann"))
    for send in (client.get, client.post):
        assert send(address).status_code == 404


@pytest.mark.usefixtures("mail_site")
@pytest.mark.parametrize("address", MAIL_ONLY.values())
def test_a_site_with_mail_has_them(address: str) -> None:
    user = account("Ann", "ann@example.org")
    assert signed_in(user).get(address).status_code in (200, 302)
    assert Client().get(address).status_code in (200, 302)


POSTS: Final = ("account", "account-people", "account-delete", "recovery-code", "account_change_password")


@pytest.mark.parametrize("address", [*(ADDRESSES[name][0] for name in POSTS), "/account/export/"])
def test_only_the_person_changes_anything(address: str) -> None:
    clients = viewers()
    before = [list(model.objects.order_by("pk").values()) for model in (User, Profile, Guest)]
    for name in ("nobody", "guest", "banned"):
        answer = clients[name].post(address, {"name": "Evil", "make": "1"})
        assert answer["Location"].startswith("/account/login/"), name
    assert [list(model.objects.order_by("pk").values()) for model in (User, Profile, Guest)] == before


@pytest.mark.parametrize("address", [*(ADDRESSES[name][0] for name in POSTS), "/account/login/", "/account/recovery/"])
def test_forms_from_elsewhere_are_refused(address: str) -> None:
    client = signed_in(account("Ann"), Client(enforce_csrf_checks=False))
    client.handler.enforce_csrf_checks = True
    assert client.post(address, {"name": "Evil"}).status_code == 403


def test_keys_of_another_person_are_out_of_reach() -> None:
    ann, bo = account("Ann"), account("Bo")
    key = Authenticator.objects.create(user=ann, type="webauthn", data={"name": "Mine", "credential": {}})
    client = confirmed(bo)
    for path in ("remove", "edit"):
        for send in (client.get, client.post):
            answer = send(f"/account/2fa/webauthn/keys/{key.pk}/{path}/", {"name": "Evil"})
            assert answer.status_code in (302, 404)
    assert Authenticator.objects.get().data["name"] == "Mine"


# Sessions, redirects, limits


def test_signing_in_takes_a_new_session(client: Client) -> None:
    client.post("/guest/", {"name": "Ann"})
    before = client.session.session_key
    signed_in(account("Ann"), client)
    assert client.session.session_key != before


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "http:evil.example"],
)
def test_nobody_is_sent_to_another_site(target: str) -> None:
    user = account("Ann")
    sent = {"login": user.username, "password": PASSWORD, "next": target}
    answer = Client().post(f"/account/login/?next={target}", sent)
    assert answer["Location"] == "/"
    answer = signed_in(user).post("/account/logout/", {"next": target})
    assert answer["Location"] == "/"


def test_who_was_sent_to_sign_in_goes_on_where_they_were(client: Client) -> None:
    user = account("Ann")
    asked = client.get("/account/people/")["Location"]
    assert asked == "/account/login/?next=/account/people/"
    answer = client.post(asked, {"login": user.username, "password": PASSWORD, "next": "/account/people/"})
    assert answer["Location"] == "/account/people/"


def test_passwords_cannot_be_tried_out(client: Client) -> None:
    user = account("Ann")
    wrong = {"login": user.username, "password": "wrong password"}
    pages = [client.post("/account/login/", wrong) for _ in range(12)]
    right = client.post("/account/login/", {"login": user.username, "password": PASSWORD})
    assert right.status_code != 302
    assert pages[-1].status_code in (200, 429)


def test_attempts_are_limited_by_address_too() -> None:
    codes = [
        Client().post("/account/login/", {"login": f"n{i}-hill-1000", "password": "x"}).status_code for i in range(120)
    ]
    assert codes[-1] == 429


def test_recovery_codes_cannot_be_tried_out() -> None:
    codes = [
        Client().post("/account/recovery/", {"code": str(i), "password1": PASSWORD}).status_code for i in range(120)
    ]
    assert codes[-1] == 429


def test_a_limit_of_djangos_companion_is_a_page_of_ours(client: Client) -> None:
    codes = {client.get("/account/login/").status_code for _ in range(3)}
    assert codes == {200}


# Look and policy


@pytest.mark.usefixtures("open_site")
def test_no_page_has_inline_code_or_style() -> None:
    clients = viewers()
    for address, _access in ADDRESSES.values():
        page = clients["Ann"].get(address.format(profile=Profile.objects.first().key)).content.decode()  # type: ignore[union-attr]
        page += clients["nobody"].get(address.format(profile="x")).content.decode()
        scripts = re.findall(r"<script([^>]*)>", page)
        assert [each for each in scripts if "src=" not in each and "application/json" not in each] == [], address
        assert not re.search(r"<style|\sstyle=|\son\w+=\"", page), address
        assert "data:image" not in page, address


def test_pages_of_the_library_are_in_our_layout() -> None:
    client = confirmed(account("Ann"))
    for address in ("/account/password/change/", "/account/2fa/", "/account/2fa/totp/activate/"):
        page = client.get(address).content.decode()
        assert 'class="brand"' in page
        assert 'id="main"' in page
    assert "<svg" in client.get("/account/2fa/totp/activate/").content.decode().split('id="main"')[1]


def test_pages_are_in_japanese_too() -> None:
    client = signed_in(account("Ann"))
    page = client.get("/account/2fa/", headers={"accept-language": "ja"}).content.decode()
    assert "二要素認証" in page or "認証" in page


def test_a_site_without_accounts_does_not_speak_of_them(client: Client) -> None:
    assert "/account/" not in client.get("/guest/").content.decode()
    assert "/account/" not in client.get("/").content.decode()
    account("Ann")
    assert "/account/login/" in client.get("/guest/").content.decode()


def test_a_person_signed_in_has_their_account_behind_their_name() -> None:
    user = account("Ann")
    client = signed_in(user)
    assert 'href="/account/"' in client.get("/").content.decode()
    assert client.get("/guest/")["Location"] == "/account/"
    assert guest_of(user).key not in client.get("/account/").content.decode()
