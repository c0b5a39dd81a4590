"""URLs of notices and of the next game."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.notices.pages import next_game, wishes

urlpatterns = [
    path("notices/", wishes.wishes, name="notices"),
    path("notices/sent/", wishes.sent, name="notices-sent"),
    path("notices/seen/", wishes.seen, name="notices-seen"),
    path("notices/devices/", wishes.add_device, name="notices-device"),
    path("notices/devices/<int:number>/off/", wishes.remove_device, name="notices-device-off"),
    path("notices/confirm/<str:token>/", wishes.confirm, name="notices-confirm"),
    path("notices/off/<str:token>/", wishes.turn_off, name="notices-off"),
    path("t/<slug:key>/notices/", wishes.table_wishes, name="table-notices"),
    path("next/", next_game.next_game, name="next"),
    path("next/count/", next_game.count, name="next-count"),
    path("sw.js", next_game.service_worker, name="service-worker"),
    path("manifest.webmanifest", next_game.manifest, name="manifest"),
]
