"""Bid-offs compared with a second implementation: player to act, bid, and final price (1888 AUC-12 to AUC-16).

The implementation follows the rulebooks' words: players below the highest bid are asked, each raises or drops out, and
the last one left gets the lot for the highest bid.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import new_game
from tetsudo.core.actions import Bid, Pass
from tetsudo.core.open_actions import Bids
from tetsudo.engine.rules import engine
from tetsudo.engine.state.rows import row_of
from tetsudo.game.game import Game

CASH = 600
STEP = 5


def speaker(order: str, bids: dict[int, int], last: int | None, players: int) -> int:
    """The player to act: never the highest bidder."""
    leader = max(bids, key=bids.__getitem__)
    below = [player for player in bids if player != leader]
    if order == "lowest" or (order == "from_lowest" and last is None):
        return min(below, key=bids.__getitem__)
    before = leader if last is None else last
    return min(below, key=lambda player: (player - before - 1) % players)


def bid_off(order: str, random: Random) -> tuple[Game, dict[int, int]]:
    """A game in which some players have bid on the lot that is now the cheapest."""
    players = random.randint(2, 6)
    game = new_game(players, title="1889", bid_off_order=order, starting_cash=CASH, bid_step=STEP)
    bidders = sorted(random.sample(range(players), random.randint(2, players)))
    bids = dict(zip(bidders, random.sample(range(100, 150, STEP), len(bidders)), strict=True))
    game.state.bids = row_of((*[bids.get(player, 0) for player in range(players)], *game.state.bids[players:]))
    engine.settle(game.ruleset, game.state, [])
    return game, bids


@pytest.mark.rule("1888*-AUC-13", "1888*-AUC-14", "1888*-AUC-15", "1888*-AUC-16", "1889-AUC-14", "1890-9.1.4-e")
@pytest.mark.parametrize("order", ["clockwise", "from_lowest", "lowest"])
def test_every_turn_of_a_bid_off(order: str) -> None:
    random = Random(order)
    for _ in range(150):
        game, bids = bid_off(order, random)
        highest, last = max(bids.values()), None
        while len(bids) > 1:
            last = speaker(order, bids, last, game.setup.players)
            assert game.to_act == (last, -1, "bid-off")
            offers = game.legal_actions()
            if highest + STEP <= CASH:
                assert offers == [Pass(last), Bids(last, 0, highest + STEP, CASH)]
            else:
                assert offers == [Pass(last)]
            if len(offers) == 1 or random.random() < 0.5:
                game.apply(Pass(last))
                del bids[last]
            else:
                highest = bids[last] = min(highest + random.randint(STEP, 200), CASH)
                game.apply(Bid(last, 0, highest))
        (winner,) = bids
        assert (game.state.privates[0], game.players[winner].cash) == (winner, CASH - highest)
        assert all(each.cash == CASH for each in game.players if each.id != winner)
