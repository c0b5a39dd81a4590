"""Search in a title's rules by id or by words, with the code and tests of each clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from statistics import median
from typing import NamedTuple

from tetsudo.titles.loader import Clause, clauses
from tetsudo.titles.rulebook.coverage import TestId, folder_of_tests, measure_coverage
from tetsudo.titles.rulebook.search import RANGE_SEPARATOR, find_by_id, find_by_ids, find_by_words
from tetsudo.titles.rulebook.traceability import Place, places_of


class Group(NamedTuple):
    """Clauses of one kind."""

    kind: str
    clauses: list[Clause]


def find(title: str, query: str = "", kind: str = "") -> list[Clause]:
    """Clauses of a kind that contain all words of the query, or the clauses whose ids it gives."""
    named = find_by_id(title, query)
    if named is not None:
        return [named]
    found = find_by_ids(title, query) if RANGE_SEPARATOR in query else find_by_words(title, query)
    return [clause for clause in found if kind in ("", clause.kind)]


class Workings(NamedTuple):
    """Places in the code that implement a clause, and the tests that cover it."""

    places: Sequence[Place]
    tests: Sequence[TestId]


def workings(title: str, clause: Clause) -> Workings:
    """Code and tests of a clause."""
    return Workings(places_of(title, clause), clause_tests(title).get(clause.restates or clause.id, ()))


@cache
def clause_tests(title: str) -> Mapping[str, Sequence[TestId]]:
    """Tests by clause of a title; empty if Tetsudo is installed without its tests."""
    folder = folder_of_tests()
    return measure_coverage(clauses(title), folder).tests if folder else {}


def kinds(title: str) -> list[str]:
    """Kinds of clauses, sorted by the median place of their clauses in the rules."""
    places: dict[str, list[int]] = {}
    for place, clause in enumerate(clauses(title)):
        places.setdefault(clause.kind, []).append(place)
    return sorted(places, key=lambda kind: median(places[kind]))


def groups_by_kind(title: str, found: Iterable[Clause]) -> list[Group]:
    """Clauses by kind."""
    groups: dict[str, list[Clause]] = {kind: [] for kind in kinds(title)}
    for clause in found:
        groups[clause.kind].append(clause)
    return [Group(kind, members) for kind, members in groups.items() if members]


def neighbours(title: str, clause: Clause) -> tuple[Clause | None, Clause | None]:
    """Previous and next clause of the same kind; None if there is none."""
    same: Sequence[Clause | None] = [None, *find(title, kind=clause.kind), None]
    at = same.index(clause)
    return same[at - 1], same[at + 1]
