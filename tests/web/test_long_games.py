"""Long games and branches look the same as short ones and cost no more; and there is a limit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

import tetsudo
from tests.web.builders import Party, browser, game_after_moves, open_party
from tests.web.filling import PEOPLE, TITLE, random_actions
from tetsudo.core.actions import Pass
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.language.labels import action_to_data
from tetsudo.web.play.panels import history
from tetsudo.web.tables.games import cached_game, from_record, removal, replay_import, storage, summary
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Milestone, Move, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats import join

pytestmark = pytest.mark.django_db

TABLE = {"format": "tetsudo", "version": 2, "title": TITLE, "players": list(PEOPLE)}


def passes(count: int) -> Game:
    """A game of `count` passes."""
    game = tetsudo.new(TITLE, PEOPLE)
    for _ in range(count):
        game.apply(Pass(game.to_act.player))
    return game


@pytest.fixture
def shortsighted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cached games keep very little history, so that the rest is read from stored positions."""
    for module in (cached_game, storage, summary, from_record, replay_import, history):
        for name, value in (
            ("MILESTONE_INTERVAL", 3),
            ("MIN_KNOWN_ACTIONS", 2),
            ("MAX_KNOWN_ACTIONS", 4),
            ("MAX_PART_ACTIONS", 2),
        ):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)


