"""The chat of a table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router, Schema, Status
from pydantic import Field

from tetsudo.web.api.access import ANYONE, PLAYER, holder_of
from tetsudo.web.api.endpoints import schemas
from tetsudo.web.api.endpoints.schemas import ANSWERS, MAX_NUMBER, NewMessage
from tetsudo.web.play.panels.chat import Line, chat_lines, valid_message
from tetsudo.web.play.scene.scene import table_or_404
from tetsudo.web.tables.chat import messages
from tetsudo.web.tables.models import Message
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of

router = Router(tags=["Chat"])


class After(Schema):
    """Messages after one of an id."""

    after: int = Field(0, ge=0, le=MAX_NUMBER)


@router.get("/{slug:key}/chat", response={200: list[schemas.Message], **ANSWERS}, auth=ANYONE, url_name="api-chat")
def chat(request: HttpRequest, key: str, since: Query[After]) -> Any:
    """The latest messages after one, the oldest first; at most 200."""
    found = Message.objects.filter(table=table_or_404(key), pk__gt=since.after)
    return [_message(line) for line in chat_lines(found, guest_of(request))]


@router.post("/{slug:key}/chat", response={201: schemas.Message, **ANSWERS}, auth=PLAYER, url_name="api-say")
def say(request: HttpRequest, key: str, sent: NewMessage) -> Any:
    """Write in the chat."""
    table, guest = table_or_404(key), holder_of(request)
    check_rate_limit(request, "chat")
    return Status(201, _message(Line(messages.say(table, guest, valid_message(sent.text)), "")))


def _message(line: Line) -> dict[str, Any]:
    message = line.message
    return {
        "id": message.pk,
        "name": message.name,
        "text": line.news or message.text,
        "is_news": bool(line.news),
        "is_seated": message.is_seated,
        "version": message.version,
        "at": message.at,
    }
