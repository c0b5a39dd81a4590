"""Clocks of live games: time kept with each move, budgets and their end, pauses."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

import tetsudo
from tests.web.builders import Party, browser, open_party
from tests.web.clock import START, Clock, facts_of
from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.lab.random_play import play_random, random_action
from tetsudo.language.labels import action_to_data
from tetsudo.web.play.controls.clock import clock_text
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.clocks import budgets, pauses, running
from tetsudo.web.tables.clocks.recount import Fact, Happened, recounted
from tetsudo.web.tables.errors import NotAllowed, StaleRequest
from tetsudo.web.tables.games import from_record, summary
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import ClockEvent, Guest, Message, Move, PauseRequest, Seat, Table
from tetsudo.web.tables.moves import programmed, programmed_worker, submit
from tetsudo.web.tables.seats import absent_players, leave
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down
from tetsudo.web.tables.seats.rematch import rematch

pytestmark = pytest.mark.django_db

HTML = {"accept": "text/html"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def hall(clock: Clock) -> Party:
    """Ann, Bo and Cy, each with half an hour."""
    return with_clocks(open_party())


def with_clocks(hall: Party, minutes: int = 30, **settings: Any) -> Party:
    Table.objects.filter(pk=hall.table.pk).update(clock_minutes=minutes, **settings)
    hall.table.refresh_from_db()
    return hall


def page(hall: Party, who: str, path: str = "") -> str:
    client = hall.client(who) if who else Client()
    return client.get(f"/t/{hall.table.key}/{path}", headers=HTML).content.decode()


def press(hall: Party, who: str, path: str) -> int:
    version = Table.objects.get(pk=hall.table.pk).version
    status: int = hall.client(who).post(f"/t/{hall.table.key}/{path}/", {"version": version}).status_code
    hall.table.refresh_from_db()
    return status


def passes(hall: Party, name: str) -> None:
    hall.act({"type": "pass", "player": name})


def seat_of(hall: Party, name: str) -> Seat:
    return hall.table.seats.get(name=name)


# Time kept with each move


def test_a_move_charges_the_player_to_act(hall: Party, clock: Clock) -> None:
    clock.wait(61.5)
    passes(hall, "Ann")
    clock.wait(30)
    passes(hall, "Bo")
    assert hall.table.used_ms == [61_500, 30_000]
    assert hall.table.clock_since == clock.now
    assert Table.objects.get().used_ms == [61_500, 30_000]


def test_an_undo_gives_no_time_back(hall: Party, clock: Clock) -> None:
    clock.wait(60)
    passes(hall, "Ann")
    clock.wait(10)
    submit.undo_moves(hall.table, 1, None, hall.guests["Ann"])
    clock.wait(5)
    passes(hall, "Ann")
    assert hall.table.used_ms == [65_000, 10_000]  # the undo itself took from Bo's clock


def test_no_clock_runs_before_the_date(hall: Party, clock: Clock) -> None:
    Table.objects.update(starts_at=START + timedelta(hours=1))
    hall.table.refresh_from_db()
    passes(hall, "Ann")
    clock.wait(minutes=59)
    passes(hall, "Bo")
    clock.wait(minutes=3)
    passes(hall, "Cy")
    assert hall.table.used_ms == [0, 0, 120_000]


def test_bots_and_open_seats_take_no_time(clock: Clock) -> None:
    hall = open_party(("Ann",), bots=("simple", "simple"))
    clock.wait(7)
    passes(hall, "Ann")
    for _ in range(2):
        clock.wait(50)
        worker.move(hall.table.pk)
    hall.table.refresh_from_db()
    assert hall.table.used_ms == [7000]
    assert hall.table.to_act == 0
    leave.vacate(seat_of(hall, "Ann"), keeps_name=True)
    clock.wait(50)
    sit_down(seat_of(hall, "Ann"), hall.guests["Ann"], "")
    clock.wait(4)
    hall.table.refresh_from_db()
    passes(hall, "Ann")
    assert hall.table.used_ms == [11_000]


def test_a_stand_in_stops_the_clock_and_the_return_starts_it(hall: Party, clock: Clock) -> None:
    clock.wait(20)
    leave.hand_to_bot(seat_of(hall, "Ann"), "simple", hall.guests["Bo"])
    clock.wait(1000)
    leave.come_back(seat_of(hall, "Ann"), hall.guests["Ann"])
    clock.wait(3)
    hall.table.refresh_from_db()
    passes(hall, "Ann")
    assert hall.table.used_ms == [23_000]


def test_a_plan_takes_no_time_but_thinking_of_it_did(hall: Party, clock: Clock) -> None:
    """Bo plans in Ann's turn; Cy in his own, for whom the plan then moves."""
    programmed.make(hall.table, hall.guests["Bo"], 1, {"kind": "pass"})
    clock.wait(40)
    passes(hall, "Ann")
    clock.wait(500)
    programmed_worker.carry_out(hall.table.pk, lambda: None)
    hall.table.refresh_from_db()
    assert (hall.table.version, hall.table.used_ms) == (2, [40_000])
    clock.wait(9)
    programmed.make(hall.table, hall.guests["Cy"], 2, {"kind": "pass"})
    clock.wait(500)
    programmed_worker.carry_out(hall.table.pk, lambda: None)
    hall.table.refresh_from_db()
    assert (hall.table.version, hall.table.used_ms) == (3, [40_000, 0, 9000])


