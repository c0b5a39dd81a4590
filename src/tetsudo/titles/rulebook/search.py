"""Search for clauses by id, id prefix, range of ids, or words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, TypeAlias

from tetsudo.titles.loader import Clause, clause_prefix, clauses

RANGE_SEPARATOR: Final = ".."
"""Separator of a range: TRK-03..07."""

Parts: TypeAlias = tuple[str | int, ...]
"""Letters and numbers of an id: TRK-07, trk 7 and Trk07 are equal."""


def find_by_id(title: str, typed: str) -> Clause | None:
    """Clause by id, with or without the title's prefix; None if there is none."""
    prefix = clause_prefix(title)
    wanted = _parts(prefix, typed)
    return next((clause for clause in clauses(title) if _parts(prefix, clause.id) == wanted), None)


def find_by_ids(title: str, typed: str) -> list[Clause]:
    """Clauses by id, by id prefix such as 10.5.2 or TRK, or by range such as TRK-03..07."""
    prefix = clause_prefix(title)
    first, _, last = typed.partition(RANGE_SEPARATOR)
    if last:
        return _clause_range(title, _parts(prefix, first), _parts(prefix, last))
    named = find_by_id(title, typed)
    wanted = _parts(prefix, typed)
    if named is not None or not wanted:
        return [named] if named is not None else []
    return [clause for clause in clauses(title) if _parts(prefix, clause.id)[: len(wanted)] == wanted]


def find_by_words(title: str, typed: str) -> list[Clause]:
    """Clauses that contain all words."""
    words = fold_text(typed).split()
    return [clause for clause in clauses(title) if all(word in _searchable_text(clause) for word in words)]


def fold_text(text: str) -> str:
    """Text normalised for searching: lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _clause_range(title: str, first: Parts, last: Parts) -> list[Clause]:
    """Clauses of a range, in rulebook order; parts omitted from the last id are taken from the first."""
    every, prefix = clauses(title), clause_prefix(title)
    ids = [_parts(prefix, clause.id) for clause in every]
    last = first[: max(0, len(first) - len(last))] + last
    if first not in ids or last not in ids:
        return []
    return list(every[ids.index(first) : ids.index(last) + 1])


@lru_cache(maxsize=10_000)
def _parts(prefix: str, id: str) -> Parts:
    """Parts of a clause id without the title's prefix or the prefix for all editions.

    Cached, since each search needs those of all clauses.
    """
    rest = re.sub(rf"^(?:{prefix}|{prefix[:4]}\*)-", "", id.strip(), flags=re.IGNORECASE)
    return tuple(int(part) if part.isdecimal() else part for part in re.findall(r"\d+|[^\W\d_]+", rest.casefold()))


def _searchable_text(clause: Clause) -> str:
    return fold_text(
        " ".join((clause.id, clause.kind, clause.section, clause.text, clause.question, clause.resolution))
    )
