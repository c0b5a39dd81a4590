"""Rules for notices and wishes when two guests turn out to be one person (`tables/people/merging.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import Model

from tetsudo.web.notices.models import Notice, PushDevice, Recipient, TableWish
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.people.merging import Rule, all_of

KEYS: Final[Mapping[type[Model], tuple[str, ...]]] = {
    TableWish: ("table",),
    Notice: ("table", "kind", "version", "about", "channel", "target"),
}
"""Fields that name one row of a guest, by model."""


def _wishes(before: Guest, after: Guest) -> None:
    """Keep the wishes of whom the other becomes, unless only those of the other are in use."""
    kept = Recipient.objects.filter(guest=after).first()
    if kept is None or (not kept.is_active and Recipient.objects.filter(guest=before, is_active=True).exists()):
        Recipient.objects.filter(guest=after).delete()
        Recipient.objects.filter(guest=before).update(guest=after)
    Recipient.objects.filter(guest=before).delete()


def _once(model: type[Model]) -> Rule:
    """Rule for rows of which a guest has one of each key: that of whom the other becomes stays."""
    fields = KEYS[model]

    def move(before: Guest, after: Guest) -> None:
        rows = model._base_manager
        taken = set(rows.filter(guest=after).values_list(*fields))
        for primary, *key in rows.filter(guest=before).values_list("pk", *fields):
            found = rows.filter(pk=primary)
            if tuple(key) in taken:
                found.delete()
            else:
                found.update(guest=after)

    return move


RULES: Final[Mapping[tuple[type[Model], str], Rule]] = {
    (Recipient, "guest"): _wishes,
    (TableWish, "guest"): _once(TableWish),
    (PushDevice, "guest"): all_of(PushDevice, "guest"),
    (Notice, "guest"): _once(Notice),
}
"""Rule for each foreign key of this application to guests."""
