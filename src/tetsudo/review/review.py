"""Review of a finished game: a pure function of its record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tetsudo.core.units import PlayerId
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.game.text.record import GameRecord
from tetsudo.review.findings.certificates import unused_certificates
from tetsudo.review.findings.forced_purchases import cheaper_trains_earlier
from tetsudo.review.findings.idle_money import idle_money
from tetsudo.review.findings.kinds import Finding
from tetsudo.review.findings.past import Past, past_of
from tetsudo.review.findings.privates import privates_not_sold
from tetsudo.review.findings.runs import runs_below_best
from tetsudo.review.findings.rusted_trains import rusted_trains
from tetsudo.review.findings.tokens import unused_tokens
from tetsudo.review.findings.withholding import useless_withholdings

FINDERS: Final[tuple[Callable[[Past], Iterator[Finding]], ...]] = (
    runs_below_best,
    idle_money,
    unused_certificates,
    rusted_trains,
    useless_withholdings,
    cheaper_trains_earlier,
    privates_not_sold,
    unused_tokens,
)
"""Finders of the exact findings, one for each kind."""


@dataclass(frozen=True, slots=True)
class Review:
    """Review of a finished game. `findings`: exact findings, in the order of their moves."""

    findings: tuple[Finding, ...]

    def of_player(self, player: PlayerId) -> tuple[Finding, ...]:
        """Findings about a player."""
        return tuple(finding for finding in self.findings if finding.player == player)

    def of_kind(self, kind: str) -> tuple[Finding, ...]:
        """Findings of a kind, by its word."""
        return tuple(finding for finding in self.findings if finding.kind == kind)


def review(source: Game | GameRecord) -> Review:
    """Review of a game or a record.

    Raises BadInput if the game is still running, and BadRecord if the record cannot be replayed.
    """
    game = record.load(source) if isinstance(source, GameRecord) else source
    past = past_of(game)
    found = [finding for finder in FINDERS for finding in finder(past)]
    return Review(tuple(sorted(found, key=lambda finding: finding.move)))
