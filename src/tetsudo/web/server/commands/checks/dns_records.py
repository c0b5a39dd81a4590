"""Records in the DNS by which receivers tell a domain's own mails from forged ones: SPF, DKIM and DMARC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dns.exception import DNSException
from dns.resolver import NXDOMAIN, NoAnswer, Resolver

from tetsudo.web.server.commands.checks.findings import Finding, Part

MAIL: Final = Part("mail")

TIMEOUT_SECONDS: Final = 4.0


def resolver(server: str = "") -> Resolver:
    """Resolver of this system, or one that asks a DNS server by its address, with a port or not."""
    made = Resolver(configure=not server)
    if server:
        address, _colon, port = server.rpartition(":") if server.count(":") == 1 else (server, "", "53")
        made.nameservers, made.port = [address], int(port)
    made.lifetime = TIMEOUT_SECONDS
    return made


def findings(asked: Resolver, domain: str, selector: str) -> Iterator[Finding]:
    """Findings about a domain's records. `selector`: name of its DKIM key, "" if not known."""
    try:
        yield _spf(_texts(asked, domain), domain)
        yield (
            _dkim(_texts(asked, f"{selector}._domainkey.{domain}"), domain, selector) if selector else _no_dkim(domain)
        )
        yield _dmarc(_texts(asked, f"_dmarc.{domain}"), domain)
    except DNSException as error:
        yield MAIL.wrong(f"The DNS does not answer about {domain} ({type(error).__name__}): look at /etc/resolv.conf.")


def _texts(asked: Resolver, name: str) -> list[str]:
    """Texts of a name; [] if it has none."""
    try:
        found = asked.resolve(name, "TXT")
    except (NXDOMAIN, NoAnswer):
        return []
    return [b"".join(record.strings).decode(errors="replace") for record in found]


def _spf(texts: list[str], domain: str) -> Finding:
    records = [text for text in texts if text.lower().split(" ")[0] == "v=spf1"]
    if not records:
        return MAIL.wrong(
            f'{domain} has no SPF record, so that mails look forged: add TXT "v=spf1 mx -all", or the one that your'
            " mail provider tells you."
        )
    if len(records) > 1:
        return MAIL.wrong(f"{domain} has {len(records)} SPF records, and receivers then take none: keep one.")
    words = records[0].lower().split()
    if "+all" in words or "all" in words:
        return MAIL.wrong(f"The SPF record of {domain} lets anyone send in its name: end it with -all or ~all.")
    if not any(word[1:] == "all" or word.startswith("redirect=") for word in words):
        return MAIL.hint(f"The SPF record of {domain} does not say who may not send: end it with -all or ~all.")
    return MAIL.ok(f"{domain} has an SPF record: {records[0]}")


def _dkim(texts: list[str], domain: str, selector: str) -> Finding:
    name = f"{selector}._domainkey.{domain}"
    keys = [text for text in texts if "p=" in text.replace(" ", "")]
    if not keys:
        return MAIL.wrong(
            f"There is no DKIM key at {name}: add the TXT record that your mail server made, or correct dkim_selector."
        )
    tags = dict(part.strip().partition("=")[::2] for part in keys[0].split(";"))
    if not tags.get("p", "").strip():
        return MAIL.wrong(f"The DKIM key at {name} is withdrawn (p is empty): publish the key that signs now.")
    return MAIL.ok(f"{domain} has a DKIM key at {name}.")


def _no_dkim(domain: str) -> Finding:
    return MAIL.hint(
        f"DKIM of {domain} was not looked at: set dkim_selector (TETSUDO_DKIM_SELECTOR) to the name of the key that"
        " signs your mails."
    )


def _dmarc(texts: list[str], domain: str) -> Finding:
    if not any(text.replace(" ", "").lower().startswith("v=dmarc1;p=") for text in texts):
        return MAIL.hint(
            f"{domain} has no DMARC record: add TXT "
            f'"v=DMARC1; p=quarantine; rua=mailto:you@{domain}" at _dmarc.{domain}.'
        )
    return MAIL.ok(f"{domain} has a DMARC record.")
