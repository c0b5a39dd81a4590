"""The API: all its addresses below `/api/`, and the description of it that programs read."""

from __future__ import annotations

from typing import Final

from ninja import NinjaAPI

from tetsudo.web.api import access
from tetsudo.web.api.endpoints import chat, live, play, tables, titles

DESCRIPTION: Final = """
Tables of this site for programs. Reading what everyone can see needs no key; for all else a person makes a key on the
page *Programs and keys* of their account, and a request carries it: `Authorization: Bearer KEY`. Cookies sign no one
in.

A move names the `version` of the position that it is for, and is refused with 409 if the game has moved on. Every
refusal is data: a sentence, the clause of the rulebook, and a remedy if one is known; nothing has changed then.
"""

api = NinjaAPI(
    title="Tetsudo",
    version="1",
    description=DESCRIPTION,
    docs_url="/docs",
    openapi_url="/v1/openapi.json",
    urls_namespace="api",
)
access.add_handlers(api)
api.add_router("/v1", titles.router)
for part in (tables, play, chat, live):
    api.add_router("/v1/tables", part.router)
