"""Renaming of a player in a game that has begun.

A player's name is part of the game: of its moves, stored positions and result, and of those of every branch, which
read the same moves. All are rewritten in one transaction, while no move can be made.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Final
from urllib.parse import quote, unquote

from django.db import transaction

from tetsudo.core.errors import TetsudoError
from tetsudo.web.tables import events
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Message, Milestone, Move, Seat, Snapshot, Table, UndoRequest
from tetsudo.web.tables.moves.submit import hold_lock
from tetsudo.web.tables.people.display_names import are_alike, likeness

NAME_FIELDS: Final = ("player", "holder", "owner")
"""Fields of a recorded action that may hold a player's name."""

PLAYERS: Final = re.compile(r"(?<= players=)\S*")
"""Names in the text of a position."""

BATCH_SIZE: Final = 500


def rename_seat(table: Table, number: int, name: str) -> None:
    """Rename a seat of a game that has begun, at its table and all branches. `name` gets a number where it is taken."""
    family = sorted(_family(table), key=lambda each: each.pk)
    with ExitStack() as stack:
        for each in family:
            stack.enter_context(hold_lock(each))
        with transaction.atomic():
            _rename(table, family, number, name)
        for each in family:
            games.forget(each)
    for each in family:
        events.notify_watchers(each.pk, events.NAMES)
        events.notify(each.pk, events.TABLE, each.version)


def _family(table: Table) -> list[Table]:
    """The table, the tables whose moves it reads, and all that read theirs; hidden ones too."""
    root = table
    while root.moves_of_id is not None:
        root = Table.everything.get(pk=root.moves_of_id)
    found = level = [root]
    while level:
        level = list(Table.everything.filter(moves_of__in=level))
        found = found + level
    return found


def _rename(table: Table, family: Sequence[Table], number: int, wanted: str) -> None:
    old = Seat.objects.get(table=table, number=number).name
    seats = Seat.objects.filter(table__in=family)
    name = _free_name(wanted, set(seats.exclude(number=number).values_list("name", flat=True)))
    fields = NAME_FIELDS[:2] if old in _symbols(table) else NAME_FIELDS  # an owner may be a company of that name
    seats.filter(number=number).update(name=name)
    for each in family:
        _rename_moves(each, old, name, fields)
        _rename_positions(each, number, name)
        _rename_words(each, old, name)


def _symbols(table: Table) -> set[str]:
    """Symbols of the companies of a table's game; none if the site no longer has its title."""
    try:
        return {company.symbol for company in storage.initial_game(table).game.setup.companies}
    except TetsudoError:
        return set()


def _free_name(wanted: str, taken: set[str]) -> str:
    names = (f"{wanted} {count}" if count > 1 else wanted for count in range(1, len(taken) + 2))
    return next(name for name in names if not any(other and are_alike(name, other) for other in taken))


def _rename_moves(table: Table, old: str, name: str, fields: Sequence[str]) -> None:
    changed: list[Move] = []
    for move in Move.objects.filter(table=table).iterator(BATCH_SIZE):
        there = [field for field in fields if move.data.get(field) == old]
        if there:
            move.data = {**move.data, **dict.fromkeys(there, name)}
            changed.append(move)
    Move.objects.bulk_update(changed, ["data"], BATCH_SIZE)


def _rename_positions(table: Table, number: int, name: str) -> None:
    if table.start:
        Table.everything.filter(pk=table.pk).update(start=_renamed_position(table.start, number, name))
    for snapshot in Snapshot.objects.filter(table=table):
        Snapshot.objects.filter(pk=snapshot.pk).update(text=_renamed_position(snapshot.text, number, name))
    for milestone in Milestone.objects.filter(table=table):
        place, *rest = json.loads(zlib.decompress(bytes(milestone.text)))
        text = json.dumps([_renamed_position(place, number, name), *rest], separators=(",", ":"))
        Milestone.objects.filter(pk=milestone.pk).update(text=zlib.compress(text.encode()))


def _renamed_position(text: str, number: int, name: str) -> str:
    """Text of a position with another name for the player of a seat."""

    def renamed(found: re.Match[str]) -> str:
        names = [unquote(word) for word in found[0].split(",")]
        names[number] = name
        return ",".join(quote(word, safe=":") for word in names)

    return PLAYERS.sub(renamed, text, count=1)


def _rename_words(table: Table, old: str, name: str) -> None:
    """Rename a player in the result, the chat and a request to undo."""
    if table.result and old in table.result:
        table.result = {name if who == old else who: total for who, total in table.result.items()}
        Table.everything.filter(pk=table.pk).update(result=table.result)
    UndoRequest.objects.filter(table=table, asked_by=old).update(asked_by=name)
    for message in Message.objects.filter(table=table).exclude(news=""):
        if old in message.facts.values():
            Message.objects.filter(pk=message.pk).update(facts=_renamed_facts(message, old, name))


def sign_messages(messages: Sequence[Message], old: str, name: str) -> None:
    """Change the author's name of chat messages, and the name in news that the author caused."""
    alike = likeness(name)
    for message in messages:
        rows = Message.objects.filter(pk=message.pk)
        if message.news:
            rows.update(facts=_renamed_facts(message, old, name))
        else:
            rows.update(name=name, seen=alike.seen, read=alike.read)


def _renamed_facts(message: Message, old: str, name: str) -> dict[str, Any]:
    return {key: name if value == old else value for key, value in message.facts.items()}
