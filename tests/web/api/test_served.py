"""The API of a running site: the client, the event stream, and the bot of the manual."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import tetsudo
from tests.server import Server
from tests.web.api.new_key import key_for
from tests.web.filling import ROOT, fill
from tetsudo.interop.client import ME, OPEN, Refused, Site, Stale

BOT = ROOT / "docs" / "examples" / "api_bot.py"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("api") / "site.db"
    fill(file)
    return file


@pytest.fixture(scope="module")
def server(database: Path) -> Iterator[Server]:
    with Server.start(database, environment={"TETSUDO_RATE_API": "100000/minute"}) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: Server, database: Path) -> Iterator[Site]:
    with Site(server.address, key_for(database, "Ann")) as site:
        yield site


@pytest.fixture(scope="module")
def bo(server: Server, database: Path) -> Iterator[Site]:
    with Site(server.address, key_for(database, "Bo")) as site:
        yield site


def test_two_programs_play_by_the_client(ann: Site, bo: Site) -> None:
    table = ann.open_table("1889", [ME, OPEN], name="Two programs", settings={"auto_pass": "never"})
    assert [each.key for each in bo.tables("waiting")] == [table.key]
    assert bo.join(table.key, 1).status == "running"
    now = ann.legal_actions(table.key)
    assert now.to_act == "Ann"
    bid = next(each for each in now.actions if each.amount)
    assert bid.amount
    assert ann.act(table.key, now.version, bid.at(bid.amount.high)) == 1
    with pytest.raises(Stale):
        bo.act(table.key, 0, "pass")
    assert bo.act(table.key, 1, "pass") == 2
    with pytest.raises(Refused) as caught:
        bo.act(table.key, 2, "pass")
    assert (caught.value.status, caught.value.kind) == (403, "not_allowed")
    assert tetsudo.load(ann.record(table.key)).position() == bo.position(table.key).position["position"]
    assert ann.table(table.key).to_act == 0
    ann.say(table.key, "Well bid.")


def test_an_illegal_action_comes_with_its_clause(ann: Site) -> None:
    table = ann.open_table("1889", [ME, ME])
    now = ann.legal_actions(table.key)
    bid = next(each for each in now.actions if each.amount)
    assert bid.amount
    with pytest.raises(Refused) as caught:
        ann.act(table.key, 0, bid.at(bid.amount.low - 1))
    assert caught.value.clause.startswith("1889-")
    assert caught.value.kind == "illegal"


def test_a_stream_tells_what_happens_and_goes_on_after_the_last_known_event(ann: Site, bo: Site) -> None:
    table = ann.open_table("1889", [ME, ME], settings={"auto_pass": "never"})
    stream = bo.events(table.key)
    first = list(islice(stream, 2))
    assert (first[0].kind, first[0].data) == ("move", {"version": 0})
    assert ann.act(table.key, 0, "pass") == 1
    moved = next(stream)
    assert (moved.kind, moved.data) == ("move", {"version": 1})
    assert moved.id.startswith("1-")
    stream.close()
    ann.act(table.key, 1, "pass")
    again = bo.events(table.key, last=moved.id)
    assert [each.kind for each in islice(again, 2)] == ["table", "move"], "what was missed, and nothing that was known"
    ann.say(table.key, "Hello.")
    said = next(again)
    assert said.kind == "chat"
    assert said.id == f"2-{said.data['message']}"
    again.close()


def test_a_stream_of_a_table_that_is_not_there_is_refused(ann: Site) -> None:
    with pytest.raises(Refused) as caught:
        next(ann.events("nowhere"))
    assert caught.value.status == 404


@pytest.mark.long
def test_the_bot_of_the_manual_plays_a_whole_game(server: Server, database: Path) -> None:
    lines = BOT.read_text("utf-8").partition('"""\n\n')[2].splitlines()
    assert len([line for line in lines if line]) <= 30
    done = subprocess.run(
        [sys.executable, str(BOT), server.address, key_for(database, "Robo")],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    assert "Robo" in done.stdout
