"""Whole games with the page's own controls: every offered action is accepted, and others are refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.properties.walks import choose
from tests.web.builders import Party, open_party
from tetsudo.core.open_actions import Runs
from tetsudo.game import unavailable
from tetsudo.language.labels import action_from_data, action_to_data
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.seats.guests import KEY
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db


class Controls(HTMLParser):
    """The buttons of a page: their actions and ranges of amounts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.buttons: list[dict[str, Any]] = []
        self.laid: list[dict[str, Any]] = []
        self.hexes: list[str] = []
        self.scripts: dict[str, str] = {}
        self._range: dict[str, str | None] = {}
        self._script = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "script":
            self._script = found.get("id") or ""
        if tag == "input" and found.get("type") == "number":
            self._range = found
        if found.get("data-action"):
            assert found.get("aria-disabled") != "true"
            data = json.loads(found["data-action"] or "")
            amounts = (int(self._range["min"] or 0), int(self._range["max"] or 0)) if "open" in data else None
            self.buttons.append({"action": found["data-action"], "amounts": amounts})
        if found.get("data-lay"):
            self.laid.append({"action": found["data-lay"], "amounts": None})
        if found.get("data-to-hex"):
            self.hexes.append(found["data-to-hex"] or "")

    def handle_data(self, data: str) -> None:
        if self._script:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = ""


@pytest.fixture
def table(client: Client) -> Table:
    """A hotseat table for three, owned by the client's guest."""
    return hotseat(client)


def hotseat(client: Client, **wish: Any) -> Table:
    guest = Guest.objects.create(name="Ann")
    session = client.session
    session[KEY] = guest.pk
    session.save()
    chairs = [Chair("Ann"), Chair("Bo"), Chair("Cy")]
    return open_table(TableSettings("1889", chairs, seed=7, **{"auto_pass": "never", **wish}), guest)


def address(table: Table, word: str = "") -> str:
    return f"/t/{table.key}/{word}"


def post(client: Client, table: Table, version: int, action: str, amount: int | None = None) -> Any:
    data = {"version": version, "action": action} | ({} if amount is None else {"amount": amount})
    return client.post(address(table, "act/"), data)


def choices(client: Client, table: Table, page: str, version: int, rng: Random) -> Iterator[tuple[str, int | None]]:
    """Random controls to try next: buttons with amounts, and hexes with their menu entries."""
    controls = Controls(page)
    found: list[dict[str, Any] | str] = [*controls.buttons, *controls.hexes]
    rng.shuffle(found)
    for pick in found:
        if isinstance(pick, str):
            answer = client.get(address(table, f"hex/{pick}/"), {"version": version})
            assert answer.status_code == 200
            menu = Controls(answer.content.decode())
            assert menu.buttons or menu.laid, f"{pick} glows, but there is nothing to choose"
            pick = rng.choice([*menu.buttons, *menu.laid])
        amount = rng.randint(*pick["amounts"]) if pick["amounts"] else None
        if "bid" in pick["action"] and amount is not None:
            amount = pick["amounts"][0]
        yield pick["action"], amount


def play(client: Client, table: Table, seed: int, most: int) -> str:
    """Press random buttons, up to `most` times or to the end of the game; returns the last page."""
    rng = Random(seed)
    page: str = client.get(address(table)).content.decode()
    for version in range(most):
        if games.current(table).game.is_over:
            break
        action, amount = next(choices(client, table, page, version, rng))
        answer = post(client, table, version, action, amount)
        page = answer.content.decode()
        assert answer.status_code == 200, (action, amount, games.current(table).game.to_act, page[:2000])
        table.refresh_from_db()
        assert table.version == version + 1
    return page


@pytest.mark.parametrize(
    ("seed", "presses"), [(1, 50), *(pytest.param(seed, 120, marks=pytest.mark.long) for seed in (1, 2))]
)
def test_whatever_a_page_offers_is_accepted(client: Client, table: Table, seed: int, presses: int) -> None:
    play(client, table, seed, presses)


@pytest.mark.long
def test_a_whole_game_is_played_by_what_its_pages_offer(client: Client, table: Table) -> None:
    page = play(client, table, 2, 5000)
    assert table.status == Table.Status.FINISHED
    assert not Controls(page).buttons


# Refusals


