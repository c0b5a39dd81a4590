"""Undo and redo: stored as moves, with permissions by table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tetsudo
from tests.web.builders import Party, game_after_moves, open_party, replayed_game
from tests.web.filling import OPTIONS, PEOPLE, SEED, TITLE, random_actions
from tetsudo.core.errors import BadInput
from tetsudo.language.labels import action_to_data
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Move, Seat, Table
from tetsudo.web.tables.moves import submit, undo

pytestmark = pytest.mark.django_db

FIRST = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
SECOND = {"type": "pass", "player": "Bo"}
OTHER = {"type": "bid", "player": "Ann", "lot": "MF", "price": 35}


def back(to: int) -> Any:
    return {"type": "undo", "to": to}


def forth(to: int) -> Any:
    return {"type": "redo", "to": to}


def begun() -> CachedGame:
    return CachedGame(0, tetsudo.new(TITLE, PEOPLE, seed=SEED, options=OPTIONS))


# Resulting positions


def test_an_undo_is_a_move_of_its_own() -> None:
    hot = begun().with_moves([FIRST, SECOND, back(1)])
    assert (hot.version, hot.game.length, hot.path, hot.ahead) == (3, 1, (1,), (2,))
    assert hot.game.to_act.player == 1


def test_a_redo_does_again_what_was_undone() -> None:
    done = begun().with_moves([FIRST, SECOND])
    hot = done.with_moves([back(0), forth(2)])
    assert (hot.version, hot.path, hot.ahead) == (4, (1, 2), ())
    assert hot.game.digest() == done.game.digest()


def test_another_action_after_an_undo_is_a_branch() -> None:
    hot = begun().with_moves([FIRST, SECOND, back(0), OTHER])
    assert (hot.version, hot.path, hot.ahead) == (4, (4,), ())
    assert hot.game.digest() == begun().with_moves([OTHER]).game.digest()
    with pytest.raises(BadInput):
        hot.with_moves([forth(2)])


def test_a_redo_in_part_leaves_the_rest() -> None:
    hot = begun().with_moves([*random_actions()[:6], back(1), forth(3)])
    assert (hot.path, hot.ahead) == ((1, 2, 3), (4, 5, 6))
    assert hot.game.digest() == begun().with_moves(random_actions()[:3]).game.digest()


@pytest.mark.parametrize(
    "move", [back(2), back(3), forth(2), forth(9), back(-1), {"type": "undo"}, {"type": "redo", "to": True}]
)
def test_what_cannot_be_undone_changes_nothing(move: Any) -> None:
    hot = begun().with_moves([FIRST, SECOND])
    with pytest.raises(BadInput):
        hot.with_moves([move])
    assert (hot.version, hot.game.length) == (2, 2)


def walk(choices: Sequence[int], furthest: int = 99) -> list[Any]:
    """Moves at a table, built from numbers: mostly actions, and undo and redo if possible."""
    hot, made = begun(), []
    for choice in choices:
        kind, rest = choice % 4, choice // 4
        if kind == 2 and hot.game.length:
            move: Any = back(rest % hot.game.length)
        elif kind == 3 and hot.ahead:
            move = forth(hot.game.length + 1 + rest % min(furthest, len(hot.ahead)))
        else:
            offers = hot.game.legal_actions()
            action = offers[rest % len(offers)].example()
            move = action_to_data(hot.game.setup, hot.game.names, action)
        hot = hot.with_moves([move])
        made.append(move)
    return made


@given(st.lists(st.integers(0, 399), max_size=40))
def test_any_walk_of_actions_undo_and_redo_is_what_its_list_of_actions_is(choices: list[int]) -> None:
    made = walk(choices)
    hot = begun()
    for number, move in enumerate(made):
        hot = hot.with_moves([move])
        assert hot.version == number + 1
        assert len(hot.path) == hot.game.length
    assert hot.game.digest() == game_after_moves(made, PEOPLE).digest()
    assert begun().with_moves(made).game.digest() == hot.game.digest()


@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(st.lists(st.integers(0, 399), min_size=5, max_size=25))
def test_every_version_of_any_walk_can_be_seen_hot_and_cold(choices: list[int]) -> None:
    hall = open_party(undo=Table.Undo.FREE)
    for move in walk(choices, furthest=1):
        play(hall, move)
    expected = [replayed_game(hall.table, version).digest() for version in range(hall.table.version + 1)]
    assert len(expected) == len(choices) + 1
    for _ in range(2):
        seen = [games.at_version(hall.table, version).game.digest() for version in range(len(expected))]
        assert seen == expected
        games.clear()


def play(hall: Party, move: Any) -> None:
    """Make a move as a player does."""
    ann = hall.guests["Ann"]
    if move["type"] == "undo":
        submit.undo_moves(hall.table, hall.table.version, move["to"], ann)
    elif move["type"] == "redo":
        submit.redo_moves(hall.table, hall.table.version, ann)
    else:
        hall.act(move)


# Permissions


def take_back(hall: Party, name: str, to: int | None = None) -> CachedGame:
    return submit.undo_moves(hall.table, hall.table.version, to, hall.guests[name])


def do_again(hall: Party, name: str) -> CachedGame:
    return submit.redo_moves(hall.table, hall.table.version, hall.guests[name])


def length(hall: Party) -> int:
    return games.current(hall.table).game.length


def test_free_anybody_who_plays_takes_any_move_back() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(FIRST, SECOND)
    take_back(hall, "Cy")
    assert length(hall) == 1
    take_back(hall, "Bo", 0)
    assert length(hall) == 0
    do_again(hall, "Cy")
    do_again(hall, "Cy")
    assert length(hall) == 2


def test_own_moves_until_another_person_has_moved() -> None:
    hall = open_party(undo=Table.Undo.OWN)
    hall.act(FIRST)
    with pytest.raises(NotAllowed):
        take_back(hall, "Bo")
    hall.act(SECOND)
    with pytest.raises(NotAllowed):
        take_back(hall, "Ann", 0)
    with pytest.raises(NotAllowed):
        take_back(hall, "Ann")
    assert length(hall) == 2
    take_back(hall, "Bo")
    assert length(hall) == 1
    take_back(hall, "Ann")
    assert length(hall) == 0


def test_own_moves_are_done_again_by_who_made_them() -> None:
    hall = open_party(undo=Table.Undo.OWN)
    hall.act(FIRST)
    take_back(hall, "Ann")
    with pytest.raises(NotAllowed):
        do_again(hall, "Bo")
    do_again(hall, "Ann")
    assert length(hall) == 1


def test_an_open_seats_moves_are_not_ones_own() -> None:
    hall = open_party(undo=Table.Undo.OWN)
    hall.act(FIRST, SECOND)
    Seat.objects.filter(table=hall.table, number=1).update(guest=None)
    with pytest.raises(NotAllowed):
        take_back(hall, "Ann", 0)


def test_own_undo_goes_back_over_the_moves_of_programs() -> None:
    hall = open_party(("Ann",), bots=("simple", "random"), undo=Table.Undo.OWN)
    start = games.current(hall.table).game.digest()
    hall.act({**FIRST})
    while hall.table.to_act != 0:
        worker.move(hall.table.pk)
        hall.table.refresh_from_db()
    after, version = games.current(hall.table).game.digest(), hall.table.version
    assert version >= 3
    take_back(hall, "Ann")
    assert games.current(hall.table).game.digest() == start
    do_again(hall, "Ann")
    assert games.current(hall.table).game.digest() == after
    assert hall.table.version == version + 2


def test_agree_needs_everybody_for_just_this_position() -> None:
    hall = open_party(undo=Table.Undo.AGREE)
    hall.act(FIRST)
    with pytest.raises(NotAllowed):
        take_back(hall, "Ann")
    undo.ask(hall.table, 1, None, hall.guests["Ann"])
    assert undo.agree(hall.table, 1, hall.guests["Bo"]) is None
    with pytest.raises(NotAllowed):
        take_back(hall, "Ann", 0)
    assert undo.agree(hall.table, 1, hall.guests["Cy"]) is not None
    take_back(hall, "Ann", 0)
    assert length(hall) == 0
    hall.act(FIRST)
    with pytest.raises(NotAllowed):
        take_back(hall, "Ann")


def test_a_move_voids_what_was_asked() -> None:
    hall = open_party(undo=Table.Undo.AGREE)
    hall.act(FIRST)
    undo.ask(hall.table, 1, None, hall.guests["Ann"])
    hall.act(SECOND)
    with pytest.raises(StaleRequest):
        undo.agree(hall.table, 1, hall.guests["Bo"])
    assert undo.request_of(hall.table, games.current(hall.table)) is None
    with pytest.raises(StaleRequest):
        undo.ask(hall.table, 1, None, hall.guests["Ann"])


def test_one_who_declines_ends_what_was_asked() -> None:
    hall = open_party(undo=Table.Undo.AGREE)
    hall.act(FIRST)
    undo.ask(hall.table, 1, None, hall.guests["Ann"])
    undo.decline(hall.table, hall.guests["Cy"])
    with pytest.raises(StaleRequest):
        undo.agree(hall.table, 1, hall.guests["Bo"])


def test_agree_to_one_position_is_not_agreement_to_an_earlier_one() -> None:
    hall = open_party(undo=Table.Undo.AGREE)
    hall.act(FIRST, SECOND)
    undo.ask(hall.table, 2, 1, hall.guests["Bo"])
    for name in ("Ann", "Cy"):
        undo.agree(hall.table, 2, hall.guests[name])
    with pytest.raises(NotAllowed):
        take_back(hall, "Bo", 0)
    assert length(hall) == 2


def test_alone_with_programs_nobody_must_agree() -> None:
    hall = open_party(("Ann",), bots=("simple",), undo=Table.Undo.AGREE)
    hall.act(FIRST)
    take_back(hall, "Ann")
    assert length(hall) == 0


def test_master_only_who_opened_the_table() -> None:
    hall = open_party(undo=Table.Undo.MASTER)
    hall.act(FIRST, SECOND)
    with pytest.raises(NotAllowed):
        take_back(hall, "Bo")
    take_back(hall, "Ann", 0)
    with pytest.raises(NotAllowed):
        do_again(hall, "Bo")
    do_again(hall, "Ann")
    assert length(hall) == 1


def test_none_nobody_takes_anything_back() -> None:
    hall = open_party(undo=Table.Undo.NONE)
    hall.act(FIRST)
    with pytest.raises(NotAllowed):
        take_back(hall, "Ann")
    with pytest.raises(NotAllowed):
        undo.ask(hall.table, 1, None, hall.guests["Ann"])
    assert Move.objects.count() == 1


@pytest.mark.parametrize("policy", [Table.Undo.FREE, Table.Undo.OWN, Table.Undo.AGREE, Table.Undo.MASTER])
def test_onlookers_undo_nothing(policy: str) -> None:
    hall = open_party(undo=policy)
    hall.act(FIRST)
    onlooker = Guest.objects.create(name="Dee")
    with pytest.raises(NotAllowed):
        submit.undo_moves(hall.table, 1, 0, onlooker)
    with pytest.raises(NotAllowed):
        undo.decline(hall.table, onlooker)
    assert length(hall) == 1


def test_an_undo_for_an_old_position_is_stale() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(FIRST, SECOND)
    with pytest.raises(StaleRequest):
        submit.undo_moves(hall.table, 1, None, hall.guests["Ann"])
    assert length(hall) == 2


def test_there_is_nothing_to_undo_or_redo_at_the_beginning() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    with pytest.raises(BadInput):
        take_back(hall, "Ann")
    with pytest.raises(BadInput):
        do_again(hall, "Ann")


def test_a_finished_game_can_go_on_after_an_undo() -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(*random_actions(chance=13))
    assert hall.table.status == Table.Status.FINISHED
    take_back(hall, "Ann")
    fresh = Table.objects.get(pk=hall.table.pk)
    assert (fresh.status, fresh.result) == (Table.Status.RUNNING, None)
    do_again(hall, "Ann")
    assert hall.table.status == Table.Status.FINISHED


def test_undo_and_redo_by_post() -> None:
    hall = open_party(undo=Table.Undo.OWN)
    hall.act(FIRST)
    where = f"/t/{hall.table.key}"
    assert hall.client("Bo").post(f"{where}/undo/", {"version": 1}).status_code == 403
    assert hall.client("Ann").post(f"{where}/undo/", {"version": 0}).status_code == 409
    assert hall.client("Ann").post(f"{where}/undo/", {"version": 1}).json() == {"version": 2}
    assert hall.client("Bo").post(f"{where}/redo/", {"version": 2}).status_code == 403
    assert hall.client("Ann").post(f"{where}/redo/", {"version": 2}).json() == {"version": 3}
