"""Membership of clubs: founding, joining, leaving, organisers, closing.

A club always has an organiser: the last one cannot leave or step down. If their account is deleted, the longest member
becomes organiser; a club without members is closed.

Someone whom an organiser has blocked cannot join. Blocks by other members keep no one out of the club, otherwise each
member had a veto; at tables they apply as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.accounts.models import User
from tetsudo.web.clubs.models import Club, Member, Removal
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Block, secret_key

MAX_MEMBERS: Final = 300
MAX_CLUBS: Final = 30
"""Maximum number of members of a club, and of clubs of an account."""


def found(account: User, **fields: Any) -> Club:
    """Found a club with the account as its organiser; BadInput if it is in too many clubs."""
    with transaction.atomic():
        _check_room_for_another(account)
        club = Club.objects.create(**fields)
        Member.objects.create(club=club, account=account, is_organiser=True)
    return club


@contextmanager
def _changing(club: Club) -> Iterator[Club]:
    """Lock a club for a change; NotAllowed if it is closed."""
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        check_is_open(locked)
        yield locked


def check_is_open(club: Club) -> None:
    """Raise NotAllowed for a closed club."""
    if club.closed is not None:
        raise NotAllowed(_("This club is closed."))


def member_of(club: Club, account: User | None) -> Member | None:
    """Membership of an account; None if it is no member."""
    return Member.objects.filter(club=club, account=account).first() if account else None


# Joining and leaving


def check_may_join(club: Club, account: User) -> None:
    """Raise NotAllowed for an account that is kept out. The sentence does not say by whom or why."""
    check_is_open(club)
    organisers = Member.objects.filter(club=club, is_organiser=True).values("account")
    is_blocked = Block.objects.filter(blocker__account__in=organisers, blocked__account=account).exists()
    if is_blocked or Removal.objects.filter(club=club, account=account).exists():
        raise NotAllowed(_("You cannot join this club. Ask an organiser of the club."))


def join(club: Club, account: User) -> None:
    """Make an account a member, unless it is one; NotAllowed for one that is kept out, BadInput if there is no room."""
    with _changing(club):
        if Member.objects.filter(club=club, account=account).exists():
            return
        check_may_join(club, account)
        _check_room_for_another(account)
        if Member.objects.filter(club=club).count() >= MAX_MEMBERS:
            said = _("A club has at most {count} members. Ask an organiser to make room.")
            raise BadInput(said.format(count=MAX_MEMBERS))
        Member.objects.create(club=club, account=account)


def _check_room_for_another(account: User) -> None:
    if Member.objects.filter(account=account, club__closed=None).count() >= MAX_CLUBS:
        said = _("You can be in at most {count} clubs. Leave one first.")
        raise BadInput(said.format(count=MAX_CLUBS))


def leave(member: Member) -> None:
    """End a membership; NotAllowed for the last organiser of a club that is not closed."""
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=member.club_id)
        if club.closed is None:
            _check_not_last(member)
        member.delete()


def _check_not_last(member: Member) -> None:
    others = Member.objects.filter(club=member.club_id, is_organiser=True).exclude(pk=member.pk)
    if member.is_organiser and not others.exists():
        raise NotAllowed(_("You are the last organiser. Name another organiser first, or close the club."))


# What organisers do


def appoint(member: Member) -> None:
    """Make a member an organiser."""
    with _changing(member.club):
        Member.objects.filter(pk=member.pk).update(is_organiser=True)


def step_down(member: Member) -> None:
    """Make an organiser an ordinary member; NotAllowed for the last one."""
    with _changing(member.club):
        _check_not_last(member)
        Member.objects.filter(pk=member.pk).update(is_organiser=False)


def remove(member: Member) -> None:
    """Remove a member, who cannot join again until `readmit`; NotAllowed for an organiser."""
    with _changing(member.club) as club:
        if Member.objects.filter(pk=member.pk, is_organiser=True).exists():
            raise NotAllowed(_("Organisers cannot be removed. They can step down or leave."))
        Removal.objects.get_or_create(club=club, account=member.account)
        member.delete()


def readmit(removal: Removal) -> None:
    """Allow a removed account to join again."""
    with _changing(removal.club):
        removal.delete()


def renew_invitation(club: Club) -> None:
    """Replace the invitation link; the previous one stops working."""
    with _changing(club):
        Club.objects.filter(pk=club.pk).update(invitation=secret_key())


def close(club: Club) -> None:
    """Close a club for good. Its tables stay, and its members still see it."""
    with _changing(club):
        Club.objects.filter(pk=club.pk).update(closed=timezone.now())


# Deleted accounts


def succeed(sender: object, instance: Member, **_more: Any) -> None:
    """Name the longest member organiser if there is none, and close a club without members (signal of deletion)."""
    rest = Member.objects.filter(club=instance.club_id)
    if not rest.exists():
        Club.objects.filter(pk=instance.club_id, closed=None).update(closed=timezone.now())
    elif not rest.filter(is_organiser=True).exists():
        rest.filter(pk=rest.order_by("since", "pk").values_list("pk", flat=True)[0]).update(is_organiser=True)
