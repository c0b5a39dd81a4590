"""The command that makes invitations, and the site's choice of who signs up: a site in its own process."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server import TIMEOUT_SECONDS, Server, launch
from tests.web.visitor import Visitor


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command."""
    command = [sys.executable, "-m", "tetsudo", *words]
    settings = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS, env=settings)


def invite(database: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Make an invitation in a database."""
    return run("invite", "--database", f"sqlite:///{database}", *options)


def test_an_invitation_works_at_once_while_the_site_runs(tmp_path: Path) -> None:
    with Server.start(tmp_path / "site.db") as server:
        done = invite(tmp_path / "site.db", "--site", server.address, "--people", "2")
        assert done.returncode == 0, done.stderr
        link = done.stdout.strip().removeprefix(server.address)
        assert link.startswith("/account/signup/?invitation=")
        visitor = Visitor(server.address)
        page = visitor.get(link)
        assert page.status == 200
        assert 'name="password1"' in page.text
        assert 'name="password1"' not in visitor.get("/account/signup/").text
        assert "publickey-credentials-get" not in page.headers.get("permissions-policy", "")


def test_a_wrong_choice_is_refused_in_a_sentence(tmp_path: Path) -> None:
    process = launch(tmp_path / "site.db", "--sign-up", "everybody")
    printed = process.communicate(timeout=TIMEOUT_SECONDS)[0]
    assert process.returncode == 2
    assert "TETSUDO_SIGN_UP: must be closed, invitation or open" in printed


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (
            {"TETSUDO_MAIL_URL": "smtp://mail.example.org", "TETSUDO_MAIL_FROM": "games@example.org"},
            "TETSUDO_HOSTS: must be set",
        ),
        ({"TETSUDO_MAIL_URL": "http://ann:secret@mail.example.org"}, "TETSUDO_MAIL_URL: must begin with smtp://"),
        ({"TETSUDO_REFUSED_MAIL_DOMAINS": "/nowhere"}, "TETSUDO_REFUSED_MAIL_DOMAINS: cannot be read"),
    ],
    ids=["hosts", "mail", "domains"],
)
def test_a_wrong_setting_is_refused_in_a_sentence(tmp_path: Path, environment: dict[str, str], said: str) -> None:
    process = launch(tmp_path / "site.db", environment=environment)
    printed = process.communicate(timeout=TIMEOUT_SECONDS)[0]
    assert process.returncode == 2
    assert said in printed
    assert "secret" not in printed


def test_a_person_is_banned_let_in_again_and_named_an_organiser(tmp_path: Path) -> None:
    with Server.start(tmp_path / "site.db"):
        pass
    done = run("ban", "amber-ferry-4821", "--database", f"sqlite:///{tmp_path}/site.db")
    assert done.returncode == 2
    assert "no account" in done.stderr
    with closing(sqlite3.connect(tmp_path / "site.db")) as database, database:
        row = "'', 'amber-ferry-4821', 'Ann@Example.org', 1, 0, '2026-01-01', '', 0"
        fields = "password, username, email, is_active, is_organiser, created, ban_reason, sign_outs"
        database.execute(f"INSERT INTO accounts_user ({fields}) VALUES ({row})")
    for words, expected in (
        (("ban",), (0, 0)),
        (("ban", "--lift"), (1, 0)),
        (("organiser",), (1, 1)),
        (("organiser", "--remove"), (1, 0)),
    ):
        done = run(words[0], "ann@example.org", *words[1:], "--database", f"sqlite:///{tmp_path}/site.db")
        assert done.returncode == 0, done.stderr
        with closing(sqlite3.connect(tmp_path / "site.db")) as database:
            assert database.execute("SELECT is_active, is_organiser FROM accounts_user").fetchall() == [expected]
    done = run("ban", "ann@example.org", "--days", "0", "--database", f"sqlite:///{tmp_path}/site.db")
    assert done.returncode == 2
    assert "must be from 1 to 3650 days" in done.stderr
    limits = ("--days", "3", "--reason", "Slept")
    done = run("ban", "ann@example.org", *limits, "--database", f"sqlite:///{tmp_path}/site.db")
    assert "is banned until" in done.stdout
    with closing(sqlite3.connect(tmp_path / "site.db")) as database:
        assert database.execute("SELECT is_active, ban_reason FROM accounts_user").fetchall() == [(0, "Slept")]
        entries = database.execute("SELECT by_name, deed FROM desk_trace ORDER BY id").fetchall()
        deeds = ("ban", "lift", "organiser", "ordinary", "time-out")
        assert entries == [("command line", deed) for deed in deeds]


def test_a_site_of_an_invitation_is_an_address(tmp_path: Path) -> None:
    done = invite(tmp_path / "site.db", "--site", "games.example.org")
    assert done.returncode == 2
    assert "--site: must begin with http" in done.stderr
