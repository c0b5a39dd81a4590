"""Wins, shared wins, net worth and head to head of a club, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.accounts.builders import guest_of
from tests.web.clubs.builders import browser_of, club_of, finished
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs.figures.ladder import Ladder
from tetsudo.web.clubs.models import Club, Member
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.people.merging import merge

pytestmark = pytest.mark.django_db


def name(member: Member) -> str:
    """Name of a member."""
    return member.account.guest.name


def played_club() -> tuple[Club, User, User, User]:
    """A club of three with five finished games."""
    club, (ann, bo, cy) = club_of("Ann", "Bo", "Cy")
    finished(club, {ann: 600, bo: 300})
    finished(club, {ann: 500, bo: 500, cy: 200})
    finished(club, {bo: 400, cy: 100, "Robo": 700}, title="1888")
    finished(club, {ann: 900, Guest.objects.create(name="Gus"): 300})
    finished(club, {ann: 900, "Robo": 100})  # against a bot alone
    finished(None, {ann: 900, cy: 100})  # no table of the club
    return club, ann, bo, cy


def test_wins_shared_wins_and_net_worth() -> None:
    club, *_people = played_club()
    rows = [(name(each), row.played, row.won, row.shared) for each, row in Ladder(club).standings]
    assert rows == [("Ann", 3, 2, 1), ("Bo", 3, 0, 1), ("Cy", 2, 0, 0)]
    shares = [row.share for _each, row in Ladder(club).standings]
    # Ann: 600 of a mean of 450, 500 of 400, 900 of 600; Bo: 300 of 450, 500 of 400, 400 of 400; Cy: 200 and 100 of 400
    assert shares == pytest.approx([100 * (4 / 3 + 1.25 + 1.5) / 3, 100 * (2 / 3 + 1.25 + 1) / 3, 37.5])


def test_head_to_head() -> None:
    club, *_people = played_club()
    ladder = Ladder(club)
    ann, bo, cy = ladder.members

    def against(one: Member, other: Member) -> tuple[int, int, int]:
        found = ladder.against(one, other)
        assert found is not None
        return found.won, found.lost, found.tied

    assert (against(ann, bo), against(bo, ann)) == ((1, 0, 1), (0, 1, 1))
    assert (against(ann, cy), against(cy, ann)) == ((1, 0, 0), (0, 1, 0))
    assert (against(bo, cy), against(cy, bo)) == ((2, 0, 0), (0, 2, 0))
    assert ladder.against(ann, ann) is None


def test_one_title() -> None:
    club, *_people = played_club()
    rows = [(name(each), row.played, row.won) for each, row in Ladder(club, "1888").standings]
    assert rows == [("Bo", 1, 0), ("Cy", 1, 0)]


def test_the_pages_show_them() -> None:
    club, ann, _bo, _cy = played_club()
    client = browser_of(ann)
    page = client.get(f"/clubs/{club.key}/ladder/").content.decode()
    assert "25.0" not in page.split("Ratings")[0]
    assert "±" in page
    assert "provisional" in page
    assert "136 %" in page  # of Ann
    page = client.get(f"/clubs/{club.key}/head-to-head/").content.decode()
    assert "1–0–1" in page
    page = client.get(f"/clubs/{club.key}/ladder/?title=1888").content.decode()
    assert page.count('<th scope="row">') == 2  # of wins; a bot played, so nobody is rated
    assert (
        client.get(f"/clubs/{club.key}/ladder/?title=x").content.decode().count('<th scope="row">') == 6
    )  # and three ratings


def test_a_former_members_games_stay_in_the_others_figures() -> None:
    club, _ann, bo, _cy = played_club()
    browser_of(bo).post(f"/clubs/{club.key}/leave/")
    rows = [(name(each), row.played) for each, row in Ladder(club).standings]
    assert rows == [("Ann", 3), ("Cy", 2)]


def test_a_name_that_is_code_is_text() -> None:
    club, ann, *_others = played_club()
    Guest.objects.filter(account=ann).update(name="<b>Ann</b>")
    for part in ("", "ladder/", "head-to-head/", "settings/"):
        page = browser_of(ann).get(f"/clubs/{club.key}/{part}").content.decode()
        assert "<b>Ann" not in page
        assert "&lt;b&gt;Ann" in page


# Figures in memory


def test_a_new_result_is_seen_at_once() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    finished(club, {ann: 500, bo: 400})
    assert [row.won for _each, row in Ladder(club).standings] == [1, 0]
    finished(club, {ann: 500, bo: 400})
    assert [row.won for _each, row in Ladder(club).standings] == [2, 0]


def test_a_seat_claimed_by_signing_in_is_seen_at_once() -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    gus = Guest.objects.create(name="Gus")
    finished(club, {ann: 500, gus: 400})
    assert [row.played for _each, row in Ladder(club).standings] == [1]
    merge(gus, guest_of(bo))
    assert [row.played for _each, row in Ladder(club).standings] == [1, 1]
    assert [rating.games for _each, rating in Ladder(club).ratings] == [1, 1]


def test_pages_of_a_large_club_ask_the_same_number_of_questions(django_assert_max_num_queries: Any) -> None:
    club, (ann, bo) = club_of("Ann", "Bo")
    client = browser_of(ann)
    for _game in range(30):
        finished(club, {ann: 500, bo: 400})
    for part in ("", "ladder/", "head-to-head/"):
        with django_assert_max_num_queries(22):
            client.get(f"/clubs/{club.key}/{part}")
