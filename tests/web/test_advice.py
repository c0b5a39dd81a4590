"""Suggestions: permission to ask a bot, its answers, and no leak of hidden information."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.clauses.t1890.hidden import hidden_game
from tests.web.builders import Party, open_party
from tests.web.slow import Liar, Wise
from tests.web.test_hidden import Hall
from tetsudo.bots import Budget, RolloutsPlayer
from tetsudo.bots.advice import CLEAR, EVEN, LIKELY, UNKNOWN, Advice, advice, confidence
from tetsudo.bots.player import Line
from tetsudo.core.actions import Pass
from tetsudo.web.common import rate_limits
from tetsudo.web.tables import bot_levels, events
from tetsudo.web.tables.bots import advice as advising
from tetsudo.web.tables.bots import worker
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Message, Seat, Table
from tetsudo.web.tables.workers.async_results import PENDING, bot_questions, questions
from tetsudo.web.tables.workers.process_pool import TIMED_OUT, Outcome

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Make the bots of the file known, and let strong bots think only briefly."""
    settings.ADVICE_SECONDS = 0.2
    monkeypatch.setitem(bot_levels.BOTS, "Wise", ("Wise", Wise))
    monkeypatch.setitem(bot_levels.BOTS, "Liar", ("Liar", Liar))


def alone() -> Party:
    return open_party(("Ann",), bots=("simple", "simple"))


def html(hall: Party, who: str) -> Client:
    client = hall.client(who) if who else Client()
    client.defaults["HTTP_ACCEPT"] = "text/html"
    return client


def ask_for_advice(hall: Party, bot: str, who: str = "Ann", version: int = 0) -> tuple[int, str]:
    """Ask a bot; returns the status and the answer without tags."""
    answer = html(hall, who).post(f"/t/{hall.table.key}/advice/", {"bot": bot, "version": version})
    return answer.status_code, plain(answer.content.decode())


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_a_quick_bot_tells_what_it_would_do() -> None:
    hall = alone()
    status, said = ask_for_advice(hall, "random")
    assert status == 200
    assert "Choose this" in said
    assert "This bot does not compare moves." in said
    assert "Choose this" in plain(html(hall, "Ann").get(f"/t/{hall.table.key}/").content.decode())


def test_a_bot_that_compares_tells_what_it_expects_and_how_sure_it_is() -> None:
    """Of 420 each: one line is 100 ahead, the other level; 100 is more than twice the error of 22."""
    status, said = ask_for_advice(alone(), "Wise")
    assert status == 200
    for words in (
        "+¥100 ± ¥10 · 9 games · Ann ¥520, Aki (Beginner bot) ¥420, Botan (Beginner bot) ¥420",
        "+¥0 ± ¥20 · 9 games · Ann ¥420,",
        "Wise : It came out furthest ahead of the best other player in 9 playouts.",
        "It hopes for a 4-train.",
        "The first move is better than all others by more than twice the error.",
    ):
        assert words in said
    assert said.count("Choose this") == 2


def test_the_strong_one_compares_some_lines() -> None:
    status, said = ask_for_advice(alone(), "rollouts")
    assert status == 200
    assert "Choose this" in said
    assert "playouts" in said


def test_what_is_advised_can_be_done() -> None:
    hall = alone()
    answer = html(hall, "Ann").post(f"/t/{hall.table.key}/advice/", {"bot": "rules", "version": 0})
    (action,) = re.findall(r'data-action="([^"]*)"', answer.content.decode())
    data = {"version": 0, "action": action.replace("&quot;", '"')}
    assert html(hall, "Ann").post(f"/t/{hall.table.key}/act/", data).status_code == 200
    hall.table.refresh_from_db()
    assert hall.table.version == 1


def test_a_bot_that_makes_no_sense_is_believed_only_what_can_be_done() -> None:
    status, said = ask_for_advice(alone(), "Liar")
    assert status == 200
    assert said.count("Choose this") == 1
    assert "nan" not in said
    assert "{no}" not in said


