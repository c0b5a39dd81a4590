"""Games of records: creating new ones, and replaying recorded ones. The record is the complete game.

A record never depends on a random number generator: random results (dealt privates, seating, dice) are written into
it. If it has a seed, the dice must match the seed. Reading is strict, and bounded in time and memory.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.core.player_names import checked_names
from tetsudo.engine.model.options import OptionValue
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.game.play import ruleset_of
from tetsudo.game.text.record import (
    MAX_FILE_BYTES,
    MAX_SEED,
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
from tetsudo.titles.data.discovery import TITLES_VARIABLE
from tetsudo.titles.draws import in_the_box
from tetsudo.titles.loader import Given, is_name, setup, title_info

__all__ = [
    "MAX_SEED",
    "MAX_FILE_BYTES",
    "VERSION",
    "BadRecord",
    "GameRecord",
    "action_at",
    "apply",
    "initial_game",
    "load",
    "new",
    "read",
    "read_json",
    "write",
]

VERSION_1_OPTIONS: Final[Mapping[str, OptionValue]] = {"passes_without_trade": True}
"""Options under which records of version 1 were played."""
VERSION_1_DIE_OPTIONS: Final[Mapping[str, OptionValue]] = {"die_calls": "once"}
"""The same for titles that offer this option."""
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
    """New game before its first action. Raises BadInput if a choice is not available. `title` cannot be a path here.

    `players`: names in seat order; with `seating` "random" the seed seats them. `deal`: the privates dealt to the
    players, for games without an auction.
    """
    names = checked_names(players)
    if seating not in SEATINGS:
        raise BadInput("must be one of {known}, not {seating!r}", "seating", known=", ".join(SEATINGS), seating=seating)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise BadInput("must be a whole number from 0 to {highest_seed}", "seed", highest_seed=MAX_SEED)
    if seating == "random":
        random.Random(seed).shuffle(names)  # 1889-SET-12, 1888*-SET-01, 1890-4.3-a, 1890-Intro-c
    fixed = setup(title, len(names), variants, options, scenario, deal, seed)
    return Game(ruleset_of(fixed), names, seed)


def before_draws(game: Game) -> Game:
    """New game of the same table in which no company is drawn yet: to show or print its title, not to play."""
    fixed = game.setup
    return Game(ruleset_of(in_the_box(fixed)), game.names) if fixed.drawn else game


def load(source: Source) -> Game:
    """Game of a record, replayed strictly; BadRecord names the first refused action."""
    record = read(source)
    game = initial_game(record)
    for index in range(len(record.actions)):
        apply(game, record, index)
    game.draw()
    return game


def initial_game(record: GameRecord) -> Game:
    """Game of a record before its first action."""
    if not is_name(record.title):
        raise BadInput(
            "is {title!r}, a title that is not installed here; if you have its folder, name it in {variable}",
            "title",
            title=record.title,
            variable=TITLES_VARIABLE,
        )
    options = record.options | version_1_options(record.title) if record.version == 1 else record.options
    if record.start:
        game = position.read(record.start, recorded_options(options))
        if game.setup.title != title_info(record.title).name or list(game.names) != record.players:
            raise BadInput("is not a position of this title with these players", "start")
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


def version_1_options(title: str) -> dict[str, OptionValue]:
    """Options of a title for a record of version 1."""
    offered = {option.name for option in title_info(title).options}
    return {**VERSION_1_OPTIONS, **{name: value for name, value in VERSION_1_DIE_OPTIONS.items() if name in offered}}


def recorded_options(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Options, out of all those of a table, that only records and importers set."""
    return {name: options[name] for name in VERSION_1_OPTIONS if name in options}
