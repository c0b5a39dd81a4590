"""Standings of a tournament, its tables by round, and the comparison of seats that had the same deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tetsudo.core.units import Money
from tetsudo.web.clubs.tournaments import access, closed_tables, scoring
from tetsudo.web.clubs.tournaments.models import NOT_OVER, Entrant, Place, RoundTable, Tournament
from tetsudo.web.clubs.tournaments.scoring import Score
from tetsudo.web.tables.models import Guest, Table


@dataclass(frozen=True)
class SeatLine:
    """A seat at a table; the figures are empty until the game is over."""

    seat: int  # from 1
    name: str
    is_own: bool
    worth: str = ""
    points: str = ""
    share: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class TableView:
    """A table of a round. `table`: None if it was deleted; `is_open`: the viewer may see the game."""

    number: int
    table: Table | None
    is_open: bool
    lines: list[SeatLine]

    @property
    def is_over(self) -> bool:
        """True if the results are known."""
        return any(line.worth for line in self.lines)


@dataclass(frozen=True)
class ComparedCell:
    """A seat at one of the tables: its worth, and the difference from the seat's average if more than one is known."""

    name: str
    worth: str
    difference: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class Comparison:
    """Results of the same seats at all tables of one size. A cell is None while its table is running."""

    tables: list[int]
    rows: list[tuple[int, list[ComparedCell | None]]]


@dataclass(frozen=True)
class RoundView:
    """A round: its tables, and the comparisons of those with the same deal."""

    number: int
    tables: list[TableView]
    comparisons: list[Comparison]
    is_closed: bool


@dataclass(frozen=True)
class StandingLine:
    """A person in the standings."""

    rank: int
    name: str
    is_own: bool
    is_playing: bool
    games: int
    points: str
    share: str


class Results:
    """Results of a tournament as a member of the club sees them."""

    def __init__(self, tournament: Tournament, guest: Guest | None) -> None:
        self._tournament, self._guest = tournament, guest
        self._members = access.member_accounts(tournament.club)

    @cached_property
    def entrants(self) -> list[Entrant]:
        """All entrants, in the order in which they entered."""
        return list(self._tournament.entrants.select_related("account__guest"))

    @cached_property
    def _rows(self) -> list[RoundTable]:
        places = Prefetch("places", Place.objects.select_related("entrant__account__guest"))
        rows = self._tournament.tables.select_related("table").prefetch_related(places, "table__seats")
        return list(rows)

    def name(self, entrant: Entrant) -> str:
        """Name of an entrant. Whoever has left the club is a former player."""
        if entrant.guest is None or entrant.account_id not in self._members:
            return _("former player")
        return entrant.guest.name or _("Guest")

    def is_own(self, entrant: Entrant) -> bool:
        """True for the viewer."""
        return self._guest is not None and entrant.account_id == self._guest.account_id is not None

    @cached_property
    def lines(self) -> list[StandingLine]:
        """The standings, best first. People with equal scores share a rank, in the order of their names."""
        scores: defaultdict[int, Score] = defaultdict(Score)
        for row in self._rows:
            found = worths(row)
            if found is not None:
                scoring.add_table(scores, [place.entrant_id for place in row.places.all()], found)
        kind = self._tournament.standings
        people = sorted(self.entrants, key=lambda each: (-scores[each.pk].value(kind), self.name(each)))
        placed = scoring.ranks([scores[each.pk].value(kind) for each in people])
        return [self._line(each, rank, scores[each.pk]) for each, rank in zip(people, placed, strict=True)]

    def _line(self, entrant: Entrant, rank: int, score: Score) -> StandingLine:
        is_playing = not entrant.has_withdrawn and entrant.account_id in self._members
        return StandingLine(
            rank,
            self.name(entrant),
            self.is_own(entrant),
            is_playing,
            score.games,
            points_text(score.points),
            percent_text(score.share) if score.games else "",
        )

    @cached_property
    def rounds(self) -> list[RoundView]:
        """Rounds that have started, the latest first."""
        numbers = sorted({row.round for row in self._rows}, reverse=True)
        return [self._round(number, [row for row in self._rows if row.round == number]) for number in numbers]

    def _round(self, number: int, rows: Sequence[RoundTable]) -> RoundView:
        is_closed = self._tournament.same_deal and any(
            row.table is not None and row.table.status in NOT_OVER for row in rows
        )
        comparisons = self._comparisons(rows) if self._tournament.same_deal else []
        return RoundView(number, [self._table(row) for row in rows], comparisons, is_closed)

    def _table(self, row: RoundTable) -> TableView:
        is_open = row.table is not None and not closed_tables.is_closed_to(row, self._guest)
        return TableView(row.number, row.table, is_open, self._seat_lines(row))

    def _seat_lines(self, row: RoundTable) -> list[SeatLine]:
        places, found = list(row.places.all()), worths(row)
        if found is None:
            return [SeatLine(each.seat + 1, self.name(each.entrant), self.is_own(each.entrant)) for each in places]
        scored = zip(places, found, scoring.points(found), scoring.shares(found), strict=True)
        return [
            SeatLine(
                place.seat + 1,
                self.name(place.entrant),
                self.is_own(place.entrant),
                amount_text(worth),
                points_text(won),
                percent_text(part),
                worth == max(found),
            )
            for place, worth, won, part in scored
        ]

    def _comparisons(self, rows: Iterable[RoundTable]) -> list[Comparison]:
        by_size: defaultdict[int, list[RoundTable]] = defaultdict(list)
        for row in rows:
            by_size[len(row.places.all())].append(row)
        return [self._comparison(size, group) for size, group in by_size.items() if len(group) > 1]

    def _comparison(self, size: int, rows: Sequence[RoundTable]) -> Comparison:
        found = [worths(row) for row in rows]
        lines = []
        for seat in range(size):
            known = [each[seat] for each in found if each is not None]
            cells = [
                self._cell(row.places.all()[seat], each[seat], known) if each is not None else None
                for row, each in zip(rows, found, strict=True)
            ]
            lines.append((seat + 1, cells))
        return Comparison([row.number for row in rows], lines)

    def _cell(self, place: Place, worth: Money, known: Sequence[Money]) -> ComparedCell:
        name, said = self.name(place.entrant), amount_text(worth)
        if len(known) < 2:
            return ComparedCell(name, said)
        difference = round(worth - Fraction(sum(known), len(known)))
        return ComparedCell(name, said, signed_text(difference), worth == max(known))


def worths(row: RoundTable) -> list[Money] | None:
    """Net worth of each place of a finished table, less penalties; None until it is over."""
    table = row.table
    if table is None or table.status != Table.Status.FINISHED or not table.result:
        return None
    names = {seat.number: seat.name for seat in table.seats.all()}
    return [table.result[names[place.seat]] for place in row.places.all()]


def points_text(points: Fraction) -> str:
    """Points with a half as .5."""
    return str(points.numerator) if points.denominator == 1 else f"{float(points):.1f}"


def percent_text(share: Fraction) -> str:
    """Share in percent with one digit."""
    return f"{float(100 * share):.1f} %"


def amount_text(amount: Money) -> str:
    """Amount with separators, and a minus sign if it is negative."""
    return f"{amount:,}".replace("-", "−")


def signed_text(amount: Money) -> str:
    """Amount with its sign."""
    return f"+{amount_text(amount)}" if amount > 0 else amount_text(amount)
