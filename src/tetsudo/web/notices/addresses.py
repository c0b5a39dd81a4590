"""Mail addresses of guests: one confirmed for notices, or that of the guest's account."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.core import signing
from django.urls import reverse
from django.utils import timezone

from tetsudo.web.notices.kinds import CONFIRM
from tetsudo.web.notices.models import MAIL, Notice, Recipient
from tetsudo.web.tables.models import Guest

CONFIRM_SALT = "notices.confirm"
OFF_SALT = "notices.off"

CONFIRM_SECONDS = 2 * 24 * 3600
"""Seconds for which the link in a confirmation mail is valid."""


def mail_address(guest: Guest) -> str:
    """Confirmed mail address of a guest, or that of their account; "" if there is none."""
    found = Recipient.objects.filter(guest=guest, is_confirmed=True).values_list("address", flat=True).first()
    return found or account_address(guest)


def account_address(guest: Guest) -> str:
    """Confirmed address of a guest's account; "" if there is none."""
    if guest.account_id is None:
        return ""
    confirmed = EmailAddress.objects.filter(user=guest.account_id, verified=True).order_by("-primary")
    return confirmed.values_list("email", flat=True).first() or ""


def ask_to_confirm(recipient: Recipient) -> None:
    """Queue a mail that asks for the confirmation of a new address."""
    now = timezone.now()
    Notice.objects.create(
        guest_id=recipient.guest_id,
        kind=CONFIRM,
        facts={"address": recipient.address},
        channel=MAIL,
        state=Notice.State.DUE,
        created=now,
        not_before=now,
    )


def confirmation_path(recipient: Recipient, address: str) -> str:
    """Path of the page that confirms an address."""
    return reverse("notices-confirm", args=[signing.dumps([recipient.pk, address], salt=CONFIRM_SALT)])


def confirmed_by(token: str) -> tuple[Recipient, str] | None:
    """Guest's wishes and address of a confirmation link; None for an invalid, old or superseded one."""
    try:
        pk, address = signing.loads(token, salt=CONFIRM_SALT, max_age=CONFIRM_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    found = Recipient.objects.filter(pk=pk, address=address).first()
    return (found, address) if found else None


def off_path(recipient: Recipient) -> str:
    """Path that turns mails off, with one click and without signing in."""
    return reverse("notices-off", args=[signing.dumps(recipient.pk, salt=OFF_SALT)])


def turned_off_by(token: str) -> Recipient | None:
    """Guest's wishes of a link that turns mails off; None for an invalid one. Such links do not expire."""
    try:
        pk = signing.loads(token, salt=OFF_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Recipient.objects.filter(pk=pk).first()
