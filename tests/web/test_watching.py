"""Monitoring for hosts: `/healthz`, the log and its requests; tidying and backups by command."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from tests.server import Server
from tests.web.filling import TableSpec, fill
from tests.web.host_commands import command
from tests.web.visitor import Visitor
from tetsudo.web.server import health, logs
from tetsudo.web.tables.bots import worker

# At a running site


def test_a_site_tells_how_it_is_and_who_asked(tmp_path: Path) -> None:
    log = tmp_path / "log" / "site.log"
    log.parent.mkdir()
    chosen = {"TETSUDO_LOG_FILE": str(log), "TETSUDO_LOG_FORMAT": "json", "TETSUDO_HOSTS": "games.example.org"}
    filled = fill(tmp_path / "site.db", TableSpec(people=("Ann", "Bo")))
    key = sqlite3.connect(tmp_path / "site.db").execute("SELECT key FROM tables_guest").fetchone()[0]
    with Server.start(tmp_path / "site.db", "--access-log", environment=chosen) as server:
        visitor = Visitor(server.address)
        answer = visitor.get("/healthz", Host="10.0.0.7")
        parts = dict.fromkeys(("status", "database", "disk", "bots", "notices", "channel"), "ok")
        assert (answer.status, answer.data) == (200, parts)
        for path in (f"/guest/{key}/", f"/%67uest/{key}/?key={key}", f"/t/{filled.table}/?x=1", "/a%0a%1b[2Jb/"):
            visitor.get(path, Host="games.example.org")
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    text = log.read_text()
    assert key not in text
    lines = [json.loads(line) for line in text.splitlines()]
    seen = [(line["address"], line["method"], line["path"], line["status"]) for line in lines]
    assert seen == [
        ("127.0.0.1", "GET", "/healthz", 200),
        ("127.0.0.1", "GET", "/guest/*/", 200),
        ("127.0.0.1", "GET", "/guest/*/", 200),
        ("127.0.0.1", "GET", f"/t/{filled.table}/", 200),
        ("127.0.0.1", "GET", "/a%0A%1B%5B2Jb/", 404),
    ]
    assert all(line["bytes"] > 0 and line["seconds"] >= 0 and line["time"].endswith("Z") for line in lines)


@pytest.mark.long
def test_tidying_and_copying_while_it_is_served(tmp_path: Path) -> None:
    filled = fill(tmp_path / "site.db", TableSpec(people=("Ann", "Bo")))
    database, copy = f"sqlite:///{tmp_path / 'site.db'}", tmp_path / "copy.db"
    with sqlite3.connect(tmp_path / "site.db") as site:
        values = "'k', 'Zoe [old]', '', '[]', '2020-01-01'"
        site.execute(f"INSERT INTO tables_guest (key, name, away_note, finished_lessons, created) VALUES ({values})")
    with Server.start(tmp_path / "site.db") as server:
        code, said = command("backup", str(copy), "--database", database)
        assert code == 0
        assert said.splitlines()[:1] == ["1 games replayed, 0 differ."]
        code, said = command("tidy", "--database", database)
        assert (code, said.splitlines()[2:4]) == (0, ["1 guests who have nothing here:", "  Zoe [old]"])
        code, said = command("tidy", "--database", database, "--yes")
        assert (code, said.splitlines()[2:4]) == (0, ["1 guests who have nothing here:", "  Zoe [old]"])
        assert command("tidy", "--database", database)[1].splitlines()[2] == "0 guests who have nothing here"
        assert Visitor(server.address).get(f"/t/{filled.table}/").status == 200
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with sqlite3.connect(copy) as found:
        assert found.execute("SELECT COUNT(*) FROM tables_guest").fetchone() == (3,)
    code, said = command("backup", str(copy), "--database", database)
    assert (code, said.strip()) == (2, f"{copy}: is there already")


@pytest.mark.parametrize(
    "command_", [("tidy",), pytest.param(("backup", "copy.db"), marks=pytest.mark.long)], ids=["tidy", "backup"]
)
def test_where_there_is_no_database_none_is_made(tmp_path: Path, command_: tuple[str, ...]) -> None:
    file = tmp_path / "none" / "site.db"
    assert command(*command_, "--database", f"sqlite:///{file}") == (2, f"--database: there is no {file}\n")
    assert not file.parent.exists()


# /healthz


def asked() -> tuple[int, Any]:
    """Status and content of its answer in this process."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(health.Health()({"type": "http", "method": "GET", "path": "/healthz"}, None, send))
    return sent[0]["status"], json.loads(sent[1]["body"])


