"""Tables with random events: a result is stored as a move without a seat, and cannot be predicted."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from django.test import Client

import tetsudo
from tests.builders import hex_id, operate, run
from tests.clauses.t1890.test_chance import tigers
from tests.clauses.t1890.test_earthquake import buys, itami, owners, short
from tests.web.builders import browser
from tetsudo.draw.scene import FACE_DOWN_COLOUR, occupants
from tetsudo.engine.state.state import LAST_TURN
from tetsudo.game.game import Game
from tetsudo.language.labels import action_to_data
from tetsudo.web.tables.games import from_record, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Move, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.own_seats import own_seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Guest:
    return Guest.objects.create(name="Ann")


@pytest.fixture
def table(ann: Guest) -> Table:
    """Hanshin is about to run to a brown Nishinomiya."""
    return from_record.create_from_game(tigers(), ann, "Tigers")


def written_run(game: Game, routes: str = "F9 F7") -> Any:
    return action_to_data(game.setup, game.names, run(game, "HS", ("2", routes)))


def run_there(table: Table, ann: Guest, routes: str = "F9 F7") -> CachedGame:
    return submit.act(table, table.version, written_run(games.current(table).game, routes), own_seats(table, ann))


def die(hot: CachedGame) -> int:
    return int(hot.game.record().actions[-1]["result"])


def test_what_chance_decides_is_a_move_of_nobody(table: Table, ann: Guest) -> None:
    hot = run_there(table, ann)
    assert (hot.version, table.version, hot.path) == (2, 2, (1, 2))
    assert list(Move.objects.filter(table=table).order_by("index").values_list("data__type", "seat")) == [
        ("run_routes", 1), ("chance", None),
    ]  # fmt: skip
    games.clear()
    assert games.current(table).game.digest() == hot.game.digest()


def test_an_undo_takes_both_back_and_the_die_falls_as_before(table: Table, ann: Guest) -> None:
    first = run_there(table, ann)
    assert submit.undo_moves(table, 2, None, ann).game.length == 0
    assert submit.redo_moves(table, 3, ann).game.length == 2
    submit.undo_moves(table, 4, 0, ann)
    games.clear()
    assert die(run_there(table, ann, "F9 E10")) == die(first)


def test_the_die_alone_cannot_be_taken_back(table: Table, ann: Guest) -> None:
    run_there(table, ann)
    assert submit.undo_moves(table, 2, 1, ann).game.length == 0
    games.clear()
    assert games.current(table).game.length == 0


def test_a_branch_has_the_dice_that_were_thrown_and_others_from_then_on(table: Table, ann: Guest) -> None:
    hot = run_there(table, ann)
    branch = from_record.create_branch(table, 2, ann, "What if")
    for _ in range(2):
        assert games.current(branch).game.digest() == hot.game.digest()
        games.clear()
    thrown = {die(run_there(from_record.create_branch(table, 0, ann, "What if"), ann)) for _ in range(40)}
    assert len(thrown) > 1


def test_a_table_from_a_file_has_a_seed_that_the_file_does_not_tell(ann: Guest) -> None:
    game = tigers()
    game.apply(run(game, "HS", ("2", "F9 F7")))
    table = from_record.create_from_game(game, ann, "Tigers")
    assert table.seed != game.seed
    games.clear()
    assert games.current(table).game.digest() == game.digest()


def test_the_record_tells_no_seed_and_is_read_again(table: Table, ann: Guest) -> None:
    hot = run_there(table, ann)
    content = browser(ann).get(f"/t/{table.key}/record/").content
    assert json.loads(content)["seed"] is None
    assert tetsudo.load(content).digest() == hot.game.digest()
    assert storage.full_record(table, hot).seed is None


def test_pages_tell_of_it_and_show_the_moment_before(table: Table, ann: Guest) -> None:
    result = die(run_there(table, ann))
    for client in (browser(ann), Client()):
        client.defaults["HTTP_ACCEPT"] = "text/html"
        assert f"Random result: {result} of 6." in client.get(f"/t/{table.key}/").content.decode()
        assert client.get(f"/t/{table.key}/at/1/").status_code == 200


def test_who_runs_is_told_what_the_die_may_add(table: Table, ann: Guest) -> None:
    """Nishinomiya and Ashiya are 60; a 1 makes that 120, a 4 leaves it."""
    client = browser(ann)
    client.defaults["HTTP_ACCEPT"] = "text/html"
    for _ in range(100):
        page = client.get(f"/t/{table.key}/").content.decode()
        if "Run ¥60" in page:
            break
        time.sleep(0.05)
    assert "and ¥0 to ¥60 more, by die roll" in page


# The earthquake's levy


def test_who_owes_more_than_he_has_is_shown_what_he_may_sell() -> None:
    guest = Guest.objects.create(name="Ann")
    game = short(owners(), 0, 1450)
    table = from_record.create_from_game(game, guest, "Dues")
    client = browser(guest)
    client.defaults["HTTP_ACCEPT"] = "text/html"
    page = client.get(f"/t/{table.key}/").content.decode()
    assert "¥250 still to raise." in page
    assert "sell shares to pay the debt" in page


def test_what_each_player_owes_stands_among_the_players_as_long_as_he_does() -> None:
    """As in the clause's own test: 1,700 for the first two, 1,100 and 1,300."""
    game = owners()
    assert "Owes" not in _players_of(game)
    buys(game)
    assert [player.due for player in game.players] == [1700, 1700, 1100, 1300]
    owed = _players_of(game).partition('id="matrix"')[2].partition("Owes")[2].partition("</tr>")[0]
    assert re.findall(r">([\d,]+)<", owed) == ["1,700", "1,700", "1,100", "1,300"]


