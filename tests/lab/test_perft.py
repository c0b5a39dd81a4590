"""Counts of action sequences, committed in `tests/perft`; made by `tests/perft/make.py`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tetsudo
from tests.perft.make import numbers_of_players
from tetsudo import position
from tetsudo.lab.perft import COUNTERS, divide

FOLDER = Path(__file__).parents[1] / "perft"
QUICK = 1_200
"""Counts up to this are made in `make test`, larger ones in `make test-long`."""


def cases() -> Iterator[Any]:
    for file in sorted(FOLDER.glob("*/*.toml")):
        for players, known in tomllib.loads(file.read_text("utf-8")).items():
            for depth, count in enumerate(known["counts"], 1):
                marks = [pytest.mark.long] if count > QUICK else []
                yield pytest.param(
                    known["position"], depth, count, id=f"{file.parent.name}-{file.stem}-{players}-{depth}", marks=marks
                )


@pytest.mark.parametrize("way", COUNTERS)
@pytest.mark.parametrize(("text", "depth", "count"), list(cases()))
def test_count(text: str, depth: int, count: int, way: str) -> None:
    game = position.read(text)
    before = game.digest()
    assert COUNTERS[way](game, depth) == count
    assert game.digest() == before


@pytest.mark.parametrize("title", [info.name for info in tetsudo.titles()])
def test_the_named_positions_of_every_title_are_there_for_three_numbers_of_players(title: str) -> None:
    named = {file.stem: set(tomllib.loads(file.read_text("utf-8"))) for file in (FOLDER / title).glob("*.toml")}
    wanted = ["auction", "first-operating-round", "forced-sale", "late-operating-round", "second-stock-round"]
    assert named == {name: {str(players) for players in numbers_of_players(title)} for name in wanted}


def test_divided_counts_add_up() -> None:
    known = tomllib.loads((FOLDER / "1889" / "auction.toml").read_text("utf-8"))["3"]
    divided = divide(position.read(known["position"]), 3)
    assert len(divided) == known["counts"][0]
    assert sum(count for _, count in divided) == known["counts"][2]
