"""Search for clauses by typed text."""

from __future__ import annotations

import pytest

from tetsudo.titles.loader import clauses, titles
from tetsudo.titles.rulebook.search import find_by_id, find_by_ids, find_by_words


@pytest.mark.parametrize("title", [info.name for info in titles()])
def test_every_clause_is_found_by_its_id_in_any_spelling(title: str) -> None:
    for clause in clauses(title):
        for typed in (clause.id, clause.id.lower(), clause.id.partition("-")[2]):
            found = find_by_id(title, typed)
            assert found is not None
            assert found.id == clause.id


@pytest.mark.parametrize("typed", ["OR-07", "or 7", "Or7", "1889-OR-07", " 1889-or-7 "])
def test_an_id_is_its_letters_and_numbers(typed: str) -> None:
    assert [clause.id for clause in find_by_ids("1889", typed)] == ["1889-OR-07"]


def test_an_id_may_be_written_for_all_editions() -> None:
    assert [clause.id for title in ("1888", "1888n") for clause in find_by_ids(title, "1888*-TRK-07")] == [
        "1888-TRK-07",
        "1888N-TRK-07",
    ]


@pytest.mark.parametrize(
    ("title", "typed", "first", "others"),
    [
        ("1889", "TRK", "1889-TRK-01", "1889-TRK-"),
        ("1889", "1889-TRK", "1889-TRK-01", "1889-TRK-"),
        ("1890", "10.5.2", "1890-10.5.2-a", "1890-10.5.2-"),
        ("1890", "c.8.4", "1890-C.8.4-a", "1890-C.8.4-"),
        ("1890", "1890-7.", "1890-7-a", "1890-7"),
    ],
)
def test_the_beginning_of_ids_finds_all_that_begin_so(title: str, typed: str, first: str, others: str) -> None:
    found = find_by_ids(title, typed)
    assert found[0].id == first
    assert found == [clause for clause in clauses(title) if clause.id.startswith(others)]


@pytest.mark.parametrize(
    ("title", "typed", "ids"),
    [
        ("1889", "TRK-03..05", ["1889-TRK-03", "1889-TRK-04", "1889-TRK-05"]),
        ("1889", "TRK-03..TRK-04", ["1889-TRK-03", "1889-TRK-04"]),
        ("1889", "1889-TRK-03..1889-TRK-04", ["1889-TRK-03", "1889-TRK-04"]),
        ("1890", "10.5.2-a..c", ["1890-10.5.2-a", "1890-10.5.2-b", "1890-10.5.2-c"]),
        ("1889", "TRK-03..99", []),
        ("1889", "..", []),
        ("1889", "TRK-05..03", []),
    ],
)
def test_a_range_is_all_from_one_to_another(title: str, typed: str, ids: list[str]) -> None:
    assert [clause.id for clause in find_by_ids(title, typed)] == ids


@pytest.mark.parametrize("typed", ["", " ", "-", "10", "TR", "OR-7-a", "1888-OR-07"])
def test_what_begins_no_id_finds_none(typed: str) -> None:
    assert find_by_ids("1889", typed) == []


def test_words_are_found_in_any_order_and_without_accents() -> None:
    assert [clause.id for clause in find_by_words("1889", "ozu ehime")] == ["1889-PRV-06", "1889-PRV-07"]
    assert find_by_words("1889", "no such words anywhere") == []
