"""The games of records: new ones, and those that a record tells. A record is the game.

A record never depends on a generator: what chance decided (dealt privates, seating, dice) is
written into it; where it tells its seed, the dice must be what that gives. Reading is strict,
and bounded in time and memory.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.game.play import checked_names, ruleset_of
from tetsudo.game.text.record import (
    HIGHEST_SEED,
    LARGEST_FILE,
    VERSION,
    BadRecord,
    GameRecord,
    Source,
    action_at,
    apply,
    read,
    read_json,
    write,
)
from tetsudo.titles.data.discovery import VARIABLE
from tetsudo.titles.loader import Given, is_name, setup, title_info

__all__ = [
    "HIGHEST_SEED",
    "LARGEST_FILE",
    "VERSION",
    "BadRecord",
    "GameRecord",
    "action_at",
    "apply",
    "before",
    "load",
    "new",
    "read",
    "read_json",
    "write",
]

AS_IN_VERSION_1: Final[Mapping[str, OptionValue]] = {"passes_without_trade": True}
"""The options under which a record of version 1 was played."""
ONCE_IN_VERSION_1: Final[Mapping[str, OptionValue]] = {"die_calls": "once"}
"""The same of titles that offer a choice of it."""
SEATINGS: Final = ("given", "random")


def new(
    title: str,
    players: Sequence[str],
    *,
    seed: int = 0,
    scenario: str | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, Given] | None = None,
    deal: Sequence[str] | None = None,
    seating: str = "given",
) -> Game:
    """A game before its first action; BadInput says what cannot be chosen. No path is a title here.

    `players` in seat order, unless `seating` is "random": then the seed seats them.
    `deal` names the privates that they are dealt, where there is no auction.
    """
    names = checked_names(players)
    if seating not in SEATINGS:
        raise BadInput("must be one of {known}, not {seating!r}", "seating", known=", ".join(SEATINGS), seating=seating)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= HIGHEST_SEED:
        raise BadInput("must be a whole number from 0 to {highest_seed}", "seed", highest_seed=HIGHEST_SEED)
    if seating == "random":
        random.Random(seed).shuffle(names)  # 1889-SET-12, 1888*-SET-01, 1890-4.3-a, 1890-Intro-c
    fixed = setup(title, len(names), variants, options, scenario, deal, seed)
    return Game(ruleset_of(fixed), names, seed)


def load(source: Source) -> Game:
    """The game of a record, replayed strictly; BadRecord names the first action that is refused."""
    record = read(source)
    game = before(record)
    for index in range(len(record.actions)):
        apply(game, record, index)
    game.draw()
    return game


def before(record: GameRecord) -> Game:
    """The game of a record before its first action."""
    if not is_name(record.title):
        raise BadInput(
            "this game is one of {title!r}, a title that is not here; if its folder is, name that in {variable}",
            "title",
            title=record.title,
            variable=VARIABLE,
        )
    options = record.options | as_in_version_1(record.title) if record.version == 1 else record.options
    if record.start:
        game = position.read(record.start, recorded_options(options))
        if game.setup.title != title_info(record.title).name or list(game.names) != record.players:
            raise BadInput("is not a position of this title and these players", "start")
        return game.with_seed(record.seed)
    game = new(
        record.title,
        record.players,
        seed=record.seed or 0,
        scenario=record.scenario or None,
        variants=record.variants,
        options=options,
        deal=record.deal,
    )
    return game.with_seed(record.seed)


def as_in_version_1(title: str) -> dict[str, OptionValue]:
    """The options of a title as games were played that records of version 1 tell."""
    offered = {option.name for option in title_info(title).options}
    return {**AS_IN_VERSION_1, **{name: value for name, value in ONCE_IN_VERSION_1.items() if name in offered}}


def recorded_options(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options that only records and importers set, out of all those of a table."""
    return {name: options[name] for name in AS_IN_VERSION_1 if name in options}
