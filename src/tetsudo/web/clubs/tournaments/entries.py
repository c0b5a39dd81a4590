"""Making a tournament, entering it and withdrawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.identity import guest_of_account
from tetsudo.web.clubs import membership
from tetsudo.web.clubs.models import Member
from tetsudo.web.clubs.tournaments import access, table_settings
from tetsudo.web.clubs.tournaments.models import MAX_ENTRANTS, Entrant, Tournament
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.people.display_names import check_name_free, is_readable


def make(member: Member, settings: Mapping[str, Any], **chosen: Any) -> Tournament:
    """Make a tournament; `NotAllowed` for others than organisers, BadInput for an impossible choice."""
    access.check_organiser(member)
    if not is_readable(chosen["name"]):
        raise BadInput(_("The name must have only visible characters."), "name")
    table_settings.check_playable(settings, chosen["players"])
    return Tournament.objects.create(club=member.club, settings=settings, **chosen)


def enter(tournament: Tournament, member: Member) -> None:
    """Enter a member of the club; nothing happens if they have entered already.

    `NotAllowed` once the tournament has started; BadInput if it is full or the name is taken.
    """
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        membership.check_is_open(member.club)
        if held.tables.exists():
            raise NotAllowed(_("This tournament has started: you can enter the next one."))
        others = held.entrants.exclude(account=member.account_id).select_related("account__guest")
        if len(others) >= MAX_ENTRANTS:
            said = _("This tournament has {count} entrants, the most that it can have.")
            raise BadInput(said.format(count=MAX_ENTRANTS))
        name = guest_of_account(member.account).name
        if not name:
            raise BadInput(_("Enter your name in your account first."))
        check_name_free(name, [other.guest.name for other in others if other.guest])
        Entrant.objects.get_or_create(tournament=held, account=member.account)


def withdraw(tournament: Tournament, member: Member) -> None:
    """Withdraw an entrant. After the start, their games and scores stay, and they are not paired again."""
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        found = held.entrants.filter(account=member.account_id).first()
        if found is None:
            raise NotAllowed(_("You have not entered this tournament."))
        if held.tables.exists():
            found.has_withdrawn = True
            found.save(update_fields=["has_withdrawn"])
        else:
            found.delete()


def delete(tournament: Tournament, member: Member) -> None:
    """Delete a tournament that has not started; `NotAllowed` for others than organisers, and later."""
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament.pk)
        access.check_organiser(member)
        if held.tables.exists():
            raise NotAllowed(_("This tournament has started: it can no longer be deleted."))
        held.delete()
