"""Changes of the map: a page is sent the hexes and layers that differ from its map, not the whole picture."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest
from django.test import Client

import tetsudo
from tests.web.test_page import get, map_number
from tetsudo.lab.random_play import play_random
from tetsudo.web.play.scene.pictures import changed_lines
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.replay_import import table_data
from tetsudo.web.tables.models import Guest, Table

pytestmark = pytest.mark.django_db

CHANGES = re.compile(r'<svg id="map-changes" data-map="(\d+)" data-of="(\d+)".*?</svg>', re.DOTALL)
WHOLE = re.compile(r'<svg id="map" .*?</svg>(?=\s*<)', re.DOTALL)


def layers(picture: str) -> dict[str, str]:
    """Hexes by name and other layers by class, in their order in the picture."""
    root = ElementTree.fromstring(re.sub(r' xmlns="[^"]*"', "", picture))
    parts = root if root.get("id") == "map-changes" else root[-1]
    return {
        part.get("data-hex") or part.attrib["class"]: ElementTree.tostring(part, "unicode").strip() for part in parts
    }


def played(client: Client, title: str, scenario: str | None, moves: int) -> Table:
    client.post("/guest/", {"name": "Ann"})
    game = tetsudo.new(title, ("Ann", "Bo", "Cy", "Di"), seed=7, scenario=scenario)
    play_random(game, Random(5), moves)
    return from_record.create_table(table_data(game), Guest.objects.get(name="Ann"), "Late")


@pytest.mark.parametrize(("title", "scenario"), [("1889", None), ("1890", "C")])
def test_the_old_map_with_its_changes_is_the_new_map(client: Client, title: str, scenario: str | None) -> None:
    """Through a game, forwards and backwards in steps of any length."""
    table, random, sent = played(client, title, scenario, 320), Random(3), 0
    first = get(client, table, "at/0/parts/")
    number, shown = map_number(first), layers(WHOLE.findall(first)[0])
    for _ in range(60):
        path = f"at/{random.randrange(table.version)}/parts/"
        answer = get(client, table, path, map=number)
        if "data-of=" in answer:
            changes = CHANGES.search(answer)
            assert changes
            assert changes[2] == number
            news = layers(changes[0])
            assert set(news) <= set(shown)
            shown |= news
            number, sent = changes[1], sent + bool(news)
            assert '<svg id="map"' not in answer
        whole = get(client, table, path)
        assert map_number(whole) == number
        assert list(shown.items()) == list(layers(WHOLE.findall(whole)[0]).items())
    assert sent > 30


def test_a_map_of_another_kind_is_sent_whole() -> None:
    assert changed_lines("<svg>\n<a/>\n</svg>", "<svg>\n<b/>\n</svg>") == ["<b/>"]
    assert changed_lines("<svg>\n<a/>\n</svg>", "<svg>\n<a/>\n<b/>\n</svg>") is None
    assert changed_lines('<svg lang="en">\n<a/>\n</svg>', '<svg lang="ja">\n<a/>\n</svg>') is None


def test_a_page_that_shows_an_unknown_map_gets_it_whole(client: Client) -> None:
    table = played(client, "1889", None, 120)
    assert '<svg id="map"' in get(client, table, "parts/", map=12345)
