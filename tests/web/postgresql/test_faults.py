"""Faults of the machines around a shared database: its disk is full, and a server's clock jumps."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import postgresql
from tests.postgresql import Postgres
from tests.server import Server
from tests.web.filling import TableSpec, fill, random_actions
from tests.web.postgresql import jumping_clock
from tests.web.postgresql.conftest import NewSite
from tests.web.postgresql.test_processes import ALONE, check_kept, moves, name_of, wait_until
from tests.web.visitor import Visitor

pytestmark = pytest.mark.long

DISK_MEGABYTES = 120


@contextmanager
def small_disk() -> Iterator[Path]:
    """A small file system of its own, which only root can make."""
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m,mode=755", "tetsudo", folder]
        if subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("needs the right to mount a file system")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)


def fill_up(file: Path) -> None:
    """Fill a disk to the last byte."""
    with contextlib.suppress(OSError), file.open("wb", buffering=0) as written:
        while True:
            written.write(bytes(4096))


def test_its_disk_is_full(postgres: Postgres, serve: NewSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`postgres` only says whether there is one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    note = {"text": "a long letter " * 1000}
    with small_disk() as disk, postgresql.running(disk) as small:
        database = small.create("site")
        hall = fill(database, TableSpec())
        servers = [serve(database), serve(database)]
        ann, bo = (
            Visitor(each.address, hall.sessions[name]) for each, name in zip(servers, ("Ann", "Bo"), strict=True)
        )
        notes = f"/t/{hall.table}/notes/"
        assert ann.act(hall.table, 0, random_actions()[0]).status == 200
        fill_up(disk / "rubbish")
        refused = [ann.post(notes, note), bo.post(notes, note)]
        for answer in refused:
            assert answer.status == 503
            assert "disk is full, so this was not done. Nothing was lost." in answer.text
            assert int(answer.headers["Retry-After"]) > 0
        assert bo.get(f"/t/{hall.table}/").status == 200
        (disk / "rubbish").unlink()
        assert [ann.post(notes, note).status, bo.post(notes, note).status] == [200, 200]
        assert small.run("SELECT count(*) FROM tables_note", "site") == "2"
        second = random_actions()[1]
        mover = Visitor(servers[1].address, hall.sessions[second["player"]])
        assert mover.act(hall.table, 1, second).status == 200
        check_kept(small, database)


@pytest.fixture
def ahead(tmp_path: Path) -> Path:
    """File that says by how many seconds the clock of a jumping server is ahead."""
    file = tmp_path / "ahead"
    file.write_text("0")
    return file


@pytest.fixture
def jumping(database: str, ahead: Path) -> Iterator[Server]:
    """A server on a machine whose clock jumps."""
    environment = {jumping_clock.FILE: str(ahead)}
    with Server.start(database, program=jumping_clock.PROGRAM, environment=environment) as server:
        yield server


def test_a_clock_jumps(database: str, postgres: Postgres, serve: NewSite, jumping: Server, ahead: Path) -> None:
    """One of two servers is an hour ahead, then an hour behind, while people and bots move."""
    hall = fill(database, TableSpec(), ALONE)
    servers = [jumping, serve(database)]
    stream = Visitor(servers[1].address).stream(hall.table)
    version = 0
    for seconds in (3600, -3600, 0):
        ahead.write_text(str(seconds))
        for server in (*servers, *servers):
            action = random_actions()[version]
            mover = Visitor(server.address, hall.sessions[action["player"]])
            assert mover.act(hall.table, version, action).status == 200
            version += 1
        while stream.next("move").data != str(version):
            pass
        before = moves(postgres, database)
        wait_until(lambda least=before: moves(postgres, database) > least + 20)  # type: ignore[misc]
    check_kept(postgres, database)
    early = "SELECT count(*) > 0 FROM tables_move WHERE at < now() - interval '50 minutes'"
    assert postgres.run(early, name_of(database)) == "t", "its clock did jump"
    for server in servers:
        assert not [line for line in server.log_lines if "Traceback" in line], "".join(server.log_lines[-60:])
