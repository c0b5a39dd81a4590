"""Chat beside the log."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.web.common.error_pages import field_message, sentence_of
from tetsudo.web.common.rate_limits import RateLimitExceeded
from tetsudo.web.play.scene.scene import Scene, table_or_404
from tetsudo.web.tables.chat import messages, unread
from tetsudo.web.tables.chat import system_messages as news
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Message, Table
from tetsudo.web.tables.people.blocks import blocked_rows
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of

MAX_MESSAGE_LENGTH: Final = 1000
MAX_SHOWN_MESSAGES: Final = 200
"""Number of messages on the page."""


def context(scene: Scene) -> dict[str, Any]:
    """Template context for the chat."""
    return {
        "last_read": unread.last_read(scene.table, scene.guest) if scene.guest and not scene.is_past else None,
        "messages": chat_lines(Message.objects.filter(table=scene.table), scene.guest),
        "longest": MAX_MESSAGE_LENGTH,
        **_author_context(scene),
    }


class Line(NamedTuple):
    """A line of the chat; `news`: the text of a system message, else ""."""

    message: Message
    news: str


def chat_lines(found: QuerySet[Message], viewer: Guest | None) -> list[Line]:
    """The latest lines, oldest first, without those of people whom the viewer has blocked."""
    shown = found.exclude(guest__in=blocked_rows(viewer), news="") if viewer else found
    last = list(shown.order_by("-pk")[:MAX_SHOWN_MESSAGES])[::-1]
    return [Line(message, news.sentence(message.news, message.facts) if message.news else "") for message in last]


def _author_context(scene: Scene) -> dict[str, Any]:
    """Name under which the guest may write, or the reason why they may not. `needs_name`: another name would help."""
    try:
        return {"voice": messages.chat_author(scene.table, scene.guest, scene.seats)}
    except NotAllowed as refusal:
        return {"silence": sentence_of(refusal)}
    except BadInput as refusal:
        return {"silence": field_message(refusal), "needs_name": True}


@require_http_methods(["GET", "POST"])
@cache_control(no_store=True)
def chat(request: HttpRequest, key: str) -> HttpResponse:
    """Poll the chat (GET) or post a message (POST); both return the messages after `after`."""
    table = table_or_404(key)
    status, refusal, later = 200, "", 0
    if request.method == "POST":
        try:
            check_rate_limit(request, "chat")
            messages.say(table, guest_of(request), valid_message(request.POST.get("text", "")))
        except RateLimitExceeded as error:
            status, refusal, later = 429, str(error), error.seconds
        except TetsudoError as error:
            status = 403 if isinstance(error, NotAllowed) else 422
            refusal = field_message(error) if isinstance(error, BadInput) else sentence_of(error)
    after = _number(request.POST.get("after") or request.GET.get("after") or "")
    found = Message.objects.filter(table=table, pk__gt=after)
    shown = {"table": table, "messages": chat_lines(found, guest_of(request)), "refusal": refusal}
    answer = render(request, "table/panels/messages.html", shown, status=status)
    if later:
        answer["Retry-After"] = str(later)
    _send_last_read(answer, table, guest_of(request))
    return answer


def _send_last_read(answer: HttpResponse, table: Table, guest: Guest | None) -> None:
    """Send the guest's last-read mark: they may have read on in another browser."""
    mark = unread.last_read(table, guest) if guest else None
    if mark is not None:
        answer["Chat-Read"] = str(mark)


@require_POST
def read(request: HttpRequest, key: str) -> HttpResponse:
    """Mark the chat as read up to a message. Visitors without a name leave no mark."""
    table, guest = table_or_404(key), guest_of(request)
    if guest is not None:
        unread.mark_read(table, guest, _number(request.POST.get("message", "")))
    return HttpResponse(status=204)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 18 else 0


def valid_message(text: str) -> str:
    """A message as stored. Raises `BadInput` if it is empty or too long."""
    text = text.replace("\0", "").strip()  # some databases cannot store NUL characters
    if not text:
        raise BadInput(_("There is nothing to send."))
    if len(text) > MAX_MESSAGE_LENGTH:
        raise BadInput(_("A message has at most %(count)d characters.") % {"count": MAX_MESSAGE_LENGTH})
    return text
