"""Channels: each sends leased notices, and tells what came of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

from django.utils import translation

from tetsudo.web.notices.channels import mail, push, webhook
from tetsudo.web.notices.models import MAIL, PUSH, WEBHOOK
from tetsudo.web.notices.outbox import Lease, Outcome, Result

logger = logging.getLogger(__name__)

SENDERS: Final[Mapping[str, Callable[[Lease], Outcome]]] = {MAIL: mail.send, PUSH: push.send, WEBHOOK: webhook.send}
"""Function that sends, by channel."""


def send(held: Lease) -> Outcome:
    """Send leased notices in the language of their recipient. A fault of ours counts as unknown: it is tried again."""
    with translation.override(held.recipient.language):
        try:
            return SENDERS[held.first.channel](held)
        except Exception as error:
            logger.exception("A notice could not be sent by %s", held.first.channel)
            return Outcome(Result.UNKNOWN, type(error).__name__)
