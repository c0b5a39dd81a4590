"""Web push: pywebpush encrypts and signs, and `pinned_http` sends, since browsers name the address to send to.

Each message has a topic and a tag, by which a later one replaces an earlier one: one that comes twice is shown once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from pywebpush import WebPushException, webpush

from tetsudo.web.notices import texts
from tetsudo.web.notices.channels import pinned_http, push_keys
from tetsudo.web.notices.models import PushDevice
from tetsudo.web.notices.outbox import Lease, Outcome, Result
from tetsudo.web.notices.waiting import waiting_count

GONE: Final = frozenset({404, 410})
"""Statuses of a subscription that has ended."""

LIFETIME_SECONDS: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a device that is off."""

MAX_TEXT_LENGTH: Final = 500


class Answer:
    """Answer of a push service, as pywebpush reads it."""

    def __init__(self, answer: pinned_http.Answer) -> None:
        self.status_code = answer.status
        self.text = answer.body.decode("utf-8", "replace")
        self.reason = ""
        self.headers: dict[str, str] = {}


class Session:
    """Session of requests, as far as pywebpush needs it."""

    def post(self, endpoint: str, timeout: float, data: bytes, headers: Mapping[str, str]) -> Answer:
        """Post a message; the timeouts are those of `pinned_http`, which are shorter."""
        return Answer(pinned_http.post(endpoint, data, dict(headers)))


def send(held: Lease) -> Outcome:
    """Send a push message to one device. A device whose subscription has ended is forgotten."""
    key = push_keys.private_key()
    device = PushDevice.objects.filter(pk=held.first.target, guest=held.first.guest_id).first()
    if device is None:
        return Outcome(Result.REFUSED, "the device no longer wants notices")
    if not key:
        return Outcome(Result.NOT_SENT, "the host has not set up push messages")
    outcome, is_gone = _post(device, payload(held), _topic(held), key, texts.site_of(held.recipient))
    if is_gone:
        device.delete()
    return outcome


def _post(device: PushDevice, data: str, topic: str, key: str, site: str) -> tuple[Outcome, bool]:
    """Outcome, and True if the subscription has ended."""
    keys = {"p256dh": device.public, "auth": device.secret}
    try:
        webpush(
            {"endpoint": device.endpoint, "keys": keys},
            data,
            vapid_private_key=key,
            vapid_claims={"sub": settings.PUSH_CONTACT or _contact(site)},
            ttl=LIFETIME_SECONDS,
            timeout=pinned_http.TOTAL_SECONDS,
            headers={"Topic": topic, "Urgency": "normal"},
            requests_session=Session(),
        )
    except WebPushException as error:
        status = getattr(error.response, "status_code", 0)
        if status in GONE:
            return Outcome(Result.REFUSED, "the device no longer wants notices"), True
        return Outcome(Result.NOT_SENT, f"the push service answered {status}"), False
    except pinned_http.Forbidden as error:
        return Outcome(Result.REFUSED, str(error)), True
    except pinned_http.NotReachable as error:
        return Outcome(Result.NOT_SENT, str(error)), False
    except pinned_http.MaybeDelivered as error:
        return Outcome(Result.UNKNOWN, str(error)), False
    return Outcome(Result.SENT), False


def _contact(site: str) -> str:
    """Address that a push service may write to about this site: the site itself, if it uses HTTPS."""
    return site if urlsplit(site).scheme == "https" else "mailto:nobody@example.invalid"


def payload(held: Lease) -> str:
    """Message for the service worker."""
    text = texts.text_of(held.first, held.recipient)
    table = held.first.table
    found: dict[str, Any] = {
        "title": text.subject,
        "body": text.body[:MAX_TEXT_LENGTH],
        "url": text.link,
        "tag": tag_of(held.first.kind, table.key if table else ""),
        "count": waiting_count(held.first.guest_id),
    }
    return json.dumps(found, ensure_ascii=False)


def tag_of(kind: str, key: str) -> str:
    """Tag by which a notification replaces an earlier one; the pages' own script uses the same."""
    return f"{kind}-{key}"


def _topic(held: Lease) -> str:
    """Topic by which a push service replaces a waiting message: up to 32 characters of base64."""
    digest = blake2b(f"{held.first.kind} {held.first.table_id}".encode(), digest_size=12).hexdigest()
    return re.sub(r"\W", "", digest)[:32]
