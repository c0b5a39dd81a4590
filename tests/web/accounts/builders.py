"""Accounts and their browsers for tests."""

from __future__ import annotations

import re
from typing import Any, Final

from altcha.v1 import Challenge, Payload, solve_challenge
from django.test import Client

from tetsudo.web.accounts import identity
from tetsudo.web.accounts.models import User
from tetsudo.web.tables.models import Guest

PASSWORD: Final = "four tiny green ferries"


def account(name: str, email: str = "") -> User:
    """An account with its guest; the sign-in name is made from the name."""
    user = User(username=f"{name.lower()}-hill-1000", email=email)
    user.set_password(PASSWORD)
    user.save()
    identity.create(user, name)
    return user


def guest_of(user: User) -> Guest:
    """The guest of an account, as it is now."""
    return Guest.objects.get(account=user)


def signed_in(user: User, client: Client | None = None) -> Client:
    """A browser in which a person has signed in by the form."""
    client = client or Client()
    sent = {"login": user.username, "password": PASSWORD}
    answer = client.post("/account/login/", sent, headers={"accept": "text/html"})
    assert answer.status_code == 302, answer.content.decode()
    return client


def confirmed(user: User) -> Client:
    """A browser in which a person has signed in, and lately confirmed it with the password."""
    client = signed_in(user)
    answer = client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302, answer.content.decode()
    return client


def hidden(page: str, name: str) -> str:
    """Value of a field in a page."""
    field = next(tag for tag in re.findall(r"<input[^>]*>", page) if f'name="{name}"' in tag)
    found = re.search(r'value="([^"]*)"', field)
    return found[1] if found else ""


def filled_form(client: Client, query: str = "", **more: Any) -> dict[str, Any]:
    """The sign-up form of a site without mail, filled in; the proof of work is solved if it is asked for."""
    page = client.get(f"/account/signup/{query}").content.decode()
    sent = {name: hidden(page, name) for name in ("username", "offer", "invitation") if f'name="{name}"' in page}
    if "data-challenge" in page:
        sent["proof"] = solution(page)
    return {"name": "Ann", "password1": PASSWORD, **sent, **more}


def solution(page: str) -> str:
    """Solution of a page's challenge."""
    import html
    import json

    found = re.search(r'data-challenge="([^"]*)"', page)
    assert found
    data = json.loads(html.unescape(found[1]))
    asked = Challenge(data["algorithm"], data["challenge"], data["maxNumber"], data["salt"], data["signature"])
    solved = solve_challenge(asked.challenge, asked.salt, asked.algorithm, asked.max_number)
    assert solved
    return Payload(asked.algorithm, asked.challenge, solved.number, asked.salt, asked.signature).to_base64()
