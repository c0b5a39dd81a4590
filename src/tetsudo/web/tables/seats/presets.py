"""Presets: settings for new tables that a guest saved under a name, each behind a link that can be shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import MAX_PRESET_NAME_LENGTH, Guest, Preset
from tetsudo.web.tables.people.display_names import is_readable

MAX_PRESETS: Final = 50
"""Maximum number of a guest's presets."""


def valid_preset_name(name: str) -> str:
    """Name as stored; BadInput if it is empty, too long, or contains invisible or direction-changing characters."""
    kept = name.strip()
    if not kept:
        raise BadInput(_("Enter a name for the preset."))
    if len(kept) > MAX_PRESET_NAME_LENGTH or not is_readable(kept):
        said = _("The name of a preset has at most {count} visible characters.")
        raise BadInput(said.format(count=MAX_PRESET_NAME_LENGTH))
    return kept


def save(guest: Guest, name: str, settings: Mapping[str, Any]) -> Preset:
    """Save settings as a guest's preset; one of the same name is replaced, and keeps its link.

    BadInput for an invalid name, or if the guest has too many presets.
    """
    kept = valid_preset_name(name)
    with transaction.atomic():
        if guest.presets.exclude(name=kept).count() >= MAX_PRESETS:
            said = _("You already have {count} presets. Delete one first.")
            raise BadInput(said.format(count=MAX_PRESETS))
        preset, _is_new = Preset.objects.update_or_create(guest=guest, name=kept, defaults={"settings": settings})
    return preset


def delete(preset: Preset, guest: Guest | None) -> None:
    """Delete a guest's own preset; `NotAllowed` for others."""
    if guest is None or preset.guest_id != guest.pk:
        raise NotAllowed(_("Only the guest who saved a preset can delete it."))
    preset.delete()


def presets_of(guest: Guest | None) -> list[Preset]:
    """A guest's presets, the one saved last first."""
    return [] if guest is None else list(guest.presets.order_by("-changed"))
