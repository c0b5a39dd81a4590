"""Programmed actions at tables: stored, carried out, cancelled, stopped; and visible only to their owner."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from tests.server import Server
from tests.web.builders import Party, open_party
from tests.web.filling import TableSpec, fill
from tests.web.visitor import Visitor
from tetsudo.core.actions import Pass
from tetsudo.core.errors import BadInput
from tetsudo.lab.random_play import random_action
from tetsudo.language.labels import action_to_data
from tetsudo.web.tables import events
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Move, Seat, SeatPlan, Table
from tetsudo.web.tables.moves import programmed, programmed_worker, submit
from tetsudo.web.tables.seats import leave
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db

MIYOSHI = {"kind": "bid", "lot": "MF", "price": 45}
PASS = {"kind": "pass"}


def bid(player: str, lot: str, price: int) -> dict[str, Any]:
    return {"type": "bid", "player": player, "lot": lot, "price": price}


def passes(player: str) -> dict[str, Any]:
    return {"type": "pass", "player": player}


def number(hall: Party, name: str) -> int:
    return Seat.objects.get(table=hall.table, name=name).number


def plan(hall: Party, name: str, data: dict[str, Any]) -> SeatPlan:
    """Make a plan for a player."""
    return programmed.make(hall.table, hall.guests[name], number(hall, name), data)


def carry(hall: Party) -> bool:
    """Carry out plans, as the worker does after each move."""
    done = programmed_worker.carry_out(hall.table.pk, lambda: None)
    hall.table.refresh_from_db()
    return done


def done(hall: Party) -> list[tuple[str, int | None]]:
    """The moves made, with their seats."""
    return [(move.data["type"], move.seat) for move in hall.table.moves.all()]


# Carried out


def test_a_plan_is_carried_out_when_it_is_its_owners_turn() -> None:
    hall = open_party()
    plan(hall, "Bo", MIYOSHI)
    assert not carry(hall)  # it is Ann's turn
    hall.act(bid("Ann", "MF", 35))
    assert carry(hall)
    assert not carry(hall)
    last = Move.objects.latest("index")
    assert (last.data, last.seat, last.is_planned) == (bid("Bo", "MF", 40), 1, True)
    assert Move.objects.filter(is_planned=None).count() == 1
    assert SeatPlan.objects.get().done == 1


def test_the_next_plan_is_asked_where_one_stops() -> None:
    hall = open_party()
    first, second = plan(hall, "Bo", {"kind": "bid", "lot": "MF", "price": 39}), plan(hall, "Bo", PASS)
    hall.act(bid("Ann", "MF", 35))
    assert carry(hall)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.stopped, first.facts) == ("lot_dear", {"lot": "MF", "price": 40})
    assert (second.stopped, second.done) == ("", 1)
    assert done(hall) == [("bid", 0), ("pass", 1)]


def test_a_plan_about_the_same_takes_the_place_of_the_earlier_one() -> None:
    hall = open_party()
    plan(hall, "Bo", MIYOSHI)
    plan(hall, "Bo", {**MIYOSHI, "price": 60})
    plan(hall, "Bo", {**MIYOSHI, "lot": "ER"})
    assert [row.data["price"] for row in SeatPlan.objects.order_by("about")] == [45, 60]


def test_a_seat_has_so_many_plans_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programmed, "MAX_PLANS_PER_SEAT", 1)
    hall = open_party()
    plan(hall, "Bo", MIYOSHI)
    plan(hall, "Bo", {**MIYOSHI, "price": 60})
    with pytest.raises(BadInput):
        plan(hall, "Bo", PASS)


# Refused


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kind": "run", "company": "AR", "payout": "pay"}, "not president"),
        ({"kind": "buy", "company": "AR", "price": 80}, "cannot be programmed in this round"),
        ({"kind": "keep", "private": "MF"}, "not yours"),
        ({"kind": "bid", "lot": "AR", "price": 20}, "no lot"),
        ({"kind": "dance"}, "no programmed action of that kind"),
    ],
)
def test_what_cannot_be_planned_is_said_at_once(data: dict[str, Any], words: str) -> None:
    hall = open_party()
    with pytest.raises(BadInput) as refused:
        plan(hall, "Bo", data)
    assert words in str(refused.value)
    assert not SeatPlan.objects.exists()


def test_nobody_plans_for_another() -> None:
    hall = open_party()
    with pytest.raises(NotAllowed):
        programmed.make(hall.table, hall.guests["Ann"], 1, PASS)
    row = plan(hall, "Bo", PASS)
    with pytest.raises(NotAllowed):
        programmed.call_off(hall.table, hall.guests["Ann"], row.pk)


def test_routes_are_not_found_by_a_plan_where_everybody_finds_his_own() -> None:
    hall = open_party()
    Table.objects.update(best_routes=False)
    hall.table.refresh_from_db()
    with pytest.raises(BadInput, match="Route suggestions are off"):
        plan(hall, "Bo", {"kind": "run", "company": "AR", "payout": "pay"})


# When a plan no longer applies


def test_what_the_rules_refuse_is_told_in_every_language(settings: Any) -> None:
    """Bo's cash is committed to other bids by then."""
    hall = open_party()
    row = plan(hall, "Bo", {**MIYOSHI, "price": 400})
    hall.act(bid("Ann", "ER", 45), bid("Bo", "SMR", 400), passes("Cy"), passes("Ann"))
    carry(hall)
    row.refresh_from_db()
    assert row.stopped == "refused"
    assert set(row.facts["said"]) == {"en", "ja"}
    assert row.facts["said"]["en"] != row.facts["said"]["ja"]
    assert done(hall)[-1] == ("pass", 0)


