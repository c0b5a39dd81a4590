"""Programmed play: plans that a player makes in advance, and the action of each at a position.

A plan is data (`kinds`). `answer` returns its action, based only on what its owner may know. The caller stores the
plans and applies the actions.
"""

from __future__ import annotations

from tetsudo.game.programmed.kinds import (
    KINDS,
    Bidding,
    Buying,
    Exchanging,
    Keeping,
    Passing,
    Plan,
    Running,
    Skipping,
    plan_from_data,
    plan_to_data,
)
from tetsudo.game.programmed.resolve import Reply, Stop, answer, plan_refusal

__all__ = [
    "KINDS",
    "Bidding",
    "Buying",
    "Exchanging",
    "Keeping",
    "Passing",
    "Plan",
    "Reply",
    "Running",
    "Skipping",
    "Stop",
    "answer",
    "plan_refusal",
    "plan_from_data",
    "plan_to_data",
]
