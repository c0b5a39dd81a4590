"""The addresses of a table; all stand behind its key."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.table import acting, advice, pages, planned, talk

urlpatterns = [
    path("", pages.now, name="table"),
    path("at/<int:version>/", pages.past, name="past"),
    path("parts/", pages.parts, name="parts"),
    path("at/<int:version>/parts/", pages.past_parts, name="past-parts"),
    path("chronicle/", pages.chronicle, name="chronicle"),
    path("at/<int:version>/log/<int:number>/", pages.log_part, name="log"),
    path("at/<int:version>/log/before/<int:number>/", pages.log_before, name="log-before"),
    path("tiles.svg", pages.tiles, name="tiles"),
    path("live/", pages.live_stream, name="live"),
    path("act/", acting.act, name="act"),
    path("undo/", acting.undo, name="undo"),
    path("undo/ask/", acting.ask_undo, name="ask-undo"),
    path("undo/agree/", acting.agree_undo, name="agree-undo"),
    path("undo/decline/", acting.decline_undo, name="decline-undo"),
    path("redo/", acting.redo, name="redo"),
    path("hex/<str:name>/", acting.hex, name="hex"),
    path("routes/", acting.routes, name="routes"),
    path("advice/", advice.advice, name="advice"),
    path("ledger/", acting.ledger, name="ledger"),
    path("plans/", planned.of_table, name="plans"),
    path("plans/<int:number>/off/", planned.call_off, name="call-off"),
    path("chat/", talk.chat, name="chat"),
    path("chat/read/", talk.read, name="chat-read"),
    path("notes/", talk.notes, name="notes"),
]
