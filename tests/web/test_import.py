"""Import and export of files, and what-if tables."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

import tetsudo
from tests.interop.test_import import with_chance
from tetsudo import interop
from tetsudo.game.record import MAX_FILE_BYTES
from tetsudo.titles.loader import titles
from tetsudo.web.lobby.files.sending import sending_of
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Move, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.own_seats import own_seats
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db
TITLE = titles()[0].name


def played(actions: int, *names: str) -> tetsudo.Game:
    """A random game with a number of actions."""
    game, chance = tetsudo.new(TITLE, names or ("Ann", "Bo", "Cy"), seed=5), random.Random(5)
    for _ in range(actions):
        game.apply(chance.choice(game.legal_actions()).example())
    return game


def send(client: Client, content: bytes, name: str = "my game.json") -> object:
    return client.post("/import/", {"file": SimpleUploadedFile(name, content)})


def imported() -> tuple[Table, tetsudo.Game]:
    games.clear()
    table = Table.objects.get()
    return table, games.current(table).game


def refusal(client: Client, content: bytes) -> str:
    """The one-sentence error for a broken file."""
    response = client.post("/import/", {"text": content.decode(errors="surrogateescape")})
    assert response.status_code == 422
    assert not Table.objects.exists()
    (sentence,) = response.context["form"].non_field_errors()
    return str(sentence)


# Import


def test_a_file_for_two_gives_a_table_though_the_title_is_for_more(client: Client) -> None:
    """18xx.games allows two players in the prototype of 1888, which is for 3 to 6."""
    players = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]
    file = {"title": "1888", "players": players, "settings": {"optional_rules": []}, "actions": []}
    response = send(client, json.dumps(file).encode())
    table, found = imported()
    assert (found.setup.title, found.setup.players) == ("1888", 2)
    assert response["Location"] == f"/t/{table.key}/"  # type: ignore[index]
    for page in ("", "parts/", "chronicle/"):
        assert client.get(f"/t/{table.key}/{page}").status_code == 200


def test_a_record_gives_an_equal_position(client: Client) -> None:
    game = played(60)
    response = send(client, game.record().to_json())
    table, found = imported()
    assert response["Location"] == f"/t/{table.key}/"  # type: ignore[index]
    assert found.digest() == game.digest()
    assert found.actions == game.actions
    assert (table.name, table.is_listed, table.version) == ("my game", False, 60)
    assert client.get(response["Location"]).status_code == 200  # type: ignore[index]


def test_a_record_in_which_chance_decided_gives_an_equal_position(client: Client) -> None:
    game = with_chance()
    response = send(client, game.record().to_json())
    table, found = imported()
    assert (found.digest(), table.version) == (game.digest(), game.length)
    assert client.get(f"/t/{table.key}/").status_code == 200
    assert response["Location"] == f"/t/{table.key}/"  # type: ignore[index]


def test_pasted_text_does_as_well(client: Client) -> None:
    game = played(20)
    client.post("/import/", {"text": f"\n  {game.record().to_json().decode()}", "name": "Pasted"})
    table, found = imported()
    assert (table.name, found.digest()) == ("Pasted", game.digest())


@pytest.mark.shared("games/1889/104.json", "games/1889/5033.json", "games/raw/1889-hotseat.json")
def test_a_game_of_18xx_games_gives_an_equal_position(client: Client, shared_file: Path) -> None:
    report = interop.replay(shared_file)
    assert report.error is None
    send(client, shared_file.read_bytes(), shared_file.name)
    table, found = imported()
    assert found.digest() == report.game.digest()
    assert table.status == (Table.Status.FINISHED if report.game.is_over else Table.Status.RUNNING)


def test_one_goes_on_playing_an_imported_game_and_hands_seats_over(client: Client) -> None:
    send(client, played(30).record().to_json())
    table, game = imported()
    action = json.dumps(game.record().actions[0] | {})  # only its form matters: the client has all seats
    assert client.post(f"/t/{table.key}/act/", {"version": 0, "action": action}).status_code == 409
    client.post(f"/t/{table.key}/seats/", {"do": "leave", "seat": 1})
    client.post(f"/t/{table.key}/seats/", {"do": "bot", "seat": 2, "bot": "simple"})
    seats = table.seats.all()
    assert [(seat.is_open, seat.bot) for seat in seats] == [(False, ""), (True, ""), (False, "simple")]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{\n\n ]", "Line 3"),
        (b"hello", "Line 1"),
        (b'{"format": "tetsudo", "version": 9}', "Version"),
        (b'{"format": "tetsudo", "version": 2, "title": "1889"}', "players"),
        (b'{"format": "tetsudo", "version": 2, "title": "1066", "players": ["A", "B"]}', "1066"),
        (b"{}", "neither a Tetsudo record nor an 18xx.games file"),
        (b"[" * 100_000, "nested too deeply"),
        (b"/etc/passwd", "Line 1"),
    ],
)
def test_a_broken_file_is_one_sentence(client: Client, content: bytes, words: str) -> None:
    assert words in refusal(client, content)


def test_nothing_and_too_much_are_refused_at_the_field(client: Client) -> None:
    assert "Choose a file" in str(client.post("/import/", {}).context["form"].errors["file"])
    large = SimpleUploadedFile("large.json", b" " * (MAX_FILE_BYTES + 1))
    assert "larger than" in str(client.post("/import/", {"file": large}).context["form"].errors["file"])


def test_what_was_read_up_to_an_error_can_be_opened(client: Client) -> None:
    record = json.loads(played(30).record().to_json())
    record["actions"][25] = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
    response = send(client, json.dumps(record).encode())
    stopped = response.context["stopped"]  # type: ignore[attr-defined]
    assert "Action 25" in stopped.sentence
    assert stopped.clause
    assert not Table.objects.exists()
    client.post("/import/", {"text": response.context["text"], "as_far": "1"})  # type: ignore[attr-defined]
    _table, found = imported()
    assert found.digest() == played(25).digest()


@pytest.mark.django_db(transaction=True)
def test_a_page_that_asks_again_for_a_file_is_given_one_table(client: Client) -> None:
    """The check for an answer has no rate limit, so it must not create tables, nor guests for clients without
    cookies."""
    content = played(30).record().to_json()
    send(client, content)
    Table.objects.all().delete()
    address = sending_of(content, "Mine").address
    guests = Guest.objects.count()
    asked = [client, client, Client(), Client()]
    assert {each.post(address)["Location"] for each in asked} == {f"/t/{Table.objects.get().key}/"}
    assert Guest.objects.count() == guests


@pytest.mark.django_db(transaction=True)
def test_two_who_send_the_same_file_at_once_have_a_table_each() -> None:
    content = played(30).record().to_json()
    for client in (Client(), Client()):
        send(client, content)
        client.post(sending_of(content, "Mine").address)
    assert len({table.owner for table in Table.objects.all()}) == 2


# Download


def test_a_downloaded_record_is_the_game(client: Client) -> None:
    game = played(40)
    send(client, game.record().to_json(), "Über die Insel.json")
    response = client.get(f"/t/{imported()[0].key}/record/")
    assert 'attachment; filename="uber-die-insel-40.json"' in response["Content-Disposition"]
    assert tetsudo.load(response.content).digest() == game.digest()


def test_a_game_is_exported_for_18xx_games_or_refused_with_a_sentence(client: Client) -> None:
    send(client, played(40).record().to_json())
    table = imported()[0]
    response = client.get(f"/t/{table.key}/record/?format=18xx.games")
    assert response.status_code in (200, 422)
    if response.status_code == 200:
        assert interop.replay(response.content).game.length == 40
    else:
        assert "To the lobby" in response.content.decode()


# What if


def test_a_branch_goes_on_from_a_position_and_leaves_its_parent_alone(client: Client) -> None:
    game = played(30)
    owner = Guest.objects.create(name="Bo")
    parent = open_table(TableSettings(TITLE, [Chair("Ann"), Chair("Bo"), Chair("Cy")], name="League", seed=5), owner)
    for version, data in enumerate(game.record().actions):
        submit.act(parent, version, data, [0, 1, 2])
    before = list(Move.objects.filter(table=parent).values_list("data", flat=True))

    response = client.post(f"/t/{parent.key}/branch/12/")
    child = Table.objects.exclude(pk=parent.pk).get()
    assert response["Location"] == f"/t/{child.key}/"
    assert (child.branch_of, child.branch_version, child.is_listed) == (parent, 12, False)
    assert child.name == "What if: League, move 12"
    assert games.current(child).game.digest() == games.at_version(parent, 12).game.digest()

    offer = games.current(child).game.legal_actions()[0].example()
    submit.act_for_bot(child, 12, offer)
    submit.undo_moves(child, 13, 5, child.owner)
    assert own_seats(child, child.owner) == [0, 1, 2]
    parent.refresh_from_db()
    assert parent.version == 30
    assert list(Move.objects.filter(table=parent).values_list("data", flat=True)) == before
    assert games.current(parent).game.digest() == game.digest()
    assert "What if" not in Client().get("/").content.decode()
    assert "League" in client.get(f"/t/{child.key}/seats/").content.decode()


def test_there_is_no_branch_of_what_was_not_reached(client: Client) -> None:
    parent = open_table(TableSettings(TITLE, [Chair("Ann"), Chair("Bo")]), Guest.objects.create(name="Bo"))
    assert client.post(f"/t/{parent.key}/branch/1/").status_code == 404
    assert client.get(f"/t/{parent.key}/branch/0/").status_code == 405
    assert Table.objects.count() == 1
