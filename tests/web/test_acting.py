"""Whole games by the page's own controls: whatever a page offers is accepted, and what it does not is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.test import Client

from tetsudo.web.tables.games import games
from tetsudo.web.tables.guests import KEY
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seating import Chair, Wish, open_table

pytestmark = pytest.mark.django_db


class Controls(HTMLParser):
    """The buttons of a page: what they carry, and between which amounts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.buttons: list[dict[str, Any]] = []
        self.laid: list[dict[str, Any]] = []
        self.hexes: list[str] = []
        self.scripts: dict[str, str] = {}
        self._range: dict[str, str | None] = {}
        self._script = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "script":
            self._script = found.get("id") or ""
        if tag == "input" and found.get("type") == "number":
            self._range = found
        if found.get("data-action"):
            assert found.get("aria-disabled") != "true"
            data = json.loads(found["data-action"] or "")
            amounts = (int(self._range["min"] or 0), int(self._range["max"] or 0)) if "open" in data else None
            self.buttons.append({"action": found["data-action"], "amounts": amounts})
        if found.get("data-lay"):
            self.laid.append({"action": found["data-lay"], "amounts": None})
        if found.get("data-to-hex"):
            self.hexes.append(found["data-to-hex"] or "")

    def handle_data(self, data: str) -> None:
        if self._script:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = ""


@pytest.fixture
def table(client: Client) -> Table:
    """A hotseat table for three, whose guest is the client."""
    return hotseat(client)


def hotseat(client: Client, **wish: Any) -> Table:
    guest = Guest.objects.create(name="Ann")
    session = client.session
    session[KEY] = guest.pk
    session.save()
    chairs = [Chair("Ann"), Chair("Bo"), Chair("Cy")]
    return open_table(Wish("1889", chairs, seed=7, **wish), guest)


def address(table: Table, word: str = "") -> str:
    return f"/t/{table.key}/{word}"


def post(client: Client, table: Table, version: int, action: str, amount: int | None = None) -> Any:
    data = {"version": version, "action": action} | ({} if amount is None else {"amount": amount})
    return client.post(address(table, "act/"), data)


def choices(client: Client, table: Table, page: str, version: int, rng: Random) -> Iterator[tuple[str, int | None]]:
    """What somebody who presses buttons at random does next: a button, an amount, a hex and what is there."""
    controls = Controls(page)
    found: list[dict[str, Any] | str] = [*controls.buttons, *controls.hexes]
    rng.shuffle(found)
    for pick in found:
        if isinstance(pick, str):
            answer = client.get(address(table, f"hex/{pick}/"), {"version": version})
            assert answer.status_code == 200
            menu = Controls(answer.content.decode())
            assert menu.buttons or menu.laid, f"{pick} glows, but there is nothing to choose"
            pick = rng.choice([*menu.buttons, *menu.laid])
        amount = rng.randint(*pick["amounts"]) if pick["amounts"] else None
        if "bid" in pick["action"] and amount is not None:
            amount = pick["amounts"][0]
        yield pick["action"], amount


def play(client: Client, table: Table, seed: int, most: int) -> str:
    """Press buttons at random, so many times or to the end of the game; the last page."""
    rng = Random(seed)
    page: str = client.get(address(table)).content.decode()
    for version in range(most):
        if games.of(table).game.is_over:
            break
        action, amount = next(choices(client, table, page, version, rng))
        answer = post(client, table, version, action, amount)
        page = answer.content.decode()
        assert answer.status_code == 200, (action, amount, games.of(table).game.to_act, page[:2000])
        table.refresh_from_db()
        assert table.version == version + 1
    return page


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_a_page_offers_is_accepted(client: Client, table: Table, seed: int) -> None:
    play(client, table, seed, 120)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_played_by_what_its_pages_offer(client: Client, table: Table, seed: int) -> None:
    page = play(client, table, seed, 5000)
    assert table.status == Table.Status.FINISHED
    assert not Controls(page).buttons
