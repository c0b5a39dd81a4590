"""Every address of the site as everybody: the status, nothing of the owner's shown, and nothing of the owner's changed.

An address that is not in the table fails the first test: decide for it who may do what.
"""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any, Final, NamedTuple

import pytest
from django.db import transaction
from django.test import Client

from tests.web.accounts.builders import PASSWORD
from tests.web.accounts.every_address import ROLES, Place, as_sent, build, patterns
from tetsudo.web.common.error_pages import API_ROOT
from tetsudo.web.tables.games.cache import games

pytestmark = pytest.mark.django_db

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "known": ("guest", "spectator", "stranger", "blocked", "player", "owner"),
    "signed-in": ("stranger", "blocked", "owner"),
    "seated": ("player", "owner"),
    "owner": ("owner",),
    "player": ("player",),
    "blocked": ("blocked",),
}
"""Roles by group. A person who is banned is nobody."""


class Address(NamedTuple):
    """An address, and the statuses of GET and POST.

    Statuses are that of nobody, and then those of groups: "403 seated:200" is 403 for all but the players.
    """

    path: str
    get: str
    post: str


NOW: Final[dict[str, Any]] = {"version": 0}

# fmt: off
ADDRESSES: Final[dict[str, Address]] = {
    "lobby": Address("/", "200", "405"),
    "new": Address("/new/", "200", "422"),
    "preset": Address("/new/preset/{preset}/", "200", "403 owner:302"),
    "play": Address("/play/", "405", "302"),
    "import": Address("/import/", "200", "422"),
    "reading": Address("/import/wrong/", "404", "404"),
    "seat": Address("/seat/{open}/", "200", "302 blocked:422"),
    "seat-invitation": Address("/seat/{open}/invitation.ics", "200", "405"),
    "guest": Address("/guest/", "200 signed-in:302", "302"),
    "be-guest": Address("/guest/{guest}/", "404", "404"),
    "robots": Address("/robots.txt", "200", "405"),
    "palette": Address("/palette.css", "200", "405"),
    "safe-colours": Address("/safe-colours.css", "200", "405"),
    "preferences": Address("/settings/", "200", "302"),
    "table": Address("/t/{table}/", "200", "405"),
    "invitation": Address("/t/{waiting}/invitation.ics", "200", "405"),
    "seats": Address("/t/{table}/seats/", "200", "403 owner:200"),
    "talk": Address("/t/{table}/talk/", "405", "403 owner:422"),
    "asking": Address("/t/{table}/asking/", "405", "403 owner:302"),
    "delete": Address("/t/{table}/delete/", "405", "403"),
    "master": Address("/t/{table}/master/", "405", "403 seated:409"),
    "date": Address("/t/{waiting}/date/", "405", "403 known:422"),
    "invitations": Address("/t/{waiting}/invitations/", "405", "403 known:422"),
    "organise": Address("/organise/", "302 signed-in:404", "302 signed-in:404"),
    "index": Address("/desk/", "404", "404"),
    "limits": Address("/desk/limits/", "404", "404"),
    "desk_person_changelist": Address("/desk/people/", "404", "404"),
    "desk_person_change": Address("/desk/people/{user}/change/", "404", "404"),
    "desk_desktable_changelist": Address("/desk/tables/", "404", "404"),
    "desk_desktable_change": Address("/desk/tables/{table_pk}/change/", "404", "404"),
    "desk_report_changelist": Address("/desk/reports/", "404", "404"),
    "desk_report_change": Address("/desk/reports/{report}/change/", "404", "404"),
    "desk_banner_changelist": Address("/desk/announcements/", "404", "404"),
    "desk_banner_add": Address("/desk/announcements/add/", "404", "404"),
    "desk_banner_change": Address("/desk/announcements/1/change/", "404", "404"),
    "desk_trace_changelist": Address("/desk/trace/", "404", "404"),
    "desk_trace_change": Address("/desk/trace/1/change/", "404", "404"),
    "dismiss": Address("/announcements/1/close/", "405", "302"),
    "report-message": Address("/t/{table}/report/message/{message}/", "403 signed-in:200", "403 signed-in:422"),
    "report-seat": Address(
        "/t/{table}/report/seat/0/", "403 signed-in:200 player:200 owner:403", "403 signed-in:422 player:422 owner:403"
    ),
    "branch": Address("/t/{table}/branch/0/", "405", "302"),
    "download": Address("/t/{table}/record/", "200", "405"),
    "past": Address("/t/{table}/at/0/", "302", "405"),
    "parts": Address("/t/{table}/parts/", "200", "405"),
    "past-parts": Address("/t/{table}/at/0/parts/", "200", "405"),
    "print": Address("/t/{table}/print/", "200", "405"),
    "past-print": Address("/t/{table}/at/0/print/", "302", "405"),
    "chronicle": Address("/t/{table}/chronicle/", "200", "405"),
    "log": Address("/t/{table}/at/0/log/0/", "200", "405"),
    "log-before": Address("/t/{table}/at/0/log/before/0/", "200", "405"),
    "hex-upgrades": Address("/t/{table}/at/0/upgrades/I12/", "200", "405"),
    "tile-upgrades": Address("/t/{table}/at/0/tiles/57/", "200", "405"),
    "tiles": Address("/t/{table}/tiles.svg", "200", "405"),
    "turns": Address("/t/{table}/turns/", "200", "405"),
    "act": Address("/t/{table}/act/", "405", "403 owner:200"),
    "commands": Address("/t/{table}/commands/", "200", "403 seated:422 owner:200"),
    "undo": Address("/t/{table}/undo/", "405", "403 known:422"),
    "ask-undo": Address("/t/{table}/undo/ask/", "405", "403 seated:422"),
    "agree-undo": Address("/t/{table}/undo/agree/", "405", "403 known:409"),
    "decline-undo": Address("/t/{table}/undo/decline/", "405", "403 seated:200"),
    "redo": Address("/t/{table}/redo/", "405", "403 known:422"),
    "ask-pause": Address("/t/{table}/pause/ask/", "405", "403 seated:200"),
    "agree-pause": Address("/t/{table}/pause/agree/", "405", "403 seated:409"),
    "decline-pause": Address("/t/{table}/pause/decline/", "405", "403 seated:200"),
    "resume": Address("/t/{table}/pause/resume/", "405", "403 seated:409"),
    "hex": Address("/t/{table}/hex/F3/?version=0", "200", "405"),
    "routes": Address("/t/{table}/routes/?version=0", "409", "405"),
    "advice": Address("/t/{table}/advice/?version=0", "204 owner:200", "204 owner:403"),
    "ledger": Address("/t/{table}/ledger/?version=0", "422", "405"),
    "corrections": Address("/t/{table}/corrections/", "403", "422"),
    "plans": Address("/t/{table}/plans/", "403 seated:200", "403 owner:200"),
    "call-off": Address("/t/{table}/plans/{plan}/off/", "405", "403 owner:200"),
    "chat": Address("/t/{table}/chat/", "200", "422 known:200 blocked:403"),
    "chat-read": Address("/t/{table}/chat/read/", "405", "204"),
    "notes": Address("/t/{table}/notes/", "200", "403 known:200"),
    "plots": Address("/t/{table}/plots/", "200", "405"),
    "plot-csv": Address("/t/{table}/plots/cash.csv", "200", "405"),
    "plot-svg": Address("/t/{table}/plots/cash.svg", "200", "405"),
    "end": Address("/t/{table}/end/", "302", "405"),
    "review": Address("/t/{table}/review/", "302", "405"),
    "review-maps": Address("/t/{table}/review/0/", "404", "405"),
    "moments": Address("/t/{table}/review/moments/", "302", "302"),
    "moment": Address("/t/{table}/review/moments/1/", "302", "405"),
    "rematch": Address("/t/{table}/rematch/", "405", "403"),
    "own-moments": Address("/moments/", "200", "405"),
    "studies": Address("/studies/", "200", "405"),
    "study": Address("/studies/{study}/", "200", "403 owner:302"),
    "study-file": Address("/studies/{study}/file/", "200", "405"),
    "chapter": Address("/studies/{study}/1/", "200", "403 owner:422"),
    "add-to-study": Address("/t/{table}/study/0/", "403", "403"),
    "what-if": Address("/board/?title=1889", "200", "405"),
    "what-if-file": Address("/board/board.toml?title=1889", "200", "405"),
    "read-board": Address("/board/read/", "405", "422"),
    "table-board": Address("/t/{table}/board/", "302", "405"),
    "glossary": Address("/glossary/", "200", "405"),
    "learn": Address("/learn/", "200", "405"),
    "reset-lessons": Address("/learn/reset/", "405", "302"),
    "lesson": Address("/learn/1889/control/1/", "200", "302"),
    "puzzles": Address("/puzzles/", "200", "405"),
    "puzzle": Address("/puzzles/1889/control/1/", "200", "302"),
    "guide": Address("/t/{table}/guide/", "405", "400"),
    "titles": Address("/titles/", "200", "405"),
    "title": Address("/titles/1889/", "200", "405"),
    "tile": Address("/titles/1889/tiles/57/", "200", "405"),
    "rules": Address("/titles/1889/rules/", "200", "405"),
    "clause": Address("/titles/1889/rules/1889-OR-07/", "200", "405"),
    "statistics": Address("/titles/1889/statistics/", "200", "405"),
    "archive": Address("/games/archive/", "200", "405"),
    "archive-file": Address("/games/archive.jsonl.gz", "404", "405"),
    "set_language": Address("/language/setlang/", "302", "302"),
    "notices": Address("/notices/", "200", "200 known:422"),
    "notices-sent": Address("/notices/sent/", "404 known:200", "405"),
    "notices-seen": Address("/notices/seen/", "405", "404 known:302"),
    "notices-device": Address("/notices/devices/", "405", "404 known:302"),
    "notices-device-off": Address("/notices/devices/{device}/off/", "405", "404 known:302"),
    "notices-confirm": Address("/notices/confirm/{confirm}/", "200", "200"),
    "notices-off": Address("/notices/off/{off}/", "200", "200"),
    "table-notices": Address("/t/{table}/notices/", "404 known:200", "404 known:302"),
    "next": Address("/next/", "302", "405"),
    "next-count": Address("/next/count/", "200", "405"),
    "service-worker": Address("/sw.js", "200", "405"),
    "manifest": Address("/manifest.webmanifest", "200", "405"),
    "person": Address("/people/{profile}/", "200", "405"),
    "clubs": Address("/clubs/", "200", "405"),
    "club-new": Address("/clubs/new/", "302 signed-in:200", "302 signed-in:422"),
    "club-invitation": Address(
        "/clubs/invitation/{club_invitation}/", "302 signed-in:200 blocked:403 owner:302", "302 blocked:403"
    ),
    "club": Address("/clubs/{club}/", "404 owner:200", "405"),
    "club-tables": Address("/clubs/{club}/tables/", "404 owner:200", "405"),
    "club-join": Address("/clubs/{club}/join/", "405", "404 owner:302"),
    "club-leave": Address("/clubs/{club}/leave/", "405", "404 owner:403"),
    "club-new-table": Address("/clubs/{club}/new/", "404 owner:200", "404 owner:422"),
    "club-preset": Address("/clubs/{club}/new/preset/{preset}/", "404 owner:200", "404 owner:302"),
    "club-ladder": Address("/clubs/{club}/ladder/", "404 owner:200", "405"),
    "club-head-to-head": Address("/clubs/{club}/head-to-head/", "404 owner:200", "405"),
    "club-settings": Address("/clubs/{club}/settings/", "404 owner:200", "404 owner:422"),
    "club-change": Address("/clubs/{club}/change/", "405", "404 owner:302"),
    "club-tournaments": Address("/clubs/{club}/tournaments/", "404 owner:200", "405"),
    "new-tournament": Address("/clubs/{club}/tournaments/new/", "404 owner:200", "404 owner:422"),
    "tournament": Address("/tournaments/{tournament}/", "404 owner:200", "404 owner:302"),
    "recover": Address("/account/recovery/", "200", "422"),
    "account_inactive": Address("/account/inactive/", "200", "405"),
    "account_login": Address("/account/login/", "200 signed-in:302", "200 signed-in:302"),
    "account_signup": Address("/account/signup/", "200 signed-in:302", "200 signed-in:302"),
    "account": Address("/account/", "302 signed-in:200", "302"),
    "account-people": Address("/account/people/", "302 signed-in:200", "302 owner:404"),
    "account-export": Address("/account/export/", "405", "302 signed-in:200"),
    "account-delete": Address("/account/delete/", "302 signed-in:200", "302"),
    "recovery-code": Address("/account/recovery-code/", "302 signed-in:200", "302"),
    "account_logout": Address("/account/logout/", "302 signed-in:200", "302"),
    "account_change_password": Address("/account/password/change/", "302 signed-in:200", "302 signed-in:200"),
    "account_reauthenticate": Address("/account/reauthenticate/", "302 signed-in:200", "302"),
    "account_set_password": Address("/account/password/set/", "302", "302"),
    "account_reset_password": Address("/account/password/reset/", "302", "302"),
    "account_reset_password_done": Address("/account/password/reset/done/", "404", "404"),
    "account_reset_password_from_key_done": Address("/account/password/reset/key/done/", "404", "404"),
    "account_reset_password_from_key": Address("/account/password/reset/key/1-wrong/", "404", "404"),
    "account_email": Address("/account/email/", "404", "404"),
    "account_email_verification_sent": Address("/account/confirm-email/", "404", "404"),
    "account_confirm_email": Address("/account/confirm-email/wrong/", "404", "404"),
    "programs": Address("/account/programs/", "302 signed-in:200", "302"),
    "api-root": Address("/api/", "404", "404"),
    "openapi-json": Address("/api/v1/openapi.json", "200", "200"),
    "openapi-view": Address("/api/docs", "200", "200"),
    "api-titles": Address("/api/v1/titles", "200", "405"),
    "api-title": Address("/api/v1/titles/1889", "200", "405"),
    "api-bots": Address("/api/v1/bots", "200", "405"),
    "api-me": Address("/api/v1/me", "401", "405"),
    "api-tables": Address("/api/v1/tables", "200", "401"),
    "api-new-table": Address("/api/v1/tables", "200", "401"),
    "api-table": Address("/api/v1/tables/{table}", "200", "405"),
    "api-delete": Address("/api/v1/tables/{table}", "200", "405"),
    "api-join": Address("/api/v1/tables/{table}/seats/0/join", "405", "401"),
    "api-leave": Address("/api/v1/tables/{table}/seats/0/leave", "405", "401"),
    "api-give": Address("/api/v1/tables/{table}/seats/0/bot", "405", "401"),
    "api-position": Address("/api/v1/tables/{table}/position", "200", "405"),
    "api-actions": Address("/api/v1/tables/{table}/actions", "200", "401"),
    "api-act": Address("/api/v1/tables/{table}/actions", "200", "401"),
    "api-moves": Address("/api/v1/tables/{table}/moves", "200", "405"),
    "api-record": Address("/api/v1/tables/{table}/record", "200", "405"),
    "api-undo": Address("/api/v1/tables/{table}/undo", "405", "401"),
    "api-redo": Address("/api/v1/tables/{table}/redo", "405", "401"),
    "api-ask-undo": Address("/api/v1/tables/{table}/undo/ask", "405", "401"),
    "api-agree-undo": Address("/api/v1/tables/{table}/undo/agree", "405", "401"),
    "api-decline-undo": Address("/api/v1/tables/{table}/undo/decline", "405", "401"),
    "api-chat": Address("/api/v1/tables/{table}/chat", "200", "401"),
    "api-say": Address("/api/v1/tables/{table}/chat", "200", "401"),
    "mfa_index": Address("/account/2fa/", "302 signed-in:200", "302 signed-in:405"),
    "mfa_activate_totp": Address("/account/2fa/totp/activate/", "302 signed-in:200", "302 signed-in:200"),
    "mfa_deactivate_totp": Address("/account/2fa/totp/deactivate/", "302 signed-in:404", "302 signed-in:404"),
    "mfa_add_webauthn": Address("/account/2fa/webauthn/add/", "302 signed-in:200", "302 signed-in:200"),
    "mfa_list_webauthn": Address("/account/2fa/webauthn/", "302 signed-in:200", "302 signed-in:405"),
    "mfa_remove_webauthn": Address(
        "/account/2fa/webauthn/keys/{webauthn}/remove/", "302 signed-in:404", "302 signed-in:404"
    ),
    "mfa_edit_webauthn": Address(
        "/account/2fa/webauthn/keys/{webauthn}/edit/", "302 signed-in:404", "302 signed-in:404"
    ),
    "mfa_login_webauthn": Address("/account/2fa/webauthn/login/", "302", "302"),
    "mfa_reauthenticate_webauthn": Address("/account/2fa/webauthn/reauthenticate/", "302", "302"),
    "mfa_authenticate": Address("/account/2fa/authenticate/", "302", "302"),
    "mfa_reauthenticate": Address("/account/2fa/reauthenticate/", "302", "302"),
    "mfa_view_recovery_codes": Address("/account/2fa/recovery-codes/", "302 signed-in:404", "302 signed-in:405"),
    "mfa_generate_recovery_codes": Address(
        "/account/2fa/recovery-codes/generate/", "302 signed-in:200", "302 signed-in:200"
    ),
    "mfa_download_recovery_codes": Address(
        "/account/2fa/recovery-codes/download/", "302 signed-in:404", "302 signed-in:404"
    ),
}
# fmt: on

