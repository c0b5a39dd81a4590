"""Plots of a table's game, its end page, and a rematch."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from functools import lru_cache
from io import StringIO
from xml.etree import ElementTree

import pytest
from django.test import Client

import tetsudo
from tests.web.builders import browser, open_party
from tests.web.filling import OPTIONS, PEOPLE, random_actions
from tetsudo.analysis.accounts import PLOTS, accounts
from tetsudo.analysis.accounts.spreadsheets import SHEETS, sheet
from tetsudo.game.game import Game
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.results.accounts_cache import Entry, cached_accounts, compute_entry
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.own_seats import own_seats
from tetsudo.web.tables.seats.rematch import rematch

pytestmark = pytest.mark.django_db

HTML = {"accept": "text/html"}


@lru_cache(maxsize=1)
def whole() -> Game:
    """A complete random game."""
    game = tetsudo.new("1889", PEOPLE, seed=7, options=OPTIONS)
    for action in random_actions():
        game.apply(tetsudo.language.labels.action_from_data(game.setup, game.names, action))
    return game


@pytest.fixture
def finished() -> Table:
    """The table of a finished game, owned by the guest Ann."""
    return from_record.create_from_game(whole(), Guest.objects.create(name="Ann"), "Friday")


def rows(answer: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(answer.decode())))


# Plots


def test_every_plot_is_a_picture_and_a_table(finished: Table) -> None:
    client, game = browser(finished.owner), whole()
    page = client.get(f"/t/{finished.key}/plots/").content.decode()
    for name in PLOTS:
        assert f'id="plot-{name}"' in page
        for theme in ("light", "dark"):
            drawn = client.get(f"/t/{finished.key}/plots/{name}.svg", {"theme": theme})
            assert drawn["Content-Disposition"] == f'attachment; filename="friday-{name}.svg"'
            ElementTree.fromstring(drawn.content)
            assert b"var(" not in drawn.content
    for name in (*PLOTS, *SHEETS):
        answer = client.get(f"/t/{finished.key}/plots/{name}.csv")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        assert answer.content.decode() == sheet(game, accounts(game), name)
    for wrong in ("nothing.csv", "nothing.svg", "runs.svg"):
        assert client.get(f"/t/{finished.key}/plots/{wrong}").status_code == 404


def test_the_table_behind_a_plot_has_the_engines_numbers(finished: Table) -> None:
    page = browser(finished.owner).get(f"/t/{finished.key}/plots/").content.decode()
    figure = page.partition('id="plot-worth"')[2].partition("</figure>")[0]
    lines = re.findall(r"<tr data-start.*?</tr>", figure, re.DOTALL)
    assert len(lines) == len(accounts(whole()).rounds)
    for line in lines:
        version = re.search(r"/at/(\d+)/", line)
        assert version
        then = whole().earlier(int(version[1]))
        assert re.findall(r"<td>([^<]*)</td>", line) == [f"¥{player.worth:,}" for player in then.players]


def test_there_are_none_before_the_game_begins() -> None:
    table = open_party(people=("Ann", "Bo")).table
    Table.objects.filter(pk=table.pk).update(status=Table.Status.WAITING)
    for path in ("plots/", "plots/worth.csv", "plots/worth.svg", "end/"):
        assert Client().get(f"/t/{table.key}/{path}").status_code == 404


@pytest.mark.pure
def test_after_a_move_only_the_round_that_goes_on_is_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an undo, the undone moves are gone from the accounts."""
    held = open_party(undo="free")
    held.act(*random_actions()[:60])
    scene = fresh(held.table)
    assert cached_accounts.accounts_of(scene) == accounts(scene.game)
    since: list[int] = []
    monkeypatch.setattr("tetsudo.analysis.accounts.rounds.Game.moments", spy(since))
    held.act(random_actions()[60])
    assert cached_accounts.accounts_of(fresh(held.table)).length == 61
    assert since == [60]
    monkeypatch.undo()
    for to in (58, 20, 0):
        submit.undo_moves(held.table, held.table.version, to, held.guests["Ann"])
        held.table.refresh_from_db()
        assert cached_accounts.accounts_of(fresh(held.table)) == accounts(whole().earlier(to))


def spy(since: list[int]) -> object:
    moments = Game.moments

    def asked(game: Game, first: int = 0) -> object:
        since.append(first)
        return moments(game, first)

    return asked


def fresh(table: Table) -> Scene:
    """The current scene of a table."""
    table.refresh_from_db()
    return Scene(table, games.current(table), None, False)


def test_a_game_that_is_not_in_memory_is_read_in_lots(monkeypatch: pytest.MonkeyPatch, finished: Table) -> None:
    monkeypatch.setattr("tetsudo.web.results.accounts_cache.BATCH_SIZE", 150)
    games.clear()
    scene = fresh(finished)
    assert scene.hot.game.known_from > 0
    found = compute_entry(scene, None)
    assert found == Entry(scene.hot.path, accounts(whole()))


# The end


def test_the_end_says_who_won_and_why(finished: Table) -> None:
    page = browser(finished.owner).get(f"/t/{finished.key}/end/").content.decode()
    standings = whole().standings()
    winner = whole().names[standings[0].player]
    assert f"{winner} wins by ¥{standings[0].total - standings[1].total:,}" in page
    for name, worth in (whole().result() or {}).items():
        assert name in page
        assert f"¥{worth:,}" in page
    moments = page.partition('<ol class="moments"')[2].partition("</ol>")[0]
    versions = [int(version) for version in re.findall(r"/at/(\d+)/", moments)]
    assert len(versions) == 5
    assert versions == sorted(versions)
    for version in versions:
        assert browser(finished.owner).get(f"/t/{finished.key}/at/{version}/").status_code == 200


