"""The workbench on a designer's computer: other sites, other names and other paths get nothing and change nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.conftest import ROOT
from tests.design.workbench import Workbench, fill, started, title_texts


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """The workbench for a copy of Four Valleys."""
    texts = title_texts(ROOT / "tests" / "titles" / "valley")
    with started(fill(tmp_path_factory.mktemp("titles") / "valley", texts)) as found:
        yield found


def on_disk(folder: Path) -> dict[str, bytes]:
    """Contents of all files."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


EDIT = {"op": "keys", "chosen": "A4", "place": "Pwned"}
SAVE = {"page": "map", "step": "save"}


def is_untouched(bench: Workbench) -> bool:
    """True if no hex has the attacker's name."""
    return "Pwned" not in bench.get("files?file=map.toml").text


def test_its_own_page_may_change_and_save(bench: Workbench) -> None:
    """Otherwise the refusals below would show nothing."""
    assert bench.post("map/edit", {"op": "keys", "chosen": "A6", "place": "Mine"}).status_code == 200
    assert "Mine" in bench.get("files?file=map.toml").text
    assert bench.post("step", {"page": "map", "step": "undo"}).status_code == 200


def test_it_listens_on_this_computer_only(bench: Workbench) -> None:
    port = int(bench.origin.rpartition(":")[2])
    addresses = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)}
    for address in addresses - {"127.0.0.1"}:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((str(address), port), timeout=2)


@pytest.mark.parametrize("path", ["", "map", "files", "wrong-token/", "wrong-token/map", "new", "step", "problems"])
def test_without_the_secret_address_there_is_nothing(bench: Workbench, path: str) -> None:
    answer = httpx.get(f"{bench.origin}/{path}")
    assert answer.status_code == 404
    assert "hex" not in answer.text
    secret = bench.address.rsplit("/", 2)[1]
    assert secret not in answer.text


def test_a_part_of_the_secret_is_not_enough(bench: Workbench) -> None:
    assert httpx.get(bench.address[:-2] + "/").status_code == 404
    assert httpx.get(bench.address[:-1] + "x/map").status_code == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"]
)
def test_other_hosts_are_refused(bench: Workbench, host: str) -> None:
    """A site whose name an attacker points at 127.0.0.1 (DNS rebinding) sends its own name."""
    for path in ("map", "../static/tetsudo/page/base.css"):
        answer = httpx.get(httpx.URL(bench.address).join(path), headers={"host": host})
        assert answer.status_code == 421
    assert bench.post("map/edit", EDIT, host=host).status_code == 421
    assert is_untouched(bench)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {},
    ],
    ids=str,
)
def test_forged_forms_are_refused(bench: Workbench, headers: dict[str, str]) -> None:
    """Even one that knows the secret, such as a page that saw it in a shared link."""
    before = on_disk(bench.folder)
    for path, values in (("map/edit", EDIT), ("step", SAVE), ("files/edit", {"chosen": "map.toml", "text": "x"})):
        assert httpx.post(bench.address + path, data=values, headers=headers).status_code == 403
    assert is_untouched(bench)
    assert on_disk(bench.folder) == before


@pytest.mark.parametrize("path", ["map/edit", "step", "files/edit", "tiles/edit"])
def test_links_change_nothing(bench: Workbench, path: str) -> None:
    assert httpx.get(f"{bench.address}{path}?op=keys&chosen=A4&place=Pwned&step=save").status_code == 405
    assert is_untouched(bench)


@pytest.mark.parametrize(
    "name", ["../evil.toml", "/etc/passwd", "powers.py", "..%2fevil.toml", "map.toml\x00.py", "sub/map.toml", ""]
)
def test_other_files_are_neither_read_nor_written(bench: Workbench, name: str) -> None:
    before = on_disk(bench.folder), sorted(bench.folder.parent.rglob("*"))
    assert bench.post("files/edit", {"chosen": name, "text": "x = 1"}).status_code == 422
    assert bench.post("step", SAVE).status_code == 200
    assert (on_disk(bench.folder), sorted(bench.folder.parent.rglob("*"))) == before
    page = httpx.get(bench.address + "files", params={"file": name})
    assert "root:" not in page.text
    assert "<code>valley/title.toml</code>" in page.text  # an unknown name shows the first file


@pytest.mark.parametrize(
    "path", ["../../../etc/passwd", "%2e%2e/%2e%2e/settings.py", "tetsudo/../../settings.py", "..\\x"]
)
def test_static_files_are_only_those_of_the_site(bench: Workbench, path: str) -> None:
    port = int(bench.origin.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(f"GET /static/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.split()[1] == b"404"


def test_names_and_texts_do_not_become_markup(bench: Workbench) -> None:
    mark = "<script>alert(1)</script>"
    done = bench.post("map/edit", {"op": "keys", "chosen": "A4", "place": mark, "label": mark, "native": mark})
    assert done.status_code == 200
    for path in ("map?hex=A4", "map?hex=" + mark, "files?file=map.toml", "tiles?tile=" + mark, "problems"):
        assert mark not in bench.get(path).text
    bench.post("step", {"page": "map", "step": "undo"})


def test_large_requests_are_refused(bench: Workbench) -> None:
    big = "x" * 9_000_000
    assert bench.post("files/edit", {"chosen": "map.toml", "text": big}).status_code == 413
    within = {"chosen": "map.toml", "text": "#" * 1_000_001}
    assert bench.post("files/edit", within).status_code in (400, 422)


def test_pages_forbid_frames_and_other_sites_content(bench: Workbench) -> None:
    headers = bench.get("map").headers
    assert headers["x-frame-options"] == "DENY"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "same-origin"
