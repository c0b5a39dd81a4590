"""`tetsudo host init`: the files it writes are right, nothing is overwritten unasked, wrong answers are refused."""

from __future__ import annotations

import os
import pty
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.hosting.fakes import free_port
from tests.server import ROOT, Server
from tests.web.host_commands import command
from tests.web.visitor import Visitor
from tetsudo.web.server.commands.hosting.configuration import read

ME = __import__("getpass").getuser()


def init(folder: Path, *words: str, organiser: bool = False) -> tuple[int, str]:
    """Write the files of a site with a database in the same folder; it runs as the user of these tests.

    `organiser`: make the first organiser's link, too.
    """
    chosen = ("--database", f"sqlite:///{folder}/site.db") if "--database" not in words else ()
    port = () if "--port" in words else ("--port", str(free_port()))
    given = ("--host-name", "games.example.org", "--user", ME, "--yes", *port, *chosen, *words)
    given = given if organiser else (*given, "--no-organiser")
    return command("host", "init", str(folder), *given)


def values(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "tetsudo.toml").read_text())


def unit(file: Path) -> dict[str, str]:
    """Keys of a unit."""
    return dict(line.partition("=")[::2] for line in file.read_text().splitlines() if "=" in line)


def test_the_files_of_a_site_behind_caddy(tmp_path: Path) -> None:
    code, said = init(tmp_path, "--port", "8123", "--mail-url", "smtp+tls://ann:pass%40word@mail.example.org")
    assert code == 0, said
    assert {file.name for file in tmp_path.iterdir() if not file.name.startswith("site.db")} == {
        *("Caddyfile", "tetsudo.toml", "tetsudo.service", "tetsudo-worker.service"),
        *("tetsudo-backup.service", "tetsudo-backup.timer"),
    }
    found = values(tmp_path)
    assert found["site_url"] == "https://games.example.org"
    assert found["hosts"] == ["games.example.org"]
    assert (found["listen"], found["port"], found["proxies"]) == ("127.0.0.1", 8123, ["127.0.0.1"])
    assert found["mail_from"] == "Tetsudo <games@games.example.org>"
    assert stat.S_IMODE((tmp_path / "tetsudo.toml").stat().st_mode) == 0o600
    assert read(tmp_path / "tetsudo.toml")["notice_workers"] == "0"
    assert "reverse_proxy 127.0.0.1:8123" in (tmp_path / "Caddyfile").read_text()
    lines = said.splitlines()
    following = lines[lines.index("Type next:") + 1 :]
    assert [line.split()[0] for line in following] == ["cp", "cp", "runuser"]


def test_the_services_have_few_rights(tmp_path: Path) -> None:
    init(tmp_path)
    wanted = {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "User": ME, "TimeoutStopSec": "30"}
    for name in ("tetsudo.service", "tetsudo-worker.service"):
        found = unit(tmp_path / name)
        assert {key: found[key] for key in wanted} == wanted
        assert found["Restart"] == "on-failure"
        assert found["Environment"] == f"TETSUDO_CONFIG={tmp_path}/tetsudo.toml"
        assert found["ReadWritePaths"] == str(tmp_path), "the database is not in the usual folder"
    assert unit(tmp_path / "tetsudo-backup.timer")["OnCalendar"] == "daily"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    init(tmp_path)
    units = [file for end in ("service", "timer") for file in sorted(tmp_path.glob(f"*.{end}"))]
    assert len(units) == 4
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "tetsudo" in line]) == (0, [])


def test_the_link_makes_the_first_organiser(tmp_path: Path) -> None:
    """The site that is served with these files takes it."""
    _code, said = init(tmp_path, "--tls", "none", organiser=True)
    link = next(line.strip() for line in said.splitlines() if "invitation=" in line)
    port = values(tmp_path)["port"]
    assert link.startswith(f"http://games.example.org:{port}/account/signup/?invitation=")
    with Server.start("", "--config", str(tmp_path / "tetsudo.toml")) as server:
        visitor = Visitor(server.address)
        page = visitor.get(f"/account/signup/?{link.partition('?')[2]}", host="games.example.org")
        assert 'name="password1"' in page.text


def test_without_a_database_it_says_how_to_go_on(tmp_path: Path) -> None:
    code, said = init(tmp_path, "--database", "sqlite:////proc/none/site.db", organiser=True)
    assert code == 0, said
    assert "No link for the first organiser yet: " in said
    assert f"Once that works: runuser -u {ME} -- tetsudo invite --organiser" in said


