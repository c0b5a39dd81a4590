"""Measures of a finished game: one number each, by the kind of figure and what it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from tetsudo.analysis.game_facts import GameFacts, facts_of
from tetsudo.core.events import (
    Event,
    Floated,
    OperatingRoundBegan,
    PhaseBegan,
    PrivateTileLaid,
    Ran,
    RevenueChanged,
    TileLaid,
    TrainBought,
    WentBankrupt,
)
from tetsudo.engine.model.title import Setup
from tetsudo.game.game import Game


class Key(NamedTuple):
    """A figure: its kind (`figures.KINDS`), and the phase, company, private, seat, hex or round that it is of; "" for
    the whole game.
    """

    kind: str
    of: str = ""


Measures: TypeAlias = dict[Key, float]

LAST_ROUND: Final = 30
"""Last operating round whose income is measured."""

END_REASONS: Final = ("bank", "bankrupt", "turns", "price")


def measures_of(game: Game) -> Measures:
    """Measures of a finished game. What did not happen is 0, or missing if there is nothing to measure."""
    facts, setup = facts_of(game), game.setup
    tally = _Tally(setup)
    for event in game.events:
        tally.count(event)
    return {
        Key("actions"): facts.actions,
        Key("stock_rounds"): facts.stock_rounds,
        Key("operating_rounds"): facts.operating_rounds,
        **{Key("end", reason): float(facts.end == reason) for reason in END_REASONS},
        Key("bankruptcies"): tally.bankruptcies,
        **dict(_worths(facts)),
        **dict(_lots(facts)),
        **dict(_pars(setup, facts)),
        **dict(tally.measures()),
    }


def _worths(facts: GameFacts) -> Iterator[tuple[Key, float]]:
    ordered = sorted(facts.worths)
    yield Key("worth"), sum(ordered) / len(ordered)
    yield Key("lead"), _percent(ordered[-1] - ordered[-2], ordered[-1])
    for seat, worth in enumerate(facts.worths):
        yield Key("seat_wins", str(seat + 1)), facts.win_share(seat)
        yield Key("seat_lead", str(seat + 1)), _lead(facts, worth)


def _lots(facts: GameFacts) -> Iterator[tuple[Key, float]]:
    for name, price, seat in facts.sales:
        yield Key("lot_price", name), price
        yield Key("lot_lead", name), _lead(facts, facts.worths[seat])


def _pars(setup: Setup, facts: GameFacts) -> Iterator[tuple[Key, float]]:
    started = {company: (price, seat) for company, price, seat in facts.pars}
    for company in setup.companies:
        yield Key("started", company.symbol), float(company.symbol in started)
    for company_name, (price, seat) in started.items():
        yield Key("par", company_name), price
        yield Key("par_lead", company_name), _lead(facts, facts.worths[seat])


def _lead(facts: GameFacts, worth: float) -> float:
    """Lead of a final worth over the average of all players, in percent of that average."""
    average = sum(facts.worths) / len(facts.worths)
    return _percent(worth - average, average)


def _percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole > 0 else 0.0


class _Tally:
    """Counts over the events of a game."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._rounds = 0
        self._income: Counter[int] = Counter()
        self._phases: dict[str, int] = {}
        self._hexes: Counter[str] = Counter()
        self._trains: Counter[str] = Counter()
        self._floats: dict[str, int] = {}
        self.bankruptcies = 0

    def count(self, event: Event) -> None:
        """Count an event."""
        setup = self._setup
        if isinstance(event, OperatingRoundBegan):
            self._rounds += 1
        elif isinstance(event, Ran):
            self._income[self._rounds] += event.price
        elif isinstance(event, RevenueChanged):
            self._income[self._rounds] += event.new - event.old
        elif isinstance(event, PhaseBegan):
            self._phases.setdefault(setup.phases[event.phase].name, self._rounds)
        elif isinstance(event, TileLaid | PrivateTileLaid):
            self._hexes[setup.map.hexes[event.hex].name] += 1
        elif isinstance(event, TrainBought):
            self._trains[setup.trains[event.train].name] += 1
        elif isinstance(event, Floated):
            self._floats.setdefault(setup.companies[event.company].symbol, self._rounds)
        elif isinstance(event, WentBankrupt):
            self.bankruptcies += 1

    def measures(self) -> Iterable[tuple[Key, float]]:
        """Measures of what was counted."""
        setup = self._setup
        yield Key("floats"), len(self._floats)
        yield Key("tiles"), sum(self._hexes.values())
        for phase in setup.phases[1:]:
            yield Key("phase_reached", phase.name), float(phase.name in self._phases)
            if phase.name in self._phases:
                yield Key("phase_round", phase.name), self._phases[phase.name]
        for company in setup.companies:
            if company.symbol in self._floats:
                yield Key("float_round", company.symbol), self._floats[company.symbol]
        for number in range(1, min(self._rounds, LAST_ROUND) + 1):
            yield Key("income", str(number)), self._income[number]
        for train in setup.trains:
            yield Key("trains", train.name), self._trains[train.name]
        for hex in setup.map.hexes:
            yield Key("tile_use", hex.name), float(hex.name in self._hexes)
