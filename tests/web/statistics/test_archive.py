"""The archive of public games: which games are in it, and nothing that a person has written."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import tetsudo
from tests.web.statistics.builders import PEOPLE, finished_table, played
from tetsudo.game import record
from tetsudo.web.results.statistics import archive, counting, daily, wishes
from tetsudo.web.results.statistics.models import ArchiveFile, CountedGame
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.games import cleanup
from tetsudo.web.tables.models import Guest, Note, Snapshot, Table
from tetsudo.web.tables.people import admission, merging

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(settings: Any, tmp_path: Path) -> Path:
    """File of the public archive, which is turned on."""
    settings.PUBLIC_ARCHIVE = True
    settings.ARCHIVE_FILE = str(tmp_path / "tetsudo.db.games.jsonl.gz")
    return Path(settings.ARCHIVE_FILE)


def archived() -> list[str]:
    """Ids of the games in the archive, after a count."""
    counting.count_new(share=0)
    return [game.id for game in archive.archived_games()]


def test_a_finished_public_game_is_in_it_whole() -> None:
    table = finished_table(hours=5)
    assert archived() == [archive.game_id(table)]
    game = next(archive.archived_games())
    assert (game.started, game.ended, game.hours) == ("2026-03-01", "2026-03-01", 5.0)
    assert (game.seats, game.end) == (("person", "person"), "bank")
    replayed = tetsudo.load(game.record)
    assert replayed.result() == {"Player 1": game.worths[0], "Player 2": game.worths[1]}
    assert replayed.digest() == record.load(played()).digest()


def test_seats_of_bots_are_named() -> None:
    finished_table(PEOPLE[:1], ["rules"])
    archived()
    assert next(archive.archived_games()).seats == ("person", "rules")


def test_private_games_are_left_out() -> None:
    finished_table(is_listed=False)
    finished_table(status=Table.Status.RUNNING)
    finished_table(is_hidden=True)
    finished_table(moves_of=finished_table(is_listed=False), shared=1)
    restarted = finished_table()
    Snapshot.objects.filter(table=restarted).update(begins=True)
    assert archived() == []


def test_closed_tables_of_a_tournament_are_left_out_until_their_round_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    closed, other = finished_table(), finished_table()
    monkeypatch.setattr(admission, "_closings", [lambda table: table.pk == closed.pk])
    assert archived() == [archive.game_id(other)]
    monkeypatch.setattr(admission, "_closings", [])
    assert archived() == [archive.game_id(closed), archive.game_id(other)]


def test_a_game_that_becomes_private_is_gone_from_the_next_archive() -> None:
    table = finished_table()
    assert len(archived()) == 1
    Table.objects.filter(pk=table.pk).update(is_listed=False)
    assert archived() == []


def test_whoever_has_asked_is_left_out_also_with_a_seat_given_up() -> None:
    table = finished_table()
    finished_table(["Bo", "Cy"])
    guest = Guest.objects.get(name=PEOPLE[1])
    wishes.set_left_out(guest, True)
    assert len(archived()) == 1
    seat = table.seats.get(guest=guest)
    type(seat).objects.filter(pk=seat.pk).update(guest=None, bot="rules", left_by=guest)
    assert len(archived()) == 1
    wishes.set_left_out(guest, False)
    assert len(archived()) == 2


def test_a_wish_stays_with_the_person_that_a_guest_turns_out_to_be() -> None:
    finished_table()
    guest, person = Guest.objects.get(name=PEOPLE[0]), Guest.objects.create(name="Dee")
    wishes.set_left_out(guest, True)
    merging.merge(guest, person)
    assert wishes.is_left_out(person)
    assert archived() == []


def test_no_name_chat_note_or_address_is_in_it(file: Path) -> None:
    table = finished_table(name="Friday club")
    guest = Guest.objects.get(name=PEOPLE[0])
    messages.say(table, guest, "hello there")
    Note.objects.create(table=table, guest=guest, text="my plan")
    daily.count()
    content = gzip.decompress(file.read_bytes()).decode()
    for private in (*PEOPLE, "Friday", "hello there", "my plan", table.key, guest.key):
        assert private not in content
    line = json.loads(content)
    assert line["record"]["players"] == ["Player 1", "Player 2"]


def test_the_same_database_gives_the_same_file(file: Path) -> None:
    finished_table()
    finished_table(["Bo", "Cy"])
    daily.count()
    before = file.read_bytes()
    daily.count()
    assert file.read_bytes() == before
    said = ArchiveFile.objects.get()
    assert (said.games, said.titles, said.size) == (2, {"1889": 2}, len(before))


def test_the_daily_cleanup_writes_it_only_if_the_host_has_turned_it_on(file: Path, settings: Any) -> None:
    finished_table()
    settings.PUBLIC_ARCHIVE = False
    cleanup.do_duties()
    assert CountedGame.objects.count() == 1
    assert not file.exists()
    settings.PUBLIC_ARCHIVE = True
    cleanup.do_duties()
    assert file.exists()


def test_a_game_is_replayed_once() -> None:
    finished_table()
    assert counting.count_new(share=0) == 1
    assert counting.count_new(share=0) == 0
    Table.objects.update(version=len(played().actions) - 1)  # undone, and then ended in another way
    assert counting.count_new(share=0) == 0  # this one is not over
    assert list(archive.archived_games()) == []


def test_a_game_that_the_rules_no_longer_replay_is_left_out() -> None:
    table = finished_table()
    table.moves.filter(index=3).update(data={"type": "pass", "player": PEOPLE[0]})
    assert archived() == []
