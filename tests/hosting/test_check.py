"""`tetsudo check`: each thing that can be wrong with a site is named with its remedy; a right one has none."""

from __future__ import annotations

import json
import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.hosting.fakes import mail_server, name_server, proxy
from tests.server import Server
from tests.web.filling import TableSpec, fill
from tests.web.host_commands import command
from tests.web.notices.certificates import write_certificate

PASSWORD = "four-tiny-green-ferries"
TEXTS = {
    "example.org": ["google-site-verification=1", "v=spf1 mx -all"],
    "k1._domainkey.example.org": ["v=DKIM1; k=rsa; p=MIIBIjANBg"],
    "_dmarc.example.org": ["v=DMARC1; p=quarantine"],
}


class Checked(NamedTuple):
    """Exit code, and all findings."""

    code: int
    findings: list[dict[str, str]]

    def said(self, state: str) -> list[str]:
        """Sentences of one state."""
        return [found["sentence"] for found in self.findings if found["state"] == state]


class Host:
    """A host's folder with a site's database and configuration."""

    def __init__(self, folder: Path, filled: Path) -> None:
        self.folder = folder
        self.database = folder / "site.db"
        shutil.copy(filled, self.database)
        self.settings: dict[str, Any] = {
            "database": f"sqlite:///{self.database}",
            "site_url": "https://localhost",
            "hosts": ["localhost"],
            "proxies": ["127.0.0.1"],
            "backups": str(folder / "copies"),
        }
        (folder / "copies").mkdir()
        self.copy(hours=1)

    def copy(self, hours: int, content: bytes = b"SQLite format 3\0") -> Path:
        """Leave one copy, of that age."""
        for file in (self.folder / "copies").iterdir():
            file.unlink()
        made = datetime.now(UTC) - timedelta(hours=hours)
        file = self.folder / "copies" / f"tetsudo-{made:%Y-%m-%d-%H%M%S}.db"
        file.write_bytes(content)
        return file

    def write(self) -> Path:
        """Write the configuration."""
        file = self.folder / "tetsudo.toml"
        file.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in self.settings.items()))
        file.chmod(0o600)
        return file

    def check(self, *words: str, **settings: Any) -> Checked:
        """Check the site with further settings; None leaves one out."""
        self.settings |= settings
        self.settings = {key: value for key, value in self.settings.items() if value is not None}
        code, said = command("check", "--config", str(self.write()), "--json", *words)
        return Checked(code, json.loads(said))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """File of a site's database with a table."""
    file = tmp_path_factory.mktemp("filled") / "site.db"
    fill(file, TableSpec(people=("Ann", "Bo")))
    return file