def test_what_cash_is_made_of_adds_up(finished: Table) -> None:
    page = browser(finished.owner).get(f"/t/{finished.key}/end/").content.decode()
    table = page.partition('id="sources-title"')[2].partition("</table>")[0]
    lines = [re.findall(r'<td\s+class="number">([^<]*)</td>', line) for line in table.split("</tr>")]
    amounts = [[int(cell.replace(",", "").replace("−", "-")) for cell in line] for line in lines if line]
    assert [sum(column) for column in zip(*amounts[:-1], strict=True)] == amounts[-1]
    assert amounts[-1] == [player.cash for player in whole().players]


def test_a_game_that_goes_on_has_no_end() -> None:
    table = open_party().table
    answer = Client().get(f"/t/{table.key}/end/")
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{table.key}/")


# Rematch


def over(held_bots: Sequence[str] = ()) -> tuple[Table, dict[str, Guest]]:
    """A finished table of Ann, Bo and Cy."""
    held = open_party(bots=held_bots, people=PEOPLE[: 3 - len(held_bots)])
    Table.objects.filter(pk=held.table.pk).update(status=Table.Status.FINISHED)
    held.table.refresh_from_db()
    return held.table, held.guests


def seats(table: Table) -> list[tuple[str, str, bool]]:
    """Each seat's name, bot, and whether it is taken."""
    return [(seat.name, seat.bot, seat.guest is not None) for seat in table.seats.all()]


def test_who_asks_sits_down_and_the_others_are_waited_for() -> None:
    table, guests = over()
    again = rematch(table, guests["Bo"], is_turned=False)
    assert again.status == Table.Status.WAITING
    assert seats(again) == [("Ann", "", False), ("Bo", "", True), ("Cy", "", False)]
    assert rematch(table, guests["Ann"], is_turned=True) == again
    assert rematch(table, guests["Bo"], is_turned=False) == again
    begun = rematch(table, guests["Cy"], is_turned=False)
    assert (begun, begun.status) == (again, Table.Status.RUNNING)
    assert [seat.guest for seat in begun.seats.all()] == list(guests.values())
    assert (begun.options, begun.title, begun.undo) == (table.options, table.title, table.undo)
    assert begun.seed != table.seed


def test_who_is_waited_for_finds_it_among_his_tables_and_sits_down_there() -> None:
    table, guests = over()
    again = rematch(table, guests["Ann"], is_turned=False)
    bo = browser(guests["Bo"])
    assert f"/t/{again.key}/" in bo.get("/?list=mine", headers=HTML).content.decode()
    stranger = browser(Guest.objects.create(name="Zoe"))
    assert f"/t/{again.key}/" not in stranger.get("/", headers=HTML).content.decode()
    assert "Take this seat" in bo.get(f"/t/{again.key}/", headers=HTML).content.decode()
    assert bo.post(f"/t/{again.key}/seats/", {"do": "take", "seat": 1, "name": "Bo"}).status_code == 302
    assert seats(again) == [("Ann", "", True), ("Bo", "", True), ("Cy", "", False)]


def test_turned_seats_let_the_second_begin() -> None:
    table, guests = over()
    again = rematch(table, guests["Ann"], is_turned=True)
    assert [name for name, _bot, _sits in seats(again)] == ["Bo", "Cy", "Ann"]


def test_with_programs_the_game_begins_at_once() -> None:
    table, guests = over(("simple", "random"))
    again = rematch(table, guests["Ann"], is_turned=True)
    assert again.status == Table.Status.RUNNING
    assert seats(again)[2] == ("Ann", "", True)
    assert [bot for _name, bot, _sits in seats(again)] == ["simple", "random", ""]


def test_one_at_all_seats_plays_on_alone(finished: Table) -> None:
    client = browser(finished.owner)
    page = client.get(f"/t/{finished.key}/end/").content.decode()
    assert "Rematch, same seats" in page
    answer = client.post(f"/t/{finished.key}/rematch/", {"seats": "turned"})
    again = Table.objects.get(rematch_of=finished)
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{again.key}/")
    assert [seat.name for seat in again.seats.all()] == ["Bo", "Cy", "Ann"]
    assert "To the rematch" in client.get(f"/t/{finished.key}/").content.decode()


def test_nobody_else_asks_for_a_rematch(finished: Table) -> None:
    stranger = browser(Guest.objects.create(name="Zoe"))
    assert "Rematch, same seats" not in stranger.get(f"/t/{finished.key}/end/").content.decode()
    for client in (stranger, Client()):
        assert client.post(f"/t/{finished.key}/rematch/", {"seats": "same"}).status_code == 403
    running = open_party()
    assert running.client("Bo").post(f"/t/{running.table.key}/rematch/", {"seats": "same"}).status_code == 403
    assert not Table.objects.exclude(rematch_of=None).exists()


def test_a_stranger_takes_no_seat_that_waits_for_somebody() -> None:
    table, guests = over()
    again = rematch(table, guests["Ann"], is_turned=False)
    stranger = browser(Guest.objects.create(name="Zoe"))
    answer = stranger.post(f"/t/{again.key}/seats/", {"do": "take", "seat": 1, "name": "Zoe"}, headers=HTML)
    assert answer.status_code == 403
    assert own_seats(again, guests["Bo"]) == []
