"""The addresses round the tables."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.lobby import files, lists, opening, palette, preferring, seats, visitors

urlpatterns = [
    path("", lists.lobby, name="lobby"),
    path("new/", opening.new, name="new"),
    path("play/", lists.play, name="play"),
    path("import/", files.import_game, name="import"),
    path("import/<str:signed>/", files.reading, name="reading"),
    path("seat/<slug:key>/", seats.seat, name="seat"),
    path("guest/", visitors.guest, name="guest"),
    path("guest/<slug:key>/", visitors.be_guest, name="be-guest"),
    path("palette.css", palette.palette, name="palette"),
    path("safe-colours.css", palette.safe, name="safe-colours"),
    path("settings/", preferring.preferences, name="preferences"),
    path("t/<slug:key>/seats/", seats.seats, name="seats"),
    path("t/<slug:key>/talk/", seats.talk, name="talk"),
    path("t/<slug:key>/asking/", seats.advice, name="asking"),
    path("t/<slug:key>/delete/", seats.delete, name="delete"),
    path("t/<slug:key>/branch/<int:version>/", files.branch, name="branch"),
    path("t/<slug:key>/record/", files.download, name="download"),
]
