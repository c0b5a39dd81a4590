"""`tetsudo serve`: starts, gives a one-sentence reason if it cannot, and stops on request."""

from __future__ import annotations

import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.server import Server, launch
from tests.web.filling import TableSpec, fill
from tests.web.visitor import Visitor


def refusal(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit code and output of a process."""
    said = process.communicate(timeout=60)[0]
    return process.returncode, said.strip()


def test_a_new_database_is_made_and_pages_are_there_at_once(tmp_path: Path) -> None:
    with Server.start(tmp_path / "new" / "deep" / "site.db") as server:
        assert Visitor(server.address).get("/").status == 200
        assert Visitor(server.address).get("/static/tetsudo/page/base.css").status == 200
        assert Visitor(server.address).get("/static/nothing.css").status == 404
        missing = Visitor(server.address).get("/nowhere/")
        assert missing.status == 404
        assert "This page does not exist" in missing.text


@pytest.mark.parametrize(
    "name", ["nonsense", *(pytest.param(name, marks=pytest.mark.long) for name in ("foo://x", "/tmp/site.db"))]
)
def test_an_address_that_is_none(name: str) -> None:
    code, said = refusal(launch(name))
    assert code == 2
    assert said.startswith("--database: must be sqlite:///FILE")
    assert "\n" not in said


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 1000)
    code, said = refusal(launch(tmp_path / "letter.txt"))
    assert code == 2
    assert said == "--database: the database cannot be used: file is not a database"
    assert (tmp_path / "letter.txt").read_text() == "Dear Ann, " * 1000


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for database in (tmp_path, tmp_path / "file" / "site.db"):
        code, said = refusal(launch(database))
        assert code == 2
        assert said.startswith("--database: ")
        assert "\n" not in said


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, said = refusal(launch(tmp_path / "site.db", port=taken.getsockname()[1]))
    assert code == 2
    assert said.startswith("--port: nothing can be served at 127.0.0.1:")
    assert "\n" not in said


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TETSUDO_BOT_PACE", "fast", "must be a number, at least 0, not 'fast'"),
        *(
            pytest.param(name, value, sentence, marks=pytest.mark.long)
            for name, value, sentence in (
                ("TETSUDO_BOT_PACE", "nan", "must be a number, at least 0, not 'nan'"),
                ("TETSUDO_MAX_STREAMS", "-1", "must be a number, at least 1, not '-1'"),
                ("TETSUDO_LOG_FORMAT", "xml", "must be lines or json, not 'xml'"),
                ("TETSUDO_LOG_FILE", "/nowhere/site.log", "cannot be written: No such file or directory"),
                ("TETSUDO_RATE_CHAT", "often", "must be like '6/minute, 60/hour', not 'often'"),
            )
        ),
        *(
            pytest.param(
                "TETSUDO_HOSTS",
                host,
                f"must be names without https:// and port, such as games.example.org, not {host!r}",
                marks=pytest.mark.long,
            )
            for host in ("https://games.example.org", "games.example.org:8000")
        ),
    ],
)
def test_a_choice_that_is_none(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    code, said = refusal(launch(tmp_path / "site.db", environment={name: value}))
    assert (code, said) == (2, f"{name}: {sentence}")


def test_a_choice_that_is_empty_is_none(tmp_path: Path) -> None:
    """As in settings files; any host name is accepted. The database is in the home folder."""
    home = {"HOME": str(tmp_path), "TETSUDO_HOSTS": "", "TETSUDO_BOT_PACE": "", "TETSUDO_PROXIES": ""}
    with Server.start("sqlite:///~/site.db", environment=home) as server:
        assert status_under("games.example.org", "127.0.0.1", server.port) == 200
    assert (tmp_path / "site.db").is_file()


@pytest.mark.long
def test_an_address_of_ipv6_is_written_as_browsers_want_it(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"this machine has no ::1: {error}")
    with Server.start(tmp_path / "site.db", host="::1") as server:
        assert server.address == f"http://[::1]:{server.port}"
        assert status_under("[::1]", "::1", server.port) == 200


def status_under(name: str, host: str, port: int) -> int:
    """Status of the site's first page under a host name."""
    asked = HTTPConnection(host, port, timeout=20)
    asked.request("GET", "/", headers={"Host": name})
    found = asked.getresponse().status
    asked.close()
    return found


def test_one_process_serves_a_file(tmp_path: Path) -> None:
    with Server.start(tmp_path / "site.db") as server:
        code, said = refusal(launch(tmp_path / "site.db"))
        assert code == 2
        assert said == f"--database: another process serves {tmp_path / 'site.db'} already"
        assert Visitor(server.address).get("/").status == 200
        server.kill()
    with Server.start(tmp_path / "site.db") as server:
        assert Visitor(server.address).get("/").status == 200


def test_files_pages_and_streams_at_once(tmp_path: Path) -> None:
    """As browsers do, over persistent connections."""
    filled = fill(tmp_path / "site.db", TableSpec())
    paths = ["/static/tetsudo/page/base.css", "/static/django_htmx/htmx-2.min.js", f"/t/{filled.table}/parts/"]
    with Server.start(tmp_path / "site.db") as server:

        def browse(number: int) -> list[int]:
            visitor = Visitor(server.address)
            found = []
            for _ in range(3):
                stream = visitor.stream(filled.table)
                found += [stream.status, *(visitor.get(path).status for path in paths)]
                stream.close()
            return found

        with ThreadPoolExecutor(8) as threads:
            statuses = [status for each in threads.map(browse, range(16)) for status in each]
        assert set(statuses) == {200}
        assert server.log_lines == []


def test_ctrl_c_stops_it_at_once_and_quietly(tmp_path: Path) -> None:
    server = Server.start(tmp_path / "site.db")
    Visitor(server.address).get("/")
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 8  # half a second, more on a busy machine
    assert server.log_lines == []


@pytest.mark.long
def test_the_key_of_cookies_is_kept_and_is_secret(tmp_path: Path) -> None:
    for _ in range(2):
        with Server.start(tmp_path / "site.db") as server:
            Visitor(server.address).get("/")
    key = tmp_path / "site.db.key"
    assert len(key.read_text()) > 50
    assert key.stat().st_mode & 0o077 == 0
