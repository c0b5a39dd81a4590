"""Static files: small, under addresses with a version, kept by browsers."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Final
from urllib.parse import urljoin, urlsplit

import brotli
import pytest

from tests.server import Server
from tests.web.filling import FilledDatabase, TableSpec, fill
from tetsudo.web.common.static_version import static_version

IMPORTED: Final = re.compile(r'(?:from|import)\s*"(\.[^"]+)"')
"""Modules that a script needs at once; those of `import("...")` are fetched when they are needed."""

MAX_SCRIPT_BYTES: Final = 30_000
"""Limit of the compressed size of a table's own scripts; htmx comes on top."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, FilledDatabase]]:
    folder: Path = tmp_path_factory.mktemp("site")
    filled = fill(folder / "site.db", TableSpec(people=["Ann", "Bo"]))
    with Server.start(folder / "site.db") as server:
        yield server, filled


def fetch(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    place = urlsplit(server.address)
    connection = HTTPConnection(place.hostname or "", place.port)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    return answer, answer.read()


def test_a_page_names_versions_which_browsers_keep(site: tuple[Server, FilledDatabase]) -> None:
    server, filled = site
    _answer, page = fetch(server, f"/t/{filled.table}/")
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.decode())
    assert len(named) > 15
    assert all(path.startswith(f"/static/{static_version()}/") for path in named)
    for path in named:
        answer, _content = fetch(server, path)
        assert answer.status == 200, path
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("prefix", ["", "0123456789ab/"])
def test_other_versions_are_the_present_files_and_asked_for_again(
    site: tuple[Server, FilledDatabase], prefix: str
) -> None:
    server, _filled = site
    answer, content = fetch(server, f"/static/{prefix}tetsudo/table/table.js")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")
    assert content == fetch(server, f"/static/{static_version()}/tetsudo/table/table.js")[1]
    again, nothing = fetch(server, f"/static/{prefix}tetsudo/table/table.js", If_None_Match=answer.headers["ETag"])
    assert (again.status, nothing) == (304, b"")


def test_only_files_of_the_folders_are_served(site: tuple[Server, FilledDatabase]) -> None:
    server, _filled = site
    for path in ("/static/", "/static/nothing.js", "/static/../settings.py", "/static/0123456789ab/../../settings.py"):
        assert fetch(server, path)[0].status in (400, 404), path
    assert (
        fetch(server, "/static/tetsudo/table/table.js", Accept_Encoding="zstd")[0].headers["Content-Encoding"] is None
    )


def test_each_browser_gets_what_it_reads(site: tuple[Server, FilledDatabase]) -> None:
    server, _filled = site
    path = "/static/tetsudo/page/base.css"
    plain = fetch(server, path)[1]
    assert gzip.decompress(fetch(server, path, Accept_Encoding="gzip;q=1.0, *;q=0.5")[1]) == plain
    assert brotli.decompress(fetch(server, path, Accept_Encoding="br")[1]) == plain


def test_a_tables_scripts_are_small(site: tuple[Server, FilledDatabase]) -> None:
    server, filled = site
    _answer, page = fetch(server, f"/t/{filled.table}/")
    waiting = re.findall(r'<script[^>]* src="(/static/\w+/tetsudo/[^"]+)"', page.decode())
    sizes: dict[str, int] = {}
    while waiting:
        path = waiting.pop()
        if path in sizes:
            continue
        answer, content = fetch(server, path, Accept_Encoding="gzip, deflate, br")
        assert answer.headers["Content-Encoding"] == "br"
        sizes[path] = len(content)
        text = brotli.decompress(content).decode()
        assert "/*" not in text  # comments stay here
        waiting += [urljoin(path, name) for name in IMPORTED.findall(text)]
    assert len(sizes) > 15
    assert sum(sizes.values()) < MAX_SCRIPT_BYTES, sizes
