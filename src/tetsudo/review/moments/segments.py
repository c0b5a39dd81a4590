"""Segments of a finished game: moves one after another that belong to one player's turn, in one round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tetsudo.core.open_actions import Range, Runs
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.engine.rules import engine
from tetsudo.review.findings.past import Past, Step


class Segment(NamedTuple):
    """Moves from `first` up to `end`, which is not one of them, by a player; NOBODY: no player had a choice."""

    round: int
    player: PlayerId
    first: int
    end: int


def segments(past: Past, ends: Sequence[int]) -> list[Segment]:
    """Segments of a game in order. `ends`: number of moves up to the end of each round."""
    found: list[Segment] = []
    for (number, player, _company), group in groupby(past.steps, lambda step: (_round(ends, step), *_turn(past, step))):
        steps = list(group)
        decider = player if any(_has_choice(past, step) for step in steps) else NOBODY
        found.append(Segment(number, decider, steps[0].move, steps[-1].move + 1))
    return found


def _round(ends: Sequence[int], step: Step) -> int:
    return next((number for number, end in enumerate(ends) if step.move < end), len(ends) - 1)


def _turn(past: Past, step: Step) -> tuple[PlayerId, CompanyId]:
    """Player who acts, and the company that they act for."""
    return step.action.player, engine.acting_company(past.rules, step.before)


def _has_choice(past: Past, step: Step) -> bool:
    """True if the player to act could do anything else."""
    rules, state, player = past.rules, step.before, step.action.player
    if state.ended or player == NOBODY or engine.actor(rules, state) != player:
        return False
    offers = engine.listing(rules, state, player)
    return len(offers) > 1 or any(isinstance(offer, Range | Runs) for offer in offers)
