"""Forced sales above a limit, compared with every possible sale: always enough, and no sufficient sale is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest

from tests.builders import assign_private, start, stock_round
from tetsudo.core.actions import Pass, SellShares
from tetsudo.core.open_actions import Sales
from tetsudo.engine.rules.shares.limits import limits
from tetsudo.engine.rules.shares.trading import sell
from tetsudo.game.game import Game

CELLS = ((0, 4), (3, 0), (4, 0), (5, 0), (6, 0), (8, 0), (3, 1), (5, 1), (9, 1), (8, 4), (9, 3))
"""White, yellow and brown cells, some just above a zone or a closed cell."""


def position(seed: int) -> Game:
    """A three-player stock round; the first player is to act, and above a limit."""
    random = Random(seed)
    while True:
        game = holdings(random)
        if is_above(game):
            return game


def holdings(random: Random) -> Game:
    """Random holdings in up to three companies and three privates."""
    game = stock_round(3, title="1890", cash=500, certificate_limit=random.randint(4, 8))
    for symbol in random.sample(("NK", "HK", "SY", "JR"), random.randint(1, 3)):
        left, held = 100, {}
        for player in random.sample(range(3), 3):
            held[player] = min(10 * random.randint(0, 8), left)
            left -= held[player]
        largest = dict(sorted(held.items(), key=lambda item: -item[1]))
        if max(held.values()) >= 20:
            start(
                game,
                symbol,
                {player: percent for player, percent in largest.items() if percent},
                market=min(left, random.choice((0, 10, 30, 50))),
                cell=random.choice(CELLS),
            )
    for symbol in ("AR", "KT", "HN"):
        assign_private(game, symbol, random.randrange(3))
    return game


def is_above(game: Game) -> bool:
    """True if player 0 is above a limit."""
    return limits(game.ruleset, game.state, 0)[1]


def cures(game: Game) -> list[list[SellShares]]:
    """Every set of blocks that brings the player within the limits; the only rule checked is the market's."""
    most = {each.company: each.high for each in game.legal_actions(0) if isinstance(each, Sales)}
    found = []
    for counts in product(*(range(high + 1) for high in most.values())):
        blocks = [SellShares(0, company, count) for company, count in zip(most, counts, strict=True) if count]
        after = game.clone()
        for block in blocks:
            sell(after.ruleset, after.state, [], 0, block.company, block.count)
        if not is_above(after):
            found.append(blocks)
    return found


def ends(game: Game) -> Iterator[Game]:
    """The game at each possible end of the turn, over all legal sales."""
    if game.to_act.player != 0 or game.to_act.doing != "stock":
        yield game
        return
    if game.is_legal(Pass(0)):
        yield game
        return
    for each in game.legal_actions(0):
        assert isinstance(each, Sales)
        for count in range(each.low, each.high + 1):
            after = game.clone()
            after.apply(SellShares(0, each.company, count))
            yield from ends(after)


@pytest.mark.parametrize("seed", range(30))
def test_who_can_come_within_the_limits_does_in_any_way_he_likes(seed: int) -> None:
    game = position(seed)
    ways = cures(game)
    assert ways
    assert not game.is_legal(Pass(0))
    for blocks in ways:
        for order in permutations(blocks):
            after = game.clone()
            for block in order:
                if after.to_act.player == 0:  # otherwise no action is left, and the turn is over
                    after.apply(block)
            assert not is_above(after)
    assert not any(is_above(after) for after in ends(game))
