"""Mail domains that cannot sign up: those of disposable addresses, by a list that the host can edit."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

from tetsudo.core.errors import BadInput

OWN_LIST: Final = Path(__file__).with_name("disposable_domains.txt")


def is_refused(address: str) -> bool:
    """True for an address of a refused domain, or of a domain below one."""
    labels = address.rpartition("@")[2].lower().rstrip(".").split(".")
    refused = refused_domains(settings.REFUSED_MAIL_DOMAINS)
    return any(".".join(labels[first:]) in refused for first in range(len(labels)))


@cache
def refused_domains(file: str) -> frozenset[str]:
    """Domains in a file, one a line, with comments after a #; "" for the site's own list. BadInput if unreadable."""
    try:
        lines = Path(file or OWN_LIST).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot be read: {error}", "TETSUDO_REFUSED_MAIL_DOMAINS") from None
    words = (line.partition("#")[0].strip().lower().lstrip("@.") for line in lines)
    return frozenset(filter(None, words))
