"""Locations that end routes, use no range, span hexes or pay a subsidy; link bonuses: compared with brute force."""

from __future__ import annotations

from random import Random

import pytest

from tests.board.builders import ODD_POOL, TRAINS, Board, random_board
from tests.routes.reference import Links, Reference
from tests.routes.ways import for_both_methods
from tetsudo.core.actions import Route
from tetsudo.engine.network.network import Network
from tetsudo.engine.routes.best_run import best, bits_of, revenue_of
from tetsudo.engine.routes.mandatory_run import minimum_revenue
from tetsudo.engine.routes.revenue import Link, Valuation

FLEETS: tuple[tuple[int, ...], ...] = ((0,), (2,), (4,), (0, 0), (1, 2), (4, 4), (5,), (1, 5), (0, 1, 2), (1, 4, 4))
MOST_WALKS = 100


def odd_board(seed: int) -> Board:
    return random_board(seed, size=4 + seed % 8, tokens=1 + seed % 5, pool=ODD_POOL, groups=("", "north", "north"))


def random_links(board: Board, seed: int) -> Links:
    """A random link of two hexes for each company."""
    random = Random(seed)
    hexes = sorted(board.ids.values())
    return {company: [(random.choice(hexes), random.choice(hexes), 50)] for company in range(3)}


def valuation_of(links: Links) -> Valuation:
    def found(network: Network, company: int) -> tuple[Link, ...]:
        ground, tiles = network.ground, network.track.tiles
        return tuple(
            Link(
                bits_of(network, ground.stops_on(here, tiles[here])),
                bits_of(network, ground.stops_on(there, tiles[there])),
                amount,
            )
            for here, there, amount in links[company]
        )

    return Valuation(7, links=found)


def ungrouped(board: Board, links: Links) -> bool:
    """True if no link names a hex of a group, since links do not distinguish its stops."""
    return not any(board.setup.map.hexes[hex].group for each in links.values() for link in each for hex in link[:2])


@for_both_methods(5)
@pytest.mark.usefixtures("way")
def test_best_is_the_brute_force_best(chunk: int) -> None:
    for seed in range(25 * chunk, 25 * chunk + 25):
        board = odd_board(seed)
        links = random_links(board, seed)
        if not ungrouped(board, links):
            continue
        reference, valuation = Reference(board.setup, board.state, links), valuation_of(links)
        for company in range(3):
            walks = len(reference.routes(company))
            for trains in FLEETS:
                if walks ** len(trains) > MOST_WALKS**2:
                    continue
                routes, total = best(board.network, company, trains, seed % 4, valuation)
                assert total == reference.best(company, trains, seed % 4), (seed, company, trains)
                code, amounts = revenue_of(board.network, company, trains, routes, seed % 4, valuation)
                assert (code, sum(amounts)) == ("", total), (seed, company, trains)


@pytest.mark.parametrize("chunk", range(4))
def test_a_run_is_valid_where_the_reference_has_it(chunk: int) -> None:
    for seed in range(25 * chunk, 25 * chunk + 25):
        board = odd_board(seed)
        reference = Reference(board.setup, board.state)
        for company in range(3):
            routes = reference.routes(company)
            for train in (0, 2, 4, 5):
                worth: dict[tuple[int, ...], int] = {}
                for walk in routes:
                    if reference.can_run(walk, TRAINS[train]):
                        value = reference.revenue(walk, TRAINS[train], 1)
                        for hexes in (walk.hexes, walk.hexes[::-1]):
                            worth[hexes] = max(value, worth.get(hexes, 0))
                tried = {walk.hexes for stop in reference.stops() for walk in reference.walks(company, stop)}
                for hexes in tried | set(worth):
                    code, amounts = revenue_of(board.network, company, (train,), (Route(train, hexes),), 1)
                    if hexes in worth:
                        assert (code, amounts) == ("", (worth[hexes],)), (seed, company, train, hexes)
                    else:
                        assert code, (seed, company, train, hexes)


@pytest.mark.parametrize("chunk", range(4))
def test_what_is_demanded_is_the_most_that_so_many_calls_leave(chunk: int) -> None:
    asked = 0
    for seed in range(25 * chunk, 25 * chunk + 25):
        board = odd_board(seed)
        faces = board.setup.faces
        exempt = {hex for hex, face in enumerate(board.state.tiles) if any(node.subsidy for node in faces[face].nodes)}
        reference = Reference(board.setup, board.state)
        for company in range(3):
            walks = reference.routes(company)
            calling = [walk for walk in walks if any(hex in exempt for hex, _ in walk.stops)]
            for trains in FLEETS:
                if not exempt or len(walks) ** len(trains) > MOST_WALKS**2 or len(trains) > 2:
                    continue
                for calls in range(len(trains) + 1):
                    least = reference.best_with_calls(company, trains, 1, calls, exempt)
                    if least < 0:
                        continue
                    routes = [Route(trains[0], walk.hexes) for walk in calling][:1] * calls
                    found = minimum_revenue(board.network, company, trains, routes, 1, frozenset(exempt))
                    assert found == least, (seed, company, trains, calls)
                    asked += 1
    assert asked