def test_a_plan_out_of_turn_costs_the_player_in_turn_the_time_so_far(hall: Party, clock: Clock) -> None:
    """Cy's plan exchanges a private while Ann thinks: her 40 seconds are hers."""
    clock.wait(40)
    with transaction.atomic():
        after = running.fields_after_move(hall.table, timezone.now(), is_over=False, planned=2)
    assert (after["used_ms"], after["clock_since"]) == ([40_000], START + timedelta(seconds=40))


def test_a_move_that_is_not_written_takes_no_time(hall: Party, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.wait(60)

    def broken(*_rows: object, **_more: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Move.objects, "bulk_create", broken)
        with pytest.raises(RuntimeError):
            passes(hall, "Ann")
    table = Table.objects.get()
    assert (table.version, table.used_ms, table.clock_since) == (0, [], START)


def test_a_branch_begins_without_a_clock(hall: Party, clock: Clock) -> None:
    passes(hall, "Ann")
    branch = from_record.create_branch(hall.table, 1, hall.guests["Ann"], "What if")
    assert (branch.clock_minutes, branch.used_ms, branch.clock_since) == (0, [], None)
    clock.wait(1000)
    submit.act(branch, 1, {"type": "pass", "player": "Bo"}, [1])
    assert branch.used_ms == []


# The same time, counted again


def test_the_recount_by_hand() -> None:
    def at(seconds: float, kind: Happened, to_act: int | None, *people: int, planned: int | None = None) -> Fact:
        return Fact(START + timedelta(seconds=seconds), kind, to_act, frozenset(people), planned)

    facts = [
        at(0, Happened.READ, 0, 0, 1),
        at(10, Happened.MOVE, 1, 0, 1),  # 10 s for 0
        at(15, Happened.PAUSE, 1, 0, 1),  # 5 s for 1
        at(100, Happened.READ, 1, 0),  # 1 is replaced by a bot in the pause
        at(120, Happened.RESUME, 1, 0),
        at(130, Happened.MOVE, 0, 0),
        at(131, Happened.READ, 0, 0),  # 1 s for 0, who makes a plan
        at(150, Happened.MOVE, 0, 0, planned=0),
        at(152, Happened.MOVE, None, 0),  # 2 s for 0
        at(999, Happened.READ, None, 0),
    ]
    assert recounted(facts) == {0: 13_000, 1: 5000}
    assert recounted(facts, START + timedelta(seconds=12)) == {0: 3000, 1: 3000}


class Chaos:
    """Random moves, undo, pauses, stand-ins, plans and crashes at a table with clocks."""

    def __init__(self, hall: Party, clock: Clock, chance: Random, patch: pytest.MonkeyPatch) -> None:
        self.hall, self.clock, self.chance, self.patch = hall, clock, chance, patch
        self.done = list[str]()

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.hall.table.pk)

    def step(self) -> None:
        """Something random; refusals count as nothing."""
        self.clock.wait(self.chance.choice((0.001, 0.7, 5, 40, 300)))
        kinds = {self.move: 10, self.undo: 2, self.pause: 2, self.resume: 2, self.stand_in: 1, self.back: 2}
        do = self.chance.choices([*kinds, self.plan, self.crash, self.duties], [*kinds.values(), 1, 2, 2])[0]
        try:
            do()
            self.done.append(do.__name__)
        except TetsudoError:
            pass

    def move(self) -> None:
        table = self.table
        hot = games.current(table)
        if table.seats.get(number=hot.game.to_act.player).bot:
            worker.move(table.pk)
            return
        action = random_action(hot.game, self.chance)
        submit.act(table, table.version, action_to_data(hot.game.setup, hot.game.names, action), range(3))

    def undo(self) -> None:
        submit.undo_moves(self.table, self.table.version, None, self.hall.guests["Ann"])

    def pause(self) -> None:
        pauses.ask(self.table, self.table.version, self.hall.guests["Ann"])
        for name in ("Bo", "Cy"):
            if not self.table.paused_at:
                pauses.agree(self.table, self.table.version, self.hall.guests[name])

    def resume(self) -> None:
        pauses.resume(self.table, self.hall.guests["Bo"])

    def stand_in(self) -> None:
        seat = Seat.objects.select_related("table", "guest").filter(guest__isnull=False, table=self.table).first()
        if seat is not None:
            leave.hand_to_bot(seat, "random", None)

    def back(self) -> None:
        for seat in Seat.objects.select_related("left_by").filter(left_by__isnull=False):
            assert seat.left_by is not None
            leave.come_back(seat, seat.left_by)

    def plan(self) -> None:
        number = self.table.to_act or 0
        programmed.make(self.table, list(self.hall.guests.values())[number], number, {"kind": "pass"})
        self.clock.wait(2)
        programmed_worker.carry_out(self.table.pk, lambda: None)

    def crash(self) -> None:
        """Die within the transaction of a move, after its UPDATE; then begin with empty memory."""
        written = summary.advance

        def advance(*values: Any) -> bool:
            written(*values)
            raise BadInput("killed")

        with self.patch.context() as patch:
            patch.setattr(summary, "advance", advance)
            try:
                self.move()
            finally:
                games.clear()

    def duties(self) -> None:
        absent_players.carry_out(self.table.pk)