def test_a_plan_ends_with_what_it_was_for() -> None:
    hall = open_party()
    row = plan(hall, "Bo", MIYOSHI)
    hall.act(bid("Ann", "MF", 35))
    carry(hall)
    hall.act(bid("Cy", "TR", 20))  # MF is next: a bid-off between Ann and Bo
    hall.act(passes("Ann"))
    carry(hall)
    row.refresh_from_db()
    assert (row.stopped, row.facts) == ("won", {"player": "Bo", "lot": "MF", "price": 40})


def test_what_rules_that_were_mended_do_not_know_is_stopped() -> None:
    hall = open_party()
    row = plan(hall, "Bo", PASS)
    SeatPlan.objects.update(data={"kind": "pass", "forever": True})
    carry(hall)
    row.refresh_from_db()
    assert row.stopped == "unknown"


# Undo


def test_an_undo_to_before_a_plan_was_made_stops_it() -> None:
    hall = open_party(undo="free")
    hall.act(bid("Ann", "MF", 35))
    row = plan(hall, "Cy", PASS)
    submit.undo_moves(hall.table, 1, 0, hall.guests["Ann"])
    row.refresh_from_db()
    assert row.stopped == "undone"


def test_an_undo_of_what_came_later_does_not() -> None:
    hall = open_party(undo="free")
    row = plan(hall, "Cy", PASS)
    hall.act(bid("Ann", "MF", 35))
    submit.undo_moves(hall.table, 1, 0, hall.guests["Ann"])
    row.refresh_from_db()
    assert row.stopped == ""


def test_an_undo_of_what_a_plan_did_stops_it_so_that_nobody_tries_out_its_limit() -> None:
    hall = open_party(undo="free")
    row = plan(hall, "Bo", MIYOSHI)
    hall.act(bid("Ann", "MF", 35))
    carry(hall)
    submit.undo_moves(hall.table, 2, 0, hall.guests["Ann"])
    row.refresh_from_db()
    assert row.stopped == "undone"
    hall.act(bid("Ann", "MF", 100))
    assert not carry(hall)


def test_what_a_plan_did_is_its_owners_move_and_not_another_ones_to_undo() -> None:
    hall = open_party(undo="own")
    plan(hall, "Bo", PASS)
    hall.act(bid("Ann", "MF", 35))
    carry(hall)
    with pytest.raises(NotAllowed):
        submit.undo_moves(hall.table, 2, 0, hall.guests["Ann"])


# At once


def test_a_plan_that_is_called_off_meanwhile_does_nothing() -> None:
    """The owner cancelled it just after the thread read it."""
    hall = open_party()
    row = plan(hall, "Ann", PASS)
    programmed.call_off(hall.table, hall.guests["Ann"], row.pk)
    with pytest.raises(StaleRequest):
        submit.act_for_plan(hall.table, 0, Pass(0), row)
    hall.table.refresh_from_db()
    assert (hall.table.version, done(hall)) == (0, [])
    assert games.current(hall.table).version == 0


