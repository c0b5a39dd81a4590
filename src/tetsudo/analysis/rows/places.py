"""Places of events in a game: the round, the company in turn, and the player.

An event belongs to the player whose action caused it. After the start of a company's turn that is its president, and
after the start of a round no player, until the next action. An event that names a player belongs to that player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tetsudo.analysis.accounts.rounds import ROUND_BY_EVENT, Accounts, accounts
from tetsudo.analysis.accounts.series import round_name
from tetsudo.analysis.rows.columns import Row
from tetsudo.core.events import Event, TurnBegan
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import NOBODY, CompanyId, PlayerId
from tetsudo.game.game import Game


class Place(NamedTuple):
    """Place of an event: number of the action, of the event within it, and of the round; player; company in turn."""

    action: int
    number: int
    round: int
    player: PlayerId
    company: CompanyId


class PlacedEvent(NamedTuple):
    """Event and its place."""

    place: Place
    event: Event


class Reading:
    """Game that knows all its positions, its accounts and its events, each computed once for all tables."""

    def __init__(self, game: Game) -> None:
        whole = game if game.keeps_positions else _replayed(game)
        self.game: Game = whole.in_language(ENGLISH)
        self.accounts: Accounts = accounts(self.game)
        self.events: Sequence[PlacedEvent] = tuple(_placed_events(self.game))

    def round_cells(self, index: int) -> Row:
        """Columns that place a row in a round."""
        round = self.accounts.rounds[index]
        return {"round_index": index, "round": round_name(self.game.setup, round), "turn": round.turn}

    def place_cells(self, place: Place) -> Row:
        """Columns that place a row: action, round, and player."""
        return {"action": place.action, **self.round_cells(place.round), "player": self.player_name(place.player)}

    def player_name(self, player: PlayerId) -> str | None:
        """Name of a player; None for NOBODY."""
        return None if player == NOBODY else self.game.names[player]

    def symbol(self, company: CompanyId) -> str | None:
        """Symbol of a company; None for NOBODY."""
        return None if company == NOBODY else self.game.setup.companies[company].symbol


def _replayed(game: Game) -> Game:
    """The same game with all its positions."""
    *_, last = game.replay()
    return last


def _placed_events(game: Game) -> Iterator[PlacedEvent]:
    begun = game.earlier(0).latest_events
    round = 0
    player = company = NOBODY
    steps = [(0, NOBODY, begun), *((each.index + 1, each.action.player, each.events) for each in game.moments())]
    for action, actor, events in steps:
        player = player if actor == NOBODY else int(actor)  # a die roll belongs to the player whose action led to it
        for number, event in enumerate(events):
            if event.kind in ROUND_BY_EVENT:
                round, player, company = round + 1, NOBODY, NOBODY
            elif isinstance(event, TurnBegan):
                player, company = event.player, event.company
            own = getattr(event, "player", NOBODY)
            yield PlacedEvent(Place(action, number, round, player if own == NOBODY else own, company), event)
        round = max(round, 1)  # a game may start in the middle of a round