@pytest.mark.parametrize("seed", range(8))
def test_the_kept_times_are_those_of_the_whole_course(clock: Clock, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    hall = with_clocks(open_party(undo="free"), 5, clock_end="bot")
    chaos = Chaos(hall, clock, Random(seed), monkeypatch)
    for _ in range(80):
        chaos.step()
    table = chaos.table
    assert {"move", "undo", "pause", "resume", "duties"} & set(chaos.done)
    kept = {seat: used for seat, used in enumerate(table.used_ms) if used}
    assert kept == {seat: used for seat, used in recounted(facts_of(table)).items() if used}
    assert kept


# Budgets and their end


def test_the_clocks_are_shown_and_only_there(hall: Party, clock: Clock) -> None:
    clock.wait(61)
    for shown in (page(hall, "Bo"), page(hall, ""), page(hall, "Bo", "parts/")):
        assert 'id="clock"' in shown
        assert 'data-left="1739000">28:59</b>' in shown
        assert shown.count("30:00") == 2
    assert "history/clock.js" in page(hall, "Bo")
    passes(hall, "Ann")
    assert 'id="clock"' not in page(hall, "Bo", "at/0/")  # the past has none
    Table.objects.update(clock_minutes=0)
    shown = page(hall, "Bo")
    assert 'id="clock"' not in shown
    assert "clock/clock" not in shown


@pytest.mark.parametrize(
    ("left", "text"),
    [(3_600_000, "1:00:00"), (245_001, "4:06"), (245_000, "4:05"), (0, "0:00"), (-999, "0:00"), (-72_000, "−1:12")],
)
def test_a_clock_counts_down_and_on(left: int, text: str) -> None:
    assert clock_text(left) == text


def test_a_bot_plays_when_the_time_is_used_up_until_the_player_returns(hall: Party, clock: Clock) -> None:
    with_clocks(hall, 10, clock_end="bot")
    assert absent_players.carry_out(hall.table.pk) == 600.0
    clock.wait(599)
    assert absent_players.carry_out(hall.table.pk) == 1.0
    assert seat_of(hall, "Ann").guest is not None
    clock.wait(1)
    assert absent_players.carry_out(hall.table.pk) == 0.0
    seat = seat_of(hall, "Ann")
    assert (seat.bot, seat.left_by) == (worker.DEFAULT_BOT, hall.guests["Ann"])
    assert absent_players.carry_out(hall.table.pk) is None  # a bot is to act
    assert "Ann&#x27;s time is used up: Solid bot plays until Ann returns." in page(hall, "Bo")
    assert "Play again yourself" in page(hall, "Ann")
    leave.come_back(seat, hall.guests["Ann"])
    assert absent_players.carry_out(hall.table.pk) == budgets.GRACE_SECONDS
    clock.wait(budgets.GRACE_SECONDS)
    assert absent_players.carry_out(hall.table.pk) == 0.0
    assert seat_of(hall, "Ann").bot


@pytest.mark.parametrize("settings", [{"clock_end": "shown"}, {"clock_end": "penalty"}, {"clock_minutes": 0}], ids=str)
def test_elsewhere_nobody_is_replaced(hall: Party, clock: Clock, settings: dict[str, Any]) -> None:
    Table.objects.update(**{"clock_end": "bot", **settings})
    clock.wait(days=9)
    assert absent_players.carry_out(hall.table.pk) is None
    assert seat_of(hall, "Ann").guest is not None


def test_only_tables_with_duties_are_looked_at(hall: Party) -> None:
    assert not Table.objects.filter(absent_players.DUTIES.tables).exists()
    with_clocks(hall, clock_end="bot")
    assert Table.objects.get(absent_players.DUTIES.tables) == hall.table


def test_the_limit_of_bots_holds_for_stand_ins(hall: Party, clock: Clock, settings: Any) -> None:
    settings.MAX_BOT_TABLES = 0
    with_clocks(hall, 1, clock_end="bot")
    clock.wait(minutes=2)
    assert absent_players.carry_out(hall.table.pk) == absent_players.RETRY_SECONDS
    assert seat_of(hall, "Ann").guest is not None


# A penalty in money


@pytest.mark.parametrize(
    ("used", "lost"), [(0, 0), (600_000, 0), (600_001, 10), (660_000, 10), (660_001, 20), (1_200_000, 100)]
)
def test_each_minute_over_that_has_begun_costs_money(used: int, lost: int) -> None:
    table = Table(clock_minutes=10, clock_end="penalty", clock_penalty=10)
    assert budgets.penalty(table, used) == lost
    table.clock_end = Table.ClockEnd.SHOWN
    assert budgets.penalty(table, used) == 0


def test_penalties_decide_who_wins(clock: Clock) -> None:
    game = tetsudo.new("1889", ("Ann", "Bo"), seed=4)
    play_random(game, Random(1))
    ann = Guest.objects.create(name="Ann")
    table = from_record.create_from_game(game, ann, "Over")
    before = list(table.result.items())
    (winner, most), (loser, least) = before
    first = game.names.index(winner)
    used = [0, 0]
    used[first] = 600_000 + (most - least) * 60_000  # each minute costs 1, and one more is begun by the last move
    Table.objects.update(clock_minutes=10, clock_end="penalty", clock_penalty=1, used_ms=used)
    table = Table.objects.get()
    data = table.moves.last()
    assert data is not None
    submit.undo_moves(table, table.version, game.length - 1, ann)
    assert table.result is None
    Table.objects.update(clock_since=START, to_act=first)
    clock.wait(1)
    submit.act(table, table.version, data.data, range(2))
    table = Table.objects.get()
    assert list(table.result.items()) == [(loser, least), (winner, most - (most - least) - 1)]
    client = browser(ann)
    for path in ("", "end/"):
        shown = client.get(f"/t/{table.key}/{path}", headers=HTML).content.decode()
        assert f"{loser} wins" in shown
        assert "for time" in shown


# Pauses


def test_a_pause_needs_all_and_anyone_resumes(hall: Party, clock: Clock) -> None:
    clock.wait(10)
    assert press(hall, "Ann", "pause/ask") == 200
    assert "<b>Ann</b> asks to pause the clocks." in page(hall, "Bo")
    assert press(hall, "Bo", "pause/agree") == 200
    assert hall.table.paused_at is None
    assert press(hall, "Cy", "pause/agree") == 200
    assert hall.table.paused_at == clock.now
    clock.wait(1000)
    for who in ("Ann", "Bo", ""):
        assert "The clocks are paused." in page(hall, who)
    assert "29:50" in page(hall, "Bo")
    assert press(hall, "Bo", "pause/resume") == 200
    assert hall.table.paused_at is None
    clock.wait(5)
    passes(hall, "Ann")
    assert hall.table.used_ms == [15_000]
    assert [message.news for message in Message.objects.all()] == ["paused", "resumed"]


def test_a_move_voids_the_request_and_ends_the_pause(hall: Party, clock: Clock) -> None:
    press(hall, "Ann", "pause/ask")
    passes(hall, "Ann")
    assert press(hall, "Bo", "pause/agree") == 409
    assert "asks to pause" not in page(hall, "Bo")
    for who, path in (("Bo", "ask"), ("Ann", "agree"), ("Cy", "agree")):
        press(hall, who, f"pause/{path}")
    assert hall.table.paused_at
    clock.wait(1000)
    passes(hall, "Bo")
    assert Table.objects.filter(paused_at=None).exists()
    assert sum(hall.table.used_ms) == 0
    assert press(hall, "Cy", "pause/resume") == 409


def test_a_request_is_refused_or_withdrawn(hall: Party) -> None:
    for who in ("Bo", "Ann"):
        press(hall, "Ann", "pause/ask")
        assert press(hall, who, "pause/decline") == 200
        assert not PauseRequest.objects.exists()
    assert press(hall, "Cy", "pause/agree") == 409


def test_who_may_not_pause(hall: Party) -> None:
    eve = Guest.objects.create(name="Eve")
    for path in ("ask", "agree", "decline", "resume"):
        answer = browser(eve).post(f"/t/{hall.table.key}/pause/{path}/", {"version": 0})
        assert answer.status_code == 403
        assert answer.json()["refusal"] == "Only players can pause and resume the clocks."
        assert Client().post(f"/t/{hall.table.key}/pause/{path}/", {"version": 0}).status_code == 403
    with_clocks(hall, 0)
    with pytest.raises(NotAllowed, match="no clocks to pause"):
        pauses.ask(hall.table, 0, hall.guests["Ann"])
    with_clocks(hall, 10)
    with pytest.raises(StaleRequest):
        pauses.ask(hall.table, 1, hall.guests["Ann"])
    assert not ClockEvent.objects.filter(kind="pause").exists()


def test_bots_plans_and_deadlines_rest_in_a_pause(clock: Clock) -> None:
    hall = with_clocks(open_party(("Ann",), bots=("simple",)), 1, clock_end="bot", deadline=1)
    programmed.make(hall.table, hall.guests["Ann"], 0, {"kind": "pass"})
    assert press(hall, "Ann", "pause/ask") == 200  # nobody else has to agree
    assert hall.table.paused_at
    with pytest.raises(BadInput, match="paused already"):
        pauses.ask(hall.table, 0, hall.guests["Ann"])
    clock.wait(days=5)
    assert absent_players.carry_out(hall.table.pk) is None
    assert not programmed_worker.carry_out(hall.table.pk, lambda: None)
    assert not leave.is_overdue(Seat.objects.select_related("table").get(number=0))
    Table.objects.update(to_act=1)
    worker.move(hall.table.pk)
    assert Table.objects.get().version == 0
    Table.objects.update(to_act=0)
    assert press(hall, "Ann", "pause/resume") == 200
    assert not leave.is_overdue(Seat.objects.select_related("table").get(number=0))


# Settings


def test_a_rematch_has_the_same_clocks(clock: Clock) -> None:
    ann = Guest.objects.create(name="Ann")
    agreed = {"clock_minutes": 20, "clock_end": "penalty", "clock_penalty": 5, "tempo": "live"}
    wish = TableSettings("1889", [Chair("Ann"), Chair(bot="random")], **agreed)  # type: ignore[arg-type]
    table = open_table(wish, ann)
    Table.objects.update(status=Table.Status.FINISHED)
    table.refresh_from_db()
    again = rematch(table, ann, is_turned=False)
    assert {name: getattr(again, name) for name in agreed} == agreed
    assert again.starts_at is None
