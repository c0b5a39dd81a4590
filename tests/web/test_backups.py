"""Backups that are verified, restoring one, upgrades that can be undone, and games that no longer replay."""

from __future__ import annotations

import re
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.server import Server
from tests.web.filling import TableSpec, fill, random_actions
from tests.web.host_commands import command
from tests.web.visitor import Visitor

PLAYED = 12


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """File of a site's database, with a table where some moves were made."""
    file = tmp_path / "site.db"
    fill(file, TableSpec(actions=random_actions()[:PLAYED]))
    return file


def tetsudo(*words: object) -> tuple[int, str]:
    """Exit code of a command, and all it said."""
    code, said = command(*map(str, words))
    assert "Traceback" not in said
    return code, said


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def moves(file: Path) -> int:
    with sqlite3.connect(file) as found:
        return int(found.execute("SELECT COUNT(*) FROM tables_move").fetchone()[0])


def test_a_folder_keeps_the_latest_copies(site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in ("2020-01-01-000000", "2020-01-02-000000"):
        (folder / f"tetsudo-{day}.db").touch()
    code, said = tetsudo("backup", folder, "--keep", 2, "--database", url(site))
    assert code == 0, said
    assert "1 games replayed, 0 differ." in said
    copies = sorted(each.name for each in folder.glob("*.db"))
    assert len(copies) == 2
    assert copies[0] == "tetsudo-2020-01-02-000000.db"
    made = folder / copies[1]
    assert moves(made) == PLAYED
    for file in (made, Path(f"{made}.key")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert tetsudo("backup", tmp_path / "one.db", "--keep", 2, "--database", url(site))[0] == 2


def test_a_copy_is_restored_and_what_was_there_is_kept(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert tetsudo("backup", copy, "--database", url(site))[0] == 0
    with sqlite3.connect(site) as changed:
        changed.execute("DELETE FROM tables_move")
    code, said = tetsudo("restore", copy, "--database", url(site))
    assert code == 0, said
    assert moves(site) == PLAYED
    (kept,) = tmp_path.glob("site.db.before-restore-*[0-9]")
    assert moves(kept) == 0
    assert tetsudo("verify", "--database", url(site)) == (0, "1 games replayed, 0 differ.\n")


def test_a_copy_goes_to_another_machine(site: Path, tmp_path: Path) -> None:
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "new" / "site.db"
    tetsudo("backup", copy, "--database", url(site))
    assert tetsudo("restore", copy, "--database", url(elsewhere))[0] == 0
    assert Path(f"{elsewhere}.key").read_text() == Path(f"{site}.key").read_text(), "cookies stay valid"
    with Server.start(elsewhere) as server:
        assert Visitor(server.address).get("/").status == 200


@pytest.mark.parametrize("content", [b"", b"no database at all", None])
def test_what_is_no_copy_is_not_restored(site: Path, tmp_path: Path, content: bytes | None) -> None:
    copy = tmp_path / "copy.db"
    if content is not None:
        copy.write_bytes(content)
    code, said = tetsudo("restore", copy, "--database", url(site))
    assert code == 2
    assert str(copy) in said
    assert moves(site) == PLAYED


def test_nothing_is_restored_or_upgraded_under_a_running_site(site: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    tetsudo("backup", copy, "--database", url(site))
    with Server.start(site) as server:
        code, said = tetsudo("restore", copy, "--database", url(site))
        assert code == 2
        assert "another process serves" in said
        assert Visitor(server.address).get("/").status == 200


def test_an_upgrade_copies_first_and_can_be_undone(site: Path, tmp_path: Path) -> None:
    assert tetsudo("upgrade", "--database", url(site))[1].startswith("The database is up to date.")
    with sqlite3.connect(site) as older:  # as a version without the API left it
        older.execute("DELETE FROM django_migrations WHERE app = 'api'")
        older.execute("DROP TABLE api_apikey")
    code, said = tetsudo("verify", "--database", url(site))
    assert code == 2
    assert "tetsudo upgrade" in said
    code, said = tetsudo("upgrade", "--database", url(site))
    assert code == 0, said
    assert "1 changes made: api.0001_initial." in said
    assert "1 games replayed, 0 differ." in said
    assert tetsudo("upgrade", "--undo", "--database", url(site))[0] == 0
    with sqlite3.connect(site) as again:
        assert not again.execute("SELECT 1 FROM django_migrations WHERE app = 'api'").fetchall()


def test_a_database_of_a_newer_version_is_left_alone(site: Path) -> None:
    with sqlite3.connect(site) as newer:
        newer.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_later', '2030-01-01')"
        )
    for words in (("verify",), ("upgrade",), ("serve", "--port", 0)):
        code, said = tetsudo(*words, "--database", url(site))
        assert code == 2
        assert "newer version of Tetsudo (9999_later)" in said


def test_a_game_that_no_longer_replays_is_named_and_goes_on_if_wished(site: Path) -> None:
    """As if a rule had been fixed: a move of the past is one that the rules forbid."""
    with sqlite3.connect(site) as fixed:
        fixed.execute("""UPDATE tables_move SET data = '{"type": "pass", "player": "Nobody"}' WHERE "index" = 3""")
    code, said = tetsudo("verify", "--database", url(site))
    assert code == 1
    assert "move 4" in said
    assert "1 games replayed, 1 differ." in said
    code, said = tetsudo("verify", "--go-on", "--database", url(site))
    assert "its players are told" in said
    assert tetsudo("verify", "--database", url(site))[0] == 0, "now it begins at its kept position"
    with sqlite3.connect(site) as after:
        assert after.execute("SELECT news FROM tables_message").fetchall() == [("rules-fixed",)]


def test_a_position_that_the_moves_do_not_lead_to_is_found(site: Path) -> None:
    """As if a rule had been fixed by which someone has got a yen too much."""
    with sqlite3.connect(site) as changed:
        (text,) = changed.execute("SELECT text FROM tables_snapshot").fetchone()
        first, second = re.findall(r"cash=(\d+),(\d+)", text)[0]
        other = text.replace(f"cash={first},{second}", f"cash={int(first) - 1},{int(second) + 1}")
        changed.execute("UPDATE tables_snapshot SET text = ?", (other,))
    code, said = tetsudo("verify", "--database", url(site))
    assert code == 1
    assert "lead to another position" in said