def test_a_refused_action_changes_nothing_and_says_why_with_the_rule(client: Client, table: Table) -> None:
    bid = json.dumps({"type": "bid", "player": "Ann", "lot": "MF", "price": 31})
    answer = post(client, table, 0, bid)
    page = answer.content.decode()
    assert answer.status_code == 422
    notice = page[page.index('class="notice refusal"') :]
    assert "35" in notice[:600]
    assert f"/titles/1889/rules/{notice[notice.index('1889-') :][:11]}" in notice
    table.refresh_from_db()
    assert table.version == 0
    assert Controls(page).buttons  # and continues from here


@pytest.mark.parametrize(
    "action",
    [
        "",
        "{",
        "[]",
        '"pass"',
        "17",
        "[" * 5000,
        '{"type": "fly"}',
        '{"type": "pass"}',
        '{"type": "pass", "player": "Ann", "open": 3}',
        '{"type": "bid", "player": "Ann", "lot": "MF", "open": "price"}',
    ],
)
def test_nonsense_is_refused_in_one_sentence(client: Client, table: Table, action: str) -> None:
    answer = post(client, table, 0, action)
    assert answer.status_code == 422
    assert 'class="notice refusal"' in answer.content.decode()
    table.refresh_from_db()
    assert table.version == 0


@pytest.mark.parametrize("amount", ["", "x", "1e9", "9" * 30, "-5", "35.5"])
def test_an_amount_that_is_none_is_refused(client: Client, table: Table, amount: str) -> None:
    data = {"type": "bid", "player": "Ann", "lot": "MF", "open": "price"}
    answer = client.post(address(table, "act/"), {"version": 0, "action": json.dumps(data), "amount": amount})
    assert answer.status_code == 422
    table.refresh_from_db()
    assert table.version == 0


def test_a_second_click_brings_the_fresh_position(client: Client, table: Table) -> None:
    page = client.get(address(table)).content.decode()
    sale = next(button for button in Controls(page).buttons if button["amounts"] is None)
    post(client, table, 0, sale["action"])
    answer = post(client, table, 0, sale["action"])
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "moved on" in page
    assert 'id="standing"' in page
    table.refresh_from_db()
    assert table.version == 1
    assert all('"Bo"' in button["action"] for button in Controls(page).buttons)


def test_who_has_no_seat_is_shown_nothing_to_press_and_may_do_nothing(client: Client, table: Table) -> None:
    other = Client()
    assert not Controls(other.get(address(table)).content.decode()).buttons
    answer = post(other, table, 0, '{"type": "pass", "player": "Ann"}')
    assert answer.status_code == 403
    table.refresh_from_db()
    assert table.version == 0


# Hexes


def in_the_game(client: Client, wanted: str, **wish: Any) -> Table:
    """A table whose game has reached a given kind of decision."""
    table = hotseat(client, **wish)
    rng = Random(5)
    while (game := games.current(table).game).to_act.doing != wanted:
        listed = [
            offer for offer in game.legal_actions() if offer.kind not in ("bankrupt", "buy_private", "sell_shares")
        ]
        action = choose([offer for offer in listed if offer.kind != "pass" or len(listed) == 1] or listed, rng)
        submit.act(table, table.version, action_to_data(game.setup, game.names, action), [0, 1, 2])
    return table


def ask_hex(client: Client, table: Table, name: str) -> str:
    answer = client.get(address(table, f"hex/{name}/"), {"version": table.version})
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_lit_hex_shows_every_tile_that_fits_in_every_rotation(client: Client) -> None:
    table = in_the_game(client, "track")
    game = games.current(table).game
    lit = json.loads(Controls(client.get(address(table)).content.decode()).scripts["lit"])
    assert lit
    for name in lit:
        offers = [each for each in game.legal_actions() if getattr(each, "hex", -1) == game.setup.map.by_name[name]]
        laid = [
            action_from_data(game.setup, game.names, json.loads(each["action"]))
            for each in Controls(ask_hex(client, table, name)).laid
        ]
        assert len(laid) >= len(offers)
        assert all(any(offer.admits(action) for action in laid) for offer in offers)
        assert all(game.is_legal(action) for action in laid)


