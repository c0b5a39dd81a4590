"""Shortcuts of playouts: at every position of random games they give what the plain path gives, read a second time."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from tests.bots.everywhere import tables
from tetsudo.bots.heuristics.map_potential import is_enough
from tetsudo.bots.heuristics.parameters import USUAL
from tetsudo.bots.heuristics.policy import Policy
from tetsudo.bots.lookahead.playout import PolicyPlayout
from tetsudo.core.actions import Action, LayTile
from tetsudo.core.frames import Turn
from tetsudo.engine.network.network import Network
from tetsudo.engine.network.track import Track
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.routes.run_memory import RunMemory
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.ownership import company_trains
from tetsudo.engine.state.state import State, is_floated
from tetsudo.lab.random_play import random_action
from tetsudo.lab.table_spec import Table

TABLES: Final = [
    Table("1889", 4), Table("1888", 3), Table("1888n", 5), Table("1890", 3, "A"), Table("1890", 4, "B"),
    Table("1890", 4, "C"), Table("1890", 6, "D"),
]  # fmt: skip
ALL_TABLES: Final = list(tables())
GAMES: Final = 3


def positions(table: Table, seed: int) -> list[tuple[Ruleset, State]]:
    """All positions of a random game, in order."""
    game, rng = table.game(seed), Random(seed)
    found: list[tuple[Ruleset, State]] = []
    while not game.is_over:
        found.append((game.ruleset, game.state.clone()))
        game.apply(random_action(game, rng))
    return found


def track_steps(table: Table, seed: int) -> list[tuple[Ruleset, State, int]]:
    """Positions of a random game in which a company may lay a tile, and its president."""
    return [
        (rules, state, engine.actor(rules, state))
        for rules, state in positions(table, seed)
        if type(frame := state.stack[-1]) is Turn and rules.steps[frame.step] == "track"
    ]


def plain_choice(rules: Ruleset, state: State, player: int) -> Action:
    """Choice of the policy from the complete listing."""
    return Policy(rules, Random(0), USUAL).choose(state, player, engine.listing(rules, state, player))


def check_lays(table: Table, seed: int) -> int:
    """Compare all track steps of a random game; return how many the shortcut decided."""
    decided = 0
    for rules, state, player in track_steps(table, seed):
        playout = PolicyPlayout(rules, state.clone(), [USUAL] * state.players, 0)
        if not playout.step_automatically():
            assert playout.state == state
            continue
        decided += 1
        plain = plain_choice(rules, state, player)
        assert isinstance(plain, LayTile)
        engine.perform(rules, state, plain, [])
        assert playout.state == state
    return decided


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_playout_lays_what_the_policy_chooses_from_all_lays(table: Table) -> None:
    assert sum(check_lays(table, seed) for seed in range(GAMES)) > GAMES


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(ALL_TABLES)))
def test_every_table_lays_what_the_policy_chooses_from_all_lays(number: int) -> None:
    check_lays(ALL_TABLES[number], number)


def searched_again(network: Network) -> Network:
    """The same network, traced anew and without anything known about it."""
    return Network(Track(network.ground, network.track.tiles), network.tokens, network.lays, network.marks)


def check_runs(table: Table, seed: int, memory: dict[Ruleset, RunMemory]) -> int:
    """Compare the remembered runs of all companies at every change of the map; return the number of runs."""
    count, last = 0, None
    for rules, state in positions(table, seed):
        network = rules.atlas.network(state)
        if network is last:
            continue
        last, fresh = network, searched_again(network)
        offboard = rules.setup.phases[state.phase].offboard
        for company in range(state.companies):
            trains = tuple(company_trains(state, company))
            if not is_floated(state, company) or not trains:
                continue
            network.runs.clear()
            found = memory[rules].best_run(network, company, trains, offboard, rules.valuation)
            plain = proved_run(fresh, company, trains, offboard, rules.valuation, is_enough)
            assert (found.routes, found.revenue) == (plain.routes, plain.revenue)
            count += 1
    return count


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_remembered_runs_are_those_of_a_new_search(table: Table) -> None:
    memories: dict[Ruleset, RunMemory] = {table.game(seed).ruleset: RunMemory(is_enough) for seed in range(GAMES)}
    assert sum(check_runs(table, seed, memories) for seed in range(GAMES)) > GAMES
