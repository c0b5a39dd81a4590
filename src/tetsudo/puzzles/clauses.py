"""Clauses that explanations cite, by topic and title.

A later edition has its base title's clauses, under its own prefix.
"""

from __future__ import annotations

from typing import Final

from tetsudo.titles.data.toml_files import own_clause

CLAUSES: Final = {
    "route": ("1889-RUN-02 1889-RUN-03 1889-RUN-07", "", "1890-10.5.2-a 1890-10.5.2-b"),
    "shared track": ("1889-RUN-05", "", "1890-10.5.2-k"),
    "blocked": ("1889-RUN-04", "", "1890-10.5.2-h"),
    "bonus": ("", "1888-RUN-12", ""),
    "revenue": ("1889-RUN-10", "1888-REV-01 1888-REV-02", "1890-10.5.3-a"),
    "depot order": ("1889-TRN-07", "1888-TRN-05", "1890-12.4-a"),
    "phase": ("1889-PHS-01", "1888-PHS-01", "1890-12.4-c"),
    "rust": ("1889-PHS-06 1889-PHS-07", "1888-PHS-05 1888-PHS-07", "1890-12.6-a 1890-12.6-b"),
    "more shares": ("1889-BUY-10", "1888-DIR-01", "1890-6.5-b"),
    "equal shares": ("1889-BUY-11", "1888-DIR-02", "1890-6.5-b"),
    "largest holder": ("1889-SEL-10", "1888-DIR-06", "1890-6.5-b"),
    "clockwise": ("1889-SEL-11", "1888-DIR-07", "1890-6.5-c"),
    "forced": ("1889-TRN-02", "1888-TRN-03", "1890-12.3-a"),
    "cheapest": ("1889-EMR-02", "1888-EMR-03", "1890-12.5-c"),
    "president pays": ("1889-EMR-01", "1888-EMR-01", "1890-12.5-e"),
    "order of money": ("1889-EMR-04", "1888-EMR-09", "1890-12.5-f"),
    "allowed sales": ("1889-EMR-05 1889-EMR-06", "1888-EMR-06 1888-EMR-07", "1890-14-d 1890-14-i"),
    "bankrupt": ("1889-EMR-08", "1888-END-02", "1890-13.2-c"),
    "one purchase": ("1889-SR-02", "1888-SR-03", "1890-8.2-a"),
    "sale": ("1889-SEL-01", "1888-SEL-06", "1890-8.3.1-b"),
    "cash": ("1889-BUY-24", "1888-BUY-05", "1890-7.3.1-c"),
    "per share": ("1889-DIV-02", "1888-DIV-01", "1890-10.6.2-a"),
    "market shares": ("1889-DIV-03", "1888-DIV-02", "1890-10.6.2-b"),
    "half": ("", "", "1890-10.6.2-d"),
    "rise": ("1889-DIV-05", "1888-DIV-04 1888-MKT-07", "1890-10.6.4-a"),
    "fall": ("1889-DIV-06", "1888-DIV-06 1888-MKT-08", "1890-10.6.4-b"),
    "edge": ("", "1888-MKT-03 1888-MKT-05", "1890-3.12.5-c"),
    "discard": ("1889-TRN-10", "1888-TRN-27", "1890-12.2-b"),
}
"""Ids by topic: those of 1889, of both editions of 1888, and of 1890."""

COLUMNS: Final = {"1889": 0, "1888": 1, "1888n": 1, "1890": 2}


def clauses_for(title: str, *topics: str) -> tuple[str, ...]:
    """Ids of a title's clauses on some topics, in order; none for a title without them."""
    column = COLUMNS.get(title)
    if column is None:
        return ()
    return tuple(own_clause(title, id) for topic in topics for id in CLAUSES[topic][column].split())