# Permissions


@pytest.mark.parametrize(
    ("people", "advice", "is_open"),
    [
        (("Ann",), "usual", True),
        (("Ann", "Bo"), "usual", False),
        (("Ann", "Bo"), "all", True),
        (("Ann",), "none", False),
    ],
)
def test_who_plays_against_others_asks_only_where_that_was_agreed(
    people: tuple[str, ...], advice: str, is_open: bool
) -> None:
    hall = open_party(people, bots=("simple",))
    Table.objects.update(advice=advice)
    assert ("Suggest a move" in html(hall, "Ann").get(f"/t/{hall.table.key}/").content.decode()) == is_open
    status, said = ask_for_advice(hall, "rules")
    assert status == (200 if is_open else 403)
    assert ("Bot advice is off" in said) != is_open


def test_at_one_screen_and_in_a_branch_it_is_open_and_an_empty_seat_is_anothers() -> None:
    hall = open_party(("Ann", "Bo"))
    Seat.objects.update(guest=hall.guests["Ann"])
    assert advising.may_be_asked(hall.table, hall.table.seats.all())
    Seat.objects.filter(name="Bo").update(guest=None)
    assert not advising.may_be_asked(hall.table, hall.table.seats.all())


@pytest.mark.parametrize("who", ["Bo", ""])
def test_only_who_is_to_act_asks(who: str) -> None:
    hall = open_party(("Ann", "Bo"))
    Table.objects.update(advice="all")
    assert ask_for_advice(hall, "rules", who)[0] == 204
    assert "Suggest a move" not in html(hall, who).get(f"/t/{hall.table.key}/").content.decode()


def test_about_another_position_nothing_is_answered() -> None:
    hall = alone()
    assert ask_for_advice(hall, "rules", version=7)[0] == 204
    assert ask_for_advice(hall, "no-such")[0] == 422


def test_the_host_says_who_may_ask_and_all_are_told() -> None:
    hall = open_party(("Ann", "Bo"))
    path = f"/t/{hall.table.key}/asking/"
    assert html(hall, "Bo").post(path, {"advice": "all"}).status_code == 403
    assert html(hall, "").post(path, {"advice": "all"}).status_code == 403
    assert html(hall, "Ann").post(path, {"advice": "nonsense"}).status_code == 422
    assert not Message.objects.exists()
    for _ in range(2):
        assert html(hall, "Ann").post(path, {"advice": "all"}).status_code == 302
    chat = plain(html(hall, "Bo").get(f"/t/{hall.table.key}/chat/").content.decode())
    assert chat.count("Ann set bot advice to: every player.") == 1


def test_it_is_chosen_with_the_table(client: Client) -> None:
    form = {
        "title": "1889", "players": "2", "undo": "own", "advice": "all", "pace": "4",
        "seat-0-kind": "here", "seat-0-name": "Ann", "seat-1-kind": "rollouts", "seat-1-name": "",
    }  # fmt: skip
    assert client.post("/new/", form).status_code == 302
    table = Table.objects.get()
    assert (table.advice, table.pace, table.seats.get(number=1).bot) == ("all", 4, "rollouts")
    assert client.post("/new/", {**form, "pace": "3"}).status_code == 422


def test_it_is_not_asked_for_too_often(settings: Any) -> None:
    settings.RATES = {**settings.RATES, "advice": "2/minute"}
    rate_limits.reset_counters()
    hall = alone()
    found = [html(hall, "Ann").post(f"/t/{hall.table.key}/advice/", {"bot": "rules", "version": 0}) for _ in range(3)]
    assert [answer.status_code for answer in found] == [200, 200, 429]


# While a bot thinks


def looked(hall: Party) -> str:
    """The answer to a page that asks again."""
    return plain(html(hall, "Ann").get(f"/t/{hall.table.key}/advice/?version=0&bot=rules").content.decode())


