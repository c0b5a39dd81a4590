"""Programmed play: what somebody has said that he will do when it is his turn, and what that comes to at a position.

A plan is data (`kinds`). `answer` asks it what to do, by what its owner may know; somebody else keeps it, and does it.
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
from tetsudo.game.programmed.resolve import Reply, Stop, answer, misfit

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
    "misfit",
    "plan_from_data",
    "plan_to_data",
]
