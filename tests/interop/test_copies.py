"""The copy of a certificate, train or tile that an exported file names.

Compared with two references: recorded files, which name each copy, and a bank kept here that follows 18xx.games and
sells the first copy of each kind, the lowest not exported, or the first discarded.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tetsudo
from tetsudo import interop
from tetsudo.core.errors import BadInput
from tetsudo.interop.json_fields import Fields
from tetsudo.interop.undo_resolution import effective_actions

SAMPLE = (
    "games/1889/105.json",  # human choices of 2020: certificates, tiles, the order of trains
    "games/1888/63897.json",  # exports and trains traded in
    "games/raw/1888-128097.json",
    "games/random/1888-3p-523.json",  # trains discarded and sold again
    "games/random/1889b-3p-373.json",  # the beginner variant's own tiles
)
RECORDED = tuple(file for file in SAMPLE if "raw" not in file)  # with a trace
COPIES = ("shares", "tile", "train", "exchange", "city")
ENDLESS = "D"

Told = list[dict[str, Any]]


def named(actions: Told) -> list[dict[str, Any]]:
    """The copies named by each action; shares of one sale in any order."""
    found = []
    for action in actions:
        copies = {key: action[key] for key in COPIES if key in action}
        if "shares" in copies:
            copies["shares"] = sorted(copies["shares"])
        if "routes" in action:
            copies["trains"] = [route["train"] for route in action["routes"]]
            copies["stops"] = [sorted(route["nodes"]) for route in action["routes"]]  # in any order
        found.append(copies)
    return found


def assert_named_alike(path: Path) -> None:
    file = json.loads(path.read_bytes())
    sent = [each.fields.raw for each in effective_actions(Fields(file, ""))]
    written = interop.export_18xx_games(interop.replay(path).game, path)["actions"]
    for at, (was, now) in enumerate(zip(named(sent), named(written), strict=True)):
        assert {key: now[key] for key in was} == was, f"action {at}"


@pytest.mark.shared(*SAMPLE)
def test_a_game_written_again_names_the_same_copies(shared_file: Path) -> None:
    assert_named_alike(shared_file)


@pytest.mark.long
@pytest.mark.shared("games/1889/*.json", "games/1888/*.json", "games/random/*.json", "games/raw/*.json")
def test_every_game_written_again_names_the_same_copies(shared_file: Path) -> None:
    assert_named_alike(shared_file)


class Bank:
    """The trains of 18xx.games' bank, and the owners of the others; `begun`: a recorded position."""

    def __init__(self, begun: dict[str, Any]) -> None:
        counts = Counter(begun["depot"]["upcoming"])
        self.upcoming = {kind: [f"{kind}-{copy}" for copy in range(count)] for kind, count in counts.items()}
        self.upcoming[ENDLESS] = [f"{ENDLESS}-{copy}" for copy in range(17)]
        self.discarded: list[str] = []
        self.owner: dict[str, str] = {}

    def sold(self, train: str, company: str) -> None:
        """Record a purchase; the train must be for sale."""
        kind = train.partition("-")[0]
        alike = [each for each in self.discarded if each.partition("-")[0] == kind]
        if train in self.owner:
            assert self.owner[train] != company
        elif alike[:1] == [train]:
            self.discarded.remove(train)
        else:
            assert self.upcoming[kind][:1] == [train], f"{train}, where {self.upcoming[kind]} and {alike} are"
            del self.upcoming[kind][0]
        self.owner[train] = company

    def given_up(self, train: str, company: str) -> None:
        assert self.owner.pop(train) == company
        self.discarded.append(train)

    def counted(self, depot: dict[str, list[str]]) -> None:
        """Remove trains that the recorded depot no longer has: exported or rusted."""
        for kind, copies in self.upcoming.items():
            left = depot["upcoming"].count(kind)
            if kind != ENDLESS:
                del copies[: len(copies) - left]
        self.discarded = [train for train in self.discarded if train.partition("-")[0] in depot["discarded"]]


def assert_for_sale(path: Path) -> None:
    recorded = json.loads(path.read_bytes())
    bank = Bank(recorded["initial"])
    written = interop.export_18xx_games(interop.replay(recorded).game)["actions"]
    for action, after in zip(written, recorded["trace"], strict=True):
        if "exchange" in action:
            bank.given_up(action["exchange"], action["entity"])
        if action["type"] == "buy_train":
            bank.sold(action["train"], action["entity"])
        if action["type"] == "discard_train":
            bank.given_up(action["train"], action["entity"])
        for route in action.get("routes", ()):
            assert bank.owner[route["train"]] == action["entity"]
        if "depot" in after:
            bank.counted(after["depot"])


@pytest.mark.shared(*RECORDED)
def test_the_bank_sells_the_copy_that_is_next_without_a_file_to_follow(shared_file: Path) -> None:
    assert_for_sale(shared_file)


@pytest.mark.long
@pytest.mark.shared("games/1889/*.json", "games/1888/*.json", "games/random/*.json")
def test_the_bank_always_sells_the_copy_that_is_next(shared_file: Path) -> None:
    assert_for_sale(shared_file)


@pytest.mark.shared("games/random/1888-3p-523.json", "games/random/1889-5p-105.json")
def test_of_a_tile_the_copy_is_laid_that_has_been_free_for_longest(shared_file: Path) -> None:
    """As 18xx.games did for its own players, and as we do without a reference file."""
    recorded = json.loads(shared_file.read_bytes())
    written = interop.export_18xx_games(interop.replay(recorded).game)["actions"]
    assert [each["tile"] for each in written if "tile" in each] == tiles_laid(recorded["actions"])


def tiles_laid(actions: Told) -> list[str]:
    """Copies given by a supply that takes from the front and returns to the end."""
    supply: dict[str, list[str]] = {}
    lying: dict[str, str] = {}
    laid = []
    for action in actions:
        if action["type"] != "lay_tile":
            continue
        name = action["tile"].rpartition("-")[0]
        all_of_them = {each["tile"] for each in actions if each.get("tile", "").rpartition("-")[0] == name}
        free = supply.setdefault(name, sorted(all_of_them))
        laid.append(free.pop(0))
        if action["hex"] in lying:
            back = lying[action["hex"]]
            supply[back.rpartition("-")[0]].append(back)
        lying[action["hex"]] = laid[-1]
    return laid


@pytest.mark.parametrize("like", [b"[", {}])
def test_a_file_to_follow_that_is_none_is_refused(like: Any) -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"])
    with pytest.raises(BadInput):
        interop.export_18xx_games(game, like)


@pytest.mark.parametrize("wrong", [{"shares": 5}, {"routes": [5]}, {"routes": 5}, {"routes": [None]}])
def test_a_file_to_follow_may_say_anything(wrong: dict[str, Any], shared: Path) -> None:
    """A value of the wrong type, where a copy is needed, is an error that names its place."""
    game = interop.replay(shared / "games/1889/233.json").game
    like = {"players": ["p1"], "actions": [{"type": "pass", **wrong}] * game.length}
    with pytest.raises(BadInput, match=r"actions\[\d+\]\.(shares|routes)"):
        interop.export_18xx_games(game, like)
