"""A second check of best runs: an integer program, independent of both searches."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.late_boards import late_board
from tests.board.builders import random_board
from tests.routes.integer_program import Program
from tests.routes.reference import Reference
from tetsudo.core.units import GREY
from tetsudo.engine.routes.best_run import best, revenue_of
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.titles.loader import setup

FLEETS = ("D", "D D", "6 D", "5", "3+3 D", "6 D D")
KINDS = {name: n for n, name in enumerate(("2", "3", "4", "5", "D", "2+1"))}


@cache
def rules_of(scenario: str) -> Ruleset:
    return Ruleset(setup("1890", 4, scenario=scenario))


def compared(scenario: str, seed: int, lays: int, symbols: tuple[str, ...] = ()) -> int:
    """Number of best runs on a random board that equal the program's; one fleet for each company."""
    rules = rules_of(scenario)
    kinds = {train.name: train.id for train in rules.setup.trains}
    network = rules.atlas.network(late_board(rules, seed, lays))
    count = 0
    for company in rules.setup.companies:
        fleet = FLEETS[(seed + company.id) % len(FLEETS)].split()
        if not network.own_stops(company.id) or not set(fleet) <= kinds.keys():
            continue
        if symbols and company.symbol not in symbols:
            continue
        trains = tuple(sorted(kinds[name] for name in fleet))
        routes, total = best(network, company.id, trains, GREY)
        code, amounts = revenue_of(network, company.id, trains, routes, GREY)
        assert (code, sum(amounts)) == ("", total)
        assert Program(network, company.id, trains, GREY).best() == total, (scenario, seed, company.symbol, fleet)
        count += 1
    return count


@pytest.mark.parametrize("seed", range(40))
def test_the_program_says_what_brute_force_says(seed: int) -> None:
    """The program itself is compared with brute force, so that it can be trusted on larger boards."""
    board = random_board(seed, size=5 + seed % 6, tokens=1 + seed % 4)
    reference = Reference(board.setup, board.state)
    for names in ("D", "3 D", "2+1"):
        trains = tuple(KINDS[name] for name in names.split())
        assert Program(board.network, 0, trains, seed % 4).best() == reference.best(0, trains, seed % 4), names


@pytest.mark.parametrize(("scenario", "seed"), [("C", 0), ("C", 1), ("C", 2), ("D", 3), ("A", 5), ("B", 6)])
def test_best_runs_on_late_boards_are_those_of_the_program(scenario: str, seed: int) -> None:
    assert compared(scenario, seed, 50) > 1


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(30))
def test_best_runs_on_three_hundred_boards_are_those_of_the_program(chunk: int) -> None:
    """From a third full to nearly as full as after a long game; two companies on each."""
    count = 0
    for seed in range(10 * chunk, 10 * chunk + 10):
        symbols = [company.symbol for company in rules_of("C").setup.companies if company.kind == "corporation"]
        asked = (symbols[seed % len(symbols)], symbols[(seed + 3) % len(symbols)])
        count += compared("C", 1000 + seed, 30 + 7 * seed % 51, asked)
    assert count > 10
