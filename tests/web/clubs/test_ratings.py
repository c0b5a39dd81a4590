"""Ratings: the model is monotone under ties, and only games of people with accounts are rated."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, Final

import pytest

from tests.web.accounts.builders import guest_of
from tests.web.clubs.builders import club_of, finished
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs.figures.ladder import Ladder
from tetsudo.web.clubs.figures.ratings import MIN_RATED_GAMES, Rating, ratings_after
from tetsudo.web.clubs.models import Club
from tetsudo.web.tables.models import Guest, Seat, Table

NOON: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)

pytestmark = pytest.mark.django_db


# The model


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_of_equals_the_better_placed_never_gets_less_and_tied_ones_get_the_same(players: int) -> None:
    for worths in product(range(players), repeat=players):
        after = ratings_after([dict(enumerate(worths))])
        for one, other in product(range(players), repeat=2):
            if worths[one] > worths[other]:
                assert after[one].mu > after[other].mu, worths
            if worths[one] == worths[other]:
                assert after[one].mu == pytest.approx(after[other].mu), worths
                assert after[one].sigma == pytest.approx(after[other].sigma), worths


def test_a_better_place_against_the_same_people_is_never_worth_less() -> None:
    start = {0: Rating(25, 8), 1: Rating(31, 3), 2: Rating(19, 6), 3: Rating(25, 2)}
    others = {1: 30, 2: 20, 3: 20}
    gains = [ratings_after([{0: own, **others}], start)[0].mu for own in (10, 20, 25, 30, 40)]
    assert gains == sorted(gains)
    assert len(set(gains)) == len(gains)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_tie_of_equals_moves_nobody(players: int) -> None:
    after = ratings_after([dict.fromkeys(range(players), 700)])
    assert [each.mu for each in after.values()] == pytest.approx([25.0] * players)


def test_a_tie_brings_unequal_ratings_together_by_the_same_step() -> None:
    after = ratings_after([{1: 700, 2: 700}], {1: Rating(30, 6), 2: Rating(20, 6)})
    assert 25 < after[1].mu < 30
    assert after[1].mu + after[2].mu == pytest.approx(50)


def test_a_first_win_by_hand() -> None:
    # mu = 25 + sigma² / c / 2, where c² = 2 sigma² + 2 beta², beta = 25/6, sigma = 25/3 with tau = 25/300 added
    after = ratings_after([{1: 800, 2: 700}])
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    step = variance / (2 * variance + 2 * (25 / 6) ** 2) ** 0.5 / 2
    assert after[1].mu == pytest.approx(25 + step)
    assert after[2].mu == pytest.approx(25 - step)
    assert step == pytest.approx(2.635, abs=0.001)


def test_uncertainty_falls_with_games_and_few_are_provisional() -> None:
    after: dict[int, Rating] = {}
    widths = []
    for _game in range(MIN_RATED_GAMES):
        assert all(each.is_provisional for each in after.values())
        after = ratings_after([{1: 800, 2: 700, 3: 600}], after)
        widths.append(after[1].interval)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] < 2 * 25 / 3
    assert not after[1].is_provisional
    assert after[1].games == 10


# Which games


def rated(club: Club) -> dict[str, int]:
    """Number of rated games by member's name."""
    return {each.account.guest.name: rating.games for each, rating in Ladder(club).ratings}


def party() -> tuple[Club, User, User, User]:
    """A club with three members."""
    club, (ann, bo, cy) = club_of("Ann", "Bo", "Cy")
    return club, ann, bo, cy


def test_games_of_accounts_are_rated_whether_members_or_not() -> None:
    club, ann, bo, _cy = party()
    _other, (di,) = club_of("Di")
    finished(club, {ann: 800, bo: 700})
    finished(club, {ann: 800, di: 700})
    assert rated(club) == {"Ann": 2, "Bo": 1}


def test_no_guest_no_bot_and_no_former_player() -> None:
    club, ann, bo, _cy = party()
    finished(club, {ann: 800, bo: 700, Guest.objects.create(name="Gus"): 600})
    finished(club, {ann: 800, bo: 700, "Robo": 600})
    gone = finished(club, {ann: 800, bo: 700})
    Seat.objects.filter(table=gone, number=1).update(guest=Guest.objects.create(name="former player"))
    assert rated(club) == {}


def test_nobody_is_rated_against_themselves_at_one_screen() -> None:
    club, ann, bo, _cy = party()
    table = finished(club, {ann: 800, bo: 700, Guest.objects.create(name="Ann 2"): 600})
    Seat.objects.filter(table=table, number=2).update(guest=guest_of(ann))
    assert rated(club) == {}


@pytest.mark.parametrize(
    "fields",
    [
        {"cardboard": Table.Cardboard.TRUST},
        {"cardboard": Table.Cardboard.STRICT},
        {"start": "tetsudo-position/2 ..."},
        {"is_hidden": True},
    ],
    ids=str,
)
def test_no_cardboard_no_made_position_no_deleted_table(fields: dict[str, Any]) -> None:
    club, ann, bo, _cy = party()
    finished(club, {ann: 800, bo: 700}, **fields)
    assert rated(club) == {}


def test_no_branch_and_no_running_game() -> None:
    club, ann, bo, _cy = party()
    first = finished(None, {ann: 800, bo: 700})
    finished(club, {ann: 800, bo: 700}, branch_of=first)
    running = finished(club, {ann: 800, bo: 700})
    Table.objects.filter(pk=running.pk).update(status=Table.Status.RUNNING)
    assert rated(club) == {}


def test_no_seat_that_was_taken_over_after_the_first_move() -> None:
    club, ann, bo, _cy = party()
    for since in (NOON - HOUR, NOON + HOUR / 2, NOON + 2 * HOUR):
        table = finished(club, {ann: 800, bo: 700}, (NOON, NOON + HOUR))
        Seat.objects.filter(table=table, number=1).update(since=since)
    assert rated(club) == {"Ann": 1, "Bo": 1}


def test_games_count_in_the_order_of_their_end() -> None:
    club, ann, bo, _cy = party()
    finished(club, {ann: 800, bo: 700}, (NOON, NOON + 5 * HOUR))  # ends last, though it was written first
    finished(club, {ann: 600, bo: 700}, (NOON + HOUR, NOON + 2 * HOUR))
    found = {each.account_id: rating.mu for each, rating in Ladder(club).ratings}
    expected = ratings_after([{ann.pk: 600, bo.pk: 700}, {ann.pk: 800, bo.pk: 700}])
    assert found == {pk: rating.mu for pk, rating in expected.items()}
    assert found != {pk: each.mu for pk, each in ratings_after([{ann.pk: 8, bo.pk: 7}, {ann.pk: 6, bo.pk: 7}]).items()}


def test_provisional_ratings_stand_below_established_ones() -> None:
    club, ann, bo, cy = party()
    for _game in range(MIN_RATED_GAMES):
        finished(club, {ann: 800, bo: 700})
    finished(club, {cy: 900, bo: 700})
    assert list(rated(club)) == ["Ann", "Bo", "Cy"]
