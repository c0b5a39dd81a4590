"""Announcements of events that people at a table may want to be told of, made in the transaction that causes them.

The tables do not know who is told, or how: `notices` listens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, NamedTuple

from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Seat, Table, UndoRequest

TURN: Final = "turn"
OFFER: Final = "offer"
BEGUN: Final = "begun"
UNDO: Final = "undo"
VOTE: Final = "vote"
DEADLINE: Final = "deadline"
OVER: Final = "over"
REMATCH: Final = "rematch"
CHAT: Final = "chat"
DATE: Final = "date"
"""Kinds of announcements."""

ASKING_STEPS: Final = frozenset({"offer", "forming"})
"""Steps in which a player answers another one; any other turn is announced as `TURN`."""


class Announcement(NamedTuple):
    """Announcement to guests, or to those in some seats. `about` tells apart two of a kind at the same version."""

    table: Table
    kind: str
    version: int
    seats: Collection[PlayerId] | None = None  # None: all seats
    guests: Collection[int] | None = None  # instead of seats
    but_seat: PlayerId = NOBODY  # the guest of this seat knows already,
    but_guest: int | None = None  # and so does this guest
    about: str = ""
    facts: Mapping[str, Any] = {}


_listeners: Final[list[Callable[[Announcement], None]]] = []


def listen(callback: Callable[[Announcement], None]) -> None:
    """Register a callback, which is called within the transaction of each announcement."""
    if callback not in _listeners:
        _listeners.append(callback)


def announce(announcement: Announcement) -> None:
    """Make an announcement. Tables for games on cardboard have none: everyone sits around them."""
    if not announcement.table.is_on_cardboard:
        for listener in _listeners:
            listener(announcement)


def announce_move(table: Table, before: CachedGame, after: CachedGame, seat: PlayerId) -> None:
    """Announce that a move of a seat ended the game, or made it another player's turn."""
    turn = after.game.to_act
    if after.game.is_over:
        announce(Announcement(table, OVER, after.version, but_seat=seat))
    elif turn.player not in (NOBODY, before.game.to_act.player):
        announce(Announcement(table, _kind_of_turn(turn.doing), after.version, (turn.player,), but_seat=seat))


def announce_start(table: Table, hot: CachedGame) -> None:
    """Announce that a game has begun; the first player is told of the turn instead."""
    turn = hot.game.to_act
    others = range(hot.game.setup.players)
    announce(Announcement(table, BEGUN, hot.version, [seat for seat in others if seat != turn.player]))
    announce(Announcement(table, _kind_of_turn(turn.doing), hot.version, (turn.player,)))


def announce_vote(seat: Seat, by: Guest, voters: Collection[int]) -> None:
    """Announce a request to vacate a seat or to give it to a bot."""
    version = seat.table.version
    facts = {"who": by.name, "name": seat.name, "seat": seat.number}
    announce(
        Announcement(
            seat.table, VOTE, version, guests=voters, but_guest=by.pk, about=f"seat {seat.number}", facts=facts
        )
    )


def announce_undo_request(table: Table, request: UndoRequest, others: Collection[int]) -> None:
    """Announce a request to undo moves."""
    facts = {"who": request.asked_by}
    announce(Announcement(table, UNDO, request.version, guests=others, about=str(request.to), facts=facts))


def announce_rematch(table: Table, by: Guest, others: Collection[int]) -> None:
    """Announce a rematch to the guests for whom its seats are held."""
    announce(Announcement(table, REMATCH, 0, guests=others, facts={"who": by.name}))


def _kind_of_turn(step: str) -> str:
    return OFFER if step in ASKING_STEPS else TURN
