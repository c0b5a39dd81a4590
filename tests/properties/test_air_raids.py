"""1890's air raids (C.10.14) in random play, compared with a second implementation written from the rulebook alone."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from tests.builders import start, stock_round
from tests.clauses.t1890.forming import assign_minor
from tests.properties.test_promises import STRAYS, assert_saved_is_loaded, ends_of, play
from tests.properties.walks import Walk, listings_of
from tetsudo.core.units import GREEN
from tetsudo.engine.rules.tiles_and_tokens.displaced_tokens import cities_on
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import lay as put_tile
from tetsudo.engine.rules.tiles_and_tokens.tokens import free_slots, has_token_on
from tetsudo.engine.state.board import face_on, put_token, remove_token, tiles_left
from tetsudo.engine.state.state import CLOSED, FLOATED, RETURNED, UNPLACED, State
from tetsudo.game.game import Game
from tetsudo.game.position import read, write
from tetsudo.game.record import new
from tetsudo.titles.t1890.raids import AirRaids

NUMBERS = [*range(3), *(pytest.param(number, marks=pytest.mark.long) for number in range(3, 60))]
TARGETS = ("F5", "F7", "F9", "F11", "G12", "H11", "H13", "I12")
"""Kobe, Ashiya, Nishinomiya, Amagasaki, Osaka Kita, Nishi, Higashi, Minami."""


def begin(number: int) -> Game:
    names = [f"P{player}" for player in range(2 + number % 6)]
    return new("1890", names, seed=number, variants=["air-raids"], scenario="C")


# The second implementation: by coordinates and printed cities, token by token.


class Raid(NamedTuple):
    """The board after the raids: cleared hexes, tokens in cities, and waiting tokens in order."""

    cleared: set[str]
    placed: dict[int, tuple[str, int]]
    waiting: dict[str, list[int]]


def around(name: str) -> set[str]:
    """A hex and its neighbours: two columns away in its row, one away in the rows above and below."""
    row, column = ord(name[0]), int(name[1:])
    steps = ((0, -2), (0, 0), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
    return {f"{chr(row + down)}{column + right}" for down, right in steps}


def struck(game: Game) -> list[str]:
    """The hexes within reach of the raids."""
    return sorted({name for target in TARGETS for name in around(target)} & set(game.setup.map.by_name))


def reading(game: Game, state: State, order: list[int]) -> Raid:
    """Result of the raids; `order`: operating order, starting after the buyer."""
    setup = game.setup
    cleared, placed, waiting = set[str](), dict[int, tuple[str, int]](), dict[str, list[int]]()
    for name in struck(game):
        hex = setup.map.hexes[setup.map.by_name[name]]
        face = setup.faces[state.tiles[hex.id]]
        if face.tile < 0 or setup.tiles[face.tile].colour != 2:
            continue
        cleared.add(name)
        slots = [node.slots for node in setup.faces[hex.printed].nodes]
        for company in setup.companies:  # homes without a token yet
            first = game.ruleset.tokens_from[company.id]
            for number, (home, city) in enumerate(company.homes):
                is_to_come = state.tokens[first + number] == UNPLACED and state.status[company.id] != CLOSED
                if home == hex.id and is_to_come and company.symbol != "KN":
                    slots[city] -= 1
        tokens = {token: place % 8 for token, place in enumerate(state.tokens) if place // 8 == hex.id and place >= 0}
        for operating in order:
            for token in sorted(tokens):
                if owner_of(game, token) in (operating, bearer_of(game, operating)):
                    city = place_for(game, token, name, tokens.pop(token), slots)
                    if city < 0:
                        waiting.setdefault(name, []).append(token)
                    else:
                        slots[city] -= 1
                        placed[token] = (name, city)
        for token, city in tokens.items():  # of the Kobe Rapid Transit Railway
            if slots[city] > 0:
                placed[token] = (name, city)
            else:
                waiting.setdefault(name, []).append(token)
    return Raid(cleared, placed, waiting)


def place_for(game: Game, token: int, name: str, city: int, slots: list[int]) -> int:
    """The city of the printed hex for a token; -1 if none. Only the tile of Higashi connects two cities."""
    if name != "H13":
        return city if slots[city] > 0 else -1
    symbol = game.setup.companies[owner_of(game, token)].symbol
    first = game.ruleset.tokens_from[owner_of(game, token)]
    is_home = symbol in ("OER", "KN") and token == first  # of the lower city
    return next((each for each in ((1, 0) if is_home else (0, 1)) if slots[each] > 0), -1)


def owner_of(game: Game, token: int) -> int:
    ends = game.ruleset.tokens_from
    return next(
        (company.id for company in game.setup.companies if ends[company.id] <= token < ends[company.id + 1]), -1
    )


def bearer_of(game: Game, company: int) -> int:
    bearer = game.setup.companies[company].bearer
    return company if bearer < 0 else bearer


def operating_order(game: Game, state: State) -> list[int]:
    """Minors by number, then others by price, column from the right, and place in the stack."""
    market = game.setup.market
    floated = [each for each in game.setup.companies if state.status[each.id] == FLOATED]
    minors = [each.id for each in floated if each.kind == "minor"]
    others = [each.id for each in floated if each.kind != "minor"]
    others.sort(
        key=lambda each: (
            -market.prices[state.cell[each]],
            -market.columns[state.cell[each]],
            state.depth[each],
        )
    )
    return minors + others


def assert_struck(game: Game, before: State, after: State, buyer: int) -> None:
    """Assert that the state after the raids matches the second implementation."""
    order = operating_order(game, before)
    at = order.index(buyer) + 1
    raid = reading(game, before, order[at:] + order[:at])
    hexes = game.setup.map.hexes
    for hex in hexes:
        assert after.tiles[hex.id] == (hex.printed if hex.name in raid.cleared else before.tiles[hex.id])
    for token, place in enumerate(before.tokens):
        if place < 0 or hexes[place // 8].name not in raid.cleared:
            assert after.tokens[token] == place
        elif token in raid.placed:
            name, city = raid.placed[token]
            assert after.tokens[token] == game.setup.map.by_name[name] * 8 + city
    for name, tokens in raid.waiting.items():
        codes = [after.tokens[token] for token in tokens]
        assert [(-3 - code) // 8 for code in codes] == [game.setup.map.by_name[name]] * len(codes)
        assert codes == sorted(codes, reverse=True), "who comes first waits first"
    for tile in game.setup.tiles:
        lying = sum(game.setup.faces[face].tile == tile.id for face in after.tiles)
        assert tile.count < 0 or after.supply[tile.id] + lying == tile.count


def struck_by(game: Game, buyer: int) -> State:
    """The position after the raids if a company had just bought the last train; both implementations must agree."""
    (power,) = (each for each in game.ruleset.powers.all if isinstance(each, AirRaids))
    after = game.state.clone()
    power.strike(game.ruleset, after, buyer, [])
    assert_struck(game, game.state, after, buyer)
    return after


@pytest.mark.parametrize("number", NUMBERS)
def test_at_positions_of_random_play_both_readings_agree(number: int) -> None:
    """At every tenth position, each company in turn is taken as the buyer."""
    game = begin(number)
    walk = Walk(number, game)
    while not game.is_over and game.length < 1200:
        if game.length % 10 == 0:
            for buyer in operating_order(game, game.state):
                struck_by(game, buyer)
        game.apply(walk.decide(game, listings_of(game)))


def crowded(random: Random) -> Game:
    """All but a few companies operate; many hexes within reach of the raids have green tiles and are full of tokens."""
    game = stock_round(4, title="1890", scenario="C", variants=["air-raids"])
    idle = random.sample([each.symbol for each in game.setup.companies], random.randint(0, 3))
    for company in game.setup.companies:
        if company.symbol == "KN" or company.symbol in idle:
            continue
        if company.kind == "minor":
            assign_minor(game, company.symbol, 0)
        else:
            par = random.choice(game.ruleset.pars[company.id])
            start(game, company.symbol, {0: 60}, par=par, tokens=[])
            for number, (hex, city) in enumerate(company.homes):
                put_token(game.state, game.ruleset.tokens_from[company.id] + number, hex, city)
    for name in random.sample(struck(game), 16):
        lay_any_green(game, random, game.setup.map.by_name[name])
    for token in random.sample(range(len(game.state.tokens) - 1), 30):
        place_anywhere(game, random, token)
    return game


def lay_any_green(game: Game, random: Random, hex: int) -> None:
    """Lay a green tile that is legal there, or could follow a legal one."""
    lays, faces = game.ruleset.atlas.lays, game.setup.faces
    first = lays(hex, face_on(game.state, hex))
    green = [face for each in first for face in (each, *lays(hex, each)) if faces[face].colour == GREEN]
    green = [face for face in green if tiles_left(game.state, faces[face].tile)]
    if green:
        put_tile(game.ruleset, game.state, hex, random.choice(green))


def place_anywhere(game: Game, random: Random, token: int) -> None:
    """Put a purchased token into a free slot of a struck hex, if its company operates and has no token there."""
    owner, state = owner_of(game, token), game.state
    is_home = token < game.ruleset.tokens_from[owner] + len(game.setup.companies[owner].homes)
    if state.status[owner] != FLOATED or is_home:
        return
    hex = game.setup.map.by_name[random.choice(struck(game))]
    cities = [city for city in cities_on(game.ruleset, state, hex) if free_slots(game.ruleset, state, hex, city) > 0]
    if cities and not has_token_on(game.ruleset, state, owner, hex):
        put_token(state, token, hex, random.choice(cities))


def test_on_crowded_boards_both_readings_agree() -> None:
    """A waiting token allows its company every lay on its hex, and allows other companies nothing."""
    random = Random(14)
    waiting = 0
    for _ in range(200):
        game = crowded(random)
        after = struck_by(game, random.choice(operating_order(game, game.state)))
        for token in [token for token, place in enumerate(after.tokens) if place < RETURNED]:
            assert_lets_build_and_no_more(game, after, token)
            waiting += 1
    assert waiting > 200


def assert_lets_build_and_no_more(game: Game, state: State, token: int) -> None:
    """Assert that a waiting token changes nothing except its company's lays on the hex."""
    rules, owner, rule = game.ruleset, owner_of(game, token), game.setup.settings.track
    without = state.clone()
    remove_token(without, token, RETURNED)
    here = -(state.tokens[token] + 3) // 8
    with_it, as_before = rules.atlas.network(state), rules.atlas.network(without)
    assert with_it.holders == as_before.holders
    for company in range(state.companies):
        own, other = with_it.reach(company), as_before.reach(company)
        assert (own.cities, own.can_route, with_it.own_stops(company)) == (
            other.cities, other.can_route, as_before.own_stops(company)
        )  # fmt: skip
        lays = dict(own.all_lays(rule))
        if bearer_of(game, company) == owner:
            assert lays.pop(here) == rules.atlas.lays(here, state.tiles[here])
        others = dict(other.all_lays(rule))
        assert lays == {hex: faces for hex, faces in others.items() if hex in lays}
        assert set(others) - set(lays) <= {here}


@pytest.mark.parametrize("number", NUMBERS)
def test_random_games_with_the_raids_keep_every_promise(number: int) -> None:
    game = play(number, strays=STRAYS, every=7, game=begin(number))
    assert game.end_reason in ends_of(game)
    assert_saved_is_loaded(game)


def test_positions_with_tokens_that_wait_are_whole() -> None:
    """After the raids of random games: positions survive writing and reading."""
    seen = 0
    for number in range(12):
        game = begin(number)
        walk = Walk(number, game)
        while not game.is_over and game.length < 1500:
            waiting = {symbol: company.waiting_tokens for symbol, company in game.companies.items()}
            if any(waiting.values()) and game.length % 5 == 0:
                seen += 1
                assert read(write(game)).state == game.state
            game.apply(walk.decide(game, listings_of(game)))
    assert seen
