"""Trains on sale, their prices, and the effects of a purchase.

A new kind of train may start a phase: older trains rust, privates close, train limits fall.
"""

from __future__ import annotations

from tetsudo.core import events
from tetsudo.core.events import Log
from tetsudo.core.frames import Discard
from tetsudo.core.units import NOBODY, CompanyId, Money, TrainId
from tetsudo.engine.rules.privates.income import close_privates
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import fleet_size, has_train, kinds_at, move_train, train_count
from tetsudo.engine.state.state import DEPOT, DISCARDED, SCRAPPED, State, push


def depot_trains(rules: Ruleset, state: State) -> list[TrainId]:
    """Kinds of train that the depot sells: the next in order, and those available early.

    1889-TRN-07, 1889-TRN-13, 1888*-TRN-05, 1890-12.4-a.
    """
    kinds: list[TrainId] = []
    in_order = True
    for kind in kinds_at(state, state.companies + DEPOT):
        after = rules.setup.trains[kind].available_from
        if after == NOBODY and in_order:
            kinds.append(kind)
            in_order = False
        elif after != NOBODY and state.phase >= rules.phase_of_train[after]:
            kinds.append(kind)
    return kinds


def market_trains(state: State) -> list[TrainId]:
    """Kinds of train in the market."""
    return kinds_at(state, state.companies + DISCARDED)


def cheapest_train(rules: Ruleset, state: State) -> Money:
    """Lowest price in depot and market; 0 if nothing is on sale (1888*-EMR-03, 1888*-EMR-10, 1890-12.5-c)."""
    trains, lowest = rules.setup.trains, NOBODY
    for kinds in (depot_trains(rules, state), market_trains(state)):
        for kind in kinds:
            price = trains[kind].price
            if lowest == NOBODY or price < lowest:
                lowest = price
    return 0 if lowest == NOBODY else lowest


def has_room(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a company is below the train limit (1889-TRN-17, 1888*-TRN-18, 1890-12.2-a)."""
    return fleet_size(state, company) < rules.train_limit(state, company)


def must_buy(rules: Ruleset, state: State, company: CompanyId) -> bool:
    """True if a company must buy a train: it has none and could run one.

    1889-TRN-02, 1889-TRN-03, 1888*-TRN-03, 1888*-TRN-04, 1890-12.3-a, 1890-12.3-b, 1890-12.3-c, 1890-12.3-f.
    """
    if has_train(state, company) or not (depot_trains(rules, state) or market_trains(state)):
        return False
    if rules.settings.must_own_train == "always":
        return True
    return rules.atlas.network(state).reach(company).can_route


def begin_phases(rules: Ruleset, state: State, log: Log, train: TrainId) -> None:
    """Start the phase of a kind of train, when the first train of that kind leaves the depot.

    1889-PHS-01, 1889-TRN-12, 1888*-PHS-01, 1888*-TRN-02, 1888*-TRN-19, 1890-5-a, 1890-5-c, 1890-12.2-d.
    """
    phase = rules.phase_of_train[train]
    if phase <= state.phase:
        return
    state.phase = phase
    log.append(events.PhaseBegan(phase))
    _rust(rules, state, log, train)
    if rules.setup.phases[phase].closes_privates:
        close_privates(rules, state, log)
    if over_train_limit(rules, state):
        push(state, Discard())


def export_train(rules: Ruleset, state: State, log: Log) -> None:
    """Export the next train in order, if trains are exported and its kind is one of those.

    1888*-EXP-01, 1888*-EXP-03, 1888-EXP-02.
    """
    when = rules.settings.exports
    if when == "none" or (when == "sold" and not _is_any_train_sold(rules, state)):
        return
    kinds = [kind for kind in depot_trains(rules, state) if rules.setup.trains[kind].available_from == NOBODY]
    if not kinds or not rules.setup.trains[kinds[0]].exported:
        return
    move_train(state, kinds[0], state.companies + DEPOT, state.companies + SCRAPPED)  # 1888*-EXP-05
    log.append(events.TrainExported(kinds[0]))
    begin_phases(rules, state, log, kinds[0])  # 1888*-EXP-04


def _is_any_train_sold(rules: Ruleset, state: State) -> bool:
    """True if a train of the first kind has left the depot."""
    return train_count(state, 0, state.companies + DEPOT) != rules.setup.trains[0].count


def _rust(rules: Ruleset, state: State, log: Log, train: TrainId) -> None:
    """Remove trains that rust from the game, wherever they are (1889-PHS-06, 1890-12.6-b)."""
    scrapped = state.companies + SCRAPPED
    for old in rules.setup.trains:
        if old.rusted_by != train:
            continue
        log.append(events.TrainRusted(old.id))
        for holder in range(scrapped):
            for _ in range(train_count(state, old.id, holder)):
                move_train(state, old.id, holder, scrapped)


def over_train_limit(rules: Ruleset, state: State) -> list[CompanyId]:
    """Companies above their train limit, in the title's order."""
    limits = rules.train_limits[state.phase]
    return [company for company in range(state.companies) if fleet_size(state, company) > limits[company]]
