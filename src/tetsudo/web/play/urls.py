"""URLs of a table, below its key."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.play import actions, clock_views, commands, correction_views, pages, programmed_views, upgrade_views
from tetsudo.web.play.controls import advice
from tetsudo.web.play.panels import chat, notes

urlpatterns = [
    path("at/<int:version>/", pages.past, name="past"),
    path("parts/", pages.parts, name="parts"),
    path("at/<int:version>/parts/", pages.past_parts, name="past-parts"),
    path("print/", pages.printed, name="print"),
    path("at/<int:version>/print/", pages.past_printed, name="past-print"),
    path("chronicle/", pages.chronicle, name="chronicle"),
    path("at/<int:version>/log/<int:number>/", pages.log_part, name="log"),
    path("at/<int:version>/log/before/<int:number>/", pages.log_before, name="log-before"),
    path("at/<int:version>/upgrades/<str:name>/", upgrade_views.hex_upgrades, name="hex-upgrades"),
    path("at/<int:version>/tiles/<str:number>/", upgrade_views.tile_upgrades, name="tile-upgrades"),
    path("tiles.svg", pages.tiles, name="tiles"),
    path("turns/", pages.turns, name="turns"),
    path("live/", pages.live_stream, name="live"),
    path("act/", actions.act, name="act"),
    path("commands/", commands.commands, name="commands"),
    path("undo/", actions.undo, name="undo"),
    path("undo/ask/", actions.ask_undo, name="ask-undo"),
    path("undo/agree/", actions.agree_undo, name="agree-undo"),
    path("undo/decline/", actions.decline_undo, name="decline-undo"),
    path("redo/", actions.redo, name="redo"),
    path("pause/ask/", clock_views.ask_pause, name="ask-pause"),
    path("pause/agree/", clock_views.agree_pause, name="agree-pause"),
    path("pause/decline/", clock_views.decline_pause, name="decline-pause"),
    path("pause/resume/", clock_views.resume, name="resume"),
    path("hex/<str:name>/", actions.hex, name="hex"),
    path("routes/", actions.routes, name="routes"),
    path("advice/", advice.advice, name="advice"),
    path("ledger/", actions.ledger, name="ledger"),
    path("corrections/", correction_views.corrections, name="corrections"),
    path("plans/", programmed_views.plans, name="plans"),
    path("plans/<int:number>/off/", programmed_views.call_off, name="call-off"),
    path("chat/", chat.chat, name="chat"),
    path("chat/read/", chat.read, name="chat-read"),
    path("notes/", notes.notes, name="notes"),
]
