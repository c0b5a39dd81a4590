"""Time of best runs on late boards, for titles without recorded games.

    python benchmarks/late_boards.py [--title 1890] [--scenario C] [--boards 20] [--lays 110] [--fleets "6,5 6,D,6 D"]

Boards are random and reproducible from a seed: random companies lay well connected tiles and sometimes place a token.
Only a very long game fills the map this much; `--lays` sets how full it gets. Prints p50, p99 and worst for each fleet
over all companies and boards, in processor time, and the number of states searched. Caches are cleared between
questions, except with `--kept`.
"""

from __future__ import annotations

import argparse
import gc
from random import Random
from time import thread_time_ns

from tetsudo.core.units import BROWN, GREY, NOBODY, WHITE, CompanyId, FaceId, HexId
from tetsudo.engine.routes.constrained_run import proved_run
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import is_in_supply, lay
from tetsudo.engine.rules.tiles_and_tokens.tokens import free_slots, keeps_slots
from tetsudo.engine.state.board import put_token
from tetsudo.engine.state.state import MAX_CITIES, UNPLACED, State
from tetsudo.titles.loader import setup

TOKENS = 0.15
"""Probability that a token follows a lay."""

LOOKED_AT = 12
"""Number of random lays from which the best is taken."""


def late_board(rules: Ruleset, seed: int, lays: int) -> State:
    """A board with all home tokens and up to `lays` random lays and upgrades."""
    rng = Random(seed)
    state = engine.begin(rules, [])
    companies = [company.id for company in rules.setup.companies if company.kind == "corporation"]
    for company in companies:
        first = rules.tokens_from[company]
        for number, (hex, city) in enumerate(rules.setup.companies[company].homes):
            if free_slots(rules, state, hex, city) > 0:
                put_token(state, first + number, hex, city)
    left = lays
    for _ in range(3 * lays):
        company = rng.choice(companies)
        options = list(possible(rules, state, company))
        if not left or not options:
            continue
        tried = rng.sample(options, min(len(options), LOOKED_AT))
        lay(rules, state, *max(tried, key=lambda option: joins(rules, state, *option) + 2 * rng.random()))
        left -= 1
        if rng.random() < TOKENS:
            place(rules, state, rng, rng.choice(companies))
    return state


def possible(rules: Ruleset, state: State, company: CompanyId) -> list[tuple[HexId, FaceId]]:
    """Lays open to a company in the last phase, ignoring cost and blocked hexes."""
    state.network = None
    faces = rules.setup.faces
    return [
        (hex, face)
        for hex, fitting in rules.atlas.network(state).reach(company).all_lays(rules.track_rule)
        for face in fitting
        if faces[face].colour <= BROWN
        and is_in_supply(state, faces[face].tile)
        and keeps_slots(rules, state, hex, face)
    ]


def joins(rules: Ruleset, state: State, hex: HexId, face: FaceId) -> int:
    """Fit of a face with the track around it: 2 for each exit that connects, 1 for an empty hex, -1 for a dead end."""
    worth = 0
    for side, other in enumerate(rules.setup.map.hexes[hex].neighbours):
        if other == NOBODY or not rules.setup.faces[face].exits >> side & 1:
            continue
        beyond = rules.setup.faces[state.tiles[other]]
        meets = beyond.exits >> (side + 3) % 6 & 1
        worth += 2 if meets else 1 if beyond.colour == WHITE else -1
    return worth


def place(rules: Ruleset, state: State, rng: Random, company: CompanyId) -> None:
    """Place the company's next token in a random city that it reaches, in a hex where it has none."""
    first, after = rules.tokens_from[company : company + 2]
    own = state.tokens[first:after]
    hexes = {place // MAX_CITIES for place in own}
    state.network = None
    cities = [
        (hex, city)
        for hex, city in rules.atlas.network(state).reach(company).cities
        if hex not in hexes and free_slots(rules, state, hex, city) > 0
    ]
    if cities and UNPLACED in own:
        hex, city = rng.choice(cities)
        put_token(state, first + own.index(UNPLACED), hex, city)


def main() -> None:
    """Make boards and time the best runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--title", default="1890")
    parser.add_argument("--scenario", default="C")
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--lays", type=int, default=110)
    parser.add_argument("--fleets", default="4,5,6,5 6,3+3,2+2 3,D,5 D,6 D,D D")
    parser.add_argument("--kept", action="store_true", help="keep what fleets before have taught about a board")
    options = parser.parse_args()
    rules = Ruleset(setup(options.title, 4, scenario=options.scenario))
    kinds = {train.name: train.id for train in rules.setup.trains}
    times: dict[str, list[tuple[float, str]]] = {fleet: [] for fleet in options.fleets.split(",")}
    states: dict[str, list[int]] = {fleet: [] for fleet in times}
    for seed in range(options.boards):
        network = rules.atlas.network(late_board(rules, seed, options.lays))
        for company in rules.setup.companies:
            if not network.own_stops(company.id):
                continue
            for fleet, taken in times.items():
                trains = tuple(sorted(kinds[name] for name in fleet.split()))
                if not options.kept:
                    network.ground.kept.clear()
                gc.collect()  # frees the board; what the question itself allocates counts
                begin = thread_time_ns()
                found = proved_run(network, company.id, trains, GREY, rules.valuation)
                taken.append(((thread_time_ns() - begin) / 1e6, f"board {seed}, {company.symbol}"))
                states[fleet].append(found.looked_at)
    for fleet, taken in times.items():
        taken.sort()
        p50, p99 = taken[len(taken) // 2][0], taken[len(taken) * 99 // 100][0]
        worst, where = taken[-1]
        looked_at = sorted(states[fleet])
        print(
            f"{fleet:8} n {len(taken):4}  p50 {p50:8.2f}  p99 {p99:8.2f}  worst {worst:8.2f} ms  ({where})  "
            f"states p50 {looked_at[len(looked_at) // 2]}, most {looked_at[-1]}"
        )


if __name__ == "__main__":
    main()
