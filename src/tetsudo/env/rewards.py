"""Rewards of a finished game."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game

Reward: TypeAlias = Literal["win", "worth"]

REWARDS: Final = ("win", "worth")
"""`win`: 1 for the winner, -1 spread over the others; `worth`: the part of all net worth, less an even part."""


def check_reward(reward: str) -> None:
    """Raise `BadInput` for a reward that does not exist."""
    if reward not in REWARDS:
        raise BadInput("must be one of {known}, not {reward!r}", "reward", known=", ".join(REWARDS), reward=reward)


def final_rewards(game: Game, reward: Reward) -> list[float]:
    """Rewards of all seats, which add up to 0. Players who tie share what the winner gets."""
    worth = [0] * game.setup.players
    for each in game.standings():
        worth[each.player] = each.total
    if reward == "worth":
        total = max(sum(worth), 1)
        return [own / total - 1 / len(worth) for own in worth]
    winners = worth.count(max(worth))
    if winners == len(worth):
        return [0.0] * len(worth)
    return [1 / winners if own == max(worth) else -1 / (len(worth) - winners) for own in worth]
