"""Secrets of other viewers, and malicious posts: each gets a sentence and changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

import tetsudo
from tests.web.builders import browser, open_party
from tests.web.filling import PEOPLE, SEED, TITLE, random_actions
from tetsudo.core.errors import BadInput
from tetsudo.language.labels import action_from_data
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Message, Move, Note, Seat, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db

FIRST = {"type": "bid", "player": "Ann", "lot": "TR", "price": 20}
EVIL = "<b>x</b>\"'&{{1}}"
PAGES = ("", "parts/", "at/2/", "at/2/parts/", "chat/", "record/", "chronicle/", "at/2/log/0/", "seats/")


def page(client: Client, path: str) -> HttpResponse:
    """A page as a browser asks for it."""
    return client.get(path, headers={"accept": "text/html"})  # type: ignore[return-value]


def shown(client: Client, table: Table, kind: str = "") -> str:
    """Everything (of a kind) that a table's addresses show to a viewer."""
    answers = [page(client, f"/t/{table.key}/{path}") for path in PAGES]
    answers.append(page(client, "/"))
    return "\n".join(answer.content.decode() for answer in answers if kind in answer["Content-Type"])


def test_keys_of_seats_and_guests_are_shown_to_nobody_else() -> None:
    hall = open_party()
    hall.act(*random_actions()[:3])
    secrets = {seat.key: seat.name for seat in hall.table.seats.all()}
    secrets |= {guest.key: guest.name for guest in hall.guests.values()}
    onlooker = browser(Guest.objects.create(name="Dee"))
    for name, client in [("", Client()), ("Dee", onlooker), ("Bo", hall.client("Bo"))]:
        seen = shown(client, hall.table)
        assert not [whose for key, whose in secrets.items() if key in seen and whose != name]


def test_invitations_are_shown_to_who_opened_the_table_only() -> None:
    ann = Guest.objects.create(name="Ann")
    table = open_table(TableSettings(TITLE, [Chair("Ann"), Chair()], seed=SEED), ann)
    key = Seat.objects.get(table=table, number=1).key
    assert key in page(browser(ann), f"/t/{table.key}/").content.decode()
    for client in (Client(), browser(Guest.objects.create(name="Dee"))):
        assert key not in shown(client, table)


SEEDED = 1_987_654_321


def test_the_seed_is_shown_to_nobody_while_the_game_runs() -> None:
    ann = Guest.objects.create(name="Ann")
    table = open_table(TableSettings("1889", [Chair("Ann"), Chair("Ann 2")], seed=SEEDED, random_seating=True), ann)
    client = browser(ann)
    for number in range(2):
        submit.act(table, number, {"type": "pass", "player": games.current(table).game.names[number]}, (0, 1))
    records = [f"/t/{table.key}/record/?{query}" for query in ("", "version=1", "format=18xx.games")]
    for visitor in (client, Client()):
        seen = shown(visitor, table) + "".join(visitor.get(path).content.decode() for path in records)
        assert str(SEEDED) not in seen
    assert "actions" in seen
    branched = client.post(f"/t/{table.key}/branch/2/").headers["Location"]
    assert Table.objects.get(key=branched.split("/")[2]).seed != SEEDED  # finishing a branch reveals its seed
    tetsudo.load(client.get(records[0]).content)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    assert json.loads(client.get(records[0]).content)["seed"] == SEEDED


def test_private_notes_are_private() -> None:
    hall = open_party()
    Note.objects.create(table=hall.table, guest=hall.guests["Ann"], text="buy Awa early")
    for viewer, is_writer in ((hall.client("Ann"), True), (hall.client("Bo"), False), (Client(), False)):
        assert ("buy Awa early" in page(viewer, f"/t/{hall.table.key}/notes/").content.decode()) is is_writer
        assert "buy Awa early" not in shown(viewer, hall.table)


def test_onlookers_get_nothing_to_act_with() -> None:
    hall = open_party()
    hall.act(*random_actions()[:3])
    waiting = random_actions()[3]["player"]
    assert "/act/" in page(hall.client(waiting), f"/t/{hall.table.key}/").content.decode()
    seen = page(Client(), f"/t/{hall.table.key}/").content.decode()
    assert 'name="action"' not in seen
    assert "/undo/" not in seen