SENT: Final[dict[str, dict[str, Any]]] = {
    "new": {"title": "1889"},
    "seat": {"name": "Evil"},
    "guest": {"name": "Evil"},
    "seats": {"seat": 0, "do": "leave"},
    "talk": {"talk": "off"},
    "asking": {"advice": "none"},
    "master": {"do": "agree"},
    "act": {"version": 0, "action": {"type": "pass", "player": "Ann"}},
    "commands": {"version": 0, "command": "pass"},
    "undo": NOW,
    "ask-undo": NOW,
    "agree-undo": NOW,
    "decline-undo": NOW,
    "redo": NOW,
    "ask-pause": NOW,
    "agree-pause": NOW,
    "decline-pause": NOW,
    "resume": NOW,
    "advice": {"version": 0, "bot": "rules"},
    "desk_person_change": {"do": "ban", "reason": "x"},
    "desk_desktable_change": {"do": "close", "reason": "x"},
    "desk_report_change": {"do": "settle", "note": "x"},
    "desk_banner_add": {"text": "x", "level": "notice", "begins": "2030-01-01T00:00", "ends": "2031-01-01T00:00"},
    "corrections": {"version": 0, "correction": {}},
    "plans": {"seat": 0, "kind": "pass"},
    "chat": {"text": "hello"},
    "chat-read": {"message": 1},
    "notes": {"text": "x"},
    "puzzle": {"answer": "1"},
    "set_language": {"language": "ja"},
    "notices-device": {"endpoint": "https://push.example.org/x", "public": "k" * 80, "secret": "s" * 20},
    "notices-off": {"List-Unsubscribe": "One-Click"},
    "table-notices": {"webhook": "always"},
    "club-new-table": {"title": "1889"},
    "club-change": {"do": "renew"},
    "tournament": {"do": "enter"},
    "account_login": {"login": "ann-hill-1000", "password": "wrong password"},
    "account": {"name": "Evil"},
    "account-people": {"person": "{profile}", "block": "1"},
    "recovery-code": {"make": "1"},
    "account_change_password": {"oldpassword": PASSWORD, "password1": "another long phrase"},
    "account_reauthenticate": {"password": PASSWORD},
    "mfa_edit_webauthn": {"name": "Evil"},
}
"""Fields that are posted: something that would change a thing."""

