"""Permissions in tournaments: members see them and enter, organisers make and start them."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from tetsudo.web.clubs.models import Club, Member
from tetsudo.web.clubs.tournaments.models import Entrant, Tournament
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest


def club_or_404(key: str, guest: Guest | None) -> Club:
    """Club with this key. Raises `Http404` if there is none that the guest may see."""
    found = Club.objects.filter(key=key).first()
    if found is None or not may_see(found, guest):
        raise Http404
    return found


def may_see(club: Club, guest: Guest | None) -> bool:
    """True if a guest may see a club's tournaments: everyone if the club is listed, otherwise its members."""
    return club.is_listed or is_member(club, guest)


def is_member(club: Club, guest: Guest | None) -> bool:
    """True if a guest is signed in as a member."""
    return _membership(club, guest) is not None


def is_organiser(club: Club, guest: Guest | None) -> bool:
    """True if a guest organises the club."""
    found = _membership(club, guest)
    return found is not None and found.is_organiser


def check_organiser(club: Club, guest: Guest | None) -> None:
    """Raise `NotAllowed` unless a guest organises the club, and the club is not closed."""
    if not is_organiser(club, guest):
        raise NotAllowed(_("Only organisers of the club can do this. Ask one of them."))
    check_open(club)


def check_open(club: Club) -> None:
    """Raise `NotAllowed` if a club is closed."""
    if club.closed:
        raise NotAllowed(_("This club is closed: nothing can be changed there."))


def member_accounts(club: Club) -> set[int]:
    """Accounts of the members."""
    return set(club.members.values_list("account_id", flat=True))


def active_entrants(tournament: Tournament) -> list[Entrant]:
    """Entrants who play on: members of the club who have not withdrawn, in the order in which they entered."""
    entered = tournament.entrants.filter(has_withdrawn=False, account__in=member_accounts(tournament.club))
    return list(entered.filter(account__is_active=True).select_related("account__guest"))


def _membership(club: Club, guest: Guest | None) -> Member | None:
    if guest is None or guest.account_id is None:
        return None
    return Member.objects.filter(club=club, account=guest.account_id).first()
