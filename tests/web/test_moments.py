"""Moments of a finished table: who may begin the search, its progress, how it goes on, and what the page says."""

from __future__ import annotations

import time
from typing import Final

import pytest
from django.test import Client

from tests.web.builders import open_party
from tests.web.test_review import over, text_of
from tetsudo.review.moments import kept
from tetsudo.review.report.moments import MomentData, MomentsData
from tetsudo.web.results.moments import progress
from tetsudo.web.results.moments.models import MAX_FAILURES, MomentSearch
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.workers.async_results import questions
from tetsudo.web.tables.workers.process_pool import FAILED, Outcome

__all__ = ["over"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.shared("games/1889/104.json")]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a few playouts."""
    monkeypatch.setattr(progress, "DEFAULT_BUDGET", 200)


def finished_page(client: Client, table: Table) -> str:
    """Page of a search, looked at until it is done."""
    until = time.monotonic() + 120
    while "playouts" not in (page := text_of(client, f"/t/{table.key}/review/moments/")):
        assert time.monotonic() < until
        time.sleep(0.05)
    return page


def test_a_player_begins_the_search_and_sees_what_it_found(client: Client, over: Table) -> None:
    address = f"/t/{over.key}/review/moments/"
    assert address in text_of(client, f"/t/{over.key}/review/")
    assert "Look for the moments" in text_of(client, address)
    assert client.post(address)["Location"] == address
    assert "%" in text_of(client, address)
    page = finished_page(client, over)
    assert page.count("<summary>What decisions cost, by kind") == over.seats.count()
    assert "OR 3.1" in page
    search = MomentSearch.objects.get()
    assert search.is_done
    assert f"{search.playouts} playouts" in page.replace(",", "")


@pytest.mark.long
def test_a_search_goes_on_after_its_site_has_forgotten_all_but_the_database(client: Client, over: Table) -> None:
    address = f"/t/{over.key}/review/moments/"
    client.post(address)
    until, before = time.monotonic() + 60, 0
    while not before and time.monotonic() < until:
        client.get(address, headers={"accept": "text/html"})
        before = MomentSearch.objects.get().playouts
    questions.clear()
    finished_page(client, over)
    assert MomentSearch.objects.get().playouts > before > 0


def test_a_search_whose_parts_fail_rests_until_a_player_tries_again(
    client: Client, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, asked = f"/t/{over.key}/review/moments/", list[object]()

    def fail(key: object, *_rest: object, **_more: object) -> Outcome:
        asked.append(key)
        return Outcome(FAILED)

    client.post(address)
    monkeypatch.setattr(questions, "ask", fail)
    for _look in range(5):
        page = text_of(client, address)
    assert len(asked) == MAX_FAILURES
    assert "The search failed three times" in page
    assert "Try again" in page
    assert "Refresh" not in client.get(address, headers={"accept": "text/html"})
    other = text_of(Client(), address)
    assert "Try again" not in other
    assert "A player of this table can try again" in other
    monkeypatch.undo()
    monkeypatch.setattr(progress, "DEFAULT_BUDGET", 200)
    client.post(address)
    finished_page(client, over)
    assert MomentSearch.objects.get().failures == 0


def test_so_does_one_whose_result_cannot_be_put_into_words(
    client: Client, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/t/{over.key}/review/moments/"
    client.post(address)
    MomentSearch.objects.update(is_done=True)
    monkeypatch.setattr(questions, "ask", lambda *_asked, **_more: Outcome(FAILED))
    statuses = [client.get(f"{address}51/").status_code for _look in range(MAX_FAILURES + 1)]
    assert statuses == [202] * MAX_FAILURES + [302]
    assert "Try again" in text_of(client, address)
    assert MomentSearch.objects.get().failures == MAX_FAILURES


@pytest.mark.long
def test_others_see_the_result_but_do_not_begin_the_search(client: Client, over: Table) -> None:
    address, other = f"/t/{over.key}/review/moments/", Client()
    assert "Look for the moments" not in text_of(other, address)
    assert other.post(address).status_code == 403
    assert not MomentSearch.objects.exists()
    client.post(address)
    finished_page(client, over)
    assert "What decisions cost, by kind" in finished_page(other, over)


def test_a_search_of_earlier_bots_is_begun_again(client: Client, over: Table) -> None:
    """Its results are of plans that today's bots do not have."""
    address = f"/t/{over.key}/review/moments/"
    client.post(address)
    results = kept.pack({"screen-1": [[(0.5, 0.5)]]})
    MomentSearch.objects.update(is_done=True, results=results, playouts=1, format=kept.FORMAT - 1)
    assert "Look for the moments" in text_of(client, address)
    assert client.get(f"{address}51/")["Location"] == address
    client.post(address)
    finished_page(client, over)
    assert MomentSearch.objects.get().format == kept.FORMAT


