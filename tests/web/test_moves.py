"""Moves: accepted ones, refused ones without effect, and cached games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import DatabaseError

from tests.web.builders import Party, browser, open_party, replayed_game
from tests.web.filling import SEED, TITLE, random_actions
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.game.game import Game
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games import from_record, summary
from tetsudo.web.tables.games.cache import Games, games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.games.storage import initial_game
from tetsudo.web.tables.games.summary import GameSummary
from tetsudo.web.tables.models import Guest, Move, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats import join
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db

FIRST = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
SECOND = {"type": "pass", "player": "Bo"}


def cash(hall: Party) -> list[int]:
    return list(games.current(hall.table).game.state.cash[:3])


def test_an_accepted_move_is_the_next_version_and_is_kept() -> None:
    hall = open_party()
    hot = hall.act(FIRST)
    assert (hot.version, hall.table.version) == (1, 1)
    assert cash(hall) == [400, 420, 420]
    kept = Move.objects.get(table=hall.table)
    assert (kept.index, kept.data, kept.seat) == (0, FIRST, 0)
    row = Table.objects.get(pk=hall.table.pk)
    assert (row.version, row.to_act, row.status) == (1, 1, "running")


def test_the_same_post_twice_is_done_once() -> None:
    hall = open_party()
    ann = hall.client("Ann")
    post = {"version": 0, "action": json.dumps(FIRST)}
    assert ann.post(f"/t/{hall.table.key}/act/", post).json() == {"version": 1}
    again = ann.post(f"/t/{hall.table.key}/act/", post)
    assert again.status_code == 409
    assert again.json()["version"] == 1
    assert cash(hall) == [400, 420, 420]
    assert Move.objects.count() == 1


@pytest.mark.parametrize("version", [1, 2, 9, 999_999_999])
def test_a_move_for_another_position_is_stale(version: int) -> None:
    hall = open_party()
    with pytest.raises(StaleRequest):
        submit.act(hall.table, version, FIRST, [0])
    assert not Move.objects.exists()


def test_a_move_for_an_old_position_brings_its_table_up_to_date() -> None:
    hall = open_party()
    old = Table.objects.get(pk=hall.table.pk)
    hall.act(FIRST)
    with pytest.raises(StaleRequest):
        submit.act(old, 0, FIRST, [0])
    assert (old.version, old.to_act) == (1, 1)


def test_what_the_rules_forbid_changes_nothing() -> None:
    hall = open_party()
    with pytest.raises(IllegalAction, match="20"):
        hall.act({**FIRST, "price": 19})
    assert (hall.table.version, cash(hall)) == (0, [420, 420, 420])
    assert not Move.objects.exists()


def test_a_guest_acts_for_his_own_seats_only() -> None:
    hall = open_party()
    with pytest.raises(NotAllowed):
        hall.act(FIRST, by="Bo")
    answer = hall.client("Cy").post(f"/t/{hall.table.key}/act/", {"version": 0, "action": json.dumps(FIRST)})
    assert answer.status_code == 403
    onlooker = browser(Guest.objects.create(name="Dee"))
    assert onlooker.post(f"/t/{hall.table.key}/act/", {"version": 0, "action": json.dumps(FIRST)}).status_code == 403
    assert hall.table.version == 0
    assert not Move.objects.exists()


def test_one_guest_in_all_seats_acts_for_each() -> None:
    ann = Guest.objects.create(name="Ann")
    table = open_table(TableSettings(TITLE, [Chair("Ann"), Chair("Bo")], seed=SEED), ann)
    hall = Party(table, {"Ann": ann})
    assert hall.act(FIRST, SECOND, by="Ann").version == 2


def test_nobody_acts_at_a_table_that_waits() -> None:
    ann = Guest.objects.create(name="Ann")
    table = open_table(TableSettings(TITLE, [Chair("Ann"), Chair()], seed=SEED), ann)
    with pytest.raises(BadInput, match="open"):
        submit.act(table, 0, FIRST, [0])
    answer = browser(ann).post(f"/t/{table.key}/act/", {"version": 0, "action": json.dumps(FIRST)})
    assert 400 <= answer.status_code < 500


def test_a_finished_game_takes_no_move() -> None:
    hall = open_party()
    hall.act(*random_actions(chance=13))
    assert hall.table.status == Table.Status.FINISHED
    assert hall.table.to_act is None
    assert hall.table.result == games.current(hall.table).game.result()
    with pytest.raises(IllegalAction):
        hall.act(FIRST)


# Cached games


def test_an_accepted_move_never_replays_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_party()
    hall.act(*random_actions()[:60])
    applied: list[object] = []
    follow = Game.follow

    def counted(self: Game, action: Any) -> Any:
        applied.append(action)
        return follow(self, action)

    monkeypatch.setattr(Game, "follow", counted)
    for action in random_actions()[60:70]:
        applied.clear()
        hall.act(action)
        assert len(applied) == 1


def test_a_move_that_cannot_be_written_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_party()
    hall.act(*random_actions()[:3])
    before = games.current(hall.table)

    def broken(rows: object) -> None:
        raise DatabaseError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Move.objects, "bulk_create", broken)
        with pytest.raises(DatabaseError):
            hall.act(random_actions()[3])
    fresh = Table.objects.get(pk=hall.table.pk)
    assert (hall.table.version, fresh.version, Move.objects.count()) == (3, 3, 3)
    assert games.current(fresh) is before
    assert hall.act(random_actions()[3]).version == 4
    assert games.current(hall.table).game.digest() == replayed_game(hall.table, 4).digest()


def test_what_is_in_memory_is_never_changed() -> None:
    hall = open_party()
    hall.act(*random_actions()[:5])
    before = games.current(hall.table)
    digest, length, path = before.game.digest(), before.game.length, before.path
    hall.act(*random_actions()[5:9])
    submit.undo_moves(hall.table, 9, None, hall.guests[random_actions()[8]["player"]])
    assert (before.game.digest(), before.game.length, before.path) == (digest, length, path)


def test_a_game_that_was_forgotten_is_read_again() -> None:
    halls = [open_party() for _ in range(3)]
    few = Games(kept=63)  # two of them, counting from 30 to 32
    digests = []
    for number, hall in enumerate(halls):
        hall.act(*random_actions()[: 10 + number])
        digests.append(few.current(hall.table).game.digest())
    assert len(set(digests)) == 3
    assert [few.current(hall.table).game.digest() for hall in halls] == digests
    assert few.size() == 2


def test_the_game_that_was_looked_at_last_is_kept() -> None:
    one, two, three = (open_party() for _ in range(3))
    few = Games(kept=40)
    kept = few.current(one.table)
    few.current(two.table)
    few.current(one.table)
    few.current(three.table)
    assert few.current(one.table) is kept


def test_games_used_in_turn_are_partly_kept_where_one_is_too_many() -> None:
    halls = [open_party() for _ in range(9)]
    few = Games(kept=8 * 20)
    kept: dict[int, CachedGame] = {}
    found = 0
    for _ in range(5):
        for hall in halls:
            game = few.current(hall.table)
            found += game is kept.get(hall.table.pk)
            kept[hall.table.pk] = game
    assert few.size() == 8
    assert found > 10


def test_a_memory_that_is_behind_catches_up() -> None:
    """The cache of another process, which was not notified of the moves."""
    hall = open_party()
    other = Games()
    hall.act(*random_actions()[:4])
    assert other.current(hall.table).version == 4
    hall.act(*random_actions()[4:9])
    assert other.current(hall.table).version == 9
    assert other.current(hall.table).game.digest() == games.current(hall.table).game.digest()


def test_a_process_that_is_behind_accepts_nothing_twice() -> None:
    """Its cache and its row have version 4; the database is ahead."""
    hall = open_party()
    hall.act(*random_actions()[:4])
    row, hot = Table.objects.get(pk=hall.table.pk), games.current(hall.table)
    hall.act(random_actions()[4])
    games.clear()
    games.keep(row, hot)
    with pytest.raises(StaleRequest):
        submit.act(row, 4, random_actions()[4], [0, 1, 2])
    assert Move.objects.count() == 5
    assert games.current(row).version == 5


def test_every_version_can_be_seen() -> None:
    hall = open_party()
    hall.act(*random_actions()[:40])
    for version in (0, 1, 17, 39, 40):
        seen = games.at_version(hall.table, version)
        assert seen.version == version
        assert seen.game.digest() == replayed_game(hall.table, version).digest()
        assert seen.game.length == version
    for version in (-1, 41):
        with pytest.raises(BadInput):
            games.at_version(hall.table, version)


def test_a_game_begins_as_its_table_says() -> None:
    hall = open_party()
    hot = initial_game(hall.table)
    assert (hot.version, hot.game.length, hot.game.names) == (0, 0, ("Ann", "Bo", "Cy"))
    assert hot.game.seed is None  # the seed is secret


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("has_branch", [False, True])
def test_a_move_at_a_table_that_is_deleted_meanwhile_is_told_so(
    monkeypatch: pytest.MonkeyPatch, has_branch: bool, accept: str
) -> None:
    """The row may still exist, for a branch that reads its moves; the table does not."""
    hall = open_party(("Ann",), bots=("simple", "simple"))
    hall.act(FIRST)
    if has_branch:
        from_record.create_branch(hall.table, 1, hall.guests["Ann"], "")
    submit.undo_moves(hall.table, 1, 0, hall.guests["Ann"])
    standing = summary.summary_of

    def delete(hot: CachedGame) -> GameSummary:
        join.delete(hall.table, hall.guests["Ann"])
        return standing(hot)

    monkeypatch.setattr(summary, "summary_of", delete)
    data = {"version": 2, "action": json.dumps(FIRST)}
    answer = hall.client("Ann").post(f"/t/{hall.table.key}/act/", data, headers={"accept": accept})
    assert answer.status_code in (404, 409)
