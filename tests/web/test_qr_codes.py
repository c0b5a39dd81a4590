"""QR codes: of the site's address in the local network, of seats' links, of a position on paper."""

from __future__ import annotations

import re
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
import segno
from django.test import Client

from tests.server import Server
from tests.web.builders import browser, open_party
from tests.web.filling import TITLE
from tetsudo.web.common.qr_codes import qr_for_terminal, qr_svg
from tetsudo.web.server import network_address
from tetsudo.web.server.network_address import network_lines, own_address
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

TEXT = "http://192.168.1.23:8000/seat/abc/"


def modules_of(text: str) -> list[list[bool]]:
    """Dark modules of a text's QR code, without the light border."""
    return [[bool(cell) for cell in row] for row in segno.make(text, error="m", micro=False).matrix]


def read_svg(svg: str) -> list[list[bool]]:
    """Dark modules drawn in an SVG: a path of horizontal strokes ("M4 4.5h7m2 0h1...")."""
    size = int(re.search(r'viewBox="0 0 (\d+) ', svg)[1])  # type: ignore[index]
    drawn = [[False] * size for _ in range(size)]
    strokes = re.search(r'<path[^>]*stroke="#000"[^>]* d="([^"]+)"|<path[^>]* d="([^"]+)"[^>]*stroke="#000"', svg)
    assert strokes
    x, y = 0.0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", strokes[1] or strokes[2]):
        values = [float(each) for each in numbers.split()]
        if kind == "h":
            for column in range(int(x), int(x + values[0])):
                drawn[int(y)][column] = True
            x += values[0]
        else:
            x, y = (values[0], values[1]) if kind == "M" else (x + values[0], y + values[1])
    return [row[4:-4] for row in drawn[4:-4]]


def test_the_drawing_is_the_code() -> None:
    assert read_svg(qr_svg(TEXT)) == modules_of(TEXT)


def test_the_drawing_needs_no_style() -> None:
    svg = qr_svg(TEXT, "Seat <2>")
    assert "style=" not in svg
    assert "Seat &lt;2&gt;" in svg


def test_the_blocks_of_the_terminal_are_the_code() -> None:
    rows = []
    for line in qr_for_terminal(TEXT).splitlines():
        blocks = line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m")
        rows.append([block in " ▄" for block in blocks])  # dark above
        rows.append([block in " ▀" for block in blocks])
    size = len(modules_of(TEXT))
    assert [row[2:-2] for row in rows[2 : 2 + size]] == modules_of(TEXT)


# The local network


class Output(TextIOWrapper):
    """A terminal, or a stream to a file."""

    def __init__(self, encoding: str, *, is_terminal: bool) -> None:
        super().__init__(BytesIO(), encoding)
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


TERMINAL = Output("utf-8", is_terminal=True)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(network_address, "own_address", lambda: "192.168.1.23")
    settings.ALLOWED_HOSTS = ["*"]


LINE = "Everyone in this network can open it: http://192.168.1.23:8000/"


@pytest.mark.usefixtures("network")
def test_a_site_for_the_network_tells_its_address_there() -> None:
    assert list(network_lines("0.0.0.0", 8000, "/", TERMINAL)) == [LINE, qr_for_terminal("http://192.168.1.23:8000/")]


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "192.168.1.23", "localhost"])
def test_other_sites_tell_nothing_more(host: str) -> None:
    assert list(network_lines(host, 8000, "/", TERMINAL)) == []


@pytest.mark.usefixtures("network")
def test_only_a_terminal_gets_the_code() -> None:
    for output in (Output("utf-8", is_terminal=False), Output("latin-1", is_terminal=True)):
        assert list(network_lines("0.0.0.0", 8000, "/", output)) == [LINE]


@pytest.mark.usefixtures("network")
def test_an_address_that_would_be_refused_is_not_told(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["games.example.org", "localhost"]
    assert list(network_lines("0.0.0.0", 8000, "/", TERMINAL)) == []
    settings.ALLOWED_HOSTS = ["192.168.1.23"]
    monkeypatch.setattr(network_address, "own_address", lambda: "")
    assert list(network_lines("0.0.0.0", 8000, "/", TERMINAL)) == []


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_address, "TEST_NETWORK", ("127.0.0.1", 9))
    assert own_address() == ""


def test_the_site_prints_it(tmp_path: Path) -> None:
    with Server.start(tmp_path / "site.db", host="0.0.0.0") as server:
        wanted = f"Everyone in this network can open it: http://{own_address()}:{server.port}/\n"
        if own_address():
            assert server.wait_for_log("Everyone") == [wanted]
    assert "\x1b" not in "".join(server.log_lines)


# Pages


@pytest.mark.django_db
def test_the_owner_gets_a_code_for_each_open_seat() -> None:
    ann = Guest.objects.create(name="Ann")
    table = open_table(TableSettings(TITLE, [Chair("Ann"), Chair(), Chair(), Chair(bot="simple")]), ann)
    page = browser(ann).get(f"/t/{table.key}/seats/", headers={"accept": "text/html"}).content.decode()
    codes = re.findall(r'<svg[^>]*class="qr".*?</svg>', page, re.DOTALL)
    links = [f"http://testserver/seat/{seat.key}/" for seat in table.seats.all() if seat.is_open]
    assert [read_svg(code) for code in codes] == [modules_of(link) for link in links]
    assert 'class="qr"' not in Client().get(f"/t/{table.key}/seats/").content.decode()


@pytest.mark.django_db
def test_a_position_on_paper_has_its_address() -> None:
    hall = open_party()
    page = Client().get(f"/t/{hall.table.key}/print/").content.decode()
    code = re.search(r'<svg[^>]*class="qr".*?</svg>', page, re.DOTALL)
    assert code
    assert read_svg(code[0]) == modules_of(f"http://testserver/t/{hall.table.key}/at/0/")
