"""How long best runs take on late boards of a title, of which no games are recorded.

    python benchmarks/late_boards.py [--title 1890] [--scenario C] [--boards 20] [--lays 110] [--fleets "6,5 6,D,6 D"]

Boards are made by chance from numbers: companies lay what connects best, in turn, and place tokens
now and then. So full a map comes from a long game at the most; `--lays` says how full. Prints p50,
p99 and worst of each fleet over all companies and boards, in processor time, and how many states were
looked at. Nothing is remembered from one question to the next but with `--kept`.
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
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import in_supply, lay
from tetsudo.engine.rules.tiles_and_tokens.tokens import free_slots, keeps_slots
from tetsudo.engine.state.board import put_token
from tetsudo.engine.state.state import MAX_CITIES, UNPLACED, State
from tetsudo.titles.loader import setup

TOKENS = 0.15
"""How often a lay is followed by a token."""

LOOKED_AT = 12
"""Of so many lays by chance the best is taken."""


def late_board(rules: Ruleset, seed: int, lays: int) -> State:
    """A board on which all homes are placed and so many tiles were laid and upgraded, or all that fit."""
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
    """What a company could lay in the last phase, money and blocks apart."""
    state.network = None
    faces = rules.setup.faces
    return [
        (hex, face)
        for hex, fitting in rules.atlas.network(state).reach(company).all_lays(state.tiles, rules.settings.track)
        for face in fitting
        if faces[face].colour <= BROWN and in_supply(state, faces[face].tile) and keeps_slots(rules, state, hex, face)
    ]


def joins(rules: Ruleset, state: State, hex: HexId, face: FaceId) -> int:
    """How well a face meets the track around: 2 for each side that meets, 1 for an empty hex, -1 for a wall."""
    worth = 0
    for side, other in enumerate(rules.setup.map.hexes[hex].neighbours):
        if other == NOBODY or not rules.setup.faces[face].exits >> side & 1:
            continue
        beyond = rules.setup.faces[state.tiles[other]]
        meets = beyond.exits >> (side + 3) % 6 & 1
        worth += 2 if meets else 1 if beyond.colour == WHITE else -1
    return worth


def place(rules: Ruleset, state: State, rng: Random, company: CompanyId) -> None:
    """A company's next token in any city that it reaches and has none in."""
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
                gc.collect()  # of the board: what a question leaves behind is its own
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
