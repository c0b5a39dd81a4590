"""Results of a search for moments. Parts are those of all players' final worth, from 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tetsudo.bots.heuristics.candidates import Plan
from tetsudo.core.units import PlayerId
from tetsudo.review.moments.decisions import Decision
from tetsudo.review.moments.statistics import Mean


class Continuation(NamedTuple):
    """A plan at a decision, and the part that its player can expect after it."""

    plan: Plan
    expected: float


class Moment(NamedTuple):
    """A decision that cost its player. `played`: what they did; `better`: up to three other plans, the best first.

    `loss`: mean lead of a plan chosen before over the one played in the same fresh scenarios, with its standard error.
    """

    decision: Decision
    played: Continuation
    better: tuple[Continuation, ...]
    loss: Mean


class KindErrors(NamedTuple):
    """Errors of a player's decisions of a kind in a game: of those looked at, and the number of all such decisions."""

    one: Mean
    decisions: int


class RoundChange(NamedTuple):
    """Change of a player's expected part in a round: by their own decisions, by others', and what came anyway.

    `round`: number of the round in the game's accounts.
    """

    round: int
    player: PlayerId
    own: Mean
    others: Mean
    anyway: Mean


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments in order of moves, the error per free decision by player and kind, and the changes by round."""

    moments: tuple[Moment, ...]
    errors: Mapping[tuple[PlayerId, str], KindErrors]
    changes: tuple[RoundChange, ...]
    playouts: int

    def of_player(self, player: PlayerId) -> tuple[Moment, ...]:
        """Moments of a player."""
        return tuple(moment for moment in self.moments if moment.decision.player == player)

    def errors_of(self, player: PlayerId) -> dict[str, KindErrors]:
        """Errors of a player by kind."""
        return {kind: those for (owner, kind), those in self.errors.items() if owner == player}
