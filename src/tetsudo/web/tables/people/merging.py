"""Merging of two guests who are one person: all that one has goes to the other, and the first is deleted.

At a table where both sit, the person has both seats afterwards, as at one screen: they played both before. Notes
are put together, the later reading mark stays, and presets of the same name get a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.db.models import Model, Q

from tetsudo.web.tables import events
from tetsudo.web.tables.models import (
    MAX_PRESET_NAME_LENGTH,
    Block,
    Guest,
    MasterRequest,
    Message,
    Note,
    NoteLine,
    PauseRequest,
    Preset,
    ReadMark,
    Seat,
    SeatInvitation,
    SeatPlan,
    SeatRequest,
    Table,
    UndoRequest,
    Vacation,
)
from tetsudo.web.tables.people.finished_lessons import add_finished_lessons

Rule: TypeAlias = Callable[[Guest, Guest], object]
"""Function that moves the rows of one field from a guest to another."""


def merge(before: Guest, after: Guest) -> None:
    """Move all that `before` has to `after`, and delete `before`."""
    with transaction.atomic():
        tables = list(Table.objects.filter(Q(owner=before) | Q(seats__guest=before) | Q(seats__left_by=before)))
        for rule in RULES.values():
            rule(before, after)
        _replace_in_votes(before, after, tables)
        add_finished_lessons(after, before.finished_lessons)
        if not after.name:
            after.name = before.name
            after.save(update_fields=["name"])
        before.delete()
        transaction.on_commit(lambda: _notify(tables))


def _notify(tables: Iterable[Table]) -> None:
    for table in {table.pk: table for table in tables}.values():
        events.notify(table.pk, events.TABLE, table.version)


def all_of(model: type[Model], field: str) -> Rule:
    """Rule for a field without any constraint."""

    def move(before: Guest, after: Guest) -> None:
        model._base_manager.filter(**{field: before}).update(**{field: after})

    return move


def _marks(before: Guest, after: Guest) -> None:
    for mark in ReadMark.objects.filter(guest=before):
        kept = ReadMark.objects.filter(guest=after, table=mark.table_id).first()
        if kept is None:
            ReadMark.objects.filter(pk=mark.pk).update(guest=after)
        elif kept.message < mark.message:
            ReadMark.objects.filter(pk=kept.pk).update(message=mark.message)


def _notes(before: Guest, after: Guest) -> None:
    for note in Note.objects.filter(guest=before):
        kept = Note.objects.filter(guest=after, table=note.table_id).first()
        if kept is None:
            Note.objects.filter(pk=note.pk).update(guest=after)
        else:
            Note.objects.filter(pk=kept.pk).update(
                text=_joined(kept.text, note.text, "\n\n", Note._meta.get_field("text").max_length)
            )


def _note_lines(before: Guest, after: Guest) -> None:
    for line in NoteLine.objects.filter(guest=before):
        kept = NoteLine.objects.filter(guest=after, table=line.table_id, about=line.about).first()
        if kept is None:
            NoteLine.objects.filter(pk=line.pk).update(guest=after)
        else:
            NoteLine.objects.filter(pk=kept.pk).update(
                text=_joined(kept.text, line.text, " / ", NoteLine._meta.get_field("text").max_length)
            )


def _joined(kept: str, added: str, between: str, length: int | None) -> str:
    """Two texts as one, cut at the length of the field; equal ones stay one."""
    texts = [text for text in dict.fromkeys((kept, added)) if text]
    return between.join(texts)[:length]


def _presets(before: Guest, after: Guest) -> None:
    taken = set(Preset.objects.filter(guest=after).values_list("name", flat=True))
    for preset in Preset.objects.filter(guest=before):
        name = next(each for each in _numbered(preset.name) if each not in taken)
        taken.add(name)
        Preset.objects.filter(pk=preset.pk).update(guest=after, name=name)


def _numbered(name: str) -> Iterable[str]:
    """A name, then the same with numbers."""
    yield name
    for number in count(2):
        end = f" ({number})"
        yield name[: MAX_PRESET_NAME_LENGTH - len(end)] + end


def _invitations(before: Guest, after: Guest) -> None:
    """Move invitations, but none to a table where the person is invited already, or their own."""
    for invitation in SeatInvitation.objects.filter(guest=before).select_related("table"):
        is_there = SeatInvitation.objects.filter(table=invitation.table_id, guest=after).exists()
        if is_there or invitation.table.owner_id == after.pk:
            invitation.delete()
        else:
            SeatInvitation.objects.filter(pk=invitation.pk).update(guest=after)


def _blocks(field: str, other: str) -> Rule:
    """Rule for one end of blocks: none twice, and none of oneself."""

    def move(before: Guest, after: Guest) -> None:
        for block in Block.objects.filter(**{field: before}):
            end = {field: after, other: getattr(block, other)}
            if end[other] != after and not Block.objects.filter(**end).exists():
                Block.objects.filter(pk=block.pk).update(**{field: after})
            else:
                block.delete()

    return move


RULES: Final[dict[tuple[type[Model], str], Rule]] = {
    **{
        (model, field): all_of(model, field)
        for model, field in (
            (Table, "owner"),
            (Seat, "guest"),
            (Seat, "left_by"),
            (SeatRequest, "asked_by"),
            (SeatPlan, "guest"),
            (Message, "guest"),
            (Vacation, "guest"),
        )
    },
    (ReadMark, "guest"): _marks,
    (Note, "guest"): _notes,
    (NoteLine, "guest"): _note_lines,
    (Preset, "guest"): _presets,
    (SeatInvitation, "guest"): _invitations,
    (Block, "blocker"): _blocks("blocker", "blocked"),
    (Block, "blocked"): _blocks("blocked", "blocker"),
}
"""Rule for each foreign key to guests. Other applications add theirs when they start."""


VOTES: Final[tuple[tuple[type[Any], str], ...]] = (
    (UndoRequest, "table"),
    (SeatRequest, "seat__table"),
    (PauseRequest, "table"),
    (MasterRequest, "table"),
)
"""Requests with a list of those who agreed, and the way to their table."""


def _replace_in_votes(before: Guest, after: Guest, tables: Sequence[Table]) -> None:
    """Replace a guest in the lists of those who agreed at their tables. The lists are not foreign keys."""
    for model, path in VOTES:
        for request in model.objects.filter(**{f"{path}__in": [table.pk for table in tables]}):
            if before.pk in request.agreed:
                request.agreed = sorted({after.pk if voter == before.pk else voter for voter in request.agreed})
                request.save(update_fields=["agreed"])
