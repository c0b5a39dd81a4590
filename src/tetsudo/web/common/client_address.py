"""Network addresses: membership in trusted networks, and grouping by visitor for limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

from tetsudo.core.errors import BadInput

Networks: TypeAlias = Sequence[IPv4Network | IPv6Network]

IPV6_PREFIX_BITS: Final = 64
"""Bits of an IPv6 address that identify a visitor's line: visitors choose the rest themselves."""


def parse_networks(written: str | Iterable[str], where: str = "") -> Networks:
    """Parse addresses and networks (10.0.0.0/8), separated by commas or blanks; BadInput for anything else."""
    texts = written if isinstance(written, str) else " ".join(written)
    found: list[IPv4Network | IPv6Network] = []
    for text in re.split(r"[\s,]+", texts.strip()):
        try:
            found += [ip_network(text)] if text else []
        except ValueError:
            raise BadInput(
                f"must be addresses or networks, such as 10.0.0.2 or 10.0.0.0/24, not {text!r}", where
            ) from None
    return found


@lru_cache(4096)
def normalized_address(host: str) -> str:
    """Address in its usual form: IPv6 sockets give 10.0.0.2 as ::ffff:10.0.0.2."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def is_among(host: str, known: Networks) -> bool:
    """True if an address belongs to one of the networks."""
    if not known:
        return False
    try:
        address = ip_address(normalized_address(host))
    except ValueError:
        return False
    return any(address in network for network in known)


@lru_cache(4096)
def client_key(host: str) -> str:
    """Key of a visitor for limits: an IPv4 address, or the /64 network assigned to an IPv6 line.

    Invalid addresses are returned unchanged: a proxy may send `unknown`, or anything else.
    """
    found = normalized_address(host)
    try:
        return str(ip_network(f"{found}/{IPV6_PREFIX_BITS}", strict=False)) if ":" in found else found
    except ValueError:
        return found
