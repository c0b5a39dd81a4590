"""Texts of notices: subject, lines, and the page they lead to. They contain only what all players may read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tetsudo.web.common.language import translate_round
from tetsudo.web.notices import addresses
from tetsudo.web.notices.kinds import ALL_KINDS, CONFIRM
from tetsudo.web.notices.models import Notice, Recipient
from tetsudo.web.notices.rules import zone_of
from tetsudo.web.notices.waiting import Decision
from tetsudo.web.tables.people.announcements import DATE


class Text(NamedTuple):
    """Text of a notice."""

    subject: str
    lines: tuple[str, ...]
    link: str

    @property
    def body(self) -> str:
        """Lines as one text."""
        return "\n".join(self.lines)


def text_of(notice: Notice, recipient: Recipient) -> Text:
    """Text of a notice in the active language."""
    if notice.kind == CONFIRM:
        return _confirmation(notice, recipient)
    kind, table = ALL_KINDS[notice.kind], notice.table
    if table is None:
        return Text(one_line(str(kind.label)), (), site_of(recipient))
    decision = Decision(table)
    who = notice.facts.get("who") or _("A player")
    subject = one_line(str(kind.subject).format(table=decision.name, who=who))
    lines = [decision.title, *([table.name] if table.name else [])]
    if notice.kind == DATE and table.starts_at is not None:
        lines.append(_("It begins at {time}.").format(time=_local(table.starts_at, recipient)))
    if table.stage and notice.kind != DATE:
        lines.append(_place(decision, with_task=kind.is_about_turn))
    until = decision.deadline if kind.is_about_turn else None
    if until is not None:
        lines.append(_("Until {time}").format(time=_local(until, recipient)))
    return Text(subject, tuple(map(one_line, lines)), site_of(recipient) + reverse("table", args=[table.key]))


def digest_text(notices: Sequence[Notice], recipient: Recipient) -> Text:
    """Text of a daily mail: a paragraph for each notice."""
    count = len(notices)
    subject = ngettext("Tetsudo: {count} notice", "Tetsudo: {count} notices", count).format(count=count)
    lines: list[str] = []
    for text in (text_of(notice, recipient) for notice in notices):
        lines += [text.subject, *(f"  {line}" for line in text.lines), f"  {text.link}", ""]
    return Text(subject, tuple(lines), site_of(recipient) + reverse("lobby"))


def _place(decision: Decision, *, with_task: bool) -> str:
    """Round, and what is to be decided."""
    stage = translate_round(decision.table.stage)
    return f"{stage}: {decision.task}" if with_task and decision.task else stage


def _confirmation(notice: Notice, recipient: Recipient) -> Text:
    address = str(notice.facts.get("address", ""))
    link = site_of(recipient) + addresses.confirmation_path(recipient, address)
    lines = (
        _("Open this page to get notices about your games at this address:"),
        link,
        "",
        _("If you did not ask for this, ignore this mail."),
    )
    return Text(one_line(str(ALL_KINDS[CONFIRM].subject)), lines, link)


def _local(at: datetime, recipient: Recipient) -> str:
    zone = zone_of(recipient.zone)
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M} ({zone.key})"


def site_of(recipient: Recipient) -> str:
    """Address of the site without a slash at the end: the host's, or as the guest's browser knew it."""
    return (settings.SITE_URL or recipient.site).rstrip("/")


def one_line(text: str) -> str:
    """Text without line breaks, which would end a mail's header."""
    return " ".join(text.split())
