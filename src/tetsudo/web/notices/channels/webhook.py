"""Webhooks: a notice as a JSON object, in the form of Discord, of Slack, or plain.

Neither Discord nor Slack recognises a message that comes again; the plain form has an `Idempotency-Key`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from tetsudo.web.notices import texts
from tetsudo.web.notices.channels import pinned_http
from tetsudo.web.notices.models import HookForm, Notice
from tetsudo.web.notices.outbox import Lease, Outcome, Result

GONE: Final = frozenset({401, 403, 404, 410})
"""Statuses of a webhook that was removed."""

MAX_TEXT_LENGTH: Final = 1_500


def _discord(notice: Notice, text: texts.Text) -> dict[str, Any]:
    """Message of Discord, which notifies no one: a table may be named "@everyone"."""
    said = f"**{_without(text.subject, '*_~`|<>')}**\n{_without(text.body, '*_~`|<>')}\n<{text.link}>"
    return {"content": said[:MAX_TEXT_LENGTH], "allowed_mentions": {"parse": []}}


def _slack(notice: Notice, text: texts.Text) -> dict[str, Any]:
    """Message of Slack, whose three special characters are escaped."""
    said = "\n".join((text.subject, text.body)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": f"{said[:MAX_TEXT_LENGTH]}\n{text.link}"}


def _json(notice: Notice, text: texts.Text) -> dict[str, Any]:
    table = notice.table
    about = {"table": table.key, "title": table.title, "name": table.name, "round": table.stage} if table else {}
    return {"kind": notice.kind, "text": text.subject, "details": list(text.lines), "link": text.link, **about}


FORMS: Final[Mapping[str, Callable[[Notice, texts.Text], dict[str, Any]]]] = {
    HookForm.DISCORD: _discord,
    HookForm.SLACK: _slack,
    HookForm.JSON: _json,
}
"""Data of a notice, by the form of the webhook."""


def _without(text: str, signs: str) -> str:
    return "".join(f"\\{each}" if each in signs else each for each in text)


def send(held: Lease) -> Outcome:
    """Post a notice to the guest's webhook."""
    recipient = held.recipient
    if not recipient.hook_address:
        return Outcome(Result.REFUSED, "no webhook")
    data = FORMS[recipient.hook_form](held.first, texts.text_of(held.first, recipient))
    body = json.dumps(data, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": f"{held.first.key}.{held.first.pk}"}
    try:
        answer = pinned_http.post(recipient.hook_address, body, headers)
    except pinned_http.Forbidden as error:
        return Outcome(Result.REFUSED, str(error))
    except pinned_http.NotReachable as error:
        return Outcome(Result.NOT_SENT, str(error))
    except pinned_http.MaybeDelivered as error:
        return Outcome(Result.UNKNOWN, str(error))
    return outcome_of(answer.status)


def outcome_of(status: int) -> Outcome:
    """Outcome by the status of the answer. Redirects are not followed."""
    if 200 <= status < 300:
        return Outcome(Result.SENT)
    reason = f"the webhook answered {status}"
    if status in GONE or 300 <= status < 400:
        return Outcome(Result.REFUSED, reason)
    return Outcome(Result.UNKNOWN if status >= 500 else Result.NOT_SENT, reason)
