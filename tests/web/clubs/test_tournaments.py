"""Tournaments: entering, rounds, tables of a round, standings, and who may do what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from tests.web.accounts.builders import account, confirmed, guest_of
from tests.web.builders import browser
from tetsudo.web.accounts.export import account_data
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs.models import Club, ClubTable, Member
from tetsudo.web.clubs.tournaments import rounds
from tetsudo.web.clubs.tournaments.models import Entrant, RoundTable, Tournament
from tetsudo.web.clubs.tournaments.standings import Results
from tetsudo.web.notices.models import Notice, Recipient
from tetsudo.web.tables.models import Guest, Preset, Table
from tetsudo.web.tables.seats import presets

pytestmark = pytest.mark.django_db

PEOPLE = ("Ann", "Bo", "Cy", "Di")


def signed_in(user: User) -> Client:
    """A browser in which a person is signed in, without the form and its limits."""
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client


class Cup:
    """A club of some people, of whom the first is the organiser, and a tournament that all have entered."""

    def __init__(self, people: Sequence[str] = PEOPLE, is_listed: bool = True, **sent: Any) -> None:
        self.club = Club.objects.create(name="Kyoto", is_listed=is_listed)
        self.users: dict[str, User] = {name: account(name) for name in people}
        self.clients: dict[str, Client] = {}
        for number, (name, user) in enumerate(self.users.items()):
            Member.objects.create(club=self.club, account=user, is_organiser=not number)
            self.clients[name] = signed_in(user)
        self.organiser = people[0]
        self.made = self.clients[self.organiser].post(self.new, form(**sent))
        self.tournament = Tournament.objects.get()
        for name in people:
            assert self.do(name, "enter") == 302

    @property
    def new(self) -> str:
        """Address of the form."""
        return f"/clubs/{self.club.key}/tournaments/new/"

    @property
    def listing(self) -> str:
        """Address of the club's tournaments."""
        return f"/clubs/{self.club.key}/tournaments/"

    @property
    def address(self) -> str:
        """Address of the tournament."""
        return f"/tournaments/{self.tournament.key}/"

    def do(self, name: str, button: str, **more: Any) -> int:
        """Press a button; status of the answer."""
        return self.clients[name].post(self.address, {"do": button, **more}).status_code

    def start(self, number: int) -> int:
        """Start a round."""
        return self.do(self.organiser, "start", round=number)

    def tables(self, number: int) -> list[RoundTable]:
        """Tables of a round."""
        return list(self.tournament.tables.filter(round=number).select_related("table"))

    def seated(self, row: RoundTable) -> list[str]:
        """Names in order of the seats."""
        assert row.table
        return [seat.name for seat in row.table.seats.all()]

    def end(self, row: RoundTable, worths: Sequence[int]) -> None:
        """End a table's game with these net worths, by seat."""
        assert row.table
        result = dict(zip(self.seated(row), worths, strict=True))
        Table.objects.filter(pk=row.table.pk).update(status=Table.Status.FINISHED, result=result, to_act=None)

    def page(self, name: str = "") -> str:
        """Text of the page as somebody sees it, without tags."""
        content = self.clients[name or self.organiser].get(self.address).content.decode()
        return " ".join(re.sub(r"<[^>]*>", " ", content).split())


def form(**more: Any) -> dict[str, Any]:
    """Form of a new tournament."""
    sent = {"name": "Spring", "game": "1889", "players": 2, "rounds": 2, "tempo": "unsaid", "standings": "points"}
    return {**sent, **more}


# Making and entering


def test_an_organiser_makes_a_tournament_and_members_enter() -> None:
    cup = Cup()
    assert cup.made["Location"] == cup.address
    assert "4 entrants Ann Bo Cy Di" in cup.page("Bo")
    assert "Shikoku" in cup.page("Bo")
    assert cup.do("Bo", "withdraw") == 302
    assert "3 entrants Ann Cy Di" in cup.page("Bo")


def test_settings_of_a_preset_are_those_of_the_tables() -> None:
    ann = account("Ann")
    table = {"undo": "none", "deadline": 3, "best_routes": False}
    saved = {
        "title": "1889", "scenario": "", "players": 3, "variants": ["beginner"], "seats": ["open"] * 3, "rules": {},
        "table": table,
    }  # fmt: skip
    kept = presets.save(guest_of(ann), "Ours", saved)
    club = Club.objects.create(name="Kyoto", is_listed=True)
    Member.objects.create(club=club, account=ann, is_organiser=True)
    bo = account("Bo")
    Member.objects.create(club=club, account=bo)
    sent = form(game=f"preset-{kept.key}", tempo="daily", players=4)
    assert signed_in(ann).post(f"/clubs/{club.key}/tournaments/new/", sent).status_code == 302
    Preset.objects.all().delete()
    cup = Tournament.objects.get()
    for user in (ann, bo):
        signed_in(user).post(f"/tournaments/{cup.key}/", {"do": "enter"})
    rounds.start_round(cup, Member.objects.get(account=ann), 1)
    made = Table.objects.get()
    assert (made.variants, made.undo, made.deadline, made.best_routes, made.tempo) == (
        ["beginner"], "none", 3, False, "daily",
    )  # fmt: skip
    assert (made.is_listed, made.seats.count()) == (False, 2)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": 7}, "This game has 2 to 6 players at a table: choose such a number."),
        ({"rounds": 0}, "greater than or equal to 1"),
        ({"name": ""}, "This field is required"),
        ({"name": "\u3164"}, "The name must have only visible characters"),
        ({"game": "preset-x"}, "not one of the available choices"),
    ],
)
def test_an_impossible_tournament_is_not_made(wrong: dict[str, Any], sentence: str) -> None:
    cup = Cup(("Ann",))
    answer = cup.clients["Ann"].post(cup.new, form(**wrong))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Tournament.objects.count() == 1


def test_names_that_look_alike_do_not_meet() -> None:
    cup = Cup(("Ann", "Bo"))
    user = account("Вo")  # a Cyrillic letter
    Member.objects.create(club=cup.club, account=user)
    answer = signed_in(user).post(cup.address, {"do": "enter"})
    assert answer.status_code == 422
    assert "The name Bo is taken here, or too similar." in answer.content.decode()
    assert Entrant.objects.count() == 2


# Rounds


def test_a_round_opens_private_tables_at_which_everyone_sits() -> None:
    cup = Cup()
    for user in cup.users.values():
        Recipient.objects.create(guest=guest_of(user), is_active=True)
    assert cup.start(1) == 302
    tables = cup.tables(1)
    assert len(tables) == 2
    for row in tables:
        assert row.table
        assert (row.table.status, row.table.is_listed) == (Table.Status.RUNNING, False)
        assert row.table.name == f"Spring · round 1, table {row.number}"
        for seat in row.table.seats.all():
            assert seat.guest == guest_of(cup.users[seat.name])
        assert ClubTable.objects.get(table=row.table).club == cup.club
    assert sorted(name for row in tables for name in cup.seated(row)) == list(PEOPLE)
    told = Notice.objects.filter(channel="").values_list("guest__name", "kind")
    first = {cup.seated(row)[0] for row in tables}
    assert sorted(told) == sorted((name, "turn" if name in first else "begun") for name in PEOPLE)


def test_seats_are_turned_in_the_next_round_with_other_people() -> None:
    cup = Cup()
    cup.start(1)
    before = [cup.seated(row) for row in cup.tables(1)]
    for row in cup.tables(1):
        cup.end(row, (10, 5))
    assert cup.start(2) == 302
    after = [cup.seated(row) for row in cup.tables(2)]
    assert {names[0] for names in after} == {names[1] for names in before}
    assert not {frozenset(names) for names in before} & {frozenset(names) for names in after}


def test_the_next_round_waits_for_all_tables() -> None:
    cup = Cup()
    cup.start(1)
    cup.end(cup.tables(1)[0], (10, 5))
    assert cup.start(2) == 403
    assert "Round 2 can start when all tables of round 1 are over." in cup.page()
    cup.end(cup.tables(1)[1], (10, 5))
    assert cup.start(2) == 302
    for row in cup.tables(2):
        cup.end(row, (10, 5))
    assert cup.start(3) == 403
    assert RoundTable.objects.count() == 4


def test_a_round_is_started_once() -> None:
    cup = Cup()
    assert [cup.start(1), cup.start(1), cup.start(3), cup.start(0)] == [302, 302, 403, 403]
    assert Table.objects.count() == 2


def test_a_number_that_fills_no_tables_is_refused_with_what_is_missing() -> None:
    cup = Cup(("Ann", "Bo", "Cy"), players=2)
    answer = cup.clients["Ann"].post(cup.address, {"do": "start", "round": 1})
    assert answer.status_code == 422
    assert "Tables of 2 need 1 more entrant: this game has 2 to 6 players." in answer.content.decode()
    assert not Table.objects.exists()


def test_sizes_differ_by_one_where_the_game_allows_it() -> None:
    cup = Cup(("Ann", "Bo", "Cy", "Di", "Ed"), players=4)
    assert "Players by table: 3, 2" in cup.page()
    cup.start(1)
    assert [len(cup.seated(row)) for row in cup.tables(1)] == [3, 2]


