"""Tables with hidden amounts: games that differ only in those get byte-identical pages for viewers without access."""

from __future__ import annotations

import ast
import asyncio
import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.http import HttpResponse
from django.test import AsyncClient, Client
from django.urls import URLPattern

import tetsudo.web
from tests.builders import buy, company, play, start
from tests.clauses.t1890.hidden import NAMES, first_hidden_game, hidden_game, second_hidden_game
from tests.clauses.t1890.tables import table as usual
from tests.web.builders import browser
from tetsudo.analysis.accounts import PLOTS as ALL_PLOTS
from tetsudo.analysis.accounts.spreadsheets import SHEETS
from tetsudo.engine.state.state import LAST_TURN
from tetsudo.game.game import Game
from tetsudo.web.lobby import urls as lobby_urls
from tetsudo.web.play import urls as table_urls
from tetsudo.web.play.scene.fragment_cache import Fragments
from tetsudo.web.results import urls as plots_urls
from tetsudo.web.results.accounts_cache import cached_accounts
from tetsudo.web.results.studies import urls as studies_urls
from tetsudo.web.tables import bot_levels
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.replay_import import table_data
from tetsudo.web.tables.models import Guest, Milestone, Move, Seat, Snapshot, Table, UndoRequest

pytestmark = pytest.mark.django_db

ONLOOKER = ""

TABLE: Final = {
    "table": ("",),
    "past": ("at/0/", "at/1/", "at/2/", "at/4/"),
    "parts": ("parts/", "parts/?version=2"),
    "past-parts": ("at/0/parts/", "at/3/parts/"),
    "print": ("print/",),
    "past-print": ("at/0/print/", "at/3/print/"),
    "add-to-study": ("study/0/",),
    "chronicle": ("chronicle/",),
    "log": ("at/4/log/0/", "at/2/log/0/"),
    "log-before": ("at/4/log/before/1/",),
    "turns": ("turns/",),
    "tiles": ("tiles.svg",),
    "hex-upgrades": ("at/4/upgrades/F11/", "at/2/upgrades/E12/?tile=57"),
    "tile-upgrades": ("at/4/tiles/57/",),
    "hex": ("hex/F3/?version={version}", "hex/F5/?version={version}"),
    "routes": ("routes/?version={version}",),
    "ledger": ("ledger/?version={version}&action=%7B%22type%22:%22pass%22,%22player%22:%22P1%22%7D",),
    "commands": tuple(f"commands/?version={{version}}&typed={typed}" for typed in ("", "b", "train%203%20NK%20131")),
    "chat": ("chat/",),
    "notes": ("notes/",),
    "advice": ("advice/?version={version}&bot=rules",),
    "plans": ("plans/",),
    "corrections": ("corrections/",),
}
"""Requests to a table's addresses, by address name."""

SILENT: Final = {
    "chat-read",
    "live",
    "act",
    "undo",
    "ask-undo",
    "agree-undo",
    "decline-undo",
    "redo",
    "call-off",
    "ask-pause",
    "agree-pause",
    "decline-pause",
    "resume",
}
"""Addresses that answer posts, sent below; and the stream, which has its own test."""

PLOTS: Final = {
    "plots": ("plots/",),
    "plot-csv": tuple(f"plots/{name}.csv" for name in (*ALL_PLOTS, *SHEETS)),
    "plot-svg": tuple(f"plots/{name}.svg" for name in ALL_PLOTS),
    "end": ("end/",),
    "review": ("review/",),
    "review-maps": ("review/4/",),
    "moments": ("review/moments/",),
    "moment": ("review/moments/4/",),
}

ELSEWHERE: Final = {
    "lobby": ("/", "/?list=mine", "/?list=running"),
    "seats": ("/t/{key}/seats/",),
    "download": ("/t/{key}/record/", "/t/{key}/record/?version=1", "/t/{key}/record/?format=18xx.games"),
    "table-board": ("/t/{key}/board/",),
    "invitation": ("/t/{key}/invitation.ics",),
}

POSTS: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("act/", {"action": {"type": "pass", "player": "P2"}}),
    ("act/", {"action": {"type": "pass", "player": "P1"}}),
    ("act/", {"action": {"type": "buy_share", "player": "P2", "company": "NK", "source": "market"}}),
    ("act/", {"action": {"type": "nonsense"}}),
    ("commands/", {"command": "P1: pass"}),
    ("commands/", {"command": "buy NK market"}),
    ("commands/", {"command": "train 3 NK 131"}),
    ("undo/", {}),
    ("redo/", {}),
    ("undo/ask/", {}),
    ("branch/2/", {}),
    ("rematch/", {}),
    ("pause/ask/", {}),
    ("pause/agree/", {}),
    ("pause/decline/", {}),
    ("pause/resume/", {}),
    ("plans/", {"seat": 2, "kind": "buy", "company": "NK", "price": 500}),
)
"""Posts that are refused, or that change no hidden amount."""


