"""Every answer, from any part of the site, forbids browser features that the site does not use."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.server import ROOT, Server
from tests.web.filling import FilledDatabase, TableSpec, fill
from tests.web.visitor import Answer, Visitor

WANTED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> FilledDatabase:
    return fill(tmp_path_factory.mktemp("headers") / "site.db", TableSpec())


@pytest.fixture(scope="module")
def server(filled: FilledDatabase) -> Iterator[Server]:
    """A site with few streams and low rate limits, behind a proxy on this machine."""
    few = {"TETSUDO_MAX_STREAMS": "1", "TETSUDO_RATE_TABLES": "1/hour", "TETSUDO_ADDRESS_RATE_FACTOR": "1"}
    assert filled.database
    hosts = {"TETSUDO_HOSTS": "localhost,127.0.0.1,games.example"}
    with Server.start(filled.database, "--behind-proxy", "127.0.0.1", environment={**few, **hosts}) as started:
        yield started


def of(answer: Answer) -> dict[str, str]:
    return {name.lower(): value for name, value in answer.headers.items()}


def policy(answer: Answer) -> dict[str, str]:
    """The directives of an answer's content security policy."""
    parts = (part.strip().partition(" ") for part in of(answer)["content-security-policy"].split(";"))
    return {name: value for name, _space, value in parts}


def is_guarded(answer: Answer) -> None:
    found = of(answer)
    assert {name: found.get(name) for name in WANTED} == WANTED
    assert policy(answer)["default-src"] == "'none'"
    assert policy(answer)["frame-ancestors"] == "'none'"
    assert "camera=()" in found["permissions-policy"]
    assert "server" not in found


def test_nobody_between_keeps_a_page(server: Server, filled: FilledDatabase) -> None:
    """Pages contain the viewer's name and secret link; answers that may be cached say so themselves."""
    ann = Visitor(server.address, filled.sessions["Ann"])
    for path in (
        "/",
        "/guest/",
        "/guest/x/",
        "/new/",
        f"/t/{filled.table}/",
        f"/t/{filled.table}/record/",
        "/nowhere/",
    ):
        assert {"private", "no-store"} & set(of(ann.get(path))["cache-control"].split(", ")), path
    assert "public" in of(ann.get("/palette.css"))["cache-control"]


def test_answers_of_all_kinds(server: Server, filled: FilledDatabase) -> None:
    table = f"/t/{filled.table}/"
    ann, bo = (Visitor(server.address, filled.sessions[name]) for name in ("Ann", "Bo"))
    stream = ann.stream(filled.table)
    answers = {
        200: ann.get("/"),
        302: ann.post("/guest/", {"name": "Ann"}),
        400: ann.get("/", Host="evil.example"),
        403: ann.ask("POST", "/play/", b"", {}),
        404: ann.get("/nowhere/"),
        405: ann.get(f"{table}act/"),
        409: bo.act(filled.table, 99, {"type": "pass", "player": "Bo"}),
        413: ann.post(f"{table}seats/", {"do": "x" * 10_000}),
        422: ann.post("/guest/", {"name": ""}),
        429: [ann.post("/play/", {}) for _ in range(2)][1],
        503: ann.get(f"{table}live/"),
    }
    for path in (
        "/static/tetsudo/page/base.css",
        "/static/nothing.css",
        "/palette.css",
        f"{table}record/",
        f"{table}tiles.svg",
    ):
        is_guarded(ann.get(path))
    assert {status: answer.status for status, answer in answers.items()} == {status: status for status in answers}
    for answer in answers.values():
        is_guarded(answer)
    stream.close()


def test_the_font_comes_once_and_stays(server: Server) -> None:
    """It is preloaded, so that text is not drawn twice, from the address that the style sheet names."""
    visitor = Visitor(server.address)
    page = visitor.get("/").text
    found = re.search(r'<link rel="preload" href="(\S+)" as="font" type="font/woff2" crossorigin>', page)
    assert found
    font = visitor.get(found[1])
    assert (font.status, font.body[:4], of(font)["content-type"]) == (200, b"wOF2", "font/woff2")
    assert of(font)["cache-control"] == "public, max-age=31536000, immutable"
    sheet = next(path for path in re.findall(r'href="(\S+\.css)"', page) if path.endswith("/base.css"))
    url = re.search(r'url\("(.*?\.woff2)"\)', visitor.get(sheet).text)
    assert url
    assert urljoin(sheet, url[1]) == found[1]


