"""A title's rules, found by id or by words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from tetsudo.titles.loader import Clause, clause_prefix, clauses


class Group(NamedTuple):
    """The clauses of a kind."""

    kind: str
    clauses: list[Clause]


def folded(text: str) -> str:
    """A text without what nobody types when searching: capitals and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def find(title: str, query: str = "", kind: str = "") -> list[Clause]:
    """The clauses of a kind in which all words of a query stand somewhere; or the one that has it as its id."""
    named = by_id(title, query)
    if named is not None:
        return [named]
    words = folded(query).split()
    return [
        clause
        for clause in clauses(title)
        if kind in ("", clause.kind) and all(word in _searched(clause) for word in words)
    ]


def _searched(clause: Clause) -> str:
    return folded(" ".join((clause.id, clause.kind, clause.section, clause.text, clause.question, clause.resolution)))


def by_id(title: str, id: str) -> Clause | None:
    """The clause of an id, with or without the title's name before it; None if there is none."""
    wanted = id.strip().upper()
    return next((clause for clause in clauses(title) if wanted in (clause.id.upper(), _short(title, clause))), None)


def _short(title: str, clause: Clause) -> str:
    return clause.id.removeprefix(f"{clause_prefix(title)}-").upper()


def kinds(title: str) -> list[str]:
    """The kinds of clauses, as the middle of each stands in the rules."""
    places: dict[str, list[int]] = {}
    for place, clause in enumerate(clauses(title)):
        places.setdefault(clause.kind, []).append(place)
    return sorted(places, key=lambda kind: median(places[kind]))


def grouped(title: str, found: Iterable[Clause]) -> list[Group]:
    """Clauses by kind."""
    groups: dict[str, list[Clause]] = {kind: [] for kind in kinds(title)}
    for clause in found:
        groups[clause.kind].append(clause)
    return [Group(kind, members) for kind, members in groups.items() if members]


def neighbours(title: str, clause: Clause) -> tuple[Clause | None, Clause | None]:
    """The clauses of the same kind before and after one."""
    same: Sequence[Clause | None] = [None, *find(title, kind=clause.kind), None]
    at = same.index(clause)
    return same[at - 1], same[at + 1]
