"""Checks of mail: the server accepts the site, and the sender's domain says so (SPF, DKIM, DMARC)."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from email.utils import parseaddr
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from django.conf import settings

from tetsudo.web.server.commands.checks.findings import Finding, Part

if TYPE_CHECKING:
    from dns.resolver import Resolver

MAIL: Final = Part("mail")

TIMEOUT_SECONDS: Final = 10.0
LOCAL: Final = ("localhost", "127.0.0.1", "::1")


def server() -> Iterator[Finding]:
    """Say hello to the mail server, and sign in. No mail is sent."""
    if not settings.HAS_MAIL:
        yield MAIL.hint("The site sends no mail: set mail_url and mail_from (TETSUDO_MAIL_URL, TETSUDO_MAIL_FROM).")
        return
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        _sign_in()
    except smtplib.SMTPAuthenticationError as error:
        yield MAIL.wrong(f"{where} refuses the user or the password of mail_url ({_text(error)}): correct them.")
    except smtplib.SMTPNotSupportedError as error:
        yield MAIL.wrong(f"{where} cannot do what mail_url asks for ({error}): take smtp+tls://, smtps:// or smtp://.")
    except ssl.SSLCertVerificationError as error:
        yield MAIL.wrong(
            f"The certificate of {where} is not valid ({error.verify_message}): write the server's own name in"
            " mail_url."
        )
    except ssl.SSLError as error:
        yield MAIL.wrong(f"{where} speaks no TLS ({error.reason}): take smtp+tls:// for port 587, smtps:// for 465.")
    except (OSError, smtplib.SMTPException) as error:
        yield MAIL.wrong(
            f"{where} cannot be used ({_text(error)}): look at mail_url, and whether this machine may connect to it."
        )
    else:
        yield MAIL.ok(f"{where} accepts this site. `tetsudo mail-test ADDRESS` sends a mail.")
        if not (settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL) and settings.EMAIL_HOST not in LOCAL:
            yield MAIL.hint(f"Mails go to {where} unencrypted: take smtp+tls:// or smtps:// in mail_url.")


def _sign_in() -> None:
    context = ssl.create_default_context()
    host, port = settings.EMAIL_HOST, settings.EMAIL_PORT
    connection: smtplib.SMTP = (
        smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_SECONDS, context=context)
        if settings.EMAIL_USE_SSL
        else smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
    )
    with connection:
        connection.ehlo()
        if settings.EMAIL_USE_TLS:
            connection.starttls(context=context)
            connection.ehlo()
        if settings.EMAIL_HOST_USER:
            connection.login(settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD)


def _text(error: Exception) -> str:
    """Words of a failure in one line."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return f"{error.smtp_code} {said.decode(errors='replace') if isinstance(said, bytes) else said}".splitlines()[0]
    return (getattr(error, "strerror", None) or str(error)).splitlines()[0] if str(error) else type(error).__name__


def records(resolver: str = "") -> Iterator[Finding]:
    """Look for the records of the sender's domain. `resolver`: address of the DNS server to ask, with a port or not."""
    if not settings.HAS_MAIL:
        return
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2].lower()
    if find_spec("dns") is None:
        yield MAIL.hint(f'SPF, DKIM and DMARC of {domain} were not looked at: pip install "tetsudo[host]"')
        return
    from tetsudo.web.server.commands.checks import dns_records

    found: Resolver = dns_records.resolver(resolver)
    yield from dns_records.findings(found, domain, settings.DKIM_SELECTOR)
