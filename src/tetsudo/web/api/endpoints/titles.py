"""Titles and their options, the bots, and who holds a key."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router

from tetsudo.analysis.title_report import title_data, titles_data
from tetsudo.titles.loader import is_name, title_info
from tetsudo.web.api.access import ANYONE, READER, holder_of
from tetsudo.web.api.endpoints.schemas import ANSWERS, Bot, Holder, Title, TitleLine
from tetsudo.web.api.endpoints.seat_names import is_program
from tetsudo.web.api.key_holders import api_key_of
from tetsudo.web.notices.waiting import waiting_tables
from tetsudo.web.tables.bot_levels import short_choices

router = Router(tags=["Titles, bots, keys"])


@router.get("/titles", response={200: list[TitleLine], **ANSWERS}, auth=ANYONE, url_name="api-titles")
def titles(request: HttpRequest) -> Any:
    """Titles that can be played."""
    return titles_data()["titles"]


@router.get("/titles/{name}", response={200: Title, **ANSWERS}, auth=ANYONE, url_name="api-title")
def title(request: HttpRequest, name: str) -> Any:
    """A title with its scenarios, variants and house rules."""
    if not is_name(name):
        raise Http404
    return title_data(title_info(name))


@router.get("/bots", response={200: list[Bot], **ANSWERS}, auth=ANYONE, url_name="api-bots")
def bots(request: HttpRequest) -> Any:
    """Bots that can be given a seat, the weakest first."""
    return [{"name": name, "label": str(label)} for name, label in short_choices()]


@router.get("/me", response={200: Holder, **ANSWERS}, auth=READER, url_name="api-me")
def me(request: HttpRequest) -> Any:
    """The account that the key speaks for, and the tables that wait for it."""
    guest, key = holder_of(request), api_key_of(request)
    assert key is not None
    waiting = [each.key for each in waiting_tables(guest.pk)]
    return {
        "name": guest.name,
        "is_program": is_program(guest),
        "scopes": key.scopes,
        "waiting": waiting,
    }