def test_a_plan_that_comes_too_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner has moved first."""
    hall = open_party()
    row = plan(hall, "Ann", PASS)
    asked = programmed.evaluate

    def late(*given: Any) -> Any:
        reply = asked(*given)
        hall.act(bid("Ann", "MF", 35))
        return reply

    monkeypatch.setattr(programmed, "evaluate", late)
    carry(hall)
    assert done(hall) == [("bid", 0)]
    row.refresh_from_db()
    assert (row.stopped, row.done) == ("", 0)


def test_a_plan_that_is_made_anew_is_not_carried_out_as_it_was() -> None:
    hall = open_party()
    row = plan(hall, "Ann", {"kind": "bid", "lot": "MF", "price": 35})
    hall.act(bid("Ann", "ER", 45), passes("Bo"), passes("Cy"))
    plan(hall, "Ann", {"kind": "bid", "lot": "MF", "price": 100})
    with pytest.raises(StaleRequest):
        submit.act_for_plan(hall.table, 3, Pass(0), row)


# Ownership


def test_who_leaves_his_seat_leaves_no_plans() -> None:
    hall = open_party()
    plan(hall, "Bo", PASS)
    leave.vacate(Seat.objects.get(table=hall.table, number=1), keeps_name=True)
    assert not SeatPlan.objects.exists()


def test_a_seat_that_is_another_ones_by_now_is_not_played_by_old_plans() -> None:
    hall = open_party()
    plan(hall, "Ann", PASS)
    Seat.objects.filter(table=hall.table, number=0).update(guest=Guest.objects.create(name="Di"))
    assert not carry(hall)


# On the page


def page(client: Client, table: Table, path: str = "") -> str:
    return client.get(f"/t/{table.key}/{path}", headers={"accept": "text/html"}).content.decode()


def test_only_its_owner_sees_a_plan_and_what_it_did() -> None:
    hall = open_party()
    client = hall.client("Bo")
    sent = {"seat": 1, "kind": "bid", "lot": "MF", "price": "57"}
    answer = client.post(f"/t/{hall.table.key}/plans/", sent, headers={"accept": "text/html"})
    assert answer.status_code == 200
    assert "up to ¥57" in answer.content.decode()
    hall.act(bid("Ann", "MF", 35))
    carry(hall)
    for path in ("", "parts/", "chronicle/"):
        assert "programmed" in page(client, hall.table, path)
        for name in ("Ann", "Cy"):
            others = page(hall.client(name), hall.table, path)
            assert "plan</small>" not in others
            assert "¥57" not in others
    assert "programmed" not in page(client, hall.table, "at/1/")  # browsers cache the past


def test_what_a_plan_did_while_somebody_was_away_is_not_what_he_knows() -> None:
    """The recap covers everything since the owner's own last move."""
    hall = open_party()
    plan(hall, "Bo", PASS)
    hall.act(bid("Ann", "MF", 35))
    carry(hall)
    hall.act(passes("Cy"))
    told = page(hall.client("Bo"), hall.table).split('class="since-lines"', 1)[1].split("</ul>", 1)[0]
    assert "Ann" in told
    assert "bids" in told


def test_nobody_is_told_when_somebody_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(events, "notify", lambda table, kind, number: told.append(kind))
    hall = open_party()
    told.clear()
    row = plan(hall, "Bo", PASS)
    programmed.call_off(hall.table, hall.guests["Bo"], row.pk)
    assert told == []


def test_why_a_plan_is_over_is_shown_at_once_and_until_it_is_seen() -> None:
    hall = open_party()
    row = plan(hall, "Bo", {"kind": "bid", "lot": "MF", "price": 39})
    hall.act(bid("Ann", "MF", 35))
    client = hall.client("Bo")
    for _ in range(2):  # before and after the stop is written
        assert "would cost ¥40: more than your limit" in page(client, hall.table)
        carry(hall)
    gone = client.post(f"/t/{hall.table.key}/plans/{row.pk}/off/", headers={"accept": "text/html"})
    assert gone.status_code == 200
    assert "more than your limit" not in page(client, hall.table)


