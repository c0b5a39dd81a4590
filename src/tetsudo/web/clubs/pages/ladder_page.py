"""Ladder of a club, for its members: wins, ratings, and results of each member against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tetsudo.web.accounts.people.results import COUNTED, Tally, title_name
from tetsudo.web.clubs.figures.ladder import Ladder
from tetsudo.web.clubs.figures.ratings import MIN_RATED_GAMES
from tetsudo.web.clubs.models import Member
from tetsudo.web.clubs.pages.visits import Visit, club_page
from tetsudo.web.tables.models import Table

MAX_COLUMNS: Final = 16
"""Number of members in the table of results against each other: those with most games."""


@require_safe
@club_page
def ladder(visit: Visit) -> HttpResponse:
    """Show wins and ratings, of all titles or one."""
    visit.require_member()
    title = _title(visit)
    found = Ladder(visit.club, title)
    shown = {
        "standings": found.standings,
        "ratings": found.ratings,
        "provisional": MIN_RATED_GAMES,
        **_context(visit, title),
    }
    return render(visit.request, "clubs/ladder.html", shown)


@dataclass(frozen=True)
class Row:
    """A member with the results against each member of the columns; None against oneself, and without games."""

    member: Member
    tallies: Sequence[Tally | None]


@require_safe
@club_page
def head_to_head(visit: Visit) -> HttpResponse:
    """Show how often each member finished ahead of each other one."""
    visit.require_member()
    title = _title(visit)
    found = Ladder(visit.club, title)
    most = sorted(found.standings, key=lambda pair: -pair[1].played)
    columns = [member for member, _record in most[:MAX_COLUMNS]]
    rows = [Row(each, [found.against(each, other) for other in columns]) for each in columns]
    shown = {
        "columns": columns,
        "rows": rows,
        "own": _own(visit, found),
        "is_cut": len(most) > MAX_COLUMNS,
        **_context(visit, title),
    }
    return render(visit.request, "clubs/head_to_head.html", shown)


def _own(visit: Visit, found: Ladder) -> list[tuple[Member, Tally]]:
    """The viewer's results against each member, most games first."""
    if visit.member is None:
        return []
    pairs = [(each, found.against(visit.member, each)) for each in found.members]
    against = [(each, tally) for each, tally in pairs if tally is not None]
    return sorted(against, key=lambda pair: -pair[1].played)


def _title(visit: Visit) -> str:
    """Title asked for, if the club has finished games of it; "" for all."""
    asked = visit.request.GET.get("title", "")
    return asked if asked in _titles(visit) else ""


def _titles(visit: Visit) -> list[str]:
    finished = Table.objects.filter(COUNTED, club_link__club=visit.club)
    return sorted(finished.order_by().values_list("title", flat=True).distinct())


def _context(visit: Visit, title: str) -> dict[str, Any]:
    """Template context of both pages: the club, and the titles to choose from."""
    titles = [(each, title_name(each)) for each in _titles(visit)]
    return {"visit": visit, "club": visit.club, "title": title, "titles": titles}
