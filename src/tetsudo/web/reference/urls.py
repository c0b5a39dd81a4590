"""URLs of the reference pages."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.reference import pages

urlpatterns = [
    path("", pages.titles, name="titles"),
    path("<str:title>/", pages.title, name="title"),
    path("<str:title>/tiles/<str:tile>/", pages.tile, name="tile"),
    path("<str:title>/rules/", pages.rules, name="rules"),
    path("<str:title>/rules/<str:clause>/", pages.clause, name="clause"),
]
