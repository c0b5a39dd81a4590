"""Games and results of a person: wins by title, and results against another person.

Games against bots alone, branches and imported files do not count: only games that were played out against people.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from tetsudo.titles.loader import titles
from tetsudo.web.tables.models import Guest, Seat, Table

MAX_GAMES: Final = 2000
"""Number of a person's last games that are counted."""


@dataclass
class Tally:
    """Counted results."""

    played: int = 0
    won: int = 0
    lost: int = 0

    @property
    def tied(self) -> int:
        """Number of games that were neither won nor lost."""
        return self.played - self.won - self.lost

    def add(self, own: int, other: int) -> None:
        """Count a game with the net worth of both."""
        self.played += 1
        self.won += own > other
        self.lost += own < other


COUNTED: Final = Q(status=Table.Status.FINISHED, branch_of=None, start="", file_digest="")
"""Filter for tables whose results count if people played against each other there."""


@dataclass(frozen=True)
class Outcome:
    """A finished game: its table, and the best net worth of each person who sat there."""

    table: Table
    worth: dict[int, int] = field(default_factory=dict)  # by guest
    best: int = 0  # of all seats, bots' too
    winners: int = 1  # number of people and bots that have the best
    mean: float = 0.0  # of all seats

    def is_won_by(self, guest: int) -> bool:
        """True if no one has more than a guest."""
        return self.worth[guest] >= self.best


class Results:
    """Finished games of a person against other people."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Games that count, the latest first."""
        mine = Seat.objects.filter(guest=self._guest).values("table")
        found = Table.objects.filter(COUNTED, pk__in=mine)
        return list(outcomes(found.prefetch_related("seats").order_by("-changed")[:MAX_GAMES]))

    @property
    def by_title(self) -> list[tuple[str, Tally]]:
        """Games played and won by title."""
        found: defaultdict[str, Tally] = defaultdict(Tally)
        for outcome in self.outcomes:
            tally = found[outcome.table.title]
            tally.played += 1
            tally.won += outcome.is_won_by(self._guest.pk)
        return [(title_name(name), tally) for name, tally in sorted(found.items())]

    @cached_property
    def by_person(self) -> dict[int, Tally]:
        """Games in which the person, or the other one, was ahead, by the other's guest."""
        found: defaultdict[int, Tally] = defaultdict(Tally)
        for outcome in self.outcomes:
            own = outcome.worth[self._guest.pk]
            for other, worth in outcome.worth.items():
                if other != self._guest.pk:
                    found[other].add(own, worth)
        return dict(found)


def outcomes(tables: Iterable[Table]) -> Iterator[Outcome]:
    """Outcomes of finished games that at least two people played, in the order of the tables."""
    for table in tables:
        worth: dict[int, int] = {}
        alone = dict(table.result or {})  # of bots, and of seats that no one has
        for seat in table.seats.all():
            total = (table.result or {}).get(seat.name)
            if seat.guest_id is not None and total is not None:
                worth[seat.guest_id] = max(total, worth.get(seat.guest_id, total))
                alone.pop(seat.name)
        if len(worth) > 1:
            totals = list(table.result.values())
            winners = [*worth.values(), *alone.values()].count(max(totals))
            yield Outcome(table, worth, max(totals), winners, sum(totals) / len(totals))


def title_name(name: str) -> str:
    """Full name of a title; its short name if the site no longer has it."""
    info = next((info for info in titles() if info.name == name), None)
    return _(info.full_name) if info else name