def test_nothing_in_a_page_runs_and_nothing_comes_from_elsewhere(server: Server) -> None:
    found = policy(Visitor(server.address).get("/"))
    assert found.pop("script-src") == found.pop("style-src") == "'self'"
    assert set(found.values()) <= {"'self'", "'none'"}
    assert {"base-uri", "form-action", "connect-src", "img-src"} <= set(found)


INLINE = re.compile(r"""\sstyle=|\son[a-z]+=|hx-on|<style|javascript:|<script(?![^>]*\ssrc=)""", re.IGNORECASE)


def test_no_template_has_code_or_style_within() -> None:
    """Browsers would ignore inline code because of the policy."""
    folder = ROOT / "src" / "tetsudo" / "web" / "templates"
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert len(files) > 50
    assert {file.name: found for file in files if (found := INLINE.findall(file.read_text(encoding="utf-8")))} == {}


def test_no_header_stands_twice(server: Server) -> None:
    stranger = Visitor(server.address)
    for path in ("/", "/static/tetsudo/page/base.css", "/nowhere/"):
        stranger._connection.request("GET", path)
        answer = stranger._connection.getresponse()
        names = [name.lower() for name, _value in answer.getheaders() if name.lower() not in ("vary", "set-cookie")]
        answer.read()
        assert len(set(names)) == len(names)


def test_https_is_kept_to_by_who_came_by_it(server: Server) -> None:
    for path in ("/guest/", "/static/tetsudo/page/base.css", "/nowhere/"):
        plain, safe = (Visitor(server.address).get(path, **{"X-Forwarded-Proto": by}) for by in ("http", "https"))
        assert "strict-transport-security" not in of(plain)
        assert int(of(safe)["strict-transport-security"].partition("=")[2]) >= 180 * 24 * 3600


def test_the_opener_is_not_named_where_browsers_would_complain(server: Server) -> None:
    """Over plain HTTP, browsers ignore the header except on this machine, and log a warning."""
    for host, scheme, is_there in (
        ("games.example", "http", False),
        ("games.example", "https", True),
        ("localhost:8000", "http", True),
    ):
        answer = Visitor(server.address).get("/", Host=host, **{"X-Forwarded-Proto": scheme})
        assert ("cross-origin-opener-policy" in of(answer)) == is_there


def test_cookies_are_for_the_site_only(server: Server) -> None:
    for scheme in ("http", "https"):
        stranger = Visitor(server.address)
        body = b"name=Eve"
        form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": "x" * 32, "Cookie": stranger.cookie}
        by = {"X-Forwarded-Proto": scheme, "Referer": f"{scheme}://127.0.0.1:{server.port}/"}
        stranger._connection.request("POST", "/guest/", body, {**form, **by})
        answer = stranger._connection.getresponse()
        answer.read()
        cookies = [value for name, value in answer.getheaders() if name.lower() == "set-cookie"]
        assert any(cookie.startswith("sessionid=") for cookie in cookies), answer.status
        for cookie in cookies:
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert ("Secure" in cookie) == (scheme == "https")


@pytest.mark.long
def test_a_fault_of_ours_is_guarded_too(tmp_path: Path) -> None:
    filled = fill(tmp_path / "site.db", TableSpec())
    https = {"TETSUDO_HTTPS": "1", "TETSUDO_HSTS": "5"}
    with Server.start(tmp_path / "site.db", environment=https) as server:
        visitor = Visitor(server.address)
        assert visitor.get("/healthz").status == 200  # the site has started, so the break below comes later
        with sqlite3.connect(tmp_path / "site.db") as database:
            database.execute("ALTER TABLE tables_seat RENAME TO gone")
        answer = visitor.get(f"/t/{filled.table}/")
        assert answer.status in (500, 503)
        is_guarded(answer)
        assert of(answer)["strict-transport-security"] == "max-age=5"


def test_djangos_own_check_finds_nothing(tmp_path: Path) -> None:
    chosen = {
        "TETSUDO_HTTPS": "1",
        "TETSUDO_HOSTS": "games.example",
        "TETSUDO_DATABASE": f"sqlite:///{tmp_path}/site.db",
    }
    command = [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "INFO"]
    environment = {**os.environ, **chosen, "DJANGO_SETTINGS_MODULE": "tetsudo.web.settings"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr
