"""The same deal at every table: nobody learns from one table what comes at another."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from django.test import Client

from tests.clauses.t1890.test_chance import tigers
from tests.web.accounts.builders import account, guest_of
from tests.web.api.builders import Program, program_of
from tests.web.clubs.test_tournaments import Cup, signed_in
from tests.web.test_dice import die, run_there
from tetsudo.web.accounts.models import User
from tetsudo.web.api import keys
from tetsudo.web.clubs.models import Member
from tetsudo.web.clubs.tournaments import table_settings
from tetsudo.web.clubs.tournaments.models import RoundTable, Tournament
from tetsudo.web.lobby import urls as lobby_urls
from tetsudo.web.play import urls as table_urls
from tetsudo.web.results import urls as result_urls
from tetsudo.web.results.statistics.public_games import open_tables, public_tables
from tetsudo.web.results.studies import urls as study_urls
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.own_seats import own_seats

pytestmark = pytest.mark.django_db

VALUES: Final = {
    "<int:version>": "0", "<int:number>": "0", "<str:name>": "F3", "<str:number>": "57", "<slug:name>": "worth",
    "<int:move>": "0",
}  # fmt: skip


def dealt_cup(same_deal: str = "on") -> Cup:
    """A tournament whose privates are dealt, after the start of its first round."""
    cup = Cup(same_deal=same_deal)
    dealt = {**table_settings.usual_settings("1889"), "variants": ["beginner"]}
    Tournament.objects.update(settings=dealt)
    assert cup.start(1) == 302
    return cup


def table_of(row: RoundTable) -> Table:
    """The table of a row."""
    assert row.table
    return row.table


def placeless(table: Table) -> str:
    """Position of a table with numbers in place of names."""
    game, text = games.current(table).game, ""
    text = game.position()
    for number, name in enumerate(game.names):
        text = text.replace(name, f"P{number}")
    return text


def test_all_tables_of_a_round_have_the_same_deal_and_the_next_round_another() -> None:
    cup = dealt_cup()
    one, other = map(table_of, cup.tables(1))
    assert one.seed == other.seed
    assert one.deal == other.deal is not None
    for row in cup.tables(1):
        cup.end(row, (10, 5))
    cup.start(2)
    third, fourth = map(table_of, cup.tables(2))
    assert third.seed == fourth.seed != one.seed


def test_without_the_wish_each_table_has_its_own_seed() -> None:
    one, other = map(table_of, dealt_cup("").tables(1))
    assert one.seed != other.seed


def test_the_same_actions_lead_to_the_same_positions() -> None:
    one, other = map(table_of, dealt_cup().tables(1))
    assert placeless(one) == placeless(other)
    for _move in range(12):
        action = _pass_or_first(one)
        for table in (one, other):
            table.refresh_from_db()
            game = games.current(table).game
            seat = game.to_act.player
            guest = table.seats.get(number=seat).guest
            data = {**action, "player": game.names[seat]}
            submit.act(table, table.version, data, own_seats(table, guest))
        assert placeless(one) == placeless(other)
    one.refresh_from_db()
    assert one.version >= 12


def _pass_or_first(table: Table) -> dict[str, Any]:
    """Data of an action of the player to act: to par a company if possible, else to pass."""
    from tetsudo.language.labels import action_to_data

    game = games.current(table).game
    offers = [each for each in game.legal_actions() if type(each).__name__ == "Par"]
    if not offers:
        return {"type": "pass"}
    return dict(action_to_data(game.setup, game.names, offers[len(offers) // 2]))


def test_closing_a_table_opens_no_other_and_starts_no_round() -> None:
    """It may be opened again: an organiser of the site has closed it, not the players."""
    cup = dealt_cup()
    one, other = cup.tables(1)
    cup.end(one, (10, 5))
    Table.objects.filter(pk=table_of(other).pk).update(status=Table.Status.CLOSED)
    for row in (one, other):
        assert Client().get(f"/t/{table_of(row).key}/").status_code == 403
    refused = cup.clients[cup.organiser].post(cup.address, {"do": "start", "round": 2})
    assert (refused.status_code, cup.tables(2)) == (403, [])
    assert "ask an organiser of this site to open it again" in refused.content.decode()
    cup.end(other, (10, 5))
    assert Client().get(f"/t/{table_of(one).key}/").status_code == 200
    assert cup.start(2) == 302


def test_a_table_is_in_the_archive_once_its_round_is_over() -> None:
    """Even if it were listed."""
    cup = dealt_cup()
    one, other = cup.tables(1)
    cup.end(one, (10, 5))
    Table.objects.update(is_listed=True)
    assert list(open_tables(public_tables())) == []
    cup.end(other, (10, 5))
    assert list(open_tables(public_tables())) == [table_of(one), table_of(other)]


@pytest.mark.parametrize("seed", range(6))
def test_the_dice_fall_alike_with_the_same_seed(seed: int) -> None:
    ann = Guest.objects.create(name="Ann")
    thrown = []
    for _table in range(2):
        table = from_record.create_from_game(tigers(), ann, "Tigers")
        Table.objects.filter(pk=table.pk).update(seed=seed)
        table.refresh_from_db()
        games.clear()
        thrown.append(die(run_there(table, ann)))
    assert thrown[0] == thrown[1]


def addresses(table: Table) -> list[str]:
    """Every address of a table."""
    routes = [str(each.pattern) for each in (*table_urls.urlpatterns, *result_urls.urlpatterns)]
    routes += [
        str(each.pattern).removeprefix("t/<slug:key>/")
        for each in (*lobby_urls.urlpatterns, *study_urls.urlpatterns)
        if str(each.pattern).startswith("t/<slug:key>/")
    ]
    found = []
    for route in (*routes, "board/"):
        for name, value in VALUES.items():
            route = route.replace(name, value)
        assert "<" not in route
        found.append(f"/t/{table.key}/{route}")
    return found


def statuses(client: Client, table: Table) -> set[int]:
    """Status of each address, asked for and posted to."""
    asked = {client.get(address).status_code for address in addresses(table)}
    return asked | {client.post(address).status_code for address in addresses(table)}


def test_every_address_of_a_table_is_closed_to_others_until_all_are_over() -> None:
    cup = dealt_cup()
    mine, other = (
        cup.tables(1) if "Bo" in cup.seated(cup.tables(1)[0]) else list(reversed(cup.tables(1)))
    )  # Bo's table, and one without Bo
    for client in (cup.clients["Bo"], Client()):
        assert statuses(client, table_of(other)) == {403}
    assert cup.clients["Bo"].get(f"/t/{table_of(mine).key}/").status_code == 200
    assert table_of(other).key not in cup.clients["Bo"].get(cup.address).content.decode()
    cup.end(other, (10, 5))
    assert statuses(cup.clients["Bo"], table_of(other)) == {403}  # over, but its record is what comes at Bo's
    page = cup.clients["Bo"].get(cup.address).content.decode()
    assert table_of(other).key not in page
    assert "66.7 %" in page  # the result is known
    cup.end(mine, (10, 5))
    for client in (cup.clients["Bo"], Client()):
        assert client.get(f"/t/{table_of(other).key}/at/0/").status_code != 403
    assert table_of(other).key in cup.clients["Bo"].get(cup.address).content.decode()


def test_the_api_keeps_the_same_secrets() -> None:
    """Also from a program of someone who plays at another table."""
    cup = dealt_cup()
    other = next(row for row in cup.tables(1) if "Bo" not in cup.seated(row))
    bo = User.objects.get(guest__name="Bo")
    asking = [Program(), program_of(bo), program_of(keys.create_program(bo, "Robo"))]
    root = f"/tables/{table_of(other).key}"
    for program in asking:
        for path in ("", "/position", "/actions", "/moves", "/record", "/chat", "/events/"):
            said = program.get(f"{root}{path}")
            assert (said.status, said.data["kind"]) == (403, "not_allowed"), path
        assert program.post(f"{root}/seats/0/join").status == 403
    assert table_of(other).key not in str(asking[1].get("/tables?which=running").data)


def test_scripts_of_a_page_get_the_reason_as_a_sentence() -> None:
    cup = dealt_cup()
    other = next(row for row in cup.tables(1) if "Bo" not in cup.seated(row))
    answer = cup.clients["Bo"].get(f"/t/{table_of(other).key}/parts/", headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert answer.content.decode() == (
        "This table has the same deal as others that are still playing. You can watch it once all are over."
    )


def test_an_organiser_who_plays_owns_no_closed_table_and_gets_no_record_of_one() -> None:
    cup = dealt_cup()
    other = next(row for row in cup.tables(1) if "Ann" not in cup.seated(row))
    ann = guest_of(cup.users["Ann"])
    assert table_of(other).owner != ann
    assert cup.clients["Ann"].get(f"/t/{table_of(other).key}/").status_code == 403
    mine = next(row for row in cup.tables(1) if row != other)
    assert cup.clients["Ann"].get(f"/t/{table_of(mine).key}/").status_code == 200


def test_an_organiser_who_does_not_play_may_watch() -> None:
    cup = Cup(("Ann", "Bo", "Cy", "Di", "Ed"), same_deal="on")
    cup.do("Ann", "withdraw")
    cup.start(1)
    for row in cup.tables(1):
        assert table_of(row).owner == guest_of(cup.users["Ann"])
        assert cup.clients["Ann"].get(f"/t/{table_of(row).key}/").status_code == 200


def test_a_vacated_seat_can_be_taken_by_others_but_not_by_players_of_another_table() -> None:
    cup = dealt_cup()
    row = next(row for row in cup.tables(1) if "Bo" not in cup.seated(row))
    Seat.objects.filter(table=row.table, number=1).update(guest=None)
    link = f"/seat/{Seat.objects.get(table=row.table, number=1).key}/"
    assert cup.clients["Bo"].get(link).status_code == 403
    assert cup.clients["Bo"].post(link, {"name": "Bo"}).status_code == 403
    late = account("Eve")
    Member.objects.create(club=cup.club, account=late)
    eve = signed_in(late)
    assert eve.get(f"/t/{table_of(row).key}/").status_code == 403
    assert eve.get(link).status_code == 200
    assert eve.post(link, {"name": "Eve"}).status_code == 302
    assert eve.get(f"/t/{table_of(row).key}/").status_code == 200


def test_tables_with_deals_of_their_own_are_open_by_link() -> None:
    cup = dealt_cup("")
    for row in cup.tables(1):
        assert Client().get(f"/t/{table_of(row).key}/", headers={"accept": "text/html"}).status_code == 200


def test_a_player_reads_no_seed_while_the_game_runs() -> None:
    cup = dealt_cup()
    row = cup.tables(1)[0]
    client, table = cup.clients[cup.seated(row)[0]], table_of(row)
    assert json.loads(client.get(f"/t/{table.key}/record/").content)["seed"] is None
    for address in ("", "parts/", "chronicle/", "turns/"):
        assert str(table.seed) not in client.get(f"/t/{table.key}/{address}").content.decode()
    assert str(table.seed) not in client.get(cup.address).content.decode()
