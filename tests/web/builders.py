"""Tables for tests of the site, in the tests' own database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.test import Client

import tetsudo
from tests.web.filling import OPTIONS, PEOPLE, SEED, TITLE
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.own_seats import own_seats
from tetsudo.web.tables.seats.guests import KEY
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table, sit_down


@dataclass
class Party:
    """A table and its seated guests, in order; the first one opened it."""

    table: Table
    guests: dict[str, Guest]

    def act(self, *actions: Any, by: str = "") -> CachedGame:
        """Do actions in order, each by the required player, or all by one guest."""
        for action in actions:
            guest = self.guests[by or action["player"]]
            hot = submit.act(self.table, self.table.version, action, own_seats(self.table, guest))
        return hot

    def client(self, name: str) -> Client:
        """The browser of one of the guests."""
        return browser(self.guests[name])


def browser(guest: Guest) -> Client:
    """A browser with a guest's session."""
    client = Client(headers={"accept": "application/json"})
    session = client.session
    session[KEY] = guest.pk
    session.save()
    return client


def open_party(
    people: Sequence[str] = PEOPLE, bots: Sequence[str] = (), undo: str = "own", title: str = TITLE
) -> Party:
    """A table whose game has started: people first, then bots."""
    guests = {name: Guest.objects.create(name=name) for name in people}
    chairs = [Chair(people[0]), *(Chair() for _ in people[1:]), *(Chair(bot=bot) for bot in bots)]
    table = open_table(TableSettings(title, chairs, undo=undo, seed=SEED, auto_pass="never"), guests[people[0]])
    for seat, name in zip(list(table.seats.all())[1:], people[1:], strict=False):
        sit_down(seat, guests[name], name)
    table.refresh_from_db()
    return Party(table, guests)


def replayed_game(table: Table, version: int) -> Any:
    """The position after `version` moves, replayed from the start with a plain list of actions as history."""
    return game_after_moves(
        [move.data for move in table.moves.all()[:version]], [seat.name for seat in table.seats.all()]
    )


def game_after_moves(data: Sequence[Any], names: Sequence[str]) -> Any:
    """Result of moves by the simple method: the list of actions is cut at each undo and played at the end."""
    done: list[Any] = []
    undone: list[Any] = []
    for move in data:
        if move["type"] in ("undo", "redo"):
            line = done + undone
            done, undone = line[: move["to"]], line[move["to"] :]
        else:
            done, undone = [*done, move], []
    game = tetsudo.new(TITLE, names, seed=SEED, options=OPTIONS)
    for action in done:
        game.apply(tetsudo.language.labels.action_from_data(game.setup, game.names, action))
    return game
