"""Names and kinds of all settings in a configuration file. A key is the variable's name in small letters without
`TETSUDO_`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

PREFIX: Final = "TETSUDO_"


class Kind(NamedTuple):
    """Kind of a value: its types in TOML, words for them, and the sign between the items of a list."""

    types: tuple[type, ...]
    words: str
    separator: str = ","


TEXT: Final = Kind((str,), "text in quotes")
NUMBER: Final = Kind((int, float), "a number without quotes")
SWITCH: Final = Kind((bool,), "true or false")
NAMES: Final = Kind((str, list), 'a list of texts, such as ["one", "two"]')
PATHS: Final = NAMES._replace(separator=os.pathsep)

_TEXTS: Final = (
    "backups",
    "database",
    "dkim_selector",
    "listen",
    "log_file",
    "log_format",
    "mail_from",
    "mail_url",
    "metrics_token",
    "push_contact",
    "push_key",
    "refused_mail_domains",
    "secret_key",
    "sign_up",
    "site_url",
    "webhook_ca",
)
_NUMBERS: Final = (
    "address_rate_factor",
    "advice_seconds",
    "body_timeout_seconds",
    "bot_pace",
    "bot_seconds",
    "bot_timeout_seconds",
    "bot_workers",
    "challenge_size",
    "head_timeout_seconds",
    "hsts",
    "lock_seconds",
    "log_bytes",
    "max_actions",
    "max_address_connections",
    "max_address_streams",
    "max_bot_memory_mb",
    "max_bot_tables",
    "max_connections",
    "max_streams",
    "page_wait_seconds",
    "port",
    "read_timeout_seconds",
    "tidy_guest_days",
    "tidy_table_days",
    "worker_timeout_seconds",
    "workers",
)
_RATES: Final = (
    *("advice", "api", "archives", "boards", "branches", "chat", "clubs", "exports", "guests", "imports", "mails"),
    *("notes", "presets", "reads", "reports", "seats", "sign_ins", "sign_ups", "tables", "test_mails"),
)

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        **dict.fromkeys(_TEXTS, TEXT),
        **dict.fromkeys(_NUMBERS, NUMBER),
        **dict.fromkeys((f"rate_{each}" for each in _RATES), TEXT),
        **dict.fromkeys(("access_log", "debug", "https", "notice_workers", "public_archive", "tidy"), SWITCH),
        **dict.fromkeys(("bots", "hosts", "proxies", "webhook_networks"), NAMES),
        "titles": PATHS,
    }
)
"""Kind of each setting, by its key."""

SECRETS: Final = ("database", "mail_url", "metrics_token", "push_key", "secret_key")
"""Keys whose values no one but the site's own user may read."""


def variable(key: str) -> str:
    """Environment variable of a key."""
    return f"{PREFIX}{key.upper()}"