ELSEWHERE: Final = frozenset({"live", "api-events"})
"""The stream of a table, which never ends: see `test_live` and `test_hidden`."""

BY_LINK: Final[dict[str, frozenset[str]]] = {
    "seat": frozenset({"waiting table", "Table", "Seat", "Notice"}),  # an invitation: whoever has it may sit down
    "seat-invitation": frozenset({"waiting table"}),
    "club-invitation": frozenset({"club", "club's key", "Member"}),  # whoever has it may join
    "notices-confirm": frozenset({"notices' address", "Recipient"}),  # links of mails
    "notices-off": frozenset({"Recipient"}),
}
"""Secrets and models that the secret in an address shows or changes by intention."""

BY_RIGHT: Final[dict[tuple[str, str], frozenset[str]]] = {
    ("ask-pause", "player"): frozenset({"PauseRequest"}),
    **{("chat", role): frozenset({"Message", "Notice"}) for role in ("guest", "spectator", "stranger", "player")},
    ("account-delete", "blocked"): frozenset({"Block"}),  # with the blocked person's own account
}
"""Models that others may change by intention."""


def expected(text: str) -> dict[str, int]:
    """Status by role."""
    first, *groups = text.split()
    found = dict.fromkeys(ROLES, int(first))
    for group in groups:
        name, _colon, status = group.partition(":")
        found |= dict.fromkeys(GROUPS[name], int(status))
    return found


