"""Deletion of an account, export, and recovery."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from allauth.account.models import EmailAddress
from django.db.models import ForeignObjectRel
from django.test import Client

from tests.web.accounts.builders import PASSWORD, account, confirmed, guest_of, signed_in
from tests.web.builders import Party, open_party, replayed_game
from tetsudo.web.accounts import export, recovery
from tetsudo.web.accounts.deletion import renaming
from tetsudo.web.accounts.deletion.former import become_former_player
from tetsudo.web.accounts.desk import own_data
from tetsudo.web.accounts.models import Profile, User
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.games import from_record, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import (
    Block,
    Guest,
    Message,
    Milestone,
    Move,
    Note,
    Preset,
    Seat,
    SeatPlan,
    Snapshot,
    Table,
)
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db


def played_party() -> tuple[Party, User]:
    """A running game of Ann, who has an account, and Bo, with some moves by both."""
    party, user = open_party(("Ann", "Bo")), account("Ann")
    before = party.guests["Ann"]
    mine = guest_of(user)
    Seat.objects.filter(guest=before).update(guest=mine)
    Table.objects.filter(owner=before).update(owner=mine)
    party.table.refresh_from_db()
    party.guests["Ann"] = mine
    for _round in range(6):
        hot = games.current(party.table)
        name = hot.game.names[hot.game.to_act.player]
        party.act({"type": "pass", "player": name})
        party.table.refresh_from_db()
    return party, user


def names_stored(table: Table) -> str:
    """Stored data of a table's game, as one text."""
    table.refresh_from_db()
    kept = [str(move.data) for move in Move.objects.filter(table=table)]
    kept += [snapshot.text for snapshot in Snapshot.objects.filter(table=table)]
    kept += [str(storage._parse_milestone(bytes(each.text))) for each in Milestone.objects.filter(table=table)]
    kept += [seat.name for seat in Seat.objects.filter(table=table)]
    return "\n".join([*kept, table.start, str(table.result)])


# Deletion


def test_an_account_is_deleted() -> None:
    client = confirmed(account("Ann"))
    assert client.get("/account/delete/").status_code == 200
    answer = client.post("/account/delete/")
    assert answer["Location"] == "/"
    assert not User.objects.exists()
    assert client.get("/").context["guest"] is None


def test_its_owner_confirms_it_with_the_password() -> None:
    client = signed_in(account("Ann"))
    asked = client.post("/account/delete/")["Location"]
    assert asked == "/account/reauthenticate/?next=%2Faccount%2Fdelete%2F"
    assert User.objects.exists()
    client.post(asked, {"password": "wrong password", "next": "/account/delete/"})
    assert User.objects.exists()
    assert client.post(asked, {"password": PASSWORD, "next": "/account/delete/"})["Location"] == "/"
    assert not User.objects.exists()
    assert client.get("/").context["guest"] is None


def test_games_stay_and_nothing_stored_has_the_name() -> None:
    party, user = played_party()
    table, ann = party.table, party.guests["Ann"]
    messages.say(table, ann, "hello")
    Milestone.objects.bulk_create([_milestone(table)])
    assert "Ann" in names_stored(table)
    confirmed(user).post("/account/delete/")
    stored = names_stored(table)
    assert "Ann" not in stored
    assert "former player" in stored
    games.clear()
    game = games.current(table).game
    assert list(game.names) == ["former player", "Bo"]
    assert game.position() == replayed_game(table, table.version).position()
    assert Message.objects.get().name == "former player"
    page = party.client("Bo").get(f"/t/{table.key}/", headers={"accept": "text/html"}).content.decode()
    assert "Ann" not in page


def _milestone(table: Table) -> Milestone:
    made = storage.milestone(games.current(table))
    made.table = table
    return made


def test_the_others_play_on_with_the_cached_game_too() -> None:
    party, user = played_party()
    games.current(party.table)
    confirmed(user).post("/account/delete/")
    party.table.refresh_from_db()
    hot = games.current(party.table)
    player = hot.game.to_act.player
    after = submit.act(party.table, hot.version, {"type": "pass", "player": hot.game.names[player]}, [player])
    assert after.version > hot.version


def test_branches_are_renamed_with_their_table() -> None:
    party, user = played_party()
    bo = party.guests["Bo"]
    twig = from_record.create_branch(party.table, 3, bo, "What if")
    confirmed(user).post("/account/delete/")
    games.clear()
    for table in (party.table, twig):
        assert "Ann" not in names_stored(table)
        table.refresh_from_db()
        assert "former player" in games.current(table).game.names


def test_two_people_who_leave_have_different_names() -> None:
    party = open_party(("Ann", "Bo"))
    for name in ("Ann", "Bo"):
        become_former_player(party.guests[name])
    assert [seat.name for seat in party.table.seats.all()] == ["former player", "former player 2"]


def test_a_running_game_has_a_free_seat_and_an_owner_who_plays() -> None:
    party, user = played_party()
    confirmed(user).post("/account/delete/")
    table = Table.objects.get()
    assert table.owner == party.guests["Bo"]
    assert table.seats.get(number=0).is_open
    assert table.seats.get(number=1).guest == party.guests["Bo"]