def _players_of(game: Game) -> str:
    guest = Guest.objects.create(name="Ann")
    client = browser(guest)
    client.defaults["HTTP_ACCEPT"] = "text/html"
    table = from_record.create_from_game(game.with_chance(1), guest, "Dues")
    return client.get(f"/t/{table.key}/").content.decode()


def test_a_token_face_down_has_a_button() -> None:
    guest = Guest.objects.create(name="Ann")
    game = itami()
    buys(game)
    game.state.turn += 1
    operate(game, "HK")
    table = from_record.create_from_game(game.with_chance(1), guest, "Itami")
    client = browser(guest)
    client.defaults["HTTP_ACCEPT"] = "text/html"
    assert "restore the token in E10" in client.get(f"/t/{table.key}/").content.decode()


def test_a_token_face_down_is_drawn_so() -> None:
    game, place = itami(), "E10"
    spot = hex_id(game, place), 0
    assert [each.colour for each in occupants(game.setup, game.state)[spot]] != [FACE_DOWN_COLOUR]
    buys(game)
    assert [each.colour for each in occupants(game.setup, game.state)[spot]] == [FACE_DOWN_COLOUR]


@pytest.mark.rule("1890-C.10.13-i")
def test_the_end_page_says_what_was_still_owed(ann: Guest) -> None:
    """The game ends with the earthquake's turn: no levy is paid, so all of them are deducted."""
    game = owners()
    buys(game)
    game.state.ended = LAST_TURN
    table = from_record.create_from_game(game, ann, "Quake")
    page = browser(ann).get(f"/t/{table.key}/end/").content.decode()
    row = re.search(r"<tr>\s*<th scope=\"row\">Still owed</th>.*?</tr>", page, re.DOTALL)
    assert row
    assert re.findall(r"−[\d,]+", row[0]) == ["−1,700", "−1,700", "−1,100", "−1,300"]
    assert "Debt to the bank at the end of the game is deducted." in page
    for place in game.standings():
        assert f"¥{place.total:,}" in page
    csv = browser(ann).get(f"/t/{table.key}/plots/breakdown.csv").content.decode()
    assert "owed,-1700,-1700,-1100,-1300" in csv