class Wood:
    """A tree of tables and branches, with all moves ever made at each."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.hall = open_party(undo=Table.Undo.FREE)
        self.ann = self.hall.guests["Ann"]
        self.made: dict[int, list[Any]] = {self.hall.table.pk: []}

    def grow(self) -> None:
        """Make a random change: a move, a new branch, a deleted table, or an empty cache."""
        table = Table.objects.get(pk=self.chance.choice(list(self.made)))
        kind = self.chance.random()
        if kind < 0.1:
            version = self.chance.randint(0, table.version)
            branch = from_record.create_branch(table, version, self.ann, "")
            self.made[branch.pk] = self.made[table.pk][:version]
        elif kind < 0.14 and len(self.made) > 2 and table.pk != self.hall.table.pk:
            join.delete(table, self.ann)
            del self.made[table.pk]
        elif kind < 0.2:
            games.clear()
        else:
            self.made[table.pk].append(self.move(table))

    def move(self, table: Table) -> Any:
        """Make a random move at a table; returns it as written."""
        now, kind = games.current(table), self.chance.random()
        if kind < 0.2 and now.game.length:
            to = self.chance.randrange(now.game.length)
            submit.undo_moves(table, table.version, to, self.ann)
            return {"type": "undo", "to": to}
        if kind < 0.35 and now.ahead:
            submit.redo_moves(table, table.version, self.ann)
            return {"type": "redo", "to": now.game.length + 1}
        action = self.chance.choice(now.game.legal_actions()).example()
        submit.act_for_bot(table, table.version, action)
        return action_to_data(now.game.setup, now.game.names, action)

    def check(self) -> None:
        """Check every version of every table against its moves, replayed by the simple method."""
        for pk, made in self.made.items():
            table = Table.objects.get(pk=pk)
            assert table.version == len(made)
            assert storage.moves_of(table, 0, len(made)) == made
            for version in range(len(made) + 1):
                seen, plain = games.at_version(table, version), game_after_moves(made[:version], PEOPLE)
                assert seen.game.digest() == plain.digest()
                assert len(seen.path) == seen.game.length == plain.length
            assert games.current(table).ahead == tuple(storage.line_at(table, table.version, 0)[1])
            assert storage.full_record(table, games.current(table)).actions == plain.record().actions


@pytest.mark.usefixtures("shortsighted")
@pytest.mark.parametrize("seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 40))])
def test_every_version_of_branches_of_branches_is_what_its_moves_come_to(seed: int) -> None:
    wood = Wood(Random(seed))
    for _ in range(60):
        wood.grow()
    games.clear()
    wood.check()
    wood.check()


def test_a_branch_copies_no_moves_and_costs_the_same_wherever_it_begins() -> None:
    table = from_record.create_from_game(passes(400), Guest.objects.create(name="Ann"), "")
    before = Move.objects.count()
    for version in (0, 1, 200, 399, 400):
        branch = from_record.create_branch(table, version, table.owner, "")
        assert games.current(branch).game.digest() == games.at_version(table, version).game.digest()
    assert Move.objects.count() == before
    assert Milestone.objects.exclude(table=table).count() == 0


@pytest.mark.usefixtures("shortsighted")
def test_one_undoes_below_the_point_at_which_a_branch_began() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(*random_actions()[:20])
    branch = from_record.create_branch(hall.table, 15, hall.guests["Ann"], "")
    submit.act_for_bot(branch, 15, games.current(branch).game.legal_actions()[0].example())
    submit.undo_moves(branch, 16, 4, branch.owner)
    games.clear()
    assert games.current(branch).game.digest() == game_after_moves(random_actions()[:4], PEOPLE).digest()
    for length in range(5, 16):  # and redo all the way, its own move last
        submit.redo_moves(branch, branch.version, branch.owner)
        assert games.current(branch).game.digest() == game_after_moves(random_actions()[:length], PEOPLE).digest()
    submit.redo_moves(branch, branch.version, branch.owner)
    assert games.current(branch).ahead == ()
    hall.table.refresh_from_db()
    assert games.current(hall.table).game.digest() == game_after_moves(random_actions()[:20], PEOPLE).digest()


def test_a_branch_stays_whole_when_its_parent_is_deleted_and_takes_it_along_in_the_end() -> None:
    ann = Guest.objects.create(name="Ann")
    parent = from_record.create_from_game(passes(30), ann, "Parent")
    branch = from_record.create_branch(parent, 20, ann, "")
    client = browser(ann)
    assert client.post(f"/t/{parent.key}/delete/").status_code == 302
    assert client.get(f"/t/{parent.key}/").status_code == 404
    assert client.get(f"/t/{parent.key}/seats/").status_code == 404
    assert parent.key not in client.get("/", headers={"accept": "text/html"}).content.decode()
    games.clear()
    assert games.current(branch).game.digest() == passes(20).digest()
    seats = client.get(f"/t/{branch.key}/seats/", headers={"accept": "text/html"})
    assert seats.status_code == 200
    assert parent.key not in seats.content.decode()
    assert client.post(f"/t/{branch.key}/delete/").status_code == 302
    assert not Table.everything.exists()
    assert not Move.objects.exists()


def test_branches_of_branches_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "MAX_PIECES", 3)
    table = from_record.create_from_game(passes(5), Guest.objects.create(name="Ann"), "")
    client = browser(table.owner)
    for version in (5, 6):
        table = from_record.create_branch(table, version, table.owner, "")
        submit.act_for_bot(table, version, Pass(games.current(table).game.to_act.player))
    refused = client.post(f"/t/{table.key}/branch/7/")
    assert refused.status_code == 422
    assert "cannot be branched again" in refused.content.decode()
    assert client.post(f"/t/{table.key}/branch/5/").status_code == 302  # that branches from the first table


# Cost of viewing


class Counted:
    """Counts expensive operations."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.applied = 0
        follow = Game.follow

        def counted(game: Game, action: Any) -> Any:
            self.applied += 1
            return follow(game, action)

        monkeypatch.setattr(Game, "follow", counted)

    def cold(self, client: Client, path: str) -> tuple[int, int]:
        """Number of actions applied to answer with an empty cache, and size of the answer."""
        games.clear()
        self.applied = 0
        answer = client.get(path, headers={"accept": "text/html"})
        assert answer.status_code == 200
        return self.applied, len(answer.content)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def test_a_page_is_as_large_and_costs_as_much_for_a_game_ten_times_as_long(counted: Counted) -> None:
    ann = Guest.objects.create(name="Ann")
    short, long = (from_record.create_from_game(passes(count), ann, "") for count in (490, 4900))
    client = browser(ann)
    for path in ("", "parts/", "at/300/", "at/300/parts/", "at/2/parts/", "at/480/log/2/"):
        _applied, small = counted.cold(client, f"/t/{short.key}/{path}")
        applied, large = counted.cold(client, f"/t/{long.key}/{path}")
        assert applied <= 4 * cached_game.MIN_KNOWN_ACTIONS
        assert large < small * 1.2


