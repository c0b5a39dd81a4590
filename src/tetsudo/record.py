"""The game record (being written)."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from tetsudo.errors import BadInput
from tetsudo.game import Game
from tetsudo.model.title import OptionValue
from tetsudo.rules.ruleset import Ruleset
from tetsudo.titles.loader import powers, setup


class GameRecord(msgspec.Struct):
    """A game as it is written."""

    title: str


def new(
    title: str,
    players: Sequence[str],
    *,
    seed: int = 0,
    scenario: str | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, OptionValue] | None = None,
    deal: Sequence[str] | None = None,
    seating: str = "given",
) -> Game:
    """A game before its first action."""
    names = list(players)
    if seating == "random":
        random.Random(seed).shuffle(names)
    fixed = setup(title, len(names), variants, options, scenario, deal, seed)
    return Game(Ruleset(fixed, powers(title)), names, seed)


def load(source: Any) -> Game:
    """Later."""
    raise BadInput("not yet")


def read_json(source: str | bytes | os.PathLike[str]) -> Any:
    """What a file's JSON says."""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    return msgspec.json.decode(data)