def ask(place: Place, client: Client, name: str, method: str) -> tuple[int, str]:
    """Status and visible content of an answer. The browser's cookies stay as they were."""
    kept = SimpleCookie(client.cookies.output(header="", sep=";"))
    at = ADDRESSES[name].path.format(**place.parts)
    fields = SENT.get(name, {}).items()
    sent = {field: value.format(**place.parts) if isinstance(value, str) else value for field, value in fields}
    answer: Any = client.get(at) if method == "get" else client.post(at, as_sent(sent))
    client.cookies = kept
    content = b"".join(answer) if answer.streaming else answer.content
    return answer.status_code, content.decode(errors="replace") + answer.get("Location", "")


def secrets(place: Place, name: str, content: str) -> Iterator[str]:
    """Secrets of the owner in an answer, without those that the visitor sent."""
    sent = ADDRESSES[name].path.format(**place.parts) + str(SENT.get(name))
    return (each for each, secret in place.secrets.items() if secret in content and secret not in sent)


def breaches(place: Place, name: str, role: str, method: str) -> list[str]:
    """Faults of an answer to somebody: its status, and what of the owner's it shows."""
    address = ADDRESSES[name]
    status, content = ask(place, place.clients[role], name, method)
    found = [] if status == expected(getattr(address, method))[role] else [f"status {status}"]
    if role != "owner":
        found += sorted({*secrets(place, name, content)} - BY_LINK.get(name, frozenset()))
    return [f"{method} {name} as {role}: {each}" for each in found]


