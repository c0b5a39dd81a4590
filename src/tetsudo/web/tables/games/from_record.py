"""Tables created from a game: one imported from a file, or a branch from a position of another table.

Such a table is hidden until it is complete: a long game is written in short transactions, with
pauses for other writers.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any, Final

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.game.game import Game
from tetsudo.web.tables.games import chance, hidden_information, limits, storage, summary
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import MAX_KNOWN_ACTIONS, CachedGame, initial_rounds, round_starts
from tetsudo.web.tables.games.replay_import import GAME_FIELDS, TableData, table_data
from tetsudo.web.tables.games.summary import GameSummary
from tetsudo.web.tables.models import Guest, Milestone, Move, Seat, Snapshot, Table

BATCH_SIZE: Final = 100
"""Number of rows written in one transaction."""

PAUSE_FACTOR: Final = 4.0
MAX_PAUSE_SECONDS: Final = 0.2
"""Pause between two transactions: a multiple of the time that one took, and the maximum in seconds."""

MAX_QUICK_MOVES: Final = 1000
"""Maximum number of moves written without pauses, while the user waits."""


def create_from_game(game: Game, owner: Guest, name: str) -> Table:
    """Create a private table that continues a game. All seats are the owner's, and every move can be undone."""
    table = create_table(table_data(game), owner, name)
    rounds = list(initial_rounds(game.earlier(0)))
    for moment in game.moments():
        rounds += round_starts(moment.events, moment.index + 1)
    path = tuple(range(1, game.length + 1))
    known = game.with_last(MAX_KNOWN_ACTIONS).with_chance(table.seed)
    hot = CachedGame(game.length, known, path, rounds=tuple(rounds), marked=game.length)
    games.keep(table, hot)
    return table


def create_table(
    made: TableData, owner: Guest, name: str, *, own_seats: Collection[PlayerId] | None = None, file_digest: str = ""
) -> Table:
    """Create the table from its computed rows. BadInput if the game is too long.

    `own_seats`: seats of the owner, the others are open under their names; None for all seats.
    """
    limits.check_length(len(made.moves))
    head = {**made.head, "file_digest": file_digest}
    table = _create_hidden_table(head, owner, name, made.players, own_seats)
    is_long = len(made.moves) > MAX_QUICK_MOVES
    rows = (
        Move(table=table, index=index, data=data, seat=None if player == NOBODY else player)
        for index, (data, player) in enumerate(made.moves)
    )
    for lot in storage.batches(rows, BATCH_SIZE):
        _write(Move, lot, rests=is_long)
    kept = (Milestone(table=table, version=at, length=at, last=at, text=text) for at, text in made.milestones)
    for lot in storage.batches(kept, BATCH_SIZE):
        _write(Milestone, lot, rests=is_long)
    _publish(table, GameSummary(summary.fields_of(made.stage, len(made.moves)), made.position, None))
    return table


def _write(model: type[Model], rows: list[Any], *, rests: bool) -> None:
    """Write some rows, then pause for other writers: SQLite has no queue, and those that wait only poll now and then
    for the lock."""
    begun = time.monotonic()
    model._default_manager.bulk_create(rows)
    if rests:
        time.sleep(min(MAX_PAUSE_SECONDS, PAUSE_FACTOR * (time.monotonic() - begun)))


def create_branch(parent: Table, version: int, owner: Guest, name: str) -> Table:
    """Create a private table that branches from a position of another, whose moves it reads from there.

    BadInput if there is no such position, or if branches are nested too deep.
    """
    hot = games.at_version(parent, version)
    hidden_information.check_releasable(parent, hot.game)
    if limits.is_full(hot):
        raise BadInput(limits.too_long_message())
    trunk = parent
    while trunk.moves_of is not None and version <= trunk.shared:
        trunk = trunk.moves_of
    if len(storage.pieces_of(trunk)) >= storage.MAX_PIECES:
        raise BadInput(_("This table is too many branches deep: it cannot be branched again."))
    # A new seed: the branch's is shown once it is over, while the parent may still be running.
    head = {**{field: getattr(parent, field) for field in GAME_FIELDS}, "seed": chance.new_seed()}
    lineage = {
        "branch_of": parent,
        "branch_version": version,
        "moves_of": trunk if version else None,
        "shared": version,
    }
    with transaction.atomic():
        if not Table.objects.filter(pk=parent.pk).exists():
            raise BadInput(_("This table no longer exists."))
        table = _create_hidden_table({**head, **lineage}, owner, name, hot.game.names)
    _publish(table, summary.summary_of(hot._replace(marked=hot.version)))
    if version and hot.begun == version:  # earlier positions are not known
        Snapshot.objects.filter(table=table, version=version).update(begins=True)
    games.keep(table, hot._replace(game=hot.game.with_chance(table.seed)))
    return table


def _create_hidden_table(
    head: dict[str, Any],
    owner: Guest,
    name: str,
    players: tuple[str, ...],
    own_seats: Collection[PlayerId] | None = None,
) -> Table:
    """Create a hidden table with its seats, and with a new seed if the game has none."""
    own = range(len(players)) if own_seats is None else own_seats
    head = {**head, "seed": chance.new_seed() if head["seed"] is None else head["seed"]}
    with transaction.atomic():
        table = Table.objects.create(
            **head,
            owner=owner,
            name=name[:80],
            undo=Table.Undo.FREE,
            auto_pass=Table.AutoPass.NEVER,  # users who try something out go step by step
            is_listed=False,
            is_hidden=True,
        )
        Seat.objects.bulk_create(
            Seat(table=table, number=number, name=player, guest=owner if number in own else None)
            for number, player in enumerate(players)
        )
    return table


def _publish(table: Table, standing: GameSummary) -> None:
    """Complete a table, and make it visible."""
    with transaction.atomic():
        summary.update(table, standing)
        table.is_hidden = False
        table.save(update_fields=["is_hidden"])
