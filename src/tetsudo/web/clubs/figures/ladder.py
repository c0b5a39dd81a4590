"""Ladder of a club: wins, head to head, and ratings of its members in the club's finished games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import OuterRef, Subquery

from tetsudo.web.accounts.people.results import COUNTED, Outcome, Tally, outcomes
from tetsudo.web.clubs.figures.ratings import Rating, rated_worth, ratings_after
from tetsudo.web.clubs.models import Club, Member
from tetsudo.web.tables.models import Guest, Move, Table

MAX_GAMES: Final = 5000
"""Number of a club's last games that are counted."""


@dataclass(frozen=True)
class Standing:
    """Results of a member. `shares`: net worth in each game, relative to the mean of its table."""

    member: Member
    played: int = 0
    won: int = 0
    shared: int = 0  # wins with others, not in `won`
    shares: list[float] = field(default_factory=list)

    @property
    def share(self) -> float | None:
        """Mean net worth relative to the table's mean, in percent; None without games."""
        return 100 * sum(self.shares) / len(self.shares) if self.shares else None


@dataclass(frozen=True)
class Game:
    """A finished table with the times of its first and last move."""

    table: Table
    begun: datetime | None
    ended: datetime


class Ladder:
    """Figures of a club, of all titles or one."""

    def __init__(self, club: Club, title: str = "") -> None:
        self._club, self._title = club, title

    @cached_property
    def members(self) -> list[Member]:
        """Members with their accounts, longest first."""
        return list(self._club.members.select_related("account__guest", "account__profile"))

    @cached_property
    def _games(self) -> list[Game]:
        """Games of the club that count, in order of their end."""
        moves = Move.objects.filter(table=OuterRef("pk"))
        found = Table.objects.filter(COUNTED, club_link__club=self._club).annotate(
            begun=Subquery(moves.order_by("index").values("at")[:1]),
            ended=Subquery(moves.order_by("-index").values("at")[:1]),
        )
        if self._title:
            found = found.filter(title=self._title)
        tables = found.prefetch_related("seats").order_by("-changed")[:MAX_GAMES]
        games = [Game(each, each.begun, each.ended or each.changed) for each in tables]
        return sorted(games, key=lambda game: (game.ended, game.table.pk))

    @cached_property
    def _outcomes(self) -> list[Outcome]:
        return list(outcomes(game.table for game in self._games))

    @cached_property
    def standings(self) -> list[Standing]:
        """Members with games, most wins first; then shared wins, then net worth."""
        return standings(self._outcomes, self.members)

    @cached_property
    def head_to_head(self) -> dict[tuple[int, int], Tally]:
        """Games by pair of members' guests: in how many the first was ahead, and behind."""
        return head_to_head(self._outcomes, {guest_id(each) for each in self.members})

    @cached_property
    def ratings(self) -> list[tuple[Member, Rating]]:
        """Members with rated games: established ratings first, then the highest."""
        seated = Guest.objects.filter(seats__table__club_link__club=self._club, account__isnull=False)
        accounts = {pk: account for pk, account in seated.values_list("pk", "account") if account is not None}
        games = (rated_worth(game.table, game.begun, accounts) for game in self._games)
        found = ratings_after(filter(None, games))
        rated = [(each, found[each.account_id]) for each in self.members if each.account_id in found]
        return sorted(rated, key=lambda pair: (pair[1].is_provisional, -pair[1].mu))


def guest_id(member: Member) -> int:
    """Guest of a member's account; 0 if it has none yet."""
    guest = getattr(member.account, "guest", None)
    return guest.pk if guest else 0


def standings(found: Iterable[Outcome], members: Sequence[Member]) -> list[Standing]:
    """Results of the members with games, most wins first; then shared wins, then net worth."""
    played: defaultdict[int, list[Outcome]] = defaultdict(list)
    for outcome in found:
        for guest in outcome.worth:
            played[guest].append(outcome)
    rows = [_standing(each, played[guest_id(each)]) for each in members if played.get(guest_id(each))]
    return sorted(rows, key=lambda row: (-row.won, -row.shared, -(row.share or 0)))


def _standing(member: Member, games: Sequence[Outcome]) -> Standing:
    guest = guest_id(member)
    wins = [each for each in games if each.is_won_by(guest)]
    won = sum(each.winners == 1 for each in wins)
    shares = [each.worth[guest] / each.mean for each in games if each.mean > 0]
    return Standing(member, len(games), won, len(wins) - won, shares)


def head_to_head(found: Iterable[Outcome], guests: set[int]) -> dict[tuple[int, int], Tally]:
    """Games by ordered pair of guests: in how many the first was ahead, and behind."""
    tallies: defaultdict[tuple[int, int], Tally] = defaultdict(Tally)
    for outcome in found:
        present = [guest for guest in outcome.worth if guest in guests]
        for one in present:
            for other in present:
                if one != other:
                    tally = tallies[one, other]
                    tally.played += 1
                    tally.won += outcome.worth[one] > outcome.worth[other]
                    tally.lost += outcome.worth[one] < outcome.worth[other]
    return dict(tallies)