def test_an_unlit_hex_says_why(client: Client) -> None:
    table = in_the_game(client, "track")
    lit = json.loads(Controls(client.get(address(table)).content.decode()).scripts["lit"])
    game = games.current(table).game
    name = next(hex.name for hex in game.setup.map.hexes if hex.name not in lit)
    refusal = unavailable.hex_refusal(game, game.to_act.player, game.setup.map.by_name[name])
    shown = ask_hex(client, table, name)
    assert refusal
    assert escape(refusal.sentence) in shown
    assert refusal.clause in shown
    assert not Controls(shown).laid


def test_hexes_are_asked_at_the_present_only(client: Client) -> None:
    table = in_the_game(client, "track")
    assert client.get(address(table, "hex/K8/"), {"version": table.version - 1}).status_code == 409
    assert client.get(address(table, "hex/K8/")).status_code == 409
    assert client.get(address(table, "hex/Z99/"), {"version": table.version}).status_code == 404
    onlooker = Client().get(address(table, "hex/K8/"), {"version": table.version}).content.decode()
    assert not Controls(onlooker).laid


# Runs


def ask_run(client: Client, table: Table, page: str = "", **what: Any) -> str:
    """Click on a run; `page` holds the current route constraints."""
    wishes = unescape(page.split('data-wishes="')[1].split('"', maxsplit=1)[0]) if page else ""
    answer = client.get(address(table, "routes/"), {"version": table.version, "wishes": wishes, **what})
    assert answer.status_code == 200, answer.content.decode()
    return str(answer.content.decode())


def routes_of(page: str) -> Any:
    """Routes carried by the run's button."""
    return json.loads(Controls(page).buttons[0]["action"])["routes"]


def test_the_best_run_is_one_click(client: Client) -> None:
    table = in_the_game(client, "run")
    page = client.get(address(table)).content.decode()
    best = next(offer for offer in games.current(table).game.legal_actions() if isinstance(offer, Runs))
    action = next(each["action"] for each in Controls(page).buttons if "run_routes" in each["action"])
    assert json.loads(action)["routes"] == routes_of(ask_run(client, table))
    assert 'class="route' in page
    answer = post(client, table, table.version, action)
    assert answer.status_code == 200
    assert games.current(table).game.state.revenue == best.revenue()


def test_a_stop_of_a_route_that_is_clicked_is_avoided_and_clicked_again_is_free(client: Client) -> None:
    table = in_the_game(client, "run")
    first = ask_run(client, table)
    stop = routes_of(first)[0]["hexes"][0]
    second = ask_run(client, table, first, train=0, spot=f"{stop},-1")
    route = int(re.findall(r'<li class="line train[^"]*"\s+data-route="(-?\d+)"', second)[0])  # of the first train
    assert route == -1 or stop not in (routes_of(second)[route]["hexes"][0], routes_of(second)[route]["hexes"][-1])
    assert routes_of(ask_run(client, table, second, train=0, spot=f"{stop},-1")) == routes_of(first)


def test_a_stop_that_no_route_can_pass_is_refused_and_the_run_stays(client: Client) -> None:
    table = in_the_game(client, "run")
    first = ask_run(client, table)
    used = {hex for route in routes_of(first) for hex in route["hexes"]}
    far = next(name for name in ("B7", "J1", "K4", "C4") if name not in used)
    second = ask_run(client, table, first, train=0, spot=f"{far},0")
    assert "refusal" in second
    assert routes_of(second) == routes_of(first)


def test_a_train_stays_at_home_and_comes_back(client: Client) -> None:
    table = in_the_game(client, "run")
    first = ask_run(client, table)
    home = ask_run(client, table, first, train=0, idle=1)
    assert home.count("checked") == 1
    assert 'data-route="-1"' in home  # its line; another train of the kind may take its route
    assert routes_of(ask_run(client, table, home, train=0, idle=0)) == routes_of(first)


def test_without_best_routes_a_run_waits_for_clicks(client: Client) -> None:
    table = in_the_game(client, "run", best_routes=False)
    page = client.get(address(table)).content.decode()
    assert 'class="route' not in page
    first = ask_run(client, table)
    assert "at least one must run" in first, "why nothing can not be run"
    assert Controls(first).buttons == []
    assert len(routes_of(ask_run(client, table, first, train=0, idle=0))) == 1


