"""Programs that ask by the API in tests."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.test import Client

from tests.web.accounts.builders import account
from tetsudo.web.accounts.models import User
from tetsudo.web.api import keys

ALL = tuple(keys.SCOPES)


class Answer(NamedTuple):
    """Status and data of an answer."""

    status: int
    data: Any


class Program:
    """A program with a key, or without one."""

    def __init__(self, key: str = "", **headers: str) -> None:
        self.client = Client()
        self.headers = {"authorization": f"Bearer {key}"} if key else {}
        self.headers |= headers

    def ask(self, method: str, path: str, data: Any = None) -> Answer:
        """Answer to a request."""
        body = b"" if data is None else json.dumps(data).encode()
        said = self.client.generic(method, f"/api/v1{path}", body, "application/json", headers=self.headers)
        return Answer(said.status_code, json.loads(said.content) if said.content else None)

    def get(self, path: str) -> Answer:
        """Answer to a question."""
        return self.ask("GET", path)

    def post(self, path: str, data: Any = None) -> Answer:
        """Answer to a change."""
        return self.ask("POST", path, {} if data is None else data)


def program_of(user: User, *scopes: str) -> Program:
    """A program with a key of an account, with all scopes unless some are named."""
    return Program(keys.create(user, "test", scopes or ALL))


def person(name: str, *scopes: str) -> Program:
    """A program that speaks for a new account."""
    return program_of(account(name), *scopes)


def open_game(ann: Program, *seats: str, **choices: Any) -> str:
    """Key of a table of 1889 that a program opens, by default with both seats its own."""
    chairs = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
    sent = {"title": "1889", "seats": chairs or [{"kind": "me"}, {"kind": "me"}], **choices}
    made = ann.post("/tables", sent)
    assert made.status == 201, made
    return str(made.data["key"])
