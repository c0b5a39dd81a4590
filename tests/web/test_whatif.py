"""Sandbox (what-if) boards: changed by links, defined by their address, stored nowhere."""

from __future__ import annotations

import re
import threading
from html import unescape
from random import Random
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.http import QueryDict
from django.test import Client

from tests.web.builders import open_party
from tetsudo.analysis.run_report import best_of
from tetsudo.game.sandbox import board_file
from tetsudo.game.sandbox.board import HandMade
from tetsudo.lab.random_play import play_random
from tetsudo.lab.table_spec import Table
from tetsudo.web.common import rate_limits
from tetsudo.web.play.sandbox import pages, query_string
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import boards

pytestmark = pytest.mark.django_db

COAST = "title=1889&phase=3&tiles=E2:5:4,F3:57:2&tokens=IR:E2&trains=IR:2,3"
"""Matsuyama (20) between Imabari (30) and Saijō (20): a 2-train and a 3-train of IR earn 40 and 50."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests wait for the answer."""
    rate_limits.reset_counters()
    boards.clear()
    monkeypatch.setattr(boards, "_patience", 60)


def page(client: Client, query: str) -> str:
    answer = client.get(f"/board/?{query}")
    assert answer.status_code == 200, answer.content.decode()
    return " ".join(answer.content.decode().split())


def link(shown: str, id: str) -> str:
    """Address of the link with an id."""
    tag = re.search(rf'<a [^>]*id="{re.escape(id)}"[^>]*>', shown)
    assert tag, id
    found = re.search(r'href="([^"]*)"', tag[0])
    assert found
    return unescape(found[1])


def follow(client: Client, shown: str, id: str) -> str:
    """The page behind a link."""
    return page(client, link(shown, id).partition("?")[2])


def laid(shown: str) -> HandMade:
    """The board that a page shows, from the file it offers."""
    answer = Client().get(link(shown, "download"))
    return board_file.read(answer.content.decode())


def test_the_best_run_is_shown_and_drawn(client: Client) -> None:
    shown = page(client, f"{COAST}&company=IR")
    row = shown.partition('id="company-IR"')[2].partition("</a>")[0]
    assert "¥90" in row
    assert "Saijō 20 + Matsuyama 20" in shown
    assert "Imabari 30 + Matsuyama 20" in shown
    assert {*re.findall(r'class="route" data-route="\d" data-train="(.)"', shown)} == {"2", "3"}


def test_a_board_is_made_by_links_alone(client: Client) -> None:
    shown = page(client, "title=1889&hex=E2")
    assert "#57" in shown
    shown = follow(client, shown, "tile-5")
    first = laid(shown).tiles["E2"]
    turned = follow(client, shown, "turn-right")
    assert laid(turned).tiles["E2"] not in ("", first)
    shown = follow(client, follow(client, turned, "turn-left"), "token-1-IR")
    assert (laid(shown).tiles, laid(shown).tokens) == ({"E2": first}, {"IR": ("E2",)})
    shown = follow(client, follow(client, shown, "company-IR"), "more-IR-2")
    assert laid(shown).trains == {"IR": ("3",)}
    assert laid(follow(client, shown, "less-IR-1")).trains == {}
    assert laid(follow(client, shown, "phase-3")).phase == "4"
    assert laid(follow(client, shown, "without")).tiles == {}
    assert laid(follow(client, shown, "token-1-IR")).tokens == {}
    assert laid(follow(client, shown, "clear")) == laid(page(client, "title=1889"))


def test_a_company_is_placed_at_home(client: Client) -> None:
    shown = page(client, "title=1889&company=AR")
    assert "no token on the board yet" in shown
    assert laid(follow(client, shown, "home")).tokens == {"AR": ("K8",)}


def test_a_tile_of_which_none_is_left_is_not_offered(client: Client) -> None:
    """1889 has one tile 12."""
    assert 'id="tile-12"' in page(client, "title=1889&hex=E2")
    shown = page(client, "title=1889&hex=E2&tiles=F3:12:0")
    assert "none left" in shown
    assert 'id="tile-12"' not in shown


def test_a_token_that_finds_no_slot_goes_with_the_tile(client: Client) -> None:
    """Matsuyama has two slots in green, one in yellow."""
    shown = page(client, "title=1889&hex=E2&tiles=E2:15:4&tokens=AR:E2&tokens=IR:E2")
    assert laid(follow(client, shown, "tile-5")).tokens == {"AR": ("E2",)}


def test_a_passage_is_paid_by_a_link(client: Client) -> None:
    """1890: Akashi 20, Kōbe 30 with a private's token in its one slot, Ashiya 20."""
    query = "title=1890&tiles=F3:57:1,F7:57:1&tokens=KH:F7&tokens=KR:F5&trains=KH:3&company=KH"
    shown = page(client, query)
    assert "¥50" in shown
    paid = follow(client, shown, "pass-KH-KR")
    assert "¥70" in paid
    assert laid(paid).passages == {"KR": ("KH",)}
    assert laid(follow(client, paid, "pass-KH-KR")).passages == {}
    assert 'id="pass-JR-KR"' not in page(client, query.replace("company=KH", "company=JR"))  # 1890-C.8.2: not JR


def test_the_file_is_read_back(client: Client) -> None:
    text = client.get(f"/board/board.toml?{COAST}").content.decode()
    assert best_of(board_file.read(text).game(), "IR").run.revenue == 90
    answer = client.post("/board/read/", {"text": text})
    assert answer.status_code == 302
    assert laid(page(client, answer["Location"].partition("?")[2])) == board_file.read(text)