def test_a_game_without_kept_positions_is_given_them_when_it_is_first_read(counted: Counted) -> None:
    """A table of an older site has only its moves."""
    table = from_record.create_from_game(passes(700), Guest.objects.create(name="Ann"), "")
    Milestone.objects.all().delete()
    client = browser(table.owner)
    assert counted.cold(client, f"/t/{table.key}/")[0] >= 700
    assert counted.cold(client, f"/t/{table.key}/")[0] <= 2 * cached_game.MIN_KNOWN_ACTIONS
    assert games.at_version(table, 333).game.digest() == passes(333).digest()


def test_every_line_of_a_long_log_can_be_reached() -> None:
    table = from_record.create_from_game(passes(5000), Guest.objects.create(name="Ann"), "")
    client = browser(table.owner)
    told = told_lines(client, table, client.get(f"/t/{table.key}/", headers={"accept": "text/html"}).content.decode())
    assert sorted(set(told)) == list(range(5001))


def told_lines(client: Client, table: Table, shown: str) -> Iterator[int]:
    """Numbers of the actions in a part of the log, including the parts it fetches."""
    import re

    yield from (int(number) for number in re.findall(r'<li data-number="(\d+)"', shown))
    for rest in re.findall(r'data-log="([^"]*)"', shown):
        part = client.get(f"/t/{table.key}/at/{table.version}/log/{rest}").content.decode()
        yield from told_lines(client, table, part)


def test_a_part_of_the_log_that_would_not_be_legal_now_says_so() -> None:
    """The rules have changed since; later parts start at a stored position."""
    table = from_record.create_from_game(passes(320), Guest.objects.create(name="Ann"), "")
    Move.objects.filter(table=table, index=20).update(data={"type": "bid", "player": "Bo", "lot": "TR", "price": 1})
    games.clear()
    client = browser(table.owner)
    shown = client.get(f"/t/{table.key}/", headers={"accept": "text/html"}).content.decode()
    assert set(range(150, 321)) <= set(told_lines(client, table, shown))
    first = client.get(f"/t/{table.key}/at/320/log/0/")
    assert first.status_code == 200
    assert "The rules were fixed since" in first.content.decode()


def began_again(table: Table) -> int:
    """Make a table's first moves illegal, as after a rule change; returns its new starting version."""
    Move.objects.filter(table=table, index=5).update(data={"type": "bid", "player": "Bo", "lot": "TR", "price": 1})
    games.clear()
    return games.current(table).begun


def pass_on(table: Table, count: int) -> CachedGame:
    """A table after `count` more passes, read again."""
    for _ in range(count):
        submit.act_for_bot(table, table.version, Pass(games.current(table).game.to_act.player))
    games.clear()
    return games.current(Table.objects.get(pk=table.pk))


def test_a_branch_keeps_its_past_when_its_parent_begins_again_where_it_branched() -> None:
    parent = from_record.create_from_game(passes(60), Guest.objects.create(name="Ann"), "")
    branch = from_record.create_branch(parent, 60, parent.owner, "")
    pass_on(branch, 120)
    assert began_again(parent) == 60
    games.clear()
    found = games.current(branch)
    assert (found.begun, found.game.length) == (0, 180)
    assert games.at_version(branch, 100).game.digest() == passes(100).digest()


def test_a_branch_begins_where_its_parent_did() -> None:
    parent = from_record.create_from_game(passes(30), Guest.objects.create(name="Ann"), "")
    assert began_again(parent) == 30
    branch = from_record.create_branch(parent, 30, parent.owner, "")
    found = pass_on(branch, 3)
    assert (found.begun, found.game.length) == (30, 3)
    twig = from_record.create_branch(branch, 30, parent.owner, "")
    found = pass_on(twig, 2)
    assert (found.begun, found.game.length) == (30, 2)
    pass_on(parent, 2)
    later = pass_on(from_record.create_branch(parent, 32, parent.owner, ""), 1)
    assert (later.begun, later.game.length) == (30, 3)


