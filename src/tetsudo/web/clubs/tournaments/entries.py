"""Making a tournament, entering it and withdrawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.clubs.models import Club
from tetsudo.web.clubs.tournaments import access, table_settings
from tetsudo.web.clubs.tournaments.models import MAX_ENTRANTS, Entrant, Tournament
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.people.display_names import check_name_free, is_readable


def make(club: Club, guest: Guest | None, settings: Mapping[str, Any], **chosen: Any) -> Tournament:
    """Make a tournament; `NotAllowed` for others than organisers, BadInput for an impossible choice."""
    access.check_organiser(club, guest)
    if not is_readable(chosen["name"]):
        raise BadInput(_("The name must have only visible characters."))
    table_settings.check_playable(settings, chosen["players"])
    return Tournament.objects.create(club=club, settings=settings, **chosen)


def enter(tournament: Tournament, guest: Guest | None) -> None:
    """Enter a member of the club; nothing happens if they have entered already.

    `NotAllowed` for others, and once the tournament has started; BadInput if it is full or the name is taken.
    """
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if guest is None or not access.is_member(held.club, guest):
            raise NotAllowed(_("Only members of the club can enter. Join the club first."))
        access.check_open(held.club)
        if held.tables.exists():
            raise NotAllowed(_("This tournament has started: you can enter the next one."))
        others = held.entrants.exclude(account=guest.account_id).select_related("account__guest")
        if len(others) >= MAX_ENTRANTS:
            said = _("This tournament has {count} entrants, the most that it can have.")
            raise BadInput(said.format(count=MAX_ENTRANTS))
        if not guest.name:
            raise BadInput(_("Choose a name first, on the page behind “Your name”."))
        check_name_free(guest.name, [other.guest.name for other in others if other.guest])
        Entrant.objects.get_or_create(tournament=held, account_id=guest.account_id)


def withdraw(tournament: Tournament, guest: Guest | None) -> None:
    """Withdraw an entrant. After the start, their games and scores stay, and they are not paired again."""
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        found = held.entrants.filter(account=guest.account_id).first() if guest and guest.account_id else None
        if found is None:
            raise NotAllowed(_("You have not entered this tournament."))
        if held.tables.exists():
            found.has_withdrawn = True
            found.save(update_fields=["has_withdrawn"])
        else:
            found.delete()


def delete(tournament: Tournament, guest: Guest | None) -> None:
    """Delete a tournament that has not started; `NotAllowed` for others than organisers, and later."""
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        access.check_organiser(held.club, guest)
        if held.tables.exists():
            raise NotAllowed(_("This tournament has started: it can no longer be deleted."))
        held.delete()