def changes(place: Place, name: str, role: str) -> list[str]:
    """Faults of a post by somebody, and what of the owner's it changed. Then all is as before."""
    before, point = place.kept() if role != "owner" else {}, transaction.savepoint()
    found = breaches(place, name, role, "post")
    after = place.kept() if role != "owner" else {}
    changed = {model for model in before if before[model] != after[model]}
    allowed = BY_LINK.get(name, frozenset()) | BY_RIGHT.get((name, role), frozenset())
    transaction.savepoint_rollback(point)
    games.clear()
    return found + [f"post {name} as {role} changed {each}" for each in sorted(changed - allowed)]


def test_every_address_is_in_the_table() -> None:
    assert set(patterns()) == {*ADDRESSES, *ELSEWHERE}


@pytest.fixture
def place(settings: Any) -> Place:
    """The place, at a site where anybody may sign up."""
    settings.SIGN_UP, settings.CHALLENGE_SIZE = "open", 1000
    return build()


def test_everybody_sees_only_what_is_theirs(place: Place) -> None:
    before = place.kept()
    assert [each for name in ADDRESSES for role in ROLES for each in breaches(place, name, role, "get")] == []
    assert place.kept() == before


def test_everybody_changes_only_what_is_theirs(place: Place) -> None:
    changing = [name for name, address in ADDRESSES.items() if address.post != "405"]
    reading = sorted(set(ADDRESSES) - set(changing))
    assert [each for name in reading for role in ROLES for each in breaches(place, name, role, "post")] == []
    assert [each for name in changing for role in ROLES for each in changes(place, name, role)] == []


MAIL_ONLY: Final = ("/account/password/reset/", "/account/email/", "/account/confirm-email/")
"""Pages that a site without mail does not have; they answer before tokens are looked at."""


def test_forms_from_other_sites_are_refused(place: Place) -> None:
    """Without the token. One-click unsubscribing has no page before it, and no cookie counts there, nor in the API."""
    client = place.clients["owner"]
    client.handler.enforce_csrf_checks = True
    found = {
        name: ask(place, client, name, "post")[0]
        for name, address in ADDRESSES.items()
        if not address.post.startswith("405") and not address.path.startswith((*MAIL_ONLY, API_ROOT))
    }
    assert {name: status for name, status in found.items() if status != 403} == {"notices-off": 200}
