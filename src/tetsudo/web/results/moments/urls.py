"""URL of a guest's own games together; those of a table are among the results."""

from __future__ import annotations

from django.urls import path

from tetsudo.web.results.moments import profile_page

urlpatterns = [
    path("moments/", profile_page.own_moments, name="own-moments"),
]