# The limit


def test_a_game_ends_at_the_limit_and_can_still_be_undone(settings: Any) -> None:
    settings.MAX_ACTIONS = 12
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(*random_actions()[:12])
    client = hall.client("Ann")
    refused = client.post(f"/t/{hall.table.key}/act/", {"version": 12, "action": json.dumps(random_actions()[12])})
    assert refused.status_code in (403, 422)
    with pytest.raises(tetsudo.core.errors.BadInput, match="at most 12 actions"):
        hall.act(random_actions()[12])
    assert client.post(f"/t/{hall.table.key}/branch/12/").status_code == 422
    assert client.post(f"/t/{hall.table.key}/branch/11/").status_code == 302
    submit.undo_moves(hall.table, 12, 10, hall.guests["Ann"])
    assert games.current(hall.table).game.length == 10


def test_undo_and_redo_have_an_end_too(settings: Any) -> None:
    settings.MAX_ACTIONS = 5
    hall: Party = open_party(undo=Table.Undo.FREE)
    hall.act(random_actions()[0])
    for version in range(1, 10, 2):
        submit.undo_moves(hall.table, version, 0, hall.guests["Ann"])
        if version < 9:
            submit.redo_moves(hall.table, version + 1, hall.guests["Ann"])
    with pytest.raises(tetsudo.core.errors.BadInput, match="has reached its limit"):
        submit.redo_moves(hall.table, 10, hall.guests["Ann"])


def test_a_record_of_49_990_passes_is_refused_before_it_is_played(client: Client, counted: Counted) -> None:
    record = {**TABLE, "actions": [{"type": "pass", "player": PEOPLE[number % 3]} for number in range(49_990)]}
    refused = client.post("/import/", {"text": json.dumps(record)})
    assert refused.status_code == 422
    assert "at most 5,000 actions" in refused.content.decode()
    assert counted.applied == 0
    assert not Table.everything.exists()


# Transactions


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Number of values written by each transaction; games are not computed within one."""
    sizes = [0]
    leave = transaction.Atomic.__exit__

    def left(atomic: Any, *error: Any) -> Any:
        done = leave(atomic, *error)
        if not connection.in_atomic_block:
            sizes.append(0)
        return done

    def count(execute: Any, sql: Any, values: Any, many: Any, context: Any) -> Any:
        if connection.in_atomic_block:
            sizes[-1] += len(values or ())
        return execute(sql, values, many, context)

    def outside(function: Any) -> Any:
        def checked(*args: Any, **named: Any) -> Any:
            assert not connection.in_atomic_block
            return function(*args, **named)

        return checked

    monkeypatch.setattr(transaction.Atomic, "__exit__", left)
    for owner, name in ((Game, "follow"), (Game, "record"), (position, "write"), (position, "read")):
        monkeypatch.setattr(owner, name, outside(getattr(owner, name)))
    with connection.execute_wrapper(count):
        yield sizes


@pytest.mark.django_db(transaction=True)
def test_no_transaction_is_long(written: list[int]) -> None:
    """A game of 3,000 actions is imported, branched, played and deleted: no transaction writes more than 500 rows."""
    table = from_record.create_from_game(passes(3000), Guest.objects.create(name="Ann"), "")
    branch = from_record.create_branch(table, 1500, table.owner, "")
    for version in range(1500, 1500 + cached_game.MILESTONE_INTERVAL + 1):
        submit.act_for_bot(branch, version, Pass(games.current(branch).game.to_act.player))
    join.delete(branch, table.owner)
    join.delete(table, table.owner)
    assert not Table.everything.exists()
    assert max(written) <= 1200
    assert len(written) > 60


def test_what_a_process_left_is_swept_at_the_next_start() -> None:
    table = from_record.create_from_game(passes(20), Guest.objects.create(name="Ann"), "")
    from_record.create_branch(table, 10, table.owner, "")
    Table.objects.update(is_hidden=True)
    assert removal.sweep() == 1  # deleting the branch also deletes its parent
    assert not Table.everything.exists()
