"""Page of what a guest's decisions cost over their searched games: which games count, and whose."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.builders import Party, open_party
from tests.web.test_review import text_of
from tetsudo.review.moments import kept
from tetsudo.review.moments.profile import ErrorRow
from tetsudo.web.results.moments.models import MomentSearch
from tetsudo.web.tables.models import Guest, Seat, Table

pytestmark = pytest.mark.django_db

LAY, PAR = "Laying track", "Founding a company"


def searched(party: Party, *errors: ErrorRow) -> None:
    """End a party's game, and keep the errors of its search."""
    Table.objects.filter(pk=party.table.pk).update(status=Table.Status.FINISHED)
    party.table.refresh_from_db()
    MomentSearch.objects.create(
        table=party.table, version=party.table.version, format=kept.FORMAT, budget=1, is_done=True, errors=list(errors)
    )


def again(party: Party, *errors: ErrorRow) -> Party:
    """Another finished game of the same people."""
    other = open_party()
    for name, guest in party.guests.items():
        Seat.objects.filter(table=other.table, name=name).update(guest=guest)
    searched(other, *errors)
    return other


def test_costs_of_both_games_by_kind_the_dearest_first() -> None:
    """Ann lost 4 x 1 % and 6 x 2 % by track: 8 % a game; by a par once 3 %: 1.5 % a game. Bo lost otherwise."""
    first = open_party()
    searched(first, (0, "lay", 0.01, 0.001, 4, 4), (0, "par", 0.03, None, 1, 1), (1, "par", 0.2, None, 1, 1))
    again(first, (0, "lay", 0.02, 0.001, 6, 6), (1, "token", 0.2, None, 1, 1))
    page = text_of(first.client("Ann"), "/moments/")
    assert page.index(LAY) < page.index(PAR)
    assert all(f">{percent} %<" in page for percent in ("8.00", "1.60", "1.50", "3.00"))
    assert "Placing a token" not in page
    assert page.count("/review/moments/") == 2
    assert "20.00 %" in text_of(first.client("Bo"), "/moments/")


@pytest.mark.parametrize(
    "reason", ["running", "branch", "two seats", "taken over", "not done", "finished again", "deleted"]
)
def test_other_games_do_not_count(reason: str) -> None:
    party, source = open_party(), open_party()
    party.act({"type": "pass", "player": "Ann"})
    searched(party, (0, "lay", 0.01, 0.001, 4, 4))
    assert LAY in text_of(party.client("Ann"), "/moments/")
    match reason:
        case "running":
            Table.objects.update(status=Table.Status.RUNNING)
        case "branch":
            Table.objects.filter(pk=party.table.pk).update(branch_of=source.table)
        case "two seats":
            Seat.objects.filter(table=party.table).update(guest=party.guests["Ann"])
        case "taken over":
            Seat.objects.filter(table=party.table, name="Ann").update(since=timezone.now())
        case "finished again":
            MomentSearch.objects.update(version=17)
        case "not done":
            MomentSearch.objects.update(is_done=False)
        case "deleted":
            Table.objects.filter(pk=party.table.pk).update(is_hidden=True)
    page = text_of(party.client("Ann"), "/moments/")
    assert LAY not in page
    assert "No games yet" in page


def test_nobody_sees_that_of_another() -> None:
    party = open_party()
    searched(party, (0, "lay", 0.01, 0.001, 4, 4))
    for other in (Client(), party.client("Bo")):
        assert LAY not in text_of(other, "/moments/")
    assert Guest.objects.count() == len(party.guests)  # a look makes no guest