AMOUNTS: Final = ("¥131", "¥157", "¥119", "¥171", "¥700", "¥850", "¥243", "¥457", "¥169", "¥531")
"""Amounts that must stay hidden: prices, P1's cash, treasuries after the deal."""


class Hall:
    """A table whose game can be replaced, and the browsers of its players."""

    def __init__(self, game: Game) -> None:
        self.guests = {name: Guest.objects.create(name=name) for name in NAMES}
        made = table_data(game)
        self.table = from_record.create_table(made, self.guests["P0"], "Hidden")
        Table.objects.filter(pk=self.table.pk).update(is_listed=True, undo=Table.Undo.AGREE)
        for seat in Seat.objects.filter(table=self.table):
            Seat.objects.filter(pk=seat.pk).update(guest=self.guests[NAMES[seat.number]])
        self.table.refresh_from_db()
        self.changed = self.table.changed

    def play_instead(self, game: Game) -> None:
        """Replace the table's game by another one, with another start."""
        made = table_data(game)
        Table.objects.filter(pk=self.table.pk).update(start=made.head["start"], changed=self.changed)
        for index, (data, _seat) in enumerate(made.moves):
            Move.objects.filter(table=self.table, index=index).update(data=data)
        Snapshot.objects.filter(table=self.table).update(text=made.position)
        for kind in (Milestone, UndoRequest):
            kind.objects.filter(table=self.table).delete()
        self.forget()

    def forget(self) -> None:
        """Clear all caches."""
        games.clear()
        cached_accounts.clear()
        self.table.refresh_from_db()

    def client(self, name: str) -> Client:
        """The browser of a player or spectator."""
        client = browser(self.guests[name]) if name else Client()
        client.defaults["HTTP_ACCEPT"] = "text/html"
        return client

    def answers(self, name: str) -> Iterator[tuple[str, HttpResponse]]:
        """Answers to a viewer, from every address."""
        client, key, version = self.client(name), self.table.key, self.table.version
        paths = [f"/t/{key}/{path}" for each in (*TABLE.values(), *PLOTS.values()) for path in each]
        for path in [*paths, *(path for each in ELSEWHERE.values() for path in each)]:
            at = path.format(key=key, version=version)
            yield at, client.get(at)  # type: ignore[misc]
        for path, post in POSTS:
            for accept in ("text/html", "application/json"):
                sent = {field: value if isinstance(value, str) else json.dumps(value) for field, value in post.items()}
                data = {"version": version, **sent}
                yield f"{path} {post}", client.post(f"/t/{key}/{path}", data, headers={"accept": accept})  # type: ignore[misc]


CHANCE: Final = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": *"\w+"|csrf[^"]*"[^"]{30,}"')


def all_answers(hall: Hall, name: str) -> dict[str, tuple[int, bytes, str]]:
    """Every answer: status, content without CSRF tokens, and cache header."""
    return {
        path: (answer.status_code, CHANCE.sub(b"", answer.content), answer.get("Cache-Control", ""))
        for path, answer in hall.answers(name)
    }


def _differ(one: tuple[int, bytes, str], other: tuple[int, bytes, str]) -> list[tuple[object, object]]:
    """Differences between two answers."""
    lines = zip_longest(one[1].splitlines(), other[1].splitlines())
    return [pair for pair in ((one[0], other[0]), (one[2], other[2]), *lines) if pair[0] != pair[1]]