def test_a_refused_plan_is_answered_with_the_reason() -> None:
    hall = open_party()
    sent = {"seat": 1, "kind": "bid", "lot": "MF", "price": "soon"}
    answer = hall.client("Bo").post(f"/t/{hall.table.key}/plans/", sent, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert "whole number" in answer.content.decode()


def test_who_only_watches_plans_nothing() -> None:
    hall = open_party()
    watching = Client()
    assert "data-plan=" not in page(watching, hall.table)
    assert watching.get(f"/t/{hall.table.key}/plans/").status_code == 403
    assert watching.post(f"/t/{hall.table.key}/plans/", {"seat": 0, **PASS}).status_code == 403


def test_the_dialog_offers_what_may_be_planned() -> None:
    hall = open_party()
    shown = page(hall.client("Bo"), hall.table, "plans/")
    assert 'value="pass"' in shown
    assert 'value="MF" data-amount="35"' in shown or 'data-amount="35">' in shown
    assert 'value="buy"' not in shown
    assert 'value="run"' not in shown


# Automatic passes


def broke(auto_pass: str = "usual", deadline: int = 0, bot: str = "") -> Party:
    """Bo and Cy cannot bid any more: all their cash is committed to bids."""
    guests = {name: Guest.objects.create(name=name) for name in ("Ann", "Bo", "Cy")}
    chairs = [Chair(name) for name in guests]
    wish = TableSettings("1889", chairs, undo="own", seed=7, auto_pass=auto_pass, deadline=deadline)
    table = open_table(wish, guests["Ann"])
    for seat, guest in zip(table.seats.all(), guests.values(), strict=True):
        Seat.objects.filter(pk=seat.pk).update(guest=guest)
    hall = Party(Table.objects.get(pk=table.pk), guests)
    hall.act(passes("Ann"), bid("Bo", "SMR", 420), bid("Cy", "DR", 420))
    if bot:
        Seat.objects.filter(table=table, name="Bo").update(guest=None, bot=bot)
    return hall


def test_who_can_do_nothing_but_pass_is_passed_over_and_the_log_says_so() -> None:
    hall = broke()
    hall.act(bid("Ann", "MF", 35))
    assert done(hall)[-2:] == [("pass", None), ("pass", None)]
    assert games.current(hall.table).game.to_act.player == 0
    shown = page(hall.client("Cy"), hall.table)
    assert "Bo has no other action and passes automatically." in shown
    assert "Cy has no other action and passes automatically." in shown


@pytest.mark.parametrize(
    ("auto_pass", "deadline", "passed"),
    [("usual", 0, True), ("usual", 3, False), ("always", 3, True), ("never", 0, False)],
)
def test_the_table_says_whether_it_passes_by_itself(auto_pass: str, deadline: int, passed: bool) -> None:
    hall = broke(auto_pass, deadline)
    hall.act(bid("Ann", "MF", 35))
    assert (games.current(hall.table).game.to_act.player == 0) == passed


def test_programs_pass_themselves() -> None:
    hall = broke(bot="simple")
    hall.act(bid("Ann", "MF", 35))
    assert done(hall)[-1] == ("bid", 0)
    worker.move(hall.table.pk)
    assert done(hall)[-2:] == [("pass", 1), ("pass", None)]


def test_what_was_passed_by_itself_goes_with_the_move_before_when_that_is_undone() -> None:
    hall = broke()
    hall.act(bid("Ann", "MF", 35))
    submit.undo_moves(hall.table, hall.table.version, None, hall.guests["Ann"])
    assert games.current(hall.table).game.length == 3
    submit.redo_moves(hall.table, hall.table.version, hall.guests["Ann"])
    assert games.current(hall.table).game.length == 6
    submit.undo_moves(hall.table, hall.table.version, 5, hall.guests["Ann"])
    assert games.current(hall.table).game.length == 3


def test_after_a_round_of_passes_somebody_is_asked_again() -> None:
    """All cash is committed to bids: each player passes automatically once, without an endless loop."""
    hall = broke()
    hall.act(bid("Ann", "MF", 420))
    assert [kind for kind, _seat in done(hall)].count("pass") <= 4
    assert hall.table.status == Table.Status.RUNNING


def test_nobody_is_asked_who_can_only_pass() -> None:
    """Also at the end of a turn in the auction or of a company."""
    hall, random, passed = broke(), Random(2), 0
    for _ in range(120):
        game = games.current(hall.table).game
        assert [offer.kind for offer in game.legal_actions()] != ["pass"]
        written = action_to_data(game.setup, game.names, random_action(game, random))
        before = game.length
        submit.act(hall.table, hall.table.version, written, range(3))
        passed += games.current(hall.table).game.length - before - 1
    assert passed
    assert games.current(hall.table).version == hall.table.moves.count()


def test_a_new_table_asks_whether_it_passes_by_itself() -> None:
    shown = Client().get("/new/").content.decode()
    assert 'name="auto_pass"' in shown


# In stock rounds the engine passes, if the table allows it


def poor(auto_pass: str, deadline: int = 0) -> Party:
    """A first stock round in which no player can start a company, which costs at least 130; Ann is to act.

    Of their 130, Ann has paid 20 + 50 for privates without actions here, Bo 30 + 60 for Mitsubishi Ferry and the Dōgo
    Railway, and Cy 40 + 80 for the Ehime and South Iyo Railways, also without actions here.
    """
    guests = {name: Guest.objects.create(name=name) for name in ("Ann", "Bo", "Cy")}
    chairs = [Chair(name) for name in guests]
    options = {"starting_cash": 130}
    wish = TableSettings("1889", chairs, options=options, undo="own", seed=7, auto_pass=auto_pass, deadline=deadline)
    table = open_table(wish, guests["Ann"])
    for seat, guest in zip(table.seats.all(), guests.values(), strict=True):
        Seat.objects.filter(pk=seat.pk).update(guest=guest)
    hall = Party(Table.objects.get(pk=table.pk), guests)
    lots = (("TR", 20), ("MF", 30), ("ER", 40), ("SMR", 50), ("DR", 60), ("SIR", 80))
    for (lot, price), name in zip(lots, ("Ann", "Bo", "Cy") * 2, strict=True):
        hall.act(bid(name, lot, price))
    return hall


def waiting(hall: Party) -> str:
    """The player to act."""
    game = games.current(hall.table).game
    return game.names[game.to_act.player]


@pytest.mark.parametrize(("auto_pass", "deadline"), [("never", 0), ("usual", 3)])
def test_at_a_table_without_automatic_passes_everybody_passes_in_the_stock_round(auto_pass: str, deadline: int) -> None:
    hall = poor(auto_pass, deadline)
    for name in ("Ann", "Bo", "Cy"):
        assert waiting(hall) == name
        hall.act(passes(name))
    assert hall.table.options["automatic_passes"] is False


@pytest.mark.parametrize(("auto_pass", "deadline"), [("always", 3), ("usual", 0)])
def test_elsewhere_only_who_may_do_something_is_asked(auto_pass: str, deadline: int) -> None:
    """Bo may lay a port tile, and exchange the Dōgo Railway."""
    hall = poor(auto_pass, deadline)
    assert waiting(hall) == "Bo"
    kinds = {offer.kind for offer in games.current(hall.table).game.legal_actions()}
    assert kinds == {"pass", "lay_private_tile", "exchange_private"}
    assert "Ann has no other action and passes automatically." in page(hall.client("Cy"), hall.table)


def test_a_plan_exchanges_a_private_where_its_owner_can_do_nothing_else() -> None:
    hall = poor("always")
    plan(hall, "Bo", {"kind": "exchange", "private": "DR"})
    carry(hall)
    assert done(hall)[-1] == ("exchange_private", 1)


def test_a_bot_that_can_only_use_a_private_is_asked() -> None:
    hall = poor("always")
    Seat.objects.filter(table=hall.table, name="Bo").update(guest=None, bot="simple")
    worker.move(hall.table.pk)
    assert [seat for _kind, seat in done(hall)][-1] == 1


def test_games_that_have_begun_go_on_as_they_were_played() -> None:
    """Formerly the engine passed for players who could not trade, whatever a table's setting for stock rounds."""
    begun, waits = poor("usual").table, open_table(
        TableSettings("1889", [Chair("Ann"), Chair()], auto_pass="never"), Guest.objects.create(name="Di")
    )  # fmt: skip
    Table.objects.update(options={})
    import_module("tetsudo.web.tables.migrations.0008_recorded_passes").mark(apps, None)
    begun.refresh_from_db()
    waits.refresh_from_db()
    assert (begun.options, waits.options) == ({"passes_without_trade": True}, {"automatic_passes": False})


# At a running site


def wait(until: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not until() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert until()


@pytest.fixture
def site(tmp_path: Path) -> tuple[Path, str, dict[str, str]]:
    filled = fill(tmp_path / "site.db", TableSpec(undo="free"))
    return tmp_path / "site.db", filled.table, filled.sessions


@pytest.mark.long
def test_plans_survive_a_restart_and_two_at_once_are_one_move(site: tuple[Path, str, dict[str, str]]) -> None:
    database, table, sessions = site
    with Server.start(database) as server:
        bo = Visitor(server.address, sessions["Bo"])
        assert bo.post(f"/t/{table}/plans/", {"seat": 1, **MIYOSHI}).status == 200
        server.kill()
    with Server.start(database) as server:
        ann, bo, cy = (Visitor(server.address, sessions[name]) for name in ("Ann", "Bo", "Cy"))
        assert cy.post(f"/t/{table}/plans/", {"seat": 2, **PASS}).status == 200
        stream = ann.stream(table)
        assert stream.next("move").data == "0"
        assert ann.act(table, 0, bid("Ann", "MF", 35)).status == 200
        bo.act(table, 1, bid("Bo", "MF", 100))  # Bo moves at the same moment
        while stream.next("move").data != "3":  # Cy's plan has moved, too
            pass
        stream.close()
        told = bo.get(f"/t/{table}/record/").data["actions"]
        assert [action["player"] for action in told] == ["Ann", "Bo", "Cy"]
