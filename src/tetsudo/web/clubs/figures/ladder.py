"""Ladder of a club: wins, head to head, and ratings of its members in the club's finished games.

Nothing is stored. A thousand games take a third of a second, so figures are kept in memory until a game is finished or
deleted, or a seat passes to another guest, as when someone signs in and claims theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Sum

from tetsudo.web.accounts.people.results import COUNTED, Outcome, Tally, outcomes
from tetsudo.web.clubs.figures.ratings import Rating, rated_worth, ratings_after
from tetsudo.web.clubs.models import Club, Member
from tetsudo.web.tables.models import Guest, Move, Seat, Table

MAX_GAMES: Final = 5000
"""Number of a club's last games that are counted."""

MAX_KEPT: Final = 64
"""Number of ladders kept in memory."""


@dataclass
class Record:
    """Counted results of a guest. `shares`: sum of the net worth in each game, relative to the mean of its table."""

    played: int = 0
    won: int = 0
    shared: int = 0  # wins with others, not in `won`
    shares: float = 0.0

    @property
    def share(self) -> float:
        """Mean net worth relative to the table's mean, in percent."""
        return 100 * self.shares / max(self.played, 1)


@dataclass(frozen=True)
class Figures:
    """Figures of a club's games: records by guest, results by pair of guests, ratings by account."""

    records: Mapping[int, Record]
    pairs: Mapping[tuple[int, int], Tally]
    ratings: Mapping[int, Rating]


class Ladder:
    """Figures of a club's members, of all titles or one."""

    def __init__(self, club: Club, title: str = "") -> None:
        self._club, self._title = club, title

    @cached_property
    def members(self) -> list[Member]:
        """Members with their accounts, longest first."""
        return list(self._club.members.select_related("account__guest", "account__profile"))

    @cached_property
    def _figures(self) -> Figures:
        return _figures(self._club.pk, self._title, _fingerprint(self._club.pk))

    @cached_property
    def standings(self) -> list[tuple[Member, Record]]:
        """Members with games, most wins first; then shared wins, then net worth."""
        records = self._figures.records
        found = [(each, records[guest_id(each)]) for each in self.members if guest_id(each) in records]
        return sorted(found, key=lambda pair: (-pair[1].won, -pair[1].shared, -pair[1].share))

    def against(self, member: Member, other: Member) -> Tally | None:
        """Games of two members: in how many the first was ahead, and behind; None without games."""
        return self._figures.pairs.get((guest_id(member), guest_id(other)))

    @cached_property
    def ratings(self) -> list[tuple[Member, Rating]]:
        """Members with rated games: established ratings first, then the highest."""
        found = self._figures.ratings
        rated = [(each, found[each.account_id]) for each in self.members if each.account_id in found]
        return sorted(rated, key=lambda pair: (pair[1].is_provisional, -pair[1].mu))


def guest_id(member: Member) -> int:
    """Guest of a member's account; 0 if it has none yet."""
    guest = getattr(member.account, "guest", None)
    return guest.pk if guest else 0


def _tables(club: int) -> QuerySet[Table]:
    """Tables of a club that count."""
    return Table.objects.filter(COUNTED, club_link__club=club)


def _fingerprint(club: int) -> tuple[Any, ...]:
    """Value that changes with the club's finished games and the people in their seats."""
    tables = _tables(club).aggregate(count=Count("pk"), last=Max("changed"))
    seats = Seat.objects.filter(table__in=_tables(club)).aggregate(seated=Count("guest"), guests=Sum("guest"))
    return (*tables.values(), *seats.values())


class Game(NamedTuple):
    """A finished table with the times of its last and first moves; `begun` is None without moves."""

    ended: datetime
    begun: datetime | None
    table: Table


@lru_cache(MAX_KEPT)
def _figures(club: int, title: str, fingerprint: tuple[Any, ...]) -> Figures:
    games = _games(club, title)
    played = list(outcomes(game.table for game in games))
    seated = Guest.objects.filter(seats__table__club_link__club=club, account__isnull=False)
    accounts = {pk: account for pk, account in seated.values_list("pk", "account") if account is not None}
    rated = (rated_worth(game.table, game.begun, accounts) for game in games)
    return Figures(records_of(played), pairs_of(played), ratings_after(filter(None, rated)))


def _games(club: int, title: str) -> list[Game]:
    """Games that count, of all titles or one, in order of their end."""
    moves = Move.objects.filter(table=OuterRef("pk"))
    begun, ended = (Subquery(moves.order_by(order).values("at")[:1]) for order in ("index", "-index"))
    found = _tables(club).filter(title=title) if title else _tables(club)
    latest = found.annotate(begun=begun, ended=ended).prefetch_related("seats").order_by("-changed")[:MAX_GAMES]
    games = [Game(table.ended or table.changed, table.begun, table) for table in latest]
    return sorted(games, key=lambda game: (game.ended, game.table.pk))


def records_of(played: Iterable[Outcome]) -> dict[int, Record]:
    """Results by guest."""
    found: defaultdict[int, Record] = defaultdict(Record)
    for outcome in played:
        for guest, worth in outcome.worth.items():
            record = found[guest]
            record.played += 1
            record.won += outcome.is_won_by(guest) and outcome.winners == 1
            record.shared += outcome.is_won_by(guest) and outcome.winners > 1
            record.shares += worth / outcome.mean if outcome.mean > 0 else 1.0
    return dict(found)


def pairs_of(played: Iterable[Outcome]) -> dict[tuple[int, int], Tally]:
    """Games by ordered pair of guests: in how many the first was ahead, and behind."""
    found: defaultdict[tuple[int, int], Tally] = defaultdict(Tally)
    for outcome in played:
        for one, own in outcome.worth.items():
            for other, worth in outcome.worth.items():
                if one != other:
                    found[one, other].add(own, worth)
    return dict(found)
