"""The site's files on disk: readable by no other user, with a key that cannot be guessed."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server import Server, launch
from tests.web.test_serve import refusal
from tests.web.visitor import Visitor
from tetsudo.core.errors import BadInput
from tetsudo.web.common import file_permissions
from tetsudo.web.common.database import location

KEY = "yV3mJ0kq8ZtXo2Wb5LsRh7NcDfGpAi1uEe4TjQvUxKzMw9BaYrSd"


def modes(folder: Path) -> dict[str, int]:
    """Permissions of each file in a folder."""
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_files_of_a_running_site_are_its_own_and_old_ones_are_mended(tmp_path: Path) -> None:
    for name, content in (("site.db", ""), ("site.db.key", KEY)):  # as an earlier version left them
        (tmp_path / name).write_text(content)
        (tmp_path / name).chmod(0o644)
    before = os.umask(0o022)
    try:
        with Server.start(tmp_path / "site.db") as server:
            Visitor(server.address).get("/")
            found = modes(tmp_path)
    finally:
        os.umask(before)
    assert set(found) == {"site.db", "site.db-wal", "site.db-shm", "site.db.lock", "site.db.key"}
    assert set(found.values()) == {0o600}, found


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty: remove it for a new key"),
        pytest.param(
            b"abc", "a key has at least 50 characters, drawn by chance; this one has 3", marks=pytest.mark.long
        ),
        pytest.param(b"\n" * 60, "is empty", marks=pytest.mark.long),
        pytest.param(b"\xff\x00" * 60, "is no text", marks=pytest.mark.long),
    ],
)
def test_a_key_that_keeps_nothing_secret_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    key = tmp_path / "site.db.key"
    key.write_bytes(content)
    code, text = refusal(launch(tmp_path / "site.db"))
    assert code == 2
    assert text.startswith(f"{key}: {said}")
    assert "\n" not in text
    assert key.read_bytes() == content


@pytest.mark.parametrize("key", [b"", b"short", b"a" * 60, b"\n" * 60, b"\xff\x00" * 60])
def test_what_is_no_key(tmp_path: Path, key: bytes) -> None:
    (tmp_path / "key").write_bytes(key)
    with pytest.raises(BadInput, match=str(tmp_path / "key")):
        file_permissions.read_or_create_key(tmp_path / "key")


def test_a_key_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site.db.key").mkdir()
    with pytest.raises(BadInput, match="cannot be read"):
        file_permissions.read_or_create_key(tmp_path / "site.db.key")


def test_a_key_of_the_host_is_taken_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n")
    assert file_permissions.read_or_create_key(tmp_path / "key") == KEY


def test_all_who_make_a_key_at_once_have_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as threads:
        for number in range(20):
            file = tmp_path / f"{number}.key"
            assert len(set(threads.map(lambda _: file_permissions.read_or_create_key(file), range(16)))) == 1  # noqa: B023
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(list(tmp_path.iterdir())) == 20


def test_a_key_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The power fails during the write."""

    def fail(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(BadInput, match="cannot be written"):
        file_permissions.read_or_create_key(tmp_path / "key")
    assert not (tmp_path / "key").exists()


KINDS = "must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


@pytest.mark.parametrize("address", ["sqlite://:memory:", "sqlite://"])
def test_what_is_in_memory_is_no_file(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("TETSUDO_DATABASE", address)
    with pytest.raises(BadInput) as refused:
        location.file()
    assert str(refused.value) == "--database: must be sqlite:///FILE: what is in memory only is not kept"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://ann:sesame@localhost/games", f"{KINDS}, not mysql://"),
        ("games.db", KINDS),
        ("postgresql://ann:sesame@localhost", "must name a database: postgresql://USER:PASSWORD@HOST/NAME"),
        (
            "postgresql:///games?host=db&fun=1",
            f"has an unknown option: fun. There are {', '.join(location.TLS_OPTIONS)}",
        ),
    ],
)
def test_other_databases_are_refused(monkeypatch: pytest.MonkeyPatch, address: str, said: str) -> None:
    monkeypatch.setenv("TETSUDO_DATABASE", address)
    with pytest.raises(BadInput) as refused:
        location.database()
    assert str(refused.value) == f"--database: {said}"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:sesame@localhost/games", "postgresql://ann:…@localhost/games"),
        ("postgresql:///games?host=db&password=sesame&port=1", "postgresql:///games?host=db&password=…&port=1"),
    ],
)
def test_a_password_is_not_shown(url: str, shown: str) -> None:
    assert location.shown(url) == shown


def test_a_place_among_the_options_is_the_place() -> None:
    """Backups would go to another database otherwise."""
    found = location.database("postgresql:///games?host=/run/pg&port=5433&user=ann&password=sesame&sslmode=require")
    assert [found[key] for key in ("HOST", "PORT", "USER", "PASSWORD")] == ["/run/pg", "5433", "ann", "sesame"]
    assert found["OPTIONS"] == {"sslmode": "require"}


@pytest.mark.parametrize("address", [pytest.param("sqlite://:memory:", marks=pytest.mark.long), "mysql://ann@host/x"])
def test_a_site_does_not_start_with_them(address: str) -> None:
    code, said = refusal(launch(address))
    assert code == 2
    assert said.startswith("--database: must be sqlite:///FILE")
    assert "\n" not in said
