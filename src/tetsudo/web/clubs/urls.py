"""URLs of clubs."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.clubs.pages import club_list, club_page, ladder_page, organising

urlpatterns = [
    path("", club_list.clubs, name="clubs"),
    path("new/", club_list.found, name="club-new"),
    path("invitation/<slug:invitation>/", club_list.invitation, name="club-invitation"),
    path("<slug:key>/", club_page.club, name="club"),
    path("<slug:key>/tables/", club_page.tables, name="club-tables"),
    path("<slug:key>/join/", club_page.join, name="club-join"),
    path("<slug:key>/leave/", club_page.leave, name="club-leave"),
    path("<slug:key>/new/", club_page.new, name="club-new-table"),
    path("<slug:key>/new/preset/<slug:preset>/", club_page.preset, name="club-preset"),
    path("<slug:key>/ladder/", ladder_page.ladder, name="club-ladder"),
    path("<slug:key>/head-to-head/", ladder_page.head_to_head, name="club-head-to-head"),
    path("<slug:key>/settings/", organising.settings, name="club-settings"),
    path("<slug:key>/change/", organising.change, name="club-change"),
]
