"""Games and results of a person: wins by title, and results against another person.

Games against bots alone, branches and imported files do not count: only games that were played out against people.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

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


@dataclass(frozen=True)
class Outcome:
    """A finished game: its table, and the best net worth of each person who sat there."""

    table: Table
    worth: dict[int, int] = field(default_factory=dict)  # by guest
    best: int = 0  # of all seats, bots' too

    def is_won_by(self, guest: Guest) -> bool:
        """True if nobody has more."""
        return self.worth[guest.pk] >= self.best


class Results:
    """Finished games of a person against other people."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Games that count, the latest first."""
        mine = Seat.objects.filter(guest=self._guest).values("table")
        found = Table.objects.filter(
            pk__in=mine, status=Table.Status.FINISHED, branch_of=None, start="", file_digest=""
        )
        return list(_outcomes(found.prefetch_related("seats").order_by("-changed")[:MAX_GAMES]))

    @property
    def by_title(self) -> list[tuple[str, Tally]]:
        """Games played and won by title."""
        found: defaultdict[str, Tally] = defaultdict(Tally)
        for outcome in self.outcomes:
            tally = found[outcome.table.title]
            tally.played += 1
            tally.won += outcome.is_won_by(self._guest)
        return [(_title(name), tally) for name, tally in sorted(found.items())]

    @cached_property
    def by_person(self) -> dict[int, Tally]:
        """Games in which the person, or the other one, was ahead, by the other's guest."""
        found: defaultdict[int, Tally] = defaultdict(Tally)
        for outcome in self.outcomes:
            own = outcome.worth[self._guest.pk]
            for other, worth in outcome.worth.items():
                if other != self._guest.pk:
                    tally = found[other]
                    tally.played += 1
                    tally.won += own > worth
                    tally.lost += own < worth
        return dict(found)


def _outcomes(tables: Iterable[Table]) -> Iterator[Outcome]:
    for table in tables:
        worth: dict[int, int] = {}
        for seat in table.seats.all():
            total = (table.result or {}).get(seat.name)
            if seat.guest_id is not None and total is not None:
                worth[seat.guest_id] = max(total, worth.get(seat.guest_id, total))
        if len(worth) > 1:
            yield Outcome(table, worth, max(table.result.values()))


def _title(name: str) -> str:
    info = next((info for info in titles() if info.name == name), None)
    return _(info.full_name) if info else name
