"""Permissions in tournaments: members of the club see them and enter, organisers make and start them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tetsudo.web.accounts.models import not_banned
from tetsudo.web.clubs import membership
from tetsudo.web.clubs.models import Club, Member
from tetsudo.web.clubs.tournaments.models import Entrant, Tournament
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest


def check_organiser(member: Member) -> None:
    """Raise `NotAllowed` unless a member is an organiser, and the club is not closed."""
    membership.check_is_open(member.club)
    if not member.is_organiser:
        raise NotAllowed(_("Only an organiser of the club can do this."))


def is_organiser(club: Club, guest: Guest) -> bool:
    """True if a guest organises the club."""
    return guest.account_id is not None and club.members.filter(account=guest.account_id, is_organiser=True).exists()


def member_accounts(club: Club) -> set[int]:
    """Accounts of the members."""
    return set(club.members.values_list("account_id", flat=True))


def active_entrants(tournament: Tournament) -> list[Entrant]:
    """Entrants who play on: members of the club who have not withdrawn, in the order in which they entered."""
    entered = tournament.entrants.filter(has_withdrawn=False, account__in=member_accounts(tournament.club))
    return list(entered.filter(not_banned("account__")).select_related("account__guest"))