@pytest.fixture(autouse=True)
def no_pieces_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the fragment cache, or the second game would be shown as the first."""
    for module in ("play.panels.panels", "play.scene.pictures", "play.scene.fragment_cache", "results.figures"):
        monkeypatch.setattr(f"tetsudo.web.{module}.fragments", Fragments(0))


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
@pytest.mark.parametrize("name", ["P2", ONLOOKER])
def test_every_byte_is_the_same_to_who_may_not_know(name: str) -> None:
    hall = Hall(first_hidden_game())
    before = all_answers(hall, name)
    hall.play_instead(second_hidden_game())
    after = all_answers(hall, name)
    for path, answer in before.items():
        assert _differ(answer, after[path]) == [], path
    seen = b"\n".join(content for _status, content, _kept in before.values()).decode()
    assert [amount for amount in AMOUNTS if re.search(rf"{amount}(?![\d,])", seen)] == []
    assert "buys a 3-train from Nankai Electric Railway for ¥?." in seen


@async_to_sync
async def streamed(hall: Hall, name: str) -> list[bytes]:
    """Events sent to an open page until P1 has passed."""
    client = AsyncClient()
    client.cookies = (await sync_to_async(hall.client)(name)).cookies
    answer = await client.get(f"/t/{hall.table.key}/live/")
    chunks = aiter(answer.streaming_content)  # type: ignore[attr-defined]
    heard = [await anext(chunks) for _ in range(3)]
    passes = {"version": hall.table.version, "action": json.dumps({"type": "pass", "player": "P1"})}
    done = await sync_to_async((await sync_to_async(hall.client)("P1")).post)(f"/t/{hall.table.key}/act/", passes)
    assert done.status_code == 200
    heard.append(await asyncio.wait_for(anext(chunks), 10))
    await chunks.aclose()
    return heard


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
@pytest.mark.django_db(transaction=True)  # a stream reads in its own thread
@pytest.mark.parametrize("name", [pytest.param("P2", marks=pytest.mark.long), ONLOOKER])
def test_what_is_sent_to_open_pages_is_the_same(name: str) -> None:
    heard = [streamed(Hall(game), name) for game in (first_hidden_game(), second_hidden_game())]
    assert heard[0] == heard[1]
    assert heard[0][-1] == b"id: 5\nevent: move\ndata: 5\n\n"


def test_who_may_know_is_told() -> None:
    hall = Hall(first_hidden_game())
    for name, amounts in {"P0": ("¥131", "¥157", "¥457", "¥500"), "P1": ("¥131", "¥157", "¥243", "¥700")}.items():
        seen = b"\n".join(content for _status, content, _kept in all_answers(hall, name).values()).decode()
        assert [amount for amount in amounts if amount not in seen] == []
    hall.play_instead(second_hidden_game())
    assert "¥171" in hall.client("P0").get(f"/t/{hall.table.key}/").content.decode()


def test_every_address_of_a_table_is_asked() -> None:
    named = [each.name for each in table_urls.urlpatterns if isinstance(each, URLPattern)]
    named += [each.name for each in studies_urls.urlpatterns if str(each.pattern).startswith("t/")]
    assert {*named, "table"} == set(TABLE) | SILENT
    assert {each.name for each in plots_urls.urlpatterns} == set(PLOTS) | {"rematch"}
    of_tables = {each.name for each in lobby_urls.urlpatterns if isinstance(each, URLPattern) and "key" in str(each)}
    assert of_tables == {
        "preset",
        "seat",
        "seat-invitation",
        "be-guest",
        "seats",
        "talk",
        "asking",
        "master",
        "date",
        "invitation",
        "invitations",
        "delete",
        "branch",
        "download",
        "table",
    }


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
def test_nobody_has_the_game_whole_before_it_is_over() -> None:
    hall = Hall(first_hidden_game())
    for name in (*NAMES, ONLOOKER):
        client, key = hall.client(name), hall.table.key
        for query in ("", "?version=1", "?format=18xx.games"):
            answer = client.get(f"/t/{key}/record/{query}")
            assert answer.status_code == 422
            assert "once it ends" in answer.content.decode()
        assert client.post(f"/t/{key}/branch/2/").status_code == 422
        assert "once it ends" in client.get(f"/t/{key}/seats/").content.decode()
    assert Table.objects.count() == 1


@pytest.mark.rule("1890-C.10.1-a", "1890-C.10.2-a")
def test_all_lies_open_when_the_game_is_over() -> None:
    hall = Hall(first_hidden_game())
    Table.objects.filter(pk=hall.table.pk).update(status=Table.Status.FINISHED)
    hall.forget()
    client = hall.client(ONLOOKER)
    for path in ("", "at/3/", "at/4/log/0/"):
        assert "¥157" in client.get(f"/t/{hall.table.key}/{path}").content.decode()
    assert ">700<" in client.get(f"/t/{hall.table.key}/at/1/").content.decode()
    assert client.get(f"/t/{hall.table.key}/record/").json()["actions"][0]["price"] == 131


def test_what_hides_something_is_kept_by_no_browser() -> None:
    hall = Hall(first_hidden_game())
    client, key = hall.client("P0"), hall.table.key
    for path in ("", "at/1/", "at/1/parts/", "parts/", "chronicle/", "at/4/log/0/"):
        kept = client.get(f"/t/{key}/{path}").get("Cache-Control", "")
        assert "max-age" not in kept or "max-age=0" in kept, path


@pytest.mark.rule("1890-C.10.1-a")
def test_at_one_screen_the_seat_in_turn_is_who_looks() -> None:
    hall = Hall(first_hidden_game())
    Seat.objects.filter(table=hall.table).update(guest=hall.guests["P0"])
    for path in ("", "at/1/", "at/2/"):  # P1 is to act, though P0 was asked at version 1
        seen = hall.client("P0").get(f"/t/{hall.table.key}/{path}").content.decode()
        cash = re.search(r">Cash</th>(.*?)</tr>", seen[seen.index('id="matrix"') :], re.DOTALL)
        assert cash
        assert re.findall(r">([^<\s]+)<", cash[1]) == ["?", "700", "?", "?"]


def test_nothing_is_learned_by_undoing() -> None:
    hall = Hall(first_hidden_game())
    Table.objects.filter(pk=hall.table.pk).update(undo=Table.Undo.FREE)
    hall.forget()
    client, key = hall.client("P1"), hall.table.key
    assert client.post(f"/t/{key}/undo/", {"version": hall.table.version, "to": 3}).status_code == 200
    finished = Table.objects.get(pk=hall.table.pk)
    hot = games.current(finished)
    hot.game.state.ended = LAST_TURN
    refused = client.post(f"/t/{key}/undo/", {"version": finished.version, "to": 2})
    assert refused.status_code == 403
    assert "all amounts are open" in refused.content.decode()


def test_a_presidency_that_changed_is_not_undone() -> None:
    made = usual("C", "3", variants=("hidden-prices",), cash=600)
    start(made, "NK", {0: 20, 1: 20}, cash=300, trains=["3"])
    made.state.stack = (made.state.stack[0].replaced(player=1),)
    game = Game.at(made.ruleset, NAMES, made.state)
    play(game, buy(game, 1, "NK"))
    assert game.state.president[company(game, "NK")] == 1
    hall = Hall(game)
    Table.objects.filter(pk=hall.table.pk).update(undo=Table.Undo.FREE)
    hall.forget()
    answer = hall.client("P1").post(f"/t/{hall.table.key}/undo/", {"version": hall.table.version})
    assert answer.status_code == 403
    assert "seen a treasury" in answer.content.decode()


def test_programs_decide_from_what_their_seat_sees() -> None:
    one, other = ((500, 700, 400, 300), 300, 400), ((420, 700, 450, 330), 360, 400)  # the same for P1 and Hankyu
    for bot in bot_levels.QUICK_BOTS:  # for other bots see test_advice
        for drawn in "1234":
            assert len({bot_levels.decide(hidden_game(*each, 119, 171), bot, drawn) for each in (one, other)}) == 1


# No page bypasses the viewer's game

TOLD: Final = {"length", "known_from", "to_act", "is_over", "ruleset", "setup", "names", "position"}
"""Attributes of a whole game that pages may use: progress, player to act, fixed settings; and the position, for
questions answered only with routes."""

PASSED: Final = {"known_game", "has_hidden_amounts", "check_releasable", "of"}
"""Functions that may receive a whole game: to make the viewer's game, to ask whether amounts are hidden, and for
what-if boards."""


NO_PAGES: Final = {"common", "server", "tables"}
"""Packages of the site without pages of a game."""


def whole_games() -> Iterator[tuple[str, str]]:
    """Each place where page code holds a whole game, and its use there."""
    packages = (path.parent for path in Path(tetsudo.web.__file__).parent.glob("*/__init__.py"))
    for folder in sorted(each for each in packages if each.name not in NO_PAGES):
        for file in sorted(folder.rglob("*.py")):
            tree = ast.parse(file.read_text())
            parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and node.attr == "game" and _is_hot(node.value):
                    yield f"{file.name}:{node.lineno}", _use(parents, node)


def _is_hot(node: ast.expr) -> bool:
    text = ast.unparse(node)
    return text.split(".")[-1] in ("hot", "now", "then") or text.startswith(("games.", "(games.", "storage."))


def _use(parents: dict[ast.AST, ast.AST], node: ast.AST) -> str:
    parent = parents[node]
    while isinstance(parent, ast.IfExp):
        parent = parents[parent]
    if isinstance(parent, ast.Attribute):
        return parent.attr
    if isinstance(parent, ast.Call):
        return ast.unparse(parent.func).split(".")[-1] + "()"
    return ast.unparse(parent)


def test_pages_have_games_only_as_they_are_seen() -> None:
    allowed, found = TOLD | {f"{name}()" for name in PASSED}, list(whole_games())
    assert len(found) > 20
    assert [(place, use) for place, use in found if use not in allowed] == []