@pytest.mark.parametrize(
    "what",
    [
        {"wishes": "{"},
        {"wishes": "[]"},
        {"wishes": "[" * 9000},
        {"wishes": "[[[],[],1,2]]"},
        {"wishes": '[[[["Z9",0]],[],false]]'},
        {"spot": "Z9,0"},
        {"spot": "K4"},
        {"spot": "K4,x"},
        {"train": "99"},
    ],
)
def test_nonsense_about_a_run_is_refused(client: Client, what: dict[str, str]) -> None:
    table = in_the_game(client, "run")
    assert client.get(address(table, "routes/"), what | {"version": str(table.version)}).status_code == 422


def test_only_who_runs_is_answered(client: Client) -> None:
    table = in_the_game(client, "run")
    assert Client().get(address(table, "routes/"), {"version": table.version}).status_code == 409
    assert client.get(address(table, "routes/"), {"version": table.version - 1}).status_code == 409


# Undo


def test_undo_is_offered_where_the_policy_allows_it_and_says_why_not(client: Client) -> None:
    table = hotseat(client, undo=Table.Undo.NONE)
    post(client, table, 0, '{"type": "pass", "player": "Ann"}')
    page = client.get(address(table)).content.decode()
    assert "Undo is disabled at this table." in page
    assert 'data-do="undo"' in page
    answer = client.post(address(table, "undo/"), {"version": 1})
    assert answer.status_code == 403


def test_undo_to_a_number_of_actions(client: Client, table: Table) -> None:
    for version, name in enumerate(("Ann", "Bo", "Cy")):
        post(client, table, version, json.dumps({"type": "pass", "player": name}))
    answer = client.post(address(table, "undo/"), {"version": 3, "to": 1})
    assert answer.status_code == 200
    assert games.current(Table.objects.get(pk=table.pk)).game.length == 1
    assert client.post(address(table, "undo/"), {"version": 4, "to": "x"}).status_code == 422
    assert client.post(address(table, "undo/"), {"version": 4, "to": 7}).status_code == 422


def test_a_position_of_the_past_offers_to_go_back_to_it(client: Client, table: Table) -> None:
    for version, name in enumerate(("Ann", "Bo", "Cy")):
        post(client, table, version, json.dumps({"type": "pass", "player": name}))
    page = client.get(address(table, "at/2/")).content.decode()
    assert 'data-shown="2"' in page
    assert client.post(address(table, "undo/"), {"version": 3, "shown": 2}).status_code == 200
    assert games.current(Table.objects.get(pk=table.pk)).game.length == 2
    assert client.post(address(table, "undo/"), {"version": 4, "shown": 3}).status_code == 422  # undone itself
    assert "data-shown" not in Client().get(address(table, "at/2/")).content.decode()


def test_all_agree_to_an_undo_by_buttons() -> None:
    at = open_party(undo=Table.Undo.AGREE)
    ann, bo, cy = (html(at, name) for name in ("Ann", "Bo", "Cy"))
    at.act({"type": "pass", "player": "Ann"})
    assert 'data-do="ask-undo"' in ann.get(address(at.table)).content.decode()
    assert ann.post(address(at.table, "undo/ask/"), {"version": 1}).status_code == 200
    seen = bo.get(address(at.table)).content.decode()
    assert "asks to undo" in seen
    assert 'data-do="agree-undo"' in seen
    assert 'data-do="agree-undo"' not in ann.get(address(at.table)).content.decode()
    bo.post(address(at.table, "undo/agree/"), {"version": 1})
    assert games.current(Table.objects.get(pk=at.table.pk)).game.length == 1
    cy.post(address(at.table, "undo/agree/"), {"version": 1})
    assert games.current(Table.objects.get(pk=at.table.pk)).game.length == 0


def test_one_refuses_an_undo_by_a_button() -> None:
    at = open_party(undo=Table.Undo.AGREE)
    at.act({"type": "pass", "player": "Ann"})
    html(at, "Ann").post(address(at.table, "undo/ask/"), {"version": 1})
    html(at, "Bo").post(address(at.table, "undo/decline/"), {"version": 1})
    assert "asks to undo" not in html(at, "Cy").get(address(at.table)).content.decode()
    assert html(at, "Cy").post(address(at.table, "undo/agree/"), {"version": 1}).status_code == 409


def html(at: Party, name: str) -> Client:
    """A guest's browser, for pages."""
    client = Client()
    session = client.session
    session[KEY] = at.guests[name].pk
    session.save()
    return client
