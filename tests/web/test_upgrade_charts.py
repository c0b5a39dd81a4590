"""Upgrade charts on a table's page, for every viewer and at every position, and on the pages of tiles."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.browser.games import first_position, simple_game
from tests.web.builders import browser
from tetsudo.core.actions import LayTile
from tetsudo.game.game import Game
from tetsudo.titles.loader import titles
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.replay_import import table_data
from tetsudo.web.tables.models import Guest, Table

pytestmark = pytest.mark.django_db


def laid(game: Game) -> LayTile | None:
    """The tile laid by the last action."""
    last = game.actions[-1] if game.length else None
    return last if isinstance(last, LayTile) else None


@pytest.fixture
def game() -> Game:
    """A game just after its first tile."""
    return first_position(simple_game(), lambda game: laid(game) is not None)


@pytest.fixture
def table(game: Game) -> Table:
    return from_record.create_table(table_data(game), Guest.objects.create(name="Ann"), "Charts")


def chart(client: Client, table: Table, what: str, version: int | None = None, **query: Any) -> str:
    """A chart at a version, by default the present one."""
    answer = client.get(f"/t/{table.key}/at/{table.version if version is None else version}/{what}/", query)
    assert answer.status_code == 200, answer.status_code
    return " ".join(answer.content.decode().split())


def tiles(shown: str) -> dict[str, tuple[list[int], str, bool]]:
    """Tiles of a chart, each with its rotations, the copies left, and True if it is pale."""
    found = {}
    for part in shown.split('<li class="chart-tile')[1:]:
        number, left = re.search(r'data-tile="(\w+)"', part), re.search(r">×(\d+|∞)<", part)
        assert number
        assert left
        turns = [int(each) for each in re.findall(r'data-rotation="(\d)"', part)]
        found[number[1]] = (turns, left[1], part.startswith(" gone"))
    return found


def test_a_chart_has_every_tile_in_every_rotation(client: Client, table: Table) -> None:
    shown = chart(client, table, "upgrades/K4")
    assert tiles(shown) == {"440": ([0], "1", False), "466": ([0], "1", False)}
    assert re.findall(r"from phase (\w+)", shown) == ["3", "5"]
    assert shown.count("<svg xmlns") == 3  # with the hex as it is; icons are not pictures
    assert '<option value="K4" selected' in shown
    brown = chart(client, table, "upgrades/F9")
    assert tiles(brown) == {"465": ([2], "1", False)}
    assert "<b>¥80</b>" in brown


def test_everyone_gets_the_same_chart(client: Client, table: Table) -> None:
    """A player in turn, one out of turn, a spectator and a visitor without a name."""
    seats = {each.number: each for each in table.seats.all()}
    other = Guest.objects.create(name="Bo")
    seats[1].guest = other
    seats[1].save()
    viewers = [
        browser(Guest.objects.get(name="Ann")),
        browser(other),
        browser(Guest.objects.create(name="Eve")),
        client,
    ]
    assert len({chart(viewer, table, "upgrades/E8") for viewer in viewers}) == 1


def test_a_chart_of_the_past_starts_from_the_tile_of_that_time(client: Client, table: Table, game: Game) -> None:
    lay = laid(game)
    assert lay
    hex, tile = game.setup.map.hexes[lay.hex].name, game.setup.tiles[lay.tile]
    before, now = (chart(client, table, f"upgrades/{hex}", version) for version in (table.version - 1, table.version))
    assert tiles(before)[tile.name][1] == str(tile.count)
    assert tile.name not in tiles(now)
    assert f"#{tile.name}</span>" in now
    assert f"#{tile.name}</span>" not in before
    elsewhere = next(each for each in ("K8", "G12") if each != hex)  # another city without a tile
    left = [
        tiles(chart(client, table, f"upgrades/{elsewhere}", version))[tile.name][1] for version in (0, table.version)
    ]
    assert left == [str(tile.count), str(tile.count - 1)]


def test_what_is_not_left_is_pale(client: Client, table: Table) -> None:
    shown = tiles(chart(client, table, "upgrades/E8"))
    assert all(pale == (left == "0") for _turns, left, pale in shown.values())
    gone = first_position(simple_game(), lambda game: 0 in game.state.supply)
    number = gone.setup.tiles[gone.state.supply.index(0)].name
    other = from_record.create_table(table_data(gone), Guest.objects.get(name="Ann"), "Gone")
    charts = [tiles(chart(client, other, f"tiles/{tile.name}")) for tile in gone.setup.tiles if number in tile.upgrades]
    charts += [tiles(chart(client, other, f"upgrades/{hex.name}")) for hex in gone.setup.map.hexes]
    shown_at = [each[number] for each in charts if number in each]
    assert shown_at
    assert {(left, pale) for _turns, left, pale in shown_at} == {("0", True)}


def test_a_chart_from_another_tile(client: Client, table: Table) -> None:
    shown = chart(client, table, "upgrades/F7", tile="25", rotation="0")
    assert tiles(shown) == {"40": ([0], "1", False), "45": ([2], "1", False), "46": ([4], "1", False)}
    assert "if #25 lay there" in shown
    assert '<button type="button" data-hex-chart="F7">As it is now</button>' in shown
    assert "lay there" not in chart(client, table, "upgrades/F7")


@pytest.mark.parametrize(
    "path",
    [
        "upgrades/Z9/",
        "upgrades/F7/?tile=999",
        "upgrades/F7/?tile=448",
        "upgrades/F7/?tile=8&rotation=6",
        "upgrades/F7/?tile=8&rotation=-1",
        "upgrades/F9/?tile=465&rotation=1",
        "tiles/999/",
    ],
)
def test_what_there_is_not(client: Client, table: Table, path: str) -> None:
    assert client.get(f"/t/{table.key}/at/{table.version}/{path}").status_code == 404


def test_no_chart_of_the_future(client: Client, table: Table) -> None:
    assert client.get(f"/t/{table.key}/at/{table.version + 1}/upgrades/K4/").status_code == 404


def test_hexes_that_become_nothing_say_so(client: Client, table: Table) -> None:
    assert "No tile can be laid here." in chart(client, table, "upgrades/B7")
    assert "No tile can replace it." in chart(client, table, "tiles/39")


def test_the_menu_of_a_hex_and_the_stock_of_tiles_lead_to_charts(client: Client, table: Table) -> None:
    menu = client.get(f"/t/{table.key}/hex/K4/", {"version": table.version}).content.decode()
    assert 'data-hex-chart="K4"' in menu
    page = client.get(f"/t/{table.key}/").content.decode()
    numbers = set(re.findall(r'data-tile-chart="(\w+)"', page))
    assert {"57", "465", "437"} <= numbers
    assert all(chart(client, table, f"tiles/{number}") for number in numbers)


@pytest.mark.parametrize("title", [info.name for info in titles()])
def test_every_tile_of_a_title_has_a_page(client: Client, title: str) -> None:
    card = client.get(f"/titles/{title}/").content.decode()
    links = re.findall(rf'href="(/titles/{title}/tiles/(\w+)/[^"]*)"', card)
    assert len({number for _link, number in links}) == len(links) == card.count('<li id="tile-')
    for link, number in links:
        page = client.get(link.replace("&amp;", "&")).content.decode()
        assert f"<h1>#{number}</h1>" in page
    assert client.get(f"/titles/{title}/tiles/999/").status_code == 404


def test_a_page_of_a_tile_shows_its_chart(client: Client) -> None:
    page = " ".join(client.get("/titles/1890/tiles/12/?scenario=C").content.decode().split())
    assert set(tiles(page)) == {"63", "74", "193", "839", "465"}
    assert '<a href="/titles/1890/tiles/839/?' in page
    assert "H11" in page
    assert "data-hex-chart" not in page