@pytest.mark.parametrize(
    "path", ["act", "undo", "redo", "undo/ask", "undo/agree", "undo/decline", "notes", "chat", "commands"]
)
def test_onlookers_change_nothing(path: str) -> None:
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(FIRST)
    post = {"version": 1, "action": json.dumps({"type": "pass", "player": "Bo"}), "text": "hello", "command": "pass"}
    answer = Client().post(f"/t/{hall.table.key}/{path}/", post)
    assert 400 <= answer.status_code < 500
    assert Table.objects.get(pk=hall.table.pk).version == 1
    assert not Message.objects.exists()


def test_names_and_chat_are_text() -> None:
    ann, bo = Guest.objects.create(name=EVIL), Guest.objects.create(name="Bo")
    table = open_table(TableSettings(TITLE, [Chair(EVIL), Chair("Bo")], name=EVIL, seed=SEED), ann)
    Message.objects.create(table=table, guest=ann, name=EVIL, text=EVIL)
    client = browser(ann)
    for _ in range(2):
        post = {"version": table.version, "action": json.dumps({"type": "pass", "player": EVIL})}
        client.post(f"/t/{table.key}/act/", post)
        for visitor in (client, browser(bo), Client()):
            seen = shown(visitor, table, "text/html")
            assert "<b>x" not in seen
            assert "&lt;b&gt;x" in seen


# Malicious posts


def hostile_actions() -> list[str]:
    deep = "[" * 100_000
    return [
        "", "null", "7", "[]", '"pass"', "{}", "{", "nonsense", "NaN", "1e999", deep, '{"type":' + deep,
        '{"type": "pass"}', '{"type": "pass", "player": 0}', '{"type": "pass", "player": ["Ann"]}',
        '{"type": "pass", "player": {"Ann": 1}}', '{"type": "pass", "player": "Ann", "more": 1}',
        '{"type": "bid", "player": "Ann", "lot": "TR", "price": -20}',
        '{"type": "bid", "player": "Ann", "lot": "TR", "price": 20.5}',
        '{"type": "bid", "player": "Ann", "lot": "TR", "price": true}',
        '{"type": "bid", "player": "Ann", "lot": "TR", "price": ' + "9" * 5000 + "}",
        '{"type": "bid", "player": "Ann", "lot": "TR\\u0000", "price": 20}',
        '{"type": "bid", "player": "Ann", "lot": "\\ud800", "price": 20}',
        '{"type": "undo", "to": 0}', '{"type": "redo", "to": 1}', '{"type": ["undo"], "to": 0}',
        '{"type": "bid", "player": "Ann", "lot": "TR", "open": "price"}',
        '{"type": "bid", "player": "Ann", "lot": "TR", "open": ["price"]}',
        '{"type": "run_routes", "player": "Ann", "company": "AR", "routes": ' + "[" + "[]," * 100_000 + "[]]}",
        '{"type": "' + "x" * 1_000_000 + '"}',
        "\x00", "\ud7ff\ufffe",
    ]  # fmt: skip


@pytest.mark.parametrize("action", hostile_actions(), ids=lambda text: repr(text[:40]))
def test_what_is_no_action_is_refused_with_a_sentence(action: str) -> None:
    hall = open_party(undo=Table.Undo.FREE)
    answer = hall.client("Ann").post(f"/t/{hall.table.key}/act/", {"version": 0, "action": action})
    assert answer.status_code == 422
    assert 5 < len(answer.json()["refusal"]) < 400
    assert not Move.objects.exists()
    assert hall.act(FIRST).version == 1


@pytest.mark.parametrize("version", ["", "-1", "x", "0x0", "1.0", "9" * 400, "\x00", "٣", " 0", "0 "])
def test_what_is_no_version_is_refused(version: str) -> None:
    hall = open_party()
    answer = hall.client("Ann").post(f"/t/{hall.table.key}/act/", {"version": version, "action": json.dumps(FIRST)})
    assert answer.status_code in (409, 422)
    assert not Move.objects.exists()