def test_whoever_withdraws_is_not_paired_again_and_keeps_the_results() -> None:
    cup = Cup(("Ann", "Bo", "Cy"), players=3)
    cup.start(1)
    row = cup.tables(1)[0]
    cup.end(row, [{"Ann": 10, "Bo": 30, "Cy": 20}[name] for name in cup.seated(row)])
    assert cup.do("Bo", "withdraw") == 302
    assert cup.start(2) == 302
    assert sorted(cup.seated(cup.tables(2)[0])) == ["Ann", "Cy"]
    assert "1 Bo withdrawn 1 2 50.0 %" in cup.page("Ann")


def test_people_who_renamed_themselves_alike_still_play() -> None:
    cup = Cup(("Ann", "Bo"))
    Guest.objects.filter(account=cup.users["Bo"]).update(name="Ann")
    cup.start(1)
    assert cup.seated(cup.tables(1)[0]) == ["Ann", "Ann 2"]
    assert rounds.seat_names(["", "x" * 40, "x" * 40])[2][-2:] == " 2"


# Standings


def test_standings_by_points_and_by_share() -> None:
    cup = Cup(("Ann", "Bo", "Cy"), players=3)
    cup.start(1)
    row = cup.tables(1)[0]
    cup.end(row, [{"Ann": 6000, "Bo": 1000, "Cy": 3000}[name] for name in cup.seated(row)])
    cup.start(2)
    row = cup.tables(2)[0]
    assert "1 Ann 1 2 60.0 %" in cup.page()  # half-finished: what is known
    cup.end(row, [{"Ann": 2500, "Bo": 2500, "Cy": 5000}[name] for name in cup.seated(row)])
    # Points: Ann 2 and half of 1 + 0, Cy 1 and 2, Bo 0 and half of 1 + 0.
    # Shares: Ann 60 and 25 %, Cy 30 and 50, Bo 10 and 25.
    assert "1 Cy 2 3 40.0 % 2 Ann 2 2.5 42.5 % 3 Bo 2 0.5 17.5 %" in cup.page()
    Tournament.objects.update(standings="share")
    assert "1 Ann 2 2.5 42.5 % 2 Cy 2 3 40.0 % 3 Bo 2 0.5 17.5 %" in cup.page()


def test_equal_scores_share_a_rank() -> None:
    cup = Cup()
    cup.start(1)
    for row in cup.tables(1):
        cup.end(row, (10, 5))
    found = Results(cup.tournament, None).lines
    assert [line.rank for line in found] == [1, 1, 3, 3]


def test_the_same_seat_is_compared_at_tables_with_the_same_deal() -> None:
    cup = Cup(same_deal="on")
    cup.start(1)
    one, other = cup.tables(1)
    cup.end(one, (7000, 5000))
    (view,) = Results(cup.tournament, guest_of(cup.users["Ann"])).rounds
    assert view.comparisons[0].rows[0][1][1] is None  # not over yet
    cup.end(other, (6000, 5500))
    (view,) = Results(cup.tournament, guest_of(cup.users["Ann"])).rounds
    ((first, cells), (second, more)) = view.comparisons[0].rows
    assert (first, second) == (1, 2)
    assert [(cell.worth, cell.difference, cell.is_best) for cell in cells if cell] == [
        ("7,000", "+500", True), ("6,000", "−500", False),
    ]  # fmt: skip
    assert [(cell.worth, cell.difference, cell.is_best) for cell in more if cell] == [
        ("5,000", "−250", False), ("5,500", "+250", True),
    ]  # fmt: skip
    assert [cell.name for cell in cells if cell] == [cup.seated(one)[0], cup.seated(other)[0]]


def test_without_the_same_deal_nothing_is_compared() -> None:
    cup = Cup()
    cup.start(1)
    for row in cup.tables(1):
        cup.end(row, (10, 5))
    assert "The same seat" not in cup.page()


def test_a_deleted_account_is_a_former_player_whose_standing_is_kept() -> None:
    cup = Cup(("Ann", "Bo"))
    cup.start(1)
    row = cup.tables(1)[0]
    cup.end(row, [{"Ann": 10, "Bo": 30}[name] for name in cup.seated(row)])
    confirmed(cup.users["Bo"]).post("/account/delete/")
    page = cup.page()
    assert "1 former player withdrawn 1 1 75.0 %" in page
    assert "Bo" not in page
    assert cup.start(2) == 422  # one entrant is left


