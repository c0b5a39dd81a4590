"""Listed actions are exactly those that are not refused, and both come from the same predicates.

If a procedure lists actions by a faster method, this compares it with the plain one. Removing a line from a predicate
lets more be listed, so no rule is written twice.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import pytest

from tests.builders import (
    assign_private,
    lay,
    new_game,
    operate,
    set_phase,
    start,
    stock_round,
    train_to_market,
)
from tests.properties.walks import MAX_ACTIONS, TITLES, Walk, listings_of, new_house_rules_game, new_numbered_game
from tetsudo.core.actions import BuyTrain, Descriptor, LayTile
from tetsudo.core.open_actions import Bids, PrivateOffers, Range, Runs, Sales
from tetsudo.core.units import PlayerId
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.rounds.operating import buy_trains, lay_track
from tetsudo.engine.rules.rounds.stock import stock_round as stock
from tetsudo.game.game import Game


def candidates(game: Game, player: PlayerId, hexes: bool) -> Iterator[Descriptor]:
    """Every action that a player might try; on every hex of the map, if requested."""
    yield from engine.candidates(game.ruleset, game.state, player)
    for hex in game.setup.map.hexes if hexes else ():
        yield from engine.candidates_on(game.ruleset, game.state, player, hex.id)


def assert_listing_is_what_is_not_refused(game: Game, player: PlayerId, hexes: bool) -> None:
    plain = [
        each
        for each in candidates(game, player, hexes)
        if not isinstance(each, Runs) and not engine.refusal(game.ruleset, game.state, each.example())
    ]
    listed = [each for each in game.legal_actions(player) if not isinstance(each, Runs)]
    if not hexes:
        plain, listed = ([each for each in some if not hasattr(each, "hex")] for some in (plain, listed))
    assert sorted(map(repr, plain)) == sorted(map(repr, listed))
    for each in listed:
        if isinstance(each, Range):
            step = max(1, (each.high - each.low) // 5)  # within a listed range no amount is checked again
            assert all(game.is_legal(each.at(amount)) for amount in (*range(each.low, each.high, step), each.high))
            assert not game.is_legal(each.at(each.low - 1)) or any(
                other.admits(each.at(each.low - 1)) for other in listed
            )
            assert not game.is_legal(each.at(each.high + 1)) or any(
                other.admits(each.at(each.high + 1)) for other in listed
            )


def walk(number: int, game: Game, every: int) -> None:
    """Compare at each position of a game; hex by hex, which is slowest, at one position in `every`."""
    mind = Walk(number, game)
    while not game.is_over and game.length < MAX_ACTIONS:
        hexes = game.length % every == number % every
        for player in range(game.setup.players):
            assert_listing_is_what_is_not_refused(game, player, hexes and player == game.to_act.player)
        game.apply(mind.decide(game, listings_of(game)))


LONG = [pytest.param(number, marks=pytest.mark.long) for number in range(2, 24)]


@pytest.mark.parametrize("number", [*range(2), *LONG])
@pytest.mark.parametrize("title", TITLES)
def test_what_is_listed_is_what_is_not_refused(title: str, number: int) -> None:
    walk(number, new_numbered_game(number, title), every=41)


@pytest.mark.parametrize("number", [0, *LONG])
@pytest.mark.parametrize("title", TITLES)
def test_what_is_listed_is_what_is_not_refused_with_house_rules(title: str, number: int) -> None:
    game = new_house_rules_game(number, title)
    if game is not None:
        walk(number, game, every=61)


# With a line removed, more is listed


def without(function: Callable[..., Any], code: str) -> CodeType:
    """A function's code without the statement that returns a refusal code."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    without_it = _Without(code)
    tree = ast.fix_missing_locations(without_it.visit(tree))
    assert without_it.found, f"{code} is given in {function.__qualname__}"
    space: dict[str, Any] = {}
    exec(compile(tree, f"<{function.__name__} without {code}>", "exec"), {"__builtins__": __builtins__}, space)
    made: CodeType = space[function.__name__].__code__
    return made


