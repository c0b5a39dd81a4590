"""Event stream of a table for programs: server-sent events with ids, by which a program that was away catches up.

An id is `VERSION-MESSAGE`: the number of moves and the last message of the chat that the program knows. A stream that
begins with `Last-Event-ID` says at once what is newer. An event carries only a number; what it stands for is read from
`moves` or `chat`, which show each account what it may see.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing
from typing import Final

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from tetsudo.web.api.access import ANYONE
from tetsudo.web.api.endpoints.schemas import ANSWERS
from tetsudo.web.play.pages import present_numbers, stream_response
from tetsudo.web.play.scene.scene import table_or_404
from tetsudo.web.tables import events
from tetsudo.web.tables.models import Table

router = Router(tags=["Play"])

FIELDS: Final = {events.MOVE: "version", events.CHAT: "message", events.TABLE: "version"}
"""Name of the number in the data of each kind of event."""


@router.get(
    "/{slug:key}/events/",
    response={200: None, **ANSWERS},
    auth=ANYONE,
    url_name="api-events",
    openapi_extra={
        "responses": {
            200: {"description": "Events `move`, `chat`, `table`", "content": {"text/event-stream": {"schema": {}}}}
        },
        "parameters": [
            {"name": "Last-Event-ID", "in": "header", "required": False, "schema": {"type": "string"}},
        ],
    },
)
def live(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """Events of a table as they happen: `move` and `chat` with the newest number, `table` for its seats."""
    known = _known(request.headers.get("Last-Event-ID", ""))
    return stream_response(_stream(table_or_404(key), known))


def _known(last: str) -> dict[str, int]:
    """Numbers that a program knows, by its last event's id; none if it does not say."""
    found = re.fullmatch(r"(\d{1,10})-(\d{1,10})", last)
    return {events.MOVE: int(found[1]), events.CHAT: int(found[2])} if found else {}


async def _stream(table: Table, known: Mapping[str, int]) -> AsyncIterator[str]:
    """Events of a table. A program that goes on is also told of the table, whose seats may have changed meanwhile.

    No guest listens: a program's stream does not tell that a person has the page open.
    """
    last = dict(known)
    yield events.retry()
    if known:
        yield _event(events.TABLE, table.version, last)
    async with aclosing(events.changes(table.pk, lambda: present_numbers(table.key))) as found:
        async for numbers in found:
            yield "".join(_new_events(numbers, last)) or events.HEARTBEAT


def _new_events(numbers: events.Numbers, last: dict[str, int]) -> Iterator[str]:
    """Events about numbers that the program does not know yet, each with an id of what it knows with it."""
    for kind, number in numbers.items():
        if kind == events.TABLE:
            yield _event(kind, number, last)
        elif kind in FIELDS and number > last.get(kind, -1):
            last[kind] = number
            yield _event(kind, number, last)


def _event(kind: str, number: int, last: Mapping[str, int]) -> str:
    id = f"{last.get(events.MOVE, 0)}-{last.get(events.CHAT, 0)}"
    return f"id: {id}\nevent: {kind}\ndata: {json.dumps({FIELDS[kind]: number})}\n\n"
