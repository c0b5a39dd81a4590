"""A page whose best run is not found yet, or not in time."""

from __future__ import annotations

import json
import re
import threading
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.web.test_acting import address, in_the_game, routes_of
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import questions
from tetsudo.web.tables.workers.process_pool import TIMED_OUT, Outcome

pytestmark = pytest.mark.django_db


class Held:
    """Holds back the search for runs until `found` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found = threading.Event()
        self.asked = 0
        search = tasks.run

        def held(*args: Any) -> Any:
            self.asked += 1
            assert self.found.wait(60)
            return search(*args)

        monkeypatch.setattr(tasks, "run", held)
        monkeypatch.setattr(questions, "_patience", 0.02)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Held(monkeypatch)
    yield made
    made.found.set()


def again(page: str) -> str:
    """The address at which a page asks for the run again."""
    found = re.search(r'class="searching[^>]*hx-get="([^"]*)"', page)
    assert found
    return unescape(found[1])


def test_the_page_comes_without_the_run_and_asks_for_it(client: Client, held: Held) -> None:
    table = in_the_game(client, "run")
    pages = [client.get(address(table)).content.decode() for _ in range(3)]
    for page in pages:
        assert "Searching for the best run." in page
        assert 'id="map"' in page
        assert 'class="route' not in page
    path = again(pages[0])
    assert again(client.get(path).content.decode()) == path
    held.found.set()
    questions._patience = 60
    page = found(client, path)
    assert routes_of(page)
    assert 'class="route' in page
    drawn = re.search(r'<svg id="map" data-map="(\d+)"', page)
    assert drawn
    assert f'data-map="{drawn[1]}"' in client.get(address(table)).content.decode()
    assert held.asked == 1


def found(client: Client, path: str) -> str:
    """The answer once it is ready."""
    for _ in range(500):
        page = client.get(path).content.decode()
        if "Searching" not in page:
            return str(page)
        threading.Event().wait(0.02)
    raise AssertionError("it was not found")


def test_a_click_waits_for_its_run_too(client: Client, held: Held) -> None:
    table = in_the_game(client, "run")
    held.found.set()
    found(client, f"{address(table, 'routes/')}?version={table.version}&again=1")
    held.found.clear()
    what = {"version": str(table.version), "train": "0", "spot": "K4,-1"}
    path = again(client.get(address(table, "routes/"), what).content.decode())
    assert "spot=K4" in path
    held.found.set()
    assert 'class="run"' in found(client, path)


def test_who_asks_again_when_the_game_has_moved_on_is_told_nothing(client: Client, held: Held) -> None:
    table = in_the_game(client, "run")
    assert client.get(f"{address(table, 'routes/')}?version={table.version - 1}&again=1").status_code == 204


def test_where_none_is_found_in_time_the_game_goes_on_with_a_plain_run(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = in_the_game(client, "run")
    ask = questions.ask

    def late(key: Any, group: Any, task: Any, args: Any, **named: Any) -> Outcome:
        return Outcome(TIMED_OUT) if task is tasks.run else ask(key, group, task, args, **named)

    monkeypatch.setattr(questions, "ask", late)
    page = " ".join(client.get(address(table)).content.decode().split())
    assert "was not found in time" in page
    (action,) = re.findall(r'class="primary"\s+data-action="([^"]*run_routes[^"]*)"', page)
    data = {"version": table.version, "action": json.dumps(json.loads(unescape(action)))}
    assert client.post(address(table, "act/"), data).status_code == 200
    assert Table.objects.get(pk=table.pk).version == table.version + 1
