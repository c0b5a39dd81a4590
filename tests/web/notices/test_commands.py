"""Commands of the host: a test mail, keys for push messages, workers; and a site with all of it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server import ROOT, Server
from tests.web.filling import FilledDatabase, TableSpec, fill, random_actions
from tests.web.notices.receivers import mail_server, receiving
from tests.web.visitor import Visitor

SENDER = {"TETSUDO_MAIL_FROM": "Tetsudo <games@t.example>", "TETSUDO_HOSTS": "localhost"}


def command(database: Path, *words: str, **environment: str) -> subprocess.Popen[str]:
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    usual = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return subprocess.Popen(
        [sys.executable, "-m", "tetsudo", *words, "--database", f"sqlite:///{database}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**usual, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1", **environment},
    )


def run(database: Path, *words: str, **environment: str) -> tuple[int, str]:
    process = command(database, *words, **environment)
    said = process.communicate(timeout=300)[0]
    return process.returncode, said


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> FilledDatabase:
    """Ann, Bo and Cy at a table."""
    return fill(tmp_path_factory.mktemp("site") / "site.db", TableSpec())


def test_a_test_mail(filled: FilledDatabase) -> None:
    assert filled.database
    with mail_server() as (box, port):
        url = f"smtp://127.0.0.1:{port}"
        code, said = run(filled.database, "mail-test", "you@example.org", TETSUDO_MAIL_URL=url, **SENDER)
        assert (code, [letter.to for letter in box.letters]) == (0, [["you@example.org"]]), said
        box.answer = "554 Never"
        code, said = run(filled.database, "mail-test", "you@example.org", TETSUDO_MAIL_URL=url, **SENDER)
        assert code != 0
        assert "the mail was not accepted" in said
    code, said = run(filled.database, "mail-test", "you@example.org")
    assert code != 0
    assert "TETSUDO_MAIL_URL: is not set" in said


def test_push_keys(filled: FilledDatabase) -> None:
    assert filled.database
    first, again = (run(filled.database, "push-keys") for _ in range(2))
    assert first[0] == 0, first[1]
    assert first == again
    assert Path(f"{filled.database}.push-key").stat().st_mode & 0o777 == 0o600


def wish(filled: FilledDatabase, server: Server, address: str) -> None:
    """Bo wants to be told by webhook."""
    bo = Visitor(server.address, filled.sessions["Bo"])
    data = {"webhook": "always", "hook_address": address, "hook_form": "json", "kinds": "turn", "zone": "UTC"}
    answer = bo.post("/notices/", {**data, "cool_down": "10", "push": "never"})
    assert answer.status == 302, answer.text


def wait_until(receiver: Any, count: int) -> None:
    until = time.monotonic() + 60
    while len(receiver.requests) < count:
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize("is_apart", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_site_tells_whose_turn_it_is(tmp_path: Path, is_apart: bool) -> None:
    """By a thread of the site, or by a worker of its own."""
    filled = fill(tmp_path / "site.db", TableSpec())
    environment = {"TETSUDO_WEBHOOK_NETWORKS": "127.0.0.0/8", "TETSUDO_NOTICE_WORKERS": "0" if is_apart else "1"}
    with receiving() as receiver, Server.start(tmp_path / "site.db", environment=environment) as server:
        wish(filled, server, receiver.address)
        first = random_actions()[0]
        assert first["player"] == "Ann"
        ann = Visitor(server.address, filled.sessions["Ann"])
        assert ann.act(filled.table, 0, first).status == 200
        if is_apart:
            time.sleep(0.5)
            assert receiver.requests == []
            worker = command(tmp_path / "site.db", "worker", **environment)
            try:
                wait_until(receiver, 1)
                worker.terminate()
                assert worker.wait(60) == 0
            finally:
                worker.kill()
        wait_until(receiver, 1)
        assert b'"kind": "turn"' in receiver.requests[0].body
        assert f"/t/{filled.table}/".encode() in receiver.requests[0].body
