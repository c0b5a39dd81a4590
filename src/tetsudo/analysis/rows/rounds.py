"""Rows of rounds, one for each player, and of companies' runs, from a game's accounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tetsudo.analysis.accounts.cash_flow import SOURCES
from tetsudo.analysis.accounts.rounds import Round, Run
from tetsudo.analysis.rows.columns import ACTION, NUMBER, PLAYER, ROUND, TEXT, TEXTS, Column, Row
from tetsudo.analysis.rows.places import Place, Reading
from tetsudo.core.events import DidNotRun, Ran, TrainRan
from tetsudo.core.units import NOBODY, Money, is_hidden

ROUND_COLUMNS: Final = (
    ACTION._replace(meaning="number of actions at the end of the round"),
    *ROUND,
    Column("kind", TEXT, "`start`, `auction`, `stock` or `operating`"),
    Column("phase", TEXT, "phase at the end of the round"),
    PLAYER,
    Column("seat", NUMBER, "seat of the player, from 1"),
    *(
        Column(source, NUMBER, f"cash received in the round, or paid if negative: {words[:1].lower()}{words[1:]}")
        for source, words in SOURCES.items()
    ),
    Column("cash", NUMBER, "cash at the end of the round"),
    Column("shares", NUMBER, "value of the shares at the end of the round, at market price"),
    Column("held_privates", NUMBER, "value of privates and minors, as far as they count"),
    Column("owed", NUMBER, "debt to the bank, as a negative amount"),
    Column("worth", NUMBER, "net worth at the end of the round"),
)

RUN_COLUMNS: Final = (
    ACTION,
    *ROUND,
    PLAYER._replace(meaning="name of the president"),
    Column("company", TEXT, "symbol of the company"),
    Column("trains", TEXTS, "names of the trains that ran"),
    Column("routes", TEXTS, "hexes of each train's route, separated by spaces"),
    Column("revenue", NUMBER, "revenue of the run; 0 if the company did not run"),
    Column("payout", TEXT, "use of the revenue: `pay`, `half`, `withhold`, or `none` without a revenue"),
    Column("paid", NUMBER, "amount paid out as a dividend"),
    Column("kept", NUMBER, "amount kept by the company"),
    Column("received", NUMBER, "part of the dividend that the president received"),
    Column("price", NUMBER, "share price at the end of the round; empty if the company has none"),
)


def round_rows(reading: Reading) -> Iterator[Row]:
    """Rows of the rounds, a player in each."""
    game = reading.game
    for index, round in enumerate(reading.accounts.rounds):
        phase = game.setup.phases[game.earlier(round.end).state.phase].name
        for has in round.standing.worths:
            yield {
                "action": round.end,
                **reading.round_cells(index),
                "kind": round.kind,
                "phase": phase,
                "player": game.names[has.player],
                "seat": has.player + 1,
                **{source: _amount(round.received(has.player, source)) for source in SOURCES},
                "cash": _amount(has.cash),
                "shares": has.shares,
                "held_privates": has.privates,
                "owed": -has.dues,
                "worth": None if is_hidden(has.cash) else has.total,
            }


def run_rows(reading: Reading) -> Iterator[Row]:
    """Rows of the companies' runs, in order."""
    places = _places_of_runs(reading)
    for index, round in enumerate(reading.accounts.rounds):
        for run in round.runs:
            yield _run_row(reading, next(places), round, index, run)


def _run_row(reading: Reading, ran: tuple[Place, list[TrainRan]], round: Round, index: int, run: Run) -> Row:
    place, trains = ran
    setup = reading.game.setup
    hexes = setup.map.hexes
    return {
        **reading.place_cells(place),
        "company": reading.symbol(run.company),
        "trains": [setup.trains[each.train].name for each in trains],
        "routes": [" ".join(hexes[hex].name for hex in each.hexes) for each in trains],
        "revenue": run.revenue,
        "payout": run.payout,
        "paid": run.paid,
        "kept": run.kept,
        "received": 0 if place.player == NOBODY else run.got[place.player],
        "price": round.standing.prices[run.company],
    }


def _places_of_runs(reading: Reading) -> Iterator[tuple[Place, list[TrainRan]]]:
    """Place of each run, in the order of the accounts, and its trains."""
    trains: list[TrainRan] = []
    for place, event in reading.events:
        if isinstance(event, TrainRan):
            trains.append(event)
        elif isinstance(event, Ran | DidNotRun):
            yield place, trains
            trains = []


def _amount(amount: Money) -> Money | None:
    return None if is_hidden(amount) else amount
