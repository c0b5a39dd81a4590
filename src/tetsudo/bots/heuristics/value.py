"""Expected final worth of players from a position between two turns, by a small network fitted on playouts.

Each player's assets become leads over the average (`heuristics/assets.py`), as parts of the players' average worth.
The network reads them and how far the game is (`STAGES`). It is the same for all titles; `python -m
tetsudo.lab.fitting` finds its weights.
"""

from __future__ import annotations

from math import tanh
from typing import Final, NamedTuple

from tetsudo.bots.heuristics.assets import FIRST_COUNT, assets
from tetsudo.bots.heuristics.map_potential import potential_of
from tetsudo.bots.heuristics.outlook import income_to_come, rounds_left
from tetsudo.bots.heuristics.weights import DEEP_WEIGHTS, LAST_WEIGHTS, LEAD_WEIGHTS, STAGE_WEIGHTS
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.trains.depot import depot_trains
from tetsudo.engine.rules.turn_order.net_worth import worth
from tetsudo.engine.state.state import State, bank_cash, is_floated

STAGES: Final = (
    "one",
    "rounds that are left, in tens",
    "turns that have begun, in sixes",
    "phase, as a part of all",
    "two players, as a part of all",
    "average worth now, as a part of that at the end",
    "whether turns are limited",
    "kind of train on sale, as a part of all",
    "companies that have floated, by player",
    "companies to start, by player",
    "bank, in worths of all players",
)
"""Terms that tell how far a game is, and what kind of game it is."""

ROUNDS_UNIT: Final = 10.0
TURNS_UNIT: Final = 6.0
MAX_STAGE_TURN: Final = 12
MAX_STAGE_BANK: Final = 2.0
"""Units for rounds and turns, and the maximum turn and bank for the stage."""

MAX_LEAD: Final = 4.0
"""Maximum lead of a player in one asset."""

FINAL_DOUBT: Final = 0.05
ADDED_DOUBT: Final = 0.3
"""Lead at which a game is nearly won: at its end, and the addition while it is still long."""

MIN_WORTH: Final = 0.05
"""Minimum expected worth, as a part of the average."""


class Reading(NamedTuple):
    """A position as the network reads it, and the average worth that players may expect."""

    stage: list[float]
    leads: list[list[float]]
    """Lead of each player over the average, by asset: amounts as parts of the average worth, counts as they are."""
    final: float


def read(rules: Ruleset, state: State) -> Reading:
    """Read a position for the network."""
    left = rounds_left(rules, state)
    every = assets(rules, state, left)
    mean = max(1.0, sum([row[0] + row[1] + row[2] for row in every]) / len(every))  # cash and shares
    final = mean + income_to_come(rules, state, left) / state.players
    return Reading(_stage(rules, state, left, mean, final), _leads(every, mean), final)


def _stage(rules: Ruleset, state: State, left: float, mean: float, final: float) -> list[float]:
    """Terms of `STAGES`; `left`: see `rounds_left`; `mean`, `final`: average worth now and at the end."""
    setup, players, on_sale = rules.setup, state.players, depot_trains(rules, state)[:1]
    return [
        1.0,
        left / ROUNDS_UNIT,
        min(state.turn, MAX_STAGE_TURN) / TURNS_UNIT,
        state.phase / len(setup.phases),
        2 / players,
        mean / final,
        float(rules.settings.turn_limit > 0),
        on_sale[0] / len(setup.trains) if on_sale else 1.0,
        sum([is_floated(state, company) for company in range(state.companies)]) / players,
        len(potential_of(rules).startable_companies) / players,
        min(MAX_STAGE_BANK, bank_cash(state) / mean / players),
    ]


def _leads(every: list[list[float]], mean: float) -> list[list[float]]:
    """Lead of each player over the average, by asset: amounts as parts of the average worth, counts as they are."""
    size = len(every)
    averages = [sum(column) / size for column in zip(*every, strict=True)]
    return [
        [
            max(-MAX_LEAD, min(MAX_LEAD, (amount - average) / (1.0 if place >= FIRST_COUNT else mean)))
            for place, (amount, average) in enumerate(zip(row, averages, strict=True))
        ]
        for row in every
    ]


def values(rows: list[list[float]], now: list[float]) -> list[float]:
    """Expected lead of each player over the average at the end, from the leads in each asset at a stage of the game."""
    wide = [tanh(each) for each in _product(STAGE_WEIGHTS, now)]
    weights = _product(LEAD_WEIGHTS, [*now, *wide])
    found: list[float] = []
    for row in rows:
        deep = [max(0.0, each) for each in _product(DEEP_WEIGHTS, [*row, *now])]
        found.append(_dot(weights, row) + _dot(LAST_WEIGHTS[0], deep))
    average = sum(found) / len(found)
    return [each - average for each in found]


def _product(rows: list[list[float]], inputs: list[float]) -> list[float]:
    return [_dot(row, inputs) for row in rows]


def _dot(first: list[float], second: list[float]) -> float:
    found = 0.0
    for place, each in enumerate(first):
        found += each * second[place]
    return found


def expected_worths(rules: Ruleset, state: State) -> tuple[float, ...]:
    """Expected final worth of all players; their actual worth if the game has ended."""
    if state.ended:
        return tuple([float(worth(rules, state, player).total) for player in range(state.players)])
    position = read(rules, state)
    return tuple([position.final * max(MIN_WORTH, 1 + gain) for gain in values(position.leads, position.stage)])


def doubt(rules: Ruleset, state: State) -> float:
    """Uncertainty of the expected result, as a part of the players' average worth."""
    if state.ended:
        return FINAL_DOUBT
    return FINAL_DOUBT + ADDED_DOUBT * min(1.0, rounds_left(rules, state) / ROUNDS_UNIT)