@pytest.fixture
def _answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_query_database", lambda: "ok")


@pytest.mark.usefixtures("_answers")
def test_bots_that_have_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked()[0] == 200
    monkeypatch.setattr(worker, "_movers", [worker.BotMover(0)])  # never started
    status, found = asked()
    assert (status, found["status"], found["bots"]) == (503, "failing", "stopped")


@pytest.mark.usefixtures("_answers")
def test_a_disk_without_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MIN_FREE_BYTES", 2**80)
    status, found = asked()
    assert (status, found["status"], found["disk"], found["bots"]) == (503, "failing", "full", "ok")


def test_a_database_that_fails_or_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("disk I/O error at /srv/secret")

    monkeypatch.setattr(health, "close_old_connections", fail)
    status, found = asked()
    assert (status, found["database"]) == (503, "failing")
    assert "secret" not in str(found)
    monkeypatch.setattr(health, "QUERY_TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(health, "_query_database", lambda: __import__("time").sleep(0.5) or "ok")
    status, found = asked()
    assert (status, found["database"]) == (503, "does not answer")


# The log


def line_of(formatter: logging.Formatter, message: str, fault: Exception | None = None) -> str:
    """The log line of a message."""
    info = (type(fault), fault, None) if fault else None
    return formatter.format(logging.LogRecord("tetsudo.test", logging.ERROR, __file__, 1, message, (), info))


@pytest.mark.parametrize("formatter", [logs.TextFormatter(), logs.JsonFormatter()], ids=["lines", "json"])
def test_a_fault_is_told_without_the_keys_of_links(formatter: logging.Formatter) -> None:
    said = line_of(formatter, "Internal Server Error: /seat/s3cr3t/", ValueError("no /guest/s3cr3t/"))
    assert "s3cr3t" not in said
    assert "/seat/*/" in said
    assert "ValueError" in said
    assert len(line_of(formatter, "x" * 10**6, ValueError("y" * 10**6))) < 50_000


def test_a_line_of_json_is_one_line() -> None:
    said = json.loads(line_of(logs.JsonFormatter(), "first\nsecond", ValueError("third")))
    assert (said["level"], said["logger"], said["message"]) == ("ERROR", "tetsudo.test", "first\nsecond")
    assert "ValueError: third" in said["traceback"]
    assert "\n" not in line_of(logs.JsonFormatter(), "first\nsecond")


def test_a_log_has_an_end(tmp_path: Path) -> None:
    file = tmp_path / "site.log"
    handler = logs.File(file, maxBytes=10_000, backupCount=2)
    for number in range(1000):
        handler.emit(
            logging.LogRecord("tetsudo.test", logging.INFO, __file__, 1, f"line {number} {'x' * 80}", (), None)
        )
    handler.close()
    sizes = [each.stat().st_size for each in tmp_path.iterdir()]
    assert len(sizes) == 3
    assert max(sizes) <= 10_000
    assert "line 999" in file.read_text()


def test_a_log_that_cannot_be_written_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handler = logs.File(tmp_path / "site.log")
    assert handler.stream
    handler.stream.close()
    for _ in range(100):
        handler.emit(logging.LogRecord("tetsudo.test", logging.INFO, __file__, 1, "line", (), None))
    assert capsys.readouterr().err.count("\n") == 1
