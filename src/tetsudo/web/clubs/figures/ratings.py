"""Ratings of a club's players by openskill.

The model is Bradley-Terry with full pairing (`BradleyTerryFull`), by ranks. It compares each player with each other
one, and a tie counts as half a win. So it is monotone: of players with equal ratings before a game, the better placed
one never has less afterwards, tied ones have the same, and a tie of two equals moves neither. Of the other models in
openskill 6, Plackett-Luce breaks the first rule under ties (ranks 1, 1, 2, 3, 3 put the last above the third), and the
partial pairings compare neighbours in the order of seats, so that tied players get different ratings. Thurstone-
Mosteller with full pairing is monotone too, but has a margin for draws to be chosen, and needs the normal distribution.

A game is rated if people with accounts had all its seats, each one seat, from its first move to its last. So none with
a guest, a former player or a bot is, nor one in which a stand-in played or a seat changed hands. Games on cardboard are
not rated, since their results may be corrected by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from openskill.models import BradleyTerryFull

from tetsudo.web.tables.models import Seat, Table

MIN_RATED_GAMES: Final = 10
"""Number of games from which a rating is no longer provisional."""


@dataclass(frozen=True)
class Rating:
    """Estimated strength with its uncertainty, after a number of games."""

    mu: float
    sigma: float
    games: int = 0

    @property
    def interval(self) -> float:
        """Half width of the interval that holds the strength with a probability of 95 %."""
        return 2 * self.sigma

    @property
    def is_provisional(self) -> bool:
        """True if too few games were played."""
        return self.games < MIN_RATED_GAMES


def ratings_after(games: Iterable[Mapping[int, int]], start: Mapping[int, Rating] | None = None) -> dict[int, Rating]:
    """Ratings by player after games in order; each game is the net worth by player. Others start at the default."""
    model = BradleyTerryFull()
    found = dict(start or {})
    default = Rating(model.mu, model.sigma)
    for worth in games:
        before = [found.get(player, default) for player in worth]
        teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
        after = model.rate(teams, ranks=_ranks(list(worth.values())))
        for player, old, (new,) in zip(worth, before, after, strict=True):
            found[player] = Rating(new.mu, new.sigma, old.games + 1)
    return found


def _ranks(worths: list[int]) -> list[float]:
    """Ranks, 1 for the best; equal ones for equal net worth."""
    return [1.0 + sum(other > own for other in worths) for own in worths]


def rated_worth(table: Table, begun: datetime | None, accounts: Mapping[int, int]) -> dict[int, int]:
    """Net worth by account of a finished game that is rated; {} for others.

    `begun`: time of the first move. `accounts`: accounts by guest.
    """
    if table.cardboard != Table.Cardboard.NO or not table.result:
        return {}
    found: dict[int, int] = {}
    for seat in table.seats.all():
        account = accounts.get(seat.guest_id or 0)
        if account is None or account in found or seat.bot or _was_taken_over(seat, begun):
            return {}
        if seat.name not in table.result:
            return {}
        found[account] = table.result[seat.name]
    return found if len(found) > 1 else {}


def _was_taken_over(seat: Seat, begun: datetime | None) -> bool:
    return seat.since is not None and begun is not None and seat.since > begun
