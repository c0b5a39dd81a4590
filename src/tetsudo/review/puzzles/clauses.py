"""Clauses that explanations cite, by topic."""

from __future__ import annotations

from tetsudo.titles.data.clauses import clauses_of_puzzles


def clauses_for(title: str, *topics: str) -> tuple[str, ...]:
    """Ids of a title's clauses on some topics, in order; none for a title without them."""
    by_topic = clauses_of_puzzles(title)
    return tuple(id for topic in topics for id in by_topic[topic])
