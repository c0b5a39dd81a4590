"""The search compared with brute force on boards of 1890: trains with separate town stops, the subway, passages."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.late_boards import late_board
from tests.routes.reference import Place, Reference
from tetsudo.core.actions import Route
from tetsudo.core.units import BROWN, CompanyId
from tetsudo.engine.routes import best_run
from tetsudo.engine.routes.best_run import best, revenue_of
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.state import State
from tetsudo.titles.loader import setup

FLEETS = ("2+2", "3+3", "3", "5", "D", "2+2 3", "2+2 3+3", "3 5", "6 D", "2+2 D")
FULL = 150
"""Number of routes from which brute force is too slow for two trains; from four times as many for any fleet."""


@cache
def rules_of(scenario: str) -> Ruleset:
    return Ruleset(setup("1890", 3, scenario=scenario))


def with_station(rules: Ruleset, state: State, payers: tuple[str, ...]) -> None:
    """Give Kobe Rapid an owner, and let some companies pay for passage."""
    private = next(each for each in rules.setup.privates if each.symbol == "KR")
    give_private(state, private.id, 0)
    for power in rules.powers.of_private[private.id]:
        power.bought(rules, state, [])
    for power in rules.powers.passages:
        for symbol in payers:
            power.remember(state, power.remembered(state) & ~(1 << rules.setup.company(symbol).id))
    state.network = None


def ignored(rules: Ruleset, state: State, free: set[CompanyId]) -> set[tuple[CompanyId, Place]]:
    """Rulebook exceptions: the subway in brown Osaka, and companies that may pass Kobe Rapid's token."""
    setup, by_name = rules.setup, rules.setup.map.by_name
    subway = setup.company("OS").id
    brown = [hex for hex in map(by_name.__getitem__, ("G12", "H11", "H13", "I12")) if is_brown(rules, state, hex)]
    found = {(subway, (hex, city)) for hex in brown for city in range(len(setup.faces[state.tiles[hex]].nodes))}
    kobe = by_name["F5"]
    return found | {(company, (kobe, 0)) for company in free if state.tokens[-1] >= 0}


def is_brown(rules: Ruleset, state: State, hex: int) -> bool:
    return rules.setup.faces[state.tiles[hex]].colour == BROWN


def compared(seed: int, scenario: str) -> int:
    """Number of best runs on a random board that were compared with brute force."""
    rules = rules_of(scenario)
    kinds = {train.name: train.id for train in rules.setup.trains}
    state = late_board(rules, seed, 24 + 2 * seed)
    free: set[CompanyId] = set()
    if scenario == "C":
        kobe = rules.setup.map.by_name["F5"]
        owners = rules.atlas.ground.token_owner
        spared = rules.setup.company("JR").id
        free = {owners[n] for n, place in enumerate(state.tokens) if place // 8 == kobe} - {spared}
        with_station(rules, state, ("SY", "HK"))
        free |= {rules.setup.company(symbol).id for symbol in ("SY", "HK")}
    reference = Reference(rules.setup, state, ignored=ignored(rules, state, free))
    network = rules.atlas.network(state)
    count = 0
    for company in rules.setup.companies:
        if not network.own_stops(company.id) or company.kind != "corporation":
            continue
        walks = len(reference.routes(company.id))
        for fleet in FLEETS:
            names = fleet.split()
            if not set(names) <= kinds.keys() or walks > (4 * FULL if len(names) == 1 else FULL):
                continue
            trains = tuple(sorted(kinds[name] for name in names))
            routes, total = best(network, company.id, trains, 3)
            assert total == reference.best(company.id, trains, 3), (seed, company.symbol, fleet)
            code, amounts = revenue_of(network, company.id, trains, routes, 3)
            assert (code, sum(amounts)) == ("", total), (seed, company.symbol, fleet)
            count += 1
    return count


@pytest.mark.parametrize(
    ("scenario", "most"),
    [
        ("C", (-1,) * 3),
        ("D", best_run.MAX_ROUTES_BY_METHOD),
        pytest.param("C", best_run.MAX_ROUTES_BY_METHOD, marks=pytest.mark.long),
        pytest.param("D", (-1,) * 3, marks=pytest.mark.long),
    ],
)
def test_best_runs_are_those_of_brute_force(
    scenario: str, most: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_run, "MAX_ROUTES_BY_METHOD", most)
    rules_of.cache_clear()
    assert sum(compared(seed, scenario) for seed in range(4)) > 40


def test_a_passage_opens_routes_on_some_of_these_boards() -> None:
    """Brute force differs with and without passages, so the comparison above does test them."""
    rules = rules_of("C")
    longer = 0
    for seed in range(12):
        state = late_board(rules, seed, 24 + 2 * seed)
        with_station(rules, state, ())
        company = rules.setup.company("SY").id
        kobe = rules.setup.map.by_name["F5"]
        without = len(Reference(rules.setup, state).routes(company))
        longer += len(Reference(rules.setup, state, ignored={(company, (kobe, 0))}).routes(company)) > without
    assert longer


@pytest.mark.parametrize("seed", range(6))
def test_runs_that_brute_force_has_are_valid(seed: int) -> None:
    rules = rules_of("C")
    state = late_board(rules, seed, 30)
    reference = Reference(rules.setup, state, ignored=ignored(rules, state, set()))
    network = rules.atlas.network(state)
    for company in rules.setup.companies:
        for walk in reference.routes(company.id)[:200] if network.own_stops(company.id) else ():
            for train in rules.setup.trains:
                code, _ = revenue_of(network, company.id, (train.id,), (Route(train.id, walk.hexes),), 3)
                assert reference.can_run(walk, train) is (code == ""), (seed, company.symbol, train.name, walk.hexes)
