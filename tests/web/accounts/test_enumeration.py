"""Nobody can find out whether an address or a name has an account: the answers are the same, byte by byte."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import hashers
from django.core import mail
from django.test import Client

from tests.web.accounts.builders import PASSWORD, account, solution
from tests.web.notices.receivers import base64
from tetsudo.web.accounts import recovery
from tetsudo.web.accounts.models import Invitation, User
from tetsudo.web.accounts.signing_up import invitations
from tetsudo.web.server.logs import redact_keys

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN = "known@example.org", "other@example.org"
CHANCE = re.compile(rb'name="(csrfmiddlewaretoken|proof|offer|username)"[^>]*>|"X-CSRFToken": "\w+"')


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each password that is hashed: what takes the time."""
    found: list[str] = []
    encode = hashers.MD5PasswordHasher.encode

    def counted(self: Any, password: str, salt: str) -> str:
        found.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", counted)
    return found


@pytest.fixture
def known() -> User:
    """An account with a confirmed address."""
    user = account("Ann", KNOWN)
    EmailAddress.objects.create(user=user, email=KNOWN, verified=True, primary=True)
    return user


def seen(answer: Any, *varying: str) -> tuple[int, str, bytes]:
    """Visible part of an answer, without what the visitor sent, and without tokens."""
    content = CHANCE.sub(b"", answer.content)
    for word in varying:
        content = content.replace(word.encode(), b"")
    return answer.status_code, answer.get("Location", ""), content


@pytest.mark.usefixtures("mail_site")
def test_sign_up_answers_the_same(known: User, hashed: list[str]) -> None:
    answers: list[Any] = []
    counts: list[int] = []
    for address in (KNOWN, UNKNOWN):
        client = Client()
        proof = solution(client.get("/account/signup/").content.decode())
        hashed.clear()
        form = {"name": "Bo", "email": address, "password1": PASSWORD, "proof": proof, "invitation": ""}
        answer = client.post("/account/signup/", form)
        counts.append(len(hashed))
        answers.append((seen(answer, address), seen(client.get(answer["Location"]), address)))
        assert [message.to for message in mail.outbox] == [[address]]
        mail.outbox.clear()
    assert answers[0] == answers[1]
    assert counts[0] == counts[1]


@pytest.mark.usefixtures("mail_site")
def test_an_invitation_is_used_by_a_known_address_too(known: User, settings: Any) -> None:
    settings.SIGN_UP = "invitation"
    for address in (KNOWN, UNKNOWN):
        made = invitations.create()
        form = {"name": "Bo", "email": address, "password1": PASSWORD, "invitation": made.key}
        Client().post("/account/signup/", form)
        assert Invitation.objects.get(pk=made.pk).used == 1


@pytest.mark.usefixtures("mail_site")
def test_a_reset_answers_the_same(known: User) -> None:
    answers = []
    for address in (KNOWN, UNKNOWN):
        client = Client()
        answer = client.post("/account/password/reset/", {"email": address})
        answers.append((seen(answer, address), seen(client.get(answer["Location"]), address)))
        assert [message.to for message in mail.outbox] == [[address]]
        mail.outbox.clear()
    assert answers[0] == answers[1]


@pytest.mark.usefixtures("mail_site")
def test_signing_in_answers_the_same_by_address(known: User, hashed: list[str]) -> None:
    compare_sign_in(hashed, KNOWN, UNKNOWN)


def test_signing_in_answers_the_same_by_name(known: User, hashed: list[str]) -> None:
    compare_sign_in(hashed, known.username, "other-hill-1000")


def test_a_banned_person_is_told_only_with_the_right_password(known: User, hashed: list[str]) -> None:
    User.objects.update(is_active=False)
    compare_sign_in(hashed, known.username, "other-hill-1000")