def test_a_page_asks_until_the_answer_is_there_and_a_move_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = alone()
    dropped: list[object] = []
    monkeypatch.setattr(questions, "ask", lambda *args, **named: PENDING)
    assert "Solid bot thinks …" in ask_for_advice(hall, "rules")[1]
    monkeypatch.setattr(questions, "peek", lambda key: PENDING)
    assert "thinks …" in looked(hall)
    monkeypatch.setattr(questions, "peek", lambda key: Outcome(TIMED_OUT))
    assert "No advice this time." in looked(hall)
    monkeypatch.setattr(bot_questions, "drop", lambda group, but=None: dropped.append(group))
    worker.BotMover(pace=0).handle_event(hall.table.pk, events.MOVE)
    assert ("advice", hall.table.pk) in dropped


def test_after_a_restart_it_is_asked_anew() -> None:
    hall = alone()
    said = looked(hall)
    assert "Suggest a move" in said
    assert "Choose this" not in said


# Hidden information

ONE, OTHER = ((500, 700, 400, 300), 300, 400), ((420, 700, 450, 330), 360, 400)
"""Amounts of the players, Nankai and Hankyu; the same for P1, who is to act, and for P1's Hankyu."""


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
@pytest.mark.parametrize("bot", ["Wise", "rules"])
def test_advice_is_the_same_whatever_is_hidden_from_the_asker(bot: str) -> None:
    hall = Hall(hidden_game(*ONE, 119, 171))
    Table.objects.update(advice="all")
    told = []
    for hidden in (ONE, OTHER):
        hall.play_instead(hidden_game(*hidden, 119, 171))
        for home in (questions, bot_questions):
            home.clear()
        answer = hall.client("P1").post(f"/t/{hall.table.key}/advice/", {"bot": bot, "version": hall.table.version})
        assert answer.status_code == 200
        told.append(plain(answer.content.decode()))
    assert told[0] == told[1]
    assert "Choose this" in told[0]


@pytest.mark.rule("1890-C.10.1-a")
def test_it_differs_by_what_the_asker_knows() -> None:
    mine = ((500, 650, 400, 300), 300, 400)
    first, second = (tasks_advice(hidden_game(*each, 119, 171)) for each in (ONE, mine))
    assert first.lines[0].worths[1] != second.lines[0].worths[1]


def tasks_advice(game: Any) -> Advice:
    return bot_levels.advise(game, "Wise", "drawn", Budget(rollouts=4))


def test_rollouts_advise_the_same_whatever_is_hidden() -> None:
    found = [
        bot_levels.advise(hidden_game(*each, 119, 171), "rollouts", "drawn", Budget(rollouts=8))
        for each in (ONE, OTHER)
    ]
    assert found[0].lines == found[1].lines
    assert found[0].action == found[1].action


# Certainty of a suggestion


def line(margin: float, spread: float) -> Line:
    return Line(Pass(0), (1000.0 + margin, 1000.0), spread, 5)


@pytest.mark.parametrize(
    ("lines", "sure"),
    [
        ([line(100, 30), line(0, 40)], CLEAR),  # 100 is twice the error of 50
        ([line(99, 30), line(0, 40)], LIKELY),
        ([line(49, 30), line(0, 40)], EVEN),
        ([line(100, 30), line(-500, 40), line(60, 40)], EVEN),
        ([line(100, float("inf")), line(0, 40)], UNKNOWN),
        ([line(100, 30), line(0, float("inf"))], UNKNOWN),
        ([line(100, 30)], UNKNOWN),
    ],
)
def test_how_sure_it_is_is_told_by_the_error(lines: list[Line], sure: str) -> None:
    assert confidence(lines, 0) == sure


def test_what_is_advised_stands_first() -> None:
    hall = alone()
    game = games.current(hall.table).game
    found = advice(RolloutsPlayer(game.setup, Random(1)), game.view(0), Budget(rollouts=30))
    assert found.lines[0].action == found.action
    assert len(found.lines) <= 4
