"""Rows of games, one each, and of their players."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from tetsudo.analysis.game_facts import facts_of
from tetsudo.analysis.rows.columns import FLAG, NUMBER, NUMBERS, PLAYER, SHARE, TEXT, TEXTS, Column, Row
from tetsudo.analysis.rows.places import Reading
from tetsudo.core.units import Money, is_hidden
from tetsudo.titles.loader import changed_options

GAME_COLUMNS: Final = (
    Column("title", TEXT, "title, such as `1889`"),
    Column("scenario", TEXT, "scenario; empty text without one"),
    Column("variants", TEXTS, "names of the variants"),
    Column("options", TEXT, "options that differ from the defaults, as a JSON object"),
    Column("seed", TEXT, "seed in digits; empty if it is secret"),
    Column("names", TEXTS, "players in seat order"),
    Column("players", NUMBER, "number of players"),
    Column("actions", NUMBER, "number of actions"),
    Column("stock_rounds", NUMBER, "number of stock rounds"),
    Column("operating_rounds", NUMBER, "number of operating rounds"),
    Column("phase", TEXT, "phase at the end"),
    Column("end", TEXT, "`bank`, `bankrupt`, `turns` or `price`; empty text while the game runs"),
    Column("worths", NUMBERS, "net worths, by seat"),
    Column("winners", TEXTS, "winners, ties included; none while the game runs"),
    Column("is_corrected", FLAG, "true if a player corrected the position by hand"),
)

PLAYER_COLUMNS: Final = (
    PLAYER,
    Column("seat", NUMBER, "seat, from 1"),
    Column("worth", NUMBER, "net worth"),
    Column("place", NUMBER, "place by net worth, from 1; equal for ties"),
    Column("win", SHARE, "share in the win, or in the lead while the game runs: 1, 1/2 for one of two, 0"),
    Column("margin", NUMBER, "net worth minus the best of the others"),
)


def game_rows(reading: Reading) -> Iterator[Row]:
    """One row with the facts of a game."""
    game = reading.game
    facts = facts_of(game)
    yield {
        "title": facts.title,
        "scenario": facts.scenario,
        "variants": facts.variants,
        "options": json.dumps(changed_options(game.setup), sort_keys=True),
        "seed": None if game.seed is None else str(game.seed),
        "names": list(game.names),
        "players": facts.players,
        "actions": facts.actions,
        "stock_rounds": facts.stock_rounds,
        "operating_rounds": facts.operating_rounds,
        "phase": game.setup.phases[game.state.phase].name,
        "end": facts.end,
        "worths": facts.worths,
        "winners": list(game.winners()),
        "is_corrected": facts.is_corrected,
    }


def player_rows(reading: Reading) -> Iterator[Row]:
    """Rows of the players, in seat order."""
    game = reading.game
    worths = {each.player: None if is_hidden(each.cash) else each.total for each in game.standings()}
    known = [worth for worth in worths.values() if worth is not None]
    for seat, name in enumerate(game.names):
        worth = worths[seat]
        placed = _placing(known, worth) if worth is not None and len(known) == len(worths) else NO_PLACING
        yield {"player": name, "seat": seat + 1, "worth": worth, **placed}


NO_PLACING: Final[Row] = {"place": None, "win": None, "margin": None}


def _placing(worths: list[Money], worth: Money) -> Row:
    """Place of one of several net worths."""
    others = list(worths)
    others.remove(worth)
    best = max(worths)
    return {
        "place": 1 + sum(each > worth for each in worths),
        "win": 1 / worths.count(best) if worth == best else 0.0,
        "margin": worth - max(others, default=0),
    }
