"""All limits and quotas of the site in one place: the value in force, the environment variable, and its meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Limit:
    """A limit. `variable`: the host's environment variable; "" for one that is fixed."""

    value: str
    meaning: Any
    variable: str = ""


RATES: Final[dict[str, Any]] = {
    "guests": _("new guests (counted for an address)"),
    "tables": _("new tables"),
    "presets": _("saved presets"),
    "imports": _("imported files"),
    "branches": _("what-if games"),
    "chat": _("chat messages"),
    "notes": _("changes of notes"),
    "seats": _("changes of seats"),
    "boards": _("what-if boards"),
    "advice": _("questions for a bot's advice"),
    "sign_ups": _("sign-ups"),
    "sign_ins": _("attempts to sign in"),
    "clubs": _("changes of clubs"),
    "api": _("requests to the API"),
    "exports": _("downloads of one's own data"),
    "archives": _("downloads of the archive"),
    "reads": _("past positions and records read without an account or a seat there"),
    "mails": _("mails to confirm an address"),
    "test_mails": _("test mails of an organiser"),
    "reports": _("reports to the organisers"),
}
"""Meaning of each rate."""

SETTINGS: Final[dict[str, Any]] = {
    "ADDRESS_RATE_FACTOR": _("times a guest's rates for all guests of one network address"),
    "MAX_CONNECTIONS": _("open connections in all"),
    "MAX_ADDRESS_CONNECTIONS": _("open connections from one address"),
    "MAX_STREAMS": _("open table pages in all"),
    "MAX_ADDRESS_STREAMS": _("open table pages from one address"),
    "HEAD_TIMEOUT_SECONDS": _("seconds for the head of a request"),
    "BODY_TIMEOUT_SECONDS": _("seconds for the body of a request, plus one for each 32 kB"),
    "READ_TIMEOUT_SECONDS": _("seconds until some of a response must be read"),
    "LOCK_SECONDS": _("seconds that a request waits for other writers"),
    "MAX_BOT_TABLES": _("tables of one guest at which bots may be moving at once"),
    "BOT_TIMEOUT_SECONDS": _("seconds after which a slow bot's process is stopped"),
    "ADVICE_SECONDS": _("seconds that a bot thinks for advice"),
    "WORKERS": _("processes for best runs, quick bots and imports"),
    "BOT_WORKERS": _("processes for slow bots"),
    "WORKER_TIMEOUT_SECONDS": _("seconds for one question to these processes"),
    "MAX_ACTIONS": _("actions of a game"),
    "CHALLENGE_SIZE": _("largest number that a browser tries to sign up at an open site"),
    "TIDY_GUEST_DAYS": _("days until guests without any data are removed"),
    "TIDY_TABLE_DAYS": _("days until tables that never began are removed"),
}
"""Meaning of each limit in the settings; its variable is `TETSUDO_` and the name."""

FIXED: Final[dict[str, Any]] = {
    "tetsudo.web.tables.seats.presets.MAX_PRESETS": _("presets of a guest"),
    "tetsudo.web.tables.moves.programmed.MAX_PLANS_PER_SEAT": _("plans of a seat"),
    "tetsudo.web.play.panels.chat.MAX_MESSAGE_LENGTH": _("characters of a chat message"),
    "tetsudo.web.lobby.files.pages.MAX_FILES": _("files imported at once"),
    "tetsudo.web.api.keys.MAX_KEYS": _("API keys of an account"),
    "tetsudo.web.api.keys.MAX_PROGRAMS": _("programs of an account"),
    "tetsudo.web.clubs.tournaments.models.MAX_ENTRANTS": _("entrants of a tournament"),
    "tetsudo.web.accounts.desk.bans.MAX_DAYS": _("days of a time-out"),
    "tetsudo.web.accounts.desk.trace.KEPT_DAYS": _("days for which the trace is kept"),
}
"""Meaning of limits that no host can set, by the name of the constant."""


def groups() -> list[tuple[Any, list[Limit]]]:
    """All limits by group, each with a heading."""
    return [
        (_("Rates of one guest"), list(_rates())),
        (_("Limits that the host sets"), list(_of_settings())),
        (_("Fixed quotas"), list(_fixed())),
    ]


def _rates() -> Iterator[Limit]:
    for kind, value in settings.RATES.items():
        yield Limit(value, RATES[kind], f"TETSUDO_RATE_{kind.upper()}")


def _of_settings() -> Iterator[Limit]:
    for name, meaning in SETTINGS.items():
        yield Limit(_text(getattr(settings, name)), meaning, f"TETSUDO_{name}")
    yield Limit(
        _text(settings.MAX_BOT_MEMORY_BYTES / 1_000_000),
        _("megabytes of a slow bot's process"),
        "TETSUDO_MAX_BOT_MEMORY_MB",
    )


def _fixed() -> Iterator[Limit]:
    """The constants are looked up by name: some belong to applications above this one."""
    for name, meaning in FIXED.items():
        yield Limit(_text(import_string(name)), meaning)


def _text(value: float | None) -> str:
    return "–" if value is None else f"{value:,g}" if abs(value) < 1_000_000 else f"{value:,.0f}"