def compare_sign_in(hashed: list[str], *logins: str) -> None:
    answers: list[Any] = []
    counts: list[int] = []
    for login in logins:
        hashed.clear()
        answers.append(seen(Client().post("/account/login/", {"login": login, "password": "wrong password"}), login))
        counts.append(len(hashed))
    assert answers[0] == answers[1]
    assert counts[0] == counts[1] == 1


@pytest.mark.usefixtures("mail_site")
@pytest.mark.parametrize("path", ["/account/login/", "/account/password/reset/", "/account/signup/"])
def test_pages_in_japanese_answer_the_same(known: User, path: str) -> None:
    found = []
    for address in (KNOWN, UNKNOWN):
        client = Client(headers={"accept-language": "ja"})
        page = client.get(path).content.decode()
        sent = {"name": "Bo", "email": address, "login": address, "password": "wrong password", "password1": PASSWORD}
        if "data-challenge" in page:
            sent["proof"] = solution(page)
        answer = client.post(path, sent)
        after = client.get(answer["Location"]) if answer.status_code == 302 else answer
        assert re.search(r"[ぁ-ん]", after.content.decode())
        found.append((seen(answer, address), seen(after, address)))
    assert found[0] == found[1]


def passkey_answer(credential: str) -> Any:
    """Answer to a sign-in with a passkey, whose challenge was asked for before."""
    client = Client()
    asked = client.get("/account/2fa/webauthn/login/", headers={"accept": "application/json"})
    options = asked.json()["request_options"]["publicKey"]
    assert not options.get("allowCredentials"), "no key is named, so no account is"
    answer = client.post("/account/2fa/webauthn/login/", {"credential": credential})
    return seen(answer, options["challenge"]), seen(client.get(answer["Location"]))


def test_a_passkey_that_is_known_answers_as_any_other(known: User) -> None:
    """Signed by nobody: what an attacker can send who has seen the key's id."""
    ids = [base64(text) for text in (b"known key", b"other key")]
    kept = {"credential": {"id": ids[0], "rawId": ids[0], "type": "public-key", "response": {}}, "name": "Mine"}
    Authenticator.objects.create(user=known, type="webauthn", data=kept)
    data = {"type": "webauthn.get", "challenge": base64(b"x" * 32), "origin": "http://testserver"}
    response = {
        "clientDataJSON": base64(json.dumps(data).encode()),
        "authenticatorData": base64(b"\0" * 37),
        "signature": base64(b"nonsense"),
        "userHandle": base64(str(known.pk).encode()),
    }
    answers = []
    for each, handle in ((ids[0], known.pk), (ids[1], known.pk), (ids[1], known.pk + 1000)):
        said = {**response, "userHandle": base64(str(handle).encode())}
        sent = {"id": each, "rawId": each, "type": "public-key", "response": said, "clientExtensionResults": {}}
        answers.append(passkey_answer(json.dumps(sent)))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0][0] == 302


def test_a_wrong_recovery_code_is_a_wrong_recovery_code(known: User, hashed: list[str]) -> None:
    code = recovery.new_code(known)
    User.objects.update(is_active=False)
    answers: list[Any] = []
    counts: list[int] = []
    for typed in (code, "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-FFFFF"):
        hashed.clear()
        answer = Client().post("/account/recovery/", {"code": typed, "password1": "another long phrase"})
        answers.append(seen(answer, typed))
        counts.append(len(hashed))
    assert answers[0] == answers[1]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("key", ["wrong", "", "x" * 500, "%00"])
def test_an_invitation_tells_nothing(client: Client, key: str) -> None:
    account("Ann")
    used = invitations.create()
    Invitation.objects.update(used=1)
    closed = seen(client.get(f"/account/signup/?invitation={used.key}"), used.key)
    assert seen(client.get(f"/account/signup/?invitation={key}"), key) == closed


def test_keys_of_mails_are_in_no_log() -> None:
    for path in ("/account/confirm-email/MQ:1abc:secret/", "/account/password/reset/key/1-secret/"):
        assert "secret" not in redact_keys(f"GET {path} 200")
