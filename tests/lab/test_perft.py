"""Numbers of action sequences, committed in `tests/perft`; made by `tests/perft/make.py`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tetsudo
from tests.perft.make import folder_of, numbers_of_players, scenarios, wanted_positions
from tetsudo.game import position
from tetsudo.lab.perft import COUNTERS, divide

FOLDER = Path(__file__).parents[1] / "perft"
QUICK = 1_200
"""Largest count checked in `make test`; `make test-long` checks all depths."""


def cases() -> Iterator[Any]:
    for file in sorted(FOLDER.rglob("*.toml")):
        name = "-".join(file.relative_to(FOLDER).with_suffix("").parts)
        for players, known in tomllib.loads(file.read_text("utf-8")).items():
            deepest = max(sum(count <= QUICK for count in known["counts"]), 1)
            for depth, count in enumerate(known["counts"], 1):
                marks = [] if depth == deepest else [pytest.mark.long]
                yield pytest.param(known["position"], depth, count, id=f"{name}-{players}-{depth}", marks=marks)


@pytest.mark.parametrize("way", COUNTERS)
@pytest.mark.parametrize(("text", "depth", "count"), list(cases()))
def test_count(text: str, depth: int, count: int, way: str) -> None:
    game = position.read(text)
    before = game.digest()
    assert COUNTERS[way](game, depth) == count
    assert game.digest() == before


@pytest.mark.parametrize(
    ("title", "scenario"), [(info.name, scenario) for info in tetsudo.titles() for scenario in scenarios(info.name)]
)
def test_the_named_positions_are_there_for_three_numbers_of_players(title: str, scenario: str | None) -> None:
    files = folder_of(title, scenario).glob("*.toml")
    named = {file.stem: set(tomllib.loads(file.read_text("utf-8"))) for file in files}
    assert {"auction", "first-operating-round", "forced-sale", "late-operating-round", "second-stock-round"} <= set(
        named
    )
    assert named == {
        name: {str(players) for players in numbers_of_players(title, scenario)}
        for name in wanted_positions(title, scenario)
    }


def test_divided_counts_add_up() -> None:
    known = tomllib.loads((FOLDER / "1889" / "auction.toml").read_text("utf-8"))["3"]
    divided = divide(position.read(known["position"]), 3)
    assert len(divided) == known["counts"][0]
    assert sum(count for _, count in divided) == known["counts"][2]
