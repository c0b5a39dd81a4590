"""Pages of the puzzles: list, questions of each kind, answers, and the puzzle of the day."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tetsudo.review import puzzles
from tetsudo.review.puzzles import KINDS, Puzzle
from tetsudo.review.puzzles.puzzle import AMOUNTS, ONE
from tetsudo.web.tutorial.puzzles.daily import address_of

pytestmark = pytest.mark.django_db

RIGHT, WRONG, ANSWER = "<b>Right.</b>", "<b>Not this.</b>", "<b>The answer:</b>"


def first_of(kind: str) -> Puzzle:
    """The first puzzle of a kind of 1889."""
    return next(each for each in puzzles.puzzles_of("1889") if each.kind == kind)


def words(asked: Puzzle, answer: tuple[int, ...]) -> list[str]:
    """An answer as the page's form sends it: amounts, or numbers of choices from 1."""
    first = 0 if KINDS[asked.kind].form == AMOUNTS else 1
    return [str(each + first) for each in answer]


def wrong_answer(asked: Puzzle) -> tuple[int, ...]:
    """An answer that is not right."""
    if KINDS[asked.kind].form == AMOUNTS:
        return tuple(amount + 10 for amount in asked.answer)
    if KINDS[asked.kind].form == ONE:
        return ((asked.answer[0] + 1) % len(asked.choices),)
    return tuple(at for at in range(len(asked.choices)) if at not in asked.answer)


def text(client: Client, address: str, **query: str) -> str:
    """A page's HTML."""
    answer = client.get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_answered_wrong_then_right(client: Client, kind: str) -> None:
    asked = first_of(kind)
    address = address_of(asked)
    clauses = {clause for line in puzzles.solve(asked).lines for clause in line.clauses}
    before = text(client, address)
    assert not any(clause in before for clause in clauses)
    wrong = client.post(address, {"answer": words(asked, wrong_answer(asked))}, follow=True).content.decode()
    assert WRONG in wrong
    assert not any(clause in wrong for clause in clauses)
    right = client.post(address, {"answer": words(asked, asked.answer)}, follow=True).content.decode()
    assert RIGHT in right
    assert all(f"/rules/{clause}/" in right for clause in clauses)
    listed = text(client, "/puzzles/", title="1889")
    assert listed.count(', solved"') == 1
    assert re.search(rf'href="{address}"\s+class="puzzle-link done"', listed)


def test_the_answer_can_be_seen_and_does_not_count_as_solved(client: Client) -> None:
    asked = first_of("presidency")
    shown = text(client, address_of(asked), answer="show")
    assert ANSWER in shown
    assert f"</b>\n    {asked.choices[asked.answer[0]]}</p>" in shown
    assert ', solved"' not in text(client, "/puzzles/")


def test_an_incomplete_answer_is_refused_and_nothing_is_kept(client: Client) -> None:
    asked = first_of("forced_train")
    refused = client.post(address_of(asked), {"answer": ["70"]})
    assert refused.status_code == 400
    assert "Type 2 numbers, for: president, shares." in refused.content.decode()
    far = client.post(address_of(first_of("presidency")), {"answer": "99"})
    assert far.status_code == 400
    assert "The choices have the numbers 1 to" in far.content.decode()
    assert "puzzles" not in client.session


@pytest.mark.parametrize("path", ["1889/control/99999/", "1889/nothing/1/", "1777/control/1/", "1889/control/0/"])
def test_an_unknown_puzzle_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/puzzles/{path}").status_code == 404


@pytest.mark.parametrize("given", ["", "x", "-1", "9" * 5000, "1_2_3", "show_", "%00"])
def test_a_strange_answer_in_the_address_is_no_answer(client: Client, given: str) -> None:
    assert "</b></p>" in text(client, address_of(first_of("control")), answer=given)


def test_the_next_puzzle_is_one_that_is_not_solved(client: Client) -> None:
    first, second, third = puzzles.puzzles_of("1889")[:3]
    client.post(address_of(second), {"answer": words(second, second.answer)})
    answered = client.post(address_of(first), {"answer": words(first, first.answer)}, follow=True).content.decode()
    assert re.search(rf'href="{address_of(third)}">Next puzzle', answered)


def test_the_first_page_shows_the_same_puzzle_to_all_on_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for day in (3, 4):
        late, early = datetime(2027, 1, day, 23, 59, tzinfo=UTC), datetime(2027, 1, day, 0, 1, tzinfo=UTC)
        asked = puzzles.puzzle(puzzles.daily(late.date()))
        question = puzzles.render(puzzles.question_of(asked))
        for now in (early, late):
            monkeypatch.setattr(timezone, "now", lambda now=now: now)
            page = unescape(text(Client(), "/"))
            assert f'href="{address_of(asked)}"' in page
            assert question in page
        found.add(asked.id)
        monkeypatch.undo()
    assert len(found) == 2


def test_a_solved_daily_puzzle_says_so(client: Client) -> None:
    asked = puzzles.puzzle(puzzles.daily(timezone.now().astimezone(UTC).date()))
    assert "Solve it" in text(client, "/")
    client.post(address_of(asked), {"answer": words(asked, asked.answer)})
    assert "Solve it" not in text(client, "/")
