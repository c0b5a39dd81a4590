"""Untrusted files: any content gives one clear error or a game, quickly and in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tetsudo
from tetsudo import interop
from tetsudo.core.actions import Bid, Pass
from tetsudo.core.errors import TetsudoError
from tetsudo.engine.state.state import OPERATING_ROUND
from tetsudo.game import position
from tetsudo.lab.random_play import random_action

LONGEST = 30.0  # CPU seconds for one file, whatever the load: no file may hang a server
MEMORY = 700_000_000  # bytes of address space, including Python and all its libraries


def a_record() -> bytes:
    game = tetsudo.new("1889", ["Ann", "Bo"], variants=["18xx.games"], options={"bank": 5000})
    game.apply(Bid(0, 2, 55))
    game.apply(Pass(1))
    return game.record().to_json()


def a_file() -> dict[str, Any]:
    game = tetsudo.new("1889", ["Ann", "Bo"], variants=["18xx.games"])
    for action in (Bid(0, 2, 55), Pass(1), Bid(0, 0, 20), Bid(1, 1, 30), Bid(0, 3, 50)):
        game.apply(action)
    return interop.export_18xx_games(game)


RECORD = a_record()
THEIRS = a_file()
THEIRS["actions"] += [
    {"id": 90, "type": "lay_tile", "entity": "AR", "entity_type": "corporation",
     "hex": "K8", "tile": "5-0", "rotation": 1},
    {"id": 91, "type": "undo", "entity": 1, "entity_type": "player", "action_id": 3},
    {"id": 92, "type": "message", "entity": 1, "entity_type": "player", "message": "hello"},
    {"id": 93, "type": "run_routes", "entity": "AR", "entity_type": "corporation", "auto_actions": [],
     "routes": [{"train": "2-0", "connections": [["K8", "J7"]], "hexes": ["K8", "J7"]}]},
    {"id": 94, "type": "buy_train", "entity": "AR", "entity_type": "corporation", "train": "2-0", "price": 80},
    {"id": 95, "type": "sell_shares", "entity": 1, "entity_type": "player", "shares": ["AR_1"], "percent": 10},
]  # fmt: skip
POSITION = tetsudo.load(RECORD).position()


def played_by_chance() -> tetsudo.Game:
    """A random game of 1888-N, well into its operating rounds."""
    game = tetsudo.new("1888n", ["Ann", "Bo", "Cy"], variants=["18xx.games"])
    chance = Random(1)
    while game.state.round != OPERATING_ROUND or game.to_act.doing != "trains":
        game.apply(random_action(game, chance))
    return game


OTHER = played_by_chance()

odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([2**63, -(2**63), 2**64, 10**40, -1, 0]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.sampled_from(["", "AR", "Ann", "K8", "2-0", "57-0", "pass", "[", "\x00", "🚂", "1" * 300]),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


def soon(read: Any, *data: Any) -> None:
    """Read the data within the time limit, or refuse it with an error of our own."""
    began = time.process_time()
    sentence = "read"
    try:
        read(*data)
    except TetsudoError as error:
        sentence = str(error)
    assert 0 < len(sentence.strip()) < 2000
    assert time.process_time() - began < LONGEST


def mutated(draw: Any, value: Any) -> Any:
    """A value with one part replaced, dropped or doubled."""
    if isinstance(value, dict) and value and draw(st.integers(0, 9)):
        key = draw(st.sampled_from(sorted(value)))
        match draw(st.integers(0, 9)):
            case 0:
                return {other: each for other, each in value.items() if other != key}
            case 1:
                return {**value, draw(st.text(max_size=8)): draw(odd)}
            case _:
                return {**value, key: mutated(draw, value[key])}
    if isinstance(value, list) and value and draw(st.integers(0, 9)):
        at = draw(st.integers(0, len(value) - 1))
        match draw(st.integers(0, 9)):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return value[:at] + [value[at]] * draw(st.integers(2, 40)) + value[at:]
            case _:
                return [*value[:at], mutated(draw, value[at]), *value[at + 1 :]]
    return draw(odd)


@st.composite
def changed_json(draw: Any, value: Any) -> Any:
    """JSON with a few things changed."""
    for _ in range(draw(st.integers(1, 3))):
        value = mutated(draw, value)
    return value


@st.composite
def changed_bytes(draw: Any, data: bytes) -> bytes:
    """Bytes cut, overwritten, inserted or repeated."""
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(data))), draw(st.integers(0, 30))
        new = draw(st.binary(max_size=8))
        match draw(st.integers(0, 3)):
            case 0:
                data = data[:at]
            case 1:
                data = data[:at] + new + data[at + len(new) :]
            case 2:
                data = data[:at] + data[at : at + length] * draw(st.integers(0, 5)) + data[at:]
            case _:
                data = data[:at] + data[at + length :]
    return data


@given(changed_json(json.loads(RECORD)) | changed_json(json.loads(OTHER.record().to_json())))
def test_changed_records(data: Any) -> None:
    soon(tetsudo.load, json.dumps(data).encode())
    if isinstance(data, dict):
        soon(tetsudo.load, data)


@given(changed_json(THEIRS) | changed_json(interop.export_18xx_games(OTHER)))
def test_changed_files_of_18xx_games(data: Any) -> None:
    soon(interop.replay, json.dumps(data).encode())


@given(changed_bytes(RECORD) | changed_bytes(OTHER.record().to_json()))
def test_changed_bytes_of_records(data: bytes) -> None:
    soon(tetsudo.load, data)
    soon(interop.replay, data)


@given(changed_bytes(json.dumps(THEIRS).encode()))
def test_changed_bytes_of_files_of_18xx_games(data: bytes) -> None:
    soon(interop.replay, data)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    soon(tetsudo.load, data)
    soon(interop.replay, data)
    soon(position.read, data.decode("latin-1"))


@st.composite
def changed_position(draw: Any, text: str) -> str:
    """A position with some words or letters changed."""
    for _ in range(draw(st.integers(1, 3))):
        words = text.split(" ")
        at = draw(st.integers(0, len(words) - 1))
        name, _, value = words[at].partition("=")
        numbers = value.split(",")
        place = draw(st.integers(0, len(numbers) - 1))
        numbers[place] = draw(st.one_of(st.integers(-3, 60).map(str), st.text(max_size=3), st.sampled_from(numbers)))
        match draw(st.integers(0, 5)):
            case 0:
                letter = draw(st.integers(0, len(text)))
                text = text[:letter] + draw(st.text(max_size=2)) + text[letter + 1 :]
            case 1:
                text = " ".join(words[:at] + words[at + 1 :])
            case _:
                words[at] = f"{name}={','.join(numbers)}"
                text = " ".join(words)
    return text


def read_and_play_on(text: str) -> None:
    """Play on from a position unless it is refused."""
    game = position.read(text)
    for _ in range(12):
        listed = game.legal_actions()
        assert listed or game.is_over
        if not listed:
            return
        game.apply(listed[-1].example())
        assert position.read(game.position()).state == game.state


@given(changed_position(POSITION) | changed_position(OTHER.position()))
def test_changed_positions_of_the_auction(text: str) -> None:
    soon(read_and_play_on, text)


@given(st.data())
def test_changed_positions_of_a_game(data: st.DataObject) -> None:
    if not MIDDLES:
        MIDDLES.extend(middles())
    soon(read_and_play_on, data.draw(changed_position(data.draw(st.sampled_from(MIDDLES)))))


MIDDLES: list[str] = []


def middles() -> list[str]:
    """Positions of a game played by cycling through the listed actions, one for each kind of decision."""
    game = tetsudo.new("1889", ["Ann", "Bo", "Cy"])
    found: dict[tuple[str, int], str] = {}
    for step in range(400):
        listed = game.legal_actions()
        if not listed:
            break
        game.apply(listed[step * 7 % len(listed)].example())
        found[game.to_act.doing, game.state.phase] = game.position()
    return list(found.values())


HOSTILE = {
    "deep lists": b'{"a":' + b"[" * 4_000_000,
    "deep objects": b'{"a":' * 1_000_000,
    "a huge number": b'{"format":"tetsudo","version":' + b"9" * 4_000_000 + b"}",
    "a huge fraction": b'{"seed":1.' + b"9" * 4_000_000 + b"}",
    "a huge exponent": b'{"seed":1e999999999}',
    "many keys": b"{" + b",".join(b'"k%d":0' % key for key in range(400_000)) + b"}",
    "one key many times": b"{" + b",".join([b'"format":"tetsudo"'] * 400_000) + b"}",
    "many empty actions": b'{"format":"tetsudo","version":1,"title":"1889","players":["a","b"],"actions":['
    + b",".join([b"{}"] * 2_000_000)
    + b"]}",
    "many messages": b'{"title":"1889","players":["a","b"],"actions":['
    + b",".join([b'{"type":"message"}'] * 90_000)
    + b"]}",
    "many undos": b'{"title":"1889","players":["a","b"],"actions":['
    + b",".join([b'{"type":"pass","id":1}'] * 45_000 + [b'{"type":"undo","action_id":7}'] * 45_000)
    + b"]}",
    "undone and redone": b'{"title":"1889","players":["a","b"],"actions":['
    + b",".join([b'{"type":"pass","id":1}'] * 30_000 + [b'{"type":"undo","action_id":0},{"type":"redo"}'] * 30_000)
    + b"]}",
    "a long name": b'{"format":"tetsudo","version":1,"title":"1889","players":["a","' + b"b" * 5_000_000 + b'"]}',
    "many players": b'{"title":"1889","players":[' + b",".join([b'"a"'] * 1_000_000) + b'],"actions":[]}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_soon(name: str) -> None:
    for read in (tetsudo.load, interop.replay):
        soon(read, HOSTILE[name])


@pytest.mark.parametrize(
    "name", [name if n % 2 else pytest.param(name, marks=pytest.mark.long) for n, name in enumerate(HOSTILE)]
)
def test_hostile_files_are_read_in_little_memory(name: str, tmp_path: Path) -> None:
    """In a process with limited memory."""
    path = tmp_path / "hostile.json"
    path.write_bytes(HOSTILE[name])
    program = f"""
import resource
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
from tetsudo import TetsudoError, interop
try:
    interop.replay({str(path)!r})
except TetsudoError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr[-500:]
    assert not done.stderr
