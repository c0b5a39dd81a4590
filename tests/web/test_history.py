"""History on the table's page: permanent addresses, the history bar, the log by rounds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from tetsudo import interop
from tetsudo.game.game import Game
from tetsudo.titles.loader import titles
from tetsudo.web.play.panels import history
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import path_text
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db
TITLE = titles()[0].name


@pytest.fixture
def table(client: Client) -> Table:
    """A hotseat table after three bids."""
    client.post("/guest/", {"name": "Ann"})
    wish = TableSettings(TITLE, [Chair("Ann"), Chair("Bo"), Chair("Cy")], seed=7, undo=Table.Undo.FREE)
    made = open_table(wish, Guest.objects.get(name="Ann"))
    for player, lot, price in (("Ann", "MF", 35), ("Bo", "ER", 45), ("Cy", "SMR", 55)):
        action = {"type": "bid", "player": player, "lot": lot, "price": price}
        submit.act(made, made.version, action, range(3))
    return made


@pytest.fixture
def long_ago(table: Table, shared: Path) -> Table:
    """A complete game."""
    game = interop.replay((shared / "games/1889/104.json").read_bytes()).game
    return from_record.create_from_game(game, table.owner, "Done")


def page(client: Client, table: Table, path: str = "") -> str:
    answer = client.get(f"/t/{table.key}/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_past_is_kept_by_browsers_and_the_present_is_not(client: Client, table: Table) -> None:
    for path in ("at/1/", "at/1/parts/"):
        control = client.get(f"/t/{table.key}/{path}")["Cache-Control"]
        assert "immutable" in control
        assert "private" in control
    assert "no-store" in client.get(f"/t/{table.key}/parts/")["Cache-Control"]
    assert "no-store" in client.get(f"/t/{table.key}/at/3/parts/")["Cache-Control"]


def test_the_last_position_is_the_table_itself(client: Client, table: Table) -> None:
    assert client.get(f"/t/{table.key}/at/3/")["Location"] == f"/t/{table.key}/"


def test_there_is_no_position_that_has_not_come(client: Client, table: Table) -> None:
    assert client.get(f"/t/{table.key}/at/4/").status_code == 404
    assert client.get(f"/t/{table.key}/at/4/parts/").status_code == 404
    assert client.get(f"/t/{table.key}/at/4/log/0/").status_code == 404


def test_before_the_first_action_the_log_lists_its_only_part(client: Client, table: Table) -> None:
    assert 'data-log="0/"' in page(client, table, "at/0/log/before/1/")
    assert "data-log" not in page(client, table, "at/0/log/before/0/")


def test_a_page_of_the_past_says_so_and_offers_a_branch(client: Client, table: Table) -> None:
    past = page(client, table, "at/1/")
    assert 'data-past="1"' in past
    assert f'action="/t/{table.key}/branch/1/"' in past
    assert "The past" in past
    assert 'data-past="1"' not in page(client, table)


def test_parts_of_the_past_leave_track_and_log_alone(client: Client, table: Table) -> None:
    parts = page(client, table, "at/1/parts/")
    assert 'data-version="1"' in parts
    assert 'id="log"' not in parts


def test_the_past_shows_the_whole_track(client: Client, table: Table) -> None:
    assert 'data-path="0-3"' in page(client, table, "at/1/")
    assert 'max="3" value="1"' in page(client, table, "at/1/")


def test_what_was_taken_back_keeps_its_address(client: Client, table: Table) -> None:
    submit.undo_moves(table, 3, 1, table.owner)
    assert 'data-path="0-1"' in page(client, table)
    action = {"type": "bid", "player": "Bo", "lot": "DR", "price": 65}
    submit.act(table, 4, action, range(3))
    assert 'data-path="0-1,5-5"' in page(client, table)
    assert 'data-version="3"' in page(client, table, "at/3/")
    assert "Move 3" in page(client, table, "at/3/")
    assert "Move 2" in page(client, table)


def test_each_line_of_the_log_is_a_link_to_its_position(client: Client, table: Table) -> None:
    log = page(client, table).partition('id="log"')[2]
    lines = re.findall(rf'<a\s+href="/t/{re.escape(table.key)}/at/(\d+)/"\s+rel="nofollow">(.*?)</a>', log, re.DOTALL)
    assert [version for version, _ in lines][:4] == ["0", "1", "2", "3"]
    assert "Bo bids ¥45 for Ehime Railroad." in lines[2][1]


def test_the_chronicle_goes_on_while_the_past_is_shown(client: Client, table: Table) -> None:
    chronicle = page(client, table, "chronicle/")
    assert 'id="track"' in chronicle
    assert "Cy bids ¥55" in chronicle
    assert 'id="acts"' not in chronicle


def test_early_rounds_are_fetched_when_they_are_opened(client: Client, long_ago: Table) -> None:
    shown = page(client, long_ago)
    assert "The auction begins." not in shown
    closed = [f"at/{long_ago.version}/log/{rest}" for rest in re.findall(r'data-log="([^"]+)"', shown)]
    assert "The auction begins." in page(client, long_ago, closed[0])
    told = [page(client, long_ago, path) for path in closed] + [shown.partition('id="log"')[2]]
    numbers = [int(number) for part in told for number in re.findall(r'<li data-number="(\d+)"', part)]
    kinds = ["", *(move.data["type"] for move in long_ago.moves.all())]
    untold = set(range(long_ago.version + 1)) - set(numbers)
    assert {kinds[number] for number in untold} == {"pass"}  # by players who had already acted in the turn
    assert numbers == sorted(numbers)


def test_rounds_that_were_played_again_are_others(long_ago: Table) -> None:
    """A page with an open round drops its log after an undo."""
    hot = games.current(long_ago)
    again = hot._replace(path=(*hot.path[:2], *(version + 1000 for version in hot.path[2:])))
    parts = history._parts(hot)
    assert history._listed_parts(hot, parts) == history._listed_parts(hot, parts)
    assert history._listed_parts(hot, parts)["rounds"] != history._listed_parts(again, parts)["rounds"]


def test_rounds_on_the_track_are_as_long_as_their_actions(client: Client, long_ago: Table) -> None:
    lengths = re.findall(r'data-length="(\d+)"\s+data-start="(\d+)"', page(client, long_ago))
    assert sum(int(length) for length, _ in lengths) == long_ago.version
    starts = [int(start) for _, start in lengths]
    assert [start + int(length) for start, (length, _) in zip(starts, lengths, strict=True)][:-1] == starts[1:]


def test_a_game_that_began_in_the_midst_of_a_round(client: Client, long_ago: Table, shared: Path) -> None:
    game = interop.replay((shared / "games/1889/104.json").read_bytes()).game.earlier(200)
    started = Game.at(game.ruleset, game.names, game.state.clone())
    table = from_record.create_from_game(started, long_ago.owner, "Midst")
    assert "Stock round 6" in page(client, table).partition('id="log"')[2]


@pytest.mark.parametrize(("path", "text"), [((0,), "0-0"), ((0, 1, 2, 5, 6, 9), "0-2,5-6,9-9"), ((4, 5), "4-5")])
def test_versions_are_written_in_runs(path: tuple[int, ...], text: str) -> None:
    assert path_text(path) == text
