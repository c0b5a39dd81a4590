"""A person's wish that the archive and the statistics leave their games out."""

from __future__ import annotations

from tetsudo.web.results.statistics.models import ArchiveWish
from tetsudo.web.tables.models import Guest


def is_left_out(guest: Guest) -> bool:
    """True if a guest's games are left out."""
    return ArchiveWish.objects.filter(guest=guest).exists()


def set_left_out(guest: Guest, wanted: bool) -> None:
    """Leave a guest's games out from the next count on, or let them in again."""
    if wanted:
        ArchiveWish.objects.get_or_create(guest=guest)
    else:
        ArchiveWish.objects.filter(guest=guest).delete()


def merge(before: Guest, after: Guest) -> None:
    """Give a wish to the person that a guest turns out to be."""
    if is_left_out(before):
        set_left_out(before, False)
        set_left_out(after, True)