def test_whoever_left_the_club_is_a_former_player() -> None:
    cup = Cup(("Ann", "Bo", "Cy"))
    Member.objects.filter(account=cup.users["Bo"]).delete()
    assert "Bo" not in cup.page()
    assert cup.start(1) == 302
    assert sorted(cup.seated(cup.tables(1)[0])) == ["Ann", "Cy"]


# Roles


def viewers(cup: Cup) -> dict[str, Client]:
    """A browser of each kind."""
    other = account("Eve")
    found = {"nobody": Client(), "guest": browser(Guest.objects.create(name="Fay")), "other": signed_in(other)}
    found |= {"member": cup.clients["Bo"], "organiser": cup.clients["Ann"]}
    for client in found.values():
        client.defaults["HTTP_ACCEPT"] = "text/html"
    return found


@pytest.mark.parametrize(("is_listed", "outside"), [(True, 403), (False, 404)])
def test_each_address_as_each_viewer(is_listed: bool, outside: int) -> None:
    cup = Cup(is_listed=is_listed)
    clients = viewers(cup)
    members = {"nobody": outside, "guest": outside, "other": outside, "member": 200, "organiser": 200}
    sign_in = 302 if is_listed else 404
    organisers = {"nobody": sign_in, "guest": sign_in, "other": outside, "member": 403, "organiser": 200}
    for address in (cup.address, cup.listing):
        assert {name: client.get(address).status_code for name, client in clients.items()} == members
    assert {name: client.get(cup.new).status_code for name, client in clients.items()} == organisers
    for name in ("nobody", "guest", "other", "member"):
        assert clients[name].post(cup.new, form()).status_code == organisers[name]
    for button, more in (("start", {"round": 1}), ("delete", {})):
        for name in ("nobody", "guest", "other", "member"):
            answer = clients[name].post(cup.address, {"do": button, **more})
            assert answer.status_code == (403 if name == "member" else outside), (button, name)
    for name in ("nobody", "guest", "other"):
        for button in ("enter", "withdraw"):
            assert clients[name].post(cup.address, {"do": button}).status_code == outside, (button, name)
    assert Tournament.objects.count() == 1
    assert clients["member"].post(cup.address, {"do": "nonsense"}).status_code == 422
    assert not Table.objects.exists()
    assert Entrant.objects.count() == 4
    assert clients["nobody"].get("/tournaments/wrong/").status_code == 404
    assert clients["organiser"].get("/clubs/wrong/tournaments/new/").status_code == 404


def test_nothing_is_entered_or_deleted_after_the_start() -> None:
    cup = Cup()
    late = account("Eve")
    Member.objects.create(club=cup.club, account=late)
    cup.start(1)
    assert signed_in(late).post(cup.address, {"do": "enter"}).status_code == 403
    assert cup.do("Ann", "delete") == 403
    assert Tournament.objects.exists()


def test_an_organiser_deletes_a_tournament_that_has_not_started() -> None:
    cup = Cup()
    answer = cup.clients["Ann"].post(cup.address, {"do": "delete"})
    assert answer["Location"] == cup.listing
    assert not Tournament.objects.exists()


def test_a_closed_club_starts_and_enters_nothing() -> None:
    cup = Cup()
    cup.club.closed = cup.club.created
    cup.club.save()
    assert cup.start(1) == 403
    assert cup.do("Bo", "enter") == 403
    assert cup.clients["Ann"].get(cup.new).status_code == 403
    assert cup.clients["Bo"].get(cup.address).status_code == 200


def test_the_club_lists_its_tournaments() -> None:
    cup = Cup()
    assert cup.listing in cup.clients["Bo"].get(f"/clubs/{cup.club.key}/").content.decode()
    for sentence in ("open, 4 entrants", "round 1 of 2", "round 2 of 2", "finished"):
        page = cup.clients["Bo"].get(cup.listing).content.decode()
        assert sentence in page
        assert cup.address in page
        begun = rounds.rounds_begun(cup.tournament)
        for row in cup.tables(begun):
            cup.end(row, (10, 5))
        cup.start(begun + 1)


def test_tables_without_the_same_deal_are_linked_for_members() -> None:
    cup = Cup()
    cup.start(1)
    page = cup.clients["Bo"].get(cup.address).content.decode()
    assert all(f"/t/{row.table.key}/" in page for row in cup.tables(1) if row.table)


def test_an_entry_is_in_the_export_of_the_account() -> None:
    cup = Cup(("Ann", "Bo"))
    data = account_data(cup.users["Bo"], guest_of(cup.users["Bo"]))
    (entry,) = data["tournaments"]
    assert (entry["tournament__key"], entry["has_withdrawn"]) == (cup.tournament.key, False)