@pytest.mark.parametrize("amount", ["", "-20", "x", "9" * 5000, "20.0", "\x00", "1e3"])
def test_what_is_no_amount_is_refused(amount: str) -> None:
    hall = open_party()
    action = json.dumps({"type": "bid", "player": "Ann", "lot": "TR", "open": "price"})
    post = {"version": 0, "action": action, "amount": amount}
    assert hall.client("Ann").post(f"/t/{hall.table.key}/act/", post).status_code == 422
    assert not Move.objects.exists()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["Ann", "TR", "bid", "AR"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
fields = st.sampled_from(["type", "player", "company", "lot", "price", "routes", "hex", "tile", "to", "open", "source"])
kinds = st.sampled_from(["pass", "bid", "par", "lay_tile", "run_routes", "undo", "answer", "buy_train", "sell_shares"])


def is_a_move(data: dict[str, Any]) -> bool:
    """True if the random data are a legal first action of Ann's, such as a pass."""
    game = tetsudo.new(TITLE, PEOPLE, seed=SEED)
    try:
        return game.is_legal(action_from_data(game.setup, PEOPLE, data))
    except BadInput:
        return False


@settings(suppress_health_check=list(HealthCheck))
@example({"player": "Ann"}, "pass").via("found by chance: it is legal")
@given(st.dictionaries(fields, json_values, max_size=6), kinds | json_values)
def test_any_data_is_refused_and_changes_nothing(data: dict[str, Any], kind: Any) -> None:
    assume(not is_a_move({**data, "type": kind}))
    hall = open_party()
    post = {"version": 0, "action": json.dumps({**data, "type": kind})}
    answer = hall.client("Ann").post(f"/t/{hall.table.key}/act/", post)
    assert answer.status_code in (403, 422), answer.content
    assert not Move.objects.filter(table=hall.table).exists()


@pytest.mark.parametrize("path", ["act", "undo", "redo", "undo/ask", "undo/agree", "undo/decline"])
def test_a_link_changes_nothing(path: str) -> None:
    hall = open_party()
    hall.act(FIRST)
    query: dict[str, str | int] = {"version": 1, "action": json.dumps(FIRST)}
    assert hall.client("Ann").get(f"/t/{hall.table.key}/{path}/", query).status_code == 405


def test_a_forged_post_is_refused() -> None:
    hall = open_party()
    client = Client(enforce_csrf_checks=True)
    client.cookies.update(hall.client("Ann").cookies)
    answer = client.post(f"/t/{hall.table.key}/act/", {"version": 0, "action": json.dumps(FIRST)})
    assert answer.status_code == 403
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    "path", ["", "act/", "undo/", "live/", "chat/", "at/0/", "parts/", "seats/", "record/", "hex/A1/"]
)
@pytest.mark.parametrize("key", ["nowhere", "%00", "..%2f..%2fetc", "x" * 500])
def test_no_table_no_page(key: str, path: str) -> None:
    for method in ("get", "post"):
        answer = getattr(Client(), method)(f"/t/{key}/{path}")
        assert answer.status_code in (404, 405), method


@pytest.mark.parametrize("version", ["5", "99999999999999999999999", "-1", "x"])
def test_no_version_no_page(version: str) -> None:
    hall = open_party()
    hall.act(FIRST)
    for path in ("", "parts/", "log/0/"):
        assert Client().get(f"/t/{hall.table.key}/at/{version}/{path}").status_code == 404


def test_too_much_is_refused() -> None:
    hall = open_party()
    post = {"version": 0, "action": json.dumps(FIRST), "more": "x" * 9_500_000}
    client = Client(raise_request_exception=False)
    client.cookies.update(hall.client("Ann").cookies)
    assert 400 <= client.post(f"/t/{hall.table.key}/act/", post).status_code < 500
    assert not Move.objects.exists()


def test_headers_keep_browsers_careful() -> None:
    hall = open_party()
    for path in ("/", f"/t/{hall.table.key}/", "/nowhere/"):
        answer = page(hall.client("Ann"), path)
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["Referrer-Policy"] == "same-origin"


def test_a_guests_cookie_is_not_for_scripts() -> None:
    client = Client()
    client.post("/guest/", {"name": "Ann"})
    cookie = client.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_an_error_of_ours_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_party()

    def broken(table: Table) -> None:
        raise RuntimeError("secret inner words")

    monkeypatch.setattr(games, "current", broken)
    client = Client(raise_request_exception=False)
    answer = page(client, f"/t/{hall.table.key}/")
    assert answer.status_code == 500
    assert "Something went wrong here" in answer.content.decode()
    assert "secret inner words" not in answer.content.decode()