def test_waiting_tables_lose_the_seat_and_empty_ones_go() -> None:
    user, bo = account("Ann"), Guest.objects.create(name="Bo")
    own = open_table(TableSettings("1889", [Chair("Ann"), Chair()]), guest_of(user))
    other = open_table(TableSettings("1889", [Chair("Bo"), Chair(), Chair()]), bo)
    Seat.objects.filter(table=other, number=1).update(guest=guest_of(user), name="Ann")
    confirmed(user).post("/account/delete/")
    assert not Table.everything.filter(pk=own.pk).exists()
    seat = other.seats.get(number=1)
    assert (seat.is_open, seat.name, seat.left_by) == (True, "", None)


def test_what_is_theirs_alone_goes() -> None:
    party, user = played_party()
    ann = party.guests["Ann"]
    Note.objects.create(table=party.table, guest=ann, text="secret")
    Preset.objects.create(guest=ann, name="Club", settings={})
    Block.objects.create(blocker=ann, blocked=party.guests["Bo"])
    EmailAddress.objects.create(user=user, email="ann@example.org")
    confirmed(user).post("/account/delete/")
    for model in (Note, Preset, Block, SeatPlan, EmailAddress, Profile, User):
        assert not model._base_manager.exists()


def test_finished_lessons_go_with_the_account() -> None:
    user = account("Ann")
    Guest.objects.filter(account=user).update(finished_lessons=["1889/float"])
    assert export.account_data(user, guest_of(user))["finished_lessons"] == ["1889/float"]
    confirmed(user).post("/account/delete/")
    assert not Guest.objects.exclude(finished_lessons=[]).exists()


def test_a_browser_that_knew_the_account_is_nobody() -> None:
    _party, user = played_party()
    phone, desk = signed_in(user), confirmed(user)
    desk.post("/account/delete/")
    assert phone.get("/").context["guest"] is None
    session = phone.session
    assert not Guest.objects.filter(pk=session["guest"]).exists()


def test_a_name_like_a_company_is_renamed_without_the_company() -> None:
    assert renaming._free_name("former player", {"Former Player", "Bo"}) == "former player 2"


# Export


def test_all_that_the_site_knows_is_in_one_file() -> None:
    party, user = played_party()
    ann = party.guests["Ann"]
    messages.say(party.table, ann, "hello")
    Note.objects.create(table=party.table, guest=ann, text="my plan")
    Note.objects.create(table=party.table, guest=party.guests["Bo"], text="the plan of Bo")
    answer = signed_in(user).post("/account/export/")
    content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert sorted(file.namelist()) == ["account.json", f"games/{party.table.key}.json"]
        whole = json.loads(file.read("account.json"))
        record = json.loads(file.read(f"games/{party.table.key}.json"))
    assert whole["account"]["sign_in_name"] == user.username
    assert [note["text"] for note in whole["notes"]] == ["my plan"]
    assert [message["text"] for message in whole["messages"]] == ["hello"]
    assert record["players"] == ["Ann", "Bo"]
    assert record.get("seed") is None
    assert user.password not in json.dumps(whole)


def test_each_foreign_key_to_guests_is_exported() -> None:
    kinds = {rows.model for _called, rows in export._rows(Guest.objects.create())}
    kinds |= {rows.model for _called, rows in own_data.rows(account("Ann"))}
    relations = [each for each in Guest._meta.get_fields(include_hidden=True) if isinstance(each, ForeignObjectRel)]
    assert {each.related_model for each in relations} <= kinds


# Recovery


def test_a_recovery_code_sets_a_new_password_once(client: Client) -> None:
    user = account("Ann")
    phone, code = signed_in(user), recovery.new_code(user)
    sent = {"code": code.lower().replace("-", " "), "password1": "another long phrase"}
    page = client.post("/account/recovery/", sent).content.decode()
    assert user.username in page
    assert "<code>" in page
    assert client.get("/").context["guest"] is None
    assert phone.get("/").context["guest"] is None
    assert client.post("/account/recovery/", sent).status_code == 422
    client.post("/account/login/", {"login": user.username, "password": "another long phrase"})
    assert client.get("/").context["guest"] == guest_of(user)


def test_letters_that_look_like_digits_are_read_as_those() -> None:
    user = account("Ann")
    code = recovery.new_code(user)
    assert recovery.account_of(code.replace("0", "O").replace("1", "I")) == user


def test_a_code_is_stored_as_a_hash() -> None:
    user = account("Ann")
    code = recovery.new_code(user)
    assert code not in str(User.objects.values())
    assert code.replace("-", "") not in str(User.objects.values())


def test_without_mail_a_forgotten_password_leads_to_the_code(client: Client) -> None:
    assert "/account/password/reset/" in client.get("/account/login/").content.decode()
    assert client.get("/account/password/reset/")["Location"] == "/account/recovery/"


def test_a_new_code_is_made_by_its_owner() -> None:
    client = confirmed(account("Ann"))
    client.post("/account/recovery-code/", {"make": "1"})
    assert "<code>" in client.get("/account/recovery-code/").content.decode()
    assert PASSWORD not in client.get("/account/recovery-code/").content.decode()
