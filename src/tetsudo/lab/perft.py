"""Perft: number of action sequences to a depth. A test of the rules by counting.

A descriptor counts once, by its example; only the player to act is asked. Sequences are
counted in two ways that must agree: with a clone for each action, and with apply and undo.
"""

from __future__ import annotations

from collections.abc import Callable

from tetsudo.core.actions import Action
from tetsudo.game.game import Game


def count_by_clone(game: Game, depth: int) -> int:
    """Count with a clone of the game for each action."""
    if depth == 0:
        return 1
    offers = game.legal_actions()
    if depth == 1:
        return len(offers)
    count = 0
    for offer in offers:
        after = game.clone()
        after.apply(offer.example())
        count += count_by_clone(after, depth - 1)
    return count


def count_by_undo(game: Game, depth: int) -> int:
    """Count with apply and undo in one game, which ends unchanged."""
    if depth == 0:
        return 1
    offers = game.legal_actions()
    if depth == 1:
        return len(offers)
    count = 0
    for offer in offers:
        game.apply(offer.example())
        count += count_by_undo(game, depth - 1)
        game.undo()
    return count


COUNTERS: dict[str, Callable[[Game, int], int]] = {"clone": count_by_clone, "undo": count_by_undo}
"""The two ways of counting."""


def divide(game: Game, depth: int) -> list[tuple[Action, int]]:
    """Count after each first action, to locate a difference between two versions of the rules."""
    found: list[tuple[Action, int]] = []
    for offer in game.legal_actions():
        after = game.clone()
        after.apply(offer.example())
        found.append((offer, count_by_clone(after, depth - 1)))
    return found