def test_a_second_time_keeps_every_file(tmp_path: Path) -> None:
    init(tmp_path)
    first = values(tmp_path)
    (tmp_path / "tetsudo.toml").open("a").write("max_streams = 9\n")
    code, said = init(tmp_path, "--port", "8124")
    assert code == 0
    assert f"{tmp_path}/tetsudo.toml: kept as it was" in said
    assert f"{tmp_path}/tetsudo.service: unchanged" in said
    assert values(tmp_path) == {**first, "max_streams": 9}


def test_replacing_keeps_the_secret_and_earlier_answers(tmp_path: Path) -> None:
    init(tmp_path, "--sign-up", "open")
    first = values(tmp_path)
    code, said = init(tmp_path, "--port", "8124", "--replace")
    assert code == 0, said
    assert values(tmp_path) == {**first, "port": 8124}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--host-name", "games example"), "--host-name: must be a host name, such as games.example.org"),
        (("--host-name", "games.lan"), "--tls: Let's Encrypt gives no certificate for games.lan"),
        (("--tls", "apache"), "--tls: must be caddy, internal, nginx, proxy, none, not 'apache'"),
        (("--mail-url", "http://mail"), "--mail-url: must begin with smtp://"),
        (("--mail-url", "smtp://mail", "--mail-from", "me"), "--mail-from: must be the sender's address"),
        (("--database", "mysql://db"), "--database: must be sqlite:////FILE or postgresql://"),
        (("--database", "sqlite:///games.db"), "--database: must name the file from the root on"),
        (("--sign-up", "all"), "--sign-up: must be invitation, open, closed, not 'all'"),
        (("--port", "http"), "--port: must be a number from 1 to 65535, not 'http'"),
        (("--tls", "proxy", "--proxy", "caddy"), "--proxy: "),
        (("--run-by", "compose", "--tls", "nginx"), "--tls: must be caddy or internal"),
    ],
)
def test_a_wrong_answer_is_refused_and_nothing_written(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    code, printed = init(tmp_path, *words)
    assert code == 2
    assert printed.startswith(said)
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    with Server.start(tmp_path / "other.db") as server:
        code, said = init(tmp_path / "new", "--port", str(server.port))
    assert (code, said) == (
        2,
        f"--port: port {server.port} cannot be used (Address already in use): choose another one\n",
    )


def test_compose_has_the_site_its_worker_the_database_and_caddy(tmp_path: Path) -> None:
    code, said = init(tmp_path, "--run-by", "compose")
    assert code == 0, said
    found = yaml.safe_load((tmp_path / "compose.yaml").read_text())
    services = found["services"]
    assert set(services) == {"site", "worker", "backup", "database", "caddy"}
    for service in services.values():
        assert service.get("image") or service.get("build")
        volumes = [each.partition(":")[0] for each in service.get("volumes", ())]
        assert all(name in found["volumes"] or (tmp_path / name).is_file() for name in volumes)
    password = (tmp_path / "postgres.env").read_text().split("POSTGRES_PASSWORD=")[1].split()[0]
    settings = values(tmp_path)
    assert settings["database"] == f"postgresql://tetsudo:{password}@database/tetsudo"
    assert settings["proxies"] == [found["networks"]["default"]["ipam"]["config"][0]["subnet"]]
    assert settings["listen"] == "0.0.0.0"
    assert "reverse_proxy site:8000" in (tmp_path / "Caddyfile").read_text()
    assert "docker compose up --detach --build" in said
    assert init(tmp_path, "--run-by", "compose", "--replace")[0] == 0
    assert values(tmp_path)["database"] == settings["database"], "the password of a database that exists stays"


def test_at_a_terminal_it_asks_until_the_answer_is_right(tmp_path: Path) -> None:
    """The host name is wrong at first; all else is as usual."""
    ours, theirs = pty.openpty()
    given = ["--user", ME, "--database", f"sqlite:///{tmp_path}/site.db", "--port", "8123"]
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    with subprocess.Popen(
        [sys.executable, "-m", "tetsudo", "host", "init", str(tmp_path), *given],
        env={**environment, "PYTHONPATH": str(ROOT / "src")},
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        os.write(ours, b"games example\ngames.example.org\n" + b"\n" * 10)
        said = process.communicate(timeout=60)[0]
    os.close(ours)
    os.close(theirs)
    assert process.returncode == 0, said
    assert "must be a host name, such as games.example.org, not 'games example'" in said
    assert "caddy: Caddy on this machine" in said
    assert values(tmp_path)["hosts"] == ["games.example.org"]
