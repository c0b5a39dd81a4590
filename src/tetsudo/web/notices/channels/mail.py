"""Mails: one for a notice, or one a day for several. Django sends them.

A mail has the same Message-ID at each attempt, by which mail programs recognise one that comes again.
"""

from __future__ import annotations

import smtplib
import socket
from email.utils import parseaddr
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from tetsudo.web.notices import addresses, texts
from tetsudo.web.notices.kinds import ALL_KINDS, CONFIRM
from tetsudo.web.notices.models import Recipient
from tetsudo.web.notices.outbox import Lease, Outcome, Result

PERMANENT: Final = 500
"""First SMTP status that no further attempt will change."""


def send(held: Lease) -> Outcome:
    """Send a mail."""
    if not settings.HAS_MAIL:
        return Outcome(Result.NOT_SENT, "the host has not set up mail")
    to = _address(held)
    if not to:
        return Outcome(Result.REFUSED, "no confirmed address")
    try:
        message(held, to).send()
    except Exception as error:
        return outcome_of(error)
    return Outcome(Result.SENT)


def _address(held: Lease) -> str:
    if held.first.kind == CONFIRM:
        return str(held.first.facts.get("address", ""))
    return addresses.mail_address(held.recipient.guest)


def message(held: Lease, to: str) -> EmailMessage:
    """Mail for leased notices."""
    recipient = held.recipient
    if held.first.kind == CONFIRM:
        text = texts.text_of(held.first, recipient)
        return EmailMessage(text.subject, text.body, to=[to], headers=_headers(held, None))
    if recipient.digest_hour is not None:
        text = texts.digest_text(held.notices, recipient)
    else:
        text = texts.text_of(held.first, recipient)
    off = texts.site_of(recipient) + addresses.off_path(recipient)
    body = "\n".join((*text.lines, "", text.link, "", "-- ", *_footer(held, off)))
    return EmailMessage(text.subject, body, to=[to], headers=_headers(held, off))


def _footer(held: Lease, off: str) -> list[str]:
    """Lines that say why this mail was sent, and how to stop them."""
    reasons = {str(ALL_KINDS[notice.kind].label): None for notice in held.notices}
    chosen = _("You chose notices for: {kinds}.").format(kinds="; ".join(reasons))
    site = texts.site_of(held.recipient)
    return [
        chosen,
        _("Change this: {link}").format(link=site + reverse("notices")),
        _("No more mails: {link}").format(link=off),
    ]


def _headers(held: Lease, off: str | None) -> dict[str, str]:
    """Headers: the mail's id, and those by which mail programs unsubscribe with one click (RFC 8058)."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    found = {"Message-ID": f"<{held.first.key}.{held.first.pk}@{domain}>", "Auto-Submitted": "auto-generated"}
    if off:
        found |= {"List-Unsubscribe": f"<{off}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return found


def outcome_of(error: Exception) -> Outcome:
    """Outcome of a failed attempt: what the server refused was not delivered; a lost connection tells nothing."""
    reason = f"{type(error).__name__}: {texts.one_line(str(error))}"
    match error:
        case smtplib.SMTPRecipientsRefused():
            codes = [code for code, _text in error.recipients.values()]
            refused = bool(codes) and min(codes) >= PERMANENT
            return Outcome(Result.REFUSED if refused else Result.NOT_SENT, reason)
        case smtplib.SMTPDataError() | smtplib.SMTPSenderRefused():
            return Outcome(Result.REFUSED if error.smtp_code >= PERMANENT else Result.NOT_SENT, reason)
        case smtplib.SMTPConnectError() | smtplib.SMTPHeloError() | smtplib.SMTPAuthenticationError():
            return Outcome(Result.NOT_SENT, reason)
        case smtplib.SMTPNotSupportedError() | ConnectionRefusedError() | socket.gaierror():
            return Outcome(Result.NOT_SENT, reason)
    return Outcome(Result.UNKNOWN, reason)


def send_test(to: str) -> None:
    """Send a test mail, in the language in force; raises as Django does."""
    body = _("This is a test mail of Tetsudo. Mail works: people can now be told that it is their turn.")
    EmailMessage(_("Tetsudo: test mail"), body, to=[to], headers={"Auto-Submitted": "auto-generated"}).send()


def has_address(recipient: Recipient) -> bool:
    """True if mails can be sent to a guest."""
    return bool(settings.HAS_MAIL and addresses.mail_address(recipient.guest))
