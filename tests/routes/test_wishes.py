"""Routes by clicking: the best run under constraints, compared with brute force and on the map of 1889."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.board.builders import TRAINS, Board, random_board
from tests.builders import lay, operate, start, stock_round
from tests.routes.reference import Reference, Walk
from tests.routes.ways import for_both_methods
from tetsudo.core.actions import Route, RunRoutes
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Runs, Spot, Wish
from tetsudo.engine.routes.best_run import best, revenue_of
from tetsudo.engine.routes.constrained_run import ConstrainedBest, WishFailure, best_constrained

FLEETS: tuple[tuple[int, ...], ...] = (
    (0,),
    (2,),
    (4,),
    (0, 0),
    (1, 2),
    (4, 4),
    (0, 4),
    (5,),
    (1, 5),
    (0, 1, 2),
    (0, 0, 1),
    (1, 4, 4),
)
MOST_WALKS = 60
YELLOW = 1


def meets(walk: Walk, wish: Wish) -> bool:
    """True if a route meets the constraint."""
    if wish.route is not None:
        return wish.route in (walk.hexes, walk.hexes[::-1])
    return all(passes(walk, spot) for spot in wish.must) and not any(passes(walk, spot) for spot in wish.never)


def passes(walk: Walk, spot: Spot) -> bool:
    return spot in (walk.stops if isinstance(spot, tuple) else walk.hexes)


def by_brute_force(
    reference: Reference, walks: Sequence[Walk], trains: Sequence[int], wishes: Sequence[Wish]
) -> int | None:
    """The highest revenue of all sets of routes that meet the constraints; None if there is none."""
    left = list(wishes)
    options: list[list[Walk | None]] = []
    for kind in trains:
        wish = next((each for each in left if each.train == kind), None)
        able = [walk for walk in walks if reference.can_run(walk, TRAINS[kind])]
        if wish is None:
            options.append([None, *able])
            continue
        left.remove(wish)
        found = [walk for walk in able if meets(walk, wish)]
        home: list[Walk | None] = [] if wish.must or wish.route is not None else [None]
        options.append([None] if wish.idle else [*home, *found])
    return _top(reference, list(zip(trains, options, strict=True)), frozenset())


def _top(
    reference: Reference, options: list[tuple[int, list[Walk | None]]], used: frozenset[tuple[object, ...]]
) -> int | None:
    if not options:
        return 0
    kind, walks = options[0]
    top: int | None = None
    for walk in walks:
        if walk is not None and walk.used & used:
            continue
        rest = _top(reference, options[1:], used if walk is None else used | walk.used)
        if rest is not None:
            top = max(top or 0, rest + (reference.revenue(walk, TRAINS[kind], YELLOW) if walk else 0))
    return top


def random_wish(rng: random.Random, board: Board, reference: Reference, walks: Sequence[Walk], kind: int) -> Wish:
    """A random constraint, feasible or not: about one of the routes, or about any place."""
    spots: list[Spot] = [*range(len(board.setup.map.hexes)), *reference.stops()]
    near: list[Spot] = spots
    if walks and rng.random() < 0.8:
        walk = rng.choice(walks)
        near = [*walk.hexes, *walk.stops]
    match rng.randrange(8):
        case 0:
            return Wish(kind, idle=True)
        case 1 if walks:
            return Wish(kind, route=rng.choice(walks).hexes)
        case 2:
            return Wish(kind, never=frozenset(rng.sample(spots, rng.randrange(3))))
        case _:
            never = rng.sample(spots, rng.randrange(3))
            return Wish(kind, must=frozenset(rng.choices(near, k=rng.randint(1, 3))), never=frozenset(never))


@pytest.mark.rule("1889-RUN-05", "1889-RUN-07", "1889-RUN-15")
@for_both_methods(20)
@pytest.mark.usefixtures("way")
def test_the_best_that_meets_the_wishes_is_that_of_brute_force(chunk: int) -> None:
    tried = 0
    for seed in range(20 * chunk, 20 * chunk + 20):
        rng = random.Random(seed)
        board = random_board(seed, size=4 + seed % 9, tokens=1 + seed % 5)
        reference = Reference(board.setup, board.state)
        for company in range(3):
            walks = reference.routes(company)
            for trains in FLEETS:
                if len(walks) ** len(trains) > MOST_WALKS**2:
                    continue
                for _ in range(3):
                    kinds = rng.sample(trains, rng.randint(1, len(trains)))
                    wishes = [random_wish(rng, board, reference, walks, kind) for kind in kinds]
                    tried += assert_best(board, reference, walks, company, trains, wishes)
    assert tried > 50


def assert_best(
    board: Board,
    reference: Reference,
    walks: Sequence[Walk],
    company: int,
    trains: tuple[int, ...],
    wishes: list[Wish],
) -> bool:
    """Compare an answer with brute force; True if there was one."""
    found = best_constrained(board.network, company, trains, YELLOW, wishes)
    fitting = [walk for walk in walks if any(reference.can_run(walk, TRAINS[kind]) for kind in trains)]
    expected = by_brute_force(reference, fitting, trains, wishes)
    if isinstance(found, WishFailure):
        assert expected is None, (company, trains, wishes, found)
        return False
    assert found.total == expected, (company, trains, wishes, found)
    places = [place for place, _ in found.routes]
    assert places == sorted(set(places))
    assert [trains[place] for place in places] == [route.train for _, route in found.routes]
    said, earned = revenue_of(board.network, company, trains, tuple(route for _, route in found.routes), YELLOW)
    assert not said
    assert sum(earned) >= found.total, "the same hexes may be read with more stops than were wished for"
    return True


@pytest.mark.parametrize("chunk", [*range(4), *(pytest.param(n, marks=pytest.mark.long) for n in range(4, 10))])
def test_any_route_can_be_singled_out_by_what_it_passes_and_avoids(chunk: int) -> None:
    """Clicks name hexes, and stops if a hex has several; the remaining routes have the same stops and revenue."""
    for seed in range(20 * chunk, 20 * chunk + 20):
        board = random_board(seed, size=4 + seed % 7, tokens=1 + seed % 5)
        reference = Reference(board.setup, board.state)
        stops = reference.stops()
        several = {hex for hex, _ in stops if sum(hex == other for other, _ in stops) > 1}
        spots: list[Spot] = [*range(len(board.setup.map.hexes)), *(stop for stop in stops if stop[0] in several)]
        for walk in reference.routes(0)[:80]:
            must = frozenset(spot for spot in spots if passes(walk, spot))
            never = frozenset(spots) - must
            found = best_constrained(board.network, 0, (4,), YELLOW, [Wish(4, must=must, never=never)])
            assert isinstance(found, ConstrainedBest), (seed, walk)
            assert found.total == reference.revenue(walk, TRAINS[4], YELLOW)
            ((place, route),) = found.routes
            assert place == 0
            assert set(route.hexes) == set(walk.hexes)


@pytest.mark.parametrize("seed", [*range(30), *(pytest.param(n, marks=pytest.mark.long) for n in range(30, 60))])
def test_without_wishes_it_is_the_best_run(seed: int) -> None:
    board = random_board(seed, size=4 + seed % 9, tokens=1 + seed % 5)
    for trains in FLEETS:
        found = best_constrained(board.network, 0, trains, YELLOW, [])
        assert isinstance(found, ConstrainedBest)
        assert found.total == best(board.network, 0, trains, YELLOW)[1]


def test_a_spot_is_what_routes_pass() -> None:
    board = Board({(0, 0): "city 20 1, town 10 | 0-a 3-b", (0, 2): "city 30 1 | 3-a", (0, -2): "town 10 | 0-a"})
    board.token(0, (0, 0))
    (middle, south, north) = board.hexes((0, 0), (0, 2), (0, -2))
    city, town = (middle, 0), (middle, 1)

    def code_of(*must: Spot) -> str:
        found = best_constrained(board.network, 0, (4,), YELLOW, [Wish(4, must=frozenset(must))])
        return found.code if isinstance(found, WishFailure) else ""

    assert code_of(middle, south, city) == ""
    assert code_of(north) == code_of(town) == code_of((middle, 5)) == code_of((south, 1)) == "route_wish"
    assert code_of(99) == code_of((-1, 0)) == "unknown_id"


# On the map of 1889


def eastern_line(*trains: str) -> Runs:
    """AR runs from Tokushima (30): to Naruto (20), Komatsujima (10) and Anan (20), and through K6 to Takamatsu (30)."""
    game = stock_round(cash=0)
    start(game, "AR", {0: 60}, trains=trains)
    for hex_name, tile_name, rotation in (("K8", "14", 0), ("J9", "58", 4), ("J11", "57", 0), ("K6", "9", 0)):
        lay(game, hex_name, tile_name, rotation)
    operate(game, "AR", "run", settle=False)
    runs = next(each for each in game.legal_actions() if isinstance(each, Runs))
    assert all(game.is_legal(found.action) for found in (runs.through([]), runs.through([Wish(runs.fleet[0])])))
    return runs


SETUP = stock_round().setup
HEX = SETUP.map.by_name
TWO, THREE = 0, 1


def wish(kind: int, *must: str, never: str = "") -> Wish:
    return Wish(kind, must=frozenset(HEX[name] for name in must), never=frozenset(HEX[name] for name in never.split()))


def route_facts(runs: Runs, *wishes: Wish) -> list[str]:
    """Routes of the best run under constraints: place of the train, hexes, revenue."""
    action, earned, places = runs.through(wishes)
    assert runs.admits(action)
    assert runs.earned(action) == earned
    names = [" ".join(SETUP.map.hexes[hex].name for hex in route.hexes) for route in action.routes]
    lines = zip(places, names, earned, strict=True)
    return [f"{place}: {min(name, ' '.join(name.split()[::-1]))} {amount}" for place, name, amount in lines]


def refusal(runs: Runs, *wishes: Wish) -> IllegalAction:
    with pytest.raises(IllegalAction) as found:
        runs.through(wishes)
    return found.value


@pytest.mark.rule("1889-RUN-15")
def test_a_train_is_led_by_clicks_and_the_others_run_as_best_they_can() -> None:
    runs = eastern_line("2", "3")
    assert sum(runs.through([]).earned) == runs.revenue() == 120
    assert route_facts(runs, wish(THREE, "J11")) == ["0: K4 K6 K8 60", "1: J11 J9 K8 60"]
    assert route_facts(runs, wish(THREE, "K6", never="L7")) == ["0: K8 L7 50", "1: J9 K8 K6 K4 70"], "K6 is plain track"
    assert route_facts(runs, wish(TWO, "J9"), wish(THREE, never="K4 L7")) == ["0: J9 K8 40"], (
        "what only avoids may stay"
    )
    assert route_facts(runs, Wish(THREE, idle=True)) == ["0: K4 K6 K8 60"]
    assert refusal(runs, Wish(TWO, idle=True), Wish(THREE, idle=True)).code == "run_nothing"
    kept = Wish(THREE, route=tuple(HEX[name] for name in ("K8", "J9", "J11")))
    assert route_facts(runs, kept) == ["0: K4 K6 K8 60", "1: J11 J9 K8 60"]


def test_wishes_for_trains_of_one_kind_go_by_their_order() -> None:
    runs = eastern_line("2", "2", "3")
    assert route_facts(runs, Wish(TWO, idle=True), wish(TWO, "L7"))[0] == "1: K8 L7 50"
    assert route_facts(runs, wish(TWO, "J9"), wish(TWO, "L7")) == ["0: J9 K8 40", "1: K8 L7 50", "2: K4 K6 K8 60"]
    assert route_facts(runs, wish(TWO, "L7"), wish(TWO, "J9")) == ["0: K8 L7 50", "1: J9 K8 40", "2: K4 K6 K8 60"]


@pytest.mark.rule("1889-RUN-05", "1889-RUN-07", "1889-RUN-01")
def test_what_cannot_be_had_is_refused_in_a_sentence() -> None:
    runs = eastern_line("2", "3")
    alone = refusal(runs, wish(TWO, "J11", "J9", never="L7"))
    assert alone.sentence == "No valid route of this 2-train goes through J9 and J11 and avoids L7."
    assert (alone.code, alone.clause, alone.remedy) == ("route_wish", "1889-RUN-15", "Relax the request.")
    together = refusal(runs, wish(TWO, "L7"), wish(THREE, "L7"))
    assert (together.code, together.clause) == ("route_wishes", "1889-RUN-05")
    assert together.sentence.startswith("No valid run of Awa Railroad meets all requests")
    hexes = tuple(HEX[name] for name in ("K8", "J9", "J11"))
    assert refusal(runs, Wish(TWO, route=hexes)).clause == "1889-RUN-07"
    assert refusal(runs, Wish(TWO, route=hexes[::2])).code == "route_track"
    assert refusal(runs, Wish(TWO, route=hexes * 200)).code == "route_track"
    assert refusal(runs, wish(TWO), wish(TWO)).code == "route_train"
    assert refusal(runs, Wish(99)).code == "route_train"
    assert refusal(runs, Wish(TWO, must=frozenset({(10_000, 0)}))).code == "unknown_id"
    stop = refusal(runs, Wish(TWO, must=frozenset({(HEX["K4"], 1), HEX["K6"]})))
    assert stop.sentence == "No valid route of this 2-train goes through K4 (stop 2) and K6."


def test_what_a_run_earns_by_route() -> None:
    runs = eastern_line("2", "3")
    routes = (Route(TWO, (HEX["K8"], HEX["L7"])), Route(THREE, tuple(HEX[name] for name in ("K8", "J9", "J11"))))
    assert runs.earned(RunRoutes(0, runs.company, routes)) == (50, 60)
    assert runs.earned(RunRoutes(0, runs.company, routes[::-1])) == (60, 50)
    assert runs.earned(RunRoutes(0, runs.company, routes[:1] * 2)) == ()
    assert runs.earned(RunRoutes(0, runs.company, ())) == ()
    assert runs.fleet == (TWO, THREE)