class _Without(ast.NodeTransformer):
    """Removes the innermost statement that contains a text, or the branch of an expression that returns it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.found = 0

    def _is_it(self, node: ast.AST) -> bool:
        return any(isinstance(each, ast.Constant) and each.value == self.code for each in ast.walk(node))

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        if len(node.body) == 1 and isinstance(node.body[0], ast.Return) and self._is_it(node.body[0]):
            self.found += 1
            return node.orelse or ast.Pass()
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        for branch, other in ((node.body, node.orelse), (node.orelse, node.body)):
            if isinstance(branch, ast.Constant) and branch.value == self.code:
                self.found += 1
                return other
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if self._is_it(node):
            self.found += 1
            return ast.Pass()
        return node


def first_round() -> Game:
    """A stock round of the first turn; P0 owns shares."""
    game = stock_round(turn=1)
    start(game, "AR", {0: 40})
    return game


def blocked() -> Game:
    """A company that reaches the hex of a private owned by a player."""
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60}, cash=1000)
    assign_private(game, "TR", 1)
    operate(game, "AR")
    lay(game, "K8", "57", 0)
    lay(game, "K6", "9", 0)
    return game


def dear_train() -> Game:
    """A president who can afford two kinds of trains, and whose company has none."""
    game = stock_round(cash=2000)
    start(game, "AR", {0: 60}, cash=0)
    lay(game, "K8", "57", 1)
    train_to_market(game, "3")
    operate(game, "AR", "trains")
    return game


def range_of_a_private() -> Game:
    """A company with more money than the maximum price of a private."""
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60}, cash=1000)
    assign_private(game, "TR", 0)
    operate(game, "AR")
    return game


@pytest.mark.pure
@pytest.mark.parametrize(
    ("make", "function", "code", "what"),
    [
        (first_round, stock._sales_refusal, "first_round_sale", Sales),
        (blocked, lay_track.closed_hexes, "hex_blocked", LayTile),
        (dear_train, buy_trains._payment_refusal, "emergency_cheapest", BuyTrain),
    ],
)
def test_a_line_taken_out_of_a_predicate_lets_more_be_listed(
    make: Callable[[], Game], function: Any, code: str, what: type[Descriptor], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make()
    before = listed(game, what)
    monkeypatch.setattr(function, "__code__", without(function, code))
    after = listed(game, what)
    assert is_within(before, after)
    assert not is_within(after, before)


def listed(game: Game, kind: type[Descriptor]) -> list[Descriptor]:
    return [each for each in game.legal_actions() if isinstance(each, kind)]


def is_within(some: list[Descriptor], others: list[Descriptor]) -> bool:
    """True if everything admitted by some offers, at the ends of their ranges, is admitted by others."""
    ends = [
        end
        for each in some
        for end in ((each.at(each.low), each.at(each.high)) if isinstance(each, Range) else (each,))
    ]
    return all(any(other.admits(end) for other in others) for end in ends)


@pytest.mark.parametrize(
    ("make", "kind", "below", "above"),
    [
        (range_of_a_private, PrivateOffers, "private_price", "private_price"),
        (lambda: new_game(4), Bids, "bid_low", "bid_cash"),
    ],
)
def test_a_price_beyond_a_listed_range_is_refused(
    make: Callable[[], Game], kind: type[Range], below: str, above: str
) -> None:
    game = make()
    offers = [each for each in game.legal_actions() if isinstance(each, kind)]
    offer = offers[-1]  # after the topmost lot, which has one price
    assert offer.low < offer.high
    assert [game.why_not(offer.at(price)) for price in (offer.low, offer.high)] == [None, None]
    refusals = [game.why_not(offer.at(price)) for price in (offer.low - 1, offer.high + 1)]
    assert [each and each.code for each in refusals] == [below, above]