def test_a_search_begins_once(client: Client, over: Table) -> None:
    for _ in range(2):
        client.post(f"/t/{over.key}/review/moments/")
    assert MomentSearch.objects.count() == 1


MOMENT: Final[MomentData] = {
    "move": 50,
    "player": 1,
    "kind": "train",
    "kind_name": "Buying trains",
    "played": {"text": "Play this", "expected": 1200},
    "better": [
        {"text": "Win more", "expected": 1500},
        {"text": "Also better", "expected": 1300},
        {"text": "Worse after all", "expected": 1100},
    ],
    "loss": 300,
    "error": 20,
}


@pytest.fixture
def marked(client: Client, over: Table, monkeypatch: pytest.MonkeyPatch) -> str:
    """Address of the one moment of a finished table."""
    found: MomentsData = {"playouts": 1, "moments": [MOMENT], "errors": [], "changes": []}
    client.post(f"/t/{over.key}/review/moments/")
    MomentSearch.objects.update(is_done=True)
    monkeypatch.setattr(progress, "report_of", lambda _scene, _search: found)
    address = f"/t/{over.key}/review/moments/51/"
    assert address in text_of(client, f"/t/{over.key}/review/moments/")
    return address


def test_a_moment_asks_before_it_says_anything(client: Client, marked: str) -> None:
    page = text_of(client, marked)
    assert "What would you do?" in page
    places = [page.index(text) for text in ("Also better", "Play this", "Win more", "Worse after all")]
    assert places == sorted(places)
    assert not any(amount in page for amount in ("1,500", "1,300", "300 ±", "looks best"))


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (3, "Yes: this looks best"),
        (2, "This was played"),
        (1, "but not best"),
        (4, "no better than what was played"),
        (0, "looks best"),
    ],
)
def test_a_moment_answers_with_what_each_choice_brings(client: Client, marked: str, choice: int, said: str) -> None:
    page = text_of(client, f"{marked}?choice={choice}")
    assert said in page
    assert all(amount in page for amount in ("1,200", "1,300", "1,500", "costs ¥300 ± ¥20 against"))
    assert "What would you do?" not in page


def test_a_moment_is_tried_on_the_board(client: Client, over: Table, marked: str) -> None:
    action = next(part for part in text_of(client, marked).split('action="')[1:] if "/branch/" in part).split('"')[0]
    branch = Table.objects.get(key=client.post(action)["Location"].split("/")[2])
    assert branch.branch_of_id == over.pk
    assert games.current(branch).game.length == MOMENT["move"]


@pytest.mark.parametrize("choice", ["5", "-1", "x", "²", "99999"])
def test_an_unknown_choice_is_no_answer(client: Client, marked: str, choice: str) -> None:
    assert "What would you do?" in text_of(client, f"{marked}?choice={choice}")


def test_other_moves_are_no_moments(client: Client, marked: str) -> None:
    assert client.get(marked.replace("51", "52")).status_code == 404


def test_there_are_no_moments_during_a_game() -> None:
    party = open_party()
    address = f"/t/{party.table.key}/review/moments/"
    for answer in (party.client("Ann").get(address), party.client("Ann").post(address)):
        assert answer["Location"] == f"/t/{party.table.key}/"
    assert not MomentSearch.objects.exists()


def test_they_are_turned_off_with_the_review(client: Client, over: Table) -> None:
    client.post("/settings/", {"review": "off"})
    assert client.get(f"/t/{over.key}/review/moments/")["Location"] == f"/t/{over.key}/end/"