@pytest.fixture
def host(tmp_path: Path, filled: Path) -> Host:
    return Host(tmp_path, filled)


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A certificate of this machine, which its programs trust."""
    made = write_certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(made[0]))
    return made


def test_a_site_without_faults(host: Host) -> None:
    found = host.check("--offline")
    assert (found.code, found.said("wrong")) == (0, [])
    assert "The site is https://localhost." in found.said("ok")
    assert "The database answers, and is of this version." in found.said("ok")
    assert "No notice waits for its worker." in found.said("ok")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"debug": True}, "Error pages show code and settings to visitors: remove debug (TETSUDO_DEBUG)."),
        ({"hosts": ["games.example.org"]}, "localhost of site_url is not one of hosts (TETSUDO_HOSTS): add it there."),
        ({"site_url": "games"}, "site_url must be like https://games.example.org, not 'games'."),
        ({"proxies": None}, "No proxy is believed, so that all visitors count as one: set proxies"),
        ({"secret_key": "short"}, "tetsudo.toml: secret_key: a key has at least 50 characters"),
        ({"sign_up": "all"}, "tetsudo.toml: sign_up: must be closed, invitation or open, not 'all'"),
        ({"backups": "/nowhere"}, "There is no folder /nowhere: make it, for the user who runs the site."),
        ({"database": "sqlite:////proc/no/site.db"}, "there is no /proc/no/site.db. Remedy: see that it runs"),
    ],
)
def test_a_wrong_setting_is_named_with_its_remedy(host: Host, settings: dict[str, Any], said: str) -> None:
    found = host.check("--offline", **settings)
    assert found.code == 1
    assert any(said in each for each in found.said("wrong")), found.findings


def test_what_could_be_better_is_a_hint(host: Host) -> None:
    found = host.check("--offline", hosts=None, site_url=None)
    assert found.code == 0
    hints = " ".join(found.said("hint"))
    for said in ("set hosts (TETSUDO_HOSTS)", "set site_url (TETSUDO_SITE_URL)", "`tetsudo push-keys` makes the keys"):
        assert said in hints


# Copies


def test_an_old_copy_a_broken_one_and_none(host: Host) -> None:
    host.copy(hours=80)
    (old,) = host.check("--offline").said("wrong")
    assert old.endswith("is 3 days old: `systemctl status tetsudo-backup` says why.")
    broken = host.copy(hours=1, content=b"nothing")
    assert host.check("--offline").said("wrong") == [
        f"{broken} is no copy of a database: remove it, and run `tetsudo backup {broken.parent}`."
    ]
    broken.unlink()
    assert any("There is no copy in" in each for each in host.check("--offline").said("hint"))
    with sqlite3.connect(host.database) as changed:
        changed.execute("UPDATE django_migrations SET applied = '2020-01-01 00:00:00'")
    assert any("There is no copy in" in each for each in host.check("--offline").said("wrong"))


# The database


def test_a_database_of_an_older_version(host: Host) -> None:
    with sqlite3.connect(host.database) as changed:
        newest = "SELECT max(name) FROM django_migrations WHERE app = 'api'"
        changed.execute(f"DELETE FROM django_migrations WHERE app = 'api' AND name = ({newest})")
    (said,) = host.check("--offline").said("wrong")
    assert said == "The database is not up to date (1 changes): run `tetsudo upgrade`."


def test_notices_that_no_worker_sends(host: Host) -> None:
    with sqlite3.connect(host.database) as changed:
        guest = changed.execute("SELECT id FROM tables_guest").fetchone()[0]
        changed.execute(
            "INSERT INTO notices_notice (guest_id, kind, version, about, facts, channel, target, key, state, created,"
            " not_before, attempts, holder, reason) VALUES (?, 'turn', 0, '', '{}', 'mail', '', 'k', 'due',"
            " '2026-01-01 08:00:00', '2026-01-01 08:00:00', 0, '', '')",
            (guest,),
        )
    (said,) = host.check("--offline").said("wrong")
    assert said.startswith("1 notices wait since 2026-01-01 08:00 UTC: no worker sends them. Start `tetsudo worker`")


# The address


def test_a_site_that_does_not_run(host: Host) -> None:
    found = host.check(port=1, site_url="https://localhost:1")
    assert any("The site does not answer at 127.0.0.1:1 (Connection refused)" in each for each in found.said("wrong"))
    assert any("https://localhost:1 cannot be reached (Connection refused)" in each for each in found.said("wrong"))


def test_a_site_is_asked_through_its_proxy(host: Host, certificate: tuple[Path, Path]) -> None:
    with Server.start("", "--config", str(host.write())) as server:
        with proxy(certificate, server.port, tells=True) as port:
            found = host.check(port=server.port, site_url=f"https://localhost:{port}")
        assert found.said("wrong") == []
        assert f"The site answers at 127.0.0.1:{server.port}, and is well." in found.said("ok")
        assert "The proxy's headers arrive and are believed." in found.said("ok")
        assert any(f"The certificate of https://localhost:{port} is valid until" in each for each in found.said("ok"))
        with proxy(certificate, server.port, tells=False) as port:
            (said,) = host.check(site_url=f"https://localhost:{port}").said("wrong")
        assert "let the proxy send X-Forwarded-Proto" in said


def test_a_certificate_that_is_not_trusted(host: Host, tmp_path: Path) -> None:
    with proxy(write_certificate(tmp_path, "localhost"), 1, tells=True) as port:
        found = host.check(site_url=f"https://localhost:{port}")
    assert any("is not valid here (self-signed certificate)" in each for each in found.said("wrong"))


# Mail


def mail(host: Host, port: int, *words: str, password: str = PASSWORD, **settings: Any) -> list[str]:
    """Sentences about mail."""
    url = f"smtp+tls://ann:{password}@localhost:{port}"
    found = host.check(*words, mail_url=url, mail_from="Tetsudo <games@example.org>", dkim_selector="k1", **settings)
    return [each["sentence"] for each in found.findings if each["part"] == "mail"]


def test_mail_that_is_accepted_and_signed(host: Host, certificate: tuple[Path, Path]) -> None:
    with mail_server(certificate, PASSWORD) as (port, letters), name_server(TEXTS) as dns:
        assert mail(host, port, "--dns", dns) == [
            f"localhost:{port} accepts this site. `tetsudo mail-test ADDRESS` sends a mail.",
            "example.org has an SPF record: v=spf1 mx -all",
            "example.org has a DKIM key at k1._domainkey.example.org.",
            "example.org has a DMARC record.",
        ]
    assert letters.contents == []


@pytest.mark.long
def test_a_wrong_password_and_a_server_that_is_not_there(host: Host, certificate: tuple[Path, Path]) -> None:
    with mail_server(certificate, PASSWORD) as (port, _letters), name_server(TEXTS) as dns:
        assert "refuses the user or the password of mail_url" in mail(host, port, "--dns", dns, password="wrong")[0]
    assert f"localhost:{port} cannot be used (Connection refused)" in mail(host, port, "--dns", dns)[0]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({}, "example.org has no SPF record"),
        ({"example.org": ["v=spf1 mx -all", "v=spf1 a -all"]}, "example.org has 2 SPF records"),
        ({"example.org": ["v=spf1 +all"]}, "The SPF record of example.org lets anyone send in its name"),
        ({"example.org": ["v=spf1 mx"]}, "The SPF record of example.org does not say who may not send"),
        ({}, "There is no DKIM key at k1._domainkey.example.org"),
        ({"k1._domainkey.example.org": ["v=DKIM1; p="]}, "The DKIM key at k1._domainkey.example.org is withdrawn"),
        ({}, 'add TXT "v=DMARC1; p=quarantine; rua=mailto:you@example.org" at _dmarc.example.org.'),
    ],
)
def test_records_that_are_missing_or_wrong(texts: dict[str, list[str]], said: str) -> None:
    from tetsudo.web.server.commands.checks import dns_records

    with name_server(texts) as server:
        found = list(dns_records.findings(dns_records.resolver(server), "example.org", "k1"))
    assert any(said in each.sentence for each in found), found


def test_a_name_server_that_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    from tetsudo.web.server.commands.checks import dns_records

    monkeypatch.setattr(dns_records, "TIMEOUT_SECONDS", 0.2)
    (found,) = dns_records.findings(dns_records.resolver("127.0.0.1:1"), "example.org", "")
    assert found.sentence.startswith("The DNS does not answer about example.org")


def test_it_is_printed_line_by_line(host: Host) -> None:
    code, said = command("check", "--config", str(host.write()), "--offline")
    assert code == 0
    assert "ok    settings: The site is https://localhost." in said.splitlines()
