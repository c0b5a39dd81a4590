"""URLs of the pages around the tables."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.lobby import (
    guest_page,
    lists,
    new_table,
    preferences_page,
)
from tetsudo.web.lobby.files import download, pages
from tetsudo.web.lobby.finding import robots, start_dates
from tetsudo.web.lobby.waiting_room import invitations, owner_settings, seats, table_page
from tetsudo.web.reference import stylesheets

urlpatterns = [
    path("", lists.lobby, name="lobby"),
    path("new/", new_table.new, name="new"),
    path("new/preset/<slug:key>/", new_table.preset, name="preset"),
    path("play/", lists.play, name="play"),
    path("import/", pages.import_game, name="import"),
    path("import/<str:signed>/", pages.import_progress, name="reading"),
    path("seat/<slug:key>/", seats.seat, name="seat"),
    path("seat/<slug:key>/invitation.ics", start_dates.seat_invitation, name="seat-invitation"),
    path("guest/", guest_page.guest, name="guest"),
    path("guest/<slug:key>/", guest_page.sign_in_by_link, name="be-guest"),
    path("robots.txt", robots.robots, name="robots"),
    path("palette.css", stylesheets.palette, name="palette"),
    path("safe-colours.css", stylesheets.safe_palette, name="safe-colours"),
    path("settings/", preferences_page.preferences, name="preferences"),
    path("t/<slug:key>/", table_page.table_page, name="table"),
    path("t/<slug:key>/invitation.ics", start_dates.table_invitation, name="invitation"),
    path("t/<slug:key>/seats/", seats.seats, name="seats"),
    path("t/<slug:key>/talk/", owner_settings.talk, name="talk"),
    path("t/<slug:key>/asking/", owner_settings.advice, name="asking"),
    path("t/<slug:key>/master/", owner_settings.master, name="master"),
    path("t/<slug:key>/date/", owner_settings.date, name="date"),
    path("t/<slug:key>/invitations/", invitations.table_invitations, name="invitations"),
    path("t/<slug:key>/delete/", seats.delete, name="delete"),
    path("t/<slug:key>/branch/<int:version>/", download.branch, name="branch"),
    path("t/<slug:key>/record/", download.download, name="download"),
]