def test_what_is_wrong_in_a_file_is_said_and_what_was_typed_is_kept(client: Client) -> None:
    answer = client.post("/board/read/", {"text": 'title = "1889"\n[tiles]\nE2 = "8"'})
    assert answer.status_code == 422
    assert "Tiles.E2: tile 8 does not fit there with rotation 0." in answer.content.decode()
    assert "[tiles]" in answer.content.decode()


def test_what_was_meant_instead_is_told_in_the_readers_language(client: Client) -> None:
    """An unknown key and an unknown company; 1889 has a company IR."""
    asked = {"Accept-Language": "ja"}
    answer = client.post("/board/read/", {"text": 'title = "1889"\n[train]\nIR = "2"'}, headers=asked)
    assert "キーtrainはありません。trainsのことですか" in answer.content.decode()
    answer = client.post("/board/read/", {"text": 'title = "1889"\n[trains]\nIRR = "2"'}, headers=asked)
    assert "IRのことですか" in answer.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "title=1830",
        "title=1889&tiles=E2",
        "title=1889&tiles=E2:8:0",
        "title=1889&tiles=Z9:8:0",
        "title=1889&trains=IR",
        "title=1889&trains=IR:9",
        f"title=1889&trains=IR:{','.join(9 * 'D')}",
        "title=1889&tokens=IR:E2,E2",
        "title=1889&players=99",
        "title=1889&players=x",
        "title=1889&option=bank",
        "title=1889&option=bank=lots",
        "title=1889&scenario=A",
        "title=1889&phase=%00",
        "title=..%2F..",
        f"title=1889&tiles={'E2:5:4,' * 4000}",
    ],
)
def test_an_address_that_is_no_board_is_answered_with_a_sentence(client: Client, query: str) -> None:
    answer = client.get(f"/board/?{query}")
    assert answer.status_code == 400
    assert client.get(f"/board/board.toml?{query}").status_code == 400


def test_nothing_is_kept_of_who_looks(client: Client) -> None:
    page(client, COAST)
    client.post("/board/read/", {"text": 'title = "1889"'})
    assert not Guest.objects.exists()
    assert not Session.objects.exists()


def test_a_table_opens_its_board(client: Client) -> None:
    game = Table("1889", 3, variants=("beginner",)).game(seed=4)
    play_random(game, Random(4), 300)
    place = client.post("/import/", {"text": game.record().to_json().decode()})["Location"]
    assert f'href="{place}board/"' in client.get(place).content.decode()
    answer = client.get(f"{place}board/")
    assert laid(page(client, answer["Location"].partition("?")[2])) == HandMade.of(game)
    assert client.get("/t/nothing/board/").status_code == 404


def test_a_waiting_table_has_a_board(client: Client) -> None:
    assert client.get(f"/t/{open_party(['Ann', 'Bo']).table.key}/board/").status_code == 302


@pytest.mark.parametrize("title", ["1889", "1888", "1890"])
def test_an_address_says_the_whole_board(title: str) -> None:
    game = Table(title, 4, options={"bank": 9000}).game(seed=3)
    play_random(game, Random(3), 400)
    board = HandMade.of(game)
    assert query_string.read(QueryDict(query_string.query(board))) == board


def test_runs_that_are_searched_for_are_asked_for_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    found, search = threading.Event(), tasks.board_runs

    def held(*args: Any) -> Any:
        assert found.wait(60)
        return search(*args)

    monkeypatch.setattr(tasks, "board_runs", held)
    monkeypatch.setattr(boards, "_patience", 0.02)
    shown = page(client, COAST)
    assert "Searching for the best runs." in shown
    again = re.search(r'class="searching[^>]*hx-get="([^"]*)"', shown)
    found.set()
    assert again
    for _ in range(500):
        shown = page(client, unescape(again[1]).partition("?")[2])
        if "Searching" not in shown:
            break
        threading.Event().wait(0.02)
    assert "¥90" in shown


def test_a_search_that_may_not_last_says_how_far_it_is_proved(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """In phase 5 Imabari pays 60, so the best is 40 and 80; a proved run is cached."""
    late = COAST.replace("phase=3", "phase=5")
    monkeypatch.setattr(pages, "MAX_SEARCH_SECONDS", 0.0)
    shown = page(client, f"{late}&company=IR")
    assert "The best found in time." in shown
    bound = re.search(r"No run earns more than ¥(\d+)", shown)
    assert bound
    assert int(bound[1]) >= 120
    boards.clear()
    monkeypatch.undo()
    monkeypatch.setattr(boards, "_patience", 60)
    shown = page(client, f"{late}&company=IR")
    assert "Proved" in shown
    assert "¥120" in shown


def test_new_boards_are_counted(client: Client, settings: LazySettings) -> None:
    settings.RATES = {**settings.RATES, "boards": "1/minute"}
    settings.ADDRESS_RATE_FACTOR = 2
    rate_limits.reset_counters()
    other, third = COAST.replace("IR:2,3", "IR:2"), COAST.replace("IR:2,3", "IR:3")
    assert [client.get(f"/board/?{query}").status_code for query in (COAST, COAST, other, third)] == [
        200,
        200,
        200,
        429,
    ]
    rate_limits.reset_counters()
