"""Copies of a PostgreSQL database, restoring one, and the way from SQLite and back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.postgresql import Postgres
from tests.web.filling import TableSpec, fill, random_actions
from tests.web.host_commands import command
from tests.web.postgresql.conftest import NewSite
from tests.web.visitor import Visitor

PLAYED = 12
SITE = TableSpec(actions=random_actions()[:PLAYED])


def tetsudo(*words: object) -> tuple[int, str]:
    """Exit code of a command, and all it said."""
    code, said = command(*map(str, words))
    assert "Traceback" not in said
    return code, said


def moves(postgres: Postgres, database: str) -> int:
    return int(postgres.run("SELECT count(*) FROM tables_move", database.rpartition("/")[2]))


def test_a_copy_is_verified_and_restored(database: str, postgres: Postgres, tmp_path: Path) -> None:
    fill(database, SITE)
    folder = tmp_path / "copies"
    folder.mkdir()
    code, said = tetsudo("backup", folder, "--keep", 2, "--database", database)
    assert code == 0, said
    assert "1 games replayed, 0 differ." in said
    (copy,) = folder.glob("*.dump")
    postgres.run("DELETE FROM tables_move", database.rpartition("/")[2])
    code, said = tetsudo("restore", copy, "--database", database)
    assert code == 0, said
    assert moves(postgres, database) == PLAYED
    assert postgres.run("SELECT count(*) FROM pg_database WHERE datname LIKE 'tetsudo_scratch%'") == "0"
    assert len(list((tmp_path / "data" / "tetsudo").glob("*before-restore*"))) == 1
    assert tetsudo("verify", "--database", database) == (0, "1 games replayed, 0 differ.\n")


@pytest.mark.long
def test_what_is_no_copy_is_not_restored(database: str, postgres: Postgres, tmp_path: Path) -> None:
    fill(database, SITE)
    copy = tmp_path / "copy.dump"
    tetsudo("backup", copy, "--no-verify", "--database", database)
    damaged = tmp_path / "damaged.dump"
    damaged.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    nothing = tmp_path / "nothing.dump"
    nothing.write_text("no database")
    for bad in (damaged, nothing):
        code, said = tetsudo("restore", bad, "--database", database)
        assert code == 2, said
        assert str(bad) in said
    assert moves(postgres, database) == PLAYED


@pytest.mark.long
def test_nothing_is_restored_under_a_running_site(database: str, serve: NewSite, tmp_path: Path) -> None:
    fill(database, SITE)
    copy = tmp_path / "copy.dump"
    assert tetsudo("backup", copy, "--no-verify", "--database", database)[0] == 0
    server = serve(database)
    code, said = tetsudo("restore", copy, "--database", database)
    assert code == 2
    assert "stop them first" in said
    assert Visitor(server.address).get("/").status == 200


@pytest.mark.long
def test_an_upgrade_copies_first_and_can_be_undone(database: str, postgres: Postgres) -> None:
    fill(database, SITE)
    name = database.rpartition("/")[2]
    postgres.run("DELETE FROM django_migrations WHERE app = 'api'; DROP TABLE api_apikey", name)  # an older version
    assert "tetsudo upgrade" in tetsudo("verify", "--database", database)[1]
    code, said = tetsudo("upgrade", "--database", database)
    assert code == 0, said
    assert "1 changes made: api.0001_initial." in said
    code, said = tetsudo("upgrade", "--undo", "--database", database)
    assert code == 0, said
    assert postgres.run("SELECT count(*) FROM django_migrations WHERE app = 'api'", name) == "0"


@pytest.mark.long
def test_a_site_moves_to_postgresql_and_back(database: str, postgres: Postgres, serve: NewSite, tmp_path: Path) -> None:
    first = tmp_path / "first.db"
    hall = fill(first, SITE, TableSpec(people=("Ann",), bots=("random", "simple"), count=2))
    code, said = tetsudo("copy-database", database, "--database", f"sqlite:///{first}")
    assert code == 0, said
    assert said.count("3 games replayed, 0 differ.") == 2, "on both sides"
    ann = Visitor(serve(database).address, hall.sessions["Ann"])
    assert ann.get(f"/t/{hall.table}/").status == 200, "sessions and keys came along"
    assert ann.post(f"/t/{hall.table}/chat/", {"text": "New rows get new numbers."}).status in (200, 302)
    code, said = tetsudo("copy-database", database, "--database", f"sqlite:///{first}")
    assert code == 2
    assert "name an empty database" in said


@pytest.mark.long
def test_and_back_again(database: str, tmp_path: Path) -> None:
    fill(database, SITE)
    last = tmp_path / "last.db"
    code, said = tetsudo("copy-database", f"sqlite:///{last}", "--database", database)
    assert code == 0, said
    with sqlite3.connect(last) as found:
        assert found.execute("SELECT count(*) FROM tables_move").fetchone() == (PLAYED,)
        assert found.execute("PRAGMA foreign_key_check").fetchall() == []
        changed = found.execute("SELECT count(DISTINCT changed) FROM tables_table").fetchone()
    assert changed == (1,)
